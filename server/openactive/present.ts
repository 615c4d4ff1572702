import type {
  FacilityUse,
  IndividualFacilityUse,
  ScheduledSession,
  SessionSeries,
  Slot,
} from '#contract/openactive.ts'
import { instant, localDay } from '#contract/time.ts'
import { currencyOf } from '#server/operator/rules.ts'
import { optionOn, optionsFor, taxWithin } from '#server/pricing/rules.ts'
import type { OptionOnOffer, PriceDate } from '#server/pricing/rules.ts'
import {
  bookingTerms,
  clockAfter,
  conceptsOf,
  dayOfWeek,
  feedsOf,
  hoursLet,
  openingHoursOf,
  placesLeft,
  startsOf,
} from './rules.ts'
import type { ActivityFacts, OccurrenceFacts, SeriesFacts } from './sql/subjects.ts'

const context = ['https://openactive.io/' as const]

export const presentFacilityUse = (activity: ActivityFacts): FacilityUse => {
  const listed = conceptsOf(activity.line, 'facilityType')
  // What partners book needs a type: where the standard's list has none, it is what is done there.
  const types = listed.length === 0 && activity.openBooking ? conceptsOf(activity.line, 'activity') : listed
  const hours = hoursLet(activity.lines)
  const offers = activity.options.map((option) =>
    offerOf(
      activity,
      optionOn(option, priceDate(activity)),
      option.band === '' ? option.name : `${option.name}, ${option.band}`,
    ),
  )
  return {
    '@context': context,
    '@type': 'FacilityUse',
    '@id': `${feedsAt(activity)}/facility-uses/${activity.id}`,
    name: activity.name,
    ...textUnder('description', activity.description),
    url: activityPage(activity),
    // The standard wants one or the other, and rather what it is than what is done there.
    ...(types.length === 0 ? activitiesOf(activity) : { facilityType: types }),
    ...pictureOf(activity),
    ...accessibilityOf(activity),
    ...(hours.length === 0 ? {} : { hoursAvailable: hours }),
    ...(offers.length === 0 ? {} : { offers }),
    ...(activity.locations.length === 0
      ? {}
      : {
          individualFacilityUse: activity.locations.map(({ id, name }) => ({
            '@type': 'IndividualFacilityUse' as const,
            '@id': individualUse(activity, id),
            name,
            url: activityPage(activity),
            ...(hours.length === 0 ? {} : { hoursAvailable: hours }),
          })),
        }),
    location: placeOf(activity),
    provider: organizationOf(activity),
  }
}

/** One court of a facility use, with what it has of that; undefined where there is no such court. */
export const presentIndividualUse = (
  {
    '@context': inContext,
    hoursAvailable: _hours,
    individualFacilityUse: courts,
    offers: _offers,
    ...use
  }: FacilityUse,
  id: string,
): IndividualFacilityUse | undefined => {
  const court = courts?.find((one) => one['@id'].endsWith(`/individual-facility-uses/${id}`))
  if (court === undefined) return undefined
  const { facilityType, activity, location, provider } = use
  const kind = facilityType ? { facilityType } : { activity }
  return { '@context': inContext, ...court, ...kind, aggregateFacilityUse: use, location, provider }
}

export const presentSlot = (occurrence: OccurrenceFacts, activity: ActivityFacts): Slot => ({
  '@context': context,
  '@type': 'Slot',
  '@id': `${feedsAt(activity)}/slots/${occurrence.id}`,
  identifier: String(occurrence.id),
  url: `${activityPage(activity)}/${occurrence.localDate}`,
  facilityUse: individualUse(activity, occurrence.locationId),
  ...when(occurrence),
  remainingUses: placesLeft(occurrence, activity.kind),
  maximumUses: occurrence.capacity,
  offers: offersOf(activity, occurrence.band, occurrence),
})

