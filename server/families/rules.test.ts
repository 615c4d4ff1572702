import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { mayTakeOver, whyNotChild } from './rules.ts'

const today = '2027-03-04'

describe('a child of the family', () => {
  it('is under 16, and born', () => {
    expect(whyNotChild('2011-03-05', today)).toBeNull()
    expect(inEnglish(whyNotChild('2011-03-04', today))).toBe(
      'People aged 16 and over need their own account.',
    )
    expect(whyNotChild('2027-03-04', today)).toBeNull()
    expect(inEnglish(whyNotChild('2027-03-05', today))).toMatch(/date of birth/)
  })
})

describe('an account is handed over', () => {
  const child = { relation: 'child', hasLogin: false, dateOfBirth: '2011-03-04', healthShared: true }
  it('from the age of 16, where others look after it', () => {
    expect(mayTakeOver(child, today)).toBe(true)
    expect(mayTakeOver({ ...child, dateOfBirth: '2011-03-05' }, today)).toBe(false)
    expect(mayTakeOver({ ...child, dateOfBirth: null }, today)).toBe(true)
    expect(mayTakeOver({ ...child, relation: null }, today)).toBe(false)
    expect(mayTakeOver({ ...child, hasLogin: true }, today)).toBe(false)
    expect(mayTakeOver({ ...child, healthShared: false }, today)).toBe(false)
  })
})
