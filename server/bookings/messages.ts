import { formatted } from '#contract/money.ts'
import { venueTender } from '#contract/tenders.ts'
import type { RefundPlace } from '#contract/tenders.ts'
import { daysAfter, localDay, time } from '#contract/time.ts'
import type { BookingRow } from './sql/bookings.ts'
import type { Messages } from '#server/messages/languages.ts'
import { asPlainName, throughLogin } from '#server/notices/rules.ts'
import type { Block, NoticeKind, Picture } from '#server/notices/rules.ts'
import type { Seller } from '#server/operator/find.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { callOffReason } from '#server/timetable/occurrences.ts'
import { describeOffersInstead } from '#server/waitlists/instead.ts'
import { calendarFile, cancellingFile } from './calendar.ts'
import { linkToOrder, linkToReceipt } from './links.ts'
import { appleFile } from './passes.ts'
import { attendeeOf, hasReceipt, presentQrCode, titleOf } from './present.ts'
import { bookingsByIds, orderDetails } from './read.ts'
import { attachedReceipt } from './receipt.ts'
import { cancelling, describeRefunds } from './rules.ts'

/** A booking: what, when, where; whom it is for, unless that is the buyer alone. */
export const describeBooking = (
  messages: Messages,
  booking: BookingRow,
  isNamed: boolean,
): { title: string; lines: string[] } => {
  const day = messages.format.fullDay(booking.localDate)
  const address = [booking.venueName, booking.addressLineOne, booking.town, booking.postcode].filter(Boolean)
  const attendee = isNamed ? asPlainName(attendeeOf(booking)) : ''
  return {
    title:
      booking.quantity > 1
        ? messages.bookings.mail.quantity({ quantity: booking.quantity, title: titleOf(messages, booking) })
        : titleOf(messages, booking),
    lines: [
      ...(attendee === '' ? [] : [messages.bookings.mail.attendee({ name: attendee })]),
      messages.bookings.mail.when({ day, ...sessionTimes(messages, booking) }),
      booking.locationName,
      address.join(', '),
      ...(booking.whatToBring === null ? [] : [messages.bookings.mail.bring({ items: booking.whatToBring })]),
      ...(booking.asksProofOfAge ? [messages.bookings.mail.bringProofOfAge] : []),
      ...(booking.joinLink === '' ? [] : [messages.bookings.mail.joinOnline({ link: booking.joinLink })]),
    ],
  }
}

/** The venue of bookings, where all are at one. */
export const venueOf = (bookings: readonly BookingRow[]): { venueId?: number } => {
  const [venueId, ...others] = new Set(bookings.map((booking) => booking.venueId))
  return venueId === undefined || others.length > 0 ? {} : { venueId }
}

/** Until when cancelling is free, or what it costs now; nothing once it is too late. */
const cancellationLine = (messages: Messages, booking: BookingRow, now: Date): string[] => {
  const { cutoffAt, canBeCancelled } = cancelling(booking, now)
  if (!canBeCancelled || cutoffAt === null || cutoffAt <= now) return []
  const day = messages.format.shortDay(localDay(cutoffAt, booking.timezone))
  const at = `${day}, ${time(cutoffAt, booking.timezone).format24Hour}`
  return [messages.bookings.mail.freeToCancel({ until: at })]
}

