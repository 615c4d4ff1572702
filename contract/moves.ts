import { z } from 'zod'
import { booking, cancelChanges, refundPart } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { anyId, id, optional, pence } from './fields.ts'
import { occurrenceRefusals, personRefusals } from './refusals.ts'
import { bookableId, calendarDate, displayDate, displayMoney, instant, when } from './shapes.ts'
import { laterTenders } from './tenders.ts'

/* Moving a booking to another time of the same class, swim or court. All of this is ours. */

/** What comes back when the new time costs less, and how. */
const difference = z.object({ ...displayMoney.shape, parts: z.array(refundPart) })

const moveTime = z.object({
  id: bookableId,
  ...when,
  /** Free places; a court has one. */
  spaces: z.int(),
  /** What the booking costs at this time. */
  price: displayMoney,
  refund: difference,
  /** What it costs more, which is paid before the booking moves. */
  surcharge: displayMoney,
  /** Whether it is too late there to cancel or move free of charge. */
  isAfterCutoff: z.boolean(),
})

/** The times of one day that a booking can be moved to. */
export const moveTimes = z
  .object({
    /** The days on which there may be other times, earliest first. */
    days: z.array(displayDate),
    day: calendarDate.nullable(),
    /** As in the timetable, for the address of a time there. */
    v2Type: z.enum(['classes', 'resources', 'ticketed']),
    times: z.array(moveTime),
    /** Whether the caller may pay for a time that costs more: the buyer, and for a visitor's order anyone who may see it. */
    canPay: z.boolean(),
    /** Why there are none on the day, where it is about the person. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'MoveTimes' })
export type MoveTimes = z.output<typeof moveTimes>
export type MoveTime = MoveTimes['times'][number]

/** A booking at its new time. */
const moved = z.object({ booking, refund: difference })

/**
 * A move to a dearer time. While it is `held`, the new place is held until `heldUntil` (null once that has run out), and
 * checkout takes `surcharge` (`source` booking-move, `moveId`); the booking is at its old time until then.
 */
export const movePayment = z
  .object({
    id: z.int(),
    status: z.enum(['held', 'moved', 'ended']),
    booking,
    /** The new time. */
    to: z.object(when),
    price: displayMoney,
    surcharge: displayMoney,
    heldUntil: instant.nullable(),
    /** Whether it is too late there to cancel or move free of charge. */
    isAfterCutoff: z.boolean(),
  })
  .meta({ id: 'MovePayment' })
export type MovePayment = z.output<typeof movePayment>

/** `price` is pence: what the booking costs at the new time, as it was displayed. */
const target = z.object({ to: anyId, price: pence })

/** The first day of interest; the next one with other times is answered. */
const fromDay = z.object({ date: optional(displayDate) })

const own = z.object({ bookingId: id })
const ofOrder = z.object({ completeOrderId: id, bookingId: id })

const timesErrors = { already_cancelled: 409, past_cutoff: 410, cannot_move: 409 } as const

const moveErrors = {
  ...timesErrors,
  ...occurrenceRefusals,
  ...personRefusals,
  costs_more: 409,
  price_changed: 409,
  same_time: 409,
  waiver_required: 403,
} as const

const payErrors = {
  ...timesErrors,
  ...occurrenceRefusals,
  ...personRefusals,
  price_changed: 409,
  same_time: 409,
  waiver_required: 403,
} as const

const byId = z.object({ moveId: id })

/** Places are held with each: few, so that they are not held again and again. */
const beginLimit = { attempts: 60, seconds: 600 }

/** Each call reads places and prices anew. */
const timesLimit = { attempts: 600, seconds: 600 }

const changes = [...cancelChanges, 'attendance', 'tills'] as const

export const moves = {
  times: endpoint({
    method: 'GET',
    path: '/bookings/{bookingId}/move-times',
    summary: 'The times that a booking can be moved to, one day at a time.',
    allow: 'customer',
    params: own,
    query: fromDay,
    returns: moveTimes,
    errors: timesErrors,
    limit: timesLimit,
    reads: ['bookings', 'timetable'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/bookings/{bookingId}/move',
    summary:
      'Move a booking to another time. A lower price is refunded; a higher one is refused here and paid first.',
    allow: 'customer',
    params: own,
    body: target,
    returns: moved,
    errors: moveErrors,
    idempotent: true,
    changes,
  }),
  timesOfOrder: endpoint({
    method: 'GET',
    path: '/activities/orders/{completeOrderId}/bookings/{bookingId}/move-times',
    summary:
      'The same for a booking of an order that the caller may see. Visitors without an account use this.',
    allow: 'owner',
    params: ofOrder,
    query: fromDay,
    returns: moveTimes,
    errors: timesErrors,
    limit: timesLimit,
    reads: ['bookings', 'timetable'],
  }),
  moveOfOrder: endpoint({
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/bookings/{bookingId}/move',
    summary: 'Move a booking of an order that the caller may see. Visitors without an account use this.',
    allow: 'owner',
    params: ofOrder,
    body: target,
    returns: moved,
    errors: moveErrors,
    idempotent: true,
    changes,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/bookings/{bookingId}/move-payments',
    summary:
      'Hold a dearer time for a booking, which moves there once checkout has been paid the difference.',
    allow: 'customer',
    params: own,
    body: target,
    returns: movePayment,
    errors: payErrors,
    idempotent: true,
    inTransaction: false,
    limit: beginLimit,
    changes: ['timetable'],
  }),
  beginOfOrder: endpoint({
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/bookings/{bookingId}/move-payments',
    summary:
      'The same for a booking of an order that the caller may see. Visitors without an account use this.',
    allow: 'owner',
    params: ofOrder,
    body: target,
    returns: movePayment,
    errors: payErrors,
    idempotent: true,
    inTransaction: false,
    limit: beginLimit,
    changes: ['timetable'],
  }),
  moveAtDesk: endpoint({
    method: 'POST',
    path: '/foh/bookings/{bookingId}/move',
    summary: 'Move a booking to a dearer time at the desk, which has been paid the difference.',
    allow: 'staff',
    needs: 'sell',
    params: own,
    body: target.extend({ tenderType: z.enum(laterTenders, 'Choose cash or card.') }),
    returns: z.object({ booking, paid: displayMoney }),
    errors: payErrors,
    idempotent: true,
    changes,
  }),
  payment: endpoint({
    method: 'GET',
    path: '/move-payments/{moveId}',
    summary: 'A move to a dearer time, for the person who pays for it.',
    allow: 'owner',
    params: byId,
    returns: movePayment,
    reads: ['bookings'],
  }),
  abandon: endpoint({
    method: 'DELETE',
    path: '/move-payments/{moveId}',
    summary: 'Give up a move that is not paid for. The new place is free at once, the booking stays.',
    allow: 'owner',
    params: byId,
    returns: movePayment,
    idempotent: true,
    changes: ['bookings', 'timetable'],
  }),
}
