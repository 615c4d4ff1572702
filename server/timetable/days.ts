import { daysAfter, localDay } from '#contract/time.ts'
import {
  activityDayOpens,
  bookingOpens,
  dayOpens,
  daysAhead,
  releaseRuleOf,
} from '#server/activities/rules.ts'
import { createInvalidatingCache } from '#server/platform/cacheInvalidation.ts'
import type { Cacheable } from '#server/platform/cacheInvalidation.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Invalidated } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { CachedResponse } from '#server/platform/responses.ts'
import { optionsFor } from '#server/pricing/rules.ts'
import type { OptionOnOffer } from '#server/pricing/rules.ts'
import type { Needs } from '#server/waivers/rules.ts'
import { occurrencesBetween } from './occurrences.ts'
import type { OccurrenceRow } from './occurrences.ts'
import { bookingCloses, venueReleaseOf } from './rules.ts'
import type { BookingWindow, Form, OccurrenceState } from './rules.ts'
import { offeringBySlug } from './sql/availability.ts'
import type { OfferingRow, TicketTypeRow } from './sql/availability.ts'

/** A value for visitors and one for customers: days open at different times for them. */
type By<T> = { visitor: T; customer: T }

type TicketOnOffer = { type: TicketTypeRow; options: readonly OptionOnOffer[] }

/** An occurrence with everything that does not depend on the caller. */
export type DayOccurrence = {
  row: OccurrenceRow
  /** Its prices, the default first. */
  options: readonly OptionOnOffer[]
  /** Empty unless it is sold by tickets. */
  tickets: readonly TicketOnOffer[]
  occurrence: Omit<OccurrenceState, 'window'>
  windows: By<BookingWindow>
}

/** A day of an activity, shared by all callers. */
export type Day = Cacheable & {
  /** Cache key. */
  key: string
  offering: OfferingRow
  day: string
  occurrences: DayOccurrence[]
  /** When the day becomes bookable; null when it is over. */
  offeredFrom: By<Date | null>
  /** Serialised responses by view. */
  ready: Map<string, CachedResponse>
}

/** The next days of an activity: those that are offered with what is on, and later ones with their opening. */
type NextDays = Cacheable & {
  key: string
  days: Day[]
  /** Serialised responses for visitors and for customers. */
  ready: Map<'visitor' | 'customer', CachedResponse>
}

type Days = {
  /** The day if it is cached and fresh. */
  cached: (operatorId: number, venue: string, activity: string, day: string, now: Date) => Day | undefined
  /** @throws Refusal `not_found` when the venue or the activity is unknown */
  offering: (operatorId: number, venue: string, activity: string, now: Date) => Promise<OfferingRow>
  /** The day, read from the database when not cached. */
  of: (operatorId: number, offering: OfferingRow, day: string, now: Date) => Promise<Day>
  /** The next days, read from the database in one query when not cached. */
  next: (operatorId: number, offering: OfferingRow, now: Date) => Promise<NextDays>
  /** Whether these days are still the cached ones. */
  areFresh: (days: NextDays, now: Date) => boolean
  /** Whether this day is still the cached one. */
  isFresh: (day: Day, now: Date) => boolean
  /** Places of the venue were taken or freed, or what it offers has changed. */
  invalidate: (venueId: number, changed: Invalidated) => void
  /** Changes with every invalidation of the venue of this slug, once anything of it has been read. */
  revisionOf: (venueSlug: string) => number
}

/** A venue uses v2 ids from its migration date on (wire §1.9). */
export const formOn = (
  venue: Pick<OfferingRow, 'activitiesV2Enabled' | 'migrationDate'>,
  day: string,
): Form =>
  venue.activitiesV2Enabled && venue.migrationDate !== null && day >= venue.migrationDate ? 'v2' : 'v1'

const always = { goodFrom: new Date(0), goodUntil: new Date(8.64e15) }

/** The strip of days shows two weeks, or more where more are offered. */
const daysInStrip = 14

/** Counts of several days may be this old: places that are taken do not invalidate them, so that a crowd costs little. */
const countsMaxAgeMs = 3000

/** For cache entries that no change of a venue invalidates. */
const noVenue = 0

const keyOf = (operatorId: number, venue: string, activity: string): string =>
  `${operatorId}/${venue}/${activity}`

