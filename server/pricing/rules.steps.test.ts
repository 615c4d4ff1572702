import { expect, it } from 'vitest'
import { priceOn } from './rules.ts'

const steps = [
  { fromDay: '2026-12-31', price: 520 },
  { fromDay: '2027-03-28', price: 550 },
]
const inTime = { firstPrice: 500, steps, pricesBy: 'session' as const }
const at = (localDate: string, now = '2026-11-01T12:00:00Z', timezone = 'Europe/London') => ({
  localDate,
  timezone,
  now: new Date(now),
})

it('a price holds from its day until the next begins', () => {
  const of = (day: string) => priceOn(inTime, at(day))
  expect(
    ['2026-12-30', '2026-12-31', '2027-01-01', '2027-03-27', '2027-03-28', '2030-01-01'].map(of),
  ).toEqual([500, 520, 520, 520, 550, 550])
  expect(priceOn({ ...inTime, steps: [] }, at('2030-01-01'))).toBe(500)
})

it('goes by the day of the sale on the wall of the venue where the operator says so', () => {
  const sold = (now: string, timezone?: string) =>
    priceOn({ ...inTime, pricesBy: 'sale' }, at('2027-12-31', now, timezone))
  expect(sold('2026-12-30T23:59:59Z')).toBe(500)
  expect(sold('2026-12-31T00:00:00Z')).toBe(520)
  // In summer time the day begins an hour earlier than in UTC.
  expect(sold('2027-03-28T00:30:00Z')).toBe(550)
  expect(sold('2027-03-27T23:30:00Z')).toBe(520)
  expect(sold('2026-12-30T14:00:00Z', 'Pacific/Auckland')).toBe(520)
})
