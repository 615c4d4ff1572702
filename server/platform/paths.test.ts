import { expect, test } from 'vitest'
import { pathWithin } from './paths.ts'

test.each([
  ['/', '/', '/'],
  ['/', '/basket', '/basket'],
  ['/', '/basket///', '/basket'],
  ['/', '//', '/'],
  ['/book', '/book', '/'],
  ['/book', '/book/basket/', '/basket'],
  ['/book', '/bookings', '/bookings'],
])('below %s, %s is %s', (basePath, pathname, path) => {
  expect(pathWithin(basePath, pathname)).toBe(path)
})

// Quadratic time, as a regular expression takes, would be minutes.
test('a path of many slashes is read like any other', () => {
  const path = `${'/'.repeat(400_000)}x`
  expect(pathWithin('/', `${path}/`)).toBe(path)
})
