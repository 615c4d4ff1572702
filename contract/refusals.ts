import { z } from 'zod'

/* Why something cannot be booked, and what a page may offer instead. */

/** The thing cannot be had: code and HTTP status (wire §2.3). */
export const occurrenceRefusals = {
  not_open_yet: 422,
  full: 409,
  held: 409,
  already_booked: 409,
  clash: 409,
  closed: 410,
  cancelled: 410,
} as const

/** This person may not have it: code and HTTP status (wire §2.3). */
export const personRefusals = {
  age: 403,
  induction_required: 403,
  membership_required: 403,
  penalty_outstanding: 403,
  document_required: 403,
  limit_reached: 403,
} as const

/**
 * Why a thing cannot be booked (wire §2.3), with its HTTP status. The same word is `reasonCode` in a timetable
 * and `code` when a write is refused.
 */
export const refusals = { ...occurrenceRefusals, login_required: 403, ...personRefusals } as const

export type ReasonCode = keyof typeof refusals

export const reasonCode = z.enum(Object.keys(refusals) as [ReasonCode, ...ReasonCode[]])

/** What the caller can do with a bookable item; null: nothing now, and the reason says why (wire §2.2). */
export const actionStatuses = [
  'BOOK',
  'JOIN_WAITLIST',
  'LEAVE_WAITLIST',
  'CANCEL_RESERVATION',
  'CANCEL_BOOKING',
  'FULL',
  'LOGIN',
] as const

export type ActionStatus = (typeof actionStatuses)[number]