export const presentSeries = (series: SeriesFacts, activity: ActivityFacts): SessionSeries => ({
  '@context': context,
  ...seriesOf(activity, {
    id: `${feedsAt(activity)}/session-series/${series.id}`,
    name: series.name ?? activity.name,
    description: series.description ?? activity.description,
    band: series.band,
    tags: series.tags,
  }),
  eventSchedule: startsOf(series).map((startTime) => ({
    '@type': 'PartialSchedule',
    repeatFrequency: 'P1W',
    byDay: series.weekdays.map(dayOfWeek),
    ...(series.validFrom === null ? {} : { startDate: series.validFrom }),
    ...(series.validUntil === null ? {} : { endDate: series.validUntil }),
    startTime,
    endTime: clockAfter(startTime, series.durationMinutes),
    duration: `PT${series.durationMinutes}M`,
    scheduleTimezone: activity.timezone,
  })),
})

export const presentSession = (occurrence: OccurrenceFacts, activity: ActivityFacts): ScheduledSession => {
  const feeds = feedsAt(activity)
  const offers = offersOf(activity, occurrence.band, occurrence)
  return {
    '@context': context,
    '@type': 'ScheduledSession',
    '@id': `${feeds}/scheduled-sessions/${occurrence.id}`,
    superEvent:
      occurrence.seriesId === null
        ? seriesOf(activity, {
            id: `${feeds}/activities/${activity.id}`,
            name: activity.name,
            description: activity.description,
            band: occurrence.band,
            tags: occurrence.tags,
          })
        : `${feeds}/session-series/${occurrence.seriesId}`,
    name: occurrence.name,
    url: `${activityPage(activity)}/${occurrence.localDate}`,
    meetingPoint: occurrence.meetingPoint,
    ...(occurrence.isOnline
      ? { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' as const }
      : {}),
    ...when(occurrence),
    eventStatus:
      occurrence.status === 'cancelled' && !occurrence.isCallOffPending
        ? 'https://schema.org/EventCancelled'
        : 'https://schema.org/EventScheduled',
    isAccessibleForFree: isFree(offers),
    remainingAttendeeCapacity: placesLeft(occurrence, activity.kind),
    maximumAttendeeCapacity: occurrence.capacity,
    offers,
  }
}

const individualUse = (activity: ActivityFacts, locationId: number) =>
  `${feedsAt(activity)}/individual-facility-uses/${activity.id}-${locationId}`

const seriesOf = (
  activity: ActivityFacts,
  series: {
    id: string
    name: string
    description: string | null
    band: string
    tags: SeriesFacts['tags']
  },
): Omit<SessionSeries, '@context'> => {
  const offers = offersOf(activity, series.band)
  const levels = [
    ...(activity.level === '' ? [] : [activity.level]),
    ...series.tags.filter(({ means }) => means === 'level').map(({ name }) => name),
  ]
  return {
    '@type': 'SessionSeries',
    '@id': series.id,
    name: series.name,
    ...textUnder('description', series.description),
    url: activityPage(activity),
    ...pictureOf(activity),
    ...activitiesOf(activity),
    ...accessibilityOf(activity),
    isAccessibleForFree: isFree(offers),
    location: placeOf(activity),
    organizer: organizationOf(activity),
    offers,
    ageRange: ages(activity.ageMin, activity.ageMax),
    genderRestriction: genderOf(series.tags),
    ...(levels.length === 0 ? {} : { level: [...new Set(levels)] }),
  }
}

const when = ({ startsAt, endsAt }: OccurrenceFacts) => ({
  startDate: instant(startsAt),
  endDate: instant(endsAt),
  duration: `PT${Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)}M`,
})

const activitiesOf = ({ line }: ActivityFacts) => {
  const concepts = conceptsOf(line, 'activity')
  return concepts.length === 0 ? {} : { activity: concepts }
}

const pictureOf = (activity: ActivityFacts) =>
  imageUnder(activity.picture, `${feedsAt(activity)}/pictures/activity-${activity.id}`)

/** Of the activity and of the place it is at. */
const accessibilityOf = ({ accessibility, venueAccessibility }: ActivityFacts) =>
  textUnder('accessibilityInformation', [...new Set([...accessibility, ...venueAccessibility])].join(', '))

const genderOf = (tags: SeriesFacts['tags']) => {
  const means = (meaning: string) => tags.some((tag) => tag.means === meaning)
  if (means('women_only')) return 'https://openactive.io/FemaleOnly'
  return means('men_only') ? 'https://openactive.io/MaleOnly' : 'https://openactive.io/NoRestriction'
}

/** Ages that take part. From 0 where no least age is set: readers take 18 for what is not said. */
const ages = (from: number | null, until: number | null) => ({
  '@type': 'QuantitativeValue' as const,
  minValue: from ?? 0,
  ...(until === null ? {} : { maxValue: until }),
})

const isFree = (offers: Slot['offers']) => offers.some(({ price }) => price === 0)

/**
 * The list prices of a band: of each kind of ticket where it is sold by kind.
 * @param session one of them; null for what applies to all, which costs what it costs today
 */
const offersOf = (
  activity: ActivityFacts,
  band: string,
  session: Pick<OccurrenceFacts, 'localDate' | 'startsAt'> | null = null,
): Slot['offers'] => {
  const kinds = activity.ticketTypes.length === 0 ? [{ id: null, name: '' }] : activity.ticketTypes
  return kinds.flatMap((kind) =>
    optionsFor(activity.options, band, kind.id, priceDate(activity, session?.localDate)).map((option) =>
      offerOf(
        activity,
        option,
        kind.name === '' || kind.name === option.name ? option.name : `${kind.name}, ${option.name}`,
        session?.startsAt,
      ),
    ),
  )
}

const priceDate = (
  { timezone, readAt }: ActivityFacts,
  localDate = localDay(readAt, timezone),
): PriceDate => ({ localDate, timezone, now: readAt })

/** Prices are published without the tax where the operator sells through partners net of it. */
const priceBeforeTax = (
  { openBooking, taxMode, vatRate: usual }: ActivityFacts,
  { price, vatRate }: OptionOnOffer,
): number => (openBooking && taxMode === 'net' ? price - taxWithin(price, vatRate ?? usual) : price)

const offerOf = (
  activity: ActivityFacts,
  option: OptionOnOffer,
  name: string,
  startsAt: Date | null = null,
): Slot['offers'][number] => ({
  '@type': 'Offer',
  '@id': `${feedsAt(activity)}/offers/${option.id}`,
  // A session inherits the offers of its series, but for those whose identifier it has too.
  identifier: name,
  name,
  price: priceBeforeTax(activity, option) / 100,
  priceCurrency: currencyOf(activity),
  ageRestriction: ages(option.ageMin, option.ageMax),
  ...(activity.openBooking
    ? bookingTerms(activity, { ...option, places: placesOf(activity, option) }, startsAt)
    : {}),
})

/** How many places one of it takes: a ticket of a family takes several. */
const placesOf = ({ ticketTypes }: ActivityFacts, { ticketTypeId }: OptionOnOffer): number =>
  ticketTypes.find(({ id }) => id === ticketTypeId)?.places ?? 1

/** Where the feeds of an activity's operator lie. */
const feedsAt = ({ operatorSlug, site }: ActivityFacts): string => feedsOf(operatorSlug, site)

const venuePage = ({ venueSlug, site }: ActivityFacts): string =>
  `${site}/location/${encodeURIComponent(venueSlug)}`

const activityPage = (activity: ActivityFacts): string =>
  `${venuePage(activity)}/${encodeURIComponent(activity.slug)}`

const organizationOf = (activity: ActivityFacts): FacilityUse['provider'] => ({
  '@type': 'Organization',
  '@id': feedsAt(activity),
  identifier: activity.operatorSlug,
  name: activity.operatorName,
  url: `${activity.site}/`,
  ...textUnder('telephone', activity.operatorPhone),
  ...textUnder('email', activity.operatorEmail),
  ...(activity.operatorSameAs.length === 0 ? {} : { sameAs: activity.operatorSameAs }),
  // Those that partners do not book are published as visitors pay them.
  taxMode:
    activity.openBooking && activity.taxMode === 'net'
      ? 'https://openactive.io/TaxNet'
      : 'https://openactive.io/TaxGross',
  ...(activity.openBooking ? sellerOf(activity) : {}),
})

/** What partners have to know of who sells. */
const sellerOf = (activity: ActivityFacts) => ({
  legalName: activity.legalName === '' ? activity.operatorName : activity.legalName,
  ...textUnder('vatID', activity.vatNumber),
  isOpenBookingAllowed: true as const,
  ...(activity.bookingTermsUrl === ''
    ? {}
    : {
        termsOfService: [
          {
            '@type': 'TermsOfUse' as const,
            name: activity.operatorName,
            url: activity.bookingTermsUrl,
            requiresExplicitConsent: false as const,
          },
        ],
      }),
})

const placeOf = (activity: ActivityFacts): FacilityUse['location'] => {
  const hours = openingHoursOf(activity.openingHours)
  return {
    '@type': 'Place',
    '@id': venuePage(activity),
    name: activity.venueName,
    url: venuePage(activity),
    ...textUnder('description', activity.venueDescription),
    ...imageUnder(activity.venuePicture, `${feedsAt(activity)}/pictures/venue-${activity.venueId}`),
    ...textUnder('telephone', activity.phone),
    ...(hours.length === 0 ? {} : { openingHoursSpecification: hours }),
    ...(activity.amenities.length === 0 ? {} : { amenityFeature: activity.amenities.map(amenityOf) }),
    address: {
      '@type': 'PostalAddress',
      ...textUnder('streetAddress', activity.addressLineOne),
      ...textUnder('addressLocality', activity.town),
      ...textUnder('addressRegion', activity.region),
      ...textUnder('postalCode', activity.postcode),
      addressCountry: 'GB',
    },
    ...(activity.lat === null || activity.lng === null
      ? {}
      : { geo: { '@type': 'GeoCoordinates', latitude: activity.lat, longitude: activity.lng } }),
  }
}

/** An empty text is left out: the standard wants nothing that says nothing. */
const textUnder = <K extends string>(
  key: K,
  text: string | null,
): { readonly [key in K]?: string } | Record<never, never> =>
  text === null || text === '' ? {} : { [key]: text }

/**
 * A picture stands at its own address, or is one that the database has, which is served at `served`.
 * @param picture its own address; `data:` when the database has it, `''` when there is none
 */
const imageUnder = (picture: string, served: string) =>
  picture === ''
    ? {}
    : { image: [{ '@type': 'ImageObject' as const, url: picture === 'data:' ? served : picture }] }

/** Amenities that the standard has a type for, by words in what the operator calls them. */
const amenityTypes: readonly (readonly [RegExp, string])[] = [
  [/\bparking\b|\bcar park\b/i, 'Parking'],
  [/\bshowers?\b/i, 'Showers'],
  [/\bchanging (?:rooms?|places|village|facilities)\b/i, 'ChangingFacilities'],
  [/\blockers?\b/i, 'Lockers'],
  [/\btowels?\b/i, 'Towels'],
  [/\bcr[eè]che\b/i, 'Creche'],
  [/\btoilets?\b/i, 'Toilets'],
  [/\bbaby chang/i, 'BabyChanging'],
]

const amenityOf = (name: string) => ({
  '@type': amenityTypes.find(([words]) => words.test(name))?.[1] ?? 'LocationFeatureSpecification',
  name,
  value: true as const,
})
