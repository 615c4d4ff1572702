import type {
  Authorisation,
  PreparedCheckout,
  TransactionState,
  TransactionStatus,
} from '#contract/transactions.ts'
import type { CheckoutError } from './checkoutErrors.ts'

/**
 * The state of a payment as the page shows it. paymentFlow.ts dispatches the events.
 *
 *   ready ─▶ identifying ─▶ authorising ─▶ (challenge | checking) ─▶ completing ─▶ placed
 *     ▲───────────┴──────────────┴───────────────┴─────────────────────┘  stopped: clears SCA and session (E03)
 */
export type Payment = {
  stage: Stage
  /** The session with the payment provider; null while there is none. */
  session: PreparedCheckout | null
  /** A new session is on its way: what is submitted meanwhile waits for it. */
  isPreparing: boolean
  scaUrl: string | null
  scaData: Authorisation['scaData']
  transactionUuid: string | null
  transactionStatus: TransactionStatus | null
  reference: string | null
  /** It takes longer than people expect. */
  slow: boolean
  error: CheckoutError | null
  placed: PlacedOrder | null
}

export type Stage =
  | 'ready'
  | 'identifying'
  | 'authorising'
  | 'challenge'
  | 'checking'
  | 'completing'
  | 'placed'

/** `completeOrderId` null: an invoice is paid, which is no order. */
export type PlacedOrder = { completeOrderId: number | null; reference: string | null }

export type PaymentEvent =
  | { type: 'preparing' }
  | { type: 'prepared'; session: PreparedCheckout | null }
  | { type: 'identifying' }
  | { type: 'authorising' }
  | { type: 'authorised'; authorisation: Authorisation }
  | { type: 'resumed'; transactionUuid: string }
  | { type: 'transaction'; transaction: TransactionState }
  | { type: 'slow' }
  | { type: 'completing' }
  /** The outcome is unknown; the transaction is kept, so that trying again continues from here. */
  | { type: 'interrupted'; error: CheckoutError }
  /** It ended without an order; nothing of it may be used again. */
  | { type: 'stopped'; error: CheckoutError | null }
  | { type: 'placed'; order: PlacedOrder }

const noTransaction = {
  scaUrl: null,
  scaData: null,
  transactionUuid: null,
  transactionStatus: null,
  reference: null,
  slow: false,
} as const

export const initialPayment = (
  session: PreparedCheckout | null,
  error: CheckoutError | null = null,
): Payment => ({
  stage: 'ready',
  session,
  isPreparing: false,
  error,
  placed: null,
  ...noTransaction,
})

export const paymentReducer = (payment: Payment, event: PaymentEvent): Payment => {
  // Late events do not undo an order.
  if (payment.stage === 'placed') return payment
  switch (event.type) {
    case 'preparing':
      return { ...payment, isPreparing: true }
    case 'prepared': {
      // A session means that the customer has logged in meanwhile.
      const error = payment.error?.kind === 'login_required' && event.session !== null ? null : payment.error
      return { ...payment, session: event.session, isPreparing: false, error }
    }
    case 'identifying':
      return { ...payment, stage: 'identifying', error: null }
    case 'authorising':
      return { ...payment, stage: 'authorising', error: null }
    case 'authorised': {
      const { transactionUuid, transactionStatus, scaUrl, scaData } = event.authorisation
      return {
        ...payment,
        transactionUuid,
        transactionStatus,
        scaUrl,
        scaData,
        stage: stageFor(transactionStatus, scaUrl),
      }
    }
    case 'resumed':
      return { ...payment, stage: 'checking', transactionUuid: event.transactionUuid, error: null }
    case 'transaction': {
      const { transactionUuid, transactionStatus, reference } = event.transaction
      const stage = stageFor(transactionStatus, payment.scaUrl)
      return {
        ...payment,
        transactionUuid,
        transactionStatus,
        reference: reference ?? payment.reference,
        stage,
      }
    }
    case 'slow':
      return { ...payment, slow: true }
    case 'completing':
      return { ...payment, stage: 'completing', error: null }
    case 'interrupted':
      return { ...payment, stage: 'ready', slow: false, error: event.error }
    case 'stopped':
      return {
        ...payment,
        ...noTransaction,
        stage: 'ready',
        session: null,
        isPreparing: false,
        error: event.error,
      }
    case 'placed':
      return { ...payment, stage: 'placed', scaUrl: null, scaData: null, error: null, placed: event.order }
  }
}

/** A challenge is displayed only where this page has what is to be posted to the bank. */
const stageFor = (status: TransactionStatus, scaUrl: string | null): Stage => {
  if (status === 'challenge' && scaUrl !== null) return 'challenge'
  return status === 'authorised' || status === 'completed' ? 'completing' : 'checking'
}

/** From the press of the button until the outcome is known. */
export const isInProgress = ({ stage }: Payment): boolean => stage !== 'ready' && stage !== 'placed'

/** The status of the basket (specification, section 4). */
export const basketStatusOf = (payment: Payment): 'open' | 'paymentProcessing' | 'paymentComplete' => {
  if (payment.stage === 'placed') return 'paymentComplete'
  return isInProgress(payment) ? 'paymentProcessing' : 'open'
}
