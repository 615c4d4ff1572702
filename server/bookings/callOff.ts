import { isPartnerSource } from '#contract/orderSources.ts'
import type { Tx } from '#server/platform/database.ts'
import { tryOut } from '#server/platform/transact.ts'
import { bookingsByIds, lockOrdersOf } from './read.ts'
import { reverseSale } from './reverseSale.ts'
import { bookedOf } from './sql/bookings.ts'
import type { BookingRow, RefundPart } from './sql/bookings.ts'

/** A booking of a session that is called off: what comes back of it, and how its buyer hears of it. */
export type CalledOffBooking = Pick<BookingRow, 'id' | 'quantity'> & {
  parts: readonly RefundPart[]
  notified: 'by_email' | 'by_partner' | 'to_ring'
}

/**
 * What would become of the bookings of a session, were it called off now. It is done and undone, so that nothing else is
 * refunded later. Their orders stay locked.
 */
export const findCallOffEffect = async (
  tx: Tx,
  sessionId: number,
  now: Date,
): Promise<CalledOffBooking[]> => {
  const booked = await bookedOf(tx, sessionId)
  const ids = booked.map(({ id }) => id)
  await lockOrdersOf(tx, ids)
  const bookings = (await bookingsByIds(tx, ids)).filter(
    ({ status, occurrenceId }) =>
      occurrenceId === sessionId && (status === 'booked' || status === 'attended'),
  )
  const undone = await tryOut(tx, () => reverseSale(tx, bookings, 'venue', null, now))
  const addresses = new Map(booked.map(({ id, email }) => [id, email ?? '']))
  return undone.map(({ booking: { id, quantity, source }, parts }) => ({
    id,
    quantity,
    parts,
    notified: isPartnerSource(source) ? 'by_partner' : addresses.get(id) === '' ? 'to_ring' : 'by_email',
  }))
}

/** Whether these are all that have booked a session. */
export const isBookedBy = async (
  tx: Tx,
  sessionId: number,
  bookings: readonly Pick<CalledOffBooking, 'id'>[],
): Promise<boolean> => {
  const expected = new Set(bookings.map(({ id }) => id))
  const booked = await bookedOf(tx, sessionId)
  return booked.length === expected.size && booked.every(({ id }) => expected.has(id))
}
