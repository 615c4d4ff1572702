import { z } from 'zod'
import { cancelling } from '#server/bookings/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import type { BookedItem } from '#server/open-booking/orders/queries.ts'
import { isCancelled, itemAddress } from '#server/open-booking/orders/rules.ts'
import { parse, requireOnly, requireType } from '#server/open-booking/requests/rules.ts'

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
