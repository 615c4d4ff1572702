import type { Category } from '#contract/shapes.ts'
import { localDay, time } from '#contract/time.ts'
import { dayInShort } from './days.ts'

/** What to know of an activity before booking it. */
export type About = Pick<
  Category,
  'level' | 'ageMin' | 'ageMax' | 'accessibility' | 'freeCancelMinutes' | 'lateCancelFee'
>

/** Who it is for: `16 and over`, `8 to 11 years`; `''` for everybody. */
export const agesInWords = ({ ageMin, ageMax }: Pick<About, 'ageMin' | 'ageMax'>): string => {
  if (ageMin !== null && ageMax !== null) return `${ageMin} to ${ageMax} years`
  if (ageMin !== null) return `${ageMin} and over`
  return ageMax === null ? '' : `Up to ${ageMax} years`
}

/**
 * The cancellation line in plain words: `Free to cancel until Wed 25 Nov, 18:00; after that £3.00`. The minutes before
 * the start are elapsed time, whatever the clocks do in between.
 */
export const cancellingInWords = (
  timestamp: number,
  { freeCancelMinutes, lateCancelFee }: Pick<About, 'freeCancelMinutes' | 'lateCancelFee'>,
  now: Date,
  zone: string,
): string => {
  if (freeCancelMinutes === 0) return 'Free to cancel until it starts.'
  const cutoff = new Date((timestamp - freeCancelMinutes * 60) * 1000)
  if (cutoff > now) {
    const until = `${dayInShort(localDay(cutoff, zone))}, ${time(cutoff, zone).format24Hour}`
    const after = lateCancelFee === null ? 'there is no refund' : `it costs ${lateCancelFee.formatted}`
    return `Free to cancel until ${until}; after that ${after}.`
  }
  return lateCancelFee === null
    ? 'So near the start there is no refund for cancelling.'
    : `So near the start cancelling costs ${lateCancelFee.formatted}.`
}
