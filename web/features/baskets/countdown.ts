import { duration } from '#messages/format.ts'
import * as messages from '#messages/shared/holds.ts'

/** Minutes left at which screen readers announce the time. */
const announcedAt = [5, 2, 1, 0] as const

/** From here on the customer is asked whether they need more time. */
export const askToExtendBelowMs = 2 * 60_000

/**
 * What is announced when the time left falls from `before` to `now` (ms): the last of the marks that it passed, or
 * null. A page that has just been opened waits for the next mark.
 */
export const announcement = (before: number | undefined, now: number): string | null => {
  if (before === undefined || now >= before) return null
  const passed = announcedAt.filter((minutes) => before > minutes * 60_000 && now <= minutes * 60_000)
  const minutes = passed.at(-1)
  if (minutes === undefined) return null
  return minutes === 0 ? messages.announceEnd : messages.announceMinutes({ minutes })
}

/**
 * `8 min`, the nearest minute, `6 h 12 min` of an offer; in the last two minutes `1:42`. Never below 0. Rounded up, a hold of ten minutes would
 * say eleven on a device whose clock is a moment behind.
 */
export const formatTimeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds > 120) return duration(seconds / 60)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
