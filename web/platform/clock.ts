/**
 * The server's clock, estimated in the browser. Countdowns use it because a device's clock may be minutes off. It is not
 * module state, because the server renders many requests at once.
 */
export type Clock = {
  /** The server's current time, in ms since 1970. */
  now: () => number
  /** Converts a time of the device's clock to the server's (ms). */
  at: (deviceMs: number) => number
  /** Corrects the clock by the time in a response; `sentAtMs` is when the request was sent, by the device's clock. */
  note: (serverMs: number, sentAtMs: number) => void
}

/**
 * Assumes that the server answered at the moment the request was sent. The clock is then at most one round trip ahead,
 * so a countdown ends early rather than late.
 */
export const createClock = (device: () => number = Date.now): Clock => {
  let ahead = 0
  return {
    now: () => device() + ahead,
    at: (deviceMs) => deviceMs + ahead,
    note: (serverMs, sentAtMs) => {
      if (Number.isFinite(serverMs)) ahead = serverMs - sentAtMs
    },
  }
}
