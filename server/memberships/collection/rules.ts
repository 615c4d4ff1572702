import { addDays } from '#server/platform/wallclock.ts'

/** Local time of day at which a payment is requested. */
export const collectedAt = '06:00'

/** Delay before a pending payment is polled again. */
export const pendingMs = 6 * 3_600_000

export type FailureReason = 'no_funds' | 'mandate_cancelled' | 'account_closed' | 'card_declined' | 'no_card'

/** Whether a retry on another day can succeed. */
const mayChange: Readonly<Record<FailureReason, boolean>> = {
  no_funds: true,
  card_declined: true,
  mandate_cancelled: false,
  account_closed: false,
  no_card: false,
}

export type Settings = { collectionRetryDays: number; collectionTries: number }

/** The day of the next retry of a failed payment; null: no retry. */
export const triedAgainOn = (
  { tries, reason, today }: { tries: number; reason: FailureReason; today: string },
  { collectionRetryDays, collectionTries }: Settings,
): string | null =>
  mayChange[reason] && tries < collectionTries ? addDays(today, collectionRetryDays) : null

/** Days between announcement and payment. Monthly card payments are not announced. */
export const noticeDaysFor = (
  { paymentMethod, billingPeriod }: { paymentMethod: string; billingPeriod: string },
  noticeDays: number,
): number => (paymentMethod === 'card' && billingPeriod === 'month' ? 0 : noticeDays)
