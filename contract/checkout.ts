import { z } from 'zod'
import { withOurNames, withTransaction } from './checkoutNames.ts'
import { endpoint } from './endpoint.ts'
import {
  count,
  emailAddress,
  flag,
  id,
  lastFour,
  optional,
  optionalPhone,
  optionalPostcode,
  optionalText,
  otherwise,
  pence,
  reference,
  text,
} from './fields.ts'
import { deskSources, payerSources } from './orderSources.ts'
import { displayMoney } from './shapes.ts'
import { deskTenders, onlineTenders } from './tenders.ts'
import { acceptedTerms } from './terms.ts'
import { preparedCheckout, authorisation, transactionState } from './transactions.ts'

const orderPlaced = { completeOrderId: z.int(), reference: z.string() }

/** The order, at the top level and in `data`: programs in use read either. */
export const completedCheckout = z
  .object({
    status: z.literal('success'),
    ...orderPlaced,
    orderUuid: z.string(),
    data: z.object(orderPlaced),
  })
  .meta({ id: 'CompletedCheckout' })
export type CompletedCheckout = z.output<typeof completedCheckout>

/** As `CompletedCheckout`, and what goes back over the counter. */
export const paidAtDesk = completedCheckout.extend({ changeDue: displayMoney }).meta({ id: 'PaidAtDesk' })
export type PaidAtDesk = z.output<typeof paidAtDesk>

/**
 * A joining, the move of a booking or an invoice of a hire is paid for instead of the basket; `joiningId`, `moveId` or
 * `invoiceId` names it.
 */
const source = otherwise(z.enum(payerSources), 'activity-booking')

const whatFor = {
  source,
  joiningId: optional(id),
  moveId: optional(id),
  invoiceId: optional(id),
  /** The secret of the hirer's link, which an invoice is paid with (ours). */
  hirerCode: optional(z.string().max(100)),
  /** What the hirer pays of the invoice, in pence: all that is owed where it is not said (ours). */
  invoiceAmount: optional(pence),
}

const forWhom = { selectedUserId: optional(id) }

/** Called from a kiosk, which many people use: no card is saved there and none is displayed. */
const kiosk = otherwise(flag, false)

/** A tender besides the card, whose share is the rest. `amount` is pence; 0 or less is ignored. */
const tenderSent = z.object({
  tenderType: z.enum(onlineTenders),
  type: optional(z.enum(['general', 'membership'])),
  amount: otherwise(pence, 0),
  transactionId: optional(reference),
})

const settled = {
  payments: otherwise(z.array(tenderSent).max(20), []),
  completedWaivers: otherwise(z.array(id).max(500), []),
  ...whatFor,
  /** Required for a visitor. */
  email: optional(emailAddress),
  /** BASKET `itemHash`, as the payer saw it. */
  itemHash: optional(z.string()),
  /** BASKET `total`, as the payer saw it: a basket that has come to cost something else is refused (ours). */
  totalDisplayed: optional(pence),
  ...forWhom,
}

/** A card at the desk's terminal, as far as it is entered: its last digits, and which terminal. */
export const cardAtTerminal = { lastFour: optional(lastFour), terminal: optional(text(40)) }

/**
 * A tender taken by hand. `amountTendered` is what was handed over, `reference` the number of a voucher or cheque.
 * `at_venue` is paid on arrival: the whole order, and nothing else with it.
 */
const handed = z.object({
  tenderType: z.enum(deskTenders),
  type: optional(z.enum(['general', 'membership'])),
  amount: otherwise(pence, 0),
  amountTendered: optional(pence),
  reference: optional(reference),
  ...cardAtTerminal,
})

const authoriseBody = acceptedTerms(
  z.object({
    billingAddressLineOne: optionalText(),
    billingAddressLineTwo: optionalText(),
    billingCity: optionalText(),
    billingFirstName: optionalText(),
    billingLastName: optionalText(),
    billingPostcode: optionalPostcode(),
    browserColourDepth: optional(count),
    browserJavaEnabled: optional(flag),
    browserJavascriptEnabled: optional(flag),
    browserLanguage: optional(z.string().max(50)),
    browserScreenHeight: optional(count),
    browserScreenWidth: optional(count),
    browserTimezoneOffset: optional(count),
    challengeWindowSize: optional(reference),
    /** Of a new card from the card form, or of a saved one: its `id` or `externalIdentifier`. */
    cardIdentifier: optional(reference),
    cardholderName: optionalText(),
    /** Memberships whose failed payment is paid for are collected from the card from then on, new or saved (ours). */
    saveCard: otherwise(flag, false),
    kiosk,
    /** A saved card's `id` or `externalIdentifier`. */
    savedCardId: optional(reference),
    sessionKey: z.string().min(1).max(500),
    ...settled,
  }),
  withOurNames,
)

