import type { Booking } from '#contract/bookings.ts'
import { date, localDay, time } from '#contract/time.ts'

/** Until when the booking may be given up and what that costs, in plain words; null where there is nothing to say. */
export const cancellationTerms = (
  {
    canBeCancelled,
    cancellationCutoff,
    item,
  }: Pick<Booking, 'canBeCancelled' | 'cancellationCutoff' | 'item'>,
  now: number,
): string | null => {
  if (!canBeCancelled) return null
  const { isAfterCutoff, cutoffAt, cutoffMessage } = cancellationCutoff
  if (isAfterCutoff || cutoffAt === null) return cutoffMessage
  const { tz } = item.date
  const until = new Date(cutoffAt)
  const day = date(localDay(until, tz), tz, new Date(now))
  return `Free to cancel until ${day.dayPretty} ${day.datePretty}, ${time(until, tz).format24Hour}`
}
