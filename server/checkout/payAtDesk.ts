import type { checkout, PaidAtDesk } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import { formatted, money } from '#contract/money.ts'
import { venueTender } from '#contract/tenders.ts'
import { lockBasketOf } from '#server/baskets/find.ts'
import type { BasketRow } from '#server/baskets/rules.ts'
import { bookingConfirmed } from '#server/bookings/messages.ts'
import { placeOrder } from '#server/bookings/orders.ts'
import type { PlacedOrder, Sale } from '#server/bookings/orders.ts'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import { sumOf } from '#server/credits/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { mayEverywhere, requireAt } from '#server/platform/rights.ts'
import { standAtTill } from '#server/tills/list.ts'
import { changeDue, creditTenders, deskTenderErrors, listManualTenders } from './rules.ts'
import {
  basketEmpty,
  busy,
  paymentMismatch,
  requireAcceptedTerms,
  requireAnswers,
  soldLines,
  walkInPayer,
} from './sale.ts'
import { venuesOfBasket } from './sql.ts'
import { tendersFor, toOrderPayments } from './tenders.ts'

type PayBody = Body<typeof checkout.payAtDesk>

/**
 * Takes payment at the desk and makes the order, in one transaction, with its entries in the till's books and in the
 * audit log.
 * @throws Refusal of wire §9
 */
export const payAtDesk = async (tx: Tx, actor: Actor, body: PayBody, now: Date): Promise<PaidAtDesk> => {
  const { id: actorId, tokenDigest } = staffOf(actor)
  const errors = deskTenderErrors(body.payments)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (body.tillId !== undefined && body.tillId !== null) await standAtTill(tx, actor, body.tillId, now)
  const basket = await lockBasketOf(tx, actor)
  if (basket === null || basket.status === 'paymentComplete') throw basketEmpty()
  if (basket.status === 'paymentProcessing') throw busy()
  if (!mayEverywhere(actor, 'sell'))
    for (const venueId of await venuesOfBasket(tx, basket.id)) requireAt(actor, 'sell', venueId)

  const placed = await sell(tx, actor, basket, body, tokenDigest, now)
  const change = changeDue(body.payments)
  await recordAudit(
    tx,
    {
      actorId,
      forCustomerId: actor.customerId,
      act: isOnArrival(body) ? acts.bookedOnArrival : acts.paymentTaken,
      subject: `order:${placed.id}`,
      detail: {
        payments: body.payments.filter(({ amount }) => amount > 0),
        change,
        printReceipt: body.printReceipt,
      },
    },
    now,
  )
  const order = { completeOrderId: placed.id, reference: placed.reference }
  return {
    status: 'success',
    ...order,
    orderUuid: placed.basketUuid,
    changeDue: money(change, actor.operator.currencySymbol),
    data: order,
  }
}

const isOnArrival = ({ payments }: Pick<PayBody, 'payments'>): boolean =>
  payments.some(({ tenderType, amount }) => tenderType === venueTender && amount > 0)

/**
 * What is paid on arrival is one payment of the whole order, so that what is cancelled before comes off it; a penalty
 * counts as paid with its order. Who owes it can be rung.
 */
const requireOwable = (
  { customerId }: Actor,
  {
    sale,
    tenders,
    left,
    phone,
  }: { sale: Sale; tenders: readonly unknown[]; left: number; phone: string | undefined },
): void => {
  if (tenders.length > 1 || left < sale.total || sale.penalties.length > 0)
    throw new Refusal('payment_mismatch', (messages) => messages.checkout.wholeOnArrival)
  if (customerId === null && !phone) throw invalid({ phone: [(messages) => messages.checkout.enterPhone] })
}

const sell = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  body: PayBody,
  sellerLogin: Buffer,
  now: Date,
): Promise<PlacedOrder> => {
  const { customerId, operator } = actor
  if (customerId !== null) await lockCreditAccounts(tx, basket.id, customerId)
  const { sale, lines } = await soldLines(tx, actor, basket, { itemHash: body.itemHash }, now)
  const tendered = listManualTenders(body.payments)
  const { left, ...tenders } = await tendersFor(
    tx,
    actor,
    basket.id,
    sale.total,
    creditTenders(body.payments),
    now,
  )
  const missing = left - sumOf(tendered)
  if (missing > 0) {
    throw new Refusal('unpaid_balance', (messages) =>
      messages.checkout.unpaidBalance({ amount: formatted(missing, operator.currencySymbol) }),
    )
  }
  if (missing < 0) throw paymentMismatch()
  if (isOnArrival(body)) requireOwable(actor, { sale, tenders: tendered, left, phone: body.phone })
  requireAnswers(lines)
  await requireAcceptedTerms(tx, actor, body)
  const { email, payer } = await walkInPayer(tx, actor, body)
  const placed = await placeOrder(
    tx,
    {
      sale,
      email,
      payer,
      operatorId: basket.operatorId,
      basketId: basket.id,
      customerId,
      source: body.source,
      terms: body.terms,
      payments: [...toOrderPayments(tenders), ...tendered],
      sellerLogin,
    },
    now,
  )
  if (email !== null) {
    const recipient = { operatorId: basket.operatorId, to: email }
    await sendNotice(tx, bookingConfirmed, recipient, { orderId: placed.id }, now)
  }
  return placed
}
