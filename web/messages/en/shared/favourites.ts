import { plural } from '#messages/format.ts'

export const favourites = 'Favourites'
/** Filled with the name, which is hidden where it is already above. "Add" is what a basket does. */
export const add = 'Save{name} to favourites'
export const remove = 'Remove{name} from favourites'

export const notStored = 'This browser does not let us store favourites. Log in to have them in your account.'
export const limit = ({ most }: { most: number }) =>
  `You have ${most} favourites, which is the most. Remove one to add another.`

// The list
export const none = 'No favourites yet'
export const noneHelp =
  'Press “Save to favourites” on a venue, an activity or a class to find it here with its next times.'
export const find = 'Find something to book'
export const kinds = {
  venue: 'Venue',
  activity: 'Activity',
  class: 'Class',
  instructor: 'Instructor',
} as const
/** Filled with the kind and the venue, which an instructor does not have. */
export const about = ({ kind, venue }: { kind: string; venue: string }) =>
  venue === '' ? kind : `${kind} · ${venue}`
export const noTimes = 'No places at the moment'
export const notOffered = 'No longer offered'
export const seeVenue = 'See what is on'
export const removed = ({ name }: { name: string }) => `${name} is no longer a favourite.`
export const undo = 'Undo'
export const undoWhat = ({ name }: { name: string }) => `Undo: add ${name} to favourites`
export const showAll = ({ count }: { count: number }) =>
  plural(count, { one: `Show ${count} more`, other: `Show ${count} more` })
export const loading = 'Loading your favourites'
