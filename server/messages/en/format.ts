/** As `lang` of a page names it; it also parts what is cached in several languages. */
export const language = 'en-GB'
const cardinals = new Intl.PluralRules(language)
const conjunction = new Intl.ListFormat(language, { type: 'conjunction' })
const disjunction = new Intl.ListFormat(language, { type: 'disjunction' })

/** The forms a language has; `other` is the one that every language has. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form that goes with a count: `plural(2, { one: '1 place', other: '2 places' })`. */
export const plural = (count: number, forms: Forms): string => forms[cardinals.select(count)] ?? forms.other

/** "A, B and C" */
export const listAll = (items: Iterable<string>): string => conjunction.format(items)

/** "A, B or C" */
export const listAny = (items: Iterable<string>): string => disjunction.format(items)

/** A name as it stands inside a sentence: "proof of age". */
export const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/* Days, from `2027-03-04`. */

const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)
const monthOf = (day: string): string => months.format(midnight(day))
const dayOfMonth = (day: string): string => `${midnight(day).getUTCDate()}`

/** "Thu" */
export const weekday = (day: string): string => weekdays.format(midnight(day)).slice(0, 3)

/** "Thu 4 Mar" */
export const shortDay = (day: string): string =>
  `${weekday(day)} ${dayOfMonth(day)} ${monthOf(day).slice(0, 3)}`

/** "Thu 4 Mar, 14:30" */
export const dayAndTime = ({ day, time }: { day: string; time: string }): string =>
  `${shortDay(day)}, ${time}`

/** "Thu 4 March 2027" */
export const fullDay = (day: string): string =>
  `${weekday(day)} ${dayOfMonth(day)} ${monthOf(day)} ${day.slice(0, 4)}`

/** "4 Mar" */
export const shortDate = (day: string): string => `${dayOfMonth(day)} ${monthOf(day).slice(0, 3)}`

/** "4 March 2027" */
export const longDate = (day: string): string => `${dayOfMonth(day)} ${monthOf(day)} ${day.slice(0, 4)}`

/** "02:30 (Sun)", of what ends on another day than it began. */
export const timeOnDay = ({ time, day }: { time: string; day: string }): string => `${time} (${weekday(day)})`
