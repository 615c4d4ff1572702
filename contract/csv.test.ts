import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table is UTF-8 with a byte order mark, CR LF, and pounds with two decimals', () => {
  const columns = { day: 'text', till: 'text', expected_cash: 'money' } as const
  expect(csvOf(columns, [{ day: '2027-02-28', till: 'Reception', expected_cash: 123450 }])).toBe(
    '\uFEFFday,till,expected_cash\r\n2027-02-28,Reception,1234.50\r\n',
  )
  expect(
    csvOf({ difference: 'money', places: 'count', hours: 'hours', fill: 'percent', beyond: 'flag' }, [
      { difference: -5, places: 7, hours: 1.5, fill: 62.5, beyond: true },
      { difference: 0, places: 0, hours: 0, fill: null, beyond: false },
    ]),
  ).toBe('\uFEFFdifference,places,hours,fill,beyond\r\n-0.05,7,1.50,62.5,true\r\n0.00,0,0.00,,false\r\n')
})

test.each(['=1+1', '+44', '-x', '@sum'])('%s is no formula', (typed) => {
  expect(csvOf({ reason: 'text' }, [{ reason: typed }])).toBe(`\uFEFFreason\r\n'${typed}\r\n`)
})

test('commas, quotes and line breaks stay in their cell', () => {
  expect(csvOf({ reason: 'text' }, [{ reason: 'a, "b"\nc' }])).toBe('\uFEFFreason\r\n"a, ""b""\nc"\r\n')
})
