import { z } from 'zod'
import { basketItem } from './baskets.ts'
import { endpoint } from './endpoint.ts'
import {
  countUpTo,
  dateOfBirth,
  emailAddress,
  id,
  lastFour,
  newPassword,
  optional,
  orderReference,
  otherwise,
  pence,
  text,
} from './fields.ts'
import { changesWithThePerson, loggedIn } from './sessions.ts'
import { bookableId, calendarDate, clockTime, instant, displayMoney, payment, when } from './shapes.ts'
import { laterTenders, refundDestinationIds } from './tenders.ts'
import { acceptedTerms } from './terms.ts'

const refundTo = z.enum(['credit', 'card', 'package', 'none'])

/** One part of a refund (ours): a mixed order comes back by more ways than one. `amount` is pence. */
export const refundPart = z.object({
  to: z.enum(refundDestinationIds),
  amount: z.int(),
  formatted: z.string(),
})

const refundStatus = z.enum(['due', 'done', 'failed'])

const cancelled = z.object({
  id: z.int(),
  status: z.literal('cancelled'),
  refund: z.object({ ...displayMoney.shape, to: refundTo }),
})

const cancelErrors = { already_cancelled: 409, past_cutoff: 410 } as const

/** What a cancelling changes besides the bookings: places are free, credit is there. */
export const cancelChanges = ['account', 'bookings', 'session', 'timetable', 'waitlists'] as const

/** BOOKING. `date`, `time` and `price` are texts; `activityId` is the item's id of the first world. */
export const booking = z
  .object({
    id: z.int(),
    bookingExpiresAt: calendarDate,
    canBeCancelled: z.boolean(),
    /** Ours: to another time, for as long as cancelling is free. */
    canBeMoved: z.boolean(),
    status: z.enum(['booked', 'attended', 'not_attended', 'cancelled', 'cancelled_by_venue']),
    cancellationCutoff: z.object({
      isAfterCutoff: z.boolean(),
      cutoffAction: z.enum(['no_refund', 'fee']).nullable(),
      cutoffMessage: z.string().nullable(),
      cutoffAt: instant.nullable(),
    }),
    cancellationRefund: z.object({ ...displayMoney.shape, to: refundTo, parts: z.array(refundPart) }),
    /** Ours: what a refund in full at the desk would give back: no more than was paid. */
    fullRefund: displayMoney,
    /** Ours: what staff may still refund of it, cancelled or not, and where it goes. */
    refundable: z
      .object({ ...displayMoney.shape, parts: z.array(refundPart) })
      .default({ raw: 0, currency: '0.00', formatted: '', parts: [] }),
    /** Ours: refunds go to the caller, or to the customer that staff act for. Another person may have paid. */
    isBuyer: z.boolean(),
    attended: z.boolean(),
    awardsCredit: z.object({ canBeAwarded: z.boolean(), message: z.string() }),
    item: z.object({ id: bookableId, compositeKey: z.string(), ...when }),
    category: z.string(),
    categorySlug: z.string(),
    venue: z.string(),
    venueType: z.string(),
    venueName: z.string(),
    venueSlug: z.string(),
    simpleName: z.string(),
    price: z.string(),
    date: z.string(),
    time: z.string(),
    description: z.string(),
    order: z.int(),
    orderId: z.int(),
    activityId: z.int(),
    bookedFor: z.object({ userId: z.int().nullable(), firstName: z.string(), lastName: z.string() }),
    accessCode: z.string().nullable(),
    /** Ours: to be shown at the desk, because the price is for an age. */
    proofOfAge: z.boolean().default(false),
    /** Ours: what has come back or is on its way, once it is cancelled. */
    refunds: z.array(z.object({ ...refundPart.shape, status: refundStatus })),
  })
  .meta({ id: 'Booking' })
export type Booking = z.output<typeof booking>

/** Somebody to ring. `phone` is '' where it is not known. */
const personToRing = { id: z.int(), name: z.string(), phone: z.string() }

