import type { CardChange } from '#contract/payments.ts'
import { bankMs, pollMs, startedMs } from '#server/checkout/transactions/rules.ts'
import type { CardChangeStatus } from './queries.ts'

/** In these the provider's answer still counts. */
export const inProgress: readonly CardChangeStatus[] = ['started', 'challenge', 'pending']

/** The wire's name of a status; the wire has fewer of them. */
export const publicStatus = (status: CardChangeStatus): CardChange['status'] => {
  if (status === 'started') return 'pending'
  return status === 'ending' ? 'ended' : status
}

/** When the provider is asked next; null: never. */
export const nextAttemptAfter = (status: CardChangeStatus, now: Date): Date | null => {
  switch (status) {
    case 'started':
      return new Date(now.getTime() + startedMs)
    case 'challenge':
    case 'pending':
      return new Date(now.getTime() + pollMs)
    case 'ending':
      return now
    case 'saved':
    case 'declined':
    case 'ended':
      return null
  }
}

/** Whether its answer was lost, or its bank has not answered in time: then it is given up. */
export const isOverdue = (
  { status, createdAt }: { status: CardChangeStatus; createdAt: Date },
  now: Date,
): boolean => {
  const ageMs = now.getTime() - createdAt.getTime()
  if (status === 'started') return ageMs >= startedMs
  return (status === 'challenge' || status === 'pending') && ageMs >= bankMs
}
