import type { BookableClass, BookableSlot, BookableTicket, BookableTime } from '#contract/bookables.ts'
import { dateNotOffered } from '#contract/failure.ts'
import { time } from '#contract/time.ts'
import { timetable } from '#contract/timetable.ts'
import type { HouseholdPerson, NextDay } from '#contract/timetable.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Invalidated } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createDays, dayOfferedFrom } from './days.ts'
import type { Day } from './days.ts'
import { readHousehold } from './household.ts'
import { anonymousProfile, canShareAnswer, itemsFor, loadHousehold, loadProfile } from './profiles.ts'
import type { Form } from './rules.ts'
import { whereaboutsOf } from './sql/availability.ts'
import type { OfferingRow } from './sql/availability.ts'
import { endOf, presentNextDay, views } from './views.ts'
import type { TimetableItem, View } from './views.ts'

/** A query for one day of an activity at a venue. */
type DayQuery = {
  venue: string
  activity: string
  category?: string
  date: string
  actor: Actor
  now: Date
}

/** A query for one occurrence by its v1 or v2 id. Slugs, when given, must match it. */
type OccurrenceQuery = {
  id: number | string
  venue?: string
  activity?: string
  category?: string
  actor: Actor
  now: Date
}

/** Filters the courts of a day. Times are wall times, `13:30`. */
type Filter = {
  locationId?: number | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  compositeKey?: string | undefined
}

/** A shared response for callers without data of their own on the day, else the values to serialise. */
type Answer<T> = CachedResponse | Promise<CachedResponse | T>

export type Availability = {
  times: (form: Form, query: DayQuery) => Answer<BookableTime[]>
  slots: (form: Form, query: DayQuery, filter: Filter) => Answer<BookableSlot[]>
  classes: (form: Form, query: DayQuery) => Answer<BookableClass[]>
  oneClass: (form: Form, query: OccurrenceQuery) => Answer<BookableClass>
  tickets: (query: DayQuery) => Answer<BookableTicket[]>
  oneTicket: (query: OccurrenceQuery) => Answer<BookableTicket[]>
  occurrence: (query: OccurrenceQuery) => Answer<BookableTicket>
  /** Who of the caller's household can go, and what each pays. */
  household: (query: OccurrenceQuery) => Promise<HouseholdPerson[]>
  /** The next days of an activity, with the places that the caller's household can book, or with their opening. */
  nextDays: (query: Omit<DayQuery, 'category' | 'date'>) => Promise<CachedResponse | NextDay[]>
  /**
   * Discards cached days of a venue after places were taken or freed on this node. `tx.invalidate` calls it after the
   * commit.
   */
  invalidate: (venueId: number, changed: Invalidated) => void
  /** Changes with every invalidation of the venue of this slug. */
  revisionOf: (venueSlug: string) => number
}

/** Maximum number of cached responses of one day; more are not cached. */
const mostReady = 64

/**
 * Answers what can be booked. Callers without data of their own on a day share one serialised response; others get the
 * same rows combined with their bookings, baskets and prices.
 * @param settings.freshForMs how long what other nodes do may stay unseen; a second by default
 */
