import { z } from 'zod'
import { isDay } from '#contract/time.ts'
import * as messages from '#server/messages/en/import.ts'
import { addDays } from '#server/platform/wallclock.ts'
import { safeHtml } from './html.ts'

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
    error: messages.slugForm,
  })

export const venueSlug = slug.refine((text) => !reservedSlugs.includes(text), {
  error: messages.slugReserved,
})

export const text = (longest = 200) =>
  z
    .string()
    .trim()
    .min(1, { error: messages.empty })
    .max(longest, { error: messages.tooLong({ longest }) })

export const optionalText = (longest = 200) => text(longest).optional()

/** HTML of the operator's own making, with what could harm or break a page taken out. */
export const html = z.string().max(20_000).transform(safeHtml)

export const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: messages.colourForm })
  .transform((hex) => hex.toLowerCase())

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

/** Spreadsheet programs write `9:00` or `09:00:00` for `09:00`. */
const spreadsheetTime = /^(\d?\d):(\d\d)(?::00)?$/

const clockTime = z
  .string()
  .overwrite((value) =>
    value.replace(spreadsheetTime, (_, hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`),
  )

/** `18:30` */
export const time = clockTime.regex(timeForm, { error: messages.timeForm })

/** A time at which something ends: `24:00` is the end of the day. */
export const endTime = clockTime.refine((value) => value === '24:00' || timeForm.test(value), {
  error: messages.timeForm,
})

/**
 * A day: `2027-03-04`, or counted from the day of the import: `today`, `+3d`, `-1d`.
 * @param today the operator's, as `2027-03-04`
 */
export const day = (today: string) =>
  z.string().transform((value, context) => {
    if (isDay(value)) return value
    if (value === 'today') return today
    const days = /^([+-]\d{1,3})d$/.exec(value)?.[1]
    if (days !== undefined) return addDays(today, Number(days))
    context.addIssue({ code: 'custom', message: messages.dayForm })
    return z.NEVER
  })

const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** `daily`, `Mon`, `Mon-Fri`, `Mon Wed Sat-Sun`: the numbers of the weekdays in order, 1 for Monday. */
export const weekdays = z.string().transform((value, context) => {
  const found = new Set<number>()
  for (const part of words(value)) {
    if (/^(daily|every-day)$/i.test(part)) everyDay.forEach((weekday) => found.add(weekday))
    else {
      const [first = '', last = first, ...more] = part.toLowerCase().split(/[-–]/)
      const from = weekdayNames.indexOf(first.slice(0, 3))
      const to = weekdayNames.indexOf(last.slice(0, 3))
      if (from < 0 || to < 0 || more.length > 0) {
        context.addIssue({ code: 'custom', message: messages.weekdayForm({ text: part }) })
        return z.NEVER
      }
      for (let step = 0; step <= (to - from + 7) % 7; step += 1) found.add(((from + step) % 7) + 1)
    }
  }
  return [...found].sort((a, b) => a - b)
})

/** Several slugs in one cell, with spaces, bars or semicolons between them. */
export const slugs = z
  .string()
  .transform((value) => words(value))
  .pipe(z.array(slug))

const words = (value: string): string[] => value.split(/[\s|;,]+/).filter((part) => part !== '')

/** A whole number in a cell. */
export const number = (least = 0, most = 100_000) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: messages.wholeNumberForm })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: messages.between({ least, most }) })

/** `yes` or `no` in a cell. */
export const yesNo = z.string().transform((value, context) => {
  if (/^(yes|y|true|1)$/i.test(value)) return true
  if (/^(no|n|false|0)$/i.test(value)) return false
  context.addIssue({ code: 'custom', message: messages.yesNoForm })
  return z.NEVER
})

/** In JSON a number would be read by way of a fraction: amounts are texts there. */
const poundsType = ({ input }: { input?: unknown }) =>
  input === undefined ? messages.missing : messages.poundsText

/** Money in a cell, `13.45`, `£13.45`, `€13.45` or `0`: pence. Never by way of a fraction. */
export const pounds = z.string({ error: poundsType }).transform((value, context) => {
  const parts = /^[£€$]?(\d{1,6})(?:\.(\d{2}))?$/.exec(value)
  if (parts === null) {
    context.addIssue({ code: 'custom', message: messages.poundsForm })
    return z.NEVER
  }
  return Number(parts[1]) * 100 + Number(parts[2] ?? 0)
})

/** A picture in the folder, `assets/logo.svg`, or an address that begins with https. */
export const picture = z
  .string()
  .refine((value) => /^https:\/\/\S+$/.test(value) || /^assets\/[\w./-]+\.(svg|png|webp)$/.test(value), {
    error: messages.pictureForm,
  })
  .refine((value) => !value.includes('..'), { error: messages.pictureOutside })
