import { expect, it } from 'vitest'
import { memberPrices } from './venuePrices.ts'
import type { PlanBenefit } from './venuePrices.ts'

const percent = (planName: string, percentOff: number, more: Partial<PlanBenefit> = {}): PlanBenefit => ({
  planName,
  kind: 'percent',
  percentOff,
  fixedPrice: null,
  allowance: null,
  allowancePeriod: null,
  ...more,
})
const full = { price: 1000, places: 1 }
const weekly = { allowance: 2, allowancePeriod: 'week' } as const

it('a plan has the lowest price of its benefits', () => {
  const benefits = [percent('Gold', 10), percent('Gold', 50), percent('Gold', 20)]
  expect(memberPrices(full, benefits)).toEqual([{ plans: ['Gold'], price: 500, allowance: null }])
})

it('of two benefits that cost the same the one without a limit is named', () => {
  const unlimited = { plans: ['Gold'], price: 500, allowance: null }
  expect(memberPrices(full, [percent('Gold', 50, weekly), percent('Gold', 50)])).toEqual([unlimited])
  expect(memberPrices(full, [percent('Gold', 50), percent('Gold', 50, weekly)])).toEqual([unlimited])
})

it('plans with the same price and allowance are one, others stay apart', () => {
  const limited = { uses: 2, period: 'week' }
  expect(
    memberPrices(full, [
      percent('Gold', 50),
      percent('Silver', 20),
      percent('Bronze', 50),
      percent('Swim', 50, weekly),
    ]),
  ).toEqual([
    { plans: ['Gold', 'Bronze'], price: 500, allowance: null },
    { plans: ['Silver'], price: 800, allowance: null },
    { plans: ['Swim'], price: 500, allowance: limited },
  ])
})

it('a plan that saves nothing is left out', () => {
  expect(memberPrices(full, [percent('Gold', 0), percent('Silver', 1)])).toEqual([
    { plans: ['Silver'], price: 990, allowance: null },
  ])
  expect(memberPrices(full, [])).toEqual([])
})

it('an allowance counts only with its period', () => {
  const allowanceOf = (more: Partial<PlanBenefit>) =>
    memberPrices(full, [percent('Gold', 50, { ...weekly, ...more })])[0]?.allowance
  expect(allowanceOf({})).toEqual({ uses: 2, period: 'week' })
  expect(allowanceOf({ allowance: null })).toBeNull()
  expect(allowanceOf({ allowancePeriod: null })).toBeNull()
})

it('of a ticket for several the own place is paid', () => {
  expect(memberPrices({ price: 1620, places: 4 }, [percent('Gold', 100)])).toEqual([
    { plans: ['Gold'], price: 1215, allowance: null },
  ])
})
