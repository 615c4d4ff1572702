import { z } from 'zod'
import {
  anyText,
  html,
  day,
  money,
  number,
  percent,
  picture,
  secureAddress,
  slug,
  slugs,
  text,
  time,
  webAddress,
  yesNo,
} from '#server/import/files/fields.ts'
import { operatorMessages } from '#server/messages/languages.ts'

/* Schema of restrictions.json: waivers, inductions and criteria, with their questions. */

/** Something to answer before one takes part. */
const questionEntry = z.strictObject({
  slug,
  text: text(300),
  type: z.enum(['text', 'number', 'date', 'select', 'checkbox']).default('text'),
  /** What a `select` is chosen from, each as people read it. */
  options: z.array(text(120)).max(50).default([]),
  required: z.boolean().default(true),
})

/** What is asked of people before they may take part. */
export const restrictionEntry = z.strictObject({
  slug,
  kind: z.enum(['waiver', 'induction', 'criteria']),
  name: text(120),
  html: html.default(''),
  per: z.enum(['attendee', 'booking']).default('attendee'),
  validMonths: z.int().min(1).max(120).nullable().default(null),
  questions: z.array(questionEntry).max(30).default([]),
})

/* Schemas of activities.json and prices.csv. */

const ticketEntry = z.strictObject({
  slug,
  name: text(80),
  places: z.int().min(1).max(100).default(1),
  maxQuantity: z.int().min(1).max(100).nullable().default(null),
  ageMin: z.int().min(0).max(120).nullable().default(null),
  ageMax: z.int().min(0).max(120).nullable().default(null),
})

const kind = z.enum(['classes', 'courts', 'tickets'])

/** What a sub activity takes over from its heading when it does not say it itself. */
const inheritable = (currency: string) => ({
  kind: kind.optional(),
  icon: picture.optional(),
  browseBy: z.enum(['location', 'time']).optional(),
  allocation: z.enum(['customer', 'automatic']).optional(),
  anonymousBooking: z.boolean().optional(),
  mayOverlap: z.boolean().optional(),
  preBookingNotice: text(1000).nullable().optional(),
  whatToBring: text(500).nullable().optional(),
  /** Per cent, contained in the price. */
  vatRate: z.number().min(0).max(100).multipleOf(0.01).optional(),
  release: z
    .union([
      z.strictObject({ days: z.int().min(0).max(365), time: time.default('22:00') }),
      z.strictObject({ minutes: z.int().min(1).max(525_600) }),
    ])
    // That of the venue, also where the heading has one.
    .nullable()
    .optional(),
  lastBookableMinutes: z.int().min(-10_080).max(1440).optional(),
  freeCancelMinutes: z.int().min(0).max(525_600).optional(),
  lateCancelFee: money(currency).nullable().optional(),
  /** How it is sold by booking partners, where the operator has switched that on. */
  partners: z
    .strictObject({
      refund: z.boolean().default(true),
      prepayment: z.enum(['required', 'optional', 'unavailable']).nullable().default(null),
      attendee: z.boolean().default(false),
      /** Whether the desk accepts each order first. */
      approval: z.boolean().default(false),
    })
    .optional(),
  /** Where people who have booked take part online. */
  joinLink: secureAddress.max(500).or(z.literal('')).optional(),
  /** What missing it costs. */
  noShowPenalty: money(currency).nullable().optional(),
  /** Where its income stands in the operator's books. */
  nominalCode: anyText(40).optional(),
  waitlist: z.boolean().optional(),
  printReceipt: z.boolean().optional(),
  ageMin: z.int().min(0).max(120).nullable().optional(),
  ageMax: z.int().min(0).max(120).nullable().optional(),
  level: anyText(60).optional(),
  accessibility: z.array(text(80)).optional(),
  conceptIds: z.array(webAddress).optional(),
  tickets: z.array(ticketEntry).optional(),
  /** Slugs of restrictions.json. */
  restrictions: z.array(slug).optional(),
  /** Slugs of the inductions that people who attend it have had. */
  gives: z.array(slug).optional(),
  questions: z.array(questionEntry).max(30).optional(),
  /** How often one person may have it from Monday to Sunday. */
  weeklyLimit: z.int().min(1).max(100).nullable().optional(),
})

const anyActivity = (currency: string) => ({
  slug,
  name: text(),
  description: anyText(4000).nullable().default(null),
  /** At which venues; all when left out. */
  venues: z.array(slug).optional(),
  ...inheritable(currency),
})

export const activityEntry = (currency: string) =>
  z.strictObject({
    ...anyActivity(currency),
    children: z.array(z.strictObject(anyActivity(currency))).default([]),
  })

/** What tells a price from all others. */
const whichPrice = {
  venue: slugs.default([]),
  activity: slug,
  ticket: slug.optional(),
  band: slug.default(''),
  option: slug.default('standard'),
}

export const priceRow = (currency: string) =>
  z.strictObject({
    ...whichPrice,
    name: text(80).default(operatorMessages().importing.standardPrice),
    price: money(currency),
    concession: yesNo.default(false),
    /** Per cent, contained in the price; the activity's when left out. */
    vatRate: percent.optional(),
    /** The kind of document that is required for it. */
    proof: slug.optional(),
    ageMin: number(0, 120).optional(),
    ageMax: number(0, 120).optional(),
  })

/** What a price of prices.csv is from a day on. */
export const priceStepRow = (today: string, currency: string) =>
  z.strictObject({
    ...whichPrice,
    from: day(today),
    price: money(currency),
  })
