import { plural } from '#messages/format.ts'

const venues = (count: number): string => plural(count, { one: `${count} venue`, other: `${count} venues` })
const miles = (count: number): string => plural(count, { one: `${count} mile`, other: `${count} miles` })

export const pageTitle = 'Book an activity'
export const heading = 'What would you like to do?'
export const lead = 'Book courts, classes and swims near you.'

// Times
export const tonight = 'Tonight'
export const tonightNear = ({ venue }: { venue: string }): string => `Tonight near ${venue}`
export const times = 'Times'
export const nextOn = 'On next near by'
export const nothingTonight = "Nothing left tonight. Here's what's on next."
export const noneThen = ({ query }: { query: string }): string =>
  `No free times for “${query}”. Here are other times.`
export const noneFree = ({ query }: { query: string }): string =>
  `No free times for “${query}” in the next days.`
export const unknownWords = ({ query }: { query: string }): string =>
  `No activity, venue or place is called “${query}”.`
export const didYouMean = 'Did you mean {suggestion}?'
export const placesFailed =
  "We can't look up places at the moment. Search for a venue or an activity by name."
export const searchFailed = "Search isn't working at the moment. Try again in a minute."
export const tryAgain = 'Try again'
/** Under the heading, for a place or a venue that times are sorted from. */
export const nearestTo = ({ place }: { place: string }): string => `Nearest to ${place} first`
export const nearestToYou = 'Nearest to you first'

// Venues
export const onAt = ({ venue }: { venue: string }): string => `What's on at ${venue}`
export const goToVenue = 'Go to the venue'
export const venuesHeading = 'Venues'
export const allVenues = 'All venues'
export const showAll = 'Show all venues'
/** In place of the name of a place, where the device said where it is. */
export const you = 'you'

export const countAll = ({ count }: { count: number }): string => venues(count)
export const countFirst = ({ count, total }: { count: number; total: number }): string =>
  `${count} of ${venues(total)}. Search for yours by name, town or postcode.`
export const countNamed = ({ count, query }: { count: number; query: string }): string =>
  `${venues(count)} with “${query}” in the name`
export const countWith = ({ count, query }: { count: number; query: string }): string =>
  `${venues(count)} with ${query}`
export const countNear = ({
  count,
  radius,
  place,
}: {
  count: number
  radius: number
  place: string
}): string => `${venues(count)} within ${miles(radius)} of ${place}${count > 1 ? ', nearest first' : ''}`
/** `unknown` are venues that the operator has put on no map. */
export const countNearAndUnknown = ({
  unknown,
  ...near
}: {
  unknown: number
} & Parameters<typeof countNear>[0]): string =>
  near.count === 0
    ? `${venues(unknown)} with this postcode`
    : `${countNear(near)}, and ${unknown} more with this postcode`
export const noResultsFor = ({ query }: { query: string }): string => `No results for “${query}”`
export const tryOther = "Try part of the venue's name, a town, or the first half of a postcode."
export const noVenues = 'There are no venues yet.'
export const noneNear = ({ radius, place }: { radius: number; place: string }): string =>
  `No venues within ${miles(radius)} of ${place}`
/** Filled with a link to the venue. */
export const nearest = 'Nearest: {venue}, {distance}'
export const distance = ({ miles: count }: { miles: number }): string => miles(Math.round(count))
export const showWithin = ({ radius }: { radius: number }): string => `Show venues within ${miles(radius)}`
export const searchNear = ({ query }: { query: string }): string => `Search near “${query}” instead`
export const otherPlaces = 'Did you mean another place?'
