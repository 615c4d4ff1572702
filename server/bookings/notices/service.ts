import { formatted } from '#contract/money.ts'
import { date, time } from '#contract/time.ts'
import { calendarFile, cancellingFile } from '#server/bookings/calendar/service.ts'
import { orderAddress } from '#server/bookings/links/service.ts'
import { receiptFile } from '#server/bookings/receipt/service.ts'
import { bookingsByIds, titleOf, orderDetails } from '#server/bookings/service.ts'
import type { BookingRow } from '#server/bookings/service.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database.ts'

/** A booking: what, when, where, and the access code. */
const describeBooking = (booking: BookingRow): { title: string; lines: string[] } => {
  const day = date(booking.localDate, booking.timezone, booking.createdAt)
  const from = time(booking.startsAt, booking.timezone).format24Hour
  const to = time(booking.endsAt, booking.timezone).format24Hour
  const address = [booking.venueName, booking.addressLineOne, booking.town, booking.postcode].filter(Boolean)
  return {
    title: booking.quantity > 1 ? `${booking.quantity} × ${titleOf(booking)}` : titleOf(booking),
    lines: [
      `${day.fullDatePretty}, ${from} to ${to}`,
      booking.locationName,
      address.join(', '),
      `Access code ${booking.accessCode}`,
    ],
  }
}

/** The first booking and its time, for a subject: "Yoga, Thu 4 Mar, 18:00". */
const describeFirst = (bookings: readonly BookingRow[], now: Date): string => {
  const [first] = bookings.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  if (first === undefined) return ''
  const { dayPretty, datePretty } = date(first.localDate, first.timezone, now)
  const at = `${dayPretty} ${datePretty}, ${time(first.startsAt, first.timezone).format24Hour}`
  const others = new Set(bookings.map(({ occurrenceId }) => occurrenceId)).size - 1
  return others === 0 ? `${first.name}, ${at}` : `${first.name}, ${at}, and ${others} more`
}

