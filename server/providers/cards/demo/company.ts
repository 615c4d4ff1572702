import { randomBytes } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { CardProvider, CardState, SavedCard, SaveState } from '#server/providers/cards/port.ts'
import { disputedAfterMs } from './bank.ts'
import { isSecurityCode, readCard } from './card.ts'
import type { CardErrors } from './card.ts'
import {
  addCard,
  addRefund,
  addSession,
  addTypedCard,
  captureAuthorised,
  cardBy,
  changePayment,
  dropSavedCard,
  forgetHolders,
  isRefunded,
  isSession,
  movePayment,
  openPayment,
  openPaymentOfSession,
  paymentBy,
  paymentByChallenge,
} from './sql.ts'
import type { DemoCard, DemoPayment } from './sql.ts'

/*
 * A small card company: it knows sessions, cards and payments, and moves no money. It keeps its word as a real
 * one does: what was asked twice is done once, what is void stays void.
 */

const sessionMs = 30 * 60_000

/** Where its doors stand below a site. */
export const demoDoor = '/api/demo-cards'

/** What its doors ask of it, beside what a shop asks through the port. */
export type DemoCompany = CardProvider & {
  /** What the card form typed in, for a name of it that the shop may know. null: the session is unknown. */
  identifyCard: (
    sessionKey: string,
    typed: Record<string, unknown>,
  ) => Promise<{ cardIdentifier: string } | { errors: CardErrors } | null>
  /** The security code of a saved card. null: the session is unknown. */
  takeSecurityCode: (
    sessionKey: string,
    identifier: string,
    code: unknown,
  ) => Promise<'taken' | 'unknown_card' | 'wrong_form' | null>
  /** What the bank's page asks about. null when there is no such question. */
  question: (token: string) => Promise<DemoPayment | null>
  /** The person has gone on from the bank's page. */
  answerQuestion: (token: string) => Promise<DemoPayment | null>
}

const nameOf = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

