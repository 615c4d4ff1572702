import type { ClockTime, Moment, OfferedDate } from '#contract/shapes.ts'
import {
  clockTime,
  date,
  daysAfter,
  daysBetween,
  isDay,
  localDay,
  localMinutes,
  offeredDate,
} from '#contract/time.ts'

/** Days of the strip: those one may choose, and those still to open, with when. A day is `2027-03-04`. */
export type StripDay =
  | { state: 'offered'; day: string; weekday: string; shortDate: string; isToday: boolean }
  | { state: 'later'; day: string; weekday: string; shortDate: string; opening: Opening }

/** When a day opens, on the venue's wall. */
export type Opening = { day: string; time: ClockTime }

/** As many days as two weeks have, unless more are offered. */
const daysShown = 14

/**
 * The offered days, and after them those whose opening can be told. The rule of release is the server's: what is known
 * of it here is when the day on screen opened, and that the next ones open as many days later at the same hour.
 */
export const stripDays = (
  offered: readonly OfferedDate[],
  known: { day: string; opening: Opening } | undefined,
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
  if (last === undefined || known === undefined) return open
  const later = Array.from({ length: Math.max(0, daysShown - open.length) }, (_, index) =>
    daysAfter(last, index + 1),
  )
  return [...open, ...later.flatMap((day) => laterDay(day, openingOf(known, day), now, zone))]
}

const laterDay = (day: string, opening: Opening, now: Date, zone: string): StripDay[] => {
  // It should be open by now and is not offered: whatever the reason, its opening is not known.
  if (isPast(opening, now, zone)) return []
  const { dayPretty, datePretty } = offeredDate(day, '')
  return [{ state: 'later', day, weekday: dayPretty, shortDate: datePretty, opening }]
}

/** The opening of another day by the rule that opened this one: so many days later, at the same hour of the wall. */
export const openingOf = (known: { day: string; opening: Opening }, day: string): Opening => ({
  day: daysAfter(known.opening.day, daysBetween(known.day, day)),
  time: known.opening.time,
})

/** When the first of a day's items opened. */
export const firstOpening = (
  items: readonly { firstBookableAt: Pick<Moment, 'local'> | null }[],
): Opening | undefined => {
  const [first] = items.flatMap(({ firstBookableAt }) => firstBookableAt?.local ?? []).sort()
  if (first === undefined) return undefined
  return { day: first.slice(0, 10), time: clockTime(minutesOf(first.slice(11, 16))) }
}

/** Whether the wall in the zone has reached this time. */
export const isPast = (opening: Opening, now: Date, zone: string): boolean =>
  minutesUntil(opening, now, zone) <= 0

/** Minutes on the wall until then; negative when it is past. */
export const minutesUntil = ({ day, time }: Opening, now: Date, zone: string): number =>
  daysBetween(localDay(now, zone), day) * 1440 + minutesOf(time.format24Hour) - localMinutes(now, zone)

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3, 5))

/** C05: the offered day that lies nearest to the one asked for; the first when what is asked for is no day at all. */
export const nearestOffered = (wanted: string, offered: readonly OfferedDate[]): string | undefined => {
  if (!isDay(wanted)) return offered[0]?.raw
  const [nearest] = offered
    .map(({ raw }) => raw)
    .sort((one, other) => Math.abs(daysBetween(wanted, one)) - Math.abs(daysBetween(wanted, other)))
  return nearest
}

/** `Thursday 26 November`. */
export const dayInWords = (day: string): string => {
  const [dayOfMonth, month] = date(day, 'UTC', new Date(0)).fullDate.split(' ')
  return `${offeredDate(day, '').dayPretty} ${Number(dayOfMonth)} ${month ?? ''}`
}

/** `Thu 26 Nov`. */
export const dayInShort = (day: string): string => offeredDate(day, '').fullDatePretty

/** `Opens today at 22:00`, `Opens Thu 19 Nov at 22:00`. */
export const openingInShort = ({ day, time }: Opening, now: Date, zone: string): string => {
  const days = daysBetween(localDay(now, zone), day)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : dayInShort(day)
  return `Opens ${when} at ${time.format24Hour}`
}

/** `4 min ago`, `3 h ago`; undefined when it is more than a day, and no news. */
export const openedAgo = (opening: Opening, now: Date, zone: string): string | undefined => {
  const minutes = -minutesUntil(opening, now, zone)
  if (minutes < 0 || minutes >= 1440) return undefined
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** `3 h 12 min`, `45 min`; at least one minute. */
export const spanInWords = (minutes: number): string => {
  const whole = Math.max(1, Math.round(minutes))
  const hours = Math.floor(whole / 60)
  if (hours === 0) return `${whole} min`
  return whole % 60 === 0 ? `${hours} h` : `${hours} h ${whole % 60} min`
}
