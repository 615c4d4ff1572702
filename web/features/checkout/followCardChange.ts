import type { CardChange } from '#contract/payments.ts'
import * as messages from '#messages/account/paymentMethod.ts'
import { ApiError } from '#web/platform/api.ts'

/** Delays between polls in ms: short at first; the last one repeats. */
const delays = [1000, 1500, 2000, 3000, 5000] as const

export type CardChangeError = { title: string; detail?: string }

export type CardChangeResult = 'saved' | 'stopped' | CardChangeError

/** Polls a change of card until it is saved or over. A poll without an answer is repeated. */
export const followCardChange = async (
  initial: CardChange,
  {
    read,
    pause,
    hasLeft,
    isStopped,
  }: {
    read: () => Promise<CardChange>
    pause: (ms: number) => Promise<void>
    /** The customer has closed the bank's page. */
    hasLeft: () => boolean
    isStopped: () => boolean
  },
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
      change = await read()
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
