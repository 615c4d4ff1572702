import { describe, expect, it } from 'vitest'
import { bookingWindow, countPlaces, isDeskOnly, isPublicId, whyNoPlace, whyNotBookable } from './rules.ts'
import type { Claim, OnSale, Places } from './rules.ts'

/** A class on Thursday 4 March 2027 at 18:00, let by the usual rule. */
const aSession = (more: Partial<OnSale> = {}): OnSale => ({
  status: 'scheduled',
  startsAt: new Date('2027-03-04T18:00:00Z'),
  endsAt: new Date('2027-03-04T19:00:00Z'),
  timezone: 'Europe/London',
  lastBookableMinutes: 10,
  releaseDays: null,
  releaseTime: null,
  releaseMinutes: null,
  venueReleaseDaysVisitor: 6,
  venueReleaseDaysCustomer: 7,
  venueReleaseTime: '22:00',
  ...more,
})

const why = (session: OnSale, now: string, isLoggedIn = false) =>
  whyNotBookable(session, { isLoggedIn, now: new Date(now) })

describe('when a session is on sale', () => {
  it('opens a day earlier for the logged in, to the millisecond', () => {
    expect(why(aSession(), '2027-02-26T21:59:59.999Z')).toMatchObject({
      code: 'not_open_yet',
      message: 'You cannot book this activity yet',
      availableAt: new Date('2027-02-26T22:00:00Z'),
    })
    expect(why(aSession(), '2027-02-26T22:00:00Z')).toBeNull()
    expect(why(aSession(), '2027-02-25T21:59:59.999Z', true)?.code).toBe('not_open_yet')
    expect(why(aSession(), '2027-02-25T22:00:00Z', true)).toBeNull()
  })

  it('goes by the clock on the wall over both changes of the hour', () => {
    const inSummer = aSession({
      startsAt: new Date('2027-04-01T17:00:00Z'),
      endsAt: new Date('2027-04-01T18:00:00Z'),
    })
    expect(bookingWindow(inSummer, true).opensAt).toEqual(new Date('2027-03-25T22:00:00Z'))
    const inWinter = aSession({
      startsAt: new Date('2027-11-03T18:00:00Z'),
      endsAt: new Date('2027-11-03T19:00:00Z'),
    })
    expect(bookingWindow(inWinter, true).opensAt).toEqual(new Date('2027-10-27T21:00:00Z'))
  })

  it('goes by a rule of the activity: days of the wall, or elapsed time', () => {
    expect(bookingWindow(aSession({ releaseDays: 14, releaseTime: '07:00' }), false).opensAt).toEqual(
      new Date('2027-02-18T07:00:00Z'),
    )
    expect(bookingWindow(aSession({ releaseMinutes: 90 }), false).opensAt).toEqual(
      new Date('2027-03-04T16:30:00Z'),
    )
  })

  it('closes some minutes after the start, and never after the end', () => {
    expect(why(aSession(), '2027-03-04T18:09:59.999Z')).toBeNull()
    expect(why(aSession(), '2027-03-04T18:10:00Z')?.code).toBe('closed')
    expect(bookingWindow(aSession({ lastBookableMinutes: -30 }), false).closesAt).toEqual(
      new Date('2027-03-04T17:30:00Z'),
    )
    expect(bookingWindow(aSession({ lastBookableMinutes: 500 }), false).closesAt).toEqual(
      new Date('2027-03-04T19:00:00Z'),
    )
  })

  it('is not on sale when it has been called off, whatever the hour', () => {
    for (const now of ['2027-02-01T00:00:00Z', '2027-03-04T17:00:00Z', '2027-03-05T00:00:00Z']) {
      expect(why(aSession({ status: 'cancelled' }), now)?.code).toBe('cancelled')
    }
  })
})

const soon = new Date('2027-03-04T12:05:00Z')
const later = new Date('2027-03-04T12:09:00Z')

const places = (more: Partial<Places>): Places => ({
  capacity: 10,
  fewest: 1,
  confirmed: 0,
  held: 0,
  offered: 0,
  deskPlaces: 0,
  waiting: 0,
  firstEnd: null,
  claims: [],
  ...more,
})

