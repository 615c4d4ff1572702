import { describe, expect, it } from 'vitest'
import { agesInWords, cancellingInWords } from './about.ts'

const zone = 'Europe/London'
const fee = { raw: 300, currency: '3.00', formatted: '£3.00' }
const at = (instant: string) => Date.parse(instant) / 1000

describe('who it is for', () => {
  it('is said where it is not everybody', () => {
    expect(agesInWords({ ageMin: 16, ageMax: null })).toBe('16 and over')
    expect(agesInWords({ ageMin: 8, ageMax: 11 })).toBe('8 to 11 years')
    expect(agesInWords({ ageMin: null, ageMax: 4 })).toBe('Up to 4 years')
    expect(agesInWords({ ageMin: null, ageMax: null })).toBe('')
  })
})

describe('cancelling', () => {
  const start = at('2026-11-26T18:00:00Z')
  const early = new Date('2026-11-20T12:00:00Z')

  it('is free until a time on the wall, and then costs what it costs', () => {
    expect(cancellingInWords(start, { freeCancelMinutes: 1440, lateCancelFee: fee }, early, zone)).toBe(
      'Free to cancel until Wed 25 Nov, 18:00; after that it costs £3.00.',
    )
    expect(cancellingInWords(start, { freeCancelMinutes: 240, lateCancelFee: null }, early, zone)).toBe(
      'Free to cancel until Thu 26 Nov, 14:00; after that there is no refund.',
    )
    expect(cancellingInWords(start, { freeCancelMinutes: 0, lateCancelFee: null }, early, zone)).toBe(
      'Free to cancel until it starts.',
    )
  })

  it('counts elapsed time over a clock change', () => {
    // Sunday 28 March 2027, 10:00 in summer time; 24 hours before, the wall showed 09:00.
    const sunday = at('2027-03-28T09:00:00Z')
    expect(
      cancellingInWords(sunday, { freeCancelMinutes: 1440, lateCancelFee: null }, early, zone),
    ).toContain('Sat 27 Mar, 09:00')
  })

  it('says so when that time is past', () => {
    const late = new Date('2026-11-26T17:00:00Z')
    expect(cancellingInWords(start, { freeCancelMinutes: 1440, lateCancelFee: fee }, late, zone)).toBe(
      'So near the start cancelling costs £3.00.',
    )
    expect(cancellingInWords(start, { freeCancelMinutes: 1440, lateCancelFee: null }, late, zone)).toBe(
      'So near the start there is no refund for cancelling.',
    )
  })
})
