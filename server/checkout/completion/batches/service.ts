/**
 * Orders of concurrent payments, made in one transaction: what most orders are, bookings paid by card. Whatever needs
 * more (credit, benefits, penalties, a membership) is left to the caller, which makes such orders one by one.
 */
import { bookingConfirmed } from '#server/bookings/notices/service.ts'
import { toOrderRow } from '#server/bookings/orders/service.ts'
import type { NewOrder } from '#server/bookings/orders/service.ts'
import type { Done } from '#server/checkout/sale/service.ts'
import type { Transaction } from '#server/checkout/transactions/queries.ts'
import { sendNotices } from '#server/notices/service.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database } from '#server/platform/database.ts'
import { transactOrUndo } from '#server/platform/transact.ts'
import { completePayments } from './queries.ts'

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
export const makeOrderTogether = async (
  db: Database,
  payment: Transaction,
  order: NewOrder,
  now: Date,
): Promise<Done | null> =>
  payment.status === 'authorised' && isPlain(payment) ? orderBatches(db, { payment, order, now }) : null
