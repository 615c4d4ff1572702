/* Which floor is in use when. */

/** Floor that customers hold for a time. */
export type FloorHeld = { spaceId: number; from: number; to: number }

/** Which floor is in use when. Occurrences are short, so looking through those of the day is quick. */
export class Floor {
  readonly #taken = new Map<number, { from: number; to: number }[]>()

  take(spaces: readonly number[], from: number, to: number): void {
    for (const key of keysOf(spaces, from, to)) {
      const there = this.#taken.get(key)
      if (there === undefined) this.#taken.set(key, [{ from, to }])
      else there.push({ from, to })
    }
  }

  isFree(spaces: readonly number[], from: number, to: number): boolean {
    if (this.#taken.size === 0) return true
    for (const key of keysOf(spaces, from, to)) {
      if (this.#taken.get(key)?.some((other) => other.from < to && from < other.to) === true) return false
    }
    return true
  }
}

const aDay = 86_400_000
const daysCounted = 1_000_000

/** A number for each piece of floor and each day that a time touches. */
const keysOf = (spaces: readonly number[], from: number, to: number): number[] => {
  const keys: number[] = []
  for (let day = Math.floor(from / aDay); day * aDay < to; day += 1) {
    for (const space of spaces) keys.push(space * daysCounted + day)
  }
  return keys
}
