import { expect, it } from 'vitest'
import { byTender, expectedOf, groupsBy, sumsOf, varianceOf } from './rules.ts'

it('adds up what was taken and what was given back', () => {
  expect(sumsOf([{ amount: 1200 }, { amount: -300 }, { amount: 0 }, { amount: 450 }])).toEqual({
    count: 4,
    taken: 1650,
    givenBack: 300,
    net: 1350,
  })
  expect(sumsOf([])).toEqual({ count: 0, taken: 0, givenBack: 0, net: 0 })
})

it('lists tenders in the order in which a till is counted, with kinds of credit apart', () => {
  const sums = byTender([
    { tenderType: 'card_terminal', creditType: null, amount: 10 },
    { tenderType: 'credit', creditType: 'membership', amount: 100 },
    { tenderType: 'card', creditType: null, amount: 500 },
    { tenderType: 'credit', creditType: 'general', amount: 200 },
    { tenderType: 'cash', creditType: null, amount: 700 },
    { tenderType: 'card', creditType: null, amount: -50 },
    { tenderType: 'cheque', creditType: null, amount: 60 },
    { tenderType: 'offline-voucher', creditType: null, amount: 70 },
    { tenderType: 'customer_account_online', creditType: null, amount: 80 },
  ])
  expect(sums.map(({ tenderType, creditType, net }) => [tenderType, creditType, net])).toEqual([
    ['cash', null, 700],
    ['cheque', null, 60],
    ['offline-voucher', null, 70],
    ['card', null, 450],
    ['card_terminal', null, 10],
    ['credit', 'membership', 100],
    ['credit', 'general', 200],
    ['customer_account_online', null, 80],
  ])
})

it('groups entries by their key, in the order of first entries', () => {
  const entries = [{ by: 2 }, { by: null }, { by: 1 }, { by: 2 }]
  expect(groupsBy(entries, ({ by }) => by)).toEqual([[{ by: 2 }, { by: 2 }], [{ by: null }], [{ by: 1 }]])
})

it('expects the float, what was taken and what was moved', () => {
  const movements = [
    { kind: 'float_in', amount: 1000 },
    { kind: 'banking', amount: 4000 },
    { kind: 'petty_cash', amount: 250 },
  ] as const
  const taken = new Map([
    ['cash', 3000],
    ['cheque', 700],
  ])
  expect([...expectedOf(5000, taken, movements)]).toEqual([
    ['cash', 4750],
    ['cheque', 700],
  ])
  expect(
    varianceOf([
      { expected: 500, counted: 0 },
      { expected: 0, counted: 500 },
    ]),
  ).toBe(1000)
})
