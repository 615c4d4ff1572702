import type { Text } from '#server/messages/languages.ts'
/*
 * A company that moves money by card, in our words. Two answer to them: the demo company inside this server and
 * Stripe. Every call names the transaction, and the company is asked with a key made from it, so that asking
 * twice is asking once. What a company says never leaves this folder: it becomes one of the outcomes below.
 */

/** What the card form needs to speak to the company. */
export type CardSession = {
  sessionKey: string
  /** Where the company's own API stands. */
  url: string
  /** A page of the company's with card fields, to stand in a frame of the checkout page. */
  fieldsUrl: string
  /** Its page with the buttons of wallets, such as Apple Pay, for a frame too. null: it offers none. */
  walletsUrl: string | null
  mode: 'test' | 'live'
  expiresAt: Date
}

/** A card kept by the company for the next time. `expiry` is MMYY. */
export type SavedCard = {
  externalIdentifier: string
  cardHolderName: string
  brand: string
  lastFour: string
  expiry: string
}

/** What is to be paid. Opening it asks no bank yet. `amount` is pence. */
export type PaymentOpening = {
  transactionUuid: string
  amount: number
  currency: string
  sessionKey: string
  /** The company's name for the customer, where there is one. */
  payerReference: string | null
  description: string
}

export type Opening = { state: 'opened'; reference: string } | { state: 'session_expired' }

export type BillingDetails = {
  firstName: string
  lastName: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
}

/** What a bank wants to know of the browser before it decides whether to ask the person. */
export type BrowserDetails = {
  colourDepth: number | null
  javaEnabled: boolean
  javascriptEnabled: boolean
  language: string | null
  screenHeight: number | null
  screenWidth: number | null
  timezoneOffset: number | null
  challengeWindowSize: string | null
}

export type AuthorisationAsk = {
  transactionUuid: string
  reference: string
  sessionKey: string
  /** Typed in now, or kept from an earlier time. */
  card: { kind: 'new' | 'saved'; identifier: string }
  saveCard: boolean
  /** The kept card will be charged again without the payer being there. */
  isRecurring?: boolean
  billing: BillingDetails
  browser: BrowserDetails
  /** Where the bank sends the browser after its question. */
  returnUrl: string
  /** The site the caller uses, for pages of the company that stand on it. */
  site: string
}

/** Why a card was not authorised, as far as the person may be told. */
export type DeclineReason =
  | 'declined'
  | 'not_recognised'
  | 'expired_card'
  | 'insufficient_funds'
  | 'wrong_code'

/** Where a payment stands in the company's books. */
export type CardState =
  | { state: 'opened' }
  | { state: 'challenge'; url: string; data: { name: string; value: string }[] }
  | { state: 'pending' }
  | { state: 'authorised'; savedCard: SavedCard | null }
  | { state: 'declined'; reason: DeclineReason }
  | { state: 'captured' }
  | { state: 'voided' }
  | { state: 'refunded' }

/** A payment that a kept card makes without its holder being there. `key` is our own name for it. */
export type ChargeAsk = {
  key: string
  amount: number
  currency: string
  /** The company's name for the customer. */
  payerReference: string | null
  card: string
  description: string
}

export type Charged = { state: 'collected' } | { state: 'pending' } | { state: 'declined' }

/** A card to be saved without a payment, for charges without its holder. `key` is our own name for it. */
export type SaveAsk = {
  key: string
  sessionKey: string
  /** The company's name for the customer. */
  payerReference: string
  /** Typed in now, or saved at a payment and to be verified for charges without its holder. */
  card: { kind: 'new' | 'saved'; identifier: string }
  /** Where the bank sends the browser after its question. */
  returnUrl: string
  /** The site the caller uses, for pages of the company that stand on it. */
  site: string
}

