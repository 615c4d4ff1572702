import { expect, it } from 'vitest'
import { inEnglish } from '#test/inEnglish.ts'
import { whyNotMembers } from './members.ts'

const family = { maxMembers: 3, maxAdults: 2 }
const adult = { dateOfBirth: '2009-03-04' }
const child = { dateOfBirth: '2009-03-05' }
const unknown = { dateOfBirth: null }
const day = '2027-03-04'

it('a membership is for as many people, and as many adults, as its plan says', () => {
  expect(whyNotMembers(family, [adult, adult, child], day)).toBeNull()
  expect(whyNotMembers(family, [child, child, child], day)).toBeNull()
  expect(inEnglish(whyNotMembers(family, [], day))).toBe('Choose at least one person.')
  expect(inEnglish(whyNotMembers(family, [adult, child, child, child], day))).toBe(
    'This membership is for up to 3 people.',
  )
  expect(inEnglish(whyNotMembers(family, [adult, adult, adult], day))).toBe(
    'Up to 2 adults can belong to this membership.',
  )
})

it('somebody turns adult at 18, and counts as one while their age is unknown', () => {
  const one = { maxMembers: 3, maxAdults: 1 }
  expect(inEnglish(whyNotMembers(one, [adult, unknown], day))).toBe('1 adult can belong to this membership.')
  expect(whyNotMembers(one, [adult, child], day)).toBeNull()
  expect(whyNotMembers({ maxMembers: 2, maxAdults: null }, [adult, unknown], day)).toBeNull()
})
