import { plural } from '#messages/format.ts'

export const findVenue = 'Find a venue'
export const findVenueHint = 'Type a name, town or postcode, then choose from the list.'
export const venueWords = 'Name, town or postcode.'
export const search = 'Search'
export const searching = 'Searching…'
/** What a list of venues holds: `count` of `total`, which a search has found or which there are. */
export const listedVenues = ({
  count,
  total,
  isSearch,
}: {
  count: number
  total: number
  isSearch: boolean
}): string => {
  if (!isSearch) return `The list has the first ${count} of ${total} venues.`
  if (total === 0) return 'No venues found. Check the spelling, or try a postcode.'
  if (count < total) return `The list has the first ${count} of ${total} venues found.`
  return plural(total, { one: '1 venue found.', other: `${total} venues found.` })
}
