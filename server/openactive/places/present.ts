import type { FacilityUse } from '#contract/openactive.ts'
import { openingHoursOf } from '#server/openactive/hours/rules.ts'
import { feedsOf } from '#server/openactive/rules.ts'
import type { ActivityFacts } from '#server/openactive/subjects/queries.ts'

/** Where the feeds of an activity's operator lie. */
export const feedsAt = ({ operatorSlug, site }: ActivityFacts): string => feedsOf(operatorSlug, site)

const venuePage = ({ venueSlug, site }: ActivityFacts): string =>
  `${site}/location/${encodeURIComponent(venueSlug)}`

export const activityPage = (activity: ActivityFacts): string =>
  `${venuePage(activity)}/${encodeURIComponent(activity.slug)}`

export const organizationOf = (activity: ActivityFacts): FacilityUse['provider'] => ({
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

export const placeOf = (activity: ActivityFacts): FacilityUse['location'] => {
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
export const textUnder = <K extends string>(
  key: K,
  text: string | null,
): { readonly [key in K]?: string } | Record<never, never> =>
  text === null || text === '' ? {} : { [key]: text }

/**
 * A picture stands at its own address, or is one that the database has, which is served at `served`.
 * @param picture its own address; `data:` when the database has it, `''` when there is none
 */
export const imageUnder = (picture: string, served: string) =>
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
