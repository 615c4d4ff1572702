import { localDay } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import type { Pass, PassProvider } from '#server/providers/passes/port.ts'
import type { OrderFile } from './calendar.ts'
import { attendeeOf, titleOf } from './present.ts'
import type { OrderDetails } from './read.ts'
import type { BookingRow } from './sql/bookings.ts'

/** The pass for Apple Wallet; null without a booking to come, or where the operator offers none. */
export const appleFile = async (
  messages: Messages,
  { apple }: PassProvider,
  whole: OrderDetails,
  now: Date,
): Promise<OrderFile | null> => {
  const pass = apple === null ? null : presentPass(messages, whole, now)
  if (apple === null || pass === null) return null
  return {
    name: `${whole.order.reference}.pkpass`,
    mediaType: 'application/vnd.apple.pkpass',
    content: await apple(pass),
  }
}

/** The address that adds the order to Google Wallet, as above. */
export const googleAddress = (
  messages: Messages,
  { google }: PassProvider,
  whole: OrderDetails,
  now: Date,
): string | null => {
  const pass = google === null ? null : presentPass(messages, whole, now)
  return google === null || pass === null ? null : google(pass)
}

/** Whether the page of an order offers a pass, which a message then names. It is made when it is asked for. */
export const hasPass = ({ apple, google }: PassProvider, { bookings }: OrderDetails, now: Date): boolean =>
  (apple !== null || google !== null) && bookingsToCome(bookings, now).length > 0

/** The next first. */
const bookingsToCome = (bookings: readonly BookingRow[], now: Date): BookingRow[] =>
  bookings
    .filter(
      ({ status, localDate, timezone }) =>
        !status.startsWith('cancelled') && localDate >= localDay(now, timezone),
    )
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())

/**
 * An order as a pass: its next session, from today on, and one code for everyone. Null where no booking is left.
 */
const presentPass = (
  messages: Messages,
  { order, bookings, seller }: OrderDetails,
  now: Date,
): Pass | null => {
  const active = bookingsToCome(bookings, now)
  const [first] = active
  if (first === undefined) return null
  const together = active.filter(({ occurrenceId }) => occurrenceId === first.occurrenceId)
  const others = new Set(active.map(({ occurrenceId }) => occurrenceId)).size - 1
  return {
    labels: messages.providers,
    language: messages.format.language,
    serial: `order-${order.id}`,
    operator: seller.name,
    title: messages.providers.andOthers({
      title: together.length === 1 ? titleOf(messages, first) : first.name,
      count: others,
    }),
    day: messages.format.fullDay(first.localDate),
    time: messages.providers.fromTo(sessionTimes(messages, first)),
    place: first.locationName,
    address: [first.venueName, first.addressLineOne, first.town, first.postcode].filter(Boolean).join(', '),
    people: [...new Set(together.map(attendeeOf))].filter(Boolean).join(', '),
    reference: order.reference,
    code: active.length === 1 ? first.accessCode : order.reference,
    startsAt: first.startsAt,
  }
}
