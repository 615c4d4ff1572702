import { z } from 'zod'
import {
  anyText,
  colour,
  day,
  html,
  optionalEmail,
  optionalPhone,
  optionalPostcode,
  optionalText,
  picture,
  secureAddress,
  siteOrigin,
  slug,
  text,
  time,
  venueSlug,
  webAddress,
} from '#server/import/files/fields.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { currencySymbols } from '#server/operator/rules.ts'

/* Schemas of operator.json, themes.json, terms.json, instructors.json and tags.json. */

/*
 * The files of an operator, one schema a file, in our names: `lat`, `ageMin`. In the files they are written
 * lat, age_min (docs/operator-files.md). Days that count from the import need to know its day.
 */
export const zone = z
  .string()
  .refine((name) => isZone(name), { error: operatorMessages().importing.zoneForm })

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}

const font = z.enum(['garage_gothic', 'lato', 'open_sans', 'roboto'])

const currencySymbol = z
  .enum(currencySymbols, { error: operatorMessages().importing.currencyForm })
  .default('£')

/** Read first and by itself: it says which day it is, and what amounts are in. */
export const operatorBasis = z.object({ timezone: zone.default('Europe/London'), currencySymbol })

export const operatorFile = (today: string) =>
  z.strictObject({
    slug,
    name: text(),
    legalName: optionalText().default(''),
    vatNumber: optionalText(30).default(''),
    currencySymbol,
    timezone: zone.default('Europe/London'),
    migrationDate: day(today).nullable().default(null),
    onlineJoining: z.boolean().default(false),
    onlineGuestPasses: z.boolean().default(false),
    kioskHomeUrl: webAddress.nullable().default(null),
    analyticsContainerIds: z
      .array(text(60).regex(/^[\w-]+$/, { error: operatorMessages().importing.containerForm }))
      .default([]),
    frameOrigins: z.array(siteOrigin).default([]),
    basketHoldSeconds: z.int().min(60).max(3600).default(600),
    refundsTo: z.enum(['credit', 'card']).default('credit'),
    billingAddress: z.enum(['full', 'postcode']).default('postcode'),
    outstandingPenalties: z.enum(['block', 'warn']).default('warn'),
    staffNeedSecondFactor: z.boolean().default(false),
    /** Whether staff log in on one screen at a time. */
    onePlace: z.boolean().default(false),
    /** Whether only people who have logged in get prices by another customer's number. */
    benefitsNeedLogin: z.boolean().default(true),
    /** Whether a price that begins on a day is for sessions from that day on, or for what is sold from that day on. */
    pricesBy: z.enum(['session', 'sale']).default('session'),
    /** Whether what is above the limits of one person is published with the approval of another. */
    secondPerson: z.boolean().default(false),
    /** How what members owe is collected. */
    collections: z
      .strictObject({
        noticeDays: z.int().min(3).max(28).default(10),
        retryDays: z.int().min(1).max(14).default(5),
        tries: z.int().min(1).max(10).default(3),
        /** Who gets an e-mail when a member moves payments here from another system; empty: no member can. */
        takeOverEmail: optionalEmail,
      })
      .prefault({}),
    phone: optionalPhone,
    email: optionalEmail,
    /** Its pages elsewhere. */
    sameAs: z.array(webAddress).default([]),
    /** What customers call things: `footie = five-a-side, walking football`. */
    searchWords: z
      .array(
        text(200).regex(/^[^=]*\w[^=]*=[^=]*\w[^=]*$/, {
          error: operatorMessages().importing.searchWordsForm,
        }),
      )
      .default([]),
    openData: z
      .strictObject({
        /** What the data is published under, whatever addresses the nodes are started with. */
        site: siteOrigin.or(z.literal('')).default(''),
        /** Where people who use the data ask and report. */
        discussion: webAddress.or(z.literal('')).default(''),
      })
      .prefault({}),
    /** Whether partners may book through the Open Booking API, and how they read prices. */
    openBooking: z
      .strictObject({
        on: z.boolean().default(false),
        taxMode: z.enum(['gross', 'net']).default('gross'),
        /** For how many hours places are held for an order that the desk has to accept. */
        approvalHours: z.int().min(1).max(168).default(24),
        /** Where staff are written to about such orders, if not at the operator's own address. */
        requestsTo: optionalEmail,
        terms: secureAddress.or(z.literal('')).default(''),
        /** The account that partners pay to, which their payments have to name. */
        payee: z
          .strictObject({
            name: anyText(200).default(''),
            accountId: anyText(200).default(''),
            providerId: anyText(200).default(''),
          })
          .prefault({}),
      })
      .prefault({}),
    theme: slug.nullable().default(null),
    footer: html.default(''),
  })

