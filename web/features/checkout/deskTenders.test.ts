import { expect, test } from 'vitest'
import { changeDue, needsTill, paidBy, toPayments, withLine, type TenderLine } from './deskTenders.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'

const line = (more: Partial<TenderLine>): TenderLine => ({
  key: 1,
  tenderType: 'cash',
  creditType: 'general',
  amount: '8.45',
  tendered: '',
  reference: '',
  lastFour: '',
  terminal: '',
  ...more,
})

test.each([
  ['8.45', 845],
  ['£8', 800],
  ['8,4', 840],
  ['0.29', 29],
  ['', null],
  ['-1', null],
  ['8.455', null],
  ['ten', null],
])('%s is %s pence', (typed, pence) => {
  expect(penceFromInput(typed)).toBe(pence)
})

test('change is what was handed over beyond the cash that is due', () => {
  expect(changeDue([line({ tendered: '10' })])).toBe(155)
  expect(changeDue([line({ tendered: '' })])).toBe(0)
  expect(changeDue([line({ tendered: '8' })])).toBeNull()
  expect(changeDue([line({ tenderType: 'cheque', tendered: '50' })])).toBe(0)
  expect(paidBy([line({}), line({ amount: '1.55' }), line({ amount: 'x' })])).toBe(1000)
})

test('each tender is sent with what belongs to it', () => {
  expect(
    toPayments([
      line({ tendered: '10' }),
      line({ tenderType: 'cheque', reference: '12' }),
      line({ tenderType: 'credit', creditType: 'membership', reference: 'no' }),
    ]),
  ).toEqual([
    { tenderType: 'cash', amount: 845, amountTendered: 1000 },
    { tenderType: 'cheque', amount: 845, reference: '12' },
    { tenderType: 'credit', amount: 845, type: 'membership' },
  ])
})

test('E07: a second credit line of one type replaces the first, and is no more than there is', () => {
  const available = { general: 300, membership: 200 }
  const credit = line({ tenderType: 'credit', amount: '2.00' })
  const both = withLine([credit, line({ key: 2, amount: '6.45' })], 2, { tenderType: 'credit' }, available)
  expect(both).toEqual([line({ key: 2, tenderType: 'credit', amount: '3.00' })])
  const other = { tenderType: 'credit', creditType: 'membership' } as const
  const types = withLine([credit, line({ key: 2, amount: '6.45' })], 2, other, available)
  expect(types.map(({ creditType, amount }) => [creditType, amount])).toEqual([
    ['general', '2.00'],
    ['membership', '2.00'],
  ])
  expect(withLine(types, 2, { creditType: 'general' }, available)).toHaveLength(1)
  expect(withLine(types, 1, { amount: '1.00' }, available)).toHaveLength(2)
})

test('a till is needed for everything but credit', () => {
  expect(needsTill([line({ tenderType: 'credit' })])).toBe(false)
  expect(needsTill([line({ tenderType: 'credit' }), line({ amount: '0' })])).toBe(false)
  expect(needsTill([line({ tenderType: 'credit' }), line({ tenderType: 'cheque' })])).toBe(true)
})
