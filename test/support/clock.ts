/** A clock that stands until it is turned. */
export type TestClock = { now: () => Date; set: (at: Date) => void; forward: (ms: number) => void }

export const clockAt = (start: Date): TestClock => {
  let at = start
  return {
    now: () => at,
    set: (next) => {
      at = next
    },
    forward: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}
