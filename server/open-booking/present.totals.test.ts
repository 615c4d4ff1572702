import { describe, expect, it } from 'vitest'
import { totalsOf, unitTax } from './present.ts'
import { prepaymentOf, totalOf } from './rules.ts'
import type { PricedPlace } from './rules.ts'

const place = (price: number, more: Partial<PricedPlace> = {}): PricedPlace => ({
  price,
  vatRate: 2000,
  prepayment: null,
  ...more,
})
const tax = (name: string, price: number, rate: number) => ({
  '@type': 'TaxChargeSpecification',
  name,
  price,
  priceCurrency: 'GBP',
  rate,
})

describe('when an order is to be paid', () => {
  it.each([
    ['before, where one place has to be', [place(500), place(500, { prepayment: 'Optional' })], 'Required'],
    ['before, where it says so', [place(500, { prepayment: 'Required' })], 'Required'],
    ['either way, where every place may', [place(500, { prepayment: 'Optional' })], 'Optional'],
    [
      'either way, beside places paid at the venue',
      [place(500, { prepayment: 'Optional' }), place(500, { prepayment: 'Unavailable' })],
      'Optional',
    ],
    ['at the venue', [place(500, { prepayment: 'Unavailable' })], 'Unavailable'],
    ['never, where it costs nothing', [place(0), place(0, { prepayment: 'Required' })], 'Unavailable'],
    ['never, without places', [], 'Unavailable'],
  ])('is %s', (_when, places, prepayment) => {
    expect(prepaymentOf(places)).toBe(prepayment)
  })
})

describe('the total of an order', () => {
  it('has each place and its tax, by rate', () => {
    const places = [place(1200), place(600), place(1050, { vatRate: 500 }), place(300, { vatRate: 0 })]
    expect(totalOf(places)).toBe(3150)
    expect(totalsOf(places, { currency: 'GBP', prepayment: 'Required' })).toEqual({
      totalPaymentDue: {
        '@type': 'PriceSpecification',
        price: 31.5,
        priceCurrency: 'GBP',
        openBookingPrepayment: 'https://openactive.io/Required',
      },
      totalPaymentTax: [tax('VAT exempt', 0, 0), tax('VAT at 5%', 0.5, 0.05), tax('VAT at 20%', 3, 0.2)],
    })
  })

  it('has no tax without places', () => {
    expect(totalsOf([], { currency: 'GBP', prepayment: 'Unavailable' })).not.toHaveProperty('totalPaymentTax')
  })

  it('each place has the tax of its own', () => {
    expect(unitTax(place(1200), 'GBP')).toEqual([tax('VAT at 20%', 2, 0.2)])
  })
})