/** Reads days and keeps each for a moment, so that a crowd costs one query. */
export const createDays = (db: Database, freshForMs?: number): Days => {
  const offerings = createInvalidatingCache<Cacheable & { offering: OfferingRow }>(freshForMs)
  const days = createInvalidatingCache<Day>(freshForMs)
  const strips = createInvalidatingCache<NextDays>(freshForMs ?? countsMaxAgeMs)
  const slugs = new Map<number, string>()
  const revisions = new Map<string, number>()
  const offeringOf: Days['offering'] = async (operatorId, venue, activity, now) => {
    const key = keyOf(operatorId, venue, activity)
    const { offering } = await offerings.get(key, noVenue, now, async () => {
      const row = await offeringBySlug(db, operatorId, venue, activity)
      if (row === undefined) throw notFound()
      slugs.set(row.venueId, row.venueSlug)
      return { ...always, venueId: noVenue, offering: row }
    })
    return offering
  }
  return {
    cached: (operatorId, venue, activity, day, now) =>
      days.fresh(`${keyOf(operatorId, venue, activity)}/${day}`, now),
    offering: offeringOf,
    of: (operatorId, { activityId, venueId, venueSlug, slug }, day, now) => {
      const key = `${keyOf(operatorId, venueSlug, slug)}/${day}`
      return days.get(key, venueId, now, async () => {
        const rows = await occurrencesBetween(db, activityId, { from: day, to: day }, now)
        // Not the caller's, which may be older than an invalidation that this read has come after.
        return makeDay(key, await offeringOf(operatorId, venueSlug, slug, now), day, rows, now)
      })
    },
    next: (operatorId, offering, now) => {
      const key = keyOf(operatorId, offering.venueSlug, offering.slug)
      return strips.get(key, noVenue, now, () => readNextDays(db, key, offering, now))
    },
    areFresh: (next, now) => strips.fresh(next.key, now) === next,
    isFresh: (day, now) => days.fresh(day.key, now) === day,
    invalidate: (venueId, changed) => {
      // Which venue an offering is of is known once it is read. All are read again, which costs little as seldom as it is.
      if (changed === 'offer') offerings.invalidate(noVenue)
      days.invalidate(venueId)
      const slug = slugs.get(venueId)
      if (slug !== undefined) revisions.set(slug, (revisions.get(slug) ?? 0) + 1)
    },
    revisionOf: (venueSlug) => revisions.get(venueSlug) ?? 0,
  }
}

const readNextDays = async (
  db: Database,
  key: string,
  offering: OfferingRow,
  now: Date,
): Promise<NextDays> => {
  const { timezone } = offering
  const today = localDay(now, timezone)
  const count = Math.max(daysInStrip, daysAhead(offering, venueReleaseOf(offering)) + 1)
  const calendarDays = Array.from({ length: count }, (_, index) => daysAfter(today, index))
  const opensFor = (day: string, isLoggedIn: boolean) => dayOfferedFrom(offering, day, isLoggedIn, now)
  const isOpen = (day: string) =>
    [opensFor(day, true), opensFor(day, false)].some((opens) => opens !== null && opens <= now)
  const last = calendarDays.findLast(isOpen) ?? today
  const rows = await occurrencesBetween(db, offering.activityId, { from: today, to: last }, now)
  const days = calendarDays.map((day) =>
    makeDay(
      `${key}/${day}`,
      offering,
      day,
      rows.filter(({ localDate }) => localDate === day),
      now,
    ),
  )
  const openings = days.flatMap(({ offeredFrom }) => [offeredFrom.visitor, offeredFrom.customer])
  const changes = [instantOf(daysAfter(today, 1), '00:00', timezone), ...openings.filter((at) => at !== null)]
    .map((at) => at.getTime())
    .filter((at) => at > now.getTime())
  return {
    key,
    venueId: noVenue,
    days,
    goodFrom: now,
    goodUntil: new Date(Math.min(...changes)),
    ready: new Map(),
  }
}

export const needsOf = ({ ageMin, ageMax, weeklyLimit, restrictions }: OfferingRow): Needs => {
  const induction = restrictions.find(({ kind }) => kind === 'induction')
  return {
    ageMin,
    ageMax,
    weeklyLimit,
    membersOnly: restrictions.some(({ kind }) => kind === 'criteria'),
    induction: induction === undefined ? null : { id: induction.id, name: induction.name },
  }
}

