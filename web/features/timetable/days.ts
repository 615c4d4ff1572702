import type { ClockTime, Moment, OfferedDate } from '#contract/shapes.ts'
import {
  clockTime,
  daysAfter,
  daysBetween,
  isDay,
  localDay,
  localMinutes,
  offeredDate,
} from '#contract/time.ts'
import * as messages from '#messages/bookings/timetable.ts'

/** A day of the strip: one that can be chosen, or one that opens later. A day is `2027-03-04`. */
export type StripDay =
  | { state: 'offered'; day: string; weekday: string; shortDate: string; isToday: boolean }
  | { state: 'later'; day: string; weekday: string; shortDate: string; opening: Opening }

/** When a day opens, in the venue's local time. */
export type Opening = { day: string; time: ClockTime }

/** The strip shows two weeks, or more when more days are offered. */
const daysInStrip = 14

/**
 * The offered days, then those whose opening is predictable. The release rule is the server's; the browser knows when
 * the day on screen opened, and that each next day opens one day later at the same local time.
 */
export const stripDays = (
  offered: readonly OfferedDate[],
  reference: { day: string; opening: Opening } | undefined,
  now: Date,
  zone: string,
): StripDay[] => {
  const open = offered.map(({ raw, dayPretty, datePretty, today }): StripDay => ({
    state: 'offered',
    day: raw,
    weekday: dayPretty,
    shortDate: datePretty,
    isToday: today,
  }))
  const last = offered.at(-1)?.raw
  if (last === undefined || reference === undefined) return open
  const later = Array.from({ length: Math.max(0, daysInStrip - open.length) }, (_, index) =>
    daysAfter(last, index + 1),
  )
  return [...open, ...later.flatMap((day) => laterDay(day, openingOf(reference, day), now, zone))]
}

const laterDay = (day: string, opening: Opening, now: Date, zone: string): StripDay[] => {
  // It should be open by now but is not offered, so its opening cannot be predicted.
  if (isPast(opening, now, zone)) return []
  const { dayPretty, datePretty } = offeredDate(day, '')
  return [{ state: 'later', day, weekday: dayPretty, shortDate: datePretty, opening }]
}

/** The opening of another day: shifted by as many days as the day itself, at the same local time. */
export const openingOf = (reference: { day: string; opening: Opening }, day: string): Opening => ({
  day: daysAfter(reference.opening.day, daysBetween(reference.day, day)),
  time: reference.opening.time,
})

/** The earliest opening of a day's items. */
export const firstOpening = (
  items: readonly { firstBookableAt: Pick<Moment, 'local'> | null }[],
): Opening | undefined => {
  const [first] = items.flatMap(({ firstBookableAt }) => firstBookableAt?.local ?? []).sort()
  if (first === undefined) return undefined
  return { day: first.slice(0, 10), time: clockTime(minutesOf(first.slice(11, 16))) }
}

const isPast = (opening: Opening, now: Date, zone: string): boolean => minutesUntil(opening, now, zone) <= 0

/** Minutes of local time until then; negative when it is past. */
const minutesUntil = ({ day, time }: Opening, now: Date, zone: string): number =>
  daysBetween(localDay(now, zone), day) * 1440 + minutesOf(time.format24Hour) - localMinutes(now, zone)

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3, 5))

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
