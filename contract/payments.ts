import { z } from 'zod'
import { preparedCheckout, savedCard } from './transactions.ts'
import { endpoint } from './endpoint.ts'
import { id, optional, optionalText, reference } from './fields.ts'
import { bankAccount, joiningMethods, membership } from './memberships.ts'
import { credit, displayDate, instant } from './shapes.ts'
import { refundDestinationIds, tenderIds } from './tenders.ts'

const creditType = z.enum(['general', 'membership'])

const accountEntry = z.object({
  id: z.int(),
  paidAt: instant,
  description: z.string(),
  orderId: z.int().nullable(),
  amount: z.int(),
  formattedAmount: z.string(),
  status: z.enum(['paid', 'refunded', 'failed']),
  /** Ours: the order has a receipt. */
  hasReceipt: z.boolean(),
  /** Ours: what failed and is still owed: add it to the basket as a penalty with this id. */
  penaltyId: z.int().nullable(),
})

/**
 * What an order was paid with, or a payment of a membership that was collected or not; that is of no order. Ours: a
 * refund, whose amount is negative and whose `tenderType` is where it goes, has `refund` `done` once it has come back
 * and `due` before.
 */
export const accountPayment = z
  .union([
    accountEntry.extend({ tenderType: z.enum([...tenderIds, ...joiningMethods]), refund: z.null() }),
    accountEntry.extend({ tenderType: z.enum(refundDestinationIds), refund: z.enum(['due', 'done']) }),
  ])
  .meta({ id: 'AccountPayment' })
export type AccountPayment = z.output<typeof accountPayment>

/** A change of a customer's credit; negative when it was spent or expired. `expiresOn` is the last day of credit received. */
export const creditEntry = z
  .object({
    id: z.int(),
    at: instant,
    type: creditType,
    amount: z.int(),
    formattedAmount: z.string(),
    description: z.string(),
    expiresOn: displayDate.nullable(),
  })
  .meta({ id: 'CreditEntry' })
export type CreditEntry = z.output<typeof creditEntry>

export const penalty = z
  .object({
    id: z.int(),
    description: z.string(),
    amount: z.int(),
    formattedAmount: z.string(),
    /** What it is owed for: a booking missed or cancelled late, or a payment of a membership that failed. */
    cause: z.enum(['booking', 'membership']),
    createdOn: displayDate,
    status: z.enum(['outstanding', 'paid', 'waived']),
  })
  .meta({ id: 'Penalty' })
export type Penalty = z.output<typeof penalty>

/** Credit left that ends on a day, the first to end first. */
const expiring = z.object({
  type: creditType,
  amount: z.int(),
  formattedAmount: z.string(),
  expiresOn: displayDate,
})

/** Everything about a customer's money on one screen. `balance` is general credit. */
export const accountPayments = z
  .object({
    payments: z.array(accountPayment),
    credit: credit.extend({
      membershipBalance: z.int(),
      formattedMembershipBalance: z.string(),
      expiring: z.array(expiring),
      entries: z.array(creditEntry),
    }),
    penalties: z.array(penalty),
    /** `paysFor` (ours): the memberships that are collected from it. */
    savedCards: z.array(savedCard.extend({ paysFor: z.array(z.string()) })),
    /** Ours: what is owed on the customer's account, in pence; null without one. */
    account: z.object({ owed: z.int(), formattedOwed: z.string() }).nullable(),
  })
  .meta({ id: 'AccountPayments' })
export type AccountPayments = z.output<typeof accountPayments>

/** What the card form needs to save a card without a payment. */
export const preparedCardChange = preparedCheckout
  .pick({
    paymentProvider: true,
    sessionKey: true,
    sessionExpiresAt: true,
    mode: true,
    paymentProviderConfiguration: true,
    savedCards: true,
  })
  .meta({ id: 'PreparedCardChange' })
export type PreparedCardChange = z.output<typeof preparedCardChange>

/**
 * A change of the card of a membership. `challenge`: the bank verifies the cardholder, the pairs of `scaData` are posted
 * to `scaUrl`. Once `saved`, the membership is collected from the new card; until then, and after `declined` or `ended`,
 * from the one before. `message` says why it was declined.
 */
export const cardChange = z
  .object({
    cardChangeUuid: z.string(),
    status: z.enum(['challenge', 'pending', 'saved', 'declined', 'ended']),
    message: z.string().nullable(),
    scaUrl: z.string().nullable(),
    scaData: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
  })
  .meta({ id: 'CardChange' })
export type CardChange = z.output<typeof cardChange>

const ofMembership = z.object({ membershipId: id })

export const payments = {
  mine: endpoint({
    method: 'GET',
    path: '/my-account/payments',
    summary: "The customer's payments, credit, penalties and saved cards.",
    allow: 'customer',
    query: z.object({ selectedUserId: optional(id) }),
    returns: accountPayments,
    reads: ['account', 'basket', 'bookings'],
  }),
  payAccount: endpoint({
    method: 'POST',
    path: '/my-account/account/pay',
    summary: 'Make what is owed on the account payable: add it to the basket as a penalty with this id.',
    allow: 'customer',
    body: z.object({}),
    returns: z.object({ penaltyId: z.int() }),
    errors: { nothing_owed: 409 },
    idempotent: true,
  }),
  prepareCardChange: endpoint({
    method: 'GET',
    path: '/my-account/memberships/{membershipId}/card',
    summary: 'What the card form needs to change the card of a membership.',
    allow: 'customer',
    cache: 'never',
    params: ofMembership,
    returns: preparedCardChange,
    errors: { not_changeable: 409, provider_unavailable: 503 },
    inTransaction: false,
  }),
  changeCard: endpoint({
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/card',
    summary: 'Save a card without a payment, and collect a membership from it from then on.',
    allow: 'customer',
    params: ofMembership,
    body: z.object({
      /** Of a new card from the card form. */
      cardIdentifier: optional(reference),
      cardholderName: optionalText(),
      /** Instead: a saved card's `id` or `externalIdentifier`. */
      savedCardId: optional(reference),
      sessionKey: z.string().min(1).max(500),
    }),
    returns: cardChange,
    errors: { card_declined: 402, not_changeable: 409, session_expired: 410, provider_unavailable: 503 },
    idempotent: true,
    inTransaction: false,
    changes: ['account'],
  }),
  cardChange: endpoint({
    method: 'GET',
    path: '/my-account/card-changes/{uuid}',
    summary: 'The state of a change of card, for the customer who began it.',
    allow: 'customer',
    cache: 'never',
    params: z.object({ uuid: z.string() }),
    returns: cardChange,
  }),
  changeBankAccount: endpoint({
    method: 'POST',
    path: '/my-account/memberships/{membershipId}/bank-account',
    summary: 'Collect a membership by Direct Debit from another bank account. The old mandate ends.',
    allow: 'customer',
    params: ofMembership,
    body: z.object({
      /** It goes to the Direct Debit provider and is stored nowhere else. */
      bankAccount,
    }),
    returns: membership,
    errors: { not_changeable: 409, provider_unavailable: 503 },
    idempotent: true,
    inTransaction: false,
    limit: { attempts: 60, seconds: 3600 },
    changes: ['account'],
  }),
  removeCard: endpoint({
    method: 'DELETE',
    path: '/my-account/saved-cards/{cardId}',
    summary: 'Forget a saved card, here and at the card company.',
    allow: 'customer',
    params: z.object({ cardId: id }),
    returns: z.object({ id: z.int() }),
    idempotent: true,
    changes: ['account'],
  }),
}
