import { sql } from 'kysely'
import type { PlaceHolder } from '#contract/baskets.ts'
import { localDay, time } from '#contract/time.ts'
import { lapsePlaces } from '#server/holds/places.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireVenue } from '#server/venues/find.ts'

/** Customers, visitors and networks that hold many places of a venue's coming sessions. */
export const listPlaceHolders = async (
  tx: Tx,
  actor: Actor,
  venueSlug: string,
  now: Date,
): Promise<PlaceHolder[]> => {
  const { id, timezone } = await requireVenue(tx, actor, venueSlug)
  const holders = await findHolders(tx, id, now)
  return holders.map(({ since, until, sessions, ...holder }) => ({
    ...holder,
    since: time(since, timezone),
    until: time(until, timezone),
    sessions: sessions.map(({ startsAt, ...session }) => ({
      ...session,
      day: localDay(new Date(startsAt), timezone),
      startsAt: time(new Date(startsAt), timezone),
    })),
  }))
}

/**
 * Ends the holds that a visitor or network has at a venue, as if their time had run out: the lines stay in the basket
 * and say so. Baskets that are being paid for stay held.
 * @returns how many places came free
 */
export const freeHeldPlaces = async (
  tx: Tx,
  actor: Actor,
  { venue: venueSlug, basketId, reason }: { venue: string; basketId: number; reason: string },
  now: Date,
): Promise<{ places: number }> => {
  const { id: actorId } = staffOf(actor)
  const venue = await requireVenue(tx, actor, venueSlug)
  const holds = await lockHoldsOfHolder(tx, venue.id, basketId, now)
  const places = holds.reduce((sum, hold) => sum + hold.places, 0)
  if (holds.length === 0) return { places }
  await lapsePlaces(
    tx,
    holds.map(({ id }) => id),
    now,
  )
  await recordAudit(
    tx,
    {
      actorId,
      forCustomerId: null,
      act: acts.heldPlacesFreed,
      subject: `venue:${venueSlug}`,
      detail: { reason, places, basketId },
    },
    now,
  )
  tx.invalidate(venue.id)
  return { places }
}
/** A holder with fewer lines and fewer places than these is a household that chooses, and is not listed. */
const fewestItems = 4

const fewestPlaces = 8

/** Holders listed at a time. */
const mostHolders = 50

/**
 * Live holds of coming sessions of a venue in baskets. `network` is null for a customer with a confirmed address, who is
 * known by it.
 */
const heldInBaskets = (venueId: number, now: Date) => sql`
  select h.id, h.places, h.created_at, h.held_until, h.occurrence_id, b.id as basket_id, b.status, c.id as customer_id,
    case when c.email_verified_at is null then coalesce(b.network_48, b.network) end as network
  from hold h
  join occurrence o on o.id = h.occurrence_id and o.venue_id = ${venueId} and o.starts_at > ${now}
  join basket b on b.id = h.basket_id
  left join customer c on c.id = b.customer_id
  where h.state = 'held' and h.held_until > ${now} and b.source <> 'open-booking'
    and (c.id is null or c.role = 'customer')`

type HolderRow = {
  basketId: number
  isNetwork: boolean
  customer: { name: string; reference: string } | null
  baskets: number
  places: number
  beingPaid: number
  since: Date
  until: Date
  sessions: { id: number; name: string; locationName: string; startsAt: string; places: number }[]
}

/** Holders of many places, the most places first. Baskets of one network are one holder. */
const findHolders = async (tx: Tx, venueId: number, now: Date): Promise<HolderRow[]> => {
  const { rows } = await sql<HolderRow>`
    with held as (${heldInBaskets(venueId, now)}), sums as (
      select min(basket_id) as basket_id, network, count(distinct basket_id)::int as baskets, sum(places)::int as places,
        coalesce(sum(places) filter (where status = 'paymentProcessing'), 0)::int as being_paid,
        min(created_at) as since, max(held_until) as until, max(customer_id) as customer_id
      from held group by coalesce(network, basket_id::text), network
      having count(*) >= ${fewestItems} or sum(places) >= ${fewestPlaces}
      order by places desc, basket_id limit ${mostHolders}
    )
    select s.basket_id, s.network is not null and s.baskets > 1 as is_network,
      case when s.baskets = 1 and c.id is not null then
        json_build_object('name', c.first_name || ' ' || c.last_name, 'reference', c.reference) end as customer, s.baskets, s.places, s.being_paid, s.since,
      s.until, (
        select json_agg(json_build_object('id', o.id, 'name', o.name, 'locationName', l.name, 'startsAt', o.starts_at,
          'places', p.places) order by o.starts_at, l.name, o.id)
        from (
          select h.occurrence_id, sum(h.places)::int as places from held h
          where h.network = s.network or h.basket_id = s.basket_id group by h.occurrence_id
        ) p join occurrence o on o.id = p.occurrence_id join location l on l.id = o.location_id
      ) as sessions
    from sums s left join customer c on c.id = s.customer_id order by s.places desc, s.basket_id`.execute(tx)
  return rows
}

const networkOfHolder = (venueId: number, basketId: number, now: Date) =>
  sql`select n.network from (${heldInBaskets(venueId, now)}) n where n.basket_id = ${basketId} limit 1`

/**
 * Locks the baskets of a holder that are not being paid for.
 * @returns their live holds at the venue
 */
const lockHoldsOfHolder = async (
  tx: Tx,
  venueId: number,
  basketId: number,
  now: Date,
): Promise<{ id: number; places: number }[]> => {
  await sql`select 1 from basket
    where id in (select h.basket_id from (${heldInBaskets(venueId, now)}) h
      where h.basket_id = ${basketId} or h.network = (${networkOfHolder(venueId, basketId, now)}))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: number; places: number }>`
    select h.id, h.places from (${heldInBaskets(venueId, now)}) h
    where h.status = 'open'
      and (h.basket_id = ${basketId} or h.network = (${networkOfHolder(venueId, basketId, now)}))`.execute(tx)
  return rows
}
