import { describe, expect, it } from 'vitest'
import {
  differenceOf,
  isSameOffer,
  isTaken,
  mayPayForMove,
  offerThere,
  onePerStart,
  whyNotMovable,
  whyNotPaidMove,
  withoutOwnFloor,
} from './rules.ts'

const claim = (holdId: number) => ({ holdId, basketId: null, heldUntil: null, isDeskOnly: false })
const at = (time: string): Date => new Date(`2027-03-04T${time}:00Z`)

const booking = {
  status: 'booked' as const,
  occurrenceStatus: 'scheduled' as const,
  startsAt: at('18:00'),
  price: 500,
  freeCancelMinutes: 240,
  lateCancelFee: null,
  source: 'activity-booking' as const,
  hasReference: false,
  tenders: [],
}

describe('when a booking may be moved', () => {
  it.each([
    [{}, '14:00', null],
    [{}, '14:01', 'past_cutoff'],
    // A fee for late cancelling does not make late moves free.
    [{ lateCancelFee: 100 }, '14:01', 'past_cutoff'],
    [{}, '18:00', 'past_cutoff'],
    [{ status: 'attended' as const }, '10:00', 'past_cutoff'],
    [{ status: 'cancelled' as const }, '10:00', 'already_cancelled'],
    [{ status: 'cancelled_by_venue' as const }, '10:00', 'already_cancelled'],
    [{ source: 'open-booking' as const }, '10:00', 'cannot_move'],
    [{ hasReference: true }, '10:00', 'cannot_move'],
  ])('%o at %s: %s', (more, time, why) => {
    expect(whyNotMovable({ ...booking, ...more }, at(time))).toBe(why)
  })
})

describe('what it may be moved to', () => {
  const yoga = { activityId: 1, venueId: 1, name: 'Yoga', startsAt: at('10:00'), endsAt: at('11:00') }

  it('is the same class at the same venue, of any length, or a court of the same length', () => {
    expect(isSameOffer('classes', yoga, { ...yoga, endsAt: at('11:30') })).toBe(true)
    expect(isSameOffer('classes', yoga, { ...yoga, name: 'Pilates' })).toBe(false)
    expect(isSameOffer('courts', yoga, { ...yoga, name: 'Court 2' })).toBe(true)
    expect(isSameOffer('courts', yoga, { ...yoga, endsAt: at('10:40') })).toBe(false)
    expect(isSameOffer('courts', yoga, { ...yoga, startsAt: at('12:00'), endsAt: at('13:00') })).toBe(true)
    expect(isSameOffer('classes', yoga, { ...yoga, venueId: 2 })).toBe(false)
    expect(isSameOffer('tickets', yoga, { ...yoga, activityId: 2 })).toBe(false)
  })

  const place = {
    holdId: 5,
    occurrenceId: 9,
    places: 2,
    isBooked: true,
    isOffer: false,
    startsAt: at('10:30'),
    endsAt: at('11:30'),
  }

  it('is no time at which the person is elsewhere, unless that is only on offer to them', () => {
    const session = { id: 1, startsAt: at('10:00'), endsAt: at('11:00') }
    expect(isTaken(session, [place])).toBe(true)
    expect(isTaken({ ...session, startsAt: at('09:30'), endsAt: at('10:30') }, [place])).toBe(false)
    expect(isTaken(session, [{ ...place, isOffer: true }])).toBe(false)
    expect(offerThere({ id: 9, endsAt: at('11:30') }, [{ ...place, isOffer: true }])).toMatchObject({
      holdId: 5,
      places: 2,
    })
    expect(offerThere({ id: 9, endsAt: at('11:30') }, [place])).toBeNull()
  })

  it('may follow another at once, and is none where the person is already', () => {
    expect(isTaken({ id: 1, startsAt: at('11:30'), endsAt: at('12:30') }, [place])).toBe(false)
    expect(isTaken({ id: 1, startsAt: at('12:00'), endsAt: at('12:30') }, [place])).toBe(false)
    expect(isTaken({ id: 9, startsAt: at('18:00'), endsAt: at('19:00') }, [place])).toBe(true)
    const offer = { ...place, isOffer: true }
    expect(isTaken({ id: 1, startsAt: at('10:00'), endsAt: at('11:00') }, [offer, place])).toBe(true)
    const elsewhere = { ...offer, occurrenceId: 8, holdId: 4 }
    expect(offerThere({ id: 9, endsAt: at('11:30') }, [elsewhere, offer])?.holdId).toBe(5)
  })

  it('may be on the floor that it gives up', () => {
    const ofClass = { ...claim(0), holdId: null }
    const places = {
      capacity: 1,
      fewest: 1,
      confirmed: 1,
      held: 0,
      offered: 0,
      deskPlaces: 0,
      waiting: 0,
      firstEnd: null,
      claims: [claim(5), claim(6), claim(7), ofClass],
    }
    expect(withoutOwnFloor(places, [5, 7])).toEqual({ ...places, claims: [claim(6), ofClass] })
  })

  it('pays back what it costs less, or costs more', () => {
    expect(differenceOf(845, 695)).toEqual({ refund: 150, surcharge: 0 })
    expect(differenceOf(845, 845)).toEqual({ refund: 0, surcharge: 0 })
    expect(differenceOf(845, 945)).toEqual({ refund: 0, surcharge: 100 })
  })

  it('of several courts at one time is the same court, else the cheapest', () => {
    const court = (locationId: number, price: number) => ({ startsAt: at('10:00'), locationId, price })
    const [first, second, cheap] = [court(1, 500), court(2, 500), court(3, 400)]
    expect(onePerStart([first, second, cheap], 2)).toEqual([second])
    expect(onePerStart([second, first, cheap], 2)).toEqual([second])
    expect(onePerStart([first, second, cheap], 7)).toEqual([cheap])
    expect(onePerStart([cheap, first], 7)).toEqual([cheap])
    expect(onePerStart([first, second], 7)).toEqual([first])
    const later = { ...first, startsAt: at('11:00') }
    expect(onePerStart([first, later], 1)).toEqual([first, later])
  })
})

