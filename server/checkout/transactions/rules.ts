import type { TransactionStatus } from '#contract/checkout.ts'
import type { Status } from './queries.ts'

/** Places are kept for so long while a bank decides (wire §1.10). */
export const bankMs = 30 * 60_000
/** A client that has not completed its order by then is taken to be gone; the order is made without it. */
export const clientMs = 60_000
/** A call to the company that has not come back by then never will. */
export const startedMs = 60_000
/** Between two looks at a payment on which a bank decides. */
export const pollMs = 10_000

/** The word for a status on the wire, which knows fewer. */
export const publicStatus = (
  status: Status,
  ending: 'place_lost' | 'abandoned' | null,
): TransactionStatus => {
  if (status === 'started') return 'pending'
  if (status === 'voiding') return ending === 'place_lost' ? 'voided' : 'aborted'
  return status
}

/** Where nothing is decided yet, so that the company's news count. */
export const isUndecided = (status: Status): boolean =>
  status === 'started' || status === 'challenge' || status === 'pending'

/** When to look at a payment again, from where it stands; null: never. */
export const nextAttemptAt = (status: Status, now: Date): Date | null => {
  switch (status) {
    case 'started':
      return new Date(now.getTime() + startedMs)
    case 'challenge':
    case 'pending':
      return new Date(now.getTime() + pollMs)
    case 'authorised':
      return new Date(now.getTime() + clientMs)
    case 'completed':
    case 'voiding':
      return now
    case 'voided':
    case 'aborted':
    case 'failed':
    case 'refunded':
      return null
  }
}
