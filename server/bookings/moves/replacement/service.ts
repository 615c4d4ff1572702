import { findBoughtLine, moveLine } from '#server/baskets/moves.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/queries.ts'
import { findMoveContext, saveMove } from '#server/bookings/moves/queries.ts'
import { saveMovedLine } from '#server/bookings/moves/service.ts'
import { bookingsByIds } from '#server/bookings/service.ts'
import { movePlaces } from '#server/holds/places.ts'
import type { MoveResult } from '#server/holds/places.ts'
import type { Tx } from '#server/platform/database.ts'
import { listSimilar } from './queries.ts'
import type { Similar } from './queries.ts'

export type { Similar } from './queries.ts'

export type Replaced = 'ok' | 'not_booked' | 'no_such_session' | MoveResult['outcome']

/**
 * Puts a booking into another session of the same kind, at the price that was paid and whatever the terms: the venue
 * wants it, not the customer. Nothing is written to anyone.
 * @returns why not; the booking stays where it is then
 */
export const replaceSession = async (
  tx: Tx,
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
  await saveMovedLine(tx, { orderId: booking.orderId, ...context }, currencySymbol, now)
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

/** Puts a booking into the nearest session of the same kind that has a place. @returns which; null where there is none */
export const replaceByNearest = async (
  tx: Tx,
  { bookingId, ...places }: { bookingId: number; occurrenceId: number; places: number },
  currencySymbol: string,
  now: Date,
): Promise<number | null> => {
  for (const { id: sessionId } of await listReplacements(tx, places, now))
    if ((await replaceSession(tx, { bookingId, sessionId }, currencySymbol, now)) === 'ok') return sessionId
  return null
}
