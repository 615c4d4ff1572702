import { ageInYears } from '#contract/time.ts'
import type { Text } from '#server/messages/languages.ts'

/** Younger people are added to the account of a parent or guardian. */
export const minimumAge = 16
const maximumAge = 120

export const whyInvalidDateOfBirth = (dateOfBirth: string, today: string): Text | null => {
  const age = ageInYears(dateOfBirth, today)
  return age < 0 || age > maximumAge ? (messages) => messages.customers.dateOfBirthUnlikely : null
}

/** Why a person with this date of birth cannot register, or null. */
export const whyTooYoung = (dateOfBirth: string, today: string): Text | null => {
  const invalid = whyInvalidDateOfBirth(dateOfBirth, today)
  if (invalid !== null) return invalid
  if (ageInYears(dateOfBirth, today) < minimumAge) {
    return (messages) => messages.customers.tooYoung({ minimumAge })
  }
  return null
}

/** Why a phone number is invalid, or null. None at all is fine. */
export const whyInvalidPhone = (phone: string | undefined): Text | null => {
  if (phone === undefined || phone === '') return null
  const digits = phone.replaceAll(/\D/g, '').length
  const isNumber = /^\+?[\d\s().-]+(?:(?:x|ext\.?)\s*\d+)?$/i.test(phone)
  return isNumber && digits >= 7 && digits <= 18 ? null : (messages) => messages.customers.phoneUnlikely
}

/** Why a British postcode is invalid, or null. None at all is fine. */
export const whyInvalidPostcode = (postcode: string | undefined): Text | null =>
  postcode === undefined || postcode === '' || /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/.test(postcode)
    ? null
    : (messages) => messages.customers.postcodeUnlikely

/** The letters before a customer's number, from the operator's name: `DL` for Demo Leisure, `ONS` for Onside. */
export const referencePrefix = (operatorName: string): string => {
  const words = operatorName.toUpperCase().match(/[A-Z]+/g) ?? []
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : (words[0] ?? '')
  return letters.slice(0, 3) || 'C'
}

/** The check digit of a number (Luhn), so that a mistyped reference names nobody else. */
const checkDigitOf = (digits: string): number => {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** A customer's reference: the operator's letters, nine random digits and their check digit. Shorter ones stay valid. */
export const referenceOf = (prefix: string, random: number): string => {
  const digits = String(random).padStart(9, '0')
  return `${prefix}-${digits}${checkDigitOf(digits)}`
}

/**
 * The required terms that were not accepted.
 * @param accepted `true` for all terms, or the ids of the accepted ones
 */
export const termsMissing = (required: readonly number[], accepted: true | readonly number[]): number[] =>
  accepted === true ? [] : required.filter((id) => !accepted.includes(id))

/** Keeps the customer list from being browsed letter by letter. */
const minimumLetters = 2

/** Letters that are one with no accent on it; the index has them the same way (customer.search_words). */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** The letter apostrophe, too, stands between letters. */
const notInWords = /[^\p{L}\p{N}]|ʼ/gu

const postcodeInText = /(?<![\p{L}\p{N}])([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})(?![\p{L}\p{N}])/gu

const outwardCode = /^[a-z]{1,2}\d[a-z\d]?$/

/**
 * What a search of customers looks for, as names are indexed: lower case, without accents, with and without what stands
 * between letters, so that "oneill" and "O'Neill" find each other. Words are beginnings of words; a postcode or its first
 * half is whole, because OL1 is not OL16.
 * @returns null when the query is too short
 */
export const searchTerms = (query: string): { words: string[]; tsquery: string } | null => {
  const text = query
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðħıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(postcodeInText, '$1$2')
  const parts = text.split(/\s+/).map(wordsIn)
  const words = parts.flat()
  const joined = words.join('')
  if (joined.length < minimumLetters) return null
  const all = parts.filter((part) => part.length > 0).map(termOf)
  const isName = words.length > 1 && !/\p{N}/u.test(joined)
  return { words, tsquery: [all.join(' & '), ...(isName ? [beginning(joined)] : [])].join(' | ') }
}

/** The digits by which a phone number is found, however it is dialled; null for what is none. */
export const phoneDigits = (query: string): string | null => {
  if (!/^[+\d\s().-]+$/.test(query)) return null
  const digits = query.replaceAll(/\D/g, '')
  return digits.length < 9 ? null : digits.slice(-9)
}

const wordsIn = (part: string): string[] => part.split(notInWords).filter(Boolean)

const beginning = (word: string): string => `'${word}':*`

const termOf = (part: readonly string[]): string => {
  const [word = ''] = part
  if (part.length > 1) return `(${part.map(beginning).join(' & ')} | ${beginning(part.join(''))})`
  const isWhole = outwardCode.test(word) || new RegExp(`^(?:${postcodeInText.source})$`, 'u').test(word)
  return isWhole ? `'${word}'` : beginning(word)
}
