import { expect, it } from 'vitest'
import { byTender, groupsBy, sumsOf } from './rules.ts'

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