/** Where a card that is to be saved stands in the company's books. `reference` is the company's name for the attempt. */
export type SaveState =
  | { state: 'session_expired' }
  | { state: 'challenge'; reference: string; url: string; data: { name: string; value: string }[] }
  | { state: 'pending'; reference: string }
  | { state: 'saved'; reference: string; card: SavedCard }
  | { state: 'declined'; reference: string | null; reason: DeclineReason }
  /** Ended at the company, or given up by us. */
  | { state: 'ended'; reference: string }

/**
 * What a company reports by itself: a payment that has changed, a refund (by our key) that the card's bank sent back, or a
 * payment that the cardholder disputes with the bank. `amount` is pence.
 */
export type CardEvent =
  | { type: 'payment_changed'; reference: string }
  | { type: 'refund_failed'; refundKey: string; failedAt: Date }
  | {
      type: 'payment_disputed'
      disputeReference: string
      paymentReference: string
      amount: number
      status: 'open' | 'won' | 'lost'
      at: Date
    }

export type OnCardEvent = (event: CardEvent, now: Date) => Promise<void>

export type CardProvider = {
  name: string
  /** Whether it takes a newly entered card only with a whole billing address. */
  needsBillingAddress: boolean
  prepare: (ask: { site: string }) => Promise<CardSession>
  /** The company's name for a customer whose cards it keeps. The same customer gives the same name. */
  knowPayer: (customer: { id: number; email: string }) => Promise<string>
  open: (ask: PaymentOpening) => Promise<Opening>
  /** Sets the money aside. One that was asked before answers where it stands. */
  authorise: (ask: AuthorisationAsk) => Promise<CardState>
  status: (payment: { reference: string; site: string }) => Promise<CardState>
  /** Takes money set aside. */
  capture: (payment: { transactionUuid: string; reference: string; amount: number }) => Promise<CardState>
  /** Lets go of what is or might yet be set aside; afterwards it can be authorised no more. */
  void: (payment: { transactionUuid: string; reference: string }) => Promise<CardState>
  /** Takes money from a kept card at once. Asked again with the same key it answers where that stands. */
  charge: (ask: ChargeAsk) => Promise<Charged>
  /**
   * Gives back what was taken, or part of it. `refundKey` is this refund's own: under one key it is given back once.
   * Answers `refunded` when it has been; days later the card's bank may still send it back (CardEvent).
   */
  refund: (payment: { refundKey: string; reference: string; amount: number }) => Promise<CardState>
  /**
   * Saves a card without a payment; its bank may ask its holder. Asked again with the same key it answers where that
   * stands.
   */
  saveCard: (ask: SaveAsk) => Promise<SaveState>
  saveStatus: (save: { reference: string; site: string }) => Promise<SaveState>
  /**
   * Ends an attempt to save a card, also one whose answer was lost. A card that it saved is forgotten, unless it was
   * saved before (`isNewCard` false).
   */
  abandonSave: (save: {
    key: string
    reference: string | null
    payerReference: string | null
    isNewCard: boolean
  }) => Promise<void>
  /** Forgets a card that was kept. One that it does not know is forgotten already. */
  forgetCard: (card: { externalIdentifier: string }) => Promise<void>
  /**
   * Forgets who a person is: its name for the customer, null where it has none, and of their payments (by its own
   * references) whatever its books can do without. What is forgotten already is no error.
   */
  forgetPayer: (payer: { payerReference: string | null; payments: readonly string[] }) => Promise<void>
}

/** The company could not be reached or did not make sense: no one knows whether it did what was asked. */
export class CardsUnavailable extends Error {
  constructor(cause: unknown) {
    super('The card company could not be reached.', { cause })
  }
}

/** What a person is told, in our words. */
export const declineMessages: Readonly<Record<DeclineReason, Text>> = {
  declined: (messages) => messages.providers.declined,
  not_recognised: (messages) => messages.providers.notRecognised,
  expired_card: (messages) => messages.providers.expiredCard,
  insufficient_funds: (messages) => messages.providers.insufficientFunds,
  wrong_code: (messages) => messages.providers.wrongSecurityCode,
}
