import type { CardChange } from '#contract/payments.ts'
import { bankMs, isUndecided, planUndecided, startedMs } from '#server/checkout/rules.ts'
import type { CardChangeStatus } from './queries.ts'

/** The wire's name of a status; the wire has fewer of them. */
export const publicStatus = (status: CardChangeStatus): CardChange['status'] => {
  if (status === 'started') return 'pending'
  return status === 'ending' ? 'ended' : status
}

/** When the provider is asked next; null: never. */
export const nextAttemptAfter = (status: CardChangeStatus, now: Date): Date | null => {
  if (isUndecided(status)) return planUndecided(status, now)
  return status === 'ending' ? now : null
}

/** Whether its answer was lost, or its bank has not answered in time: then it is given up. */
export const isOverdue = (
  { status, createdAt }: { status: CardChangeStatus; createdAt: Date },
  now: Date,
): boolean => {
  if (!isUndecided(status)) return false
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs >= (status === 'started' ? startedMs : bankMs)
}
