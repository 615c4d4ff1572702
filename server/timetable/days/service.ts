import { daysAhead } from '#server/activities/rules.ts'
import { createInvalidatingCache } from '#server/platform/cacheInvalidation.ts'
import type { Cacheable } from '#server/platform/cacheInvalidation.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { CachedResponse } from '#server/platform/responses.ts'
import { addDays, dayOf, instantOf } from '#server/platform/wallclock.ts'
import { venueReleaseOf } from '#server/timetable/rules.ts'
import { occurrencesBetween, offeringBySlug } from './queries.ts'
import type { OccurrenceRow, OfferingRow } from './queries.ts'
import { makeDay, dayOfferedFrom } from './rules.ts'
import type { Day } from './rules.ts'

export type { OccurrenceRow } from './queries.ts'

/** The sessions of an activity on a day, with who has their places now; never from a cache. */
export const occurrencesOfDay = (
  tx: Tx,
  activityId: number,
  day: string,
  now: Date,
): Promise<OccurrenceRow[]> => occurrencesBetween(tx, activityId, { from: day, to: day }, now)

/** The next days of an activity: those that are offered with what is on, and later ones with their opening. */
export type NextDays = Cacheable & {
  key: string
  days: Day[]
  /** Serialised responses for visitors and for customers. */
  ready: Map<'visitor' | 'customer', CachedResponse>
}

export type Days = {
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
  /** Places of the venue were taken or freed. */
  invalidate: (venueId: number) => void
  /** Changes with every invalidation of the venue of this slug, once anything of it has been read. */
  revisionOf: (venueSlug: string) => number
}

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
  return {
    cached: (operatorId, venue, activity, day, now) =>
      days.fresh(`${keyOf(operatorId, venue, activity)}/${day}`, now),
    offering: async (operatorId, venue, activity, now) => {
      const key = keyOf(operatorId, venue, activity)
      const { offering } = await offerings.get(key, noVenue, now, async () => {
        const row = await offeringBySlug(db, operatorId, venue, activity)
        if (row === undefined) throw notFound()
        slugs.set(row.venueId, row.venueSlug)
        return { ...always, venueId: noVenue, offering: row }
      })
      return offering
    },
    of: (operatorId, offering, day, now) => {
      const key = `${keyOf(operatorId, offering.venueSlug, offering.slug)}/${day}`
      return days.get(key, offering.venueId, now, async () =>
        makeDay(
          key,
          offering,
          day,
          await occurrencesBetween(db, offering.activityId, { from: day, to: day }, now),
          now,
        ),
      )
    },
    next: (operatorId, offering, now) => {
      const key = keyOf(operatorId, offering.venueSlug, offering.slug)
      return strips.get(key, noVenue, now, () => readNextDays(db, key, offering, now))
    },
    areFresh: (next, now) => strips.fresh(next.key, now) === next,
    isFresh: (day, now) => days.fresh(day.key, now) === day,
    invalidate: (venueId) => {
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
  const today = dayOf(now, timezone)
  const count = Math.max(daysInStrip, daysAhead(offering, venueReleaseOf(offering)) + 1)
  const calendarDays = Array.from({ length: count }, (_, index) => addDays(today, index))
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
  const changes = [instantOf(addDays(today, 1), '00:00', timezone), ...openings.filter((at) => at !== null)]
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
