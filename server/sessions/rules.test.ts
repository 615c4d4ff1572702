import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import {
  codeEndsAt,
  loginLimits,
  sessionEndsAt,
  shouldExtend,
  shouldRecordLastSeen,
  whyWeakPassword,
} from './rules.ts'

const at = (text: string) => new Date(text)
const now = at('2027-02-28T10:00:00Z')

describe('a session', () => {
  it('lasts thirty days from its last use, in elapsed time', () => {
    expect(sessionEndsAt('customer', at('2027-03-20T10:00:00Z'))).toEqual(at('2027-04-19T10:00:00Z'))
  })

  it('ends ninety days after it began, however often it is used', () => {
    const seen = (text: string) => sessionEndsAt('customer', at(text), now)
    expect(seen('2027-04-29T09:00:00Z')).toEqual(at('2027-05-29T09:00:00Z'))
    expect(seen('2027-05-20T10:00:00Z')).toEqual(at('2027-05-29T10:00:00Z'))
  })

  it('is extended after a day of it has passed, and not before', () => {
    const ends = sessionEndsAt('customer', now)
    const seenAt = (seen: string) => shouldExtend(ends, sessionEndsAt('customer', at(seen), now), 'customer')
    expect(seenAt('2027-03-01T10:00:00Z')).toBe(false)
    expect(seenAt('2027-03-01T10:00:00.001Z')).toBe(true)
  })

  it('lasts half an hour from its last use for staff, and no longer than a shift', () => {
    const staff = (seen: string) => sessionEndsAt('staff', at(seen), now)
    expect(staff('2027-02-28T10:00:00Z')).toEqual(at('2027-02-28T10:30:00Z'))
    expect(staff('2027-02-28T21:45:00Z')).toEqual(at('2027-02-28T22:00:00Z'))
    const ends = at('2027-02-28T10:30:00Z')
    expect(shouldExtend(ends, staff('2027-02-28T10:01:00Z'), 'staff')).toBe(false)
    expect(shouldExtend(ends, staff('2027-02-28T10:01:01Z'), 'staff')).toBe(true)
  })

  it('records its last use once a minute', () => {
    expect(shouldRecordLastSeen(now, at('2027-02-28T10:00:59.999Z'))).toBe(false)
    expect(shouldRecordLastSeen(now, at('2027-02-28T10:01:00Z'))).toBe(true)
  })

  it('has codes that last a minute for a handover and an hour for a password reset', () => {
    expect(codeEndsAt('handover', now)).toEqual(at('2027-02-28T10:01:00Z'))
    expect(codeEndsAt('reset_password', now)).toEqual(at('2027-02-28T11:00:00Z'))
  })
})

describe('a password', () => {
  it.each([
    'password123',
    'Password2027!',
    '!!!Password!!!',
    'P@ssw0rd12345',
    'passwordpassword',
    'qwertyuiop',
    '1234567890',
    '0987654321',
    '1q2w3e4r5t',
    'abcdefghij',
    'qwertyqwerty',
    'aaaaaaaaaaaa',
    'abababababab',
    'Liverpool1892',
    'manchester1',
    'badminton99',
    'iloveyou1234',
    '12341234123412341234',
    // Of the published list.
    'basketball1',
    'tinkerbell',
    'Tr1nity1999',
    'butterfly2027!',
  ])('%s would be guessed among the first', (password) => {
    expect(inEnglish(whyWeakPassword(password))).toBe(
      'This password is too easy to guess. Choose another one.',
    )
  })

  it.each([
    'correct horse battery',
    'invented-by-ann',
    'Tuesday badminton with Bo',
    'ten letter',
    'þetta er gott',
    '7291063845',
    'rain on court four',
  ])('%s is good enough', (password) => {
    expect(whyWeakPassword(password)).toBe(null)
  })

  it.each(['onside-demo', 'quillmoor1', 'Quillmoor2027', 'Quillmoor Leisure 2027', 'quillm00r-2027'])(
    '%s is made of names that a guesser knows',
    (password) => {
      expect(inEnglish(whyWeakPassword(password, { operatorName: 'Quillmoor Leisure' }))).toBe(
        'This password is too easy to guess. Choose another one.',
      )
    },
  )

  it("may have the operator's name in a longer phrase", () => {
    expect(whyWeakPassword('rain over quillmoor again', { operatorName: 'Quillmoor Leisure' })).toBe(null)
  })

  it('is not the e-mail address', () => {
    const why = "Choose a password that isn't your e-mail address."
    const about = { email: 'ann.surname@example.test' }
    expect(inEnglish(whyWeakPassword('ann.surname@example.test', about))).toBe(why)
    expect(inEnglish(whyWeakPassword('AnnSurname1990', about))).toBe(why)
    expect(whyWeakPassword('Ann likes her surname', about)).toBe(null)
    expect(whyWeakPassword('rain on court four', { email: '' })).toBe(null)
    // Three letters are in many passwords by chance.
    expect(whyWeakPassword('7b-29o-63106', { email: 'bo@example.test' })).toBe(null)
    expect(whyWeakPassword('7t-29o-63106m', { email: 'tom@example.test' })).toBe(null)
    expect(inEnglish(whyWeakPassword('7t-29o-63106m-y', { email: 'tomy@example.test' }))).toBe(why)
  })
})

it('failed log-ins are limited for a person at an address, everywhere, and for the address', () => {
  const tried = { operatorId: 1, address: '192.0.2.7', person: 'ann@example.com', trustedDevice: null }
  expect(loginLimits(tried)).toEqual([
    { bucket: 'login here 192.0.2.7', allowed: { attempts: 200, seconds: 900 } },
    { bucket: 'login here 192.0.2.7 as 1 ann@example.com', allowed: { attempts: 10, seconds: 900 } },
    { bucket: 'login as 1 ann@example.com', allowed: { attempts: 20, seconds: 180 } },
  ])
  // In a browser where the person has logged in before, no stranger locks them out.
  expect(loginLimits({ ...tried, trustedDevice: 'd1' })).toEqual([
    { bucket: 'login on d1 as 1 ann@example.com', allowed: { attempts: 10, seconds: 900 } },
  ])
})