export const makeDay = (
  key: string,
  offering: OfferingRow,
  day: string,
  rows: readonly OccurrenceRow[],
  now: Date,
): Day => {
  const windowFor = windowsOf(offering, day)
  const occurrences = rows
    .filter((row) => !row.isProgrammed)
    .flatMap(
      (row) =>
        dayOccurrenceOf(
          offering,
          row,
          { visitor: windowFor(row, false), customer: windowFor(row, true) },
          now,
        ) ?? [],
    )
  return {
    key,
    venueId: offering.venueId,
    offering,
    day,
    occurrences,
    offeredFrom: {
      visitor: dayOfferedFrom(offering, day, false, now),
      customer: dayOfferedFrom(offering, day, true, now),
    },
    goodFrom: now,
    goodUntil: nextChange(offering.timezone, occurrences, now),
    ready: new Map(),
  }
}

/** When a day becomes bookable: the epoch for today, null when it is over. */
export const dayOfferedFrom = (
  offering: OfferingRow,
  day: string,
  isLoggedIn: boolean,
  now: Date,
): Date | null => {
  const { timezone } = offering
  const today = localDay(now, timezone)
  if (day < today) return null
  return day === today
    ? new Date(0)
    : activityDayOpens(day, offering, venueReleaseOf(offering), timezone, isLoggedIn)
}

/** Returns null for an occurrence without a price: it cannot be sold and is not listed. */
const dayOccurrenceOf = (
  offering: OfferingRow,
  row: OccurrenceRow,
  windows: By<BookingWindow>,
  now: Date,
): DayOccurrence | null => {
  const on = { localDate: row.localDate, timezone: offering.timezone, now }
  const isTicketed = offering.kind === 'tickets'
  const tickets = isTicketed
    ? offering.ticketTypes
        .map((type) => ({ type, options: optionsFor(offering.options, row.band, type.id, on) }))
        .filter((ticket) => ticket.options.length > 0)
    : []
  const options = isTicketed
    ? tickets.flatMap((ticket) => ticket.options)
    : optionsFor(offering.options, row.band, null, on)
  if (options.length === 0) return null
  return {
    row,
    options,
    tickets,
    occurrence: {
      status: row.status,
      callOffReason: row.callOffReason,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      places: {
        capacity: row.capacity,
        fewest: Math.min(...(isTicketed ? tickets.map((ticket) => ticket.type.places) : [1])),
        confirmed: row.confirmed,
        held: row.held,
        offered: row.offered,
        deskPlaces: row.deskPlaces,
        waiting: row.waiting,
        firstEnd: row.firstEnd,
        claims: row.claims,
      },
      hasWaitlist: offering.hasWaitlist,
      needs: needsOf(offering),
      isRepeatable: isTicketed || offering.allowsOverlap,
    },
    windows,
  }
}

/** Booking windows of a day's occurrences. With a rule in days all of them open at the same time. */
const windowsOf = (offering: OfferingRow, day: string) => {
  const rule = releaseRuleOf(offering, venueReleaseOf(offering))
  const dayOpensFor = (isLoggedIn: boolean) =>
    rule.by === 'days' ? dayOpens(day, rule, offering.timezone, isLoggedIn) : null
  const opens = { visitor: dayOpensFor(false), customer: dayOpensFor(true) }
  return (row: OccurrenceRow, isLoggedIn: boolean): BookingWindow => ({
    opensAt:
      (isLoggedIn ? opens.customer : opens.visitor) ??
      bookingOpens(row.startsAt, rule, offering.timezone, isLoggedIn),
    closesAt: bookingCloses({ ...row, lastBookableMinutes: offering.lastBookableMinutes }),
  })
}

/** The next instant at which the day changes without a write: a hold expires, booking opens or closes, midnight. */
const nextChange = (zone: string, occurrences: readonly DayOccurrence[], now: Date): Date => {
  const changes = [instantOf(daysAfter(localDay(now, zone), 1), '00:00', zone)]
  for (const { row, windows } of occurrences) {
    changes.push(row.startsAt, windows.visitor.opensAt, windows.customer.opensAt, windows.visitor.closesAt)
    for (const end of [row.firstEnd, row.firstOfferEnd]) if (end !== null) changes.push(end)
    for (const { heldUntil } of row.claims) if (heldUntil !== null) changes.push(heldUntil)
  }
  const ahead = changes.map((change) => change.getTime()).filter((change) => change > now.getTime())
  return new Date(Math.min(...ahead))
}
