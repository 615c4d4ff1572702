import { vatAt, vatExempt } from '#server/messages/en/open-booking.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import type { Prepayment } from '#server/open-booking/requests/rules.ts'

/** `gross`: prices contain the tax; `net`: it is added to them. */
export type TaxMode = 'gross' | 'net'

/** What one place costs, in pence, tax included; `vatRate` is in hundredths of a per cent. */
export type PricedPlace = { price: number; vatRate: number; prepayment: Prepayment | null }

type TaxSpecification = {
  '@type': 'TaxChargeSpecification'
  name: string
  price: number
  priceCurrency: string
  rate: number
}

const taxOf = (rate: number, pence: number, priceCurrency: string): TaxSpecification => ({
  '@type': 'TaxChargeSpecification',
  name: rate === 0 ? vatExempt : vatAt({ rate: rate / 100 }),
  price: pence / 100,
  priceCurrency,
  rate: rate / 10_000,
})

/** The tax of one place. */
export const unitTax = ({ price, vatRate }: PricedPlace, currency: string): TaxSpecification[] => [
  taxOf(vatRate, taxWithin(price, vatRate), currency),
]

/** When the whole of an order is to be paid. */
export const prepaymentOf = (places: readonly PricedPlace[]): Prepayment => {
  const payable = places.filter(({ price, prepayment }) => price > 0 && prepayment !== 'Unavailable')
  if (payable.length === 0) return 'Unavailable'
  return payable.some(({ prepayment }) => prepayment !== 'Optional') ? 'Required' : 'Optional'
}

/** Pence, tax included. Each place pays the tax of its own, as on its receipt. */
export const totalOf = (places: readonly PricedPlace[]): number =>
  places.reduce((sum, { price }) => sum + price, 0)

/** `totalPaymentDue` and `totalPaymentTax` of an order, the tax by its rates. */
export const totalsOf = (
  places: readonly PricedPlace[],
  { currency, prepayment }: { currency: string; prepayment: Prepayment },
) => {
  const rates = [...new Set(places.map(({ vatRate }) => vatRate))].toSorted((one, other) => one - other)
  return {
    totalPaymentDue: {
      '@type': 'PriceSpecification',
      price: totalOf(places) / 100,
      priceCurrency: currency,
      openBookingPrepayment: `https://openactive.io/${prepayment}`,
    },
    ...(rates.length === 0
      ? {}
      : {
          totalPaymentTax: rates.map((rate) => {
            const tax = places
              .filter(({ vatRate }) => vatRate === rate)
              .reduce((sum, { price }) => sum + taxWithin(price, rate), 0)
            return taxOf(rate, tax, currency)
          }),
        }),
  }
}
