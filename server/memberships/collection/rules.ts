import { periodAfter } from '#server/memberships/periods/rules.ts'
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

/** Days between announcement and payment. Monthly card payments are not announced, save when they are late. */
export const noticeDaysFor = (
  { paymentMethod, billingPeriod }: { paymentMethod: string; billingPeriod: string },
  noticeDays: number,
  isPaymentLate = false,
): number => (paymentMethod === 'card' && billingPeriod === 'month' && !isPaymentLate ? 0 : noticeDays)

/** So many days after its day nobody expects a payment any more. */
const expectedForDays = 3

/** Whether a payment of a day, that nothing has requested since, has to be announced anew. */
export const isLate = (on: string, today: string): boolean => addDays(on, expectedForDays) < today

/**
 * Whether staff decide about a late payment because the next one is due as well: of several that were missed, the last
 * alone is collected.
 */
export const isMissed = (
  { periodFrom, dueOn }: { periodFrom: string; dueOn: string },
  { billingPeriod, endsOn }: { billingPeriod: 'month' | 'year'; endsOn: string | null },
  today: string,
): boolean => {
  const next = periodAfter(periodFrom, billingPeriod)
  return isLate(dueOn, today) && next <= today && (endsOn === null || next <= endsOn)
}
