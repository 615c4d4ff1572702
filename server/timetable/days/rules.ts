import { activityDayOpens, bookingOpens, dayOpens, releaseRuleOf } from '#server/activities/rules.ts'
import type { Cacheable } from '#server/platform/cacheInvalidation.ts'
import type { CachedResponse } from '#server/platform/responses.ts'
import { addDays, dayOf, instantOf } from '#server/platform/wallclock.ts'
import { optionsFor } from '#server/pricing/options/rules.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import { bookingCloses, venueReleaseOf } from '#server/timetable/rules.ts'
import type { BookingWindow, OccurrenceState } from '#server/timetable/rules.ts'
import { weekOf } from '#server/waivers/rules.ts'
import type { Needs } from '#server/waivers/rules.ts'
import type { OccurrenceRow, OfferingRow, TicketTypeRow } from './queries.ts'

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

/** A value for visitors and one for customers: days open at different times for them. */
export type By<T> = { visitor: T; customer: T }

export type TicketOnOffer = { type: TicketTypeRow; options: readonly OptionOnOffer[] }

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
        dayOccurrenceOf(offering, row, { visitor: windowFor(row, false), customer: windowFor(row, true) }) ??
        [],
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
  const today = dayOf(now, timezone)
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
): DayOccurrence | null => {
  const isTicketed = offering.kind === 'tickets'
  const tickets = isTicketed
    ? offering.ticketTypes
        .map((type) => ({ type, options: optionsFor(offering.options, row.band, type.id) }))
        .filter((ticket) => ticket.options.length > 0)
    : []
  const options = isTicketed
    ? tickets.flatMap((ticket) => ticket.options)
    : optionsFor(offering.options, row.band, null)
  if (options.length === 0) return null
  return {
    row,
    options,
    tickets,
    occurrence: {
      status: row.status,
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
  const changes = [instantOf(addDays(dayOf(now, zone), 1), '00:00', zone)]
  for (const { row, windows } of occurrences) {
    changes.push(row.startsAt, windows.visitor.opensAt, windows.customer.opensAt, windows.visitor.closesAt)
    for (const end of [row.firstEnd, row.firstOfferEnd]) if (end !== null) changes.push(end)
    for (const { heldUntil } of row.claims) if (heldUntil !== null) changes.push(heldUntil)
  }
  const ahead = changes.map((change) => change.getTime()).filter((change) => change > now.getTime())
  return new Date(Math.min(...ahead))
}

/** The weeks that a weekly limit counts on these days of one activity, or null without a limit. */
export const countedWeeks = (
  days: readonly Day[],
): { activityId: number; from: string; to: string } | null => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first.offering.weeklyLimit === null) return null
  return {
    activityId: first.offering.activityId,
    from: weekOf(first.day).monday,
    to: weekOf(last.day).sunday,
  }
}

/** From the first start to the last end of some days. */
export const spanOf = (days: readonly Day[], now: Date): { from: Date; to: Date } => {
  const rows = days.flatMap(({ occurrences }) => occurrences.map(({ row }) => row))
  const [first = { startsAt: now, endsAt: now }] = rows
  return {
    from: rows.reduce((from, { startsAt }) => (startsAt < from ? startsAt : from), first.startsAt),
    to: rows.reduce((to, { endsAt }) => (endsAt > to ? endsAt : to), first.endsAt),
  }
}
