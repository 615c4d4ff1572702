import { expect, it } from 'vitest'
import { currencyOf, currencySymbols } from './rules.ts'

it('each sign stands for one currency, and one without is not taken for pounds', () => {
  const codes = currencySymbols.map((currencySymbol) => currencyOf({ currencySymbol }))
  expect(codes).toEqual(['GBP', 'EUR', 'USD'])
  expect(() => currencyOf({ currencySymbol: 'kr' })).toThrow('No currency')
})
