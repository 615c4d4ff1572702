import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bankNumber, count, day, id, optional, otherwise } from './fields.ts'
import { displayDate, instant, displayMoney } from './shapes.ts'
import { acceptedTerms } from './terms.ts'

export const membershipStatuses = ['awaiting_payment', 'pending', 'active', 'frozen', 'ended'] as const

/** How a membership bought online may be paid for. */
export const joiningMethods = ['direct_debit', 'card'] as const
export type JoiningMethod = (typeof joiningMethods)[number]

const person = z.object({ userId: z.int(), firstName: z.string(), lastName: z.string() })

/** MEMBERSHIP: `status` as of today; `nextBillingOn` null where nothing more is collected. */
export const membership = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(membershipStatuses),
    reference: z.string(),
    venueSlug: z.string(),
    venueName: z.string(),
    startsOn: displayDate,
    endsOn: displayDate.nullable(),
    price: displayMoney,
    billingPeriod: z.enum(['month', 'year', 'once']),
    nextBillingOn: displayDate.nullable(),
    paymentMethod: z.string(),
    /** Ours: from and until when it is frozen; `frozenUntil` is the day on which it holds again. */
    frozenFrom: displayDate.nullable(),
    frozenUntil: displayDate.nullable(),
    benefits: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        description: z.string(),
        /** Ours: how often each member may use it in a day, week or month, and has booked it in the present one. */
        allowance: z
          .object({
            uses: z.int(),
            period: z.enum(['day', 'week', 'month']),
            used: z.array(z.object({ userId: z.int(), uses: z.int() })),
          })
          .nullable(),
      }),
    ),
    documentUploadRequired: z.boolean(),
    /**
     * Ours: the newest payment that could not be collected, while it is owed. `triedAgainOn` is null once it is given
     * up: then it stands among the penalties.
     */
    failedPayment: z.object({ amount: displayMoney, triedAgainOn: displayDate.nullable() }).nullable(),
    members: z.array(person),
    /** Ours: the plan that it changes to on a day. */
    nextPlan: z.object({ name: z.string(), price: displayMoney, from: displayDate }).nullable(),
    /** Ours: what it costs from a payment on. */
    nextPrice: z.object({ price: displayMoney, from: displayDate }).nullable(),
    /** Ours: what its payer may change now; null for its other members. */
    changes: z
      .object({
        /** Its last day if it is cancelled today; null where it cannot be cancelled here. */
        cancelEndsOn: displayDate.nullable(),
        /** What is collected until then: all payments, and the days of the first and the last. */
        cancelPayments: z
          .object({ count: z.int(), total: displayMoney, first: displayDate, last: displayDate })
          .nullable(),
        /** Whether it can be changed to another plan now. */
        canChangePlan: z.boolean(),
        /** The last day of its minimum term, while that runs. */
        minimumUntil: displayDate.nullable(),
        /**
         * The last day on which whoever joined at a distance may withdraw, and what they get back today; `usage_charge` is for
         * the days of one that has been used.
         */
        withdraw: z
          .object({ until: displayDate, refund: displayMoney, usageCharge: displayMoney })
          .nullable(),
        /** It is cancelled and has not ended, and not joined again: the cancellation can be withdrawn. */
        canKeep: z.boolean(),
        /** The days from which it can be frozen, and for how many months at most. */
        freeze: z
          .object({
            from: z.array(displayDate),
            months: z.int(),
            /** What delays it beyond the next payment. */
            later: z.enum(['minimum_term', 'frozen_before']).nullable(),
          })
          .nullable(),
        /** How many people, and adults among them, may belong to it; null where it is for one person. */
        members: z.object({ most: z.int(), mostAdults: z.int().nullable() }).nullable(),
        /** From when it holds again if its freeze, begun or planned, is ended today. */
        unfreezeOn: displayDate.nullable(),
        /** Its card or bank account can be given or changed now. */
        paymentMethod: z.enum(joiningMethods).nullable(),
        /**
         * Another system collects it: the day of the first payment that is collected here if its payer gives a card or bank
         * account today. null: it is collected here already, or cannot be.
         */
        takeOverFrom: displayDate.nullable(),
        /** The card that it is collected from; `expiry` is MMYY. */
        card: z
          .object({ id: z.int(), brand: z.string(), lastFour: z.string(), expiry: z.string() })
          .nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Membership' })
export type Membership = z.output<typeof membership>

const nextPayment = z.object({ on: displayDate, amount: displayMoney })

/**
 * PLAN: a membership on sale at a venue. `dueToday` is all there is to pay on joining, fees included: the joining
 * fee and the days until the first regular payment. Fields that are ours: what those days cost and which is the
 * last of them, the payment after, and what is paid at least until the minimum term is over.
 */
export const plan = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    venueSlug: z.string(),
    venueName: z.string(),
    price: displayMoney,
    /** Ours: its next price, and the day from which whoever joins pays it. */
    comingPrice: z.object({ price: displayMoney, from: displayDate }).nullable().optional(),
    billingPeriod: z.enum(['month', 'year', 'once']),
    joiningFee: displayMoney,
    dueToday: displayMoney,
    firstDays: z.object({ from: displayDate, until: displayDate.nullable(), price: displayMoney }),
    nextPayment: nextPayment.nullable(),
    minimumTermMonths: z.int(),
    minimumUntil: displayDate.nullable(),
    minimumTotal: displayMoney,
    endsOn: displayDate.nullable(),
    /** Ours: days of notice with which the customer cancels online; null: only staff cancel it. */
    cancellationNoticeDays: z.int().nullable().default(null),
    /** Ours: the longest freeze that the customer makes online; 0: only staff freeze it. */
    freezeMonths: z.int().default(0),
    /** Ours: how many people may belong to it, and how many of them may be adults; null: all. */
    maxMembers: z.int().default(1),
    maxAdults: z.int().nullable().default(null),
    paymentMethods: z.array(z.enum(joiningMethods)),
    benefits: z.array(z.string()),
    ageMin: z.int().nullable(),
    ageMax: z.int().nullable(),
    documentRequired: z.boolean(),
    /** Its kind, `student-card`. */
    documentType: z.string().nullable(),
    terms: z.array(z.object({ id: z.int(), name: z.string(), html: z.string() })),
    /** The first and the last day on which it may start. */
    startFrom: displayDate,
    startUntil: displayDate,
  })
  .meta({ id: 'Plan' })
