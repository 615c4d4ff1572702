import { describe, expect, it } from 'vitest'
import { factsOf } from './rules.ts'

describe('what the log has of an act', () => {
  it('is a line for each thing recorded; amounts are money, nothing is left out but what is empty', () => {
    expect(
      factsOf({ amount: 1250, to: 'card', reason: 'Pump failed', note: '', added: [], places: 3 }, '£'),
    ).toEqual([
      { name: 'amount', before: null, value: '£12.50' },
      { name: 'to', before: null, value: 'card' },
      { name: 'reason', before: null, value: 'Pump failed' },
      { name: 'places', before: null, value: '3' },
    ])
  })

  it('has of a change what is different now, with what was before', () => {
    expect(
      factsOf(
        {
          before: { firstName: 'Ann', lastName: 'Ash', staffLevel: 'desk' },
          after: { firstName: 'Ann', lastName: 'Oak', staffLevel: 'supervisor' },
        },
        '£',
      ),
    ).toEqual([
      { name: 'lastName', before: 'Ash', value: 'Oak' },
      { name: 'staffLevel', before: 'desk', value: 'supervisor' },
    ])
  })

  it('has a value and lists as they were recorded, and a dash for nothing', () => {
    expect(factsOf({ field: 'phone', before: null, after: '01632 960100' }, '£')).toEqual([
      { name: 'field', before: null, value: 'phone' },
      { name: 'value', before: '–', value: '01632 960100' },
    ])
    expect(factsOf({ before: ['Ann Ash'], after: ['Bo Birch', 'Cy Cedar'] }, '£')).toEqual([
      { name: 'value', before: 'Ann Ash', value: 'Bo Birch, Cy Cedar' },
    ])
    expect(factsOf({ payments: [{ amount: 5 }] }, '£')).toEqual([
      { name: 'payments', before: null, value: '[{"amount":5}]' },
    ])
  })
})
