import { deskTenders } from '#contract/tenders.ts'
import { z } from 'zod'
import {
  day,
  dayOrLater,
  endTime,
  exceptions,
  everyDay,
  money,
  number,
  reference,
  slug,
  slugs,
  text,
  time,
  weekdays,
  yesNo,
} from '#server/import/files/fields.ts'
import { operatorMessages } from '#server/messages/languages.ts'

/* Schemas of timetable.csv, sessions.csv, closures.csv and block_bookings.csv. */

/** A cell that may be left empty arrives as a field that is not there. */
export const timetableRow = (today: string) =>
  z.strictObject({
    key: slug.optional(),
    venue: slugs.default([]),
    activity: slug,
    name: text().optional(),
    days: weekdays,
    start: time,
    minutes: number(5, 1440),
    until: endTime.optional(),
    every: number(5, 1440).optional(),
    locations: slugs,
    capacity: number(0, 10_000).optional(),
    band: slug.default(''),
    instructors: slugs.default([]),
    tags: slugs.default([]),
    from: day(today).optional(),
    to: day(today).optional(),
    /** Half-term: days on which there are none. */
    except: exceptions(today).default([]),
    description: text(4000).optional(),
  })

export const sessionRow = (today: string) =>
  z.strictObject({
    key: slug.optional(),
    venue: slug,
    activity: slug,
    name: text().optional(),
    date: day(today),
    start: time,
    minutes: number(5, 1440),
    location: slug,
    capacity: number(0, 10_000),
    band: slug.default(''),
    instructors: slugs.default([]),
    tags: slugs.default([]),
    description: text(4000).optional(),
  })

export const closureRow = (today: string) =>
  z.strictObject({
    venue: slug,
    locations: slugs.default([]),
    date: day(today),
    until: day(today).optional(),
    days: weekdays.optional(),
    start: time.default('00:00'),
    end: endTime.optional(),
    /** One interval, from `start` on `date` until then, and not the same hours of each day. */
    opensOn: dayOrLater(today).optional(),
    opensAt: time.optional(),
    reason: text().default(''),
  })

/** Null: all of them. */
const placesOrAll = z.string().transform((value, context) => {
  if (value === 'all') return null
  const places = number(1, 10_000).safeParse(value)
  if (places.success) return places.data
  context.addIssue({ code: 'custom', message: operatorMessages().importing.placesForm })
  return z.NEVER
})

export const blockBookingRow = (today: string) =>
  z.strictObject({
    key: slug.optional(),
    venue: slugs.default([]),
    activity: slug,
    locations: slugs.default([]),
    days: weekdays.default([...everyDay]),
    start: time.default('00:00'),
    until: endTime.default('24:00'),
    from: day(today).optional(),
    to: day(today).optional(),
    places: placesOrAll,
    deskOnly: yesNo.default(false),
    note: text().default(''),
  })

/* Schemas of sales.json and waitlists.json. */

/** A session, by when it is. */
const sessionReference = (today: string) => ({
  venue: slug,
  activity: slug,
  /** Which of today's: the last that has begun, the next one, the one after. */
  session: z.enum(['over', 'next', 'later']).optional(),
  /** Or the one of a day that begins at an hour. */
  on: day(today).optional(),
  at: time.optional(),
})

/** People who wait for a place. */
export const waitlistEntry = (today: string) =>
  z.strictObject({ ...sessionReference(today), people: z.array(reference).min(1) })

/** What staff sold over the counter: for demonstrations, and for a desk that learns. */
export const saleEntry = (today: string, currency: string) =>
  z.strictObject({
    ...sessionReference(today),
    /** By reference, of the customer; a walk-in when left out. */
    to: reference.nullable().default(null),
    /** By reference, of the member of staff. */
    by: reference,
    /** The drawer they stood at. */
    till: slug.nullable().default(null),
    tender: z.enum(deskTenders).exclude(['credit', 'at_venue']),
    /** The number of a cheque or voucher. */
    number: text(40).optional(),
    /** Cash handed over, where there was change. */
    tendered: money(currency).optional(),
    /** What became of them. */
    attendance: z.enum(['attended', 'not_attended']).optional(),
    /** Whether the customer cancelled it afterwards. */
    cancelled: z.boolean().default(false),
  })
