import { encode } from 'uqr'
import type { BasketItem } from '#contract/baskets.ts'
import type { Booking, CompleteOrder } from '#contract/bookings.ts'
import { formatted, money } from '#contract/money.ts'
import type { MovePayment, MoveTime } from '#contract/moves.ts'
import { date, duration, instant, localDay, time } from '#contract/time.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Seller } from '#server/operator/find.ts'
import { createPng } from '#server/platform/png.ts'
import {
  cancelling,
  differenceOf,
  isCalledOff,
  netTaxOf,
  refundablePartsOf,
  refundParts,
  stillToRefund,
  sumOfParts,
  whyNotMovable,
} from './rules.ts'
import type { PaidDays, SoldItem } from './orders.ts'
import type { Refunding } from './rules.ts'
import type { BookingRow, RefundPart } from './sql/bookings.ts'
import type { MovePaymentRow } from './sql/moves.ts'
import type { OrderRefundRow, OrderRow, PaymentRow } from './sql/orders.ts'

type PresentOptions = { currencySymbol: string; now: Date }

/** `viewerId` is the customer who reads it; left out where only the buyer and staff do. */
type BookingOptions = PresentOptions & { viewerId?: number | null }

/** Clients read a date this far in the future as "does not expire" (wire §10). */
const never = '2100-01-01'

/** The name of what was bought with its ticket type: "Swim, Adult". */
export const titleOf = (messages: Messages, booking: Pick<BookingRow, 'name' | 'ticketName'>): string =>
  booking.ticketName === null
    ? booking.name
    : messages.bookings.titleWithTicket({ name: booking.name, ticket: booking.ticketName })

