import type { ClockTime, OfferedDate } from '#contract/shapes.ts'
import { daysBetween, isDay, localDay } from '#contract/time.ts'
import type { NextDay } from '#contract/timetable.ts'
import { dayOfMonth, longWeekday } from '#messages/format.ts'
import * as messages from '#messages/bookings/timetable.ts'

/** At how many times of a day something can be booked, and how many sessions it has. */
export type DayCount = {
  /** Times of courts, or sessions with places. */
  times: number
  sessions: number
  /** Some of these sessions can be booked later only. */
  opensLater: boolean
}

/** A day of the strip: one that can be chosen, or one that opens later. A day is `2027-03-04`. */
export type StripDay = { day: string; weekday: string; shortDate: string } & (
  | { state: 'offered'; isToday: boolean; count: DayCount | undefined }
  /** `loginOpens`: customers can book it already. */
  | { state: 'later'; opening: Opening; loginOpens: boolean }
)

/** When a day opens, in the venue's local time. */
export type Opening = { day: string; time: ClockTime }

/** The strip shows two weeks, or more when more days are offered. */
const daysInStrip = 14

const named = (day: string) => ({ day, weekday: longWeekday(day), shortDate: dayOfMonth(day) })

/** The offered days with their times, then those that open later. */
export const stripDays = (offered: readonly OfferedDate[], next: readonly NextDay[] = []): StripDay[] => {
  const byDay = new Map(next.map((day) => [day.raw, day]))
  const open = offered.map(({ raw, today }): StripDay => {
    const { times = null, sessions = null, opensLater = false } = byDay.get(raw) ?? {}
    const count = times === null || sessions === null ? undefined : { times, sessions, opensLater }
    return { state: 'offered', ...named(raw), isToday: today, count }
  })
  const last = offered.at(-1)?.raw ?? ''
  const later = next.flatMap(({ raw, opensAt, loginOpens }): StripDay[] => {
    if (opensAt === null || raw <= last) return []
    const opening = { day: opensAt.local.slice(0, 10), time: opensAt }
    return [{ state: 'later', ...named(raw), opening, loginOpens }]
  })
  return [...open, ...later.slice(0, Math.max(0, daysInStrip - open.length))]
}

/** The next day on which places can be booked: a later one where there is one, else the nearest before. */
export const nextWithTimes = (
  days: readonly StripDay[],
  chosen: string,
): (DayCount & { day: string }) | undefined => {
  const some = days.flatMap((one) =>
    one.state === 'offered' && one.day !== chosen && one.count !== undefined && one.count.times > 0
      ? [{ day: one.day, ...one.count }]
      : [],
  )
  return some.find(({ day }) => day > chosen) ?? some.at(-1)
}

/** C05: the offered day nearest to the requested one; the first when the request is not a date. */
export const nearestOffered = (requested: string, offered: readonly OfferedDate[]): string | undefined => {
  if (!isDay(requested)) return offered[0]?.raw
  const [nearest] = offered
    .map(({ raw }) => raw)
    .sort((one, other) => Math.abs(daysBetween(requested, one)) - Math.abs(daysBetween(requested, other)))
  return nearest
}

/** "Bookable from 22:00 tonight", "Bookable from 22:00 on Thu 19 Nov". */
export const openingLabel = ({ day, time }: Opening, now: Date, zone: string): string =>
  messages.bookableFrom({
    time: time.format24Hour,
    daysAhead: daysBetween(localDay(now, zone), day),
    day,
  })
