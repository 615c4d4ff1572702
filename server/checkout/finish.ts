import { reconcileMovedSessions } from '#server/bookings/changeSession.ts'
import { bookingConfirmed } from '#server/bookings/messages.ts'
import { placeOrder, toOrderRow } from '#server/bookings/orders.ts'
import type { NewOrder, PlacedOrder, Sale } from '#server/bookings/orders.ts'
import { completeMove } from '#server/bookings/paidMoves.ts'
import { orderById } from '#server/bookings/read.ts'
import { activateMembership } from '#server/joining/activate.ts'
import type { Paid } from '#server/joining/activate.ts'
import { collectFromCardOf } from '#server/memberships/cards.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotice, sendNotices } from '#server/notices/send.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact, transactOrUndo } from '#server/platform/transact.ts'
import { notifyReferenced } from './messages.ts'
import { capturePayment, markPlaceLost, moveTo, voidPayment } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { isMove } from './rules.ts'
import { completePayments, lockTransaction, transactionBy } from './sql.ts'
import type { Agreement, Transaction } from './sql.ts'
import { toOrderPayments } from './tenders.ts'

export type Done = Pick<PlacedOrder, 'id' | 'reference' | 'basketUuid'>

/**
 * Makes the order of an authorised payment and captures its money, or voids it when a place is lost. Idempotent, also
 * when run concurrently or after a crash: the client calls it, and reconciliation if the client is gone.
 * @returns the order; null when the payment's status allows none
 */
export const finish = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<{ done: Done | null; current: Transaction }> => {
  let made: Made
  try {
    const done = await makeOrderTogether(services.db, transaction, orderOf(transaction), now)
    made =
      done === null
        ? await transact(services.db, (tx) => makeOrder(tx, transaction, now))
        : { done, current: { ...transaction, status: 'completed', orderId: done.id } }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'place_lost') throw error
    const lostItems = (error.errors?.['items'] ?? []).map((text) => text(operatorMessages()))
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
  return { done, current }
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

const makeOrder = async (tx: Tx, transaction: Transaction, now: Date): Promise<Made> => {
  const current = await lockTransaction(tx, transaction)
  if (current.orderId !== null) {
    const order = await orderById(tx, current.orderId)
    if (order === undefined) throw new Error('A payment is of an order that is not there.')
    return { done: order, current }
  }
  if (current.status !== 'authorised') return { done: null, current }
  const { agreement, amount } = current
  const order = isMove(current)
    ? await completeMove(tx, current, now)
    : await placeOrder(tx, orderOf(current), now)
  if (!isMove(current)) await reconcileMovedSessions(tx, current, order.id, now)
  const isPaid = amount === 0
  await moveTo(
    tx,
    current,
    { to: 'completed', orderId: order.id, ...(isPaid ? { nextAttemptAt: null, capturedAt: now } : {}) },
    now,
  )
  await confirm(
    tx,
    {
      ...current,
      ...agreement,
      orderId: order.id,
      transactionId: current.id,
      savedCard: agreement.savedCard ?? null,
    },
    now,
  )
  return { done: order, current: { ...current, status: 'completed', orderId: order.id } }
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

/** Activates a membership that was joined or changes the card of one, and confirms bookings by e-mail. */
export const confirm = async (tx: Tx, placed: Confirming, now: Date): Promise<void> => {
  const { operatorId, email: to, orderId, source } = placed
  // The message of the move has been queued.
  if (source === 'booking-move') return
  if (source === 'online-joining') await activateMembership(tx, placed, now)
  else if (to !== null) await sendNotice(tx, bookingConfirmed, { operatorId, to }, { orderId }, now)
  await collectFromCardOf(tx, placed, now)
  await notifyReferenced(tx, operatorMessages(), { ...placed, items: placed.sale.items }, now)
}

/**
 * Orders of concurrent payments, made in one transaction: what most orders are, bookings paid by card. Whatever needs
 * more (credit, benefits, penalties, a membership) is left to the caller, which makes such orders one by one.
 */

type Request = { payment: Transaction; order: NewOrder; now: Date }

/** Whether bookings paid by card are all there is to the order. */
const isPlain = ({ agreement: { sale, source, tenders } }: Transaction): boolean =>
  source !== 'online-joining' &&
  source !== 'booking-move' &&
  tenders.credits.length === 0 &&
  tenders.account === 0 &&
  sale.penalties.length === 0 &&
  sale.lines.length > 0 &&
  sale.items.every(({ customerReference }) => customerReference === null)

/** The orders of payments, by payment; none when places of one are gone, since nothing says yet whose. */
const completeAll = async (db: Database, requests: readonly Request[]): Promise<Map<number, Done>> => {
  const now = new Date(Math.max(...requests.map((request) => request.now.getTime())))
  const paid = requests.map(({ payment, order }) => ({ paymentId: payment.id, order: toOrderRow(order) }))
  const orders = await transactOrUndo(db, async (tx) => {
    const completed = await completePayments(tx, paid, now)
    if (completed === null) return null
    const done = new Map<number, Done>()
    for (const { paymentId, orderId, basketUuid, venueIds } of completed) {
      const reference = paid.find((one) => one.paymentId === paymentId)?.order.reference
      if (reference !== undefined) done.set(paymentId, { id: orderId, reference, basketUuid })
      venueIds?.forEach(tx.invalidate)
    }
    const confirmed = requests.flatMap(({ payment: { id, operatorId, agreement } }) => {
      const orderId = done.get(id)?.id
      const to = agreement.email
      return orderId === undefined || to === null ? [] : [{ operatorId, to, facts: { orderId } }]
    })
    await sendNotices(tx, bookingConfirmed, confirmed, now)
    return done
  })
  return orders ?? new Map()
}

const orderBatches = createBatchers(
  async (db, requests: Request[]): Promise<(Done | null)[]> => {
    // Two callers may complete a payment at once: the second finds the order of the first.
    const first = requests.filter(
      ({ payment }, index) => requests.findIndex((request) => request.payment.id === payment.id) === index,
    )
    const done = await completeAll(db, first)
    return requests.map((request) =>
      first.includes(request) ? (done.get(request.payment.id) ?? null) : null,
    )
  },
  { name: 'orders', batchSize: 32, inFlight: 2 },
)

/** @returns null when the order must be made by itself: it is no plain one, or locked, made or lost already */
const makeOrderTogether = async (
  db: Database,
  payment: Transaction,
  order: NewOrder,
  now: Date,
): Promise<Done | null> =>
  payment.status === 'authorised' && isPlain(payment) ? orderBatches(db, { payment, order, now }) : null
