import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table is UTF-8 with a byte order mark, CR LF, and pounds with two decimals', () => {
  expect(csvOf(['day', 'till', 'expected'], [['2027-02-28', 'Reception', { pence: 123450 }]])).toBe(
    '\uFEFFday,till,expected\r\n2027-02-28,Reception,1234.50\r\n',
  )
  expect(csvOf(['difference'], [[{ pence: -5 }], [7]])).toBe('\uFEFFdifference\r\n-0.05\r\n7\r\n')
})

test.each(['=1+1', '+44', '-x', '@sum'])('%s is no formula', (typed) => {
  expect(csvOf(['reason'], [[typed]])).toBe(`\uFEFFreason\r\n'${typed}\r\n`)
})

test('commas, quotes and line breaks stay in their cell', () => {
  expect(csvOf(['reason'], [['a, "b"\nc']])).toBe('\uFEFFreason\r\n"a, ""b""\nc"\r\n')
})
