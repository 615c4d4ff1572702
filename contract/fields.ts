import { z } from 'zod'
import { dayFromText } from './dayText.ts'
import {
  isEmail,
  normalEmail,
  normalLoginName,
  normalPhone,
  normalPostcode,
  normalReference,
  normalCode,
  normalTicketCode,
} from './identifiers.ts'
import { isDay } from './time.ts'

/*
 * What a request may carry. Programs in use send ids as digits, 0 and 1 for no and yes, and null or an empty
 * string for what they leave out (wire §1.2), so every field tidies its value before it is checked. The types
 * name what a tidy caller sends; the JSON schema of a field is that of the tidy value.
 */

const tidied = <X extends z.ZodType, Sent>(tidy: (value: unknown) => unknown, field: X) =>
  z.preprocess(tidy, field) as unknown as z.ZodType<z.output<X>, Sent>

const nothingIfEmpty = (value: unknown): unknown => (value === null || value === '' ? undefined : value)

const numberIfDigits = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return value
  const number = Number(value)
  return number <= greatestId ? number : value
}

/** The greatest id a row can have (PostgreSQL's integer). */
const greatestId = 2_147_483_647

const wholeNumber = z.int().min(0).max(greatestId)

/** The id of a row: an int, or the same as a string of digits. */
export const id = tidied<typeof wholeNumber, number | string>(numberIfDigits, wholeNumber)

const numberOrText = z.union([wholeNumber, z.string().min(1).max(200)])

/** An id of either world (wire §1.9): digits become a number, anything else stays a string. */
export const anyId = tidied<typeof numberOrText, number | string>(numberIfDigits, numberOrText)

/** May be left out: absent, null and `''` are all undefined. */
export const optional = <X extends z.ZodType>(field: X) =>
  z.preprocess(nothingIfEmpty, field.optional()) as unknown as z.ZodOptional<
    z.ZodType<z.output<X>, z.input<X> | null>
  >

/** May be left out, and is then `value`. */
export const otherwise = <X extends z.ZodType>(field: X, value: z.output<X>) =>
  optional(field).transform((sent): z.output<X> => sent ?? value)

/** Text that may be left out (absent or null), where `''` is a value: it empties the field. */
export const optionalText = (longest = 200) => {
  const text = z.string().trim().max(longest)
  return z.preprocess((value) => value ?? undefined, text.optional()) as unknown as z.ZodOptional<
    z.ZodType<string, string | null>
  >
}

/** An https address that may be left out, or emptied with `''`. */
export const optionalLink = () => {
  const link = z
    .url({ protocol: /^https$/, error: 'Enter a web address that begins with https://.' })
    .max(500)
    .or(z.literal(''))
  return z.preprocess((value) => value ?? undefined, link.optional()) as unknown as z.ZodOptional<
    z.ZodType<string, string | null>
  >
}

/** Text that must hold something besides spaces. The server's message for an empty one names the field. */
export const text = (longest = 200) =>
  z.string().trim().min(1).max(longest, `Use ${longest} characters or fewer.`)

const yesOrNo = z.boolean()

/** Yes or no: true, false, 1, 0, or one of these as text. */
export const flag = tidied<typeof yesOrNo, boolean | 0 | 1 | '0' | '1' | 'true' | 'false'>((value) => {
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return value
}, yesOrNo)

/** A day of the calendar, `2027-03-04`. `message` answers whatever else is sent, also nothing at all. */
export const day = (message = 'Choose a date.') => {
  const calendarDay = z.string().refine(isDay, { error: message }).meta({ format: 'date' })
  return tidied<typeof calendarDay, string>((value) => (typeof value === 'string' ? value : ''), calendarDay)
}

/** A date of birth, also as people type it: `31 March 1990`, `31/3/1990`. */
export const dateOfBirth = () => {
  const calendarDay = z
    .string()
    .refine(isDay, { error: 'Enter a date of birth, like 31 March 1990.' })
    .meta({ format: 'date' })
  return tidied<typeof calendarDay, string>(
    (value) => (typeof value === 'string' ? (dayFromText(value) ?? value) : ''),
    calendarDay,
  )
}

/** An hour on the wall, `13:30`. */
export const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 13:30.')

const anyInt = z.int().min(-greatestId).max(greatestId)

const integer = (field: z.ZodInt = anyInt) =>
  tidied<z.ZodInt, number | string>(
    (value) => (typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value),
    field,
  )

/** An integer, as a number or a string of digits. */
export const count = integer()

/** An integer from 1 to `most`. */
export const countUpTo = (most: number) => integer(z.int().min(1).max(most))

/** An amount of money in pence. */
export const pence = integer()

/** A value that tells things apart, in its normal form (identifiers.ts). */
const identifier = (normal: (typed: string) => string, longest: number) =>
  z.string().max(1000).overwrite(normal).min(1).max(longest, `Use ${longest} characters or fewer.`)

export const emailAddress = z
  .string()
  .max(1000)
  .overwrite(normalEmail)
  .max(254)
  .refine(isEmail, 'Enter an e-mail address, like name@example.com.')
  .meta({ format: 'email' })

/** An e-mail address or a customer's number. */
export const loginName = identifier(normalLoginName, 254)

/** The number of a customer, a membership or a guest pass. */
export const operatorReference = (longest = 100) => identifier(normalReference, longest)

/** The reference of an order, also with the `#` that stands before it in mail. */
export const orderReference = identifier((typed) => normalReference(typed).replace(/^#/, ''), 20)

/** The code of a booking or an order, typed or scanned. */
export const ticketCode = identifier(normalTicketCode, 200)

/** Six digits of an app, or a recovery code. */
export const securityCode = identifier(normalCode, 40)

/** A number of a bank account, in digits alone; `''` where it is left out. */
export const bankNumber = otherwise(z.string().max(1000).overwrite(normalCode).max(20), '')

/** As `optionalText`, in a normal form. */
const optionalIdentifier = (normal: (typed: string) => string, longest: number) => {
  const text = z.string().max(1000).overwrite(normal).max(longest, `Use ${longest} characters or fewer.`)
  return z.preprocess((value) => value ?? undefined, text.optional()) as unknown as z.ZodOptional<
    z.ZodType<string, string | null>
  >
}

export const optionalPhone = () => optionalIdentifier(normalPhone, 40)

export const optionalPostcode = () => optionalIdentifier(normalPostcode, 20)

/** The last four digits of a card. */
export const lastFour = z
  .string()
  .trim()
  .regex(/^\d{4}$/, 'Enter the last four digits of the card.')

/** A password being chosen (wire §4: ten characters or more). */
export const newPassword = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(200, 'Use 200 characters or fewer.')

const textOrNumber = z.string().min(1).max(200)

/** A name given by another company, which may happen to be a number: always kept as text. */
export const reference = tidied<typeof textOrNumber, number | string>(
  (value) => (typeof value === 'number' ? String(value) : value),
  textOrNumber,
)
