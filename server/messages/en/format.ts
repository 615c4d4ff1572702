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
