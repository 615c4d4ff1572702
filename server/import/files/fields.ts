import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import { isEmail, normalEmail, normalPhone, normalPostcode, normalReference } from '#contract/identifiers.ts'
import { daysAfter, isDay, months } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'

/*
 * What people and spreadsheet programs write for a day, a time or an amount. A cell with one meaning is read; of any other
 * the meanings are answered that it may have, so that the refusal can name them.
 */

/** What a cell says, or what it may say: none where it is nothing of the kind. */
export type CellReading = { value: string } | { candidates: readonly string[] }

/** `24/12/2026`, `24.12.2026`, `24 Dec 2026`, `2026/12/24`. Two numbers up to 12 are a day in one country and a month in another. */
export const readDay = (cell: string): CellReading => {
  const [, year, ofYear, day] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(cell) ?? []
  if (year !== undefined) return reading(datesOf(year, [[day, ofYear]]))
  const [, first, second, numbered] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)$/.exec(cell) ?? []
  if (numbered !== undefined)
    return certainYear(
      numbered,
      datesOf(numbered, [
        [first, second],
        [second, first],
      ]),
    )
  const [, of, name, named] = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4}|\d\d)$/.exec(cell) ?? []
  if (named === undefined || name === undefined) return { candidates: [] }
  const month = months.findIndex((one) => one.toLowerCase().startsWith(name.toLowerCase())) + 1
  return certainYear(named, month === 0 ? [] : datesOf(named, [[of, String(month)]]))
}

/** The days of a year that these pairs of a day and a month name. */
const datesOf = (
  year: string,
  pairs: readonly (readonly [string | undefined, string | undefined])[],
): string[] => {
  const days = pairs.flatMap(([day = '', month = '']) => {
    const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return Number.isNaN(Date.parse(date)) || !new Date(date).toISOString().startsWith(date) ? [] : [date]
  })
  return [...new Set(days)]
}

const reading = (candidates: readonly string[]): CellReading => {
  const [value] = candidates
  return value !== undefined && candidates.length === 1 ? { value } : { candidates }
}

/** A year of two digits is not certain. */
const certainYear = (year: string, candidates: readonly string[]): CellReading =>
  year.length === 4 ? reading(candidates) : { candidates }

/** `6:00pm`, `6.30 pm`, `9am`. Twelve is noon to some and midnight to others; without am or pm only a colon is certain. */
export const readTime = (cell: string): CellReading => {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?:[:.]([0-5]\d))?(?::00)? ?([ap])\.?m\.?$/i.exec(cell) ?? []
  if (hour !== undefined && half !== undefined) {
    const afternoon = half.toLowerCase() === 'p' ? 12 : 0
    if (Number(hour) >= 1 && Number(hour) <= 11)
      return { value: `${String(Number(hour) + afternoon).padStart(2, '0')}:${minute}` }
    return { candidates: hour === '12' ? [`12:${minute}`, `00:${minute}`] : hourOf(hour, minute) }
  }
  const [, bareHour, bareMinute] = /^(\d{1,2})[.h]?([0-5]\d)$/.exec(cell) ?? []
  return { candidates: bareHour === undefined ? [] : hourOf(bareHour, bareMinute ?? '') }
}

const hourOf = (hour: string, minute: string): string[] =>
  Number(hour) < 24 ? [`${hour.padStart(2, '0')}:${minute}`] : []

/** What an amount may be that has a comma or a space in it: `13,45`, `1,345.00`, `£ 13.45`. */
export const amountCandidates = (cell: string): string[] => {
  const bare = cell.replaceAll(/[£€$\s]/g, '')
  const decimalComma = bare.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  const withoutThousands = bare.replaceAll(/,(?=\d{3}(\D|$))/g, '')
  return [...new Set([decimalComma, withoutThousands])].filter(
    (amount) => /^\d{1,6}(\.\d{1,2})?$/.test(amount) && amount !== cell,
  )
}

/** What a whole number may be that has a comma in it: `1,000`. */
export const numberCandidates = (cell: string): string[] => {
  const bare = cell.replaceAll(',', '')
  return bare !== cell && /^\d{1,3}(,\d{3})+$/.test(cell) ? [bare] : []
}

