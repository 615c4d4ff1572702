import { z } from 'zod'
import { tenderIds } from './tenders.ts'

/*
 * The shapes that several nouns answer with (wire §2), in our names. A shape is the allow-list of what leaves:
 * what a row has besides is dropped on its way out.
 */

/** An instant in UTC, `2027-03-04T13:30:00Z`. */
export const instant = z.iso.datetime().meta({ description: 'An instant in UTC' })

/** A day of the venue's calendar, `2027-03-04`. */
export const displayDate = z.iso.date().meta({ description: "A day of the venue's calendar" })

/** TIME: an hour on the venue's wall. */
export const clockTime = z
  .object({ format12Hour: z.string(), format24Hour: z.string() })
  .meta({ id: 'Time', description: "An hour on the venue's wall" })
export type ClockTime = z.output<typeof clockTime>

/** DATE: a day, in all the ways it is written. */
export const calendarDate = z
  .object({
    raw: displayDate,
    rawPretty: z.string(),
    dayPretty: z.string(),
    datePretty: z.string(),
    fullDatePretty: z.string(),
    fullDate: z.string(),
    difference: z.string(),
    tz: z.string(),
  })
  .meta({ id: 'Date', description: 'A day, in all the ways it is written' })
export type CalendarDate = z.output<typeof calendarDate>

/** MOMENT: one instant, in UTC and with the venue's offset at that time. */
export const moment = z
  .object({
    utc: z.string(),
    local: z.string(),
    timezone: z.string(),
    format12Hour: z.string(),
    format24Hour: z.string(),
  })
  .meta({ id: 'Moment', description: "One instant, in UTC and with the venue's offset at that time" })
export type Moment = z.output<typeof moment>

/** MONEY: `raw` is pence. */
export const displayMoney = z
  .object({ raw: z.int(), currency: z.string(), formatted: z.string() })
  .meta({ id: 'Money', description: 'An amount; `raw` is pence' })

/** PRICE: what the caller pays; `isEstimated` for a visitor, `explanation` how it is calculated. */
export const price = z
  .object({
    ...displayMoney.shape,
    formattedAmount: z.string(),
    isEstimated: z.boolean(),
    benefitApplied: z.boolean(),
    packageApplied: z.boolean(),
    explanation: z.string().nullable(),
    /** Ours: pence before a benefit or a package took something off; left out where nothing did. */
    full: z.int().optional(),
    /** Ours: what it costs when no package is used; left out where none would be. */
    withoutPackage: z.object(displayMoney.shape).optional(),
  })
  .meta({ id: 'Price', description: 'What the caller pays' })
export type Price = z.output<typeof price>

/** LOCATION: a court, a studio, a pool, or the whole venue. Its `id` is a string of digits. */
export const location = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(['resource', 'venue']),
    slug: z.string(),
    venueId: z.int(),
    venueSlug: z.string(),
  })
  .meta({ id: 'Location', description: 'A court, a studio, a pool, or the whole venue' })
export type Location = z.output<typeof location>

/** OPTION: a price one may choose, such as Standard or Junior. */
export const pricingOption = z
  .object({ id: z.int(), name: z.string(), price })
  .meta({ id: 'PricingOption', description: 'A price one may choose' })
export type PricingOption = z.output<typeof pricingOption>

/** The id of a bookable thing: an int in v1, a non-numeric string in v2 (wire §1.9). */
export const bookableId = z.union([z.int(), z.string()])
export type BookableId = z.output<typeof bookableId>

/** TICKET: a ticket type; its `id` is in the form of its item's. */
export const ticketType = z
  .object({
    id: bookableId,
    name: z.string(),
    pricingOption,
    pricingOptions: z.array(pricingOption),
    price,
    maxQuantity: z.int().nullable(),
  })
  .meta({ id: 'Ticket', description: 'A ticket type' })
export type TicketType = z.output<typeof ticketType>

/** CREDIT: a customer's general credit; `balance` is pence. */
export const credit = z
  .object({ balance: z.int(), formattedBalance: z.string() })
  .meta({ id: 'Credit', description: "A customer's general credit" })
export type Credit = z.output<typeof credit>

/** PAYMENT: a tender in a basket or an order; `amount` is pence, `type` says which credit. */
export const payment = z
  .object({
    id: z.int(),
    tenderType: z.enum(tenderIds),
    type: z.enum(['general', 'membership']).nullable(),
    amount: z.int(),
    formattedAmount: z.string(),
  })
  .meta({ id: 'Payment', description: 'A tender' })
export type Payment = z.output<typeof payment>

/** `WHEN`: the day, the hours and the place of a thing. */
export const when = {
  date: calendarDate,
  startsAt: clockTime,
  endsAt: clockTime,
  duration: z.string(),
  location,
}

export const named = z.object({ id: z.int(), name: z.string() })

/** An activity category without what it holds. */
export const categorySummary = z
  .object({
    v2: z.boolean(),
    id: z.string(),
    v2Id: z.string(),
    name: z.string(),
    slug: z.string(),
    v2Slug: z.string(),
    v1Slug: z.string(),
    path: z.string(),
    v1Type: z.enum(['class_templates', 'ad_hoc_templates', 'fast_ticket_templates']),
    v2Type: z.enum(['classes', 'resources', 'ticketed']),
    allocationStrategy: z.enum(['customer', 'automatic']),
    image: z.string(),
    description: z.string().nullable(),
    browseByName: z.enum(['location', 'time']),
    hasChildren: z.boolean(),
    parentSlug: z.string().nullable(),
    parentName: z.string().nullable(),
    isRoot: z.boolean(),
  })
  .meta({ id: 'CategorySummary' })
export type CategorySummary = z.output<typeof categorySummary>

/**
 * What to know of an activity before booking it (ours). `level` is `''` where there is none. It may be cancelled free
 * of charge until so many minutes before the start; after that it costs the fee, or, where that is null, all of it.
 */
const aboutActivity = {
  level: z.string(),
  whatToBring: z.string().nullable().default(null),
  ageMin: z.int().nullable(),
  ageMax: z.int().nullable(),
  accessibility: z.array(z.string()),
  freeCancelMinutes: z.int(),
  lateCancelFee: displayMoney.nullable(),
}
const about = z.object(aboutActivity)

/** CATEGORY */
export const category = z
  .object({
    ...categorySummary.shape,
    get children(): z.ZodArray<z.ZodType<Category>> {
      return z.array(category)
    },
    locations: z.array(location),
    ...aboutActivity,
  })
  .meta({ id: 'Category' })
export type Category = CategorySummary &
  z.output<typeof about> & { children: Category[]; locations: Location[] }

/** A day of the date strip. */
export const offeredDate = z
  .object({
    raw: displayDate,
    dayPretty: z.string(),
    datePretty: z.string(),
    today: z.boolean(),
    fullDatePretty: z.string(),
    year: z.string(),
  })
  .meta({ id: 'OfferedDate', description: 'A day on which something may be booked' })
export type OfferedDate = z.output<typeof offeredDate>
