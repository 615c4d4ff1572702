import type { Venue, VenueDetail } from '#contract/venues.ts'
import type { VenueRow } from './queries.ts'

/** VENUE of the wire (§5). */
export const presentVenue = ({
  status,
  description: _description,
  openingHours: _openingHours,
  amenities: _amenities,
  accessibility: _accessibility,
  ...row
}: VenueRow): Venue => ({
  ...row,
  homeVenueId: row.id,
  closed: status === 'closed',
  maintenance: status === 'maintenance',
})

export const presentVenueDetail = (row: VenueRow): VenueDetail => {
  const { description, openingHours, amenities, accessibility } = row
  return { ...presentVenue(row), description, openingHours, amenities, accessibility }
}
