import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { whyNotAdmitted, whyNotUndone } from './rules.ts'
import type { DeskPassRow } from './rules.ts'

const venue = { id: 7, name: 'Demo Centre', timezone: 'Europe/London' }
const desk = { venue, now: new Date('2027-03-10T09:00:00Z') }
const at = new Date('2027-03-02T10:00:00Z')

/** Sent for today, to the venue. */
const pass = (more: Partial<DeskPassRow> = {}): DeskPassRow => ({
  id: 1,
  operatorId: 1,
  name: 'Guest day',
  code: 'GP-1',
  validFrom: '2027-03-01',
  validUntil: '2027-03-31',
  guestFirstName: 'Jo',
  guestLastName: 'Bright',
  guestEmail: 'jo@example.com',
  venueId: 7,
  venueSlug: 'demo-centre',
  venueName: 'Demo Centre',
  visitOn: '2027-03-10',
  sentAt: at,
  usedAt: null,
  usedBy: null,
  withdrawnAt: null,
  memberId: 5,
  memberFirstName: 'Nell',
  memberName: 'Nell Member',
  ...more,
})
const codeOf = (more: Partial<DeskPassRow>) => whyNotAdmitted(pass(more), desk)?.code

describe('a guest pass at a desk', () => {
  it('admits a guest on the day and at the venue it was sent for', () => {
    expect(whyNotAdmitted(pass(), desk)).toBeNull()
    expect(codeOf({ visitOn: '2027-03-11' })).toBe('another_day')
    expect(codeOf({ visitOn: '2027-03-09' })).toBe('expired')
    expect(codeOf({ venueId: 8 })).toBe('another_venue')
    expect(codeOf({ sentAt: null, visitOn: null, venueId: null })).toBe('not_sent')
  })

  it('is refused for what cannot change any more before venue and day', () => {
    const elsewhere = { venueId: 8, visitOn: '2027-03-09' }
    expect(codeOf({ ...elsewhere, usedAt: at, withdrawnAt: at })).toBe('already_used')
    expect(codeOf({ ...elsewhere, withdrawnAt: at })).toBe('withdrawn')
    expect(codeOf(elsewhere)).toBe('expired')
    expect(codeOf({ venueId: 8, visitOn: '2027-03-11' })).toBe('another_venue')
  })

  it('says who used it only where that is recorded', () => {
    expect(inEnglish(whyNotAdmitted(pass({ usedAt: at }), desk)?.message)).toBe(
      'This pass was used on Tue 2 March 2027.',
    )
  })

  it('is given back on the day and at the venue of its use', () => {
    const usedAt = new Date('2027-03-10T00:00:00Z')
    expect(whyNotUndone(pass({ usedAt }), desk)).toBeNull()
    expect(whyNotUndone(pass(), desk)).toBeNull()
    expect(whyNotUndone(pass({ usedAt, venueId: 8 }), desk)?.code).toBe('another_venue')
    expect(whyNotUndone(pass({ usedAt: new Date('2027-03-09T23:59:00Z') }), desk)?.code).toBe('too_late')
  })
})
