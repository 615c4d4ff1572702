import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { passStatusOn, presentPass, whyNotDay } from './rules.ts'
import type { PassRow } from './rules.ts'

const pass = (more: Partial<PassRow> = {}): PassRow => ({
  id: 1,
  operatorId: 1,
  name: 'Guest day',
  code: 'GP-1',
  validFrom: '2027-03-01',
  validUntil: '2027-03-31',
  guestFirstName: null,
  guestLastName: null,
  guestEmail: null,
  venueSlug: null,
  venueName: null,
  visitOn: null,
  sentAt: null,
  usedAt: null,
  withdrawnAt: null,
  ...more,
})
const sentAt = new Date('2027-03-02T10:00:00Z')

describe('the status of a guest pass', () => {
  it('is available until the last day it is valid', () => {
    expect(passStatusOn(pass(), '2027-03-31')).toBe('available')
    expect(passStatusOn(pass(), '2027-04-01')).toBe('expired')
  })

  it('is issued until the day of the visit when it was sent', () => {
    const sent = pass({ sentAt, visitOn: '2027-03-10' })
    expect(passStatusOn(sent, '2027-03-10')).toBe('issued')
    expect(passStatusOn(sent, '2027-03-11')).toBe('expired')
  })

  it('stays used or withdrawn', () => {
    expect(passStatusOn(pass({ usedAt: sentAt, withdrawnAt: sentAt }), '2028-01-01')).toBe('used')
    expect(passStatusOn(pass({ withdrawnAt: sentAt }), '2028-01-01')).toBe('withdrawn')
  })
})

it('shows the code and the guest of a pass that was sent, and no other', () => {
  expect(presentPass(pass(), '2027-03-02')).toMatchObject({
    code: null,
    guest: null,
    validFrom: '2027-03-01',
    validUntil: '2027-03-31',
  })
  const sent = pass({
    sentAt,
    visitOn: '2027-03-10',
    guestFirstName: 'Jo',
    guestLastName: 'Bright',
    guestEmail: 'jo@example.com',
  })
  expect(presentPass(sent, '2027-03-02')).toMatchObject({
    code: 'GP-1',
    guest: { firstName: 'Jo', lastName: 'Bright', email: 'jo@example.com' },
    validFrom: '2027-03-10',
    validUntil: '2027-03-10',
  })
})

it('is sent for a day from today on, within the days it is valid', () => {
  const on = (day: string, today = '2027-03-01') => whyNotDay(pass(), day, today)
  expect(on('2027-03-01')).toBeNull()
  expect(on('2027-03-31')).toBeNull()
  expect(inEnglish(on('2027-03-04', '2027-03-05'))).toBe('Choose today or a later day.')
  expect(inEnglish(on('2027-02-28', '2027-02-01'))).toBe("This pass isn't valid on that day.")
  expect(inEnglish(on('2027-04-01'))).toBe("This pass isn't valid on that day.")
})