describe('a move that is paid for', () => {
  it('is paid by the buyer, or by anyone who may see the order of a visitor; staff pay for no one', () => {
    const ann = { person: { id: 1 }, customerId: 1, isStaff: false }
    const staff = { person: { id: 9 }, customerId: 1, isStaff: true }
    expect(mayPayForMove({ customerId: 1 }, ann)).toBe(true)
    expect(mayPayForMove({ customerId: 2 }, ann)).toBe(false)
    expect(mayPayForMove({ customerId: 1 }, staff)).toBe(false)
    expect(mayPayForMove({ customerId: 9 }, staff)).toBe(false)
    expect(mayPayForMove({ customerId: null }, ann)).toBe(true)
    expect(mayPayForMove({ customerId: null }, { person: null, customerId: null, isStaff: false })).toBe(true)
    expect(mayPayForMove({ customerId: null }, staff)).toBe(false)
  })

  const session = { startsAt: at('20:00'), endsAt: at('21:00') }
  const move = { ...session, fromHoldId: 5, createdAt: at('13:55') }
  const now = { booking, holdId: 5, session }

  it.each([
    // Free changes ended at 14:00, after it began.
    [{}, '14:20', null],
    [{}, '18:00', 'tooLate'],
    [{ holdId: 6 }, '14:20', 'bookingChanged'],
    [{ booking: { ...booking, status: 'cancelled' as const } }, '14:20', 'bookingChanged'],
    [{ session: { ...session, startsAt: at('20:30') } }, '14:20', 'sessionChanged'],
    [{ session: { ...session, endsAt: at('21:30') } }, '14:20', 'sessionChanged'],
  ])('%o at %s: %s', (more, time, why) => {
    expect(whyNotPaidMove(move, { ...now, ...more }, at(time))).toBe(why)
  })

  it('counts free changes from when it began', () => {
    expect(whyNotPaidMove({ ...move, createdAt: at('14:01') }, now, at('14:02'))).toBe('tooLate')
  })
})
