import type { Booking } from '#contract/bookings.ts'
import { localDay, time } from '#contract/time.ts'
import { freeCancellation } from '#messages/shared/bookings.ts'
import { dayAndTime } from '#messages/shared/dates.ts'

/** Whether the customer or the venue has cancelled it. */
export const isCancelled = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'cancelled' || status === 'cancelled_by_venue'

/** Until when the booking can be cancelled and what that costs; null where there is nothing to say. */
export const cancellationTerms = ({
  canBeCancelled,
  cancellationCutoff,
  item,
}: Pick<Booking, 'canBeCancelled' | 'cancellationCutoff' | 'item'>): string | null => {
  if (!canBeCancelled) return null
  const { isAfterCutoff, cutoffAt, cutoffMessage } = cancellationCutoff
  if (isAfterCutoff || cutoffAt === null) return cutoffMessage
  const { tz } = item.date
  const until = new Date(cutoffAt)
  return freeCancellation({
    until: dayAndTime({ day: localDay(until, tz), time: time(until, tz).format24Hour }),
  })
}
