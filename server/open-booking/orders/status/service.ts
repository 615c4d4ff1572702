import type { BookingAnswer, BookingCall } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import { bookedItemsOf, readPartnerOrder } from '#server/open-booking/orders/queries.ts'
import { uuidOf } from '#server/open-booking/requests/rules.ts'
import { presentItemStatus, presentRemainingTotals, siteOf } from './present.ts'
import type { FirstAnswer } from './present.ts'

/**
 * The state of an order: what was answered when it was booked, with what has become of its items.
 * @throws BookingError `UnknownOrderError`
 */
export const readStatus = async ({ db, partner, params }: BookingCall): Promise<BookingAnswer> => {
  const uuid = uuidOf(params)
  const order = uuid === null ? undefined : await readPartnerOrder(db, partner.id, uuid)
  if (order?.state !== 'order' || order.answer === null) throw new BookingError('UnknownOrderError')
  const booked = await bookedItemsOf(db, [order.id])
  const first = JSON.parse(order.answer) as FirstAnswer
  const body = {
    ...first,
    orderedItem: booked.map((item) => presentItemStatus(item, siteOf(first))),
    ...presentRemainingTotals(booked, first),
  }
  return { status: 200, body }
}
