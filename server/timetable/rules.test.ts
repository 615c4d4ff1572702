import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import {
  bookingWindow,
  countPlaces,
  isDeskOnly,
  isPublicId,
  whyNoPlace,
  whyNot,
  whyNotBookable,
  whyNotWait,
  withOffer,
} from './rules.ts'
import type { Claim, OccurrenceState, OnSale, PersonState, Places } from './rules.ts'

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
    expect(inEnglish(why(aSession(), '2027-02-26T21:59:59.999Z'))).toMatchObject({
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
    expect(isDeskOnly(places({ confirmed: 10 }))).toBe(false)
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
    const full = { code: 'full', message: 'The session being booked is already full' }
    expect(inEnglish(whyNoPlace(places({ confirmed: 10 }), null))).toMatchObject(full)
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
    const mixed = places({ ...court, claims: [heldBy(50, later), heldBy(51, soon)] })
    expect(whyNoPlace(mixed, 50)).toMatchObject({ code: 'held', availableAt: soon })
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
    expect(isPublicId(`xAQG${'x'.repeat(31)}`)).toBe(false)
    expect(isPublicId(`AQG${'x'.repeat(32)}`)).toBe(false)
  })
})

describe('a person', () => {
  const now = new Date('2027-03-04T12:00:00Z')
  const state = (more: Partial<OccurrenceState> = {}): OccurrenceState => ({
    status: 'scheduled',
    startsAt: new Date('2027-03-04T18:00:00Z'),
    endsAt: new Date('2027-03-04T19:00:00Z'),
    window: { opensAt: new Date('2027-02-26T22:00:00Z'), closesAt: new Date('2027-03-04T18:10:00Z') },
    places: places({}),
    hasWaitlist: true,
    needs: { ageMin: null, ageMax: null, weeklyLimit: null, membersOnly: false, induction: null },
    isRepeatable: false,
    ...more,
  })
  const person = (more: Partial<PersonState> = {}): PersonState => ({
    age: 30,
    inductionIds: [],
    isMember: false,
    timesThisWeek: 0,
    hasBooked: false,
    isInBasket: false,
    isElsewhere: false,
    isBookedElsewhere: false,
    waitlist: null,
    ...more,
  })
  const bookingCode = (of: OccurrenceState, who: PersonState | null) =>
    whyNot(of, who, null, now)?.code ?? null
  const waitingCode = (of: OccurrenceState, who: PersonState, at = now) =>
    whyNotWait(of, who, at)?.code ?? null
  const forty = { ...state().needs, ageMin: 40 }

  it('books what is on sale, suits them, has a place and is at a free time', () => {
    expect(bookingCode(state(), person())).toBeNull()
    expect(bookingCode(state(), null)).toBeNull()
    expect(bookingCode(state({ status: 'cancelled' }), person({ hasBooked: true }))).toBe('cancelled')
    expect(bookingCode(state(), person({ hasBooked: true }))).toBe('already_booked')
    expect(bookingCode(state({ needs: forty, places: places({ confirmed: 10 }) }), person())).not.toBe('full')
    expect(bookingCode(state({ needs: forty }), person())).not.toBeNull()
    expect(bookingCode(state({ needs: forty }), null)).toBeNull()
    expect(bookingCode(state({ places: places({ confirmed: 10 }) }), person({ isElsewhere: true }))).toBe(
      'full',
    )
    expect(bookingCode(state(), person({ isElsewhere: true }))).toBe('clash')
  })

  it('books again, and at the time of another booking, what may be repeated', () => {
    const tickets = state({ isRepeatable: true })
    expect(bookingCode(tickets, person({ hasBooked: true, isElsewhere: true }))).toBeNull()
    expect(waitingCode(tickets, person({ hasBooked: true, isBookedElsewhere: true }))).toBeNull()
  })

  it('takes the place that is offered to them, before those who wait', () => {
    const offer = { holdId: 7, places: 1, until: soon }
    const waitlist = { id: 1, rangeId: null, offer }
    const offered = state({ places: places({ confirmed: 9, held: 1, offered: 1, waiting: 3 }) })
    expect(bookingCode(offered, person({ waitlist }))).toBeNull()
    expect(bookingCode(offered, person({ waitlist: { ...waitlist, offer: null } }))).toBe('full')
    const claim = { holdId: 7, basketId: null, heldUntil: soon, isDeskOnly: false }
    const court = places({ capacity: 1, held: 1, offered: 1, claims: [claim] })
    expect(bookingCode(state({ places: court }), person({ waitlist }))).toBeNull()
    expect(withOffer(court, { ...offer, holdId: 8 }).claims).toEqual([claim])
    expect(withOffer(places({ held: 3, offered: 2, waiting: 4 }), offer)).toMatchObject({
      held: 2,
      offered: 1,
      waiting: 0,
    })
  })

  it('joins a waitlist until the start, unless it does not suit them or they are booked', () => {
    const whenFull = state({ places: places({ confirmed: 10 }) })
    expect(waitingCode(whenFull, person())).toBeNull()
    expect(waitingCode({ ...whenFull, status: 'cancelled' }, person())).toBe('cancelled')
    expect(waitingCode(whenFull, person(), new Date(whenFull.startsAt.getTime() - 1))).toBeNull()
    expect(waitingCode(whenFull, person(), whenFull.startsAt)).toBe('closed')
    expect(waitingCode(whenFull, person({ hasBooked: true }))).toBe('already_booked')
    expect(waitingCode({ ...whenFull, needs: forty }, person({ isBookedElsewhere: true }))).not.toBe('clash')
    expect(waitingCode(whenFull, person({ isBookedElsewhere: true }))).toBe('clash')
    expect(waitingCode(whenFull, person({ isElsewhere: true }))).toBeNull()
  })

  it('reads until when places are held only if that is before booking closes', () => {
    const heldTo = (firstEnd: Date) =>
      whyNot(state({ places: places({ held: 10, firstEnd }) }), person(), null, now)
    const { closesAt } = state().window
    expect(heldTo(soon)).toMatchObject({ code: 'held', availableAt: soon })
    expect(heldTo(new Date(closesAt.getTime() - 1))?.availableAt).not.toBeNull()
    expect(heldTo(closesAt)).toMatchObject({ code: 'held', availableAt: null })
  })
})

