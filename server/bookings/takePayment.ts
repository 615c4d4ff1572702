import type { bookings } from '#contract/bookings.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { formatted, money } from '#contract/money.ts'
import type { LaterTender } from '#contract/tenders.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { standAtTill } from '#server/tills/list.ts'
import { recordDuePaid } from '#server/tills/takings.ts'
import { bookingsByIds, orderById } from './read.ts'
import { describeCard } from './rules.ts'
import type { CardAtTerminal } from './rules.ts'
import { lockDue, saveCollected } from './sql/orders.ts'

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

/**
 * Takes at the desk what an order pays at the venue, for its places that are not cancelled: in the order, in the till
 * and in the audit log.
 * @param paid `amount` is the one on the screen, in pence
 * @returns pence taken
 * @throws Refusal `not_found`, `already_settled`, `nothing_due`, `payment_mismatch`, `invalid` for too little cash
 */
export const collectDue = async (
  tx: Tx,
  actor: Actor,
  { orderId, tenderType, amount: expected, amountTendered, ...card }: DuePaid,
  now: Date,
): Promise<number> => {
  const { id: actorId } = staffOf(actor)
  const payment = await lockDue(tx, { orderId, operatorId: actor.operator.id })
  if (payment === undefined) {
    const order = await orderById(tx, orderId)
    if (order?.operatorId !== actor.operator.id) throw notFound()
    throw new Refusal('nothing_due', (messages) => messages.bookings.nothingDue)
  }
  if (payment.collectedAt !== null)
    throw new Refusal('already_settled', (messages) => messages.bookings.duePaid)
  const { id: paymentId, due: amount } = payment
  if (amount === 0) throw new Refusal('nothing_due', (messages) => messages.bookings.nothingDue)
  if (expected !== undefined && expected !== amount)
    throw new Refusal('payment_mismatch', (messages) =>
      messages.bookings.dueChanged({ amount: formatted(amount, actor.operator.currencySymbol) }),
    )
  const tendered = tenderType === 'cash' ? (amountTendered ?? null) : null
  if (tendered !== null && tendered < amount)
    throw invalid({ amount_tendered: [(messages) => messages.bookings.tooLittleCash] })
  const { lastFour = null } = card
  await saveCollected(tx, paymentId, { tenderType, amount, cardLastFour: lastFour, at: now, by: actorId })
  const entry = { tenderType, amount, tendered, reference: describeCard(card) }
  await recordDuePaid(tx, actor, { orderId, paymentId, ...entry }, now)
  const detail = { tenderType, amount }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.duePaid, subject: `order:${orderId}`, detail },
    now,
  )
  return amount
}

type DuePaid = {
  orderId: number
  tenderType: LaterTender
  amount?: number | undefined
  /** The cash received. */
  amountTendered?: number | undefined
} & CardAtTerminal
