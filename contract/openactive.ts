import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, id, optional } from './fields.ts'

/*
 * Open data for other people's finders of things to do: OpenActive's Realtime Paged Data Exchange 1.0, holding
 * opportunities as Modelling Opportunity Data 2.0 has them. The names are theirs and are not converted.
 */

/** The feeds of an operator, as named in the path. */
export const feedNames = ['facility-uses', 'slots', 'session-series', 'scheduled-sessions'] as const
export type FeedName = (typeof feedNames)[number]

const address = z.string()
/** UTC, `2027-03-04T13:30:00Z`. */
const utc = z.string()
const context = z.array(z.literal('https://openactive.io/'))

const concept = z.object({
  '@type': z.literal('Concept'),
  '@id': address,
  prefLabel: z.string(),
  inScheme: address,
})

const image = z.array(z.object({ '@type': z.literal('ImageObject'), url: address })).optional()

const organization = z.object({
  '@type': z.literal('Organization'),
  '@id': address,
  identifier: z.string(),
  name: z.string(),
  url: address,
  telephone: z.string().optional(),
  email: z.string().optional(),
  sameAs: z.array(address).optional(),
  legalName: z.string().optional(),
  vatID: z.string().optional(),
  /** Whether prices contain the tax: those that are published do, unless partners book net of it. */
  taxMode: z.enum(['https://openactive.io/TaxGross', 'https://openactive.io/TaxNet']),
  /** These where partners may book: see docs/openactive.md. */
  isOpenBookingAllowed: z.literal(true).optional(),
  termsOfService: z
    .array(
      z.object({
        '@type': z.literal('TermsOfUse'),
        name: z.string(),
        url: address,
        requiresExplicitConsent: z.literal(false),
      }),
    )
    .optional(),
})

/** From when until when on which weekdays, on the wall: `{ dayOfWeek: ['https://schema.org/Monday'], opens: '06:30' … }`. */
const openingHours = z
  .array(
    z.object({
      '@type': z.literal('OpeningHoursSpecification'),
      dayOfWeek: z.array(address),
      opens: z.string(),
      closes: z.string(),
      validFrom: z.string().optional(),
      validThrough: z.string().optional(),
    }),
  )
  .optional()

const quantity = z.object({
  '@type': z.literal('QuantitativeValue'),
  minValue: z.int().optional(),
  maxValue: z.int().optional(),
})

/** `geo` is present only when the venue has coordinates. */
const place = z.object({
  '@type': z.literal('Place'),
  '@id': address,
  name: z.string(),
  url: address,
  description: z.string().optional(),
  image,
  telephone: z.string().optional(),
  openingHoursSpecification: openingHours,
  amenityFeature: z
    .array(z.object({ '@type': z.string(), name: z.string(), value: z.literal(true) }))
    .optional(),
  address: z.object({
    '@type': z.literal('PostalAddress'),
    streetAddress: z.string().optional(),
    addressLocality: z.string().optional(),
    addressRegion: z.string().optional(),
    postalCode: z.string().optional(),
    addressCountry: z.literal('GB'),
  }),
  geo: z
    .object({ '@type': z.literal('GeoCoordinates'), latitude: z.number(), longitude: z.number() })
    .optional(),
})

/** A list price, in pounds and not in pence: the standard's. */
const offer = z.object({
  '@type': z.literal('Offer'),
  '@id': address,
  /** An offer of a session stands in place of the one of its series that has the same. */
  identifier: z.string(),
  name: z.string(),
  price: z.number().min(0),
  priceCurrency: z.string(),
  /** Who may take it, by their age on the day; from 0 where it is for everybody. */
  ageRestriction: quantity,
  /** These where partners may book. Durations are ISO 8601: `PT120M`. */
  allowCustomerCancellationFullRefund: z.boolean().optional(),
  latestCancellationBeforeStartDate: z.string().optional(),
  validFromBeforeStartDate: z.string().optional(),
  validThroughBeforeStartDate: z.string().optional(),
  openBookingInAdvance: z.literal('https://openactive.io/Unavailable').optional(),
  openBookingPrepayment: z
    .enum([
      'https://openactive.io/Required',
      'https://openactive.io/Optional',
      'https://openactive.io/Unavailable',
    ])
    .optional(),
  openBookingFlowRequirement: z
    .array(
      z.enum([
        'https://openactive.io/OpenBookingApproval',
        'https://openactive.io/OpenBookingNegotiation',
        'https://openactive.io/OpenBookingAttendeeDetails',
        'https://openactive.io/OpenBookingIntakeForm',
      ]),
    )
    .optional(),
})

const individualUse = {
  '@type': z.literal('IndividualFacilityUse'),
  '@id': address,
  name: z.string(),
  url: address,
  hoursAvailable: openingHours,
}

const facilityUse = z
  .object({
    '@context': context,
    '@type': z.literal('FacilityUse'),
    '@id': address,
    name: z.string(),
    description: z.string().optional(),
    url: address,
    /** Where it is of none of the standard's facility types, `activity` says what is done there. */
    facilityType: z.array(concept).optional(),
    activity: z.array(concept).optional(),
    image,
    accessibilityInformation: z.string().optional(),
    hoursAvailable: openingHours,
    offers: z.array(offer).optional(),
    individualFacilityUse: z.array(z.object(individualUse)).optional(),
    location: place,
    provider: organization,
  })
  .meta({ id: 'FacilityUse' })
export type FacilityUse = z.output<typeof facilityUse>

