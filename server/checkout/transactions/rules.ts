import type { EndReason, TransactionStatus } from '#contract/transactions.ts'
import type { Status, VoidReason } from './queries.ts'

/** Whether a payment is the difference for a move of a booking, not an order. */
export const isMove = ({ agreement }: { agreement: { source: string } }): boolean =>
  agreement.source === 'booking-move'

/** Places stay held this long while the bank decides (wire §1.10). */
export const bankMs = 30 * 60_000
/** After this time the client is assumed to be gone, and the order is made without it. */
export const clientMs = 60_000
/** After this time a call to the provider is assumed to have failed. */
export const startedMs = 60_000
/** Interval between two polls of a payment that waits for the bank. */
const pollMs = 10_000

/** The wire's name of a status; the wire has fewer of them. */
export const publicStatus = (status: Status, voidReason: VoidReason | null): TransactionStatus => {
  if (status === 'started') return 'pending'
  if (status === 'voiding') return voidReason === 'place_lost' ? 'voided' : 'aborted'
  return status
}

/** Why a payment came to nothing; null while it may still be completed, and once it is. */
export const endReason = ({
  status,
  voidReason,
}: {
  status: Status
  voidReason: VoidReason | null
}): EndReason | null => {
  switch (status) {
    case 'voiding':
    case 'voided':
    case 'aborted':
    case 'failed':
    case 'refunded':
      return voidReason === null ? 'declined' : reasonOf[voidReason]
    default:
      return null
  }
}

const reasonOf: Readonly<Record<VoidReason, EndReason>> = {
  place_lost: 'unavailable',
  abandoned: 'left',
  unanswered: 'unanswered',
}

/** Pending statuses of a payment or of a change of card, in which the provider's result is still recorded. */
export const undecided = ['started', 'challenge', 'pending'] as const
export type Undecided = (typeof undecided)[number]

export const isUndecided = (status: string): status is Undecided => undecided.some((one) => one === status)

/** When to poll a payment or a change of card next that is not decided. */
export const planUndecided = (status: Undecided, now: Date): Date =>
  new Date(now.getTime() + (status === 'started' ? startedMs : pollMs))

/** When to poll a payment next, by its status; null: never. */
export const planNextAttempt = (status: Status, now: Date): Date | null => {
  if (isUndecided(status)) return planUndecided(status, now)
  switch (status) {
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
