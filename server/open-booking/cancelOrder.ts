import { z } from 'zod'
import { erasePayer } from '#server/bookings/orders.ts'
import { bookingsByIds, lockOrdersOf } from '#server/bookings/read.ts'
import { reverseSale } from '#server/bookings/reverseSale.ts'
import { cancelling } from '#server/bookings/rules.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { eraseAnswers } from '#server/waivers/answers.ts'
import type { BookingAnswer, BookingCall } from './calls.ts'
import { BookingError, isCancelled, itemAddress, parse, requireOnly, requireType, uuidOf } from './rules.ts'
import {
  bookedItemsOf,
  lockPartnerOrder,
  markCancelledByCustomer,
  markDeleted,
  recordOrderChange,
} from './sql/orders.ts'
import type { BookedItem } from './sql/orders.ts'
import { sellerById } from './sql/partners.ts'

/**
 * Cancels places for their customer, all that are named or none, within the terms. The partner refunds them.
 * @throws BookingError
 */
export const cancelItems = async (call: BookingCall): Promise<BookingAnswer> => {
  const ids = parseCancellation(call.body)
  const uuid = uuidOf(call.params)
  if (uuid === null) throw new BookingError('OrderItemNotWithinOrderError')
  return transact(call.db, async (tx) => {
    const order = await lockPartnerOrder(tx, call.partner.id, uuid)
    if (order?.state !== 'order') throw new BookingError('OrderItemNotWithinOrderError')
    const { site = call.site } = (await sellerById(tx, order.operatorId)) ?? {}
    const named = findNamed(ids, await bookedItemsOf(tx, [order.id]), { site, uuid })
    await lockOrdersOf(
      tx,
      named.map(({ bookingId }) => bookingId),
    )
    // Read again under the lock: staff may have cancelled them meanwhile.
    const numbers = named.map(({ number }) => number)
    const current = (await bookedItemsOf(tx, [order.id])).filter(({ number }) => numbers.includes(number))
    if (!current.every((item) => isCancellable(item, call.now)))
      throw new BookingError('CancellationNotPermittedError', operatorMessages().openBooking.notCancellable)
    const active = current.filter(({ status }) => status === 'booked')
    if (active.length > 0) {
      await markCancelledByCustomer(
        tx,
        order.id,
        active.map(({ number }) => number),
      )
      await reverse(tx, active, call.now)
    }
    return { status: 204 }
  })
}

const reverse = async (tx: Tx, items: readonly BookedItem[], now: Date): Promise<void> => {
  const bookings = await bookingsByIds(
    tx,
    items.map(({ bookingId }) => bookingId),
  )
  await reverseSale(tx, bookings, 'customer', null, now, { refund: 'full', to: 'terms' })
}

/**
 * Reverses an order as a whole, whatever its terms: its partner could not sell it after all. Its uuid is never used
 * again, and nothing personal is left.
 * @throws BookingError `UnknownOrderError`
 */
export const deleteOrder = async (call: BookingCall): Promise<BookingAnswer> => {
  const uuid = uuidOf(call.params)
  if (uuid === null) throw new BookingError('UnknownOrderError')
  return transact(call.db, async (tx) => {
    const order = await lockPartnerOrder(tx, call.partner.id, uuid)
    if (order?.state === 'deleted') return { status: 204 }
    if (order?.state !== 'order' || order.orderId === null) throw new BookingError('UnknownOrderError')
    const booked = await bookedItemsOf(tx, [order.id])
    await lockOrdersOf(
      tx,
      booked.map(({ bookingId }) => bookingId),
    )
    const active = (await bookedItemsOf(tx, [order.id])).filter(({ status }) => status === 'booked')
    if (active.length > 0) await reverse(tx, active, call.now)
    await markDeleted(tx, order.id)
    await erasePayer(tx, order.orderId)
    await eraseAnswers(
      tx,
      booked.map(({ basketItemId }) => basketItemId),
    )
    await recordOrderChange(tx, order.orderId)
    return { status: 204 }
  })
}

const patch = z.object({
  orderedItem: z
    .array(z.looseObject({ '@id': z.string().max(2000), orderItemStatus: z.unknown() }))
    .min(1)
    .max(100),
})

const orderNames = new Set(['@context', '@type', 'orderedItem'])

const itemNames = new Set(['@type', '@id', 'orderItemStatus'])

/**
 * The `@id`s of the items a customer cancels.
 * @throws BookingError
 */
export const parseCancellation = (body: unknown): string[] => {
  requireType(body, 'Order')
  requireOnly(body, orderNames)
  const { orderedItem } = parse(patch, body)
  for (const item of orderedItem) requireOnly(item, itemNames)
  if (
    orderedItem.some(({ orderItemStatus }) => orderItemStatus !== 'https://openactive.io/CustomerCancelled')
  )
    throw new BookingError('PatchNotAllowedOnPropertyError')
  return [...new Set(orderedItem.map((item) => item['@id']))]
}

/**
 * The items that are named, of those of the order.
 * @throws BookingError
 */
export const findNamed = (
  ids: readonly string[],
  booked: readonly BookedItem[],
  { site, uuid }: { site: string; uuid: string },
): BookedItem[] =>
  ids.map((id) => {
    const found = booked.find(({ number }) => itemAddress(site, uuid, number) === id)
    if (found !== undefined) return found
    const isOfOrder = id.startsWith(itemAddress(site, uuid, 0).slice(0, -1))
    throw new BookingError(
      isOfOrder || !id.includes('#/orderedItem/')
        ? 'OrderItemIdInvalidError'
        : 'OrderItemNotWithinOrderError',
    )
  })

/** Whether the customer gets all of it back, as the offer says; one that is cancelled already is so. */
export const isCancellable = (item: BookedItem, now: Date): boolean => {
  if (isCancelled(item)) return true
  const offer = item.item['acceptedOffer'] as Readonly<Record<string, unknown>> | undefined
  if (offer?.['allowCustomerCancellationFullRefund'] === false) return false
  const { canBeCancelled, isAfterCutoff } = cancelling(item, now)
  return canBeCancelled && !isAfterCutoff
}
