import { describe, expect, it } from 'vitest'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { cancellationLabel } from './activityDetails.ts'

const zone = 'Europe/London'
const fee = { raw: 300, currency: '3.00', formatted: '£3.00' }
const at = (instant: string) => Date.parse(instant) / 1000

describe('who it is for', () => {
  it('is displayed unless everyone goes', () => {
    expect(messages.ages({ min: 16, max: null })).toBe('16 and over')
    expect(messages.ages({ min: 8, max: 11 })).toBe('8 to 11 years')
    expect(messages.ages({ min: null, max: 4 })).toBe('Up to 4 years')
    expect(messages.ages({ min: null, max: null })).toBe('')
  })
})

describe('cancelling', () => {
  const start = at('2026-11-26T18:00:00Z')
  const early = new Date('2026-11-20T12:00:00Z')

  it('is free until a local time, and then costs the fee', () => {
    expect(cancellationLabel(start, { freeCancelMinutes: 1440, lateCancelFee: fee }, early, zone)).toBe(
      'Free cancellation until Wed 25 Nov, 18:00. After that it costs £3.00.',
    )
    expect(cancellationLabel(start, { freeCancelMinutes: 240, lateCancelFee: null }, early, zone)).toBe(
      'Free cancellation until Thu 26 Nov, 14:00. No refund after that.',
    )
    expect(cancellationLabel(start, { freeCancelMinutes: 0, lateCancelFee: null }, early, zone)).toBe(
      'Free cancellation until it starts.',
    )
    const nothing = { raw: 0, currency: '0.00', formatted: '£0.00' }
    expect(cancellationLabel(start, { freeCancelMinutes: 240, lateCancelFee: nothing }, early, zone)).toBe(
      'Free cancellation until it starts.',
    )
  })

  it('counts elapsed time over a clock change', () => {
    // Sunday 28 March 2027, 10:00 in summer time; 24 hours before, the wall showed 09:00.
    const sunday = at('2027-03-28T09:00:00Z')
    expect(
      cancellationLabel(sunday, { freeCancelMinutes: 1440, lateCancelFee: null }, early, zone),
    ).toContain('Sat 27 Mar, 09:00')
  })

  it('says so when that time has passed', () => {
    const late = new Date('2026-11-26T17:00:00Z')
    expect(cancellationLabel(start, { freeCancelMinutes: 1440, lateCancelFee: fee }, late, zone)).toBe(
      'Cancelling now costs £3.00',
    )
    expect(cancellationLabel(start, { freeCancelMinutes: 1440, lateCancelFee: null }, late, zone)).toBe(
      'No refund: starts in less than 24 hours',
    )
  })
})
