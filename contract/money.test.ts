import { describe, expect, it } from 'vitest'
import { decimals, formatted, money } from './money.ts'

describe('money', () => {
  it('I06: pence become a raw value, two decimals and a string with the symbol', () => {
    expect(money(1345)).toEqual({ raw: 1345, currency: '13.45', formatted: '£13.45' })
    expect(money(5, '€')).toEqual({ raw: 5, currency: '0.05', formatted: '€0.05' })
  })

  it('has a comma at every thousand where people read it', () => {
    expect(money(1_234_500)).toMatchObject({ currency: '12345.00', formatted: '£12,345.00' })
    expect([formatted(99_999), formatted(100_000), formatted(-123_456_789)]).toEqual([
      '£999.99',
      '£1,000.00',
      '-£1,234,567.89',
    ])
  })

  it('has its minus before the symbol', () => {
    expect([decimals(-500), formatted(-500)]).toEqual(['-5.00', '-£5.00'])
  })

  it('is right for every penny of a hundred pounds', () => {
    for (let pence = 0; pence < 10_000; pence++)
      expect(decimals(pence)).toBe(`${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, '0')}`)
  })
})
