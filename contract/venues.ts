import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, optional, text } from './fields.ts'
import { displayDate, moment } from './shapes.ts'

/** VENUE: `lat` and `lng` are degrees; a venue without them stays off the map. */
export const venue = z
  .object({
    id: z.int(),
    slug: z.string(),
    homeVenueId: z.int(),
    name: z.string(),
    venueType: z.string(),
    addressLineOne: z.string(),
    town: z.string(),
    postcode: z.string(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    phone: z.string(),
    email: z.string(),
    timezone: z.string(),
    activitiesV2Enabled: z.boolean(),
    migrationDate: displayDate.nullable(),
    displayVenueSelectionButton: z.boolean(),
    onlineJoiningEnabled: z.boolean(),
    closed: z.boolean(),
    /** Under maintenance: it takes no bookings, and its own pages say so. */
    maintenance: z.boolean(),
  })
  .meta({ id: 'Venue' })
export type Venue = z.output<typeof venue>

/** Places of a venue that are closed, now or within two weeks (ours). */
const venueClosure = z.object({
  /** None: the whole venue. */
  places: z.array(z.string()),
  from: moment,
  /** Null: until further notice. */
  until: moment.nullable(),
  /** What the venue says of it; `''` for nothing. */
  reason: z.string(),
  /** The slugs of the activities that take place there; none where the whole venue is closed. */
  activities: z.array(z.string()),
})
export type VenueClosure = z.output<typeof venueClosure>

/** VENUE with what its own page tells (ours). */
export const venueDetail = venue
  .extend({
    description: z.string(),
    /** As people write them; a later line is an exception to an earlier one. */
    openingHours: z.array(z.object({ days: z.string(), hours: z.string() })),
    amenities: z.array(z.string()),
    accessibility: z.array(z.string()),
    closures: z.array(venueClosure),
  })
  .meta({ id: 'VenueDetail' })
export type VenueDetail = z.output<typeof venueDetail>

/** The venues of one answer of `venues.search`. */
export const maxVenuesFound = 50

export const venues = {
  all: endpoint({
    method: 'GET',
    path: '/activities/venues',
    summary: 'All venues.',
    allow: 'anyone',
    returns: z.array(venue),
    cache: 'public',
    reads: ['catalogue'],
  }),
  joinable: endpoint({
    method: 'GET',
    path: '/activities/venues/online-joining',
    summary: 'The venues that sell memberships online.',
    allow: 'anyone',
    returns: z.array(venue),
    cache: 'public',
    reads: ['catalogue'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/activities/venue-search',
    summary: 'The first 50 venues, or the first 50 that words find.',
    allow: 'anyone',
    query: z.object({
      /** Beginnings of words of a venue's name, town or postcode. */
      search: optional(text(100)),
      /** Slugs with commas between them: venues that the answer has in any case. */
      selected: optional(text(500)),
      /** Only those that sell memberships online. */
      joinable: optional(flag),
    }),
    returns: z.object({
      /** In the order of the operator. */
      venues: z.array(venue),
      /** How many there are to find, of which `venues` has the first. */
      total: z.int(),
    }),
    cache: 'public',
    reads: ['catalogue'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/activities/venues/{venue}',
    summary: 'One venue.',
    allow: 'anyone',
    params: z.object({ venue: z.string() }),
    returns: venueDetail,
    cache: 'public',
    reads: ['catalogue'],
  }),
}
