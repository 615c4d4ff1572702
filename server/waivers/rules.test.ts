import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import {
  validateAnswer,
  openOf,
  openWaivers,
  totalOf,
  totalWaivers,
  validUntil,
  whyInvalidDateOfBirth,
} from './rules.ts'
import type { WaiverNeed } from './rules.ts'

const need = (more: Partial<WaiverNeed> = {}): WaiverNeed => ({
  restrictionId: 31,
  name: 'Health statement',
  needed: 1,
  sent: 0,
  coveredUntil: null,
  ...more,
})

describe('what a line still needs', () => {
  it.each([
    ['one person, nothing sent', need(), 1, 1],
    ['sent', need({ sent: 1 }), 1, 0],
    ['agreed to before', need({ coveredUntil: '2027-06-01' }), 0, 0],
    ['three people, one of whom agreed before', need({ needed: 3, coveredUntil: '2027-06-01' }), 2, 2],
    ['and the two others sent', need({ needed: 3, sent: 2, coveredUntil: '2027-06-01' }), 2, 0],
    ['three people, all of them sent anew', need({ needed: 3, sent: 3 }), 3, 0],
    ['fewer people than before', need({ needed: 1, sent: 3 }), 1, 0],
  ])('%s', (_, one, total, open) => {
    expect([totalOf(one), openOf(one)]).toEqual([total, open])
  })

  it('is the sum over its waivers', () => {
    const needs = [need(), need({ needed: 3, sent: 1 })]
    expect([totalWaivers(needs), openWaivers(needs)]).toEqual([4, 3])
  })
})

describe('the last day of an agreement', () => {
  it.each([
    ['2027-02-28', 12, '2028-02-28'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-12-15', 3, '2028-03-15'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('%s and %i months: %s', (today, months, until) => {
    expect(validUntil(today, months)).toBe(until)
  })

  it('is null, for one booking, when no period is set', () => {
    expect(validUntil('2027-02-28', null)).toBeNull()
  })
})

describe('an answer', () => {
  const query = (type: Parameters<typeof validateAnswer>[0]['type'], required = true) => ({
    type,
    required,
    options: [{ value: 'yes' }, { value: 'no' }],
  })

  it.each([
    ['text', ' none ', 'none'],
    ['number', 42, '42'],
    ['number', '3.5', '3.5'],
    ['date', '2027-03-04', '2027-03-04'],
    ['select', 'yes', 'yes'],
    ['checkbox', true, 'true'],
    ['checkbox', '1', 'true'],
  ] as const)('%s takes %j', (type, sent, value) => {
    expect(validateAnswer(query(type), sent)).toEqual({ value })
  })

  it.each([
    ['text', '  '],
    ['text', undefined],
    ['number', 'two'],
    ['date', '2027-02-30'],
    ['select', 'perhaps'],
    ['select', ''],
    ['checkbox', false],
    ['checkbox', 'maybe'],
  ] as const)('%s refuses %j where it is required', (type, sent) => {
    expect(validateAnswer(query(type), sent)).toHaveProperty('wrong')
  })

  it.each(['text', 'number', 'date', 'select', 'checkbox'] as const)(
    '%s may be left out otherwise',
    (type) => {
      expect(validateAnswer(query(type, false), undefined)).toEqual({ value: null })
      expect(validateAnswer(query(type, false), '')).toEqual({ value: null })
    },
  )
})

it('no one is born tomorrow or before anybody alive', () => {
  expect(whyInvalidDateOfBirth('2027-03-01', '2027-03-01')).toBeNull()
  expect(inEnglish(whyInvalidDateOfBirth('2027-03-02', '2027-03-01'))).toBe('Enter a date in the past.')
  expect(inEnglish(whyInvalidDateOfBirth('1890-01-01', '2027-03-01'))).toBe('Enter a real date of birth.')
})

describe('an answer of a kind', () => {
  const options = [{ value: 'yes' }]
  const judge = (type: Parameters<typeof validateAnswer>[0]['type'], sent: string, required = false) =>
    validateAnswer({ type, options, required }, sent)

  it.each(['12', '-12', '1,5', '1.123456', '123456789012'])('%s is a number', (sent) => {
    expect(judge('number', sent)).toEqual({ value: sent })
  })
  it.each(['a12', '12a', '1.', '.5', '1.5.5', '1.1234567', '1234567890123', '--1', '1.5x'])(
    '%s is none',
    (sent) => {
      expect(inEnglish(judge('number', sent))).toEqual({ wrong: 'Enter a number.' })
    },
  )

  it('of a box is a tick or none', () => {
    expect(inEnglish(judge('checkbox', 'maybe'))).toEqual({ wrong: 'Tick the box or leave it empty.' })
    expect(inEnglish(judge('checkbox', 'maybe', true))).toEqual({ wrong: 'Tick the box or leave it empty.' })
    expect(judge('checkbox', 'false')).toEqual({ value: 'false' })
    expect(judge('checkbox', '0')).toEqual({ value: 'false' })
    expect(inEnglish(judge('checkbox', '0', true))).toEqual({ wrong: 'Tick the box to continue.' })
  })

  it('that is missing is named by what was to be done', () => {
    expect(inEnglish(judge('select', '', true))).toEqual({ wrong: 'Choose an answer.' })
    expect(inEnglish(judge('text', ' ', true))).toEqual({ wrong: 'Answer this question.' })
  })
})

it('a date of birth is at most 120 years of 366 days ago', () => {
  expect(whyInvalidDateOfBirth('1906-12-01', '2027-03-01')).toBeNull()
  expect(inEnglish(whyInvalidDateOfBirth('1906-11-30', '2027-03-01'))).toBe('Enter a real date of birth.')
})
