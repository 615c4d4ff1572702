import type { FacilityUse, ScheduledSession, SessionSeries, Slot } from '#contract/openactive.ts'
import { instant } from '#contract/time.ts'
import { optionsFor } from '#server/pricing/options/rules.ts'
import type { ActivityFacts, OccurrenceFacts, SeriesFacts } from '#server/openactive/subjects/queries.ts'
import { feedsOf, placesLeft } from './rules.ts'

const context = ['https://openactive.io/' as const]

const activityList = 'https://openactive.io/activity-list'
const facilityTypes = 'https://openactive.io/facility-types'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Currencies by the sign an operator writes before its amounts. */
const currencies = new Map([
  ['£', 'GBP'],
  ['€', 'EUR'],
  ['$', 'USD'],
])

/** `at` is the address of the bookings site, below which everything stands. */
export const presentFacilityUse = (activity: ActivityFacts, at: string): FacilityUse => ({
  '@context': context,
  '@type': 'FacilityUse',
  '@id': `${feedsAt(activity, at)}/facility-uses/${activity.id}`,
  name: activity.name,
  ...describeItem(activity.description),
  url: pageOf(activity, at),
  facilityType: conceptsOf(activity, facilityTypes),
  ...activitiesOf(activity),
  individualFacilityUse: activity.locations.map(({ id, name }) => ({
    '@type': 'IndividualFacilityUse',
    '@id': individualUse(activity, id, at),
    name,
  })),
  location: placeOf(activity, at),
  provider: organizationOf(activity, at),
})

export const presentSlot = (occurrence: OccurrenceFacts, activity: ActivityFacts, at: string): Slot => ({
  '@context': context,
  '@type': 'Slot',
  '@id': `${feedsAt(activity, at)}/slots/${occurrence.id}`,
  facilityUse: individualUse(activity, occurrence.locationId, at),
  ...when(occurrence),
  remainingUses: placesLeft(occurrence, activity.kind),
  maximumUses: occurrence.capacity,
  offers: offersOf(activity, occurrence.band, at),
})

export const presentSeries = (series: SeriesFacts, activity: ActivityFacts, at: string): SessionSeries => ({
  '@context': context,
  ...seriesOf(
    activity,
    {
      id: `${feedsAt(activity, at)}/session-series/${series.id}`,
      name: series.name ?? activity.name,
      description: series.description ?? activity.description,
      band: series.band,
    },
    at,
  ),
  eventSchedule: [
    {
      '@type': 'PartialSchedule',
      repeatFrequency: 'P1W',
      byDay: series.weekdays.map((day) => `https://schema.org/${weekdays[day - 1] ?? ''}`),
      ...(series.validFrom === null ? {} : { startDate: series.validFrom }),
      ...(series.validUntil === null ? {} : { endDate: series.validUntil }),
      ...(series.stepMinutes === null ? { startTime: series.startTime.slice(0, 5) } : {}),
      duration: `PT${series.durationMinutes}M`,
      scheduleTimezone: activity.timezone,
    },
  ],
})

export const presentSession = (
  occurrence: OccurrenceFacts,
  activity: ActivityFacts,
  at: string,
): ScheduledSession => {
  const feeds = feedsAt(activity, at)
  return {
    '@context': context,
    '@type': 'ScheduledSession',
    '@id': `${feeds}/scheduled-sessions/${occurrence.id}`,
    superEvent:
      occurrence.seriesId === null
        ? seriesOf(
            activity,
            {
              id: `${feeds}/activities/${activity.id}`,
              name: activity.name,
              description: activity.description,
              band: occurrence.band,
            },
            at,
          )
        : `${feeds}/session-series/${occurrence.seriesId}`,
    name: occurrence.name,
    url: `${pageOf(activity, at)}/${occurrence.localDate}`,
    ...when(occurrence),
    eventStatus:
      occurrence.status === 'cancelled'
        ? 'https://schema.org/EventCancelled'
        : 'https://schema.org/EventScheduled',
    remainingAttendeeCapacity: placesLeft(occurrence, activity.kind),
    maximumAttendeeCapacity: occurrence.capacity,
    offers: offersOf(activity, occurrence.band, at),
  }
}

const feedsAt = ({ operatorSlug }: ActivityFacts, at: string) => feedsOf(operatorSlug, at)