export type Plan = z.output<typeof plan>

/** A plan that a membership may change to; a dearer one `isNow`, for `dueToday`, any other from the day `on`. */
export const planChange = z
  .object({ plan, isNow: z.boolean(), on: displayDate, dueToday: displayMoney, nextPayment })
  .meta({ id: 'PlanChange' })
export type PlanChange = z.output<typeof planChange>

/** A membership of the customer that covers what a plan covers; `isAll`: everything that the plan covers. */
export const planOverlap = z
  .object({
    membershipUserId: z.int(),
    name: z.string(),
    endsOn: displayDate.nullable(),
    activities: z.array(z.string()),
    isAll: z.boolean(),
  })
  .meta({ id: 'PlanOverlap' })
export type PlanOverlap = z.output<typeof planOverlap>

/** A joining in progress; `plan` is as the person saw it. */
export const joining = z
  .object({
    id: z.int(),
    status: z.enum(membershipStatuses),
    plan,
    startDate: displayDate,
    dueToday: displayMoney,
    nextPayment: nextPayment.nullable(),
    paymentMethod: z.enum(joiningMethods),
    billingDay: z.int().nullable(),
    /** Ours: it changes the plan of a membership that the customer has. */
    isChange: z.boolean(),
    /** Ours: who belongs to it, its buyer first. */
    members: z.array(person),
    /** Until when it may be paid for at this price. */
    goodUntil: instant,
    reference: z.string().nullable(),
    membershipUserId: z.int().nullable(),
    completeOrderId: z.int().nullable(),
  })
  .meta({ id: 'Joining' })
export type Joining = z.output<typeof joining>

const billingDay = count.pipe(
  z.int().min(1, 'Choose a day from 1 to 28.').max(28, 'Choose a day from 1 to 28.'),
)

const forCustomer = z.object({ selectedUserId: optional(id) })

/** What a payer changes of a membership within its terms; `not_changeable` where they do not allow it. */
const change = {
  method: 'POST',
  allow: 'customer',
  params: z.object({ membershipId: id }),
  body: forCustomer,
  returns: membership,
  errors: { not_changeable: 409 },
  idempotent: true,
  changes: ['account'],
} as const

export const bankAccount = z.object({
  accountName: otherwise(z.string().max(200), ''),
  sortCode: bankNumber,
  accountNumber: bankNumber,
})

