import { daysAfter, localDay } from '#contract/time.ts'
import { instantOf } from '#server/platform/clock.ts'

/**
 * When booking opens. Days go by the wall clock: so many days before the session's day, at that hour. Minutes are
 * elapsed time before its start.
 */
export type ReleaseRule =
  | { by: 'days'; visitorDays: number; customerDays: number; time: string }
  | { by: 'minutes'; minutes: number }

/** The columns of a venue that say when its days open. */
export type VenueRelease = { releaseDaysVisitor: number; releaseDaysCustomer: number; releaseTime: string }

/** The columns of an activity that say otherwise for it; all null where it goes by the venue. */
export type OwnRelease = {
  releaseDays: number | null
  releaseTime: string | null
  releaseMinutes: number | null
}

/** The rule of the venue's own days, which the date strip goes by. */
export const venueRule = (venue: VenueRelease): ReleaseRule & { by: 'days' } => ({
  by: 'days',
  visitorDays: venue.releaseDaysVisitor,
  customerDays: venue.releaseDaysCustomer,
  time: venue.releaseTime,
})

/** The rule that holds for an activity. One of its own makes no difference between visitors and customers. */
export const releaseRuleOf = (activity: OwnRelease, venue: VenueRelease): ReleaseRule => {
  if (activity.releaseMinutes !== null) return { by: 'minutes', minutes: activity.releaseMinutes }
  if (activity.releaseDays === null) return venueRule(venue)
  return {
    by: 'days',
    visitorDays: activity.releaseDays,
    customerDays: activity.releaseDays,
    time: activity.releaseTime ?? venue.releaseTime,
  }
}

/** The instant from which a session may be booked. `zone` is the venue's. */
export const bookingOpens = (startsAt: Date, rule: ReleaseRule, zone: string, loggedIn: boolean): Date => {
  if (rule.by === 'minutes') return new Date(startsAt.getTime() - rule.minutes * 60_000)
  return dayOpens(localDay(startsAt, zone), rule, zone, loggedIn)
}

/** The instant from which a day is offered. */
export const dayOpens = (
  day: string,
  rule: ReleaseRule & { by: 'days' },
  zone: string,
  loggedIn: boolean,
): Date => instantOf(daysAfter(day, -(loggedIn ? rule.customerDays : rule.visitorDays)), rule.time, zone)

/**
 * The instant from which a day of an activity is offered: when the venue opens it, or before that where the
 * activity's own rule does. By a rule of minutes a session at midnight would be the first of the day.
 */
export const activityDayOpens = (
  day: string,
  activity: OwnRelease,
  venue: VenueRelease,
  zone: string,
  loggedIn: boolean,
): Date => {
  const byVenue = dayOpens(day, venueRule(venue), zone, loggedIn)
  const own = releaseRuleOf(activity, venue)
  const byItself = bookingOpens(instantOf(day, '00:00', zone), own, zone, loggedIn)
  return byItself < byVenue ? byItself : byVenue
}

/**
 * The days a venue offers now: today, and every day after it that has opened. With the usual rule (six days
 * before at 22:00, seven for the logged in) that is five more for a visitor and six for a customer, and one more
 * each from 22:00 on.
 */
export const daysOffered = (now: Date, venue: VenueRelease, zone: string, loggedIn: boolean): string[] => {
  const rule = venueRule(venue)
  const days = [localDay(now, zone)]
  for (;;) {
    const next = daysAfter(days.at(-1) ?? '', 1)
    if (dayOpens(next, rule, zone, loggedIn) > now) return days
    days.push(next)
  }
}

/** How many days ahead of today a rule ever shows anything, and so sessions have to be there. */
export const daysAhead = (activity: OwnRelease, venue: VenueRelease): number =>
  Math.max(
    venue.releaseDaysVisitor,
    venue.releaseDaysCustomer,
    activity.releaseDays ?? 0,
    Math.ceil((activity.releaseMinutes ?? 0) / 1440),
  )
