import { addDays } from '#server/platform/wallclock.ts'

/** When in the morning of its day a payment is asked for, on the wall of the venue. */
export const collectedAt = '06:00'

/** A company that is not sure yet is asked again after so long. */
export const pendingMs = 6 * 3_600_000

export type FailureReason = 'no_funds' | 'mandate_cancelled' | 'account_closed' | 'card_declined' | 'no_card'

/** Whether another day may bring what today did not. */
const mayChange: Readonly<Record<FailureReason, boolean>> = {
  no_funds: true,
  card_declined: true,
  mandate_cancelled: false,
  account_closed: false,
  no_card: false,
}

export type Settings = { collectionRetryDays: number; collectionTries: number }

/** The day on which a payment that failed is tried again; null: it is not. */
export const triedAgainOn = (
  { tries, reason, today }: { tries: number; reason: FailureReason; today: string },
  { collectionRetryDays, collectionTries }: Settings,
): string | null =>
  mayChange[reason] && tries < collectionTries ? addDays(today, collectionRetryDays) : null

/** How many days before its day a payment is told of. A card that pays by the month is charged without a word. */
export const noticeDaysFor = (
  { paymentMethod, billingPeriod }: { paymentMethod: string; billingPeriod: string },
  noticeDays: number,
): number => (paymentMethod === 'card' && billingPeriod === 'month' ? 0 : noticeDays)
