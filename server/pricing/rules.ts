import { money } from '#contract/money.ts'
import type { Price } from '#contract/shapes.ts'

/** A price option as pricing reads it. `price` is pence. */
export type OptionOnOffer = {
  id: number
  name: string
  price: number
  band: string
  ticketTypeId: number | null
  concession: boolean
}

/**
 * The options that stand for an occurrence of a band, the default first. A band without prices of its own is
 * sold at the prices of no band.
 * @param ticketTypeId null for what is not sold by tickets
 */
export const optionsFor = <O extends OptionOnOffer>(
  options: readonly O[],
  band: string,
  ticketTypeId: number | null,
): O[] => {
  const ofTicket = options.filter((option) => option.ticketTypeId === ticketTypeId)
  const ofBand = ofTicket.filter((option) => option.band === band)
  return ofBand.length > 0 ? ofBand : ofTicket.filter((option) => option.band === '')
}

/** PRICE of the wire. `isEstimated` while nobody knows who will pay. */
export const shownPrice = (pence: number, symbol: string, isEstimated: boolean): Price => {
  const shown = money(pence, symbol)
  return {
    ...shown,
    formattedAmount: shown.formatted,
    isEstimated,
    benefitApplied: false,
    packageApplied: false,
    explanation: null,
  }
}

/**
 * The VAT contained in a price, in pence. UK prices for consumers include it.
 * @param vatRate hundredths of a per cent: 2000 is 20 %
 */
export const taxWithin = (pence: number, vatRate: number): number =>
  Math.round((pence * vatRate) / (10_000 + vatRate))