export const memberships = {
  plans: endpoint({
    method: 'GET',
    path: '/online-joining/venues/{venue}/plans',
    summary: 'The memberships sold online at a venue, with what each costs for a start on a day.',
    allow: 'anyone',
    params: z.object({ venue: z.string() }),
    /** Default: today and the 1st. */
    query: z.object({ startDate: optional(day()), billingDay: optional(billingDay) }),
    returns: z.array(plan),
    reads: ['catalogue'],
  }),
  overlaps: endpoint({
    method: 'GET',
    path: '/online-joining/venues/{venue}/plans/{planId}/overlaps',
    summary: "The customer's memberships that cover activities which a plan covers, too.",
    allow: 'customer',
    params: z.object({ venue: z.string(), planId: id }),
    query: forCustomer,
    returns: z.array(planOverlap),
    reads: ['account', 'catalogue'],
  }),
  join: endpoint({
    method: 'POST',
    path: '/online-joining/join',
    summary: 'Begin to join; an earlier joining that has not been paid for is given up.',
    allow: 'customer',
    body: acceptedTerms(
      z.object({
        planId: id,
        venueSlug: z.string(),
        startDate: day(),
        paymentMethod: z.enum(joiningMethods, { error: 'Choose how to pay.' }),
        billingDay: optional(billingDay),
        /** For a Direct Debit. It goes to the Direct Debit provider and is stored nowhere else. */
        bankAccount: optional(bankAccount),
        /** Ours: people of the buyer's family who belong to it besides the buyer. */
        memberIds: optional(z.array(id).max(11)),
        promotionCode: optional(z.string().max(100)),
      }),
    ),
    returns: joining,
    errors: { age: 403, document_required: 403, already_member: 409, provider_unavailable: 503 },
    idempotent: true,
    // The account goes to another company between two transactions.
    inTransaction: false,
    limit: { attempts: 60, seconds: 3600 },
    changes: ['account'],
  }),
  joining: endpoint({
    method: 'GET',
    path: '/online-joining/join/{id}',
    summary: 'A joining, for the person who joins.',
    allow: 'customer',
    params: z.object({ id }),
    returns: joining,
    reads: ['account'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/my-account/memberships',
    summary: 'The memberships that the customer pays for or belongs to.',
    allow: 'customer',
    query: z.object({ selectedUserId: optional(id) }),
    returns: z.array(membership),
    reads: ['account'],
  }),
  unfinished: endpoint({
    method: 'GET',
    path: '/my-account/memberships/unfinished',
    summary: 'The joining that the customer has begun and not paid for, while its price is good.',
    allow: 'customer',
    query: z.object({ selectedUserId: optional(id) }),
    returns: joining.nullable(),
    reads: ['account'],
  }),
  cancel: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/cancel',
    summary: 'Cancel a membership, with the notice that its plan requires.',
  }),
  planChanges: endpoint({
    method: 'GET',
    path: '/my-account/memberships/{membershipId}/plan-changes',
    summary: 'The plans that a membership may change to, with what each costs and from when.',
    allow: 'customer',
    params: z.object({ membershipId: id }),
    query: forCustomer,
    returns: z.array(planChange),
    reads: ['account', 'catalogue'],
  }),
  changePlan: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/plan',
    summary:
      'Change the plan of a membership. A dearer one is paid for first, as a joining; any other applies from a later payment.',
    body: acceptedTerms(forCustomer.extend({ planId: id })),
    returns: z.object({ membership, joiningId: z.int().nullable() }),
  }),
  keepPlan: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/plan/keep',
    summary: 'Take back a change of plan that has not begun.',
  }),
  withdraw: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/withdraw',
    summary:
      'Withdraw from a membership within 14 days of joining online: it ends, and what was paid comes back.',
    changes: ['account', 'session', 'timetable'],
  }),
  keep: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/keep',
    summary:
      'Withdraw the cancellation of a membership that has not ended. A joining of the plan not paid for is given up.',
    errors: { ...change.errors, already_member: 409 },
  }),
  freeze: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/freeze',
    summary: 'Freeze a membership for some months: it cannot be used, and nothing is collected.',
    body: forCustomer.extend({ from: day(), months: count.pipe(z.int().min(1).max(12)) }),
  }),
  members: endpoint({
    ...change,
    method: 'PUT',
    path: '/my-account/memberships/{membershipId}/members',
    summary: 'Set who belongs to a membership that is for several people.',
    body: forCustomer.extend({ memberIds: z.array(id).max(12) }),
    errors: { ...change.errors, already_member: 409 },
    changes: ['account', 'session', 'timetable'],
  }),
  unfreeze: endpoint({
    ...change,
    path: '/my-account/memberships/{membershipId}/unfreeze',
    summary: 'End the freeze of a membership, or withdraw one that has not begun.',
  }),
  missed: endpoint({
    method: 'GET',
    path: '/foh/missed-membership-payments',
    summary: 'Membership payments that were not collected in time and that staff decide about; 200 at most.',
    allow: 'staff',
    needs: 'waive',
    returns: z.object({
      payments: z.array(
        z.object({
          id: z.int(),
          customerId: z.int(),
          customer: z.string(),
          plan: z.string(),
          dueOn: displayDate,
          amount: displayMoney,
        }),
      ),
    }),
    reads: ['account'],
  }),
  decideMissed: endpoint({
    method: 'POST',
    path: '/foh/missed-membership-payments/{missedPaymentId}/decision',
    summary: 'Have a customer owe a membership payment that was not collected in time, or waive it.',
    allow: 'staff',
    needs: 'waive',
    params: z.object({ missedPaymentId: id }),
    body: z.object({ decision: z.enum(['owed', 'waived']) }),
    returns: z.object({ amount: displayMoney }),
    idempotent: true,
    changes: ['account'],
  }),
}
