import type { Receipt } from '#contract/bookings.ts'
import type { OrderFile } from '#server/bookings/calendar/service.ts'
import { hasReceipt } from '#server/bookings/present.ts'
import { orderFor } from '#server/bookings/service.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { receiptPdf } from './pdf/present.ts'
import { presentReceipt } from './present.ts'
import { receiptFacts } from './queries.ts'

/** @throws Refusal `not_found` for an order that is not the caller's, or that cost nothing */
export const readReceipt = async (tx: Tx, actor: Actor, orderId: number, now: Date): Promise<Receipt> => {
  const whole = await orderFor(tx, actor, orderId, now)
  if (!hasReceipt(whole.order)) throw notFound()
  return presentReceipt(whole, await receiptFacts(tx, orderId))
}

/** The receipt of an order as a file; null for an order that has none. */
export const receiptFile = async (tx: Tx, whole: OrderDetails): Promise<OrderFile | null> => {
  const { order } = whole
  if (!hasReceipt(order)) return null
  return {
    name: `${order.reference}.pdf`,
    mediaType: 'application/pdf',
    content: await receiptPdf(presentReceipt(whole, await receiptFacts(tx, order.id)), order.placedAt),
  }
}

/** The file for a message: where an item always comes with a receipt. Others are linked. */
export const attachedReceipt = async (tx: Tx, whole: OrderDetails): Promise<OrderFile | null> =>
  whole.order.items.some((item) => item.enablePrintReceipt) ? receiptFile(tx, whole) : null
