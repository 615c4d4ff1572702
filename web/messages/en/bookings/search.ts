import { displayMiles } from '#contract/distance.ts'

// The form
export const label = 'Activity, venue or place'
export const hint = 'Try “badminton tonight”, “yoga tomorrow 18:00” or “OL1”.'
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
