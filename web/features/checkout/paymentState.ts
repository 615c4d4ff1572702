import type {
  Authorisation,
  PreparedCheckout,
  TransactionState,
  TransactionStatus,
} from '#contract/checkout.ts'
import type { CheckoutError } from './checkoutErrors.ts'

/**
 * How far a payment has come: prepare, authorise, the bank's challenge, complete. Everything the page shows of it is
 * in here; what drives it on is in paymentFlow.ts.
 *
 *   ready ─▶ identifying ─▶ authorising ─▶ (challenge | checking) ─▶ completing ─▶ placed
 *     ▲───────────┴──────────────┴───────────────┴─────────────────────┘  stopped: SCA and session cleared (E03)
 */
export type Payment = {
  stage: Stage
  /** What prepare gave: the provider, its session key, mode and url, the saved cards. Null while there is none. */
  session: PreparedCheckout | null
  scaUrl: string | null
  scaData: Authorisation['scaData']
  transactionUuid: string | null
  transactionStatus: TransactionStatus | null
  /** The order's reference, as soon as the server has one. */
  reference: string | null
  /** The bank takes longer than people expect. */
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

export type PlacedOrder = { completeOrderId: number; reference: string | null }

export type PaymentEvent =
  | { is: 'prepared'; session: PreparedCheckout | null }
  | { is: 'identifying' }
  | { is: 'authorising' }
  | { is: 'authorised'; authorisation: Authorisation }
  | { is: 'resumed'; transactionUuid: string }
  | { is: 'transaction'; transaction: TransactionState }
  | { is: 'slow' }
  | { is: 'completing' }
  /** Nobody knows how it ended; what is known is kept, so that trying again goes on from here. */
  | { is: 'interrupted'; error: CheckoutError }
  /** It has ended, and not well. Nothing of it may be used again. */
  | { is: 'stopped'; error: CheckoutError | null }
  | { is: 'placed'; order: PlacedOrder }

const nothingAsked = {
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
  error,
  placed: null,
  ...nothingAsked,
})

export const paymentReducer = (payment: Payment, event: PaymentEvent): Payment => {
  // An order that is placed stays placed, whatever arrives late.
  if (payment.stage === 'placed') return payment
  switch (event.is) {
    case 'prepared':
      // Whoever has logged in meanwhile need not be told to.
      return payment.error?.kind === 'login_required' && event.session !== null
        ? { ...payment, session: event.session, error: null }
        : { ...payment, session: event.session }
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
        stage: stageAt(transactionStatus, scaUrl),
      }
    }
    case 'resumed':
      return { ...payment, stage: 'checking', transactionUuid: event.transactionUuid, error: null }
    case 'transaction': {
      const { transactionUuid, transactionStatus, reference } = event.transaction
      const stage = stageAt(transactionStatus, payment.scaUrl)
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
      return { ...payment, ...nothingAsked, stage: 'ready', session: null, error: event.error }
    case 'placed':
      return { ...payment, stage: 'placed', scaUrl: null, scaData: null, error: null, placed: event.order }
  }
}

/** While the bank asks, the question is shown only where this page knows what to post to the bank. */
const stageAt = (status: TransactionStatus, scaUrl: string | null): Stage => {
  if (status === 'challenge' && scaUrl !== null) return 'challenge'
  return status === 'authorised' || status === 'completed' ? 'completing' : 'checking'
}

/** From the press of the button until it is known how it ended. */
export const isInProgress = ({ stage }: Payment): boolean => stage !== 'ready' && stage !== 'placed'

/** The basket's own word for it (specification, section 4). */
export const basketStatusIn = (payment: Payment): 'open' | 'paymentProcessing' | 'paymentComplete' => {
  if (payment.stage === 'placed') return 'paymentComplete'
  return isInProgress(payment) ? 'paymentProcessing' : 'open'
}
