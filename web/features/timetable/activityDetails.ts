import type { Category } from '#contract/shapes.ts'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { dateTime } from '#messages/format.ts'

/** What to know of an activity before booking it. */
export type ActivityDetails = Pick<
  Category,
  'level' | 'whatToBring' | 'ageMin' | 'ageMax' | 'accessibility' | 'freeCancelMinutes' | 'lateCancelFee'
>

/** The cancellation terms in one sentence. The free period is elapsed time before the start, also over a clock change. */
export const cancellationLabel = (
  timestamp: number,
  { freeCancelMinutes, lateCancelFee }: Pick<ActivityDetails, 'freeCancelMinutes' | 'lateCancelFee'>,
  now: Date,
  zone: string,
): string => {
  if (freeCancelMinutes === 0 || lateCancelFee?.raw === 0) return messages.cancelUntilStart
  const cutoff = new Date((timestamp - freeCancelMinutes * 60) * 1000)
  const fee = lateCancelFee?.formatted
  if (cutoff > now) {
    const until = dateTime({ at: cutoff, zone })
    return fee === undefined ? messages.cancelUntil({ until }) : messages.cancelUntilThenFee({ until, fee })
  }
  return fee === undefined
    ? messages.noRefund({ noticeMinutes: freeCancelMinutes })
    : messages.cancelFee({ fee })
}
