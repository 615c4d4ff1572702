import { z } from 'zod'
import { instant } from './shapes.ts'
import { onlineTenders } from './tenders.ts'

/** CARD: a card saved by a customer; `expiry` is MMYY. */
export const savedCard = z
  .object({
    id: z.int(),
    externalIdentifier: z.string(),
    cardHolderName: z.string(),
    brand: z.string(),
    lastFour: z.string(),
    expiry: z.string(),
  })
  .meta({ id: 'SavedCard' })

export type SavedCard = z.output<typeof savedCard>

export const transactionStatuses = [
  'authorised',
  'challenge',
  'pending',
  'failed',
  'aborted',
  'completed',
  'voided',
  'refunded',
] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

const transactionStatus = z.enum(transactionStatuses)

/** What the card form needs. `sessionKey` opens the provider at `url` until `sessionExpiresAt`. */
export const preparedCheckout = z
  .object({
    paymentProvider: z.string(),
    sessionKey: z.string(),
    sessionExpiresAt: instant,
    mode: z.enum(['test', 'live']),
    url: z.string(),
    /**
     * `fieldsUrl`: the company's page with card fields, for a frame of the checkout page. Ours: `walletsUrl`, its page
     * with the buttons of wallets, null where it offers none, and the currency of the payment (ISO 4217, lower case).
     */
    paymentProviderConfiguration: z.object({
      url: z.string(),
      fieldsUrl: z.string(),
      walletsUrl: z.string().nullable(),
      currency: z.string(),
    }),
    savedCard: savedCard.nullable(),
    savedCards: z.array(savedCard),
    /** Ours: what a newly entered card needs. */
    billingAddress: z.enum(['full', 'postcode']),
    /**
     * Ours: the plans of memberships whose failed payment is in the basket; left out where there are none. A card that
     * the payer asks to save is charged for them from then on.
     */
    owingMemberships: z.array(z.string()).optional(),
    tenders: z.array(z.enum(onlineTenders)),
    balance: z.int(),
    formattedBalance: z.string(),
  })
  .meta({ id: 'PreparedCheckout' })

export type PreparedCheckout = z.output<typeof preparedCheckout>

/** The result of the card payment. The pairs of `scaData` are posted to `scaUrl` when the bank verifies the cardholder. */
export const authorisation = z
  .object({
    transactionUuid: z.string(),
    transactionStatus,
    scaUrl: z.string().nullable(),
    scaData: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
    amount: z.int(),
  })
  .meta({ id: 'Authorisation' })

export type Authorisation = z.output<typeof authorisation>

/**
 * Why a payment came to nothing: the bank declined it, or did not answer in time; the payer left the bank's page; what
 * was to be paid for was no longer available.
 */
export const endReasons = ['declined', 'unanswered', 'left', 'unavailable'] as const
export type EndReason = (typeof endReasons)[number]

/** The state of a transaction, and its order. `endReason` is ours; null while it may still come to an order. */
export const transactionState = z
  .object({
    transactionUuid: z.string(),
    transactionStatus,
    endReason: z.enum(endReasons).nullable(),
    completeOrderId: z.int().nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: 'Transaction' })

export type TransactionState = z.output<typeof transactionState>
