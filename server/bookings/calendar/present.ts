import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { vtimezone } from '#server/platform/vtimezone.ts'
import { titleOf } from '#server/bookings/service.ts'
import type { BookingRow } from '#server/bookings/service.ts'
import type { Seller } from '#server/operator/service.ts'

type Entry = Pick<
  BookingRow,
  | 'uuid'
  | 'orderReference'
  | 'name'
  | 'ticketName'
  | 'status'
  | 'accessCode'
  | 'sequence'
  | 'createdAt'
  | 'cancelledAt'
  | 'startsAt'
  | 'endsAt'
  | 'timezone'
  | 'venueName'
  | 'addressLineOne'
  | 'town'
  | 'postcode'
  | 'lat'
  | 'lng'
  | 'locationName'
> & {
  /** Whom it is for, where that is not whoever looks at the calendar. */
  who?: string
}

/**
 * Bookings as a calendar file. A booking keeps its UID for good and counts its changes, so that a calendar that
 * takes the file again moves the entry instead of adding a second.
 */
export const presentCalendar = (
  bookings: readonly Entry[],
  seller: Pick<Seller, 'name'>,
  /** `CANCEL` takes its entries out of the calendars they are in. */
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
  /** How often a calendar that reads this again and again should do so. */
  refreshSeconds?: number,
): string => {
  const calendar = ical({
    name: seller.name,
    ...(refreshSeconds === undefined ? {} : { ttl: refreshSeconds }),
    prodId: { company: 'Onside', product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  const starts = bookings.map((booking) => booking.startsAt.getTime())
  const from = new Date(Math.min(...starts))
  const until = new Date(Math.max(...starts))
  calendar.timezone({
    // Each event names its own zone; times that are nobody's hour on the wall stay in UTC.
    name: null,
    generator: (zone) => vtimezone(zone, from, until),
  })
  for (const booking of bookings) {
    const isOff = booking.status === 'cancelled' || booking.status === 'cancelled_by_venue'
    const address = [booking.venueName, booking.addressLineOne, booking.town, booking.postcode]
      .filter(Boolean)
      .join(', ')
    const event = calendar.createEvent({
      id: `${booking.uuid}@onside`,
      sequence: booking.sequence,
      stamp: booking.cancelledAt ?? booking.createdAt,
      // The library reads a Date by the machine's own clock; these say for themselves which zone they are in.
      start: inZone(booking.startsAt, booking.timezone),
      end: inZone(booking.endsAt, booking.timezone),
      timezone: booking.timezone,
      summary: `${titleOf(booking)}${booking.who === undefined ? '' : ` (${booking.who})`} – ${booking.venueName}`,
      location: {
        title: `${booking.locationName}, ${address}`,
        ...(booking.lat !== null && booking.lng !== null
          ? { geo: { lat: booking.lat, lon: booking.lng } }
          : {}),
      },
      description: `Where: ${booking.locationName}, ${address}\nAccess code: ${booking.accessCode}\nOrder: ${booking.orderReference}`,
    })
    event.status(isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED)
    event.busystatus(ICalEventBusyStatus.BUSY)
  }
  return calendar.toString()
}

const inZone = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
