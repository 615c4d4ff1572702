/** An amount as people read it. `raw` is pence. */
export type Money = { raw: number; currency: string; formatted: string }

/** Pence to "13.45". */
export const decimals = (pence: number): string => (pence / 100).toFixed(2)

/** Pence to "£1,213.45"; a minus sign comes before the symbol. */
export const formatted = (pence: number, symbol = '£'): string =>
  pence < 0 ? `-${symbol}${grouped(-pence)}` : `${symbol}${grouped(pence)}`

/** With a comma at every thousand, as people write it. */
const grouped = (pence: number): string => decimals(pence).replaceAll(/\B(?=(\d{3})+\.)/g, ',')

/** Pence to the three forms of the wire (specification, section 3). */
export const money = (pence: number, symbol = '£'): Money => ({
  raw: pence,
  currency: decimals(pence),
  formatted: formatted(pence, symbol),
})
