import { ageInYears } from '#contract/time.ts'

/** Who registers on their own. Younger ones are added to the account of somebody who answers for them. */
export const minimumAge = 16
const greatestAge = 120

/** Why nobody can be born on this day, or null. */
export const whyInvalidDateOfBirth = (dateOfBirth: string, today: string): string | null => {
  const age = ageInYears(dateOfBirth, today)
  return age < 0 || age > greatestAge ? 'This cannot be a date of birth.' : null
}

/** Why somebody born on this day cannot register, or null. */
export const whyTooYoung = (dateOfBirth: string, today: string): string | null => {
  const impossible = whyInvalidDateOfBirth(dateOfBirth, today)
  if (impossible !== null) return impossible
  if (ageInYears(dateOfBirth, today) < minimumAge) {
    return `You can register from the age of ${minimumAge}. Ask a parent to add you to their account.`
  }
  return null
}

/** The letters before a customer's number, from the operator's name: `DL` for Demo Leisure, `ONS` for Onside. */
export const referencePrefix = (operatorName: string): string => {
  const words = operatorName.toUpperCase().match(/[A-Z]+/g) ?? []
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : (words[0] ?? '')
  return letters.slice(0, 3) || 'C'
}

/**
 * The required terms that were not agreed to.
 * @param agreed `true` to whatever was asked, or the ids that were named
 */
export const termsMissing = (required: readonly number[], agreed: true | readonly number[]): number[] =>
  agreed === true ? [] : required.filter((id) => !agreed.includes(id))

/** At least so many letters of somebody are asked for, so that nobody leafs through all customers. */
const fewestLetters = 2

/**
 * What is looked for, as it stands in the index: small letters without accents, word by word.
 * @returns null when it is too little to look for
 */
export const searchTerms = (query: string): string[] | null => {
  const words = query
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.join('').length < fewestLetters ? null : words
}