/** Who takes part, by name; `''` where no one has been named. */
export const attendeeOf = ({ firstName, lastName }: Pick<BookingRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** BOOKING of the wire. */
export const presentBooking = (
  messages: Messages,
  booking: BookingRow,
  { currencySymbol, now, viewerId = booking.customerId }: BookingOptions,
): Booking => {
  const { timezone: zone } = booking
  const day = date(booking.localDate, zone, now)
  const startsAt = time(booking.startsAt, zone)
  const endsAt = time(booking.endsAt, zone)
  const lasts = duration(Math.round((booking.endsAt.getTime() - booking.startsAt.getTime()) / 60_000))
  const terms = cancelling(booking, now)
  const parts = refundParts(stillToRefund(booking, terms.refund), booking.tenders, refundingOf(booking))
  const refund = money(sumOfParts(parts), currencySymbol)
  const isBuyer = booking.customerId === null || viewerId === booking.customerId
  const asCredit = isBuyer ? sumOfParts(parts, 'credit') : 0
  const whole = refundParts(stillToRefund(booking, booking.price), booking.tenders, refundingOf(booking))
  const left = refundablePartsOf(booking, refundingOf(booking))
  const presentPart = presentRefundPart(currencySymbol)
  const name = titleOf(messages, booking)
  return {
    id: booking.id,
    bookingExpiresAt: date(never, zone, now),
    canBeCancelled: terms.canBeCancelled,
    canBeMoved: !isCalledOff(booking) && whyNotMovable(booking, now) === null,
    status: booking.status,
    cancellationCutoff: {
      isAfterCutoff: terms.isAfterCutoff,
      cutoffAction: terms.cutoffAction,
      cutoffMessage: cutoffMessage(messages, terms, booking, currencySymbol),
      cutoffAt: instant(terms.cutoffAt),
    },
    cancellationRefund: {
      ...refund,
      to: refundTo(parts, booking.isByPackage && terms.givesBackUses),
      parts: byDestination(parts).map(presentPart),
    },
    fullRefund: money(sumOfParts(whole), currencySymbol),
    refundable: {
      ...money(sumOfParts(left), currencySymbol),
      parts: byDestination(left).map(presentPart),
    },
    isBuyer,
    attended: booking.status === 'attended',
    awardsCredit: {
      canBeAwarded: asCredit > 0,
      message:
        asCredit > 0 ? messages.bookings.creditBack({ amount: formatted(asCredit, currencySymbol) }) : '',
    },
    refunds: booking.refunds.map((one) => ({ ...presentPart(one), status: one.status })),
    item: {
      id: booking.idForm === 'v2' ? booking.publicId : booking.occurrenceId,
      compositeKey: booking.compositeKey,
      date: day,
      startsAt,
      endsAt,
      duration: lasts,
      location: {
        id: String(booking.locationId),
        name: booking.locationName,
        type: 'resource',
        slug: booking.locationSlug,
        venueId: booking.venueId,
        venueSlug: booking.venueSlug,
      },
    },
    category: booking.activityName,
    categorySlug: booking.activitySlug,
    venue: booking.venueName,
    venueType: booking.venueType,
    venueName: booking.venueName,
    venueSlug: booking.venueSlug,
    simpleName: name,
    price: formatted(booking.price, currencySymbol),
    date: day.fullDatePretty,
    time: `${startsAt.format24Hour} - ${endsAt.format24Hour} (${lasts})`,
    description: '',
    order: booking.position,
    orderId: booking.orderId,
    activityId: booking.occurrenceId,
    bookedFor: { userId: booking.personId, firstName: booking.firstName, lastName: booking.lastName },
    accessCode: booking.accessCode,
    proofOfAge: booking.asksProofOfAge,
  }
}

export const presentRefundPart =
  (currencySymbol: string) =>
  ({ destination, amount }: Pick<RefundPart, 'destination' | 'amount'>) => ({
    to: destination,
    amount,
    formatted: formatted(amount, currencySymbol),
  })

/** A refund of so many pence of a booking, by destination. */
export const presentRefund = (booking: BookingRow, pence: number, currencySymbol: string) => {
  const parts = refundParts(pence, booking.tenders, refundingOf(booking))
  return {
    ...money(sumOfParts(parts), currencySymbol),
    parts: byDestination(parts).map(presentRefundPart(currencySymbol)),
  }
}

/** One sum for each destination; two credit types are one destination. */
export const byDestination = (parts: readonly RefundPart[]): Pick<RefundPart, 'destination' | 'amount'>[] =>
  [...new Set(parts.map(({ destination }) => destination))].map((destination) => ({
    destination,
    amount: sumOfParts(parts, destination),
  }))

/** How the buyer is refunded when they cancel: what the venue has called off, and what a visitor paid, to the source. */
export const refundingOf = ({
  customerId,
  isAccountClosed,
  wasVisitors,
  refundsTo,
  occurrenceStatus,
}: Pick<
  BookingRow,
  'customerId' | 'isAccountClosed' | 'wasVisitors' | 'refundsTo' | 'occurrenceStatus'
>): Refunding => ({
  hasAccount: customerId !== null && !isAccountClosed && !wasVisitors,
  cardTo: isCalledOff({ occurrenceStatus }) ? 'card' : refundsTo,
})

/** The wire's name of the destination: the card when any part goes there. */
export const refundTo = (
  parts: readonly RefundPart[],
  isVisitBack: boolean,
): Booking['cancellationRefund']['to'] => {
  if (parts.some(({ destination }) => destination === 'card')) return 'card'
  if (parts.some(({ destination }) => destination === 'credit' || destination === 'account')) return 'credit'
  return isVisitBack ? 'package' : 'none'
}

const cutoffMessage = (
  messages: Messages,
  { cutoffAction }: { cutoffAction: 'no_refund' | 'fee' | null },
  { lateCancelFee }: BookingRow,
  currencySymbol: string,
): string | null => {
  if (cutoffAction === null) return null
  return cutoffAction === 'fee'
    ? messages.bookings.lateFee({ amount: formatted(lateCancelFee ?? 0, currencySymbol) })
    : 'Non-refundable'
}

type PlacedOrder = {
  order: OrderRow
  bookings: readonly BookingRow[]
  payments: readonly PaymentRow[]
  refunds: readonly OrderRefundRow[]
  seller: Seller
}

/** Whether an order has a receipt: each that was paid, and what always comes with one. */
export const hasReceipt = ({ total, items }: Pick<OrderRow, 'total' | 'items'>): boolean =>
  total > 0 || items.some((item) => item.enablePrintReceipt)

/** Who sold: the venues of the bookings, or the seller's own. */
export const presentSeller = (
  { name, legalName, address, phone, email, vatNumber }: Seller,
  bookings: readonly BookingRow[],
): CompleteOrder['seller'] => {
  const venues = new Set(bookings.map(addressOf))
  return {
    name: legalName === '' ? name : legalName,
    address: venues.size === 0 ? [address].filter(Boolean) : [...venues],
    phone,
    email,
    vatNumber,
  }
}

const addressOf = ({ venueName, addressLineOne, town, postcode }: BookingRow): string =>
  [venueName, addressLineOne, town, postcode].filter(Boolean).join(', ')

/** The order as its buyer sees it. */
export const presentOrder = (
  messages: Messages,
  { order, bookings, payments, refunds, seller }: PlacedOrder,
  presented: PresentOptions,
): CompleteOrder => ({
  id: order.id,
  completeOrderId: order.id,
  uuid: order.basketUuid,
  reference: order.reference,
  status: order.status,
  placedAt: instant(order.placedAt),
  email: order.email,
  total: order.total,
  formattedTotal: formatted(order.total, presented.currencySymbol),
  taxTotal: order.taxTotal,
  subTotal: order.total - order.taxTotal,
  itemCount: order.items.length,
  items: order.items.map((item) => currentState(messages, item, presented.now)),
  bookings: bookings.map((booking) => presentBooking(messages, booking, presented)),
  payments: payments.map(({ id, tenderType, creditType, amount, status }) => ({
    id,
    tenderType,
    type: creditType,
    amount,
    formattedAmount: formatted(amount, presented.currencySymbol),
    status,
  })),
  refunds: refunds.map((refund) => ({
    ...presentRefundPart(presented.currencySymbol)(refund),
    status: refund.status,
  })),
  netTaxTotal: bookings.reduce((sum, booking) => sum + netTaxOf(booking), 0),
  enablePrintReceipt: hasReceipt(order),
  seller: presentSeller(seller, bookings),
  isVisitors: order.customerId === null,
  isAddressProven: false,
  contact: null,
  voidableUntil: null,
})

/** What a line says besides its name. */
export const notesOf = (
  { bookings: { paidOnce, paidDays: worded }, format }: Messages,
  { notes, paidDays }: Pick<SoldItem, 'notes'> & { paidDays?: PaidDays | undefined },
): string[] => {
  if (paidDays === undefined) return notes
  if (paidDays === 'once') return [paidOnce]
  const { from, until, isMonth } = paidDays
  const day = isMonth ? format.shortDate : format.longDate
  return [worded({ from: day(from), until: day(until) })]
}

/** An item as it was paid for; only the days until it depend on the time of reading. */
const currentState = (messages: Messages, { paidDays, ...item }: SoldItem, now: Date): BasketItem => ({
  ...item,
  notes: notesOf(messages, { ...item, paidDays }),
  heldUntil: null,
  cartableResource:
    item.cartableResource === null
      ? null
      : {
          ...item.cartableResource,
          date: date(item.cartableResource.date.raw, item.cartableResource.date.tz, now),
        },
})

/** A time that a booking can be moved to. `price` is pence. */
export type FreeTime = {
  publicId: string
  startsAt: Date
  endsAt: Date
  localDate: string
  locationId: number
  locationSlug: string
  locationName: string
  spaces: number
  price: number
}

/** What the second world calls the kinds of activity (wire §5). */
export const v2Types = { classes: 'classes', courts: 'resources', tickets: 'ticketed' } as const

export const presentMoveTime = (
  booking: BookingRow,
  free: FreeTime,
  currencySymbol: string,
  now: Date,
): MoveTime => {
  const { timezone: zone, venueId, venueSlug } = booking
  const { refund, surcharge } = differenceOf(booking.price, free.price)
  return {
    id: free.publicId,
    date: date(free.localDate, zone, now),
    startsAt: time(free.startsAt, zone),
    endsAt: time(free.endsAt, zone),
    duration: duration(Math.round((free.endsAt.getTime() - free.startsAt.getTime()) / 60_000)),
    location: {
      id: String(free.locationId),
      name: free.locationName,
      type: 'resource',
      slug: free.locationSlug,
      venueId,
      venueSlug,
    },
    spaces: free.spaces,
    price: money(free.price, currencySymbol),
    refund: presentRefund(booking, refund, currencySymbol),
    surcharge: money(surcharge, currencySymbol),
    isAfterCutoff: cancelling({ ...booking, startsAt: free.startsAt }, now).isAfterCutoff,
  }
}

type Location = Pick<ItemRow, 'locationId' | 'locationName' | 'locationSlug' | 'venueId' | 'venueSlug'>

/** @param there where the new time is */
export const presentMovePayment = (
  messages: Messages,
  { id, status, startsAt, endsAt, price, surcharge, heldUntil }: MovePaymentRow,
  booking: BookingRow,
  there: Location,
  { currencySymbol, now }: { currencySymbol: string; now: Date },
): MovePayment => {
  const { timezone: zone } = booking
  return {
    id,
    status,
    booking: presentBooking(messages, booking, { currencySymbol, now }),
    to: {
      date: date(localDay(startsAt, zone), zone, now),
      startsAt: time(startsAt, zone),
      endsAt: time(endsAt, zone),
      duration: duration(Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)),
      location: {
        id: String(there.locationId),
        name: there.locationName,
        type: 'resource',
        slug: there.locationSlug,
        venueId: there.venueId,
        venueSlug: there.venueSlug,
      },
    },
    price: money(price, currencySymbol),
    surcharge: money(surcharge, currencySymbol),
    heldUntil: status === 'held' && heldUntil !== null && heldUntil > now ? instant(heldUntil) : null,
    isAfterCutoff: cancelling({ ...booking, startsAt }, now).isAfterCutoff,
  }
}

const pixelsPerModule = 8

/** A QR code as a PNG: mail programs show no SVG. */
export const presentQrCode = (text: string): Buffer => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const isDark = (x: number, y: number): boolean =>
    data[Math.floor(y / pixelsPerModule)]?.[Math.floor(x / pixelsPerModule)] === true
  return createPng(size * pixelsPerModule, (x, y) => !isDark(x, y))
}
