import ical from 'ical-generator'
import {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { randomBytes } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { instant } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sellerOf } from '#server/operator/find.ts'
import type { Seller } from '#server/operator/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { vtimezone } from '#server/platform/vtimezone.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { titleOf } from './present.ts'
import type { OrderDetails } from './read.ts'
import { isCancelled } from './rules.ts'
import { bookingsWhere } from './sql/bookings.ts'
import type { BookingRow } from './sql/bookings.ts'

/** A file for download or to attach to a message. */
export type OrderFile = { name: string; mediaType: string; content: Buffer }

/** The bookings of an order; null for an order without any, such as a penalty that was paid. */
export const calendarFile = (
  messages: Messages,
  { order, bookings, seller }: OrderDetails,
): OrderFile | null =>
  bookings.length === 0
    ? null
    : {
        name: `${order.reference}.ics`,
        mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: Buffer.from(presentCalendar(messages, bookings.map(withAttendee), seller)),
      }

/** A booking for another person than the buyer says for whom. */
const withAttendee = (booking: BookingRow): BookingRow & { who?: string } =>
  booking.personId === booking.customerId ? booking : { ...booking, who: booking.firstName }

/** A calendar file that moves a booking which calendars contain already: same UID, higher SEQUENCE. */
export const changedFile = (messages: Messages, booking: BookingRow, seller: Seller): OrderFile => ({
  name: `${booking.orderReference}.ics`,
  mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: Buffer.from(presentCalendar(messages, [withAttendee(booking)], seller)),
})

/** A calendar file that removes cancelled bookings of an order from calendars. */
export const cancellingFile = (
  messages: Messages,
  bookings: readonly BookingRow[],
  seller: Seller,
): OrderFile => ({
  name: `${bookings[0]?.orderReference ?? 'order'}-cancelled.ics`,
  mediaType: 'text/calendar; charset=utf-8; method=CANCEL',
  content: Buffer.from(presentCalendar(messages, bookings, seller, 'CANCEL')),
})

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
  messages: Messages,
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
      summary: messages.bookings.calendarSummary({
        title: titleOf(messages, booking),
        person: booking.who,
        venue: booking.venueName,
      }),
      location: {
        title: `${booking.locationName}, ${address}`,
        ...(booking.lat !== null && booking.lng !== null
          ? { geo: { lat: booking.lat, lon: booking.lng } }
          : {}),
      },
      description: messages.bookings.calendarDescription({
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

/** Past bookings stay in the feed this long; cancelled ones stay so that calendars show the cancellation. */
const recentDays = 90

/** Requested refresh interval; most calendars choose their own. */
const refreshSeconds = 3600

type PresentOptions = { madeAt: string | null }

/** Feeds belong to the logged-in person: staff acting for a customer get their own. */
const ownerOf = ({ person }: Actor): number => {
  if (person === null) throw loggedOut()
  return person.id
}

export const readCalendarFeed = async (tx: Tx, actor: Actor): Promise<PresentOptions> => {
  const feed = await feedOf(tx, ownerOf(actor))
  return { madeAt: feed === null ? null : instant(feed.createdAt) }
}

/**
 * Creates a feed address and revokes the previous one. The address is displayed once: only the digest of its secret is
 * stored.
 */
export const makeCalendarFeed = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<{ madeAt: string; address: string }> => {
  const secret = randomBytes(24).toString('base64url')
  await setFeed(tx, ownerOf(actor), { secretDigest: digestOf(secret), createdAt: now })
  return { madeAt: instant(now), address: `${actor.site}/calendar/${secret}.ics` }
}

export const endCalendarFeed = async (tx: Tx, actor: Actor): Promise<PresentOptions> => {
  await dropFeed(tx, ownerOf(actor))
  return { madeAt: null }
}

/** The calendar for a secret; null when there is none or it was revoked. */
export const calendarUnder = async (
  tx: Tx,
  messages: Messages,
  secret: string,
  now: Date,
): Promise<string | null> => {
  const feed = await feedBy(tx, digestOf(secret))
  if (feed === undefined) return null
  const { customerId, operatorId } = feed
  const since = new Date(now.getTime() - recentDays * 86_400_000)
  const bookings = (await bookingsAround(tx, customerId, since, now)).map((booking) =>
    booking.personId === null || booking.personId === customerId
      ? booking
      : { ...booking, who: booking.firstName },
  )
  return calendarFeed(messages, bookings, await sellerOf(tx, operatorId), refreshSeconds)
}

/** Bookings that a customer made or attends, ending after an instant, earliest first. */
const bookingsAround = async (tx: Tx, customerId: number, since: Date, now: Date): Promise<BookingRow[]> =>
  (await bookingsWhere(tx, { customerId, filter: 'all', now }))
    .filter(({ endsAt }) => endsAt > since)
    .toReversed()

/** Bookings as a calendar feed; `who` is added to bookings for another attendee. */
const calendarFeed = (
  messages: Messages,
  bookings: readonly (BookingRow & { who?: string })[],
  seller: Seller,
  refreshSeconds: number,
): string => presentCalendar(messages, bookings, seller, 'PUBLISH', refreshSeconds)

export const feedOf = async (tx: Tx, customerId: number): Promise<{ createdAt: Date } | null> =>
  (await tx
    .selectFrom('calendarFeed')
    .select('createdAt')
    .where('customerId', '=', customerId)
    .executeTakeFirst()) ?? null

/** Inserts or replaces the feed of a customer. */
const setFeed = async (
  tx: Tx,
  customerId: number,
  feed: { secretDigest: Buffer; createdAt: Date },
): Promise<void> => {
  await tx
    .insertInto('calendarFeed')
    .values({ customerId, ...feed })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(feed))
    .execute()
}

const dropFeed = async (tx: Tx, customerId: number): Promise<void> => {
  await tx.deleteFrom('calendarFeed').where('customerId', '=', customerId).execute()
}

/** The customer whose feed has this secret. */
const feedBy = async (
  tx: Tx,
  secretDigest: Buffer,
): Promise<{ customerId: number; operatorId: number } | undefined> =>
  tx
    .selectFrom('calendarFeed as f')
    .innerJoin('customer as c', 'c.id', 'f.customerId')
    .select(['f.customerId', 'c.operatorId'])
    .where('f.secretDigest', '=', secretDigest)
    .where('c.closedAt', 'is', null)
    .executeTakeFirst()
