import type { bookings } from '#contract/bookings.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { standAtTill } from '#server/tills/stand.ts'
import { collectDue } from './orders.ts'
import { bookingsByIds } from './read.ts'

/**
 * Takes on arrival what the order of a booking owes.
 * @throws Refusal `not_found`, `already_settled`, `nothing_due`, `payment_mismatch`
 */
export const takePayment = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { tillId, ...paid }: Body<(typeof bookings)['takePayment']>,
  now: Date,
): Promise<Answer<(typeof bookings)['takePayment']>> => {
  const [booking] = await bookingsByIds(tx, [bookingId])
  if (booking?.operatorId !== actor.operator.id) throw notFound()
  if (tillId !== undefined) await standAtTill(tx, actor, tillId, now)
  const amount = await collectDue(tx, actor, { ...paid, orderId: booking.orderId }, now)
  const change = paid.tenderType === 'cash' ? (paid.amountTendered ?? amount) - amount : 0
  const { currencySymbol } = actor.operator
  return { amount: money(amount, currencySymbol), changeDue: money(change, currencySymbol) }
}
