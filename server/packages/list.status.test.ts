import { expect, it } from 'vitest'
import { packageStatus } from './list.ts'

it('G04: a package is usable until its last day while it has visits left', () => {
  const one = { usesLeft: 1, expiresOn: '2027-07-10' }
  expect(packageStatus(one, '2027-07-10')).toBe('active')
  expect(packageStatus(one, '2027-07-11')).toBe('expired')
  expect(packageStatus({ ...one, usesLeft: 0 }, '2027-07-10')).toBe('used')
  expect(packageStatus({ ...one, usesLeft: 0 }, '2027-07-11')).toBe('used')
})
