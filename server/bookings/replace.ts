import { sql } from 'kysely'
import { findBoughtLine, moveLine } from '#server/baskets/moves.ts'
import { movePlaces } from '#server/holds/places.ts'
import type { MoveResult } from '#server/holds/places.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { saveMovedLine } from './move.ts'
import { bookingsByIds, lockOrdersOf } from './read.ts'
import { findMoveContext, saveMove } from './sql/moves.ts'

type Replaced = 'ok' | 'not_booked' | 'no_such_session' | MoveResult['outcome']

/**
 * Puts a booking into another session of the same kind, at the price that was paid and whatever the terms: the venue
 * wants it, not the customer. Nothing is written to anyone.
 * @returns why not; the booking stays where it is then
 */
export const replaceSession = async (
  tx: Tx,
  messages: Messages,
  { bookingId, sessionId }: { bookingId: number; sessionId: number },
  currencySymbol: string,
  now: Date,
): Promise<Replaced> => {
  await lockOrdersOf(tx, [bookingId])
  const [booking] = await bookingsByIds(tx, [bookingId])
  const context = await findMoveContext(tx, bookingId)
  const line = context === undefined ? undefined : await findBoughtLine(tx, context)
  if (booking?.status !== 'booked' || context === undefined || line === undefined) return 'not_booked'
  const [similar] = await listSimilar(tx, line, { most: 1, sessionId }, now)
  if (similar === undefined) return 'no_such_session'
  const moved = await movePlaces(tx, line.holdId, sessionId, now)
  if (moved.outcome !== 'ok') return moved.outcome
  const to = { occurrenceId: sessionId, holdId: moved.newHold }
  await moveLine(tx, line.id, to)
  await saveMove(tx, bookingId, { ...to, price: booking.price, tax: booking.tax, refund: 0 }, now)
  await saveMovedLine(tx, messages, { orderId: booking.orderId, ...context }, currencySymbol, now)
  tx.invalidate(booking.venueId)
  return 'ok'
}

/** As many as are offered, or tried: others may take the places of the first meanwhile. */
const most = 20

/** What can be had instead of so many places of a session, the nearest first. */
export const listReplacements = (
  tx: Tx,
  places: { occurrenceId: number; places: number },
  now: Date,
): Promise<Similar[]> => listSimilar(tx, places, { most }, now)

/** Whether a session can be had instead of another. */
export const isReplacement = async (
  tx: Tx,
  occurrenceId: number,
  sessionId: number,
  now: Date,
): Promise<boolean> =>
  (await listSimilar(tx, { occurrenceId, places: 0 }, { most: 1, sessionId }, now)).length > 0

/** A session that a booking can be put into. Instants in UTC. */
export type Similar = {
  id: number
  name: string
  startsAt: Date
  endsAt: Date
  localDate: string
  locationName: string
  timezone: string
  /** Free places before baskets and floor are looked at. */
  spaces: number
}

/**
 * Sessions to come that can be had instead of another, the nearest first: of the same activity, at the same prices, of
 * the same name or, of courts, of the same length.
 * @param wanted.sessionId one alone, whether or not it has places
 */
const listSimilar = async (
  tx: Tx,
  { occurrenceId, places }: { occurrenceId: number; places: number },
  { most, sessionId = null }: { most: number; sessionId?: number | null },
  now: Date,
): Promise<Similar[]> => {
  const { rows } = await sql<Similar>`
    select o.id, o.name, o.starts_at, o.ends_at, o.local_date, l.name as location_name, v.timezone,
      o.capacity - o.places_taken as spaces
    from occurrence one
    join activity a on a.id = one.activity_id
    join occurrence o on o.activity_id = one.activity_id
    join location l on l.id = o.location_id
    join venue v on v.id = o.venue_id
    where one.id = ${occurrenceId} and o.id <> one.id and o.status = 'scheduled' and o.starts_at > ${now}
      and o.venue_id = one.venue_id and o.band = one.band
      and case when a.kind = 'courts' then o.ends_at - o.starts_at = one.ends_at - one.starts_at else o.name = one.name end
      and (o.id = ${sessionId}::int or ${sessionId}::int is null and o.places_taken + ${places}::int <= o.capacity)
    order by abs(extract(epoch from o.starts_at - one.starts_at)), o.id limit ${most}`.execute(tx)
  return rows
}
