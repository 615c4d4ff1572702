import { formatted } from '#contract/money.ts'
import { venueTender } from '#contract/tenders.ts'
import type { RefundPlace } from '#contract/tenders.ts'
import { daysAfter, localDay, time } from '#contract/time.ts'
import type { BookingRow, RefundPart } from './sql/bookings.ts'
import type { Messages } from '#server/messages/languages.ts'
import { asPlainName, throughLogin } from '#server/notices/rules.ts'
import type { Block, NoticeKind, Picture } from '#server/notices/rules.ts'
import type { Seller } from '#server/operator/find.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { callOffReason } from '#server/timetable/occurrences.ts'
import { describeOffersInstead } from '#server/waitlists/instead.ts'
import { calendarFile, cancellingFile } from './calendar.ts'
import { linkToOrder, linkToReceipt } from './links.ts'
import { hasPass } from './passes.ts'
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
        ...(hasPass(passes, whole, now)
          ? [{ type: 'text' as const, text: messages.bookings.mail.passOnPage }]
          : []),
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
      attachments: [calendarFile(messages, whole), receipt].filter((file) => file !== null),
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

export const keepLinkPrivate = (messages: Messages) =>
  ({ type: 'text', text: messages.bookings.mail.keepLinkPrivate }) as const

export const loadBooking = async (tx: Tx, bookingId: number): Promise<BookingRow> =>
  (await bookingsByIds(tx, [bookingId]))[0] ??
  failInvariant('a message is about a booking that does not exist')

const about = ({ bookingId }: { bookingId: number }): string => `booking:${bookingId}`

/** The buyer, staff for them, or the person who was to come. */
type CancelledBy = keyof Messages['bookings']['mail']['cancelledText']

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

type Cancelled = { booking: BookingRow; parts: RefundPart[] }

type CancellationMail = {
  to: string
  kind: typeof bookingCancelled
  canceller: CancelledBy
  cancelled: Cancelled[]
}

/** One message for what is cancelled of an order, as for a family; of what the venue calls off, one a booking: each offers other sessions to its person. */
export const cancellationMails = (
  undone: readonly Cancelled[],
  grounds: readonly { id: number; orderEmail: string | null }[],
  byOf: (booking: BookingRow) => 'customer' | 'venue',
  actor: Actor | null,
): CancellationMail[] => {
  const mails = new Map<string, CancellationMail>()
  for (const one of undone) {
    const { booking } = one
    const to = grounds.find(({ id }) => id === booking.id)?.orderEmail ?? ''
    if (to === '') continue
    const by = canceller(booking, actor)
    const isByVenue = byOf(booking) === 'venue'
    const key = JSON.stringify([booking.orderId, by, isByVenue ? booking.id : null])
    const mail = mails.get(key) ?? {
      to,
      kind: isByVenue ? bookingCalledOff : bookingCancelled,
      canceller: by,
      cancelled: [],
    }
    mail.cancelled.push(one)
    mails.set(key, mail)
  }
  return [...mails.values()]
}

/** Who cancels, as the message to the buyer says it. */
const canceller = (
  { customerId, personId }: Pick<BookingRow, 'customerId' | 'personId'>,
  actor: Actor | null,
): CancelledBy => {
  const person = actor?.person ?? null
  if (person === null || person.id === customerId) return 'buyer'
  return person.role === 'staff' ? 'desk' : person.id === personId ? 'attendee' : 'buyer'
}