const venuePage = ({ venueSlug }: ActivityFacts, at: string) =>
  `${at}/location/${encodeURIComponent(venueSlug)}`

const pageOf = (activity: ActivityFacts, at: string) =>
  `${venuePage(activity, at)}/${encodeURIComponent(activity.slug)}`

const individualUse = (activity: ActivityFacts, locationId: number, at: string) =>
  `${feedsAt(activity, at)}/individual-facility-uses/${activity.id}-${locationId}`

const seriesOf = (
  activity: ActivityFacts,
  { id, name, description, band }: { id: string; name: string; description: string | null; band: string },
  at: string,
): Omit<SessionSeries, '@context'> => ({
  '@type': 'SessionSeries',
  '@id': id,
  name,
  ...describeItem(description),
  url: pageOf(activity, at),
  ...activitiesOf(activity),
  location: placeOf(activity, at),
  organizer: organizationOf(activity, at),
  offers: offersOf(activity, band, at),
  ...(activity.ageMin === null && activity.ageMax === null
    ? {}
    : {
        ageRange: {
          '@type': 'QuantitativeValue',
          ...(activity.ageMin === null ? {} : { minValue: activity.ageMin }),
          ...(activity.ageMax === null ? {} : { maxValue: activity.ageMax }),
        },
      }),
  ...(activity.level === '' ? {} : { level: [activity.level] }),
})

const when = ({ startsAt, endsAt }: OccurrenceFacts) => ({
  startDate: instant(startsAt),
  endDate: instant(endsAt),
  duration: `PT${Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)}M`,
})

const describeItem = (description: string | null) =>
  description === null || description === '' ? {} : { description }

/** The concepts of a list by the name of the topmost heading they hold for: the lists are not ours to copy. */
const conceptsOf = ({ line }: ActivityFacts, scheme: string) => {
  const ids = line.find(({ conceptIds }) => conceptIds.length > 0)?.conceptIds ?? []
  const same = ids.join()
  const name = line.findLast(({ conceptIds }) => conceptIds.join() === same)?.name ?? ''
  return ids
    .filter((id) => id.startsWith(`${scheme}#`))
    .map((id) => ({ '@type': 'Concept' as const, '@id': id, prefLabel: name, inScheme: scheme }))
}

const activitiesOf = (activity: ActivityFacts) => {
  const concepts = conceptsOf(activity, activityList)
  return concepts.length === 0 ? {} : { activity: concepts }
}

const organizationOf = (activity: ActivityFacts, at: string): FacilityUse['provider'] => ({
  '@type': 'Organization',
  '@id': feedsAt(activity, at),
  name: activity.operatorName,
  url: `${at}/`,
})

const placeOf = (activity: ActivityFacts, at: string): FacilityUse['location'] => ({
  '@type': 'Place',
  '@id': venuePage(activity, at),
  name: activity.venueName,
  url: venuePage(activity, at),
  ...(activity.phone === '' ? {} : { telephone: activity.phone }),
  address: {
    '@type': 'PostalAddress',
    ...(activity.addressLineOne === '' ? {} : { streetAddress: activity.addressLineOne }),
    ...(activity.town === '' ? {} : { addressLocality: activity.town }),
    ...(activity.postcode === '' ? {} : { postalCode: activity.postcode }),
    addressCountry: 'GB',
  },
  ...(activity.lat === null || activity.lng === null
    ? {}
    : { geo: { '@type': 'GeoCoordinates', latitude: activity.lat, longitude: activity.lng } }),
})

/** The list prices of a band: of each kind of ticket where it is sold by kind. */
const offersOf = (activity: ActivityFacts, band: string, at: string): Slot['offers'] => {
  const kinds = activity.ticketTypes.length === 0 ? [{ id: null, name: '' }] : activity.ticketTypes
  return kinds.flatMap((kind) =>
    optionsFor(activity.options, band, kind.id).map((option) => ({
      '@type': 'Offer' as const,
      '@id': `${feedsAt(activity, at)}/offers/${option.id}`,
      name: kind.name === '' || kind.name === option.name ? option.name : `${kind.name}, ${option.name}`,
      price: option.price / 100,
      priceCurrency: currencies.get(activity.currencySymbol) ?? 'GBP',
    })),
  )
}
