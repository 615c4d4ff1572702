import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { hasRequirements, onlyAges, toCandidate, weekOf, whyNotEligible } from './rules.ts'
import type { Needs } from './rules.ts'

const nothing: Needs = { ageMin: null, ageMax: null, induction: null, membersOnly: false, weeklyLimit: null }
const anyone = { age: 30, inductionIds: [], isMember: false, timesThisWeek: 0 }

describe('eligibility', () => {
  it.each([
    [{ ageMin: 8 }, { age: 7 }, "Tom is too young for this. It's for ages 8 and over."],
    [{ ageMin: 8, ageMax: 12 }, { age: 7 }, "Tom is too young for this. It's for ages 8 to 12."],
    [{ ageMax: 12 }, { age: 13 }, "Tom is too old for this. It's for ages up to 12."],
    [{ membersOnly: true }, {}, "This is for members only, and Tom doesn't have a membership on that day."],
    [
      { induction: { id: 31, name: 'Gym induction' } },
      { inductionIds: [30] },
      'Tom needs an induction first: Gym induction. Book it at reception.',
    ],
    [{ weeklyLimit: 2 }, { timesThisWeek: 2 }, 'Tom can book this twice a week, and already has.'],
  ])('%j and %j: %s', (needs, person, message) => {
    const why = whyNotEligible({ ...nothing, ...needs }, { ...anyone, ...person }, 'Tom')
    expect(inEnglish(why?.message)).toBe(message)
  })

  it('says "you" to the person themselves', () => {
    expect(inEnglish(whyNotEligible({ ...nothing, ageMin: 8 }, { ...anyone, age: 7 }, null))).toEqual({
      code: 'age',
      message: "You are too young for this. It's for ages 8 and over.",
    })
  })

  it('allows people who meet the requirements, and people of unknown age', () => {
    const needs = {
      ageMin: 8,
      ageMax: 12,
      induction: { id: 31, name: 'Climbing induction' },
      membersOnly: true,
      weeklyLimit: 2,
    }
    const fits = { age: 8, inductionIds: [31], isMember: true, timesThisWeek: 1 }
    expect(whyNotEligible(needs, fits, null)).toBeNull()
    expect(whyNotEligible(needs, { ...fits, age: 12 }, null)).toBeNull()
    expect(whyNotEligible(needs, { ...fits, age: null }, null)).toBeNull()
  })

  it('never uses words that API clients interpret otherwise (wire §1.5)', () => {
    const all = [
      whyNotEligible({ ...nothing, ageMin: 8, ageMax: 9 }, { ...anyone, age: 7 }, null),
      whyNotEligible({ ...nothing, induction: { id: 31, name: 'Induction' } }, anyone, null),
      whyNotEligible({ ...nothing, weeklyLimit: 1 }, { ...anyone, timesThisWeek: 1 }, null),
    ]
    for (const why of all) expect(inEnglish(why?.message)).not.toMatch(/full|valid days/i)
  })
})

it('a person is as old as on the day', () => {
  const born = { dateOfBirth: '2017-03-05', inductionIds: [], isMember: false, timesThisWeek: 0 }
  expect(toCandidate(born, '2027-03-04').age).toBe(9)
  expect(toCandidate(born, '2027-03-05').age).toBe(10)
})

it('a week is from Monday to Sunday', () => {
  expect(weekOf('2027-03-04')).toEqual({ monday: '2027-03-01', sunday: '2027-03-07' })
  expect(weekOf('2027-03-01')).toEqual({ monday: '2027-03-01', sunday: '2027-03-07' })
  expect(weekOf('2027-03-07')).toEqual({ monday: '2027-03-01', sunday: '2027-03-07' })
  expect(weekOf('2027-03-28').monday).toBe('2027-03-22')
})

describe('requirements', () => {
  const none = onlyAges({ ageMin: null, ageMax: null })
  it.each([
    [{ ageMin: 0 }],
    [{ ageMax: 12 }],
    [{ membersOnly: true }],
    [{ weeklyLimit: 1 }],
    [{ induction: { id: 31, name: 'Gym induction' } }],
  ])('%j is one', (more) => {
    expect(hasRequirements({ ...none, ...more })).toBe(true)
  })
  it('are none where nothing is required', () => {
    expect(hasRequirements(none)).toBe(false)
  })
  it('of age are met by a person whose age is unknown', () => {
    const person = { dateOfBirth: null, inductionIds: [], isMember: false, timesThisWeek: 0 }
    expect(toCandidate(person, '2027-03-01').age).toBeNull()
    expect(
      whyNotEligible({ ...none, ageMin: 8, ageMax: 12 }, toCandidate(person, '2027-03-01'), null),
    ).toBeNull()
  })
})
