import { z } from 'zod'
import {
  colour,
  day,
  endTime,
  everyDay,
  html,
  number,
  optionalText,
  picture,
  pounds,
  slug,
  slugs,
  text,
  time,
  venueSlug,
  weekdays,
  yesNo,
} from './fields.ts'

/*
 * The files of an operator, one schema a file, in our names: `lat`, `ageMin`. In the files they are written
 * lat, age_min (docs/operator-files.md). Days that count from the import need to know its day.
 */

const zone = z.string().refine((name) => isZone(name), { error: 'is not a time zone such as Europe/London.' })

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}

const httpOrigin = z
  .url({ error: 'should be an address such as https://town.example.' })
  .transform((address) => new URL(address).origin)

const font = z.enum(['garage_gothic', 'lato', 'open_sans', 'roboto'])

/** Read first and by itself: it says which day it is. */
export const operatorZone = z.object({ timezone: zone.default('Europe/London') })

export const operatorFile = (today: string) =>
  z.strictObject({
    slug,
    name: text(),
    legalName: optionalText().default(''),
    vatNumber: optionalText(30).default(''),
    currencySymbol: text(5).default('£'),
    timezone: zone.default('Europe/London'),
    migrationDate: day(today).nullable().default(null),
    onlineJoining: z.boolean().default(false),
    onlineGuestPasses: z.boolean().default(false),
    kioskHomeUrl: z.url().nullable().default(null),
    analyticsContainerIds: z.array(text(60)).default([]),
    frameOrigins: z.array(httpOrigin).default([]),
    basketHoldSeconds: z.int().min(60).max(3600).default(600),
    refundsTo: z.enum(['credit', 'card']).default('credit'),
    outstandingPenalties: z.enum(['block', 'warn']).default('warn'),
    /** How what members owe is collected. */
    collections: z
      .strictObject({
        noticeDays: z.int().min(3).max(28).default(10),
        retryDays: z.int().min(1).max(14).default(5),
        tries: z.int().min(1).max(10).default(3),
      })
      .prefault({}),
    theme: slug.nullable().default(null),
    footer: html.default(''),
  })