/** Confirms an order: bookings and payment, with the calendar file and, where there is one, the receipt. */
export const bookingConfirmed: NoticeKind<{ orderId: number }> = {
  kind: 'booking_confirmed',
  about: ({ orderId }) => `order:${orderId}`,
  write: async ({ orderId }, { tx, sites, now }) => {
    const whole =
      (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
    const { order, bookings, payments, seller } = whole
    const paid = payments.reduce((sum, payment) => sum + payment.amount, 0)
    const penalties = order.items
      .filter(({ type }) => type === 'penalty')
      .map(({ name, price }) => ({ title: name, lines: [`${price.formatted}, paid`] }))
    const title = bookings.length > 0 ? "You're booked" : 'Thank you for your payment'
    const what =
      bookings.length > 0 ? describeFirst(bookings, now) : order.items.map(({ name }) => name).join(', ')
    const tax =
      order.taxTotal > 0 ? `, of which ${formatted(order.taxTotal, seller.currencySymbol)} is VAT` : ''
    const receipt = await receiptFile(whole)
    return {
      subject: `${title}: ${what}`,
      heading: title,
      blocks: [
        { type: 'text', text: `Your order number is ${order.reference}.` },
        { type: 'list', items: [...bookings.map(describeBooking), ...penalties] },
        {
          type: 'text',
          text:
            paid === 0
              ? 'There was nothing to pay.'
              : `You paid ${formatted(paid, seller.currencySymbol)}${tax}.`,
        },
        {
          type: 'link',
          label: bookings.length > 0 ? 'See or cancel your booking' : 'See your order',
          href: await orderAddress(tx, sites.bookings, { ...order, bookings }, now),
        },
        ...(order.customerId === null ? [keepLinkPrivate] : []),
      ],
      attachments: [calendarFile(whole), ...(receipt === null ? [] : [receipt])],
    }
  },
}

const keepLinkPrivate = {
  type: 'text',
  text: 'Anyone with this link can see and cancel your booking, so keep this e-mail to yourself.',
} as const

/** A new link to a visitor's order, for whoever asked at its address. */
export const orderLinkSent: NoticeKind<{ orderId: number; requestedAt: string }> = {
  kind: 'order_link_sent',
  about: ({ orderId, requestedAt }) => `order:${orderId} ${requestedAt}`,
  write: async ({ orderId }, { tx, sites, now }) => {
    const { order, bookings } =
      (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
    return {
      subject: `Your booking: ${describeFirst(bookings, now)}`,
      heading: 'Your booking',
      blocks: [
        { type: 'text', text: `Here is your link to order ${order.reference}.` },
        { type: 'list', items: bookings.map(describeBooking) },
        {
          type: 'link',
          label: 'See or cancel your booking',
          href: await orderAddress(tx, sites.bookings, { ...order, bookings }, now),
        },
        keepLinkPrivate,
      ],
    }
  },
}

const loadBooking = async (tx: Tx, bookingId: number): Promise<BookingRow> =>
  (await bookingsByIds(tx, [bookingId]))[0] ??
  failInvariant('a message is about a booking that does not exist')

const about = ({ bookingId }: { bookingId: number }): string => `booking:${bookingId}`

export const bookingReminder: NoticeKind<{ bookingId: number }> = {
  kind: 'booking_reminder',
  about,
  write: async ({ bookingId }, { tx, sites, now }) => {
    const booking = await loadBooking(tx, bookingId)
    const order = { id: booking.orderId, customerId: booking.customerId, bookings: [booking] }
    return {
      subject: `Tomorrow ${time(booking.startsAt, booking.timezone).format24Hour}: ${titleOf(booking)}`,
      heading: 'See you tomorrow',
      blocks: [
        { type: 'list', items: [describeBooking(booking)] },
        { type: 'text', text: "Can't make it? Cancel your booking so someone else can come." },
        {
          type: 'link',
          label: 'See or cancel your booking',
          href: await orderAddress(tx, sites.bookings, order, now),
        },
      ],
    }
  },
}

type RefundDestination = 'credit' | 'card' | 'account' | 'desk'

const describeRefund: Readonly<Record<RefundDestination, (amount: string) => string>> = {
  credit: (amount) => `${amount} refunded as credit. You can use it now.`,
  card: (amount) => `${amount} refunded to the card you paid with. Your bank may take a few days to show it.`,
  account: (amount) => `${amount} taken off the balance of your account.`,
  desk: (amount) => `Collect your refund of ${amount} at the desk. Show this message there.`,
}

const refundDestinations: Readonly<Record<RefundDestination, string>> = {
  credit: 'as credit',
  card: 'to your card',
  account: 'off the balance of your account',
  desk: 'at the desk',
}

/** One sum, and where it goes if that is more than one place. */
const describeRefunds = (
  refunds: readonly { destination: RefundDestination; amount: number }[],
  currencySymbol: string,
): string => {
  const sums = new Map<RefundDestination, number>()
  for (const { destination, amount } of refunds) sums.set(destination, (sums.get(destination) ?? 0) + amount)
  const [first, ...others] = [...sums]
  if (first === undefined) return ''
  if (others.length === 0) return describeRefund[first[0]](formatted(first[1], currencySymbol))
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0)
  const parts = [...sums].map(
    ([destination, amount]) => `${formatted(amount, currencySymbol)} ${refundDestinations[destination]}`,
  )
  return `You get ${formatted(total, currencySymbol)} back: ${new Intl.ListFormat('en-GB').format(parts)}.`
}

/** `refunds` are amounts in pence by destination. */
type CancelledFacts = {
  bookingId: number
  refunds: readonly { destination: RefundDestination; amount: number }[]
}

const cancellation = (isByVenue: boolean): NoticeKind<CancelledFacts>['write'] => {
  const heading = isByVenue ? 'Cancelled by the venue' : 'Your booking is cancelled'
  const reason = isByVenue
    ? "We're sorry, this session can't go ahead. We've cancelled your booking."
    : "You've cancelled this booking. If this wasn't you, contact us."
  return async ({ bookingId, refunds }, { tx, seller, sites }) => {
    const booking = await loadBooking(tx, bookingId)
    const { title, lines } = describeBooking(booking)
    const refunded = describeRefunds(refunds, seller.currencySymbol)
    const notRefunded = booking.price === 0 ? 'There was nothing to pay.' : "This booking can't be refunded."
    return {
      subject: `Cancelled: ${title}`,
      heading,
      blocks: [
        { type: 'text', text: reason },
        { type: 'list', items: [{ title, lines: lines.slice(0, 3) }] },
        { type: 'text', text: refunded === '' ? notRefunded : refunded },
        {
          type: 'link',
          label: 'Find another time',
          href: `${sites.bookings}/location/${booking.venueSlug}/${booking.activitySlug}`,
        },
      ],
      attachments: [cancellingFile(booking, seller)],
    }
  }
}

export const bookingCancelled: NoticeKind<CancelledFacts> = {
  kind: 'booking_cancelled',
  about,
  write: cancellation(false),
}

export const bookingCalledOff: NoticeKind<CancelledFacts> = {
  kind: 'booking_called_off',
  about,
  write: cancellation(true),
}
