/** A source of random choices that is the same for the same seed (mulberry32). */
export type Random = {
  /** A whole number from 0 to below `end`. */
  below: (end: number) => number
  chance: (share: number) => boolean
  pick: <T>(values: readonly T[]) => T
}

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (end) => Math.floor(next() * end),
    chance: (share) => next() < share,
    pick: (values) => values[Math.floor(next() * values.length)] as (typeof values)[number],
  }
}
