import type { Stripe } from 'stripe'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import type {
  CardEvent,
  CardProvider,
  CardState,
  Charged,
  DeclineReason,
  SavedCard,
  SaveState,
} from '#server/providers/cards/port.ts'

/* Stripe's payments and errors in the terms of the port. */

const declineReasons: Readonly<Record<string, DeclineReason>> = {
  expired_card: 'expired_card',
  insufficient_funds: 'insufficient_funds',
  incorrect_cvc: 'wrong_code',
  invalid_cvc: 'wrong_code',
}

type CardError = { code?: string | undefined; decline_code?: string | undefined }

export const reasonOf = ({ code = '', decline_code: why = '' }: CardError): DeclineReason =>
  declineReasons[why] ?? declineReasons[code] ?? 'declined'

/** Why Stripe did not take a card. undefined: it said something else. */
export const whyRefused = (error: Stripe.errors.StripeError): DeclineReason | undefined => {
  if (error.type === 'StripeCardError') return reasonOf(error)
  const isCardUnknown = error.type === 'StripeInvalidRequestError' && error.param === 'payment_method'
  return isCardUnknown ? 'not_recognised' : undefined
}

/** A bank that wants to ask its customer, who is not there, has said no. */
export const chargedBy = ({ status }: Stripe.PaymentIntent): Charged => {
  if (status === 'succeeded') return { state: 'collected' }
  return status === 'processing' ? { state: 'pending' } : { state: 'declined' }
}

/** A refund that Stripe has not paid; it may say so days after it took the refund on. */
export const isUnpaid = (status: string | null): boolean => status === 'failed' || status === 'canceled'

/** Older accounts get failed refunds as `charge.refund.updated`. */
export const eventOf = ({ type, data, created }: Stripe.Event): CardEvent | null => {
  if (/^(payment|setup)_intent\./.test(type))
    return { type: 'payment_changed', reference: (data.object as Stripe.PaymentIntent).id }
  if (/^charge\.dispute\.(created|closed)$/.test(type))
    return disputeOf(data.object as Stripe.Dispute, new Date(created * 1000))
  if (!/^(charge\.)?refund\./.test(type)) return null
  const { status, metadata } = data.object as Stripe.Refund
  const refundKey = metadata?.['refund'] ?? ''
  // Refunds that were not made by us have no key of ours.
  if (!isUnpaid(status) || !/^[\da-f-]{36}$/.test(refundKey)) return null
  return { type: 'refund_failed', refundKey, failedAt: new Date(created * 1000) }
}

/** A warning of a bank has taken no money; it becomes a dispute or is closed. */
const disputeOf = (
  { id, payment_intent: payment, amount, status }: Stripe.Dispute,
  at: Date,
): CardEvent | null => {
  if (payment === null || status.startsWith('warning_')) return null
  return {
    type: 'payment_disputed',
    disputeReference: id,
    paymentReference: typeof payment === 'string' ? payment : payment.id,
    amount,
    status: isDecided(status) ? status : 'open',
    at,
  }
}

const isDecided = (status: string): status is 'won' | 'lost' => status === 'won' || status === 'lost'

export const stateOf = (payment: Stripe.PaymentIntent, site: string): CardState => {
  switch (payment.status) {
    case 'requires_capture':
      return { state: 'authorised', savedCard: payment.setup_future_usage ? savedCardOf(payment) : null }
    case 'requires_action':
      return { state: 'challenge', ...questionOf(payment.id, site) }
    case 'processing':
      return { state: 'pending' }
    case 'succeeded':
      return { state: 'captured' }
    case 'canceled':
      return { state: 'voided' }
    case 'requires_payment_method':
      // No one confirms it a second time, so an error on it is its end.
      return payment.last_payment_error === null || payment.last_payment_error === undefined
        ? { state: 'opened' }
        : { state: 'declined', reason: reasonOf(payment.last_payment_error) }
    case 'requires_confirmation':
      return { state: 'opened' }
    default:
      throw new CardsUnavailable(new Error('Stripe named a status that is not known here.'))
  }
}