export const createAvailability = (db: Database, settings: { freshForMs?: number } = {}): Availability => {
  const days = createDays(db, settings.freshForMs)

  const read = <T>(query: DayQuery, view: View): Answer<T> => {
    const { actor, now } = query
    if (isAnonymous(actor)) {
      const day = days.cached(actor.operator.id, query.venue, query.activity, query.date, now)
      if (
        day !== undefined &&
        isOffered(day.offeredFrom.visitor, now) &&
        isUnder(day.offering, query.category)
      ) {
        return readyFor(day, view, actor.messages, false, now)
      }
    }
    return readSlowly<T>(query, view)
  }

  const readSlowly = async <T>(query: DayQuery, view: View): Promise<CachedResponse | T> => {
    const { actor, date, now } = query
    const offering = await days.offering(actor.operator.id, query.venue, query.activity, now)
    if (!isUnder(offering, query.category)) throw notFound()
    if (isShut(offering)) return [] as T
    // Days that are not on offer are neither read nor cached.
    const from = dayOfferedFrom(offering, date, actor.customerId !== null, now)
    if (!isOffered(from, now) && !actor.isStaff) throw notOffered(from)
    return answer<T>(await days.of(actor.operator.id, offering, date, now), actor, view, now)
  }

  const readOne = async <T>(query: OccurrenceQuery, view: View): Promise<CachedResponse | T> => {
    const { day, occurrenceId } = await findDay(query)
    return answer<T>(day, query.actor, onlyOne(view, occurrenceId), query.now)
  }

  /** The day of an occurrence. @throws Refusal `not_found` */
  const findDay = async (query: OccurrenceQuery): Promise<{ day: Day; occurrenceId: number }> => {
    const { actor, now } = query
    const found = await whereaboutsOf(db, actor.operator.id, query.id)
    if (found === undefined) throw notFound()
    const offering = await days.offering(actor.operator.id, found.venueSlug, found.activitySlug, now)
    const isItsOwn =
      (query.venue ?? found.venueSlug) === found.venueSlug &&
      (query.activity ?? found.activitySlug) === found.activitySlug &&
      isUnder(offering, query.category)
    if (!isItsOwn || isShut(offering)) throw notFound()
    const day = await days.of(actor.operator.id, offering, found.localDate, now)
    if (!day.occurrences.some(({ row }) => row.id === found.occurrenceId)) throw notFound()
    return { day, occurrenceId: found.occurrenceId }
  }

  const answer = async <T>(day: Day, actor: Actor, view: View, now: Date): Promise<CachedResponse | T> => {
    const isLoggedIn = actor.customerId !== null
    const profile = isAnonymous(actor) ? anonymousProfile : await loadProfile(db, actor, day, now)
    if (canShareAnswer(day, profile, now)) return readyFor(day, view, actor.messages, isLoggedIn, now)
    return view.show(itemsFor(day, profile, isLoggedIn, now), day, actor.messages, isLoggedIn, now) as T
  }

  /** The shared response for visitors or for customers, serialised once in each language. */
  const readyFor = (
    day: Day,
    view: View,
    messages: Messages,
    isLoggedIn: boolean,
    now: Date,
  ): CachedResponse => {
    const key = `${view.key}/${messages.format.language}${isLoggedIn ? '/customer' : ''}`
    const before = day.ready.get(key)
    if (before !== undefined) return before
    const answer = serialiseAnswer(
      view.endpoint,
      view.show(itemsFor(day, anonymousProfile, isLoggedIn, now), day, messages, isLoggedIn, now),
    )
    const holdsForVisitors = (at: Date) => isOffered(day.offeredFrom.visitor, at) && days.isFresh(day, at)
    const ready = new CachedResponse(answer, isLoggedIn ? undefined : holdsForVisitors)
    if (day.ready.size < mostReady) day.ready.set(key, ready)
    return ready
  }

  const nextDays: Availability['nextDays'] = async ({ actor, venue, activity, now }) => {
    const offering = await days.offering(actor.operator.id, venue, activity, now)
    if (isShut(offering)) return []
    const next = await days.next(actor.operator.id, offering, now)
    const who = actor.customerId === null ? 'visitor' : 'customer'
    const isLoggedIn = who === 'customer'
    const present = (profileOn: Awaited<ReturnType<typeof loadHousehold>>) =>
      next.days.flatMap((day) =>
        presentNextDay(day, itemsFor(day, profileOn(day), isLoggedIn, now), isLoggedIn, now),
      )
    if (isLoggedIn) {
      const householdOn = await loadHousehold(db, actor, next.days, now)
      if (!next.days.every((day) => canShareAnswer(day, householdOn(day), now))) return present(householdOn)
    }
    const before = next.ready.get(who)
    if (before !== undefined) return before
    const answer = serialiseAnswer(
      timetable.days,
      present(() => anonymousProfile),
    )
    const ready = new CachedResponse(answer, isLoggedIn ? undefined : (at) => days.areFresh(next, at))
    next.ready.set(who, ready)
    return ready
  }

  return {
    nextDays,
    times: (form, query) => read(query, views.times[form]),
    slots: (form, query, filter) => read(query, withFilter(views.slots[form], filter)),
    classes: (form, query) => read(query, views.classes[form]),
    oneClass: (form, query) => readOne(query, views.oneClass[form]),
    tickets: (query) => read(query, views.tickets.byDate),
    oneTicket: (query) => readOne(query, views.tickets[formOf(query.id)]),
    occurrence: (query) => readOne(query, views.occurrence[formOf(query.id)]),
    household: async (query) => {
      const { day, occurrenceId } = await findDay(query)
      const form = formOf(query.id)
      const profile = await loadProfile(db, query.actor, day, query.now)
      return readHousehold(db, query.actor, profile, { day, occurrenceId, form }, query.now)
    },
    invalidate: days.invalidate,
    revisionOf: days.revisionOf,
  }
}

const isAnonymous = (actor: Actor): boolean => actor.person === null && actor.basketUuid === null

const isOffered = (from: Date | null, now: Date): boolean => from !== null && from <= now

/** Whether the category of the address is the activity itself or one of its headings. */
const isUnder = (offering: OfferingRow, category: string | undefined): boolean =>
  category === undefined || category === offering.slug || offering.headingSlugs.includes(category)

/** Whether sales have ended. Throws while the venue is under maintenance. */
const isShut = (offering: OfferingRow): boolean => {
  if (offering.venueStatus === 'maintenance') {
    throw new Refusal('maintenance', (messages) => messages.venues.bookingsPaused)
  }
  return offering.withdrawn || offering.venueStatus === 'closed'
}

const notOffered = (from: Date | null): Refusal =>
  new Refusal('invalid', () => dateNotOffered, {
    errors: { date: [() => dateNotOffered] },
    availableAt: from ?? undefined,
  })

/** v1 ids are numbers, v2 ids are strings. */
export const formOf = (id: number | string): Form => (typeof id === 'number' ? 'v1' : 'v2')

export const onlyOne = (view: View, occurrenceId: number): View => ({
  ...view,
  key: `${view.key}/${occurrenceId}`,
  show: (occurrences, ...rest) =>
    view.show(
      occurrences.filter(({ row }) => row.id === occurrenceId),
      ...rest,
    ),
})

export const withFilter = (view: View, { locationId, startTime, endTime, compositeKey }: Filter): View => {
  if (
    locationId === undefined &&
    startTime === undefined &&
    endTime === undefined &&
    compositeKey === undefined
  ) {
    return view
  }
  return {
    ...view,
    key: [view.key, locationId, startTime, endTime, compositeKey].join('/'),
    show: (occurrences, day, ...rest) => {
      const zone = day.offering.timezone
      const passes = ({ row }: TimetableItem) =>
        (locationId === undefined || row.locationId === locationId) &&
        (startTime === undefined || time(row.startsAt, zone).format24Hour === startTime) &&
        (endTime === undefined || endOf(row, zone).format24Hour === endTime) &&
        (compositeKey === undefined || row.compositeKey === compositeKey)
      return view.show(occurrences.filter(passes), day, ...rest)
    },
  }
}
