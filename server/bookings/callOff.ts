import type { Reach } from '#contract/bookings.ts'
import type { Tx } from '#server/platform/database.ts'
import { tryOut } from '#server/platform/transact.ts'
import { countReach } from './followUps.ts'
import { bookingsByIds, lockOrdersOf } from './read.ts'
import { reverseSale } from './reverseSale.ts'
import { bookedOf } from './sql/bookings.ts'
import type { BookingRow, RefundPart } from './sql/bookings.ts'

/** A booking of a session that is called off, with what comes back of it. */
type Reversal = Pick<BookingRow, 'id' | 'quantity'> & { parts: readonly RefundPart[] }

/**
 * What would become of the bookings of sessions, were they called off now. It is done and undone, so that nothing else is
 * refunded later. Their orders stay locked.
 */
export const findCallOffEffect = async (
  tx: Tx,
  sessionIds: readonly number[],
  now: Date,
): Promise<{ reversals: Reversal[]; reach: Reach }> => {
  const ids = (await bookedOf(tx, sessionIds)).map(({ id }) => id)
  await lockOrdersOf(tx, ids)
  const bookings = (await bookingsByIds(tx, ids)).filter(
    ({ status, occurrenceId }) =>
      sessionIds.includes(occurrenceId) && (status === 'booked' || status === 'attended'),
  )
  const undone = await tryOut(tx, () => reverseSale(tx, bookings, 'venue', null, now))
  return {
    reversals: undone.map(({ booking: { id, quantity }, parts }) => ({ id, quantity, parts })),
    reach: await countReach(tx, ids),
  }
}

/** Whether these are all that have booked sessions. */
export const isBookedBy = async (
  tx: Tx,
  sessionIds: readonly number[],
  bookings: readonly Pick<Reversal, 'id'>[],
): Promise<boolean> => {
  const expected = new Set(bookings.map(({ id }) => id))
  const booked = await bookedOf(tx, sessionIds)
  return booked.length === expected.size && booked.every(({ id }) => expected.has(id))
}
