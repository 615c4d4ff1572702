import { expect, test } from 'vitest'
import type { ListedPrice } from '#contract/price-steps.ts'
import { filterPrices, priceAt } from './priceList.ts'

const price = (id: number, more: Partial<ListedPrice> = {}): ListedPrice => ({
  id,
  venue: { slug: 'fernhill', name: 'Fernhill' },
  activity: { slug: 'yoga', name: 'Yoga', heading: 'Fitness' },
  ticket: null,
  band: '',
  option: 'standard',
  name: 'Standard',
  price: 500,
  steps: [],
  concession: false,
  ageMin: null,
  ageMax: null,
  proof: null,
  vatRate: 0,
  nominalCode: '',
  sold: 0,
  ...more,
})
const swim = price(2, {
  venue: { slug: 'moor', name: 'Saddle Moor' },
  activity: { slug: 'swim', name: 'Swim', heading: null },
  ticket: { slug: 'junior', name: 'Junior' },
  concession: true,
})
const idsOf = (filter: Partial<Parameters<typeof filterPrices>[1]>) =>
  filterPrices([price(1), swim], { venue: '', activity: '', kind: 'all', find: '', ...filter }).map(
    ({ id }) => id,
  )

test('prices are found by venue, activity or heading, kind and words', () => {
  expect(idsOf({})).toEqual([1, 2])
  expect(idsOf({ venue: 'moor' })).toEqual([2])
  expect(idsOf({ activity: 'Fitness' })).toEqual([1])
  expect(idsOf({ activity: 'Swim' })).toEqual([2])
  expect(idsOf({ kind: 'full' })).toEqual([1])
  expect(idsOf({ kind: 'concession' })).toEqual([2])
  expect(idsOf({ find: 'moor junior' })).toEqual([2])
  expect(idsOf({ find: 'moor yoga' })).toEqual([])
})

test('from a day on a price is its last step not after it', () => {
  const step = { id: 1, inFiles: null, setBy: null }
  const stepped = price(1, {
    steps: [
      { ...step, fromDay: '2028-01-01', price: 520 },
      { ...step, fromDay: '2028-02-01', price: 540 },
    ],
  })
  expect(
    ['2027-12-31', '2028-01-01', '2028-01-31', '2028-03-01'].map((day) => priceAt(stepped, day)),
  ).toEqual([500, 520, 520, 540])
})
