import { z } from 'zod'
import { booking } from './bookings.ts'
import { customerDetails } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { favouriteKinds } from './favourites.ts'
import { flag, id, optional, otherwise, securityCode } from './fields.ts'
import { guestPass } from './guest-passes.ts'
import { membership } from './memberships.ts'
import { visitPackage } from './packages.ts'
import { accountPayments } from './payments.ts'
import { displayDate, instant } from './shapes.ts'
import { refundDestinationIds, tenderIds } from './tenders.ts'
import { waitlistEntry, waitlistRange } from './waitlists.ts'
import { guardianRelations } from './waivers.ts'

/** A change of the consent to news by e-mail. */
const consent = z
  .object({
    given: z.boolean(),
    at: instant,
    /** Where: on registering, in their details, at the desk, by a link in the news; or it came from an earlier system. */
    how: z.enum(['registering', 'details', 'desk', 'import', 'link']),
  })
  .meta({ id: 'Consent' })
export type Consent = z.output<typeof consent>

const acceptedTerms = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The last time. */
    acceptedAt: instant,
    how: z.enum(['registering', 'booking', 'joining']),
  })
  .meta({ id: 'AcceptedTerms' })
export type TermsAgreed = z.output<typeof acceptedTerms>

/** Why an account cannot be closed now, and what would have to be done first. */
const closingErrors = {
  upcoming_bookings: 409,
  membership_ongoing: 409,
  money_owed: 409,
  payment_under_way: 409,
  /** Credit or visits would be lost, and the request does not accept that. */
  credit_left: 409,
  invalid_code: 422,
} as const

const inTheWay = z.object({
  code: z.enum(['upcoming_bookings', 'membership_ongoing', 'money_owed', 'payment_under_way']),
  message: z.string(),
})
export type InTheWay = z.output<typeof inTheWay>

const answered = z.object({ question: z.string(), answer: z.string() })

/** All that is held about a customer. A list is empty where there is nothing. Amounts are pence. */
export const dataHeld = z
  .object({
    madeAt: instant,
    operator: z.string(),
    details: customerDetails.extend({
      registeredAt: instant,
      registeredVia: z.string(),
      accountLimit: z.int().nullable(),
    }),
    linkedPeople: z.array(
      z.object({
        id: z.int(),
        firstName: z.string(),
        lastName: z.string(),
        dateOfBirth: displayDate.nullable(),
        relation: z.string(),
        /** `booked_by`: they may book for the customer. */
        direction: z.enum(['books_for', 'booked_by']),
      }),
    ),
    bookings: z.array(booking),
    orders: z.array(
      z.object({
        reference: z.string(),
        placedAt: instant,
        status: z.string(),
        email: z.string().nullable(),
        firstName: z.string(),
        lastName: z.string(),
        phone: z.string(),
        total: z.int(),
        taxTotal: z.int(),
        lines: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.int() })),
        payments: z.array(
          z.object({ tenderType: z.enum(tenderIds), amount: z.int(), status: z.string(), paidAt: instant }),
        ),
        refunds: z.array(
          z.object({
            destination: z.enum(refundDestinationIds),
            amount: z.int(),
            status: z.string(),
            at: instant,
          }),
        ),
      }),
    ),
    money: accountPayments,
    /** What was charged to the customer's account, and with a minus what was settled. */
    account: z.array(z.object({ at: instant, amount: z.int(), description: z.string() })),
    memberships: z.array(membership),
    packages: z.array(visitPackage),
    waitlists: z.array(waitlistEntry),
    waitlistRanges: z.array(waitlistRange),
    documents: z.array(
      z.object({
        id: z.int(),
        documentType: z.string(),
        fileName: z.string(),
        mediaType: z.string(),
        size: z.int(),
        status: z.string(),
        message: z.string().nullable(),
        uploadedAt: instant,
        expiresOn: displayDate.nullable(),
        /** The address of the file, for its owner. */
        file: z.string(),
      }),
    ),
    /** People the customer brought, themselves among them, with what was agreed to for each. */
    attendees: z.array(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        dateOfBirth: displayDate,
        email: z.string(),
        waivers: z.array(
          z.object({
            name: z.string(),
            agreedAt: instant,
            validUntil: displayDate.nullable(),
            /** The adult who signed for a person under 18. */
            signedBy: z.string().nullable(),
            signedByRelation: z.enum(guardianRelations).nullable(),
            answers: z.array(answered),
          }),
        ),
      }),
    ),
    /** What was answered about bookings. */
    answers: z.array(answered.extend({ at: instant })),
    inductions: z.array(z.object({ name: z.string(), givenOn: displayDate })),
    favourites: z.array(
      z.object({ kind: z.enum(favouriteKinds), name: z.string(), venueName: z.string(), addedAt: instant }),
    ),
    guestPasses: z.array(guestPass),
    consents: z.array(consent),
    terms: z.array(acceptedTerms),
    /** Calls that the desk was to make, because e-mail could not reach them. */
    followUps: z.array(
      z.object({
        /** null of a message that is about no booking. */
        sessionName: z.string().nullable(),
        reason: z.string(),
        message: z.string(),
        createdAt: instant,
        doneAt: instant.nullable(),
      }),
    ),
    /** Messages that were written to the customer. */
    messages: z.array(
      z.object({
        kind: z.string(),
        to: z.string(),
        subject: z.string().nullable(),
        writtenAt: instant,
        state: z.string(),
      }),
    ),
    /** What staff did for the customer, or looked at. */
    staffActs: z.array(z.object({ at: instant, act: z.string(), subject: z.string() })),
    calendarFeed: z.object({ madeAt: instant }).nullable(),
    sessions: z.array(z.object({ startedAt: instant, lastSeenAt: instant, expiresAt: instant })),
  })
  .meta({ id: 'DataHeld' })