/** What a footer or a page of terms is made of. Neither script, style, frame, form, handler nor picture. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'a',
    'abbr',
    'address',
    'b',
    'blockquote',
    'br',
    'dd',
    'div',
    'dl',
    'dt',
    'em',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'li',
    'ol',
    'p',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'time',
    'tr',
    'ul',
  ],
  allowedAttributes: { a: ['href'], abbr: ['title'], th: ['scope'], time: ['datetime'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // A page has one h1, and it is not the footer's.
    h1: 'h2',
    // A page opened from ours must not reach back into it.
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener' }),
  },
}

const options: sanitizeHtml.IOptions = {
  ...allowed,
  allowedAttributes: { ...(allowed.allowedAttributes as Record<string, string[]>), a: ['href', 'rel'] },
}

/** The operator's HTML with everything taken out that could harm a page or its readers. */
export const safeHtml = (html: string): string => sanitizeHtml(html, options).trim()

/* Schemas of single values. A CSV cell is text; these parse it. Their errors are sentences for the person who edits the file. */

/** Names that addresses of the sites use themselves, so that no venue can be called so. */
const reservedSlugs = [
  'api',
  'assets',
  'attendees',
  'basket',
  'booking-confirmed',
  'dev',
  'healthz',
  'location',
  'login',
  'media',
  'new-password',
  'pricing',
  'readyz',
  'redirect-to-selected-venue',
  'register',
]

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The name a thing has in addresses and in the other files. It holds a letter, so that it is never an id. */
export const slug = z
  .string()
  .max(80)
  .refine((text) => slugForm.test(text) && /[a-z]/.test(text), {
    error: operatorMessages().importing.slugForm,
  })

export const venueSlug = slug.refine((text) => !reservedSlugs.includes(text), {
  error: operatorMessages().importing.slugReserved,
})

/** The database stores neither NUL nor half a character; no page shows the others. */
const isPrintable = (value: string): boolean => !/(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(value)

/** A text that may be empty. */
export const anyText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, { error: operatorMessages().importing.tooLong({ longest }) })
    .refine(isPrintable, { error: operatorMessages().importing.unprintable })

export const text = (longest = 200) => anyText(longest).min(1, { error: operatorMessages().importing.empty })

export const optionalText = (longest = 200) => text(longest).optional()

const tooLong = (longest: number) => ({ error: operatorMessages().importing.tooLong({ longest }) })

/** The operator's own number for a person, a membership, a package or a guest pass. */
export const reference = z
  .string()
  .overwrite(normalReference)
  .min(1, { error: operatorMessages().importing.empty })
  .max(40, tooLong(40))

export const email = z
  .string()
  .overwrite(normalEmail)
  .max(254, tooLong(254))
  .refine(isEmail, { error: operatorMessages().importing.emailForm })

export const optionalEmail = email.or(z.literal('')).default('')

export const optionalPhone = z.string().overwrite(normalPhone).max(40, tooLong(40)).default('')

export const optionalPostcode = z.string().overwrite(normalPostcode).max(12, tooLong(12)).default('')

/** HTML of the operator's own making, with what could harm or break a page taken out. */
export const html = anyText(20_000).transform(safeHtml)

export const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: operatorMessages().importing.colourForm })
  .transform((hex) => hex.toLowerCase())

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

/** Spreadsheet programs write `9:00` or `09:00:00` for `09:00`. */
const spreadsheetTime = /^(\d?\d):(\d\d)(?::00)?$/

/** A cell as `read` reads it, unless it has the form already; refused with what it may be. */
const cell = (form: string, isRead: (value: string) => boolean, read: (value: string) => CellReading) =>
  z.string().transform((value, context) => {
    if (isRead(value)) return value
    const reading = read(value)
    if ('value' in reading) return reading.value
    context.addIssue({
      code: 'custom',
      message: operatorMessages().importing.mayBe({ form, candidates: reading.candidates }),
    })
    return z.NEVER
  })

