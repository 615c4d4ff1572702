import type { Answer } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { date, time } from '#contract/time.ts'
import type { Bookable } from '#server/baskets/rules.ts'
import type { Similar } from '#server/bookings/replace.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { presentOpportunity } from '#server/openactive/opportunities.ts'
import type { Facts, Published, PublishedOffer } from '#server/openactive/opportunities.ts'
import { feedsOf, openBookingPath } from '#server/openactive/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import { currencyOf } from '#server/operator/rules.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import type { OptionOnOffer } from '#server/pricing/rules.ts'
import {
  bookingErrors,
  isCancelled,
  isPersonal,
  orderAddress,
  orderTypes,
  prepaymentOf,
  statusOf,
  totalOf,
} from './rules.ts'
import type {
  BookingErrorType,
  OrderItemRequest,
  OrderKind,
  OrderRequest,
  Prepayment,
  PricedPlace,
} from './rules.ts'
import type { BookedItem } from './sql/orders.ts'
import type { Seller } from './sql/partners.ts'

/** An OrderItem of a call with what it names. */
export type Draft = {
  position: number
  request: OrderItemRequest
  published: Published | null
  offer: PublishedOffer | null
  /** What its place is held and charged as; null when it cannot be booked. */
  line: OpportunityPrice | null
  errors: PresentedError[]
  /** What the operator wants to know about it, as the item is presented. */
  details: Json
  /** What the customer has answered. */
  answers: Answers
}

/** One place at a price. Pence. */
export type OpportunityPrice = {
  bookable: Bookable
  option: OptionOnOffer
  vatRate: number
  /** Places of the session that one takes: a family ticket has several. */
  places: number
  prepayment: Prepayment | null
  /** As the feed has it. */
  offer: Json
}

export type Answers = { questionId: number; value: string | number | boolean }[]

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

type Envelope = { kind: OrderKind; uuid: string; request: OrderRequest; seller: Seller }

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
    accessCode: [
      { '@type': 'PropertyValue', name: operatorMessages().openBooking.accessCode, description: accessCode },
    ],
    accessPass: [
      { '@type': 'ImageObject', url },
      { '@type': 'Barcode', url, text: accessCode, 'beta:codeType': 'qr' },
    ],
    ...(joinLink === ''
      ? {}
      : {
          accessChannel: {
            '@type': 'VirtualLocation',
            name: operatorMessages().openBooking.onlineRoom,
            url: joinLink,
          },
        }),
  }
}

/** An item that answers no item of the call. */
export const withoutPosition = ({ position: _position, ...item }: Json): Json => item

export const sellerAddress = ({ slug, site }: Seller): string => feedsOf(slug, site)

/** Who sells, inside an order. */
const presentSeller = (seller: Seller): Json =>
  withoutEmpty({
    '@type': 'Organization',
    '@id': sellerAddress(seller),
    identifier: seller.slug,
    name: seller.name,
    legalName: seller.legalName === '' ? seller.name : seller.legalName,
    taxMode: seller.taxMode === 'net' ? 'https://openactive.io/TaxNet' : 'https://openactive.io/TaxGross',
    url: `${seller.site}/`,
    telephone: seller.phone,
    email: seller.email,
    vatID: seller.vatNumber,
    ...(seller.sameAs.length === 0 ? {} : { sameAs: seller.sameAs }),
    isOpenBookingAllowed: seller.openBooking,
    address: withoutEmpty({
      '@type': 'PostalAddress',
      streetAddress: seller.streetAddress,
      addressLocality: seller.town,
      addressRegion: seller.region,
      postalCode: seller.postcode,
      addressCountry: 'GB',
    }),
    ...termsOf(seller, 'TermsOfUse'),
  })

/** The system the order is booked in. */
const presentBookingService = (seller: Seller): Json => ({
  '@type': 'BookingService',
  name: seller.name,
  url: `${seller.site}/`,
  ...termsOf(seller, 'Terms'),
})

const termsOf = ({ bookingTermsUrl, name }: Seller, type: 'Terms' | 'TermsOfUse') =>
  bookingTermsUrl === ''
    ? {}
    : { termsOfService: [{ '@type': type, name, url: bookingTermsUrl, requiresExplicitConsent: false }] }

/** The standard wants nothing that says nothing. */
const withoutEmpty = (whole: Json): Json =>
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''))

/** An offer inside an order, which does not say how it is booked. */
const presentOffer = (offer: Json): Json =>
  Object.fromEntries(Object.entries(offer).filter(([name]) => name !== 'openBookingFlowRequirement'))

/** With so many places left. */
const withPlacesLeft = (opportunity: Json, places: number): Json => ({
  ...opportunity,
  ...('remainingUses' in opportunity ? { remainingUses: places } : { remainingAttendeeCapacity: places }),
})