/** One court, as its address answers. */
const individualFacilityUse = z
  .object({
    '@context': context,
    ...individualUse,
    /** The facility use that it is part of. */
    aggregateFacilityUse: facilityUse.omit({
      '@context': true,
      hoursAvailable: true,
      individualFacilityUse: true,
      offers: true,
    }),
    facilityType: z.array(concept).optional(),
    activity: z.array(concept).optional(),
    location: place,
    provider: organization,
  })
  .meta({ id: 'IndividualFacilityUse' })
export type IndividualFacilityUse = z.output<typeof individualFacilityUse>

const slot = z
  .object({
    '@context': context,
    '@type': z.literal('Slot'),
    '@id': address,
    identifier: z.string(),
    url: address,
    /** The `@id` of an individual facility use. */
    facilityUse: address,
    startDate: utc,
    endDate: utc,
    duration: z.string(),
    remainingUses: z.int().min(0),
    maximumUses: z.int().min(0),
    offers: z.array(offer),
  })
  .meta({ id: 'Slot' })
export type Slot = z.output<typeof slot>

const seriesFields = {
  '@type': z.literal('SessionSeries'),
  '@id': address,
  name: z.string(),
  description: z.string().optional(),
  url: address,
  image,
  activity: z.array(concept).optional(),
  accessibilityInformation: z.string().optional(),
  isAccessibleForFree: z.boolean(),
  location: place,
  organizer: organization,
  offers: z.array(offer),
  ageRange: quantity,
  genderRestriction: address,
  level: z.array(z.string()).optional(),
  /** When it recurs, one for each time of day. */
  eventSchedule: z
    .array(
      z.object({
        '@type': z.literal('PartialSchedule'),
        repeatFrequency: z.literal('P1W'),
        byDay: z.array(address),
        startDate: z.string().optional(),
        endDate: z.string().optional(),
        startTime: z.string(),
        endTime: z.string(),
        duration: z.string(),
        scheduleTimezone: z.string(),
      }),
    )
    .optional(),
}

const sessionSeries = z.object({ '@context': context, ...seriesFields }).meta({ id: 'SessionSeries' })
export type SessionSeries = z.output<typeof sessionSeries>

const scheduledSession = z
  .object({
    '@context': context,
    '@type': z.literal('ScheduledSession'),
    '@id': address,
    /** The `@id` of a session series; a session that is in none brings what a series would say. */
    superEvent: z.union([address, z.object(seriesFields)]),
    name: z.string(),
    url: address,
    /** The room, or where staff have said that people meet. */
    meetingPoint: z.string(),
    /** Where people can take part online as well. */
    eventAttendanceMode: z.literal('https://schema.org/MixedEventAttendanceMode').optional(),
    startDate: utc,
    endDate: utc,
    duration: z.string(),
    eventStatus: z.enum(['https://schema.org/EventScheduled', 'https://schema.org/EventCancelled']),
    isAccessibleForFree: z.boolean(),
    remainingAttendeeCapacity: z.int().min(0),
    maximumAttendeeCapacity: z.int().min(0),
    offers: z.array(offer),
  })
  .meta({ id: 'ScheduledSession' })
export type ScheduledSession = z.output<typeof scheduledSession>

/** Kinds of item, by the feed they are in. */
export const kindOf = {
  'facility-uses': 'FacilityUse',
  slots: 'Slot',
  'session-series': 'SessionSeries',
  'scheduled-sessions': 'ScheduledSession',
} as const satisfies Record<FeedName, string>

const common = { id: z.string(), modified: z.int() }
const updated = { state: z.literal('updated'), ...common }

const item = z.union([
  z.object({ kind: z.literal('FacilityUse'), ...updated, data: facilityUse }),
  z.object({ kind: z.literal('Slot'), ...updated, data: slot }),
  z.object({ kind: z.literal('SessionSeries'), ...updated, data: sessionSeries }),
  z.object({ kind: z.literal('ScheduledSession'), ...updated, data: scheduledSession }),
  z.object({ kind: z.enum(Object.values(kindOf)), state: z.literal('deleted'), ...common }),
])

const feedPage = {
  method: 'GET',
  allow: 'anyone',
  query: z.object({
    /** `modified` of the last item read; without it the feed begins. */
    afterTimestamp: optional(count),
    /** And its `id`. */
    afterId: optional(z.string().max(200)),
  }),
  returns: z.object({
    items: z.array(item),
    /** The page after this one; of the last, which is empty, this page itself. */
    next: address,
    license: address,
  }),
  bare: true,
  ownNames: true,
  cache: 'public',
} as const

export const openactive = {
  feed: endpoint({
    ...feedPage,
    path: '/openactive/{operator}/{feed}',
    summary: 'What can be booked, as open data: items by `modified` and `id`, 500 at the most.',
    params: z.object({ operator: z.string(), feed: z.enum(feedNames) }),
  }),
  item: endpoint({
    method: 'GET',
    path: '/openactive/{operator}/{feed}/{id}',
    summary: 'What the `@id` of an item of a feed leads to: its data, while the feed has it.',
    allow: 'anyone',
    params: z.object({ operator: z.string(), feed: z.enum(feedNames), id }),
    returns: z.union([facilityUse, slot, sessionSeries, scheduledSession]),
    bare: true,
    ownNames: true,
    cache: 'public',
  }),
  individualFacilityUse: endpoint({
    method: 'GET',
    path: '/openactive/{operator}/individual-facility-uses/{id}',
    summary: 'What the `@id` of a court leads to.',
    allow: 'anyone',
    params: z.object({ operator: z.string(), id: z.string().max(50) }),
    returns: individualFacilityUse,
    bare: true,
    ownNames: true,
    cache: 'public',
  }),
  sharedFeed: endpoint({
    ...feedPage,
    path: '/open-data/{feed}',
    summary: 'The same of all operators of this server.',
    params: z.object({ feed: z.enum(feedNames) }),
  }),
}
