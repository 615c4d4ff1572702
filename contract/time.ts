import type { CalendarDate, ClockTime, Moment, OfferedDate } from './shapes.ts'

/*
 * Instants and days as people read them. Everything here is a function of its arguments: neither the zone of
 * the machine nor its clock plays a part. The way from an hour on the wall to an instant is the server's.
 */

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** In English, as the wire writes and people type them. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const millisecondsADay = 86_400_000

/** The last minute of a day: displayed for 24:00 (row C10). */
const lastMinute = 1439

/** 7 as `07`. */
export const two = (number: number): string => String(number).padStart(2, '0')

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter costs a thousand times what using one does, so there is one a zone. */
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const cached = clocks.get(zone)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, made)
  return made
}

const quarterHour = 900_000

/** How far the wall of a zone is ahead of UTC, in milliseconds, by quarter of an hour. */
const offsets = new Map<string, Map<number, number>>()

const mostQuarters = 10_000

/** Clocks change at no other instants than full quarters, and asking the formatter costs a hundred times more. */
const offsetAt = (instant: number, zone: string): number => {
  let cached = offsets.get(zone)
  if (cached === undefined || cached.size > mostQuarters) offsets.set(zone, (cached = new Map()))
  const quarter = Math.floor(instant / quarterHour)
  const before = cached.get(quarter)
  if (before !== undefined) return before
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(quarter * quarterHour)) part[type] = value
  const day = `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`
  const offset = Date.parse(`${day}T${part.hour}:${part.minute}:${part.second}Z`) - quarter * quarterHour
  cached.set(quarter, offset)
  return offset
}

type Wall = { day: string; minutes: number; seconds: number }

const wall = (instant: Date, zone: string): Wall => {
  const local = new Date(instant.getTime() + offsetAt(instant.getTime(), zone))
  return {
    day: dayAt(local.getTime()),
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
    seconds: local.getUTCSeconds(),
  }
}

/** Midnight UTC of a day, in milliseconds: only ever compared with another of its kind. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const dayAt = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Whether the text is a day of the calendar of our time, `2027-03-04`; the 30th of February is none. */
export const isDay = (text: string): boolean => {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const start = startOf(text)
  return !Number.isNaN(start) && dayAt(start) === text
}

/** The day so many days after (or, with a minus, before) another. */
export const daysAfter = (day: string, days: number): string => dayAt(startOf(day) + days * millisecondsADay)

