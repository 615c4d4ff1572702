import type { BookingRow } from './queries.ts'

export type Cancelling = {
  canBeCancelled: boolean
  isAfterCutoff: boolean
  cutoffAt: Date
  /** What the cutoff takes away now; null before it. */
  cutoffAction: 'no_refund' | 'fee' | null
  /** Pence given back for cancelling now. */
  refund: number
}

type Cancellable = Pick<BookingRow, 'status' | 'startsAt' | 'price' | 'freeCancelMinutes' | 'lateCancelFee'>

/**
 * What cancelling a booking gives at an instant. "Four hours before" is elapsed time, whatever the clocks do in
 * between (architecture.md §8).
 */
export const cancelling = (booking: Cancellable, now: Date): Cancelling => {
  const cutoffAt = new Date(booking.startsAt.getTime() - booking.freeCancelMinutes * 60_000)
  const isAfterCutoff = now > cutoffAt
  const canBeCancelled = booking.status === 'booked' && now < booking.startsAt
  const fee = booking.lateCancelFee ?? booking.price
  const refund = isAfterCutoff ? Math.max(0, booking.price - fee) : booking.price
  return {
    canBeCancelled,
    isAfterCutoff,
    cutoffAt,
    cutoffAction: isAfterCutoff ? (booking.lateCancelFee === null ? 'no_refund' : 'fee') : null,
    refund: canBeCancelled ? refund : 0,
  }
}

type Placed = { operatorId: number; customerId: number | null; basketUuid: string }
type Asker = {
  operator: { id: number }
  person: { id: number } | null
  isStaff: boolean
  basketUuid: string | null
}

/** Whether somebody may see an order: the customer it belongs to, the basket that placed it, staff (wire §10). */
export const maySee = (order: Placed, asker: Asker): boolean => {
  if (order.operatorId !== asker.operator.id) return false
  if (asker.isStaff) return true
  if (order.customerId !== null) return order.customerId === asker.person?.id
  return asker.basketUuid !== null && asker.basketUuid === order.basketUuid
}
