/** How a group of prices is changed: by hundredths of a per cent, by pence, or to pence. */
export type PriceChange = { by: 'percent' | 'amount' | 'set'; value: number }

/** What new prices are rounded to, in pence. */
export const priceRoundings = [1, 5, 10, 50] as const
export type PriceRounding = (typeof priceRoundings)[number]

/** A step of more than this, or to nothing, is confirmed by typing the new price. */
export const largestPriceStep = 0.25

/** Hundredths of a per cent in the whole. */
const whole = 10_000

/** A price after a change, in pence, rounded half up; never below nothing. A price that is set is not rounded. */
export const changedPrice = (price: number, { by, value }: PriceChange, rounding: PriceRounding): number => {
  if (by === 'set') return Math.max(0, value)
  // In whole numbers, since 4 % of 5 pence is no binary fraction.
  const exact = by === 'percent' ? price * (whole + value) : (price + value) * whole
  const unit = rounding * whole
  return Math.max(0, Math.floor((2 * exact + unit) / (2 * unit)) * rounding)
}

/** By how many per cent a price changes, in whole ones; null for one that has cost nothing. */
export const percentOfChange = (from: number, to: number): number | null =>
  from === 0 ? null : Math.round(((to - from) / from) * 100)

/** Whether a step from one price to another has to be confirmed. */
export const isPriceJump = (from: number, to: number): boolean =>
  from !== to && (to === 0 || Math.abs(to - from) > from * largestPriceStep)
