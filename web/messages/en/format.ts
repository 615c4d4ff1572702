import { dayParts, localDay, time } from '#contract/time.ts'

/**
 * Made by the first call: a formatter takes milliseconds on a slow phone, and at the top of a module it would delay every
 * first page.
 */
export const madeOnUse = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** How English counts, orders and joins: the one file of the catalogue that holds rules instead of sentences. */
export const language = 'en-GB'

const cardinals = madeOnUse(() => new Intl.PluralRules(language))
const ordinals = madeOnUse(() => new Intl.PluralRules(language, { type: 'ordinal' }))
const numbers = madeOnUse(() => new Intl.NumberFormat(language))
const lists = {
  and: madeOnUse(() => new Intl.ListFormat(language, { type: 'conjunction' })),
  or: madeOnUse(() => new Intl.ListFormat(language, { type: 'disjunction' })),
}

/** The forms a language has; `other` is the one that every language has. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form that goes with a count: `plural(2, { one: '1 place', other: '2 places' })`. */
export const plural = (count: number, forms: Forms): string => forms[cardinals().select(count)] ?? forms.other

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** 1st, 2nd, 3rd, 4th … 11th. */
export const ordinal = (position: number): string =>
  `${position}${endings[ordinals().select(position)] ?? 'th'}`

/** "1,250" */
export const number = (value: number): string => numbers().format(value)

/** "A, B and C"; with `or` "A, B or C". */
export const list = (items: Iterable<string>, by: 'and' | 'or' = 'and'): string => lists[by]().format(items)

/* Days: the wire's words for them are English, and so are these. */

/** "Thursday" of `2027-03-04`. */
export const longWeekday = (day: string): string => dayParts(day).weekday

/** "Thu" of `2027-03-04`. */
export const weekday = (day: string): string => longWeekday(day).slice(0, 3)

/** "4 Mar" of `2027-03-04`. */
export const dayOfMonth = (day: string): string => {
  const { dayOfMonth: nth, month } = dayParts(day)
  return `${nth} ${month.slice(0, 3)}`
}

/** "Thu 4 Mar" of `2027-03-04`. */
export const shortDay = (day: string): string => `${weekday(day)} ${dayOfMonth(day)}`

/** "Thursday 4 March" of `2027-03-04`. */
export const longDay = (day: string): string => {
  const { weekday: name, dayOfMonth: nth, month } = dayParts(day)
  return `${name} ${nth} ${month}`
}

/** "Thu 4 March 2027" of `2027-03-04`. */
export const fullDay = (day: string): string => {
  const { dayOfMonth: nth, month, year } = dayParts(day)
  return `${weekday(day)} ${nth} ${month} ${year}`
}

/** "Thu 4 Mar, 21:00"; with `now`, only "21:00" on the same day. */
export const dateTime = ({ at, zone, now }: { at: Date; zone: string; now?: Date }): string => {
  const day = localDay(at, zone)
  const hour = time(at, zone).format24Hour
  return now !== undefined && day === localDay(now, zone) ? hour : `${shortDay(day)}, ${hour}`
}

/** "45 min", "2 h", "3 h 12 min"; at least one minute. */
export const duration = (minutes: number): string => {
  const whole = Math.max(1, Math.round(minutes))
  const hours = Math.floor(whole / 60)
  if (hours === 0) return `${whole} min`
  return whole % 60 === 0 ? `${hours} h` : `${hours} h ${whole % 60} min`
}
