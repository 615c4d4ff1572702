import type { BookableSlot, BookableTicket, BookableTime } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetable.ts'

/** An item of a timetable: an hour over all courts, one court at one hour or a class (same shape), or a fast ticket. */
export type Bookable = BookableTime | BookableSlot | BookableTicket

/** Whether this person can book an item now, and what each state's next action needs (experience 4.5). */
export type Availability =
  /** `forOthers`: not for the customer, but for a person they book for. */
  | { is: 'free'; left: number; hasStarted: boolean; forOthers?: boolean }
  | { is: 'few'; left: number; hasStarted: boolean; forOthers?: boolean }
  /** The last places are in other people's baskets; the first of those holds ends at `until`. */
  | { is: 'held'; until: Date | null; canWait: boolean }
  /** A place is reserved for this person from the waitlist. */
  | { is: 'offered'; until: Date }
  | { is: 'full'; hasWaitlist: boolean; waiting: number }
  | { is: 'not-open-yet'; opensAt: Date | null }
  /** `opensNow`: it is open for customers, and not yet for visitors. */
  | { is: 'log-in'; opensNow: boolean }
  /** Not sold online: the venue keeps it for people who come there. */
  | { is: 'desk-only'; canWait: boolean }
  | { is: 'in-basket'; cartItemId: number | null }
  | { is: 'booked'; bookingId: number | null }
  /** On the waitlist; `position` where it is known, 1 for the next. */
  | { is: 'waiting'; position?: number | undefined }
  | { is: 'closed'; hasEnded: boolean }
  | { is: 'cancelled' }
  /** A reason that depends on the person (age, induction …); the server words it. */
  | { is: 'not-eligible'; reason: string }

/** At most three places, and at most a quarter of the capacity. */
const isFew = ({ spaces, capacity }: Pick<Bookable, 'spaces' | 'capacity'>): boolean =>
  spaces <= Math.min(3, capacity / 4)

export const availabilityOf = (item: Bookable, now: Date): Availability => {
  const { status, reason, reasonCode, availableAt, cartItemId, otherActions } = item.actionToShow
  const at = availableAt === null ? null : new Date(availableAt)
  switch (status) {
    case 'BOOK': {
      if (item.actionToShow.waitlistId !== null && at !== null) return { is: 'offered', until: at }
      const hasStarted = item.timestamp * 1000 <= now.getTime()
      return { is: isFew(item) ? 'few' : 'free', left: item.spaces, hasStarted }
    }
    case 'JOIN_WAITLIST':
      return { is: 'full', hasWaitlist: true, waiting: item.waitlistLength }
    case 'LEAVE_WAITLIST':
      return { is: 'waiting' }
    case 'CANCEL_RESERVATION':
      return { is: 'in-basket', cartItemId }
    case 'CANCEL_BOOKING':
      return { is: 'booked', bookingId: item.actionToShow.bookingId }
    case 'FULL':
      return { is: 'full', hasWaitlist: false, waiting: 0 }
    case 'LOGIN':
      return { is: 'log-in', opensNow: false }
    case null:
      break
  }
  // What the household can do counts, not only what the customer can.
  if (item.actionToShow.otherActions.includes('BOOK')) {
    const hasStarted = item.timestamp * 1000 <= now.getTime()
    return { is: isFew(item) ? 'few' : 'free', left: item.spaces, hasStarted, forOthers: true }
  }
  switch (reasonCode) {
    case 'not_open_yet':
      return otherActions.includes('LOGIN')
        ? { is: 'log-in', opensNow: true }
        : { is: 'not-open-yet', opensAt: at }
    case 'held': {
      const canWait = otherActions.includes('JOIN_WAITLIST')
      return item.deskOnly === true ? { is: 'desk-only', canWait } : { is: 'held', until: at, canWait }
    }
    case 'full':
      return { is: 'full', hasWaitlist: false, waiting: 0 }
    case 'already_booked':
      return { is: 'booked', bookingId: null }
    case 'closed':
      return { is: 'closed', hasEnded: endOf(item) <= now.getTime() }
    case 'cancelled':
      return { is: 'cancelled' }
    case 'login_required':
      return { is: 'log-in', opensNow: false }
    case 'clash':
    case 'age':
    case 'induction_required':
    case 'membership_required':
    case 'penalty_outstanding':
    case 'document_required':
    case 'limit_reached':
    case null:
      return { is: 'not-eligible', reason: reason ?? messages.notBookable }
  }
}

export const isBookable = ({ is }: Availability): boolean => is === 'free' || is === 'few' || is === 'offered'

/** Epoch milliseconds, from the duration: the local end time may be on the next day. */
const endOf = ({ timestamp, duration }: Bookable): number =>
  timestamp * 1000 + Number.parseInt(duration, 10) * 60_000

/** A list's key: the id, or for an hour over all courts the key that its courts share. */
export const keyOf = (item: Bookable): string => String(item.id ?? item.compositeKey)
