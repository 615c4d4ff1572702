import { expect, it } from 'vitest'
import { isSamePerson } from './list.ts'

it('the same person has the same names, in any letters, and date of birth', () => {
  const anya = { firstName: 'Anya', lastName: 'Pendale', dateOfBirth: '2016-05-01' }
  expect(isSamePerson(anya, { ...anya, firstName: 'ANYA', lastName: 'pendale' })).toBe(true)
  expect(isSamePerson({ ...anya, firstName: 'ANYA', lastName: 'pendale' }, anya)).toBe(true)
  expect(isSamePerson(anya, { ...anya, firstName: 'Anja' })).toBe(false)
  expect(isSamePerson(anya, { ...anya, lastName: 'Pendle' })).toBe(false)
  expect(isSamePerson(anya, { ...anya, dateOfBirth: null })).toBe(false)
  expect(isSamePerson(anya, { ...anya, firstName: 'ANYA', lastName: 'PENDALE' })).toBe(true)
  expect(isSamePerson(anya, { ...anya, dateOfBirth: '2016-05-02' })).toBe(false)
})