export const themeEntry = z.strictObject({
  slug,
  logo: picture.nullable().default(null),
  /** The same of pixels, for e-mail. */
  mailLogo: picture
    .refine((value) => !/\.(svg|webp)$/i.test(value), { error: operatorMessages().importing.mailLogoForm })
    .nullable()
    .default(null),
  primaryColour: colour.nullable().default(null),
  secondaryColour1: colour.nullable().default(null),
  secondaryColour2: colour.nullable().default(null),
  headerBgColour: colour.nullable().default(null),
  darkBgColour: colour.nullable().default(null),
  headingFont: font.nullable().default(null),
  bodyFont: font.nullable().default(null),
  secondaryButtonStyle: z.enum(['outline', 'solid']).nullable().default(null),
  headerPrimaryColour: colour.nullable().default(null),
})

export const termsEntry = z.strictObject({
  slug,
  name: text(),
  html,
  required: z.boolean().default(true),
  /** When they are agreed to: on booking and registering, or on joining. */
  for: z.enum(['booking', 'membership']).default('booking'),
})

export const namedEntry = z.strictObject({ slug, name: text(80) })

export const tagEntry = namedEntry.extend({
  /** What it says to programs besides its name. */
  means: z.enum(['level', 'women_only', 'men_only']).or(z.literal('')).default(''),
})

/* Schema of venues.json: venues with their locations and tills. */

const locationEntry = z.strictObject({
  slug,
  name: text(),
  kind: z.enum(['resource', 'venue']).default('resource'),
  /** Smaller locations that it is made of. */
  contains: z.array(slug).default([]),
  /** Several sessions may go on in it at once, as in a pool. */
  shared: z.boolean().default(false),
})

export const venueEntry = (today: string) =>
  z.strictObject({
    slug: venueSlug,
    name: text(),
    venueType: optionalText(60).default(''),
    status: z.enum(['open', 'maintenance', 'closed']).default('open'),
    addressLineOne: optionalText().default(''),
    town: optionalText(80).default(''),
    region: optionalText(80).default(''),
    postcode: optionalPostcode,
    lat: z.number().min(-90).max(90).nullable().default(null),
    lng: z.number().min(-180).max(180).nullable().default(null),
    phone: optionalPhone,
    email: optionalEmail,
    timezone: zone.nullable().default(null),
    activitiesV2Enabled: z.boolean().default(true),
    migrationDate: day(today).nullable().default(null),
    displayVenueSelectionButton: z.boolean().default(true),
    onlineJoining: z.boolean().default(false),
    theme: slug.nullable().default(null),
    footer: html.default(''),
    description: anyText(4000).default(''),
    amenities: z.array(text(80)).default([]),
    accessibility: z.array(text(80)).default([]),
    openingHours: z.array(z.strictObject({ days: text(60), hours: text(80) })).default([]),
    release: z
      .strictObject({
        visitorDays: z.int().min(0).max(365).default(6),
        customerDays: z.int().min(0).max(365).default(7),
        time: time.default('22:00'),
      })
      .default({ visitorDays: 6, customerDays: 7, time: '22:00' }),
    locations: z.array(locationEntry).default([]),
    /** The drawers of its desk. */
    tills: z.array(z.strictObject({ slug, name: text(60) })).default([]),
  })