/** How many days lie from one day to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((startOf(to) - startOf(from)) / millisecondsADay)

/** Age in whole years on a day; both are calendar days, `2027-03-04`. */
export const ageInYears = (dateOfBirth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (day.slice(5) < dateOfBirth.slice(5) ? 1 : 0)

/** The day on which an instant falls for a person in the zone. */
export const localDay = (instant: Date, zone: string): string => wall(instant, zone).day

/** How many minutes the clock on the wall is past midnight, 0 to 1439. */
export const localMinutes = (instant: Date, zone: string): number => wall(instant, zone).minutes

/** Minutes past midnight as a time; from 1439 on it stays 23:59 (row C10). */
export const clockTime = (minutesPastMidnight: number): ClockTime => {
  const capped = Math.min(Math.max(Math.trunc(minutesPastMidnight), 0), lastMinute)
  const hours = Math.floor(capped / 60)
  const minutes = two(capped % 60)
  return {
    format12Hour: `${hours % 12 === 0 ? 12 : hours % 12}:${minutes}${hours < 12 ? 'am' : 'pm'}`,
    format24Hour: `${two(hours)}:${minutes}`,
  }
}

/** The hour an instant has on the wall of the zone (TIME, wire §2). */
export const time = (instant: Date, zone: string): ClockTime => clockTime(localMinutes(instant, zone))

const fromToday = (days: number): string => {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `${days} days from now` : `${-days} days ago`
}

/** The parts of a day in English words, as the wire has them: `Thursday`, `March`, 4, `2027`. */
export const dayParts = (day: string) => {
  const date = new Date(startOf(day))
  return {
    weekday: weekdays[date.getUTCDay()] ?? '',
    month: months[date.getUTCMonth()] ?? '',
    dayOfMonth: date.getUTCDate(),
    year: String(date.getUTCFullYear()),
  }
}

/** A day as people read it (DATE, wire §2). `now` says how far off it is, seen from the zone. */
export const date = (day: string, zone: string, now: Date): CalendarDate => {
  const { weekday, month, dayOfMonth, year } = dayParts(day)
  const fullDate = `${two(dayOfMonth)} ${month} ${year}`
  return {
    raw: day,
    rawPretty: day.split('-').reverse().join('/'),
    dayPretty: weekday.slice(0, 3),
    datePretty: `${dayOfMonth} ${month.slice(0, 3)}`,
    fullDatePretty: `${weekday.slice(0, 3)} ${fullDate}`,
    fullDate,
    difference: fromToday(daysBetween(localDay(now, zone), day)),
    tz: zone,
  }
}

/** The hour at which something ends: `14:30`, or `02:30 (Sun)` where that is another day than it began on. */
export const endTime = (startsAt: Date, endsAt: Date, zone: string): string => {
  const day = localDay(endsAt, zone)
  const { format24Hour } = time(endsAt, zone)
  return day === localDay(startsAt, zone) ? format24Hour : onDay(format24Hour, day)
}

/**
 * The same of a session as the server sends it. Its length tells a night from an hour that comes twice. In a timetable,
 * which says the instant of the start, `endsAt` stays on the day of the session (row C10), so the end is computed; an hour
 * over several courts names no zone, and its end is what the clock shows on a night without a change.
 */
export const sessionEnd = ({
  date: day,
  timestamp,
  startsAt,
  endsAt,
  duration: lasts,
}: SessionHours): string => {
  const minutes = minutesIn(lasts)
  if (timestamp !== undefined && typeof day !== 'string')
    return endTime(new Date(timestamp * 1000), new Date((timestamp + minutes * 60) * 1000), day.tz)
  const end = minutesOf(startsAt.format24Hour) + minutes
  if (end < 1440) return endsAt.format24Hour
  const clock = timestamp === undefined ? endsAt : clockTime(end % 1440)
  return onDay(clock.format24Hour, daysAfter(typeof day === 'string' ? day : day.raw, Math.floor(end / 1440)))
}

/** When a session is; `timestamp` in seconds. */
export type SessionHours = {
  date: string | Pick<CalendarDate, 'raw' | 'tz'>
  timestamp?: number
  startsAt: Pick<ClockTime, 'format24Hour'>
  endsAt: Pick<ClockTime, 'format24Hour'>
  duration: string
}

const onDay = (clock: string, day: string): string => `${clock} (${dayParts(day).weekday.slice(0, 3)})`

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** `180min` and `3h` are 180. */
const minutesIn = (text: string): number => {
  const [, hours = '0', minutes = '0'] = /^(?:(\d+)h)?\s*(?:(\d+)min)?$/.exec(text) ?? []
  return Number(hours) * 60 + Number(minutes)
}

/** A day of the date strip (wire §5); `today` is the venue's. */
export const offeredDate = (day: string, today: string): OfferedDate => {
  const { weekday, month, dayOfMonth, year } = dayParts(day)
  const datePretty = `${dayOfMonth} ${month.slice(0, 3)}`
  return {
    raw: day,
    dayPretty: weekday,
    datePretty,
    today: day === today,
    fullDatePretty: `${weekday.slice(0, 3)} ${datePretty}`,
    year,
  }
}

/** An instant as it crosses the wire, `2027-03-04T13:30:00Z`. */
export const instant = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** An instant twice: in UTC, and with the offset the zone has at that time (MOMENT, wire §2). */
export const moment = (at: Date, zone: string): Moment => {
  const { day, minutes, seconds } = wall(at, zone)
  const { format12Hour, format24Hour } = clockTime(minutes)
  const onTheWall = startOf(day) + minutes * 60_000 + seconds * 1000
  const offset = Math.round((onTheWall - Math.floor(at.getTime() / 1000) * 1000) / 60_000)
  const size = Math.abs(offset)
  const suffix = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return {
    utc: `${at.toISOString().slice(0, 19)}+00:00`,
    local: `${day}T${format24Hour}:${two(seconds)}${suffix}`,
    timezone: zone,
    format12Hour,
    format24Hour,
  }
}

/** Minutes as a timetable shows them: always digits and `min` (wire §2.1). */
export const duration = (minutes: number): string => `${minutes}min`

/** Minutes as a basket shows them: `40min`, `1h`, `1h 30min` (wire §7). */
export const shortDuration = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest}min`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}min`
}

/** A day of the calendar in words: `4 March 2027`. */
export const dayInWords = (day: string): string => {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  return `${Number(dayOfMonth)} ${months[Number(month) - 1] ?? ''} ${year}`
}
