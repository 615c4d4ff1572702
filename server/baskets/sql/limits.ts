import { sql } from 'kysely'
import { shareOf48, shareOf56 } from '#server/baskets/rules.ts'
import type { HeldNow } from '#server/baskets/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'

/** A network as a digest, and where it is an IPv6 /64 those of the networks around it. */
export type Networks = { network: string; of56: string | null; of48: string | null }

/** Baskets `b` of the widest of the networks, which the others are part of. */
const isOfWidest = ({ network, of48 }: Networks) =>
  of48 === null ? sql`b.network = ${network}` : sql`b.network_48 = ${of48}`

/** Lines of a basket, `bi`, that were added no later than the last one of these calls. */
const isAddedUntil = (basketId: number, callDigests: readonly string[]) => sql`
  bi.basket_id = ${basketId} and bi.removed_at is null and bi.id <= (
    select max(own.id) from basket_item own
    where own.basket_id = ${basketId} and own.removed_at is null and own.added_by && ${[...callDigests]}::text[])`

/**
 * Counts the live holds of a basket up to what the calls have added: of concurrent calls those that add later see the
 * lines of those before.
 */
export const countOfBasket = async (
  tx: Tx,
  { basketId, callDigests }: { basketId: number; callDigests: readonly string[] },
  now: Date,
): Promise<{ items: number; places: number }> => {
  const { rows } = await sql<{ items: number; places: number }>`
    select count(*)::int as items, coalesce(sum(h.places), 0)::int as places
    from basket_item bi join hold h on h.id = bi.hold_id and h.state = 'held' and h.held_until > ${now}
    where ${isAddedUntil(basketId, callDigests)}`.execute(tx)
  return rows[0] ?? { items: 0, places: 0 }
}

/**
 * Marks the basket as one of these networks, and counts the live holds of the networks, and of the basket as
 * `countOfBasket` does.
 */
export const countHeld = async (
  tx: Tx,
  { basketId, callDigests }: { basketId: number; callDigests: readonly string[] },
  networks: Networks,
  now: Date,
): Promise<HeldNow> => {
  const { network, of56, of48 } = networks
  await sql`update basket set network = ${network}, network_56 = ${of56}, network_48 = ${of48}
    where id = ${basketId} and network is distinct from ${network}`.execute(tx)
  const { rows } = await sql<HeldNow>`
    select count(bi.id)::int as visitor_items,
      coalesce(sum(h.places) filter (where bi.id is not null), 0)::int as visitor_places,
      count(*) filter (where b.network = ${network})::int as network_items,
      coalesce(sum(h.places) filter (where b.network = ${network}), 0)::int as network_places,
      count(*) filter (where b.network_56 = ${of56})::int as items_of56,
      coalesce(sum(h.places) filter (where b.network_56 = ${of56}), 0)::int as places_of56,
      count(*) filter (where b.network_48 = ${of48})::int as items_of48,
      coalesce(sum(h.places) filter (where b.network_48 = ${of48}), 0)::int as places_of48
    from basket b join hold h on h.basket_id = b.id and h.state = 'held' and h.held_until > ${now}
    left join basket_item bi on bi.hold_id = h.id and ${isAddedUntil(basketId, callDigests)}
    where ${isOfWidest(networks)}`.execute(tx)
  return rows[0] ?? failInvariant('a count has no row')
}

/**
 * One of the occurrences of which the widest network, without proved addresses, holds more than a share, or of whose day
 * of the activity at the venue it does.
 */
export const findOverShare = async (
  tx: Tx,
  networks: Networks,
  { occurrenceIds, publicIds }: { occurrenceIds: readonly number[]; publicIds: readonly string[] },
  { share, leastPlaces }: { share: number; leastPlaces: number },
  now: Date,
): Promise<{ id: number; publicId: string } | null> => {
  const { rows } = await sql<{ id: number; publicId: string }>`
    with wanted as (
      select o.id, o.public_id, o.venue_id, o.activity_id, o.local_date, o.capacity from occurrence o
      where o.id = any(${[...occurrenceIds]}::int[]) or o.public_id = any(${[...publicIds]}::text[])
    ), of_network as (
      select h.occurrence_id, o.venue_id, o.activity_id, o.local_date, h.places
      from basket b join hold h on h.basket_id = b.id and h.state = 'held' and h.held_until > ${now}
      join occurrence o on o.id = h.occurrence_id
      left join customer c on c.id = b.customer_id
      where ${isOfWidest(networks)} and c.email_verified_at is null
    )
    select w.id, w.public_id from wanted w
    where (select sum(n.places) from of_network n where n.occurrence_id = w.id)
        > greatest(${leastPlaces}::int, w.capacity * ${share}::float)
      or (select sum(n.places) from of_network n
          where n.venue_id = w.venue_id and n.activity_id = w.activity_id and n.local_date = w.local_date)
        > greatest(${leastPlaces}::int, ${share}::float * (select sum(o.capacity) from occurrence o
          where o.venue_id = w.venue_id and o.activity_id = w.activity_id and o.local_date = w.local_date
            and o.status = 'scheduled' and o.ends_at > ${now}))
    limit 1`.execute(tx)
  return rows[0] ?? null
}

