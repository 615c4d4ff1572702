import { describe, expect, it } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import { cancellationTerms } from './cancellationTerms.ts'

const booking = (cutoff: Partial<Booking['cancellationCutoff']> = {}, canBeCancelled = true) =>
  ({
    canBeCancelled,
    cancellationCutoff: {
      isAfterCutoff: false,
      cutoffAction: null,
      cutoffMessage: null,
      cutoffAt: '2027-06-30T17:30:00Z',
      ...cutoff,
    },
    item: { date: { tz: 'Europe/London' } },
  }) as unknown as Booking

describe('until when a booking may be given up', () => {
  it("is in the venue's time zone", () => {
    expect(cancellationTerms(booking())).toBe('Free to cancel until Wed 30 Jun, 18:30')
  })

  it('says what it costs once it is too late', () => {
    const late = booking({ isAfterCutoff: true, cutoffMessage: 'Cancelling now costs £3.00.' })
    expect(cancellationTerms(late)).toBe('Cancelling now costs £3.00.')
  })

  it('says nothing of what cannot be cancelled at all', () => {
    expect(cancellationTerms(booking({}, false))).toBeNull()
  })
})