const heldBy = (basketId: number | null, heldUntil: Date): Claim => ({
  holdId: 1,
  basketId,
  heldUntil,
  isDeskOnly: false,
})
const sold: Claim = { holdId: 2, basketId: 50, heldUntil: null, isDeskOnly: false }

describe('what the desk keeps', () => {
  it('is told from what lies in baskets', () => {
    expect(isDeskOnly(places({ capacity: 20, confirmed: 15, held: 5, deskPlaces: 5 }))).toBe(true)
    expect(isDeskOnly(places({ capacity: 20, confirmed: 14, held: 6, deskPlaces: 5 }))).toBe(false)
    expect(isDeskOnly(places({ capacity: 20, confirmed: 15, held: 5 }))).toBe(false)
    const court = places({ capacity: 1, claims: [{ ...heldBy(null, later), isDeskOnly: true }] })
    expect(isDeskOnly(court)).toBe(true)
    expect(isDeskOnly(places({ capacity: 1, claims: [heldBy(51, later)] }))).toBe(false)
  })
})

describe('places', () => {
  it('are free, held until the first of the holds ends, or gone', () => {
    expect(whyNoPlace(places({ confirmed: 5, held: 4 }), null)).toBeNull()
    expect(whyNoPlace(places({ confirmed: 5, held: 5, firstEnd: soon }), null)).toMatchObject({
      code: 'held',
      availableAt: soon,
    })
    expect(whyNoPlace(places({ confirmed: 10 }), null)).toMatchObject({
      code: 'full',
      message: 'The session being booked is already full',
    })
  })

  it('must suffice for the smallest ticket', () => {
    expect(whyNoPlace(places({ confirmed: 8, fewest: 2 }), null)).toBeNull()
    expect(whyNoPlace(places({ confirmed: 8, held: 1, fewest: 2, firstEnd: soon }), null)?.code).toBe('held')
    expect(whyNoPlace(places({ confirmed: 9, fewest: 2 }), null)?.code).toBe('full')
  })

  it('of a court are gone while anything else stands on its floor', () => {
    const court = { capacity: 1 }
    expect(whyNoPlace(places({ ...court, claims: [heldBy(50, soon), sold] }), 50)?.code).toBe('full')
    // Two shorter slots stand in its way: it is free when the later goes.
    expect(
      whyNoPlace(places({ ...court, claims: [heldBy(50, soon), heldBy(51, later)] }), null),
    ).toMatchObject({ code: 'held', availableAt: later })
    expect(whyNoPlace(places({ ...court, claims: [heldBy(50, soon)] }), 50)?.code).toBe('clash')
    expect(whyNoPlace(places({ ...court, claims: [heldBy(50, later), heldBy(51, soon)] }), 50)).toMatchObject(
      {
        code: 'held',
        availableAt: soon,
      },
    )
    expect(whyNoPlace(places({ ...court, claims: [heldBy(null, later)] }), null)?.code).toBe('held')
  })

  it('are counted so that the numbers add up, without what the asker holds', () => {
    for (const [given, basketId, own, spaces] of [
      [{ confirmed: 3, held: 4 }, null, 0, 3],
      [{ confirmed: 3, held: 4 }, 50, 1, 4],
      [{ confirmed: 3, held: 0 }, 50, 1, 7],
      [{ confirmed: 10, held: 0 }, null, 0, 0],
      [{ capacity: 1, claims: [sold] }, null, 0, 0],
      [{ capacity: 1, claims: [heldBy(51, soon)] }, 50, 0, 0],
      [{ capacity: 1, held: 1, claims: [heldBy(50, soon)] }, 50, 1, 1],
      [{ capacity: 1, claims: [heldBy(50, soon)] }, 50, 0, 1],
    ] as const) {
      const count = countPlaces(places(given), basketId, own)
      expect(count.spaces).toBe(spaces)
      expect(count.spaces + count.bookingsCount + count.heldByOthers).toBe(count.capacity)
    }
  })
})

describe('ids', () => {
  it('of the second world are told from slugs', () => {
    expect(isPublicId(`AQG${'x'.repeat(31)}`)).toBe(true)
    expect(isPublicId('swim-for-all')).toBe(false)
  })
})
