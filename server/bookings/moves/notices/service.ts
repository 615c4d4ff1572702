import { formatted } from '#contract/money.ts'
import { date, endTime, time } from '#contract/time.ts'
import { changedFile } from '#server/bookings/calendar/service.ts'
import { linkToOrder } from '#server/bookings/links/service.ts'
import { describeFirst, describeWithCode, loadBooking } from '#server/bookings/notices/service.ts'
import { describeRefunds } from '#server/bookings/notices/rules.ts'
import type { RefundDestination } from '#server/bookings/notices/rules.ts'
import { appleFile } from '#server/bookings/passes/service.ts'
import { attachedReceipt } from '#server/bookings/receipt/service.ts'
import { cancelling } from '#server/bookings/rules.ts'
import { orderDetails } from '#server/bookings/service.ts'
import { mail as bookingMail } from '#server/messages/en/bookings.ts'
import { mail } from '#server/messages/en/moves.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

type MovedFacts = {
  bookingId: number
  /** Of the booking after the move. */
  sequence: number
  /** Where it was. Instants in UTC. */
  before: { localDate: string; startsAt: string; endsAt: string; locationName: string }
  /** Pence by destination. */
  refunds: readonly { destination: RefundDestination; amount: number }[]
  /** Pence paid for a dearer time, and how. */
  paid?: number
  tender?: string
}

/** Confirms a move with the old and the new time, and moves the entry in calendars. */
export const bookingMoved: NoticeKind<MovedFacts> = {
  kind: 'booking_moved',
  about: ({ bookingId, sequence }) => `booking:${bookingId} ${sequence}`,
  write: async (
    { bookingId, before, refunds, paid = 0, tender = 'card' },
    { tx, seller, sites, passes, now },
  ) => {
    const booking = await loadBooking(tx, bookingId)
    const { timezone: zone } = booking
    const old = bookingMail.when({
      day: date(before.localDate, zone, now).fullDatePretty,
      from: time(new Date(before.startsAt), zone).format24Hour,
      to: endTime(new Date(before.startsAt), new Date(before.endsAt), zone),
    })
    const refunded = describeRefunds(refunds, seller.currencySymbol)
    // What was paid is on the receipt, where the order has one.
    const whole = await orderDetails(tx, booking.orderId)
    const receipt = whole === null || paid === 0 ? null : await attachedReceipt(tx, whole)
    // It replaces the one that phones have.
    const pass = whole === null ? null : await appleFile(passes, whole, now)
    const order = { id: booking.orderId, customerId: booking.customerId, bookings: [booking] }
    return {
      subject: mail.subject({ booking: describeFirst([booking], now) }),
      heading: mail.heading,
      blocks: [
        { type: 'text', text: mail.text },
        { type: 'list', items: [describeWithCode(booking, sites.bookings)] },
        { type: 'text', text: mail.before({ time: old }) },
        ...(booking.price > 0 && cancelling(booking, now).isAfterCutoff
          ? [{ type: 'text' as const, text: mail.afterCutoff }]
          : []),
        ...(refunded === '' ? [] : [{ type: 'text' as const, text: refunded }]),
        ...(paid === 0
          ? []
          : [
              {
                type: 'text' as const,
                text: mail.paid({
                  amount: formatted(paid, seller.currencySymbol),
                  tender,
                  hasReceipt: receipt !== null,
                }),
              },
            ]),
        await linkToOrder({ tx, sites, now }, order, bookingMail.seeOrCancel),
        { type: 'text', text: mail.notYou },
      ],
      attachments: [changedFile(booking, seller), receipt, pass].filter((file) => file !== null),
    }
  },
}
