import type { CardChange } from '#contract/payments.ts'
import * as messages from '#messages/account/paymentMethod.ts'
import { ApiError } from '#web/platform/api.ts'
import { isOutcomeUnknown, toCheckoutError, type FieldErrors } from './checkoutErrors.ts'
import { retryUnanswered } from './retryUnanswered.ts'

/** Delays between polls in ms: short at first; the last one repeats. */
const delays = [1000, 1500, 2000, 3000, 5000] as const

export type CardChangeError = { title: string; detail?: string; fields?: FieldErrors }

/** `unanswered`: it may have been saved, and the same request tells. */
export type CardChangeResult = 'saved' | 'stopped' | 'unanswered' | CardChangeError

export type CardChangeSteps = {
  /** Must be idempotent. */
  send: () => Promise<CardChange>
  read: (change: CardChange) => Promise<CardChange>
  onSent: (change: CardChange) => void
  pause: (ms: number) => Promise<void>
  /** The customer has closed the bank's page. */
  hasLeft: () => boolean
  isStopped: () => boolean
}

/** Sends a change of card, and polls it until it is saved or over. */
export const saveCardChange = async (steps: CardChangeSteps): Promise<CardChangeResult> => {
  try {
    const change = await retryUnanswered(steps.send, steps)
    steps.onSent(change)
    return await follow(change, steps)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (isOutcomeUnknown(failure)) return 'unanswered'
    const { title, fields } = toCheckoutError(failure, messages.refused)
    const isExpired = failure.code === 'session_expired'
    return { title, detail: isExpired ? messages.sessionExpiredText : messages.unchanged, fields }
  }
}

/** A poll without an answer is repeated. */
const follow = async (
  initial: CardChange,
  { read, pause, hasLeft, isStopped }: CardChangeSteps,
): Promise<CardChangeResult> => {
  let change = initial
  for (let poll = 0; !isStopped(); poll += 1) {
    if (change.status === 'saved') return 'saved'
    if (change.status === 'declined' || change.status === 'ended')
      return whyOver(change, initial.status === 'challenge')
    if (change.status === 'challenge' && hasLeft())
      return { title: messages.challengeLeft, detail: messages.unchanged }
    await pause(delays[Math.min(poll, delays.length - 1)] ?? 5000)
    if (isStopped()) break
    try {
      change = await read(change)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }
  return 'stopped'
}

const whyOver = ({ message }: CardChange, wasChallenged: boolean): CardChangeError => ({
  title: wasChallenged ? messages.challengeFailed : (message ?? messages.refused),
  detail: messages.unchanged,
})
