import * as messages from '#server/messages/en/open-booking.ts'
import { bookingErrors } from './rules.ts'
import type { BookingErrorType } from './rules.ts'

/** What a broker reads of a failure. */
export type PresentedError = {
  '@type': BookingErrorType
  name: string
  description?: string
  /** The `@id` of the question that an answer is wrong for. */
  instance?: string
  statusCode: number
}

/** The `error` of an item, inside an order. */
export const itemError = (
  type: BookingErrorType,
  more: { description?: string; instance?: string } = {},
): PresentedError => ({
  '@type': type,
  name: messages.failures[type],
  ...more,
  statusCode: bookingErrors[type],
})

/** The whole answer to a call that failed. */
export const presentError = (type: BookingErrorType, description?: string) => ({
  '@context': 'https://openactive.io/',
  ...itemError(type, description === undefined ? {} : { description }),
})
