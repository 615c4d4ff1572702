import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { ageInYears } from '#contract/time.ts'
import {
  referenceOf,
  referencePrefix,
  searchTerms,
  termsMissing,
  whyInvalidDateOfBirth,
  whyInvalidPhone,
  whyInvalidPostcode,
  whyTooYoung,
} from './rules.ts'

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
    expect(inEnglish(whyTooYoung('2011-03-01', '2027-02-28'))).toMatch(/at least 16/)
  })

  it('is between 0 and 120 years', () => {
    expect(inEnglish(whyTooYoung('1906-02-28', '2027-02-28'))).toMatch(/real date of birth/)
    expect(whyTooYoung('1907-02-28', '2027-02-28')).toBe(null)
    expect(inEnglish(whyTooYoung('2027-03-01', '2027-02-28'))).toMatch(/real date of birth/)
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

describe('a phone number', () => {
  it.each([
    undefined,
    '',
    '01234 567890',
    '+44 (0)1234 567-890',
    '01234 567890 ext. 12',
    '01234 567890 ext 12',
    '01234567890x12',
    '1234567',
  ])('%s is accepted', (phone) => {
    expect(whyInvalidPhone(phone)).toBeNull()
  })
  it.each([
    '123456',
    'none',
    '01234 567890 or later',
    '+',
    '1234567890123456789',
    '++441234567890',
    'x01234567',
  ])('%s is refused', (phone) => {
    expect(inEnglish(whyInvalidPhone(phone))).toEqual(expect.any(String))
  })
  it('has seven to eighteen digits', () => {
    expect(whyInvalidPhone('123456789012345678')).toBeNull()
  })
})

describe('a postcode', () => {
  it.each([undefined, '', 'EX1 1EX', 'SW1A 1AA', 'M1 1AE', 'W1A 0AX'])('%s is accepted', (postcode) => {
    expect(whyInvalidPostcode(postcode)).toBeNull()
  })
  it.each(['EX1', '12345', 'EX11EX', 'EXX1 1EX', 'EX1 1EXX', ' EX1 1EX', 'EX1 EX1', 'EX111 1EX', 'M1-1AE'])(
    '%s is refused',
    (postcode) => {
      expect(inEnglish(whyInvalidPostcode(postcode))).toEqual(expect.any(String))
    },
  )
})

it('a date of birth is at most 120 years ago, and not to come', () => {
  expect(whyInvalidDateOfBirth('2027-03-04', '2027-03-04')).toBeNull()
  expect(inEnglish(whyInvalidDateOfBirth('2027-03-05', '2027-03-04'))).toEqual(expect.any(String))
  expect(whyInvalidDateOfBirth('1906-03-05', '2027-03-04')).toBeNull()
  expect(inEnglish(whyInvalidDateOfBirth('1906-03-04', '2027-03-04'))).toEqual(expect.any(String))
})

it('customers are searched by words of two letters together, without case and accents', () => {
  expect(searchTerms('  Zoë  O’Brien-Smith 42 ')?.words).toEqual(['zoe', 'o', 'brien', 'smith', '42'])
  expect(searchTerms('é')).toBeNull()
  expect(searchTerms('a b')?.words).toEqual(['a', 'b'])
  expect(searchTerms(' - ')).toBeNull()
})
