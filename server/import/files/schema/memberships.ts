import { z } from 'zod'
import { day, money, optionalText, reference, slug, text } from '#server/import/files/fields.ts'
import { operatorMessages } from '#server/messages/languages.ts'

/* Schemas of memberships.json and packages.json, and of what a person has of them. */

const period = z.enum(['day', 'week', 'month'])

const paymentMethod = z.enum(['direct_debit', 'card', 'cash'])

const benefitEntry = (currency: string) =>
  z.strictObject({
    slug,
    name: text(80),
    description: optionalText().default(''),
    /** What a member pays: this much less, or this price; nothing when neither is said. */
    percentOff: z.int().min(1).max(99).optional(),
    price: money(currency).optional(),
    /** How often; as often as one likes when left out. */
    allowance: z.strictObject({ uses: z.int().min(1).max(1000), per: period }).optional(),
    /** Activities or their headings; everything when left out. */
    activities: z.array(slug).optional(),
  })

export const membershipEntry = (currency: string) =>
  z.strictObject({
    slug,
    name: text(80),
    description: optionalText(1000).default(''),
    price: money(currency),
    billingPeriod: z.enum(['month', 'year', 'once']).default('month'),
    joiningFee: money(currency).default(0),
    /** What the days until the first billing day cost: their share of the price, or nothing. */
    firstDays: z.enum(['share', 'free']).default('share'),
    minimumTermMonths: z.int().min(0).max(120).default(0),
    /** Days of notice with which customers cancel online; only staff cancel when left out. */
    cancellationNoticeDays: z.int().min(0).max(366).nullable().default(null),
    /** For how many months customers may freeze it online, once in twelve; only staff freeze when left out. */
    freezeMonths: z.int().min(0).max(12).default(0),
    /** How many people it is for, and how many of them may be adults; all when left out. */
    maxMembers: z.int().min(1).max(12).default(1),
    maxAdults: z.int().min(1).max(12).nullable().default(null),
    paymentMethods: z.array(paymentMethod).min(1).default(['direct_debit', 'card']),
    ageMin: z.int().min(0).max(120).nullable().default(null),
    ageMax: z.int().min(0).max(120).nullable().default(null),
    /** The kind of document that is required. */
    proof: slug.nullable().default(null),
    venues: z.array(slug).optional(),
    soldOnline: z.boolean().default(true),
    /** Where its income stands in the operator's books. */
    nominalCode: z.string().trim().max(40).default(''),
    terms: z.array(slug).default([]),
    benefits: z.array(benefitEntry(currency)).default([]),
  })

export const packageEntry = z.strictObject({
  slug,
  name: text(80),
  uses: z.int().min(1).max(1000),
  validDays: z.int().min(1).max(3650),
  nominalCode: z.string().trim().max(40).default(''),
  venues: z.array(slug).optional(),
  activities: z.array(slug).min(1, { error: operatorMessages().importing.noActivity }),
})

export const membershipOfPerson = (today: string) =>
  z.strictObject({
    /** The operator's own number for it. */
    reference,
    plan: slug,
    venue: slug,
    /** Who it is for, by reference; the payer alone when left out. */
    members: z.array(reference).min(1).optional(),
    status: z.enum(['awaiting_payment', 'active', 'ended']).default('active'),
    startsOn: day(today),
    endsOn: day(today).nullable().default(null),
    paymentMethod: paymentMethod.default('direct_debit'),
    billingDay: z.int().min(1).max(28).nullable().default(null),
    nextBillingOn: day(today).nullable().default(null),
    /** The last day of its minimum term. */
    minimumUntil: day(today).nullable().default(null),
    frozenFrom: day(today).nullable().default(null),
    frozenUntil: day(today).nullable().default(null),
    /** A payment of it that could not be collected before it came here. Noted once, when the membership is new. */
    failedPayment: z
      .strictObject({
        periodFrom: day(today),
        /** When it is tried again; left out: never, it is owed and the membership frozen until it is paid. */
        againOn: day(today).nullable().default(null),
      })
      .optional(),
  })

export const packageOfPerson = (today: string) =>
  z.strictObject({
    reference,
    package: slug,
    boughtOn: day(today),
    /** Days on which visits have been used already. */
    usedOn: z.array(day(today)).default([]),
  })

/** A plan that a person has chosen and not paid for. */
export const unfinishedJoining = z.strictObject({ plan: slug, venue: slug })