export const createDemoCompany = ({ db, clock }: { db: Database; clock: Clock }): DemoCompany => {
  const stateOf = async (payment: DemoPayment, site: string): Promise<CardState> => {
    switch (payment.state) {
      case 'challenge':
        return {
          state: 'challenge',
          url: `${site}${demoDoor}/challenge`,
          data: [{ name: 'creq', value: payment.challengeToken ?? '' }],
        }
      case 'authorised':
        return { state: 'authorised', savedCard: await savedCardOf(payment) }
      case 'declined':
        return { state: 'declined', reason: 'declined' }
      case 'opened':
      case 'pending':
      case 'captured':
      case 'voided':
      case 'refunded':
        return { state: payment.state }
    }
  }

  const savedCardOf = async ({ savedIdentifier }: DemoPayment): Promise<SavedCard | null> => {
    const card = savedIdentifier === null ? undefined : await cardBy(db, savedIdentifier)
    return card === undefined ? null : detailsOf(card)
  }

  /** The bank's decision about a card, taken once. */
  const decide = (ask: CardDecision): Promise<DemoPayment | undefined> => {
    // A card that is saved is written with the decision.
    const change = ask.saveCard ? changePayment : movePayment
    return change(
      db,
      ask.reference,
      async (current, tx) => {
        if (current.state !== 'opened') return null
        const card = await cardBy(tx, ask.card.identifier)
        const isUsable = card !== undefined && (card.saved || card.sessionKey === ask.sessionKey)
        if (!isUsable) return { state: 'declined' }
        if (ask.mustBeValid === true && hasRunOut(card.expiry, clock.now()))
          return { state: 'declined', cardIdentifier: card.identifier }
        const outcome = outcomeOf(card, clock.now())
        const isSaved = ask.saveCard && !card.saved && outcome.state !== 'declined'
        const saved = isSaved ? { ...card, identifier: nameOf('card'), saved: true } : null
        if (saved !== null) await addCard(tx, { ...saved, sessionKey: null }, clock.now())
        return {
          ...outcome,
          cardIdentifier: card.identifier,
          savedIdentifier: saved?.identifier ?? null,
          returnUrl: ask.returnUrl,
        }
      },
      clock.now(),
    )
  }

  /** Moves a payment on when it stands where it may be moved from; else it stays as it is. */
  const move = async (reference: string, change: (payment: DemoPayment) => Partial<DemoPayment> | null) => {
    const payment = await movePayment(db, reference, change, clock.now())
    if (payment === undefined) throw new Error('The demo card company knows no such payment.')
    return stateOf(payment, '')
  }

  return {
    name: 'demo',
    needsBillingAddress: false,

    prepare: async ({ site }) => {
      const sessionKey = nameOf('ses')
      const expiresAt = new Date(clock.now().getTime() + sessionMs)
      await addSession(db, { sessionKey, expiresAt })
      const url = `${site}${demoDoor}`
      return {
        sessionKey,
        url,
        fieldsUrl: `${url}/fields`,
        walletsUrl: `${url}/wallets`,
        mode: 'test',
        expiresAt,
      }
    },

    knowPayer: async ({ id }) => `payer_${id}`,

    open: async ({ transactionUuid, amount, sessionKey }) => {
      const opening = { reference: transactionUuid, amount, sessionKey, now: clock.now() }
      if (!(await openPaymentOfSession(db, opening))) return { state: 'session_expired' }
      return { state: 'opened', reference: transactionUuid }
    },

    authorise: async (ask) => {
      const payment = await decide(ask)
      if (payment === undefined) throw new Error('The demo card company knows no such payment.')
      if (payment.state === 'declined' && payment.cardIdentifier === null) {
        return { state: 'declined', reason: 'not_recognised' }
      }
      return stateOf(payment, ask.site)
    },

    status: async ({ reference, site }) => {
      const payment = await paymentBy(db, reference)
      if (payment === undefined) throw new Error('The demo card company knows no such payment.')
      return stateOf(payment, site)
    },

    capture: async ({ reference, amount }) => {
      if (await captureAuthorised(db, { reference, amount, now: clock.now() })) return { state: 'captured' }
      return move(reference, ({ state, amount: authorised }) =>
        state === 'authorised' && amount <= authorised ? { state: 'captured', captured: amount } : null,
      )
    },

    void: ({ reference }) => move(reference, voided),

    charge: async ({ key, amount, card: identifier }) => {
      const now = clock.now()
      await openPayment(db, { reference: key, amount }, now)
      const payment = await changePayment(
        db,
        key,
        async (current, tx) => {
          if (current.state !== 'opened') return null
          const card = await cardBy(tx, identifier)
          if (card === undefined || !card.saved || hasRunOut(card.expiry, now)) return { state: 'declined' }
          return { state: 'captured', captured: amount, cardIdentifier: identifier }
        },
        now,
      )
      return { state: payment?.state === 'captured' ? 'collected' : 'declined' }
    },

    refund: async ({ refundKey, reference, amount }) => {
      const payment = await changePayment(
        db,
        reference,
        async ({ state, captured, refunded }, tx) => {
          if (state !== 'captured' || refunded + amount > captured) return null
          if (!(await addRefund(tx, { refundKey, reference, amount }, clock.now()))) return null
          const isAll = refunded + amount === captured
          return { refunded: refunded + amount, ...(isAll ? { state: 'refunded' as const } : {}) }
        },
        clock.now(),
      )
      if (payment === undefined) throw new Error('The demo card company knows no such payment.')
      return (await isRefunded(db, refundKey)) ? { state: 'refunded' } : stateOf(payment, '')
    },

    ...createSaves({ db, clock, decide, stateOf }),

    forgetCard: ({ externalIdentifier }) => dropSavedCard(db, externalIdentifier),

    forgetPayer: ({ payments }) => forgetHolders(db, payments),

    identifyCard: async (sessionKey, typed) => {
      const now = clock.now()
      const card = readCard(typed, now)
      if ('errors' in card) return (await isSession(db, sessionKey, now)) ? card : null
      const cardIdentifier = nameOf('cid')
      const noted = { ...card, identifier: cardIdentifier, sessionKey, saved: false }
      return (await addTypedCard(db, { card: noted, now })) ? { cardIdentifier } : null
    },

    takeSecurityCode: async (sessionKey, identifier, code) => {
      if (!(await isSession(db, sessionKey, clock.now()))) return null
      if ((await cardBy(db, identifier)) === undefined) return 'unknown_card'
      return isSecurityCode(code) ? 'taken' : 'wrong_form'
    },

    question: async (token) => (await paymentByChallenge(db, token)) ?? null,

    answerQuestion: async (token) => {
      const requested = await paymentByChallenge(db, token)
      if (requested === undefined) return null
      const decided = await changePayment(
        db,
        requested.reference,
        async (payment, tx) => {
          if (payment.state !== 'challenge') return null
          const card = await cardBy(tx, payment.cardIdentifier ?? '')
          if (card?.behaviour === 'challenge_pass') return { state: 'authorised' }
          if (payment.savedIdentifier !== null) await dropSavedCard(tx, payment.savedIdentifier)
          return { state: 'declined' }
        },
        clock.now(),
      )
      return decided ?? null
    },
  }
}

const outcomeOf = (card: DemoCard, now: Date): Partial<DemoPayment> => {
  switch (card.behaviour) {
    case 'authorise':
      return { state: 'authorised' }
    case 'dispute':
      return { state: 'authorised', disputedAt: new Date(now.getTime() + disputedAfterMs) }
    case 'decline':
      return { state: 'declined' }
    case 'pend':
      return { state: 'pending' }
    case 'challenge_pass':
    case 'challenge_fail':
      return { state: 'challenge', challengeToken: nameOf('creq') }
  }
}

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
