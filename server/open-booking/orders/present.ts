import { accessCode as accessCodeName, onlineRoom } from '#server/messages/en/open-booking.ts'
import { presentOffer, withPlacesLeft } from '#server/open-booking/opportunities/present.ts'
import type { Draft } from '#server/open-booking/opportunities/service.ts'
import { orderTypes } from '#server/open-booking/requests/rules.ts'
import type { OrderRequest } from '#server/open-booking/requests/rules.ts'
import { presentBookingService, presentSeller } from '#server/open-booking/sellers/present.ts'
import type { Seller } from '#server/open-booking/sellers/queries.ts'
import { prepaymentOf, totalOf, totalsOf, unitTax } from '#server/open-booking/totals/rules.ts'
import type { PricedPlace } from '#server/open-booking/totals/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import { currencyOf } from '#server/operator/rules.ts'
import { orderAddress } from './rules.ts'
import type { OrderKind } from './rules.ts'

/** Errors that leave the price of an item as it is: the customer has only to say more. */
const unfinished = new Set(['IncompleteAttendeeDetailsError', 'IncompleteIntakeFormError'])

/** The places of an order that are paid for. */
export const pricedPlaces = (drafts: readonly Draft[]): PricedPlace[] =>
  drafts.flatMap(({ line, errors }) =>
    line === null || errors.some((error) => !unfinished.has(error['@type']))
      ? []
      : { price: line.option.price, vatRate: line.vatRate, prepayment: line.prepayment },
  )

/** An OrderItem of a quote, or of an order that could not be booked. */
export const presentItem = (
  { position, published, offer, line, errors, request, details }: Draft,
  seller: Seller,
  placesLeft: ReadonlyMap<number, number>,
): Json => {
  const left = line === null ? undefined : placesLeft.get(line.bookable.id)
  const place = line === null ? null : { price: line.option.price, vatRate: line.vatRate, prepayment: null }
  return {
    '@type': 'OrderItem',
    position,
    ...(offer === null ? {} : { acceptedOffer: presentOffer(offer) }),
    ...(published === null
      ? {}
      : { orderedItem: left === undefined ? published.embedded : withPlacesLeft(published.embedded, left) }),
    ...details,
    ...(request.attendee === undefined ? {} : { attendee: request.attendee }),
    ...(place === null ? {} : { unitTaxSpecification: unitTax(place, currencyOf(seller)) }),
    ...(errors.length === 0 ? {} : { error: errors }),
  }
}

/** Kinds of barcode are still in the standard's beta namespace. */
export const orderContext = ['https://openactive.io/', 'https://openactive.io/ns-beta']

export type Envelope = { kind: OrderKind; uuid: string; request: OrderRequest; seller: Seller }

/** An order with the items given: quoted, booked or refused. */
export const presentOrder = (
  { kind, uuid, request, seller }: Envelope,
  { items, places, more = {} }: { items: readonly Json[]; places: readonly PricedPlace[]; more?: Json },
): Json => ({
  '@context': kind === 'order' ? orderContext : 'https://openactive.io/',
  '@type': orderTypes[kind],
  '@id': orderAddress(seller.site, kind, uuid),
  brokerRole: request.brokerRole,
  ...(request.broker === undefined ? {} : { broker: request.broker }),
  seller: presentSeller(seller),
  bookingService: presentBookingService(seller),
  ...(request.customer === undefined ? {} : { customer: request.customer }),
  ...more,
  orderedItem: items,
  ...totalsOf(places, { currency: currencyOf(seller), prepayment: prepaymentOf(places) }),
  ...(request.payment === undefined || totalOf(places) === 0 ? {} : { payment: request.payment }),
})

/**
 * What opens the door for a booked place: its code, as text, as a picture and as a barcode, and the link to join online. The standard wants pictures
 * from https, which only a server for development does without.
 */
export const presentAccess = (
  site: string,
  { accessCode, joinLink }: { accessCode: string; joinLink: string },
): Json => {
  const url = `${site.replace(/^http:/, 'https:')}/codes/${accessCode}.png`
  return {
    accessCode: [{ '@type': 'PropertyValue', name: accessCodeName, description: accessCode }],
    accessPass: [
      { '@type': 'ImageObject', url },
      { '@type': 'Barcode', url, text: accessCode, 'beta:codeType': 'qr' },
    ],
    ...(joinLink === ''
      ? {}
      : { accessChannel: { '@type': 'VirtualLocation', name: onlineRoom, url: joinLink } }),
  }
}

/** An item that answers no item of the call. */
export const withoutPosition = ({ position: _position, ...item }: Json): Json => item