/** Whom a message of the venue reaches, by name: by e-mail, through the partner that sold it, and who is to be rung. */
export const informed = z.object({
  emailed: z.array(z.string()),
  byPartner: z.array(z.string()),
  toRing: z.array(z.object(personToRing)),
})
export type Informed = z.output<typeof informed>

/** How many people a message would reach: by e-mail, through a partner, and by telephone alone. */
export const reach = z.object({ emailed: z.int(), byPartner: z.int(), toRing: z.int() }).meta({ id: 'Reach' })
export type Reach = z.output<typeof reach>

/** Somebody whom e-mail did not reach. `message` is in the venue's words. */
const followUp = z
  .object({
    ...personToRing,
    reason: z.enum(['called_off', 'cancelled', 'changed', 'message']),
    message: z.string(),
    /** What it is about; null of a message to those who wait, are members, or hire. */
    booking: z
      .object({
        id: z.int(),
        orderId: z.int(),
        sessionId: z.int(),
        sessionName: z.string(),
        date: calendarDate,
        startsAt: clockTime,
      })
      .nullable(),
    customerId: z.int().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'FollowUp' })
export type FollowUp = z.output<typeof followUp>

/** A booking that ended because the venue has called its session off: what its buyer was told, and what came back. */
export const calledOffBooking = z
  .object({
    bookingId: z.int(),
    orderId: z.int(),
    orderReference: z.string(),
    customerId: z.int().nullable(),
    name: z.string(),
    phone: z.string(),
    quantity: z.int(),
    /** `pending`: refund and message are under way. */
    contact: z.enum(['pending', 'email_waiting', 'emailed', 'by_partner', 'to_ring', 'rung']),
    followUpId: z.int().nullable(),
    paid: displayMoney,
    refunds: z.array(z.object({ ...refundPart.shape, status: refundStatus })),
  })
  .meta({ id: 'CalledOffBooking' })
export type CalledOffBooking = z.output<typeof calledOffBooking>

/** Who sells: the name and address on receipts. `address` is of the venues, one a line. */
const seller = z.object({
  name: z.string(),
  address: z.array(z.string()),
  phone: z.string(),
  email: z.string(),
  vatNumber: z.string(),
})
export type Seller = z.output<typeof seller>

/** A paid order. Amounts are pence. */
export const completeOrder = z
  .object({
    id: z.int(),
    completeOrderId: z.int(),
    uuid: z.string(),
    reference: z.string(),
    status: z.enum(['confirmed', 'partly_refunded', 'refunded']),
    placedAt: instant,
    email: z.string().nullable(),
    total: z.int(),
    formattedTotal: z.string(),
    taxTotal: z.int(),
    subTotal: z.int(),
    itemCount: z.int(),
    items: z.array(basketItem),
    bookings: z.array(booking),
    /** Ours: `failed` could not be captured. */
    payments: z.array(payment.extend({ status: z.enum(['paid', 'refunded', 'failed']) })),
    /** Ours: what has come back of it or is on its way, one sum for each destination and status. */
    refunds: z.array(z.object({ ...refundPart.shape, status: refundStatus })),
    /** Ours: the tax in what has not come back. */
    netTaxTotal: z.int(),
    /** It has a receipt. */
    enablePrintReceipt: z.boolean(),
    /** Ours: for the printed confirmation. */
    seller,
    /** Ours, for staff: who placed it, as far as they have said; `customerId` is null without an account. */
    contact: z
      .object({ customerId: z.int().nullable(), name: z.string(), phone: z.string() })
      .nullable()
      .default(null),
    /** Ours, for staff who may take the sale back as a mistake: until when. */
    voidableUntil: instant.nullable().default(null),
    /** Ours: placed without an account, and in none since. */
    isVisitors: z.boolean(),
    /** Ours: opened by a link from a message to its address, so that an account may be made out of it. */
    isAddressProven: z.boolean().default(false),
  })
  .meta({ id: 'Order' })
export type CompleteOrder = z.output<typeof completeOrder>

