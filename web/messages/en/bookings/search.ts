import { displayMiles } from '#contract/distance.ts'

// The form
export const label = 'Activity, venue or place'
/** What one may search for, in examples of this operator's own. */
export const hint = ({
  activities: [first, second = first],
  area,
}: {
  activities: readonly string[]
  /** The first half of a postcode. */
  area: string | undefined
}): string =>
  first === undefined || second === undefined || area === undefined
    ? 'Try an activity with a day or a time, a town or a postcode.'
    : `Try “${first} tonight”, “${second} tomorrow 18:00” or “${area}”.`
export const within = 'within'
export const radiusLabel = 'Miles around a place'
export const radius = ({ count }: { count: number }): string => (count === 1 ? '1 mile' : `${count} miles`)
export const search = 'Search'
export const popular = 'Popular activities'
/** A word that the search understands as this evening. */
export const tonightWord = 'tonight'
export const tonightNearMe = 'Tonight near me'
export const myLocation = 'Use my location'
export const findingLocation = 'Finding your location…'
export const locationRefused = "We couldn't get your location. Enter a town or postcode."

// Results
export const atVenue = ({
  venue,
  town,
  miles,
}: {
  venue: string
  town: string
  miles: number | null
}): string =>
  // No distance at the venue that the search starts from.
  [venue, town, miles === null || miles < 0.05 ? '' : `${displayMiles(miles)} miles`]
    .filter((part) => part !== '')
    .join(' · ')
export const allTimes = ({ activity }: { activity: string }): string => `All times: ${activity}`
