import type { TransactionState, TransactionStatus } from '#contract/transactions.ts'
import { ApiError } from '#web/platform/api.ts'
import {
  bankDeclined,
  challengeAbandoned,
  challengeFailed,
  errorOfEnded,
  type CheckoutError,
} from './checkoutErrors.ts'
import type { PlacedOrder } from './paymentState.ts'

/** Where the customer is with the bank's challenge. */
export type ChallengeState = 'none' | 'open' | 'returned' | 'left'

export type PollResult =
  | { outcome: 'authorised' }
  | { outcome: 'placed'; order: PlacedOrder }
  /** `error` is null for a payment the server does not know. */
  | { outcome: 'ended'; error: CheckoutError | null }
  | { outcome: 'stopped' }

/** Delays between polls in ms: short at first; the last one repeats. */
const delays = [1000, 1500, 2000, 3000, 5000] as const
/** While the customer is on the bank's page the answer may come from another app, ms. */
const challengeDelay = 4000

/** Polls a payment until it is authorised, placed or over. A poll without an answer is repeated. */
export const pollTransaction = async ({
  initialStatus,
  read,
  pause,
  challenge,
  isStopped,
  onRead,
}: {
  /** Undefined for a payment that was begun on another page: it is read at once. */
  initialStatus: TransactionStatus | undefined
  read: () => Promise<TransactionState>
  pause: (ms: number) => Promise<void>
  challenge: () => ChallengeState
  isStopped: () => boolean
  onRead: (transaction: TransactionState) => void
}): Promise<PollResult> => {
  let status = initialStatus
  let transaction: TransactionState | undefined
  for (let poll = 0; !isStopped(); poll += 1) {
    if (status === 'authorised') return { outcome: 'authorised' }
    if (transaction !== undefined && isPlaced(transaction)) {
      const { completeOrderId, reference } = transaction
      return { outcome: 'placed', order: { completeOrderId, reference } }
    }
    const error = endedBy(status, challenge(), transaction)
    if (error !== undefined) return { outcome: 'ended', error }
    const isAtBank = status === 'challenge' && challenge() === 'open'
    if (poll > 0 || initialStatus !== undefined) await pause(isAtBank ? challengeDelay : delayOf(poll))
    if (isStopped()) break
    try {
      transaction = await read()
      status = transaction.transactionStatus
      onRead(transaction)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 404) return { outcome: 'ended', error: null }
    }
  }
  return { outcome: 'stopped' }
}

const isPlaced = ({ completeOrderId, transactionStatus }: TransactionState): boolean =>
  completeOrderId !== null || transactionStatus === 'completed'

const delayOf = (poll: number): number => delays[Math.min(poll, delays.length - 1)] ?? 5000

const endedBy = (
  status: TransactionStatus | undefined,
  challenge: ChallengeState,
  transaction: TransactionState | undefined,
): CheckoutError | undefined => {
  if (status === 'challenge') return challenge === 'left' ? challengeAbandoned : undefined
  if (status === 'failed') {
    if (challenge === 'left') return challengeAbandoned
    return challenge === 'none' ? bankDeclined : challengeFailed
  }
  return transaction === undefined ? undefined : (errorOfEnded(transaction) ?? undefined)
}
