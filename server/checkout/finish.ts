import { reconcileMovedSessions } from '#server/bookings/changeSession.ts'
import { bookingConfirmed } from '#server/bookings/messages.ts'
import { placeOrders } from '#server/bookings/orders.ts'
import type { NewOrder, PlacedOrder, Sale } from '#server/bookings/orders.ts'
import { completeMove } from '#server/bookings/paidMoves.ts'
import { orderById } from '#server/bookings/read.ts'
import { invoicePaidBy, payInvoiceByCard } from '#server/hirers/cardPayments.ts'
import type { PaidInvoice } from '#server/hirers/cardPayments.ts'
import { activateMembership } from '#server/joining/activate.ts'
import type { Paid } from '#server/joining/activate.ts'
import { collectFromCardOf } from '#server/memberships/paymentMethods.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotices } from '#server/notices/send.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { notifyReferenced } from './messages.ts'
import { capturePayment, markPlaceLost, movePayments, voidPayment } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { isInvoice, isMove, planNextAttempt } from './rules.ts'
import { lockTransactions, transactionBy } from './sql.ts'
import type { Agreement, Transaction } from './sql.ts'
import { toOrderPayments } from './tenders.ts'

export type Done = Pick<PlacedOrder, 'id' | 'reference' | 'basketUuid'> | PaidInvoice

/**
 * Makes the order of an authorised payment and captures its money, or voids it when a place is lost. Idempotent, also
 * when run concurrently or after a crash: the client calls it, and reconciliation if the client is gone.
 * @returns the order; null when the payment's status allows none
 */
export const finish = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<Made> => {
  const made = await makeOrder(services.db, transaction, now)
  if (made instanceof Refusal) {
    const lostItems = (made.errors?.['items'] ?? []).map((text) => text(operatorMessages()))
    await transact(services.db, (tx) => markPlaceLost(tx, transaction, lostItems, now))
    const current = (await transactionBy(services.db, transaction.uuid)) ?? transaction
    if (current.status === 'voiding')
      await immediately(services, current, () => voidPayment(services, current, now))
    return { done: null, current }
  }
  const { done, current } = made
  if (done !== null && current.capturedAt === null && current.amount > 0) {
    await immediately(services, current, () => capturePayment(services, current, now))
  }
  return made
}

/** Tries at once what reconciliation does otherwise, and will repeat if it fails here. */
const immediately = async (
  { log }: CheckoutServices,
  { uuid }: Transaction,
  what: () => Promise<void>,
): Promise<void> => {
  try {
    await what()
  } catch (error) {
    log.warn({ err: error, transactionUuid: uuid }, 'left to the payment driver')
  }
}

type Made = { done: Done | null; current: Transaction }

/**
 * Makes the orders of payments, each once. Those that others have locked are waited for or left out. No two share a
 * basket, a buyer or a penalty; a move of a booking and an invoice come alone, since the caller must roll back where they
 * are refused.
 * @returns by payment the order, none where its status allows none, or the refusal `place_lost`
 * @throws Refusal `place_lost` of a move or an invoice
 */
export const makeOrders = async (
  tx: Tx,
  payments: readonly Transaction[],
  { waits }: { waits: boolean },
  now: Date,
): Promise<Map<number, Made | Refusal>> => {
  const locked = await lockTransactions(
    tx,
    payments.map(({ id }) => id),
    { waits },
  )
  const answers = new Map<number, Made | Refusal>()
  for (const current of locked)
    if (current.status !== 'authorised')
      answers.set(current.id, { done: await orderMade(tx, current), current })
  const authorised = locked.filter(({ status }) => status === 'authorised')
  const placed = await placePaid(tx, authorised, now)
  const made: { current: Transaction; order: Done }[] = []
  for (const [index, current] of authorised.entries()) {
    const order = placed[index] ?? failInvariant('a payment was not answered')
    if (order instanceof Refusal) answers.set(current.id, order)
    else made.push({ current, order })
  }
  await movePayments(
    tx,
    made.map(({ current: { id, amount }, order }) => ({
      id,
      to: 'completed',
      ...(order.id === null ? {} : { orderId: order.id }),
      at: now,
      ...(amount === 0
        ? { nextAttemptAt: null, capturedAt: now }
        : { nextAttemptAt: planNextAttempt('completed', now) }),
    })),
  )
  await confirmOrders(
    tx,
    made.flatMap(({ current, order }) =>
      order.id === null
        ? []
        : [
            {
              ...current,
              ...current.agreement,
              orderId: order.id,
              transactionId: current.id,
              savedCard: current.agreement.savedCard ?? null,
            },
          ],
    ),
    now,
  )
  for (const { current, order } of made)
    answers.set(current.id, { done: order, current: { ...current, status: 'completed', orderId: order.id } })
  return answers
}

