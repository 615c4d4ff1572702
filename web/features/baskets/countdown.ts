import { time } from '#contract/time.ts'

/**
 * The end of the holds, as it is shown and said. All of it goes by the server's clock; the seconds are for the eye
 * alone (experience 4.7).
 */

/** Minutes at which the time left is said aloud. */
const announcedAt = [5, 2, 1, 0] as const

/** From here on one is asked whether the places are to be kept. */
export const askToExtendBelowMs = 2 * 60_000

/**
 * What is said when the time left falls from `before` to `now` (ms): the lowest mark passed, once; null otherwise. A
 * page that was asleep says only where things stand; one that opens in between waits for the next mark.
 */
export const announcement = (before: number | undefined, now: number): string | null => {
  if (before === undefined || now >= before) return null
  const passed = announcedAt.filter((minutes) => before > minutes * 60_000 && now <= minutes * 60_000)
  const minutes = passed.at(-1)
  if (minutes === undefined) return null
  if (minutes === 0) return 'The places in your basket are no longer held for you.'
  return `Your places are held for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}.`
}

/** `8 min`; in the last two minutes `1:42`. Never below nought. */
export const formatTimeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds > 120) return `${Math.ceil(seconds / 60)} min`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `10:12`, on the wall of the zone. */
export const formatEndTime = (end: string, zone: string): string => time(new Date(end), zone).format24Hour
