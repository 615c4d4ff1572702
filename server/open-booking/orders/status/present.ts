import { calledOffByVenue } from '#server/messages/en/open-booking.ts'
import { presentAccess, withoutPosition } from '#server/open-booking/orders/present.ts'
import type { BookedItem } from '#server/open-booking/orders/queries.ts'
import { isCancelled, statusOf } from '#server/open-booking/orders/rules.ts'
import type { Prepayment } from '#server/open-booking/requests/rules.ts'
import { totalsOf } from '#server/open-booking/totals/rules.ts'
import { openBookingPath } from '#server/openactive/rules.ts'
import type { Json } from '#server/openactive/rules.ts'

/** An item of an order with what has become of it. */
export const presentItemStatus = (booked: BookedItem, site: string): Json => {
  const status = statusOf(booked)
  const message =
    booked.cancellationMessage ?? (status.endsWith('/SellerCancelled') ? calledOffByVenue : null)
  // The link to join online may have changed.
  const { accessChannel: _before, ...item } = withoutPosition(booked.item)
  return {
    ...item,
    ...presentAccess(site, booked),
    orderItemStatus: status,
    ...(message === null ? {} : { cancellationMessage: message }),
    ...(booked.customerNotice === null ? {} : { customerNotice: booked.customerNotice }),
  }
}

/** What is due for the places that are not cancelled, in the terms of the first answer. */
export const presentRemainingTotals = (booked: readonly BookedItem[], first: FirstAnswer): Json => {
  const { priceCurrency: currency, openBookingPrepayment } = first.totalPaymentDue
  const left = booked.filter((item) => !isCancelled(item))
  const places = left.map(({ price, vatRate }) => ({ price, vatRate, prepayment: null }))
  const prepayment = (openBookingPrepayment.split('/').at(-1) ?? 'Required') as Prepayment
  return totalsOf(places, { currency, prepayment })
}

/** What an order was called by when it was booked begins with it. */
export const siteOf = (first: FirstAnswer): string => first['@id'].split(openBookingPath)[0] ?? ''

/** The answer an order was booked with. */
export type FirstAnswer = Readonly<Record<string, unknown>> & {
  '@id': string
  totalPaymentDue: { priceCurrency: string; openBookingPrepayment: string }
}
