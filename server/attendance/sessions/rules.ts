import { localDay, time } from '#contract/time.ts'
import { addDays, instantOf } from '#server/platform/wallclock.ts'
import type { ChangeableRow } from '#server/timetable/change.ts'
import type { Logistics } from '#server/timetable/rules.ts'

/** What staff fill in: what they leave out stays. Times are those on the venue's wall. */
export type Change = {
  name?: string | undefined
  date?: string | undefined
  startsAt?: string | undefined
  endsAt?: string | undefined
  locationId?: number | undefined
  meetingPoint?: string | undefined
  joinLink?: string | undefined
}

/**
 * A session as it is after a change. With another day or start and no end it lasts as long as before; an end before the
 * start is on the next day.
 */
export const changedLogistics =
  (change: Change) =>
  (before: ChangeableRow): Logistics => {
    const { timezone } = before
    const clock = (at: Date) => time(at, timezone).format24Hour
    const keepsStart = change.date === undefined && change.startsAt === undefined
    const day = change.date ?? localDay(before.startsAt, timezone)
    const startsAt = keepsStart
      ? before.startsAt
      : instantOf(day, change.startsAt ?? clock(before.startsAt), timezone)
    const lasts = before.endsAt.getTime() - before.startsAt.getTime()
    const endsAt =
      change.endsAt === undefined
        ? new Date(startsAt.getTime() + lasts)
        : nextTime(day, change.endsAt, startsAt, timezone)
    return {
      name: change.name ?? before.name,
      startsAt,
      endsAt,
      locationId: change.locationId ?? before.locationId,
      meetingPoint: change.meetingPoint ?? before.meetingPoint,
      joinLink: change.joinLink ?? before.joinLink,
    }
  }

/** The first time after an instant that a clock shows, on a day or the next. */
const nextTime = (day: string, clock: string, after: Date, timezone: string): Date => {
  const sameDay = instantOf(day, clock, timezone)
  return sameDay > after ? sameDay : instantOf(addDays(day, 1), clock, timezone)
}