/** A map with the way to the venue of bookings. */
export const directions = (messages: Messages, bookings: readonly BookingRow[]): Block[] => {
  const [booking] = bookings
  if (booking === undefined || venueOf(bookings).venueId === undefined || booking.joinLink !== '') return []
  const { venueName, addressLineOne, town, postcode } = booking
  const address = [venueName, addressLineOne, town, postcode].filter(Boolean).join(', ')
  return [
    {
      type: 'link',
      isSecondary: true,
      label: messages.bookings.mail.directions,
      href: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`,
    },
  ]
}

/** Whether the bookings say for whom they are: not where all are for the person who bought them. */
export const namesAttendees = (bookings: readonly BookingRow[]): boolean =>
  bookings.some(({ customerId, personId, isForGuest }) => isForGuest || personId !== customerId)

/** The first booking and its time, for a subject: "Yoga, Thu 4 Mar, 18:00". */
export const describeFirst = (messages: Messages, bookings: readonly BookingRow[]): string => {
  const [first] = bookings.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  if (first === undefined) return ''
  const day = messages.format.shortDay(first.localDate)
  const at = `${day}, ${time(first.startsAt, first.timezone).format24Hour}`
  const others = new Set(bookings.map(({ occurrenceId }) => occurrenceId)).size - 1
  return messages.bookings.mail.firstBooking({ name: first.name, time: at, others })
}

/** The same with the access code, to read and to scan at reception. */
export const describeWithCode = (
  messages: Messages,
  booking: BookingRow,
  now: Date,
  isNamed = namesAttendees([booking]),
) => {
  const { title, lines: about } = describeBooking(messages, booking, isNamed)
  const lines = [...about, ...cancellationLine(messages, booking, now)]
  const alt = messages.bookings.mail.accessCode({ code: booking.accessCode })
  return {
    title,
    lines: [...lines, alt],
    image: codePicture(booking.accessCode, alt),
  }
}

/** The code for all people of an order, who are named: its reference. */
const describeGroup = (messages: Messages, reference: string, bookings: readonly BookingRow[]) => ({
  title: messages.bookings.mail.groupTitle,
  lines: [
    ...(namesAttendees(bookings)
      ? [messages.bookings.mail.attendee({ name: messages.format.listAll(attendeesOf(bookings)) })]
      : []),
    messages.bookings.mail.groupText,
    messages.bookings.mail.accessCode({ code: reference }),
  ],
  image: codePicture(reference, reference),
})

const codePicture = (code: string, alt: string): Picture => ({
  name: `${code}.png`,
  content: presentQrCode(code),
  alt,
  size: 200,
})

/** Each person once, in the order of the bookings. */
const attendeesOf = (bookings: readonly BookingRow[]): Set<string> =>
  new Set(bookings.map((booking) => asPlainName(attendeeOf(booking))).filter((name) => name !== ''))

/** Confirms an order: bookings and payment, with the calendar file and, where there is one, the receipt. */
export const bookingConfirmed: NoticeKind<{ orderId: number }> = {
  kind: 'booking_confirmed',
  about: ({ orderId }) => `order:${orderId}`,
  goesAfterCalls: true,
  write: async ({ orderId }, { messages, tx, sites, passes, now }) => {
    const whole =
      (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
    const { order, bookings, payments, seller } = whole
    const paid = payments.reduce((sum, payment) => sum + payment.amount, 0)
    const isOwed = payments.some(({ tenderType }) => tenderType === venueTender)
    const penalties = order.items
      .filter(({ type }) => type === 'penalty')
      .map(({ name, price }) => ({
        title: name,
        lines: [messages.bookings.mail.penaltyPaid({ amount: price.formatted })],
      }))
    const isBooking = bookings.length > 0
    const items = messages.bookings.mail.items({ names: order.items.map(({ name }) => name) })
    const vat = order.taxTotal > 0 ? formatted(order.taxTotal, seller.currencySymbol) : null
    const methods = payments.map(({ tenderType, amount }) => ({
      tender: tenderType,
      amount: formatted(amount, seller.currencySymbol),
    }))
    const receipt = isOwed ? null : await attachedReceipt(tx, messages, whole)
    const pass = await appleFile(messages, passes, whole, now)
    return {
      subject: isBooking
        ? messages.bookings.mail.bookedSubject({ booking: describeFirst(messages, bookings) })
        : messages.bookings.mail.paidSubject({ items }),
      heading: isBooking ? messages.bookings.mail.booked : messages.bookings.mail.paid,
      blocks: [
        { type: 'text', text: messages.bookings.mail.orderNumber({ reference: order.reference }) },
        {
          type: 'list',
          items: [
            ...(bookings.length > 1 ? [describeGroup(messages, order.reference, bookings)] : []),
            ...bookings.map((booking) =>
              withPrice(
                describeWithCode(messages, booking, now, namesAttendees(bookings)),
                booking.price,
                seller,
              ),
            ),
            ...penalties,
          ],
        },
        {
          type: 'text',
          text:
            paid === 0
              ? messages.bookings.mail.nothingPaid
              : messages.bookings.mail[isOwed ? 'payOnArrival' : 'youPaid']({
                  amount: formatted(paid, seller.currencySymbol),
                  vat,
                  methods,
                }),
        },
        await linkToOrder(
          { tx, sites, now },
          { ...order, bookings },
          isBooking ? messages.bookings.mail.seeOrCancel : messages.bookings.mail.seeOrder,
        ),
        ...(hasReceipt(order) && !isOwed
          ? [
              await linkToReceipt(
                { tx, sites, now },
                { ...order, bookings },
                messages.bookings.mail.seeReceipt,
              ),
            ]
          : []),
        ...directions(messages, bookings),
        ...sameAgain(messages, bookings, order.customerId, sites.bookings),
        ...(order.customerId === null ? [keepLinkPrivate(messages)] : []),
      ],
      ...venueOf(bookings),
      attachments: [calendarFile(messages, whole), receipt, pass].filter((file) => file !== null),
    }
  },
}

const withPrice = <Item extends { lines: readonly string[] }>(
  item: Item,
  price: number,
  { currencySymbol }: Seller,
): Item => (price === 0 ? item : { ...item, lines: [...item.lines, formatted(price, currencySymbol)] })

/** "Yoga, Wed 18:00: same again?" A customer books it from the home page with two taps, others on its next day. */
const sameAgain = (
  messages: Messages,
  bookings: readonly BookingRow[],
  customerId: number | null,
  site: string,
) => {
  const [first] = bookings.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  if (first === undefined) return []
  const { name, localDate, timezone, startsAt, venueSlug, activitySlug } = first
  const wall = `${messages.format.weekday(localDate)} ${time(startsAt, timezone).format24Hour}`
  return [
    {
      type: 'link',
      isSecondary: true,
      label: messages.bookings.mail.sameAgain({ name, time: wall }),
      href:
        site +
        (customerId === null
          ? `/location/${venueSlug}/${activitySlug}/${daysAfter(localDate, 7)}`
          : throughLogin('/')),
    } as const,
  ]
}

const keepLinkPrivate = (messages: Messages) =>
  ({ type: 'text', text: messages.bookings.mail.keepLinkPrivate }) as const

/** A new link to a visitor's order, requested with its e-mail address. */
export const orderLinkSent: NoticeKind<{ orderId: number; requestedAt: string }> = {
  kind: 'order_link_sent',
  about: ({ orderId, requestedAt }) => `order:${orderId} ${requestedAt}`,
  write: async ({ orderId }, { messages, tx, sites, now }) => {
    const { order, bookings } =
      (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
    return {
      subject: messages.bookings.mail.yourBookingSubject({ booking: describeFirst(messages, bookings) }),
      heading: messages.bookings.mail.yourBooking,
      blocks: [
        { type: 'text', text: messages.bookings.mail.orderLink({ reference: order.reference }) },
        {
          type: 'list',
          items: bookings.map((booking) =>
            describeWithCode(messages, booking, now, namesAttendees(bookings)),
          ),
        },
        await linkToOrder({ tx, sites, now }, { ...order, bookings }, messages.bookings.mail.seeOrCancel, {
          isRequested: true,
        }),
        keepLinkPrivate(messages),
      ],
      ...venueOf(bookings),
    }
  },
}

/** Links to all that an address has booked without an account, asked for without an order number. */
export const orderLinksSent: NoticeKind<{ orderIds: readonly number[]; requestedAt: string }> = {
  kind: 'order_links_sent',
  about: ({ orderIds, requestedAt }) => `orders:${orderIds.join(',')} ${requestedAt}`,
  write: async ({ orderIds }, { messages, tx, sites, now }) => {
    const blocks: Block[] = []
    for (const orderId of orderIds) {
      const { order, bookings } =
        (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
      const isNamed = namesAttendees(bookings)
      blocks.push(
        { type: 'list', items: bookings.map((booking) => describeBooking(messages, booking, isNamed)) },
        await linkToOrder(
          { tx, sites, now },
          { ...order, bookings },
          messages.bookings.mail.seeOrderOf({ reference: order.reference }),
          { isRequested: true },
        ),
      )
    }
    return {
      subject: messages.bookings.mail.yourBookings,
      heading: messages.bookings.mail.yourBookings,
      blocks: [
        { type: 'text', text: messages.bookings.mail.orderLinks },
        ...blocks,
        keepLinkPrivate(messages),
      ],
    }
  },
}

/** Tells the address of a visitor's order that an account has taken it over. */
export const orderClaimed: NoticeKind<{ orderId: number; reference: string }> = {
  kind: 'order_claimed',
  about: ({ orderId }) => `order:${orderId}`,
  write: ({ orderId, reference }, { messages, seller, sites }) => ({
    subject: messages.bookings.mail.orderClaimedSubject({ reference }),
    heading: messages.bookings.mail.orderClaimedSubject({ reference }),
    blocks: [
      { type: 'text', text: messages.bookings.mail.orderClaimed },
      {
        type: 'link',
        label: messages.bookings.mail.seeOrCancel,
        href: sites.bookings + throughLogin(`/booking-confirmed/${orderId}`),
      },
      { type: 'text', text: messages.bookings.mail.orderClaimedAdvice({ seller: seller.name }) },
    ],
  }),
}

/** A visitor has made an account of an order: what they log in with, and where the order is. */
export const accountMadeOfOrder: NoticeKind<{
  customerId: number
  firstName: string
  reference: string
  orderId: number
  order: string
}> = {
  kind: 'account_made_of_order',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference, orderId, order }, { messages, seller, sites }) => ({
    subject: messages.bookings.mail.accountMadeSubject({ seller: seller.name }),
    heading: messages.bookings.mail.accountMadeHeading({ firstName }),
    blocks: [
      { type: 'text', text: messages.bookings.mail.accountMadeText({ reference, order }) },
      {
        type: 'link',
        label: messages.bookings.mail.seeOrCancel,
        href: sites.bookings + throughLogin(`/booking-confirmed/${orderId}`),
      },
      { type: 'link', isSecondary: true, label: messages.bookings.mail.seeAccount, href: sites.account },
      { type: 'text', text: messages.bookings.mail.orderClaimedAdvice({ seller: seller.name }) },
    ],
  }),
}

export const loadBooking = async (tx: Tx, bookingId: number): Promise<BookingRow> =>
  (await bookingsByIds(tx, [bookingId]))[0] ??
  failInvariant('a message is about a booking that does not exist')

const about = ({ bookingId }: { bookingId: number }): string => `booking:${bookingId}`

/** The buyer, staff for them, or the person who was to come. */
export type CancelledBy = keyof Messages['bookings']['mail']['cancelledText']

/** `refunds` are amounts in pence by destination. */
type CancelledFacts = {
  bookingId: number
  /** Those of the same order that were cancelled with it. */
  others?: readonly number[]
  refunds: readonly { destination: RefundPlace; amount: number }[]
  /** Of the penalty for missing it. */
  penaltyRefunds?: readonly { destination: RefundPlace; amount: number }[]
  by?: CancelledBy
}

const cancellation =
  (isByVenue: boolean): NoticeKind<CancelledFacts>['write'] =>
  async (
    { bookingId, others = [], refunds, penaltyRefunds = [], by = 'buyer' },
    { messages, tx, seller, sites, now },
  ) => {
    const booking = await loadBooking(tx, bookingId)
    const bookings = [booking, ...(await bookingsByIds(tx, others))]
    const isNamed = namesAttendees(bookings)
    const refunded = describeRefunds(messages, refunds, seller.currencySymbol)
    const penalty = describeRefunds(messages, penaltyRefunds, seller.currencySymbol)
    const reason = isByVenue ? await callOffReason(tx, booking.occurrenceId) : null
    const offers = isByVenue
      ? await describeOffersInstead(
          tx,
          { calledOffId: booking.occurrenceId, personId: booking.personId },
          { messages, site: sites.bookings, now },
        )
      : []
    const count = bookings.length
    const notRefunded = bookings.every(({ price }) => price === 0)
      ? messages.bookings.mail.nothingPaid
      : messages.bookings.mail.notRefundable({ count })
    return {
      subject: messages.bookings.mail.cancelledSubject({ booking: describeFirst(messages, bookings) }),
      heading: isByVenue
        ? messages.bookings.mail.venueCancelledHeading
        : messages.bookings.mail.cancelledHeading({ count }),
      blocks: [
        {
          type: 'text',
          text: isByVenue
            ? messages.bookings.mail.venueCancelledText({ count })
            : messages.bookings.mail.cancelledText[by]({ count }),
        },
        ...(reason === null
          ? []
          : [{ type: 'text' as const, text: messages.bookings.mail.callOffReason({ reason }) }]),
        { type: 'list', items: bookings.map((one) => describeBooking(messages, one, isNamed)) },
        { type: 'text', text: refunded === '' ? notRefunded : refunded },
        ...(penalty === ''
          ? []
          : [{ type: 'text' as const, text: messages.bookings.mail.penaltyBack({ refund: penalty }) }]),
        ...offers,
        {
          type: 'link',
          ...(offers.length === 0 ? {} : { isSecondary: true as const }),
          label: messages.bookings.mail.findAnother,
          href: `${sites.bookings}/location/${booking.venueSlug}/${booking.activitySlug}`,
        },
      ],
      ...venueOf(bookings),
      attachments: [cancellingFile(messages, bookings, seller)],
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