/**
 * The receipt of a paid order. Prices, dates and labels are texts. `entries` are its payments and refunds, the oldest
 * first; `vat` is the tax in what has not come back, by rate in per cent.
 */
export const receipt = z
  .object({
    reference: z.string(),
    placedAt: instant,
    placed: z.string(),
    seller,
    payer: z.string(),
    lines: z.array(
      z.object({
        name: z.string(),
        details: z.array(z.string()),
        quantity: z.int(),
        /** Of one; null where they do not cost the same. */
        unitPrice: z.string().nullable(),
        price: z.string(),
      }),
    ),
    total: z.string(),
    vat: z.array(z.object({ rate: z.number(), net: z.string(), tax: z.string() })),
    entries: z.array(z.object({ on: z.string(), label: z.string(), amount: z.string() })),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof receipt>

/** An order as the desk finds it: with what tells it from others. */
export const orderFound = z
  .object({
    orderId: z.int(),
    reference: z.string(),
    placedAt: instant,
    status: z.enum(['confirmed', 'partly_refunded', 'refunded']),
    total: displayMoney,
    /** Still owed on arrival; null where it is paid. */
    toPay: displayMoney.nullable(),
    customerId: z.int().nullable(),
    /** `''` where the payer has not said. */
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    /** The first of its places, and how many there are; null where nothing was booked. */
    first: z
      .object({ name: z.string(), starts: instant, when: z.string(), venueName: z.string() })
      .nullable(),
    bookings: z.int(),
  })
  .meta({ id: 'OrderFound' })
export type OrderFound = z.output<typeof orderFound>

/** What the desk gave back, also of a penalty for missing it, and `handOut`: what of all this goes over the counter now. */
const cancelledAtDesk = cancelled.extend({ penaltyRefund: displayMoney.nullable(), handOut: displayMoney })

const done = z.object({ status: z.literal('success') })

/** Null where there is none. */
const calendarFeed = z.object({ madeAt: instant.nullable() })

/** Links are sent by e-mail: few, so that a mailbox cannot be filled. */
const linkLimit = { attempts: 10, seconds: 3600 }

export const bookings = {
  order: endpoint({
    method: 'GET',
    path: '/activities/orders/{completeOrderId}',
    summary: 'An order, for the person who placed it and for staff.',
    allow: 'owner',
    params: z.object({ completeOrderId: id }),
    returns: completeOrder,
    reads: ['bookings'],
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/activities/orders/{completeOrderId}/receipt-details',
    summary: 'The receipt of a paid order, for the person who placed it and for staff.',
    allow: 'owner',
    params: z.object({ completeOrderId: id }),
    returns: receipt,
    reads: ['bookings'],
  }),
  cancelOfOrder: endpoint({
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/cancel',
    summary: 'Cancel bookings of an order that the caller may see. Visitors without an account use this.',
    allow: 'owner',
    params: z.object({ completeOrderId: id }),
    body: z.object({ bookingIds: z.array(id).min(1).max(50) }),
    returns: z.array(cancelled),
    errors: cancelErrors,
    idempotent: true,
    changes: cancelChanges,
  }),
  renewLink: endpoint({
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/link',
    summary: "End every link to a visitor's order and send a new one to its e-mail address.",
    allow: 'owner',
    params: z.object({ completeOrderId: id }),
    returns: done,
    limit: linkLimit,
    changes: [],
  }),
  requestLink: endpoint({
    method: 'POST',
    path: '/activities/orders/link',
    summary:
      "Send a link to a visitor's order, if the reference and the e-mail address belong together; without a reference, links to all orders of the address that are not long over.",
    allow: 'anyone',
    body: z.object({ reference: optional(orderReference), email: emailAddress }),
    returns: done,
    limit: linkLimit,
    changes: [],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/claim',
    summary: "Add a visitor's order to the account of the same e-mail address.",
    allow: 'customer',
    params: z.object({ completeOrderId: id }),
    returns: done,
    errors: { already_claimed: 409, email_differs: 409, email_unverified: 403 },
    idempotent: true,
    changes: ['account', 'bookings'],
  }),
  makeAccount: endpoint({
    method: 'POST',
    path: '/activities/orders/{completeOrderId}/account',
    summary:
      "Make an account out of a visitor's order, which then belongs to it, and log in. The link in the message proves the address.",
    allow: 'owner',
    params: z.object({ completeOrderId: id }),
    body: acceptedTerms(z.object({ password: newPassword, dateOfBirth: dateOfBirth() })),
    setsPassword: true,
    returns: loggedIn,
    errors: { already_logged_in: 409, email_unverified: 403 },
    bare: true,
    limit: { attempts: 30, seconds: 3600 },
    changes: changesWithThePerson,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/my-account/bookings',
    summary: "The customer's bookings: upcoming ones by default.",
    allow: 'customer',
    query: z.object({
      filter: otherwise(z.enum(['future', 'past', 'all']), 'future'),
      /** Ours: the first so many. All of them without it. */
      limit: optional(countUpTo(10_000)),
      selectedUserId: optional(id),
    }),
    returns: z.array(booking),
    reads: ['bookings'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/bookings/{bookingId}',
    summary: 'One booking.',
    allow: 'customer',
    params: z.object({ bookingId: id }),
    returns: booking,
    reads: ['bookings'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/activities/bookings/{bookingId}/',
    summary: 'Cancel a booking. The refund is the one that the booking announced.',
    allow: 'customer',
    params: z.object({ bookingId: id }),
    query: z.object({ source: optional(z.string().max(50)), selectedUserId: optional(id) }),
    returns: cancelled,
    errors: cancelErrors,
    idempotent: true,
    changes: cancelChanges,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/activities/bookings',
    summary: 'Cancel several bookings, all of them or none.',
    allow: 'customer',
    body: z.object({
      data: z.object({
        cancellationSource: optional(z.string().max(50)),
        updateType: z.literal('cancellation', 'A booking can only be cancelled.'),
        bookingIds: z.array(id).min(1).max(50),
      }),
      selectedUserId: optional(id),
    }),
    returns: z.array(cancelled),
    errors: cancelErrors,
    idempotent: true,
    changes: cancelChanges,
  }),
  feed: endpoint({
    method: 'GET',
    path: '/my-account/calendar-feed',
    summary:
      'Whether the customer has a calendar address. The address itself is returned only when it is created.',
    allow: 'customer',
    returns: calendarFeed,
    reads: ['account'],
  }),
  makeFeed: endpoint({
    method: 'POST',
    path: '/my-account/calendar-feed',
    summary: 'Make the secret address of the calendar, in the place of an earlier one, which ends.',
    allow: 'customer',
    returns: calendarFeed.extend({ address: z.url() }),
    idempotent: true,
    changes: ['account'],
  }),
  endFeed: endpoint({
    method: 'DELETE',
    path: '/my-account/calendar-feed',
    summary: 'End the address of the calendar.',
    allow: 'customer',
    returns: calendarFeed,
    idempotent: true,
    changes: ['account'],
  }),
  cancelAtDesk: endpoint({
    method: 'POST',
    path: '/foh/bookings/{bookingId}/cancel',
    summary:
      'Cancel at the desk. Who may refund beyond the terms refunds more than they say, and in cash what was not paid by card.',
    allow: 'staff',
    needs: 'refund.terms',
    params: z.object({ bookingId: id }),
    body: z.object({
      refund: otherwise(z.enum(['terms', 'full']), 'terms'),
      to: otherwise(z.enum(['terms', 'cash']), 'terms'),
      reason: optional(text(200)),
    }),
    returns: cancelledAtDesk,
    errors: { ...cancelErrors, over_limit: 403 },
    idempotent: true,
    changes: [...cancelChanges, 'attendance', 'tills'],
  }),
  followUps: endpoint({
    method: 'GET',
    path: '/foh/follow-ups',
    summary: 'The people to ring about their bookings at a venue, because e-mail could not reach them.',
    allow: 'staff',
    needs: 'check_in',
    query: z.object({ venue: z.string() }),
    returns: z.array(followUp),
    reads: ['attendance', 'bookings'],
  }),
  finishFollowUp: endpoint({
    method: 'POST',
    path: '/foh/follow-ups/{followUpId}/done',
    summary: 'Tick off somebody who has been rung.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ followUpId: id }),
    returns: z.object({ id: z.int() }),
    errors: { already_done: 409 },
    idempotent: true,
    changes: ['attendance', 'bookings'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/foh/orders',
    summary:
      'Orders by reference, check-in code, name, e-mail address, phone number or the last four digits of the card, those of visitors too: the newest, at most 20.',
    allow: 'staff',
    needs: 'customers.view',
    query: z.object({ query: optional(z.string().max(100)) }),
    returns: z.array(orderFound),
    reads: ['bookings'],
  }),
  refundAtDesk: endpoint({
    method: 'POST',
    path: '/foh/bookings/{bookingId}/refund',
    summary:
      'Refund a booking, or a part of it, beyond the terms: without cancelling it, or after. `to` cash: what was not paid by card or credit is handed out.',
    allow: 'staff',
    needs: 'refund.limit',
    params: z.object({ bookingId: id }),
    body: z.object({
      amount: pence.pipe(z.int().min(1, 'Enter an amount.')),
      to: otherwise(z.enum(['terms', 'cash']), 'terms'),
      reason: text(200),
    }),
    returns: z.object({
      id: z.int(),
      refund: z.object({ ...displayMoney.shape, parts: z.array(refundPart) }),
      handOut: displayMoney,
    }),
    errors: { over_paid: 409, already_refunded: 409, over_limit: 403 },
    idempotent: true,
    changes: ['account', 'attendance', 'bookings', 'session', 'tills'],
  }),
  voidOrder: endpoint({
    method: 'POST',
    path: '/foh/orders/{completeOrderId}/void',
    summary:
      'Take back a sale that the desk has made by mistake, within 15 minutes: whoever made it, or who may take back those of others. Everything goes back as it was paid.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ completeOrderId: id }),
    body: z.object({ reason: text(200) }),
    returns: z.object({ refund: displayMoney, handOut: displayMoney }),
    errors: { too_late: 409, already_cancelled: 409, not_reversible: 409 },
    idempotent: true,
    changes: [...cancelChanges, 'attendance', 'tills'],
  }),
  takePayment: endpoint({
    method: 'POST',
    path: '/foh/bookings/{bookingId}/payment',
    summary: 'Take on arrival what the order of a booking owes: for all its places that are not cancelled.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ bookingId: id }),
    body: z.object({
      tenderType: z.enum(laterTenders, 'Choose cash or card.'),
      /** What the screen said is due. */
      amount: optional(pence),
      /** The cash that was handed over. */
      amountTendered: optional(pence),
      lastFour: optional(lastFour),
      terminal: optional(text(40)),
      /** The till that the money goes into, which the login uses from now on; absent: the one it uses already. */
      tillId: optional(id),
    }),
    returns: z.object({ amount: displayMoney, changeDue: displayMoney }),
    errors: { already_settled: 409, nothing_due: 409, payment_mismatch: 422 },
    idempotent: true,
    changes: ['attendance', 'bookings', 'tills', 'operator'],
  }),
  handOut: endpoint({
    method: 'POST',
    path: '/foh/refunds/{refundId}/hand-out',
    summary:
      'Pay out a refund in cash: to a customer without an account, or one that the card company has not paid. `by` card: the company has paid it after all.',
    allow: 'staff',
    needs: 'till.all',
    params: z.object({ refundId: id }),
    body: z.object({ by: otherwise(z.enum(['cash', 'card']), 'cash') }),
    returns: z.object({ id: z.int(), amount: displayMoney }),
    errors: { already_settled: 409 },
    idempotent: true,
    changes: ['tills', 'bookings'],
  }),
}
