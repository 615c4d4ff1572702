import type { Venue, venues } from '#contract/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { latelyBy } from '#server/platform/lately.ts'
import { venuesOf } from './queries.ts'
import type { VenueRow } from './queries.ts'

export const venuesRoutes = (db: Database): Routes<typeof venues> => {
  // Every page asks for them, and they change with an import.
  const all = latelyBy(1000, (operatorId: number) => venuesOf(db, operatorId))
  const of = ({ id }: { id: number }) => all(String(id), id)
  return {
    all: async ({ actor }) => (await of(actor.operator)).map(presentVenue),
    joinable: async ({ actor }) =>
      (await of(actor.operator)).filter((venue) => venue.onlineJoiningEnabled).map(presentVenue),
    one: async ({ actor, params }) => {
      const venue = (await of(actor.operator)).find((one) => one.slug === params.venue)
      if (venue === undefined) throw notFound()
      return presentVenue(venue)
    },
  }
}

/** VENUE */
const presentVenue = ({ status, ...venue }: VenueRow): Venue => ({
  ...venue,
  homeVenueId: venue.id,
  closed: status === 'closed',
})
