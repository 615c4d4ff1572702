import { weekdaysOf } from '#contract/openingHours.ts'

/** Opening hours as the standard has them. */
export type OpeningHours = {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: string[]
  opens: string
  closes: string
  validFrom?: string
  validThrough?: string
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A day as the standard names it; 1 is Monday. */
export const dayOfWeek = (day: number): string => `https://schema.org/${weekdays[day - 1] ?? ''}`

const publicHolidays = /^(?:bank|public) holidays?$/i

/**
 * What a venue writes about its hours ("Monday to Friday", "6:30am to 10pm"), for programs. Later lines are exceptions
 * to earlier ones. Nothing at all where one of the lines is not understood: hours that lack a day say it is closed.
 */
export const openingHoursOf = (lines: readonly { days: string; hours: string }[]): OpeningHours[] => {
  const spansByDay = new Map<string, Span[]>()
  for (const { days, hours } of lines) {
    const spans = spansOf(hours)
    const named = publicHolidays.test(days.trim())
      ? ['https://schema.org/PublicHolidays']
      : weekdaysOf(days)?.map((day) => dayOfWeek(day + 1))
    if (spans === null || named === undefined) return []
    for (const day of named) spansByDay.set(day, spans)
  }
  const daysBySpan = new Map<string, { span: Span; days: string[] }>()
  for (const [day, spans] of spansByDay) {
    for (const span of spans) {
      const key = `${span.opens} ${span.closes}`
      const found = daysBySpan.get(key) ?? { span, days: [] }
      found.days.push(day)
      daysBySpan.set(key, found)
    }
  }
  return [...daysBySpan.values()].map(({ span, days }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    ...span,
  }))
}

type Span = { opens: string; closes: string }

/** "6:30am to 10pm", "07:00–09:00 and 17:00–21:00", "Closed"; null when it is not understood. */
const spansOf = (hours: string): Span[] | null => {
  const text = hours.trim().toLowerCase()
  if (text === 'closed') return []
  const spans = text.split(/,|;|&|\band\b/).map(spanOf)
  return spans.every((span) => span !== null) ? spans : null
}

const spanOf = (text: string): Span | null => {
  const [opens, closes, ...rest] = text.split(/\s*(?:\bto\b|–|-)\s*/).map(clockOf)
  return opens == null || closes == null || rest.length > 0 ? null : { opens, closes }
}

const clockOf = (text: string): string | null => {
  const word = text.trim()
  if (word === 'noon' || word === 'midday') return '12:00'
  if (word === 'midnight' || word === '24:00') return '00:00'
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/.exec(word) ?? []
  // "9" alone may be either half of the day.
  if (hour === '' || (half === undefined && !/[:.]/.test(word))) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return hours > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)
    ? null
    : `${String(hours).padStart(2, '0')}:${minute}`
}

/** A time of day so many minutes later, past midnight if need be: `22:30` and 120 give `00:30`. */
export const clockAfter = (clock: string, minutes: number): string => {
  const at = (minutesOf(clock) + minutes) % 1440
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** When a line of the timetable begins: once a day, or every so many minutes until the last ends. */
export const startsOf = (line: {
  startTime: string
  durationMinutes: number
  untilTime: string | null
  stepMinutes: number | null
}): string[] => {
  const first = line.startTime.slice(0, 5)
  if (line.untilTime === null) return [first]
  const step = line.stepMinutes ?? line.durationMinutes
  const spare = (minutesOf(line.untilTime) || 1440) - minutesOf(first) - line.durationMinutes
  return Array.from({ length: Math.max(0, Math.floor(spare / step)) + 1 }, (_, n) =>
    clockAfter(first, n * step),
  )
}

/** When an activity is let, from the lines of its timetable. */
export const hoursLet = (
  lines: readonly {
    weekdays: number[]
    startTime: string
    durationMinutes: number
    untilTime: string | null
    validFrom: string | null
    validUntil: string | null
  }[],
): OpeningHours[] =>
  lines.map(({ weekdays: days, startTime, durationMinutes, untilTime, validFrom, validUntil }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map(dayOfWeek),
    opens: startTime.slice(0, 5),
    closes: untilTime === null ? clockAfter(startTime, durationMinutes) : clockAfter(untilTime, 0),
    ...(validFrom === null ? {} : { validFrom }),
    ...(validUntil === null ? {} : { validThrough: validUntil }),
  }))
