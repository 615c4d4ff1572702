import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { CardProvider, CardState, SavedCard, SaveState } from '#server/providers/cards/port.ts'
import { cardBy, dropSavedCard, movePayment, openPaymentOfSession, paymentBy } from './sql.ts'
import type { DemoCard, DemoPayment } from './sql.ts'

/* Cards saved without a payment: in the demo company's books, payments of nothing. */

export type CardDecision = {
  reference: string
  sessionKey: string
  card: { identifier: string }
  saveCard: boolean
  returnUrl: string
  /** An expired card is declined. */
  mustBeValid?: boolean
}

export const createSaves = ({
  db,
  clock,
  decide,
  stateOf,
}: {
  db: Database
  clock: Clock
  decide: (ask: CardDecision) => Promise<DemoPayment | undefined>
  stateOf: (payment: DemoPayment, site: string) => Promise<CardState>
}): Pick<CardProvider, 'saveCard' | 'saveStatus' | 'abandonSave'> => {
  /** A payment of nothing, as the saving of its card. */
  const saveStateOf = async (payment: DemoPayment | undefined, site: string): Promise<SaveState> => {
    if (payment === undefined) throw new Error('The demo card company knows no such payment.')
    const { reference, cardIdentifier, savedIdentifier } = payment
    const identifier = savedIdentifier ?? cardIdentifier
    const card = identifier === null ? undefined : await cardBy(db, identifier)
    const state = await stateOf(payment, site)
    switch (state.state) {
      case 'challenge':
        return { ...state, reference }
      case 'opened':
      case 'pending':
        return { state: 'pending', reference }
      case 'authorised':
        return card === undefined
          ? { state: 'ended', reference }
          : { state: 'saved', reference, card: detailsOf(card) }
      case 'declined': {
        if (card === undefined) return { state: 'declined', reference, reason: 'not_recognised' }
        const isExpired = hasRunOut(card.expiry, clock.now())
        return { state: 'declined', reference, reason: isExpired ? 'expired_card' : 'declined' }
      }
      case 'captured':
      case 'voided':
      case 'refunded':
        return { state: 'ended', reference }
    }
  }

  return {
    saveCard: async ({ key: reference, sessionKey, card, returnUrl, site }) => {
      const opening = { reference, amount: 0, sessionKey, now: clock.now() }
      if (!(await openPaymentOfSession(db, opening))) return { state: 'session_expired' }
      const ask = { reference, sessionKey, card, saveCard: true, returnUrl, mustBeValid: true }
      return saveStateOf(await decide(ask), site)
    },

    saveStatus: async ({ reference, site }) => saveStateOf(await paymentBy(db, reference), site),

    abandonSave: async ({ key, isNewCard }) => {
      const payment = await movePayment(db, key, voided, clock.now())
      if (isNewCard && payment !== undefined && payment.savedIdentifier !== null)
        await dropSavedCard(db, payment.savedIdentifier)
    },
  }
}

export const detailsOf = ({ identifier, cardHolderName, brand, lastFour, expiry }: DemoCard): SavedCard => ({
  externalIdentifier: identifier,
  cardHolderName,
  brand,
  lastFour,
  expiry,
})

export const voided = ({ state }: DemoPayment): Partial<DemoPayment> | null =>
  ['opened', 'challenge', 'pending', 'authorised'].includes(state) ? { state: 'voided' } : null

/** Whether a card of this MMYY is no good any more: it is until its month is over. */
export const hasRunOut = (expiry: string, now: Date): boolean =>
  `20${expiry.slice(2)}-${expiry.slice(0, 2)}` < now.toISOString().slice(0, 7)
