import { formatted, money } from '#contract/money.ts'
import type { Price } from '#contract/shapes.ts'
import * as messages from '#server/messages/en/pricing.ts'
import type { Priced } from '#server/pricing/rules.ts'

/* Prices as the wire has them, with their explanation. */

/** PRICE of the wire. `isEstimated` while the payer is not known. */
export const formatPrice = (
  pence: number,
  symbol: string,
  isEstimated: boolean,
  off: Pick<Priced, 'applied' | 'unitPrice' | 'quantity' | 'discount'> | null = null,
): Price => {
  const amount = money(pence, symbol)
  const price = {
    formattedAmount: amount.formatted,
    isEstimated,
    benefitApplied: off?.applied?.type === 'membership',
    packageApplied: off?.applied?.type === 'package',
    explanation: off === null ? null : explainPrice(off, symbol),
    ...amount,
  }
  return off === null || off.discount === 0 ? price : { full: off.unitPrice * off.quantity, ...price }
}

type ListedPrice = { ticketName: string | null; optionName: string; band: string }

/** What tells a price from the others of its activity; empty for the only one. */
export const nameInList = (row: ListedPrice, rows: readonly ListedPrice[]): string => {
  if (rows.length === 1) return ''
  const { ticketName: ticket, optionName: option, band } = row
  const hasSeveral = rows.some((other) => other !== row && other.ticketName === ticket && other.band === band)
  return ticket !== null && hasSeveral
    ? messages.ticketPriceName({ ticket, option, band })
    : messages.priceName({ ticket, option, band })
}

/** An explanation of a price in one sentence; null when there is nothing to explain. */
export const explainPrice = (
  { unitPrice, quantity, discount, applied }: Pick<Priced, 'unitPrice' | 'quantity' | 'discount' | 'applied'>,
  symbol: string,
): string | null => {
  if (applied === null || discount === 0) return null
  const price = formatted(unitPrice, symbol)
  const reduced = {
    full: quantity === 1 ? price : messages.severalAt({ quantity, price }),
    discount: formatted(discount, symbol),
  }
  return applied.type === 'membership'
    ? messages.lessBenefit({ ...reduced, plan: applied.planName })
    : messages.lessVisits({ ...reduced, visits: applied.visits, pack: applied.name })
}
