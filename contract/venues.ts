import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { displayDate } from './shapes.ts'

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

/** VENUE with what its own page tells (ours). */
export const venueDetail = venue
  .extend({
    description: z.string(),
    /** As people write them; a later line is an exception to an earlier one. */
    openingHours: z.array(z.object({ days: z.string(), hours: z.string() })),
    amenities: z.array(z.string()),
    accessibility: z.array(z.string()),
  })
  .meta({ id: 'VenueDetail' })
export type VenueDetail = z.output<typeof venueDetail>

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
