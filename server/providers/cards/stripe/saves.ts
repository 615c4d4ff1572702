import type { Stripe } from 'stripe'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import type { CardProvider, SaveState } from '#server/providers/cards/port.ts'
import { questionOf, reasonOf, savedCardOf, whyRefused } from './payments.ts'

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
