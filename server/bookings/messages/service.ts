import { formatted } from '#contract/money.ts'
import { date, time } from '#contract/time.ts'
import { calendarFile, cancellingFile } from '#server/bookings/calendar/service.ts'
import { receiptFile } from '#server/bookings/receipt/service.ts'
import { bookingsByIds, titleOf, orderDetails } from '#server/bookings/service.ts'
import type { BookingRow } from '#server/bookings/service.ts'
import type { MessageKind } from '#server/notices/rules.ts'
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

/** Confirms an order: bookings and payment, with the calendar file and, where there is one, the receipt. */
export const bookingConfirmed: MessageKind<{ orderId: number }> = {
  kind: 'booking_confirmed',
  about: ({ orderId }) => `order:${orderId}`,
  write: async ({ orderId }, { tx, sites }) => {
    const whole =
      (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
    const { order, bookings, payments, seller } = whole
    const paid = payments.reduce((sum, payment) => sum + payment.amount, 0)
    const penalties = order.items
      .filter(({ type }) => type === 'penalty')
      .map(({ name, price }) => ({ title: name, lines: [`${price.formatted}, paid`] }))
    const title = bookings.length > 0 ? "You're booked" : 'Thank you for your payment'
    const tax =
      order.taxTotal > 0 ? `, of which ${formatted(order.taxTotal, seller.currencySymbol)} is VAT` : ''
    const receipt = await receiptFile(whole)
    return {
      subject: `${title}: ${order.reference}`,
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
        { type: 'link', label: 'See your order', href: `${sites.bookings}/booking-confirmed/${order.id}` },
      ],
      attachments: [calendarFile(whole), ...(receipt === null ? [] : [receipt])],
    }
  },
}

const loadBooking = async (tx: Tx, bookingId: number): Promise<BookingRow> =>
  (await bookingsByIds(tx, [bookingId]))[0] ??
  failInvariant('a message is about a booking that does not exist')

const about = ({ bookingId }: { bookingId: number }): string => `booking:${bookingId}`

export const bookingReminder: MessageKind<{ bookingId: number }> = {
  kind: 'booking_reminder',
  about,
  write: async ({ bookingId }, { tx, sites }) => {
    const booking = await loadBooking(tx, bookingId)
    return {
      subject: `Tomorrow: ${titleOf(booking)}`,
      heading: 'See you tomorrow',
      blocks: [
        { type: 'list', items: [describeBooking(booking)] },
        { type: 'text', text: "Can't make it? Cancel in your account so someone else can come." },
        {
          type: 'link',
          label: 'See your booking',
          href: `${sites.bookings}/booking-confirmed/${booking.orderId}`,
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

/** `refunds` are amounts in pence by destination. */
type CancelledFacts = {
  bookingId: number
  refunds: readonly { destination: RefundDestination; amount: number }[]
}

const cancellation = (isByVenue: boolean): MessageKind<CancelledFacts>['write'] => {
  const heading = isByVenue ? 'Cancelled by the venue' : 'Your booking is cancelled'
  const reason = isByVenue
    ? "We're sorry, this session can't go ahead. We've cancelled your booking."
    : "You've cancelled this booking. If this wasn't you, contact us."
  return async ({ bookingId, refunds }, { tx, seller, sites }) => {
    const booking = await loadBooking(tx, bookingId)
    const { title, lines } = describeBooking(booking)
    const refunded = refunds.map(({ destination, amount }) =>
      describeRefund[destination](formatted(amount, seller.currencySymbol)),
    )
    const notRefunded = booking.price === 0 ? 'There was nothing to pay.' : "This booking can't be refunded."
    return {
      subject: `Cancelled: ${title}`,
      heading,
      blocks: [
        { type: 'text', text: reason },
        { type: 'list', items: [{ title, lines: lines.slice(0, 3) }] },
        { type: 'text', text: refunded.length === 0 ? notRefunded : refunded.join(' ') },
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

export const bookingCancelled: MessageKind<CancelledFacts> = {
  kind: 'booking_cancelled',
  about,
  write: cancellation(false),
}

export const bookingCalledOff: MessageKind<CancelledFacts> = {
  kind: 'booking_called_off',
  about,
  write: cancellation(true),
}
