import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type JoinRefusal =
  | 'already_on_waitlist'
  | 'places_free'
  | 'already_booked'
  | 'clash'
  | 'closed'
  | 'cancelled'
export type JoinResult = { outcome: 'ok'; entryId: number } | { outcome: JoinRefusal; entryId: null }

export const insertEntry = async (
  tx: Tx,
  joining: { occurrenceId: number; personId: number; actorId: number; form: 'v1' | 'v2'; places: number },
  now: Date,
): Promise<JoinResult> => {
  const { occurrenceId, personId, actorId, form, places } = joining
  const { rows } = await sql<JoinResult>`
    select outcome, entry_id
    from join_waitlist(${occurrenceId}, ${personId}, ${actorId}, ${form}, ${places}, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'closed', entryId: null }
}

export const endEntry = async (
  tx: Tx,
  leaving: { entryId: number; actorId: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ removed: boolean }>`
    select leave_waitlist(${leaving.entryId}, ${leaving.actorId}, ${now}) as removed`.execute(tx)
  return rows[0]?.removed ?? false
}

export type RangeJoining = {
  occurrenceIds: readonly number[]
  personId: number
  actorId: number
  form: 'v1' | 'v2'
  /** Wall times, `18:00`. */
  from: string
  to: string
}

export type JoinRangeResult = { outcome: 'ok'; rangeId: number } | { outcome: JoinRefusal; rangeId: null }

export const insertRange = async (
  tx: Tx,
  { occurrenceIds, personId, actorId, form, from, to }: RangeJoining,
  now: Date,
): Promise<JoinRangeResult> => {
  const { rows } = await sql<JoinRangeResult>`
    select outcome, range_id from join_waitlist_range(${occurrenceIds}::int[], ${personId}, ${actorId}, ${form},
      ${from}::time, ${to}::time, ${now})`.execute(tx)
  return rows[0] ?? { outcome: 'closed', rangeId: null }
}

export const endRange = async (
  tx: Tx,
  leaving: { rangeId: number; actorId: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ removed: boolean }>`
    select leave_waitlist_range(${leaving.rangeId}, ${leaving.actorId}, ${now}) as removed`.execute(tx)
  return rows[0]?.removed ?? false
}

export const reopenRange = async (
  tx: Tx,
  rejoining: { rangeId: number; actorId: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ resumed: boolean }>`
    select rejoin_waitlist_range(${rejoining.rangeId}, ${rejoining.actorId}, ${now}) as resumed`.execute(tx)
  return rows[0]?.resumed ?? false
}

/** Why a place cannot be offered: what became of the entry, or why there is no place. */
export type OfferRefusal =
  | 'offered'
  | 'taken'
  | 'passed'
  | 'closed'
  | 'left'
  | 'full'
  | 'held'
  | 'clash'
  | 'cancelled'
export type OfferOutcome = 'ok' | OfferRefusal

export const offerOutOfTurn = async (
  tx: Tx,
  offering: { entryId: number; actorId: number },
  now: Date,
): Promise<OfferOutcome> => {
  const { rows } = await sql<{ outcome: OfferOutcome }>`
    select offer_out_of_turn(${offering.entryId}, ${offering.actorId}, ${now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'closed'
}

/** Occurrences and the most places that may be taken of each. */
export type CapacityLimit = { id: number; capacity: number }

export const withdrawExcessOffers = async (
  tx: Tx,
  limits: readonly CapacityLimit[],
  now: Date,
): Promise<void> => {
  await sql`
    select withdraw_offers(o.id, x.capacity, ${now})
    from unnest(${limits.map(({ id }) => id)}::int[], ${limits.map(({ capacity }) => capacity)}::int[]) as x (id, capacity)
    join occurrence o on o.id = x.id and o.places_taken > x.capacity`.execute(tx)
}

export const lockAndPromote = async (tx: Tx, occurrenceId: number, now: Date): Promise<void> => {
  await sql`select lock_places(array[${occurrenceId}::int])`.execute(tx)
  await sql`select promote_waitlist(${occurrenceId}, ${now})`.execute(tx)
}

/** The caller holds the locks of the occurrences and their floor. */
export const promoteEntries = async (tx: Tx, occurrenceIds: readonly number[], now: Date): Promise<void> => {
  await sql`
    select promote_waitlist(w.occurrence_id, ${now})
    from (select distinct occurrence_id from waitlist_entry
      where state in ('waiting', 'offered') and occurrence_id = any(${occurrenceIds}::int[])) w`.execute(tx)
}
