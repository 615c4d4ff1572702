import ical from 'ical-generator'
import {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { titleOf } from '#server/bookings/present.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { isCancelled } from '#server/bookings/rules.ts'
import * as messages from '#server/messages/en/bookings.ts'
import type { Seller } from '#server/operator/find.ts'
import { vtimezone } from '#server/platform/vtimezone.ts'

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
  | 'movedAt'
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
  /** The attendee, where it is not the owner of the calendar. */
  who?: string
}

/**
 * Bookings as a calendar file. A booking keeps its UID for good and counts its changes, so that importing the file
 * again moves the entry instead of adding a second one.
 */
export const presentCalendar = (
  bookings: readonly Entry[],
  seller: Pick<Seller, 'name'>,
  /** `CANCEL` removes its entries from the calendars that contain them. */
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
  /** Requested refresh interval of a feed. */
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
    // Each event names its own zone; times without an occurrence stay in UTC.
    name: null,
    generator: (zone) => vtimezone(zone, from, until),
  })
  for (const booking of bookings) {
    const isOff = isCancelled(booking)
    const address = [booking.venueName, booking.addressLineOne, booking.town, booking.postcode]
      .filter(Boolean)
      .join(', ')
    const event = calendar.createEvent({
      id: `${booking.uuid}@onside`,
      sequence: booking.sequence,
      stamp: booking.cancelledAt ?? booking.movedAt ?? booking.createdAt,
      // The library reads a Date in the machine's zone; these strings name their own.
      start: inZone(booking.startsAt, booking.timezone),
      end: inZone(booking.endsAt, booking.timezone),
      timezone: booking.timezone,
      summary: messages.calendarSummary({
        title: titleOf(booking),
        person: booking.who,
        venue: booking.venueName,
      }),
      location: {
        title: `${booking.locationName}, ${address}`,
        ...(booking.lat !== null && booking.lng !== null
          ? { geo: { lat: booking.lat, lon: booking.lng } }
          : {}),
      },
      description: messages.calendarDescription({
        place: `${booking.locationName}, ${address}`,
        code: booking.accessCode,
        order: booking.orderReference,
      }),
    })
    event.status(isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED)
    event.busystatus(isOff ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY)
    event.transparency(isOff ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE)
  }
  return calendar.toString()
}

const inZone = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
