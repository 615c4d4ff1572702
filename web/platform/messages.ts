/** The sentences of the specification's error catalogue that belong to no single call. */

export const somethingWentWrong = 'Something has gone wrong, please try again.'

/** What a failed request says when nobody has better words: by HTTP status (B11). */
export const messageByStatus: Readonly<Record<number, string>> = {
  403: 'Unauthorised.',
  404: 'Unable to complete request, item not found.',
  500: somethingWentWrong,
}

/**
 * Notices that survive a redirect, even one that loads the whole page: the address or cookie carries the
 * name, never the words, so nobody can make our page say theirs.
 */
export const flashes = {
  'choose-venue': {
    content: 'Please select a venue before booking an activity',
    colour: 'info',
    closeAfter: 3000,
  },
  'activity-not-found': {
    content: "We couldn't find the activity you are looking for",
    colour: 'danger',
    closeAfter: 5000,
  },
  'nearest-date': {
    content: 'That day cannot be booked at the moment, so here is the nearest one that can.',
    colour: 'info',
    closeAfter: 10000,
  },
  'signed-out': {
    content: 'You have been signed out. Log in again to go on.',
    colour: 'info',
    closeAfter: 10000,
  },
} as const

export type FlashName = keyof typeof flashes

export const isFlashName = (value: string | undefined): value is FlashName =>
  value !== undefined && Object.hasOwn(flashes, value)