export const themeEntry = z.strictObject({
  slug,
  logo: picture.nullable().default(null),
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
    postcode: optionalText(12).default(''),
    lat: z.number().min(-90).max(90).nullable().default(null),
    lng: z.number().min(-180).max(180).nullable().default(null),
    phone: optionalText(40).default(''),
    email: z.email({ error: 'should be an e-mail address.' }).or(z.literal('')).default(''),
    timezone: zone.nullable().default(null),
    activitiesV2Enabled: z.boolean().default(true),
    migrationDate: day(today).nullable().default(null),
    displayVenueSelectionButton: z.boolean().default(true),
    onlineJoining: z.boolean().default(false),
    theme: slug.nullable().default(null),
    footer: html.default(''),
    description: z.string().trim().max(4000).default(''),
    amenities: z.array(text(80)).default([]),
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

const ticketEntry = z.strictObject({
  slug,
  name: text(80),
  places: z.int().min(1).max(100).default(1),
  maxQuantity: z.int().min(1).max(100).nullable().default(null),
})

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

const kind = z.enum(['classes', 'courts', 'tickets'])

/** What a sub activity takes over from its heading when it does not say it itself. */
const inheritable = {
  kind: kind.optional(),
  icon: picture.optional(),
  browseBy: z.enum(['location', 'time']).optional(),
  allocation: z.enum(['customer', 'automatic']).optional(),
  anonymousBooking: z.boolean().optional(),
  mayOverlap: z.boolean().optional(),
  preBookingNotice: text(1000).nullable().optional(),
  /** Per cent, contained in the price. */
  vatRate: z.number().min(0).max(100).multipleOf(0.01).optional(),
  release: z
    .union([
      z.strictObject({ days: z.int().min(0).max(365), time: time.default('22:00') }),
      z.strictObject({ minutes: z.int().min(1).max(525_600) }),
    ])
    .optional(),
  lastBookableMinutes: z.int().min(-10_080).max(1440).optional(),
  freeCancelMinutes: z.int().min(0).max(525_600).optional(),
  lateCancelFee: pounds.nullable().optional(),
  /** What missing it costs. */
  noShowPenalty: pounds.nullable().optional(),
  waitlist: z.boolean().optional(),
  printReceipt: z.boolean().optional(),
  ageMin: z.int().min(0).max(120).nullable().optional(),
  ageMax: z.int().min(0).max(120).nullable().optional(),
  level: z.string().trim().max(60).optional(),
  accessibility: z.array(text(80)).optional(),
  conceptIds: z.array(z.url()).optional(),
  tickets: z.array(ticketEntry).optional(),
  /** Slugs of restrictions.json. */
  restrictions: z.array(slug).optional(),
  questions: z.array(questionEntry).max(30).optional(),
  /** How often one person may have it from Monday to Sunday. */
  weeklyLimit: z.int().min(1).max(100).nullable().optional(),
}

const anyActivity = {
  slug,
  name: text(),
  description: z.string().trim().max(4000).nullable().default(null),
  /** At which venues; all when left out. */
  venues: z.array(slug).optional(),
  ...inheritable,
}

export const activityEntry = z.strictObject({
  ...anyActivity,
  children: z.array(z.strictObject(anyActivity)).default([]),
})

export const namedEntry = z.strictObject({ slug, name: text(80) })

export const termsEntry = z.strictObject({
  slug,
  name: text(),
  html,
  required: z.boolean().default(true),
  /** When they are agreed to: on booking and registering, or on joining. */
  for: z.enum(['booking', 'membership']).default('booking'),
})

const period = z.enum(['day', 'week', 'month'])
const paymentMethod = z.enum(['direct_debit', 'card', 'cash'])

const benefitEntry = z.strictObject({
  slug,
  name: text(80),
  description: optionalText().default(''),
  /** What a member pays: this much less, or this price; nothing when neither is said. */
  percentOff: z.int().min(1).max(99).optional(),
  price: pounds.optional(),
  /** How often; as often as one likes when left out. */
  allowance: z.strictObject({ uses: z.int().min(1).max(1000), per: period }).optional(),
  /** Activities or their headings; everything when left out. */
  activities: z.array(slug).optional(),
})

export const membershipEntry = z.strictObject({
  slug,
  name: text(80),
  description: optionalText(1000).default(''),
  price: pounds,
  billingPeriod: z.enum(['month', 'year', 'once']).default('month'),
  joiningFee: pounds.default(0),
  /** What the days until the first billing day cost: their share of the price, or nothing. */
  firstDays: z.enum(['share', 'free']).default('share'),
  minimumTermMonths: z.int().min(0).max(120).default(0),
  paymentMethods: z.array(paymentMethod).min(1).default(['direct_debit', 'card']),
  ageMin: z.int().min(0).max(120).nullable().default(null),
  ageMax: z.int().min(0).max(120).nullable().default(null),
  /** The kind of document that has to be shown. */
  proof: slug.nullable().default(null),
  venues: z.array(slug).optional(),
  soldOnline: z.boolean().default(true),
  terms: z.array(slug).default([]),
  benefits: z.array(benefitEntry).default([]),
})

export const packageEntry = z.strictObject({
  slug,
  name: text(80),
  uses: z.int().min(1).max(1000),
  validDays: z.int().min(1).max(3650),
  venues: z.array(slug).optional(),
  activities: z.array(slug).min(1, { error: 'names no activity.' }),
})

const personFields = {
  /** The operator's own number for the person. */
  reference: text(40),
  firstName: text(80),
  lastName: text(80),
  dateOfBirth: z.iso.date({ error: 'should be a day such as 1990-05-01.' }).nullable().default(null),
  /** Slugs of the inductions that staff have given the person. */
  inductions: z.array(slug).default([]),
}

/** A membership that somebody pays for. */
const membershipOfPerson = (today: string) =>
  z.strictObject({
    /** The operator's own number for it. */
    reference: text(40),
    plan: slug,
    venue: slug,
    /** Who it is for, by reference; the payer alone when left out. */
    members: z.array(text(40)).min(1).optional(),
    status: z.enum(['awaiting_payment', 'active', 'ended']).default('active'),
    startsOn: day(today),
    endsOn: day(today).nullable().default(null),
    paymentMethod: paymentMethod.default('direct_debit'),
    billingDay: z.int().min(1).max(28).nullable().default(null),
    nextBillingOn: day(today).nullable().default(null),
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
  z.strictObject({ ...sessionReference(today), people: z.array(text(40)).min(1) })

/** What staff sold over the counter: for demonstrations, and for a desk that learns. */
export const saleEntry = (today: string) =>
  z.strictObject({
    ...sessionReference(today),
    /** By reference, of the customer; a walk-in when left out. */
    to: text(40).nullable().default(null),
    /** By reference, of the member of staff. */
    by: text(40),
    /** The drawer they stood at. */
    till: slug.nullable().default(null),
    tender: z.enum(['cash', 'cheque', 'offline-voucher']),
    /** The number of a cheque or voucher. */
    number: text(40).optional(),
    /** Cash handed over, where there was change. */
    tendered: pounds.optional(),
    /** What became of them. */
    attendance: z.enum(['attended', 'not_attended']).optional(),
    /** Whether the customer cancelled it afterwards. */
    cancelled: z.boolean().default(false),
  })

/** A plan that somebody has chosen and not paid for. */
const unfinishedJoining = z.strictObject({ plan: slug, venue: slug })

const packageOfPerson = (today: string) =>
  z.strictObject({
    reference: text(40),
    package: slug,
    boughtOn: day(today),
    /** Days on which visits have been used already. */
    usedOn: z.array(day(today)).default([]),
  })

/** Credit that a person begins with; `key` is its name, under which it is granted once. */
const creditOfPerson = (today: string) =>
  z.strictObject({
    key: slug,
    type: z.enum(['general', 'membership']).default('general'),
    amount: pounds.refine((pence) => pence > 0, { error: 'should be more than nothing.' }),
    expiresOn: day(today).nullable().default(null),
    description: text(120),
  })

/** A penalty from before; `key` is its name, under which it is raised once. */
const penaltyOfPerson = z.strictObject({
  key: slug,
  amount: pounds.refine((pence) => pence > 0, { error: 'should be more than nothing.' }),
  description: text(120),
})
const guestPassOfPerson = (today: string) =>
  z
    .strictObject({
      /** Known by it, and shown at the door. */
      code: text(40),
      name: text(80),
      validFrom: day(today),
      validUntil: day(today),
    })
    .refine(({ validFrom, validUntil }) => validFrom <= validUntil, { error: 'ends before it begins.' })

/** A proof somebody has given before. */
const documentOfPerson = (today: string) =>
  z.strictObject({
    /** The same is taken over once. */
    key: slug,
    type: slug,
    status: z.enum(['in_review', 'accepted', 'refused']).default('accepted'),
    uploadedOn: day(today),
    expiresOn: day(today).nullable().default(null),
    /** Why it was refused. */
    message: text(200).nullable().default(null),
    file: text(200),
  })

export const personEntry = (today: string) =>
  z.strictObject({
    ...personFields,
    memberships: z.array(membershipOfPerson(today)).default([]),
    packages: z.array(packageOfPerson(today)).default([]),
    joining: unfinishedJoining.optional(),
    credits: z.array(creditOfPerson(today)).default([]),
    penalties: z.array(penaltyOfPerson).default([]),
    /** How much the person may owe for what is charged to their account; none is no account. */
    accountLimit: pounds.nullable().default(null),
    guestPasses: z.array(guestPassOfPerson(today)).default([]),
    documents: z.array(documentOfPerson(today)).default([]),
    email: z.email({ error: 'should be an e-mail address.' }),
    /** Given to a new account only; whoever has one keeps what they chose. */
    password: z.string().min(10, { error: 'has fewer than 10 characters.' }).max(200).optional(),
    role: z.enum(['customer', 'staff']).default('customer'),
    /** What staff may do at the desk; desk when left out. */
    staffLevel: z.enum(['desk', 'supervisor']).nullable().default(null),
    phone: optionalText(40).default(''),
    addressLineOne: optionalText().default(''),
    addressLineTwo: optionalText().default(''),
    city: optionalText(80).default(''),
    postcode: optionalText(12).default(''),
    homeVenue: slug.nullable().default(null),
    emergencyContactName: optionalText().default(''),
    emergencyContactPhone: optionalText(40).default(''),
    marketingConsent: z.boolean().default(false),
    /** What to say of the person where demo logins are listed. */
    note: optionalText().default(''),
    children: z.array(z.strictObject({ ...personFields, relation: text(40).default('child') })).default([]),
  })

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
    days: weekdays.default([...everyDay]),
    start: time.default('00:00'),
    end: endTime.default('24:00'),
    reason: text().default(''),
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
    places: z.union([z.literal('all').transform(() => null), number(1, 10_000)]),
    deskOnly: yesNo.default(false),
    note: text().optional(),
  })

export const priceRow = z.strictObject({
  venue: slugs.default([]),
  activity: slug,
  ticket: slug.optional(),
  band: slug.default(''),
  option: slug.default('standard'),
  name: text(80).default('Standard'),
  price: pounds,
  concession: yesNo.default(false),
  /** The kind of document whoever takes it must have shown. */
  proof: slug.optional(),
  ageMin: number(0, 120).optional(),
  ageMax: number(0, 120).optional(),
})