describe('places that people wait for', () => {
  const counted = (...given: Parameters<typeof countPlaces>) => {
    const { capacity, spaces, bookingsCount, heldByOthers } = countPlaces(...given)
    return [capacity, spaces, bookingsCount, heldByOthers]
  }

  it('count like sold ones', () => {
    expect(whyNoPlace(places({ confirmed: 7, waiting: 2 }), null)).toBeNull()
    expect(whyNoPlace(places({ confirmed: 7, waiting: 3 }), null)?.code).toBe('full')
    expect(whyNoPlace(places({ confirmed: 5, held: 2, waiting: 3, firstEnd: soon }), null)?.code).toBe('held')
    expect(whyNoPlace(places({ confirmed: 8, held: 2, offered: 2, firstEnd: soon }), null)?.code).toBe('full')
    expect(counted(places({ confirmed: 3, held: 2, waiting: 1 }), null, 0)).toEqual([10, 4, 3, 3])
    expect(countPlaces(places({ confirmed: 3, held: 4, waiting: 9 }), null, 0)).toMatchObject({
      spaces: 0,
      heldByOthers: 7,
    })
  })

  it('of a court in use by others are sold, or held by them', () => {
    const court = { capacity: 4, confirmed: 1, held: 1 }
    expect(counted(places({ ...court, claims: [sold] }), 51, 0)).toEqual([4, 0, 3, 1])
    expect(counted(places({ ...court, claims: [heldBy(51, soon)] }), 50, 0)).toEqual([4, 0, 1, 3])
    expect(countPlaces(places({ ...court, claims: [heldBy(null, soon)] }), null, 0).spaces).toBe(0)
  })

  it('of a court are free when the last of its holds has ended, in any order', () => {
    const court = (claims: Claim[]) => whyNoPlace(places({ capacity: 1, claims }), null)?.availableAt
    expect(court([heldBy(1, later), heldBy(2, soon)])).toEqual(later)
    expect(court([heldBy(1, soon), heldBy(2, later), heldBy(3, soon)])).toEqual(later)
  })
})