const clockTime = (isTime: (value: string) => boolean) =>
  z
    .string()
    .overwrite((value) =>
      value.replace(
        spreadsheetTime,
        (_, hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`,
      ),
    )
    .pipe(cell(operatorMessages().importing.timeForm, isTime, readTime))

/** `18:30` */
export const time = clockTime((value) => timeForm.test(value))

/** A time at which something ends: `24:00` is the end of the day. */
export const endTime = clockTime((value) => value === '24:00' || timeForm.test(value))

/**
 * A day: `2027-03-04`, or counted from the day of the import: `today`, `+3d`, `-1d`.
 * @param today the operator's, as `2027-03-04`
 */
export const day = (today: string) =>
  cell(operatorMessages().importing.dayForm, isDay, (value) => readDayOf(today, value))

/** A day as above, or `later`: on a day that is not set yet. */
export const dayOrLater = (today: string) =>
  cell(
    operatorMessages().importing.dayOrLaterForm,
    (value) => value === 'later' || isDay(value),
    (value) => readDayOf(today, value),
  )

const readDayOf = (today: string, value: string): CellReading => {
  if (value === 'today') return { value: today }
  const days = /^([+-]\d{1,3})d$/.exec(value)?.[1]
  return days === undefined ? readDay(value) : { value: daysAfter(today, Number(days)) }
}

const wholeDay = (today: string, text: string): string | null => {
  if (isDay(text)) return text
  const reading = readDayOf(today, text)
  return 'value' in reading && isDay(reading.value) ? reading.value : null
}

/** Days on which something is not: `2027-02-15..2027-02-19 2027-03-01`, each with its first and last day in the end. */
export const exceptions = (today: string) =>
  z.string().transform((value, context) => {
    const read = words(value.replaceAll(/\s*\.\.\s*/g, '..')).map((part) => {
      const [first = '', last = first, ...others] = part.split('..')
      const [from, until] = [wholeDay(today, first), wholeDay(today, last)]
      return from === null || until === null || until < from || others.length > 0 ? null : `${from}..${until}`
    })
    if (read.includes(null)) {
      context.addIssue({ code: 'custom', message: operatorMessages().importing.exceptionsForm })
      return z.NEVER
    }
    return read.flatMap((one) => one ?? []).toSorted()
  })

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** What each weekday is called, from Monday. */
const weekdayNames = [
  ['mon', 'monday', 'mondays'],
  ['tue', 'tues', 'tuesday', 'tuesdays'],
  ['wed', 'weds', 'wednesday', 'wednesdays'],
  ['thu', 'thur', 'thurs', 'thursday', 'thursdays'],
  ['fri', 'friday', 'fridays'],
  ['sat', 'saturday', 'saturdays'],
  ['sun', 'sunday', 'sundays'],
]

const weekdayOrder = (name: string | undefined): number =>
  weekdayNames.findIndex((names) => name !== undefined && names.includes(name))

/** Spreadsheet programs turn the hyphen of `Mon-Fri` into a dash; people put spaces round it, or write "to". */
const rangeSign = /\s*[-\u2010-\u2015\u2212]\s*|\s+to\s+/g

const betweenWeekdays = /\s*[,;|/&+]\s*(?:and\s+)?|\s+and\s+|\s+/

/** The weekdays of `mon` or `mon-fri`, counted from 0; null when it is neither. */
const weekdayRange = (part: string): number[] | null => {
  const ends = part.split('-')
  const from = weekdayOrder(ends[0])
  const to = weekdayOrder(ends.at(-1))
  if (from < 0 || to < 0 || ends.length > 2) return null
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7)
}

/** `daily`, `Mon`, `Mon-Fri`, `Mon Wed Sat-Sun`, `Sat/Sun`: the numbers of the weekdays in order, 1 for Monday. */
export const weekdays = z.string().transform((value, context) => {
  const days = value.trim().toLowerCase()
  if (/^(daily|every[ -]day)$/.test(days)) return [...everyDay]
  const ranges = days.replace(rangeSign, '-').split(betweenWeekdays).map(weekdayRange)
  if (ranges.includes(null)) {
    context.addIssue({ code: 'custom', message: operatorMessages().importing.weekdayForm })
    return z.NEVER
  }
  return [...new Set(ranges.flatMap((range) => range ?? []))].map((day) => day + 1).toSorted((a, b) => a - b)
})

/** Several slugs in one cell, with spaces, bars or semicolons between them. */
export const slugs = z
  .string()
  .transform((value) => words(value))
  .pipe(z.array(slug))

const words = (value: string): string[] => value.split(/[\s|;,]+/).filter((part) => part !== '')

/** A whole number in a cell; spreadsheet programs may write `16.0`. */
/** `20` and `17.5` in hundredths: 2000 and 1750. */
export const percent = cell(
  operatorMessages().importing.percentForm,
  (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value),
  () => ({ candidates: [] }),
)
  .transform((value) => Math.round(Number(value) * 100))
  .refine((value) => value <= 10_000, {
    error: operatorMessages().importing.between({ least: 0, most: 100 }),
  })

export const number = (least = 0, most = 100_000) =>
  cell(
    operatorMessages().importing.wholeNumberForm,
    (value) => /^\d{1,9}(\.0+)?$/.test(value),
    (value) => ({ candidates: numberCandidates(value) }),
  )
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: operatorMessages().importing.between({ least, most }),
    })

/** `yes` or `no` in a cell. */
export const yesNo = z.string().transform((value, context) => {
  if (/^(yes|y|true|1)$/i.test(value)) return true
  if (/^(no|n|false|0)$/i.test(value)) return false
  context.addIssue({ code: 'custom', message: operatorMessages().importing.yesNoForm })
  return z.NEVER
})

/** In JSON a number would be read by way of a fraction: amounts are texts there. */
const moneyType = ({ input }: { input?: unknown }) =>
  input === undefined ? operatorMessages().importing.missing : operatorMessages().importing.moneyText

/**
 * Money in a cell, `13.45`, `£13.45`, `13.5` (spreadsheet programs drop the last 0) or `0`: pence. Never by way of a
 * fraction.
 * @param currency the operator's sign, the only one that may stand before an amount
 */
export const money = (currency: string) =>
  z.string({ error: moneyType }).transform((value, context) => {
    const [, sign = '', pounds = '', pence = ''] = /^([£€$]?)(\d{1,6})(?:\.(\d{1,2}))?$/.exec(value) ?? []
    const message =
      pounds === ''
        ? operatorMessages().importing.mayBe({
            form: operatorMessages().importing.moneyForm,
            candidates: amountCandidates(value),
          })
        : sign === '' || sign === currency
          ? null
          : operatorMessages().importing.moneySign({ currency })
    if (message === null) return Number(pounds) * 100 + Number(pence.padEnd(2, '0'))
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** An address of the web, in one piece: what a browser would take out or escape is refused. */
export const webAddress = z
  .url({
    protocol: /^https?$/,
    hostname: /^([a-z0-9-]+\.)*[a-z0-9-]+$/i,
    error: operatorMessages().importing.addressForm,
  })
  .regex(/^[^\s"<>\\^`{|}]+$/, { error: operatorMessages().importing.addressForm })

/** The same, by https alone. */
export const secureAddress = webAddress.startsWith('https://', {
  error: operatorMessages().importing.secureAddressForm,
})

/** A site: an address without path, which would be lost. */
export const siteOrigin = webAddress
  .refine((address) => /^https?:\/\/[^/?#@]+\/?$/i.test(address), {
    error: operatorMessages().importing.originForm,
  })
  .transform((address) => new URL(address).origin)

/** A picture in the folder, `assets/logo.svg`, or an address that begins with https. */
export const picture = z
  .string()
  .refine((value) => /^https:\/\/\S+$/.test(value) || /^assets\/[\w./-]+\.(svg|png|webp)$/.test(value), {
    error: operatorMessages().importing.pictureForm,
  })
  .refine((value) => !value.includes('..'), { error: operatorMessages().importing.pictureOutside })
