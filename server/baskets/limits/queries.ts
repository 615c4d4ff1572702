import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { HeldNow } from './rules.ts'

/** Marks the basket as one of this network, and counts the live holds of the basket and of the network. */
export const countHeld = async (
  tx: Tx,
  { basketId, network }: { basketId: number; network: string | null },
  now: Date,
): Promise<HeldNow> => {
  if (network !== null)
    await sql`update basket set network = ${network} where id = ${basketId} and network is distinct from ${network}`.execute(
      tx,
    )
  const { rows } = await sql<HeldNow>`
    select count(*) filter (where b.id = ${basketId})::int as visitor_items,
      coalesce(sum(h.places) filter (where b.id = ${basketId}), 0)::int as visitor_places,
      count(*)::int as network_items, coalesce(sum(h.places), 0)::int as network_places
    from basket b join hold h on h.basket_id = b.id and h.state = 'held' and h.held_until > ${now}
    where b.id = ${basketId} or b.network = ${network}`.execute(tx)
  return rows[0] ?? { visitorItems: 0, visitorPlaces: 0, networkItems: 0, networkPlaces: 0 }
}

/**
 * Before places are taken: what the network holds, how long it has held each of the occurrences without booking, and
 * whether one of them is nearly full.
 */
export const readPressure = async (
  tx: Tx,
  {
    network,
    occurrenceIds,
    publicIds,
  }: { network: string | null; occurrenceIds: readonly number[]; publicIds: readonly string[] },
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
      select h.occurrence_id, h.places, h.state, h.created_at, h.held_until, h.ended_at
      from basket b join hold h on h.basket_id = b.id where b.network = ${network}
    )
    select
      (select count(*) from of_network n where n.state = 'held' and n.held_until > ${now})::int as network_items,
      exists (select 1 from wanted w where w.capacity >= ${smallest}
        and w.places_taken >= w.capacity * ${share}::numeric) as nearly_full,
      exists (
        select 1 from wanted w join of_network n on n.occurrence_id = w.id
        where n.created_at > ${since} and (
          -- A place that was booked and cancelled or moved has no end of its hold.
          (n.state in ('released', 'expired') and n.held_until is not null)
          or (n.state = 'held' and (n.held_until <= ${now} or n.created_at < ${usualEnd})))
        group by w.id, w.capacity
        having sum(n.places * extract(epoch from least(coalesce(n.ended_at, n.held_until), ${now}) - n.created_at))
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
  await sql`update basket set network = null where network is not null and updated_at < ${before}`.execute(tx)
}
