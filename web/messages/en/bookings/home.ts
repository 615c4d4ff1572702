import { plural } from '#messages/format.ts'

const venues = (count: number): string => plural(count, { one: `${count} venue`, other: `${count} venues` })
const miles = (count: number): string => plural(count, { one: `${count} mile`, other: `${count} miles` })

export const pageTitle = 'Choose a venue'
export const heading = 'Where would you like to play?'
export const lead = 'Book courts, classes and swims near you.'
export const onAt = ({ venue }: { venue: string }): string => `What's on at ${venue}`
export const goToVenue = 'Go to the venue'
export const venuesHeading = 'Venues'
export const allVenues = 'All venues'
export const showAll = 'Show all venues'
/** In place of the name of a place, where the device said where it is. */
export const you = 'you'

export const countAll = ({ count }: { count: number }): string => venues(count)
export const countNamed = ({ count, query }: { count: number; query: string }): string =>
  `${venues(count)} with “${query}” in the name`
export const countNear = ({
  count,
  radius,
  place,
}: {
  count: number
  radius: number
  place: string
}): string => `${venues(count)} within ${miles(radius)} of ${place}${count > 1 ? ', nearest first' : ''}`
export const noResultsFor = ({ query }: { query: string }): string => `No results for “${query}”`
export const tryOther = "Try part of the venue's name, a town, or the first half of a postcode, such as OL1."
export const noVenues = 'There are no venues yet.'
export const noneNear = ({ radius, place }: { radius: number; place: string }): string =>
  `No venues within ${miles(radius)} of ${place}`
/** Filled with a link to the venue. */
export const nearest = 'Nearest: {venue}, {distance}'
export const distance = ({ miles: count }: { miles: number }): string => miles(Math.round(count))
export const showWithin = ({ radius }: { radius: number }): string => `Show venues within ${miles(radius)}`
export const searchNear = ({ query }: { query: string }): string => `Search near “${query}” instead`
export const otherPlaces = 'Did you mean another place?'
