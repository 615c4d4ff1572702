import type { Venue } from '#contract/venues.ts'
import type { VenueRow } from './queries.ts'

/** VENUE of the wire (§5). */
export const presentVenue = ({ status, ...row }: VenueRow): Venue => ({
  ...row,
  homeVenueId: row.id,
  closed: status === 'closed',
})