export type DataHeld = z.output<typeof dataHeld>

export const privacy = {
  overview: endpoint({
    method: 'GET',
    path: '/my-account/privacy',
    summary: 'What the customer agreed to, and what closing their account would mean now.',
    allow: 'customer',
    returns: z.object({
      news: z.boolean(),
      newsHistory: z.array(consent),
      terms: z.array(acceptedTerms),
      closing: z.object({
        inTheWay: z.array(inTheWay),
        /** What would be given up, in words. */
        givesUp: z.array(z.string()),
        /** Linked people who have no log-in of their own and would go along, by first name. */
        along: z.array(z.string()),
        /** Whether the log-in has a second factor, whose code closing asks for as well. */
        asksCode: z.boolean(),
      }),
    }),
    reads: ['account', 'bookings', 'basket'],
  }),
  data: endpoint({
    method: 'GET',
    path: '/my-account/data',
    summary:
      'Everything held about the caller, or about the customer whom a supervisor has selected, in one document. At most 5 times an hour.',
    allow: 'customer',
    query: z.object({ selectedUserId: optional(id) }),
    returns: dataHeld,
    reads: ['account', 'bookings', 'waitlists'],
  }),
  customerData: endpoint({
    method: 'GET',
    path: '/foh/customers/{customerId}/data',
    summary: 'Everything held about a customer, in one document, to give to them. At most 5 times an hour.',
    allow: 'staff',
    needs: 'customers.data',
    params: z.object({ customerId: id }),
    returns: dataHeld,
    reads: ['account', 'bookings', 'waitlists'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/my-account/close',
    summary: 'Close the account of the caller: personal data is deleted, financial records stay.',
    allow: 'customer',
    body: z.object({
      currentPassword: z.string().min(1, 'Enter your current password.').max(200),
      /** Whether what is left may be given up. */
      giveUpWhatIsLeft: otherwise(flag, false),
      /** Of the app, or a recovery code, where the log-in has a second factor. */
      code: optional(securityCode),
    }),
    returns: z.object({ closed: z.literal(true) }),
    errors: closingErrors,
    // Wrong passwords are counted, which a refusal must not roll back. The page is left with it, so that nothing on
    // it is read anew.
    inTransaction: false,
  }),
}
