import { expect, test } from 'vitest'
import { reportTypes } from '#contract/reportTypes.ts'
import * as messages from '#messages/desk/reports.ts'
import { cellText, filledColumns } from './cells.ts'

const formats = { currencySymbol: '£', timezone: 'Europe/London' }

test('cells read as people write them', () => {
  expect(cellText('income', 'money', -123456, formats)).toBe('-£1,234.56')
  expect(cellText('fillPercent', 'percent', 62.5, formats)).toBe('62.5%')
  expect(cellText('hours', 'hours', 1.5, formats)).toBe('1.5')
  expect(cellText('zNumber', 'number', 1204, formats)).toBe('1204')
  expect(cellText('month', 'text', '2027-03', formats)).toBe('March 2027')
  expect(cellText('week', 'text', '2027-03-01', formats)).toContain('1 March')
  expect(cellText('kind', 'text', 'late_cancel', formats)).toBe('Late cancellation')
  expect(cellText('source', 'text', 'partner: FitFinder', formats)).toBe('partner: FitFinder')
  expect(cellText('beyondTerms', 'flag', true, formats)).toBe('Beyond the terms')
  expect(cellText('fillPercent', 'percent', null, formats)).toBe('')
})

test('a column that says nothing in any row is left out', () => {
  const rows = [
    { activity: 'Yoga', session: '', places: 0, fillPercent: null },
    { activity: 'Spin', session: '', places: 2, fillPercent: 50 },
  ]
  const columns = { activity: 'text', session: 'text', places: 'count', fillPercent: 'percent' } as const
  expect(filledColumns(columns, rows).map(([name]) => name)).toEqual(['activity', 'places', 'fillPercent'])
})

test('every column has a heading', () => {
  const names = Object.values(reportTypes).flatMap(({ columns }) => Object.keys(columns))
  expect(names.filter((name) => messages.columns[name] === undefined)).toEqual([])
})