/** An item of an order with what has become of it. */
export const presentItemStatus = (booked: BookedItem, site: string): Json => {
  const status = statusOf(booked)
  const message =
    booked.cancellationMessage ??
    (status.endsWith('/SellerCancelled') ? operatorMessages().openBooking.calledOffByVenue : null)
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

/** An order in the orders feed: what has become of it, and nothing of people. */
export const presentFeedOrder = (
  { uuid, answer }: { uuid: string; answer: string },
  booked: readonly BookedItem[],
  facts: ReadonlyMap<number, Facts>,
): Json => {
  const first = JSON.parse(answer) as FirstAnswer
  return {
    '@context': orderContext,
    '@type': 'Order',
    '@id': first['@id'],
    identifier: uuid,
    orderedItem: booked.map((item) => presentFeedItem(item, siteOf(first), facts.get(item.occurrenceId))),
    ...presentRemainingTotals(booked, first),
  }
}

const presentFeedItem = (booked: BookedItem, site: string, facts: Facts | undefined): Json => {
  const item = presentItemStatus(booked, site) as Record<string, unknown>
  const status = Object.fromEntries(Object.entries(item).filter(([name]) => !isPersonal(name)))
  return { ...status, ...(facts === undefined ? {} : { orderedItem: presentOpportunity(facts).inFeed }) }
}

const ofProposal = new Set(['@context', '@type', '@id', 'orderedItem', 'totalPaymentDue', 'totalPaymentTax'])

const without = (whole: Json, isLeftOut: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !isLeftOut(name)))

/** A proposal in its feed, of which version and status are added later: nothing of people. */
export const presentProposal = (answered: Json, drafts: readonly Draft[]): Json => ({
  ...without(answered, (name) => !ofProposal.has(name)),
  orderedItem: (answered['orderedItem'] as readonly Json[]).map((item, index) => ({
    ...without(item, (name) => isPersonal(name) || name === 'position'),
    orderedItem: drafts[index]?.published?.inFeed,
  })),
})

type SessionInstead = Answer<(typeof openBooking)['listReplacements']>['sessions'][number]

export const presentSessionInstead = (
  { id, name, startsAt, endsAt, localDate, locationName, timezone, spaces }: Similar,
  now: Date,
): SessionInstead => ({
  id,
  name,
  locationName,
  spaces,
  date: date(localDate, timezone, now),
  startsAt: time(startsAt, timezone),
  endsAt: time(endsAt, timezone),
})

/** What a broker reads of a failure. */
type PresentedError = {
  '@type': BookingErrorType
  name: string
  description?: string
  /** The `@id` of the question that an answer is wrong for. */
  instance?: string
  statusCode: number
}

/** The `error` of an item, inside an order. */
export const itemError = (
  type: BookingErrorType,
  more: { description?: string; instance?: string } = {},
): PresentedError => ({
  '@type': type,
  name: operatorMessages().openBooking.failures[type],
  ...more,
  statusCode: bookingErrors[type],
})

/** The whole answer to a call that failed. */
export const presentError = (type: BookingErrorType, description?: string) => ({
  '@context': 'https://openactive.io/',
  ...itemError(type, description === undefined ? {} : { description }),
})

type TaxSpecification = {
  '@type': 'TaxChargeSpecification'
  name: string
  price: number
  priceCurrency: string
  rate: number
}

const taxOf = (rate: number, pence: number, priceCurrency: string): TaxSpecification => ({
  '@type': 'TaxChargeSpecification',
  name:
    rate === 0
      ? operatorMessages().openBooking.vatExempt
      : operatorMessages().openBooking.vatAt({ rate: rate / 100 }),
  price: pence / 100,
  priceCurrency,
  rate: rate / 10_000,
})

/** The tax of one place. */
export const unitTax = ({ price, vatRate }: PricedPlace, currency: string): TaxSpecification[] => [
  taxOf(vatRate, taxWithin(price, vatRate), currency),
]

/** `totalPaymentDue` and `totalPaymentTax` of an order, the tax by its rates. */
export const totalsOf = (
  places: readonly PricedPlace[],
  { currency, prepayment }: { currency: string; prepayment: Prepayment },
) => {
  const rates = [...new Set(places.map(({ vatRate }) => vatRate))].toSorted((one, other) => one - other)
  return {
    totalPaymentDue: {
      '@type': 'PriceSpecification',
      price: totalOf(places) / 100,
      priceCurrency: currency,
      openBookingPrepayment: `https://openactive.io/${prepayment}`,
    },
    ...(rates.length === 0
      ? {}
      : {
          totalPaymentTax: rates.map((rate) => {
            const tax = places
              .filter(({ vatRate }) => vatRate === rate)
              .reduce((sum, { price }) => sum + taxWithin(price, rate), 0)
            return taxOf(rate, tax, currency)
          }),
        }),
  }
}
