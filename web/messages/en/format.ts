/** How English counts, orders and joins: the one file of the catalogue that holds rules instead of sentences. */
const language = 'en-GB'
const cardinals = new Intl.PluralRules(language)
const ordinals = new Intl.PluralRules(language, { type: 'ordinal' })
const numbers = new Intl.NumberFormat(language)
const lists = {
  and: new Intl.ListFormat(language, { type: 'conjunction' }),
  or: new Intl.ListFormat(language, { type: 'disjunction' }),
}

/** The forms a language has; `other` is the one that every language has. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form that goes with a count: `plural(2, { one: '1 place', other: '2 places' })`. */
export const plural = (count: number, forms: Forms): string => forms[cardinals.select(count)] ?? forms.other

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** 1st, 2nd, 3rd, 4th … 11th. */
export const ordinal = (position: number): string =>
  `${position}${endings[ordinals.select(position)] ?? 'th'}`

/** "1,250" */
export const number = (value: number): string => numbers.format(value)

/** "A, B and C"; with `or` "A, B or C". */
export const list = (items: Iterable<string>, by: 'and' | 'or' = 'and'): string => lists[by].format(items)
