/** The one clock. Tests turn their own. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