/**
 * Before places are taken: what the network holds, how long it has held each of the occurrences without booking, and
 * whether one of them is nearly full.
 */
export const readPressure = async (
  tx: Tx,
  {
    networks,
    occurrenceIds,
    publicIds,
  }: { networks: Networks; occurrenceIds: readonly number[]; publicIds: readonly string[] },
  {
    since,
    secondsEach,
    share,
    usualEnd,
    smallest,
    mostPlaces,
  }: {
    since: Date
    /** A hold begun later may still be booked in the usual time, and does not count. */
    usualEnd: Date
    secondsEach: number
    share: number
    smallest: number
    mostPlaces: number
  },
  now: Date,
): Promise<{ networkItems: number; nearlyFull: boolean; isExhausted: boolean }> => {
  const { rows } = await sql<{ networkItems: number; nearlyFull: boolean; isExhausted: boolean }>`
    with wanted as (
      select o.id, o.capacity, o.places_taken from occurrence o
      where o.id = any(${[...occurrenceIds]}::int[]) or o.public_id = any(${[...publicIds]}::text[])
    ), of_network as (
      select h.occurrence_id, h.places, h.state, h.created_at, h.held_until, h.ended_at,
        b.network = ${networks.network} as is_of64, b.network_56 = ${networks.of56} as is_of56,
        b.network_48 = ${networks.of48} as is_of48,
        h.places * extract(epoch from least(coalesce(h.ended_at, h.held_until), ${now}) - h.created_at) as place_seconds
      from basket b join hold h on h.basket_id = b.id where ${isOfWidest(networks)}
    )
    select
      (select count(*) from of_network n where n.is_of64 and n.state = 'held' and n.held_until > ${now})::int as network_items,
      exists (select 1 from wanted w where w.capacity >= ${smallest}
        and w.places_taken >= w.capacity * ${share}::numeric) as nearly_full,
      exists (
        select 1 from wanted w join of_network n on n.occurrence_id = w.id
        where n.created_at > ${since} and (
          -- A place that was booked and cancelled or moved has no end of its hold.
          (n.state in ('released', 'expired') and n.held_until is not null)
          or (n.state = 'held' and (n.held_until <= ${now} or n.created_at < ${usualEnd})))
        group by w.id, w.capacity
        having greatest(sum(n.place_seconds) filter (where n.is_of64),
            sum(n.place_seconds) filter (where n.is_of56) / ${shareOf56}::int,
            sum(n.place_seconds) filter (where n.is_of48) / ${shareOf48}::int)
          >= least(w.capacity, ${mostPlaces}::int) * ${secondsEach}::numeric
      ) as is_exhausted`.execute(tx)
  return rows[0] ?? { networkItems: 0, nearlyFull: false, isExhausted: false }
}

/**
 * One of the occurrences that needs a log-in: it is nearly full, or small, and people without a proved address have
 * together held its places for so long without booking them.
 */
export const findNeedsLogin = async (
  tx: Tx,
  { occurrenceIds, publicIds }: { occurrenceIds: readonly number[]; publicIds: readonly string[] },
  {
    since,
    secondsEach,
    share,
    smallest,
    leastPlaces,
  }: { since: Date; secondsEach: number; share: number; smallest: number; leastPlaces: number },
  now: Date,
): Promise<{ id: number; publicId: string } | null> => {
  const { rows } = await sql<{ id: number; publicId: string }>`
    with wanted as (
      select o.id, o.public_id, o.capacity from occurrence o
      where (o.id = any(${[...occurrenceIds]}::int[]) or o.public_id = any(${[...publicIds]}::text[]))
        and (o.capacity < ${smallest} or o.places_taken >= o.capacity * ${share}::numeric)
    ), given_up as (
      select w.*, h.basket_id, h.places, h.created_at, least(h.ended_at, h.held_until) as until
      from wanted w join hold h on h.occurrence_id = w.id
      where h.state in ('released', 'expired') and h.ended_at > ${since} and h.held_until is not null
      union all
      select w.*, h.basket_id, h.places, h.created_at, h.held_until
      from wanted w join hold h on h.occurrence_id = w.id
      where h.state = 'held' and h.held_until <= ${now} and h.held_until > ${since}
    )
    select g.id, g.public_id
    from given_up g join basket b on b.id = g.basket_id left join customer c on c.id = b.customer_id
    -- Who pays for a move has a booking, and can be reached.
    where c.email_verified_at is null and b.source <> 'booking-move'
    group by g.id, g.public_id, g.capacity
    having sum(g.places * extract(epoch from g.until - g.created_at))
      >= greatest(g.capacity, ${leastPlaces}::int) * ${secondsEach}::numeric
    limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Forgets which network a basket was filled from. */
export const forgetNetworks = async (tx: Tx, before: Date): Promise<void> => {
  await sql`update basket set network = null, network_56 = null, network_48 = null
    where network is not null and updated_at < ${before}`.execute(tx)
}