/** The way to the bank's question, by a page of ours. */
export const questionOf = (reference: string, site: string) => ({
  url: `${site}${stripePath}/challenge`,
  data: [{ name: 'payment', value: reference }],
})

export const savedCardOf = ({
  payment_method: method,
}: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'payment_method'>): SavedCard | null => {
  if (method === null || typeof method === 'string' || method.card === undefined) return null
  const { brand, last4, exp_month: month, exp_year: year } = method.card
  return {
    externalIdentifier: method.id,
    cardHolderName: method.billing_details.name ?? '',
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    lastFour: last4,
    expiry: `${String(month).padStart(2, '0')}${String(year).slice(-2)}`,
  }
}

export const stripePath = '/api/stripe-cards'

/*
 * Cards saved without a payment, as Stripe's SetupIntents for charges without the holder. One is confirmed as it is
 * made, by the server; the bank's question is a redirect, as with payments.
 */

/** Asks Stripe; where it will not have what was asked, `otherwise` says what stands instead. */
export type AskStripe = <T>(
  question: (client: Stripe) => Promise<T>,
  otherwise?: (error: Stripe.errors.StripeError, client: Stripe) => Promise<T> | T | undefined,
) => Promise<T>

const withCard = { expand: ['payment_method'] }

export const createSaves = ({
  ask,
  isSession,
  forgetCard,
}: {
  ask: AskStripe
  isSession: (sessionKey: string) => boolean
  forgetCard: (identifier: string) => Promise<void>
}): Pick<CardProvider, 'saveCard' | 'saveStatus' | 'abandonSave'> => ({
  saveCard: async ({ key, sessionKey, payerReference, card, returnUrl, site }) => {
    if (!isSession(sessionKey)) return { state: 'session_expired' }
    return ask(
      async (client): Promise<SaveState> => {
        const setup = await client.setupIntents.create(
          {
            ...withCard,
            customer: payerReference,
            payment_method: card.identifier,
            allowed_payment_method_types: ['card'],
            usage: 'off_session',
            confirm: true,
            return_url: returnUrl,
            metadata: { save: key },
          },
          { idempotencyKey: `${key}:save` },
        )
        return saveStateOf(setup, site)
      },
      (error) => {
        const reason = whyRefused(error)
        return reason === undefined ? undefined : { state: 'declined', reference: null, reason }
      },
    )
  },

  saveStatus: ({ reference, site }) =>
    ask(async (client) => saveStateOf(await client.setupIntents.retrieve(reference, withCard), site)),

  abandonSave: async ({ key, reference, payerReference, isNewCard }) => {
    const setup = await ask(async (client) => {
      if (reference !== null) return client.setupIntents.retrieve(reference)
      if (payerReference === null) return undefined
      const { data } = await client.setupIntents.list({ customer: payerReference, limit: 100 })
      return data.find(({ metadata }) => metadata?.['save'] === key)
    })
    if (setup === undefined) return
    const { status, payment_method: card } = await ask<Stripe.SetupIntent>(
      (client) => client.setupIntents.cancel(setup.id),
      // It has ended already, or the card has been saved.
      (error, client) =>
        error.type === 'StripeInvalidRequestError' ? client.setupIntents.retrieve(setup.id) : undefined,
    )
    if (status === 'succeeded' && isNewCard && typeof card === 'string') await forgetCard(card)
  },
})

const saveStateOf = (setup: Stripe.SetupIntent, site: string): SaveState => {
  const reference = setup.id
  switch (setup.status) {
    case 'succeeded': {
      const card = savedCardOf(setup)
      // Detached since: it cannot be charged.
      return card === null ? { state: 'ended', reference } : { state: 'saved', reference, card }
    }
    case 'requires_action':
      return { state: 'challenge', reference, ...questionOf(reference, site) }
    case 'processing':
      return { state: 'pending', reference }
    case 'canceled':
      return { state: 'ended', reference }
    case 'requires_payment_method':
    case 'requires_confirmation':
      // It is confirmed as it is made, and no one confirms it a second time.
      return { state: 'declined', reference, reason: reasonOf(setup.last_setup_error ?? {}) }
    default:
      throw new CardsUnavailable(new Error('Stripe named a status that is not known here.'))
  }
}
