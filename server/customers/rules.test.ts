import { describe, expect, it } from 'vitest'
import { ageInYears } from '#contract/time.ts'
import { referenceOf, referencePrefix, termsMissing, whyTooYoung } from './rules.ts'

describe('a reference', () => {
  it('ends with a check digit, so that one wrong digit names nobody', () => {
    expect(referenceOf('DL', 7_992_739)).toBe('DL-0079927398')
    for (let digit = 0; digit < 9; digit += 1)
      expect(referenceOf('DL', 7_992_730 + digit).at(-1)).not.toBe('8')
  })
})

describe('age', () => {
  it.each([
    ['2011-03-01', '2027-02-28', 15],
    ['2011-02-28', '2027-02-28', 16],
    ['2008-02-29', '2027-02-28', 18],
    ['2008-02-29', '2027-03-01', 19],
    ['2027-02-28', '2027-02-28', 0],
    ['2027-03-01', '2027-02-28', -1],
  ])('of a person born %s is on %s %i', (born, day, age) => {
    expect(ageInYears(born, day)).toBe(age)
  })

  it('allows registration from the sixteenth birthday', () => {
    expect(whyTooYoung('2011-02-28', '2027-02-28')).toBe(null)
    expect(whyTooYoung('2011-03-01', '2027-02-28')).toMatch(/at least 16/)
  })

  it('is between 0 and 120 years', () => {
    expect(whyTooYoung('1906-02-28', '2027-02-28')).toMatch(/real date of birth/)
    expect(whyTooYoung('1907-02-28', '2027-02-28')).toBe(null)
    expect(whyTooYoung('2027-03-01', '2027-02-28')).toMatch(/real date of birth/)
  })
})

describe("a customer's reference", () => {
  it.each([
    ['Demo Leisure', 'DL'],
    ['Onside', 'ONS'],
    ['Town & County Sports Trust Ltd', 'TCS'],
    ['7', 'C'],
  ])('of %s begins %s', (name, prefix) => {
    expect(referencePrefix(name)).toBe(prefix)
  })
})

describe('terms', () => {
  it('are accepted when all required ones are listed, or by `true`', () => {
    expect(termsMissing([1, 2], [2, 1, 7])).toEqual([])
    expect(termsMissing([1, 2], [2])).toEqual([1])
    expect(termsMissing([1, 2], true)).toEqual([])
    expect(termsMissing([], [])).toEqual([])
  })
})