const completeBody = acceptedTerms(
  z.object({ transactionUuid: optional(z.string().max(100)), ...settled }),
  withTransaction,
)

/** Refusals of every checkout call: login required, a place lost, nothing to pay for. */
const notPayable = {
  login_required: 403,
  penalty_outstanding: 403,
  place_lost: 409,
  basket_empty: 422,
} as const

const notPaid = {
  ...notPayable,
  card_declined: 402,
  basket_changed: 409,
  session_expired: 410,
  terms_not_accepted: 422,
  waivers_incomplete: 422,
  questions_unanswered: 422,
  payment_mismatch: 422,
  provider_unavailable: 503,
} as const

export const checkout = {
  terms: endpoint({
    method: 'GET',
    path: '/terms',
    summary: 'What the buyer of a basket must agree to.',
    allow: 'anyone',
    query: z.object({ cartId: optional(id) }),
    returns: z.array(
      z
        .object({
          id: z.int(),
          name: z.string(),
          html: z.string(),
          required: z.boolean(),
          /** Ours: this customer has accepted the present text before. */
          accepted: z.boolean(),
        })
        .meta({ id: 'Terms' }),
    ),
    reads: ['basket'],
  }),
  prepare: endpoint({
    method: 'GET',
    path: '/checkout/prepare',
    summary: 'What the card form needs, and what may pay.',
    allow: 'owner',
    query: z.object({ ...whatFor, kiosk, ...forWhom }),
    returns: preparedCheckout,
    errors: { ...notPayable, basket_changed: 409, provider_unavailable: 503 },
    bare: true,
    inTransaction: false,
  }),
  authorise: endpoint({
    method: 'POST',
    path: '/checkout/authorise',
    summary: 'Ask the bank for the money, without taking it yet.',
    allow: 'owner',
    body: authoriseBody,
    returns: authorisation,
    errors: notPaid,
    bare: true,
    idempotent: true,
    inTransaction: false,
    changes: ['basket'],
  }),
  transaction: endpoint({
    method: 'GET',
    path: '/checkout/transactions/{uuid}',
    summary: 'The state of a transaction, for any caller that has its uuid.',
    allow: 'anyone',
    cache: 'never',
    params: z.object({ uuid: z.string() }),
    returns: transactionState,
    bare: true,
    inTransaction: false,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/checkout/complete',
    summary: 'Make the order and take the money. Safe to repeat.',
    allow: 'owner',
    body: completeBody,
    returns: completedCheckout,
    errors: { ...notPaid, payment_not_authorised: 402, unpaid_balance: 422 },
    bare: true,
    idempotent: true,
    inTransaction: false,
    changes: ['account', 'attendees', 'basket', 'bookings', 'session', 'timetable'],
  }),
  completeInvoice: endpoint({
    method: 'POST',
    path: '/checkout/complete-invoice',
    summary:
      'Record an invoice of a hire as paid and take the money, for any caller that has the uuid. Safe to repeat.',
    allow: 'anyone',
    body: z.object({ transactionUuid: z.string().max(100) }),
    /** The number of the invoice. */
    returns: z.object({ status: z.literal('success'), reference: z.string() }),
    errors: { place_lost: 409, payment_not_authorised: 402, provider_unavailable: 503 },
    bare: true,
    idempotent: true,
    inTransaction: false,
    changes: ['hirers'],
  }),
  payAtDesk: endpoint({
    method: 'POST',
    path: '/foh/checkout/pay',
    summary: 'Take payment at the front desk and make the order. No `selectedUserId` is a walk-in.',
    allow: 'staff',
    needs: 'sell',
    body: acceptedTerms(
      z.object({
        payments: otherwise(z.array(handed).max(20), []),
        completedWaivers: otherwise(z.array(id).max(500), []),
        source: otherwise(z.enum(deskSources), 'front-of-house'),
        printReceipt: otherwise(flag, false),
        /** Of a walk-in, as far as they give it (ours); who pays on arrival leaves a phone number. */
        firstName: optionalText(100),
        lastName: optionalText(100),
        phone: optionalPhone(),
        /** Where a walk-in wants the confirmation (ours). */
        email: optional(emailAddress),
        itemHash: optional(z.string()),
        /** The till that the money goes into, which the login uses from now on; absent: the one it uses already. */
        tillId: optional(id),
        ...forWhom,
      }),
    ),
    returns: paidAtDesk,
    errors: {
      ...notPayable,
      basket_changed: 409,
      terms_not_accepted: 422,
      waivers_incomplete: 422,
      questions_unanswered: 422,
      payment_mismatch: 422,
      unpaid_balance: 422,
    },
    bare: true,
    idempotent: true,
    changes: ['account', 'attendance', 'basket', 'bookings', 'session', 'tills', 'timetable'],
  }),
}