/** The order that a payment has become, or the invoice that it has paid. */
const orderMade = async (tx: Tx, payment: Transaction): Promise<Done | null> => {
  const { orderId, status } = payment
  if (orderId !== null) return (await orderById(tx, orderId)) ?? failInvariant('an order is not there')
  return isInvoice(payment) && status === 'completed' ? invoicePaidBy(tx, payment) : null
}

const placePaid = async (
  tx: Tx,
  payments: readonly Transaction[],
  now: Date,
): Promise<(Done | Refusal)[]> => {
  const [first] = payments
  if (first === undefined) return []
  if (isMove(first)) return [await completeMove(tx, first, now)]
  if (isInvoice(first)) return [await payInvoiceByCard(tx, first, now)]
  const placed = await placeOrders(tx, payments.map(orderOf), now)
  for (const [index, payment] of payments.entries()) {
    const order = placed[index]
    if (order !== undefined && !(order instanceof Refusal) && order.hasChangedSessions)
      await reconcileMovedSessions(tx, payment, order.id, now)
  }
  return placed
}

/** The order that the payer agreed to. */
const orderOf = ({ id, agreement, operatorId, basketId, customerId, amount }: Transaction): NewOrder => ({
  ...agreement,
  operatorId,
  basketId,
  customerId,
  payments: [
    ...toOrderPayments(agreement.tenders),
    ...(amount === 0 ? [] : [{ tenderType: 'card' as const, creditType: null, amount, transactionId: id }]),
  ],
})

type Confirming = Paid &
  Pick<Agreement, 'email' | 'source' | 'membershipIds'> & {
    operatorId: number
    customerId: number | null
    sale: Pick<Sale, 'items'>
  }

/** Activates memberships that were joined, changes the cards of others, and confirms bookings by e-mail. */
export const confirmOrders = async (tx: Tx, placed: readonly Confirming[], now: Date): Promise<void> => {
  // The message of a move has been queued.
  const orders = placed.filter(({ source }) => source !== 'booking-move')
  const confirmed = orders.flatMap(({ operatorId, email: to, orderId, source }) =>
    source === 'online-joining' || to === null ? [] : [{ operatorId, to, facts: { orderId } }],
  )
  await sendNotices(tx, bookingConfirmed, confirmed, now)
  for (const order of orders) {
    if (order.source === 'online-joining') await activateMembership(tx, order, now)
    await collectFromCardOf(tx, order, now)
    await notifyReferenced(tx, operatorMessages(), { ...order, items: order.sale.items }, now)
  }
}

/** Makes the order of a payment: together with others, or by itself where it must wait for another call. */
const makeOrder = async (db: Database, payment: Transaction, now: Date): Promise<Made | Refusal> => {
  const made = isMove(payment) || isInvoice(payment) ? undefined : await orders(db, { payment, now })
  if (made !== undefined) return made
  try {
    const alone = await transact(db, (tx) => makeOrders(tx, [payment], { waits: true }, now))
    return alone.get(payment.id) ?? failInvariant('a payment is not there')
  } catch (error) {
    if (error instanceof Refusal && error.code === 'place_lost') return error
    throw error
  }
}

type Request = { payment: Transaction; now: Date }

/** The orders of payments that are to be completed at the same time. Nothing waits for a lock that another call has. */
const orders = createBatchers(
  async (db, requests: Request[]): Promise<(Made | Refusal | undefined)[]> => {
    const now = new Date(Math.max(...requests.map((request) => request.now.getTime())))
    const payments: Transaction[] = []
    for (const { payment } of requests)
      if (!payments.some((other) => areTied(payment, other))) payments.push(payment)
    const made = await transact(db, (tx) => makeOrders(tx, payments, { waits: false }, now))
    return requests.map(({ payment }) => made.get(payment.id))
  },
  { name: 'orders', batchSize: 32, inFlight: 2 },
)

/** Whether two payments change the same basket, account or penalty, so that one is completed after the other. */
const areTied = (one: Transaction, other: Transaction): boolean =>
  one.basketId === other.basketId ||
  (one.customerId !== null && one.customerId === other.customerId) ||
  penaltiesOf(one).some((id) => penaltiesOf(other).includes(id))

const penaltiesOf = ({ agreement }: Transaction): number[] =>
  agreement.sale.penalties.map(({ penaltyId }) => penaltyId)
