import { plural } from './format.ts'

export const feedNotFound = 'There is no such feed.'
export const itemNotFound = 'There is nothing of this number in the feed.'
export const pictureNotFound = 'There is no such picture.'
export const operatorNotFound = 'There is no such operator.'

// The page of the data set
export const namesOf = (operators: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(operators)
export const datasetName = ({ operator }: { operator: string }) => `${operator}: facilities and sessions`
export const datasetDescription = ({ operator, venues }: { operator: string; venues: number }) =>
  plural(venues, {
    one: `What you can book at the venue of ${operator}, with times, list prices and places left, as open data.`,
    other: `What you can book at the ${venues} venues of ${operator}, with times, list prices and places left, as open data.`,
  })
export const licence = 'Anyone may use it for anything. Name {operator} as its source: {licence}.'
export const documentation = 'For the format, see {documentation}.'
export const toBook = 'To book, go to {site}.'
export const feeds = 'Feeds'
export const contents = {
  'facility-uses': 'Facilities for hire: courts, lanes, pitches',
  slots: 'The times they are free',
  'session-series': 'Classes and sessions of the timetable',
  'scheduled-sessions': 'Each of their sessions, with the places left',
} as const

export const openBookingDescription = 'Books what is in these feeds, for other apps and sites.'
