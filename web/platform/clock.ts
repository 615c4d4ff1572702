/**
 * The server's clock as the browser knows it. Countdowns use this one: a device's own clock may be minutes out.
 * One clock a visit, never a module's state, since the server renders many visits at once.
 */
export type Clock = {
  /** The server's time now, in ms since 1970. */
  now: () => number
  /** What the server's clock showed when the device's showed this (ms). */
  at: (deviceMs: number) => number
  /** What an answer said the time was, and when (by the device) its request had been sent. */
  note: (serverMs: number, sentAtMs: number) => void
}

/**
 * Sent-to-answer is counted as if the server had stamped the answer the moment the request left: our clock then
 * runs at most one round trip ahead, so a countdown ends early rather than late.
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
