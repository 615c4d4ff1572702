import * as errors from '#messages/shared/errors.ts'
import { itemNotFound, somethingWentWrong, unauthorised } from '#messages/shared/ui.ts'

/** The text of a failed request by HTTP status, when the server sent none (B11). */
export const messageByStatus: Readonly<Record<number, string>> = {
  403: unauthorised,
  404: itemNotFound,
  500: somethingWentWrong,
}

/**
 * Notices that survive a redirect, even one that loads the whole page: the URL or cookie carries the name, never the
 * text, so that a crafted link cannot show its own text.
 */
export const flashes = {
  'choose-venue': {
    content: errors.chooseVenue,
    colour: 'info',
    closeAfter: 3000,
  },
  'venue-gone': {
    content: errors.venueGone,
    colour: 'info',
    closeAfter: 10000,
  },
  'venue-closed': {
    content: errors.venueClosed,
    colour: 'info',
    closeAfter: 10000,
  },
  'unknown-centre': {
    content: errors.unknownCentre,
    colour: 'danger',
    closeAfter: 10000,
  },
  'activity-not-found': {
    content: errors.activityNotFound,
    colour: 'danger',
    closeAfter: 5000,
  },
  'nearest-date': {
    content: errors.nearestDate,
    colour: 'info',
    closeAfter: 10000,
  },
  'signed-out': {
    content: errors.signedOut,
    colour: 'info',
    closeAfter: 10000,
  },
} as const

export type FlashName = keyof typeof flashes

export const isFlashName = (value: string | undefined): value is FlashName =>
  value !== undefined && Object.hasOwn(flashes, value)
