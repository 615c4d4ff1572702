import { describe, expect, it } from 'vitest'
import { actionOfHour, actionToShow, concerning, nobody } from './rules.ts'
import type { Caller, Known } from './rules.ts'
import type { Somebody, Thing } from '#server/timetable/rules.ts'

const startsAt = new Date('2027-03-04T18:00:00Z')
const now = new Date('2027-03-04T12:00:00Z')
const soon = new Date('2027-03-04T12:05:00Z')

const noNeeds: Thing['needs'] = {
  ageMin: null,
  ageMax: null,
  induction: null,
  membersOnly: false,
  weeklyLimit: null,
}

const aThing = (more: Partial<Thing> = {}): Thing => ({
  status: 'scheduled',
  startsAt,
  endsAt: new Date('2027-03-04T19:00:00Z'),
  window: { opensAt: new Date('2027-02-26T22:00:00Z'), closesAt: new Date('2027-03-04T18:10:00Z') },
  places: {
    capacity: 10,
    fewest: 1,
    confirmed: 0,
    held: 0,
    offered: 0,
    waiting: 0,
    firstEnd: null,
    claims: [],
  },
  hasWaitlist: true,
  needs: noNeeds,
  isRepeatable: false,
  ...more,
})
const fullPlaces = {
  capacity: 1,
  fewest: 1,
  confirmed: 1,
  held: 0,
  offered: 0,
  waiting: 0,
  firstEnd: null,
  claims: [],
}
const heldPlaces = {
  capacity: 1,
  fewest: 1,
  confirmed: 0,
  held: 1,
  offered: 0,
  waiting: 0,
  firstEnd: soon,
  claims: [],
}

const visitor: Caller = {
  basketId: null,
  self: null,
  linked: [],
  cartItemId: null,
  bookingId: null,
  loginOpens: false,
}

const somebody = (more: Partial<Somebody> = {}): Somebody => ({
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
const caller = (more: Partial<Caller> = {}): Caller => ({ ...visitor, self: somebody(), ...more })

const seen = (thing: Thing, by: Caller = visitor, at = now) => {
  const { status, reasonCode, availableAt, otherActions } = actionToShow(thing, by, at)
  return { status, reasonCode, availableAt, otherActions }
}
const only = (status: string | null, reasonCode: string | null, availableAt: string | null = null) => ({
  status,
  reasonCode,
  availableAt,
  otherActions: [],
})

describe('what to offer', () => {
  it('a visitor: a place that is free, also where log-in is asked for at checkout', () => {
    expect(seen(aThing())).toEqual(only('BOOK', null))
  })

  it('a queue when there is no place, or the plain word where there is no queue', () => {
    expect(seen(aThing({ places: fullPlaces }))).toEqual(only('JOIN_WAITLIST', 'full'))
    expect(seen(aThing({ places: fullPlaces, hasWaitlist: false }))).toEqual(only('FULL', 'full'))
    expect(actionToShow(aThing({ places: fullPlaces, hasWaitlist: false }), visitor, now).reason).toBe(
      'The session being booked is already full',
    )
  })

  it('nothing while the last places lie in other baskets, and when that may change', () => {
    expect(seen(aThing({ places: heldPlaces }))).toEqual({
      ...only(null, 'held', '2027-03-04T12:05:00Z'),
      otherActions: ['JOIN_WAITLIST'],
    })
  })

  it('no hope of a place that is kept to the end of the session', () => {
    const kept = { ...heldPlaces, firstEnd: new Date('2027-03-04T19:00:00Z') }
    expect(seen(aThing({ places: kept }))).toEqual({
      ...only(null, 'held'),
      otherActions: ['JOIN_WAITLIST'],
    })
  })

  it('nothing before booking opens, with the opening; a visitor is told when log-in would help', () => {
    const early = new Date('2027-02-26T09:00:00Z')
    expect(seen(aThing(), visitor, early)).toEqual(only(null, 'not_open_yet', '2027-02-26T22:00:00Z'))
    expect(seen(aThing(), { ...visitor, loginOpens: true }, early).otherActions).toEqual(['LOGIN'])
    expect(actionToShow(aThing(), visitor, early).reason).toBe('You cannot book this activity yet')
  })

  it('nothing after booking has closed, nor of what was called off', () => {
    expect(seen(aThing(), visitor, new Date('2027-03-04T18:10:00Z'))).toEqual(only(null, 'closed'))
    expect(seen(aThing({ status: 'cancelled' }), caller({ cartItemId: 61, bookingId: 5 }))).toEqual(
      only(null, 'cancelled'),
    )
  })

  it('the reservation in the own basket, which never reads as taken, to the end', () => {
    const mine = caller({ basketId: 50, cartItemId: 61, self: somebody({ isInBasket: true }) })
    expect(seen(aThing({ places: heldPlaces }), mine)).toEqual(only('CANCEL_RESERVATION', null))
    expect(actionToShow(aThing({ places: heldPlaces }), mine, now).cartItemId).toBe(61)
    expect(seen(aThing(), mine, new Date('2027-03-04T18:30:00Z')).status).toBe('CANCEL_RESERVATION')
    // A visitor's too.
    expect(seen(aThing({ places: heldPlaces }), { ...visitor, basketId: 50, cartItemId: 61 }).status).toBe(
      'CANCEL_RESERVATION',
    )
  })

  it('more tickets beside those in the basket, and oneself beside a child', () => {
    const tickets = caller({ cartItemId: 61, self: somebody({ isInBasket: true }) })
    expect(seen(aThing({ isRepeatable: true }), tickets).otherActions).toEqual(['BOOK'])
    expect(seen(aThing(), caller({ cartItemId: 61 })).otherActions).toEqual(['BOOK'])
  })

  it('the own booking until it begins', () => {
    const booked = caller({ bookingId: 5, self: somebody({ hasBooked: true }) })
    expect(seen(aThing(), booked)).toEqual(only('CANCEL_BOOKING', 'already_booked'))
    expect(actionToShow(aThing(), booked, now).bookingId).toBe(5)
    expect(seen(aThing({ places: fullPlaces }), booked).status).toBe('CANCEL_BOOKING')
    expect(seen(aThing(), booked, new Date('2027-03-04T18:00:00Z'))).toEqual(only(null, 'already_booked'))
    expect(seen(aThing({ isRepeatable: true }), booked)).toEqual({
      ...only('CANCEL_BOOKING', null),
      otherActions: ['BOOK'],
    })
  })

  it('only what suits the age on the day', () => {
    expect(
      seen(aThing({ needs: { ...noNeeds, ageMin: 16 } }), caller({ self: somebody({ age: 15 }) })),
    ).toEqual(only(null, 'age'))
    expect(
      seen(aThing({ needs: { ...noNeeds, ageMin: 16 } }), caller({ self: somebody({ age: 16 }) })).status,
    ).toBe('BOOK')
    expect(
      seen(aThing({ needs: { ...noNeeds, ageMax: 11 } }), caller({ self: somebody({ age: 12 }) })),
    ).toEqual(only(null, 'age'))
    expect(
      seen(aThing({ needs: { ...noNeeds, ageMax: 11 } }), caller({ self: somebody({ age: null }) })).status,
    ).toBe('BOOK')
    // Somebody of the wrong age is not sent to the queue either.
    const child = caller({ self: somebody({ age: 9 }) })
    expect(seen(aThing({ needs: { ...noNeeds, ageMin: 16 }, places: fullPlaces }), child)).toEqual(
      only(null, 'age'),
    )
  })

  it('what needs an induction once it has been given, and only so often a week', () => {
    const gym = aThing({ needs: { ...noNeeds, induction: { id: 31, name: 'Gym induction' } } })
    expect(seen(gym, caller())).toEqual(only(null, 'induction_required'))
    expect(seen(gym, caller({ self: somebody({ inductionIds: [31] }) })).status).toBe('BOOK')
    const twice = aThing({ needs: { ...noNeeds, weeklyLimit: 2 } })
    expect(seen(twice, caller({ self: somebody({ timesThisWeek: 2 }) }))).toEqual(only(null, 'limit_reached'))
    expect(seen(twice, caller({ self: somebody({ timesThisWeek: 1 }) })).status).toBe('BOOK')
    const club = aThing({ needs: { ...noNeeds, membersOnly: true } })
    expect(seen(club, caller())).toEqual(only(null, 'membership_required'))
    expect(seen(club, caller({ self: somebody({ isMember: true }) })).status).toBe('BOOK')
    // A visitor is not known: they are asked to log in when they pay.
    expect([seen(gym).status, seen(twice).status]).toEqual(['BOOK', 'BOOK'])
  })

  it('a place for a linked person where one cannot book for oneself', () => {
    const parent = caller({ self: somebody({ age: 40 }), linked: [somebody({ age: 9 })] })
    expect(seen(aThing({ needs: { ...noNeeds, ageMax: 11 } }), parent)).toEqual({
      ...only(null, 'age'),
      otherActions: ['BOOK'],
    })
    const both = caller({
      bookingId: 5,
      self: somebody({ hasBooked: true }),
      linked: [somebody({ hasBooked: true })],
    })
    expect(seen(aThing(), both).otherActions).toEqual([])
  })

  it('nothing that overlaps what the person has, unless one may have both', () => {
    const busy = caller({ self: somebody({ isElsewhere: true }) })
    expect(seen(aThing(), busy)).toEqual(only(null, 'clash'))
    expect(seen(aThing({ isRepeatable: true }), busy).status).toBe('BOOK')
    expect(seen(aThing({ places: fullPlaces }), busy).status).toBe('JOIN_WAITLIST')
  })
})

describe('what concerns one thing', () => {
  const thing = { id: 9, startsAt, endsAt: new Date('2027-03-04T19:00:00Z'), localDate: '2027-03-04' }
  const place = (
    occurrenceId: number,
    from: string,
    to: string,
    isBooked = false,
    bookingId: number | null = null,
  ) => ({
    occurrenceId,
    startsAt: new Date(`2027-03-04T${from}:00Z`),
    endsAt: new Date(`2027-03-04T${to}:00Z`),
    isBooked,
    bookingId,
  })

  it('is whose birthday has been, who is booked on it, and who is elsewhere', () => {
    const known: Known = {
      basketId: 50,
      lines: [{ id: 61, occurrenceId: 9, purchasedForId: 2, places: 1 }],
      people: [
        {
          id: 1,
          dateOfBirth: '2011-03-05',
          inductionIds: [31],
          isMember: false,
          timesThisWeek: 2,
          places: [place(8, '19:00', '20:00'), place(9, '18:00', '19:00', true, 5)],
          waitlists: [],
        },
        {
          id: 2,
          dateOfBirth: '2011-03-04',
          inductionIds: [],
          isMember: false,
          timesThisWeek: 0,
          places: [place(7, '17:30', '18:01')],
          waitlists: [],
        },
      ],
    }
    expect(concerning(thing, known, false)).toMatchObject({
      self: {
        age: 15,
        inductionIds: [31],
        timesThisWeek: 1,
        hasBooked: true,
        isInBasket: false,
        isElsewhere: false,
      },
      linked: [{ age: 16, hasBooked: false, isInBasket: true, isElsewhere: true }],
      cartItemId: 61,
      bookingId: 5,
      own: 1,
    })
  })

  it('is nothing for somebody nobody knows', () => {
    expect(concerning(thing, nobody, false)).toEqual({ ...visitor, own: 0 })
  })
})

describe('an hour over its courts', () => {
  const action = (status: 'BOOK' | 'FULL' | 'CANCEL_RESERVATION' | null, more = {}) => ({
    ...actionToShow(aThing(), visitor, now),
    status,
    ...more,
  })

  it('can be booked when any court can, and is the own one first', () => {
    expect(actionOfHour([action('FULL'), action('BOOK')])?.status).toBe('BOOK')
    expect(actionOfHour([action('BOOK'), action('CANCEL_RESERVATION', { cartItemId: 61 })])).toMatchObject({
      status: 'CANCEL_RESERVATION',
      cartItemId: 61,
      otherActions: ['BOOK'],
    })
    expect(actionOfHour([])).toBeNull()
  })

  it('may change when the first of the held courts comes free', () => {
    const held = (availableAt: string) => action(null, { reasonCode: 'held', availableAt })
    expect(
      actionOfHour([held('2027-03-04T12:09:00Z'), action('FULL'), held('2027-03-04T12:05:00Z')]),
    ).toMatchObject({ status: null, reasonCode: 'held', availableAt: '2027-03-04T12:05:00Z' })
  })
})

describe('C08: a waitlist', () => {
  const offerUntil = new Date('2027-03-02T12:00:00Z')
  const offeredOne = { ...fullPlaces, confirmed: 0, held: 1, offered: 1 }
  const waiting = somebody({ waitlist: { id: 5601, offer: null } })
  const offered = somebody({
    waitlist: { id: 5601, offer: { holdId: 7, places: 1, until: offerUntil } },
  })

  it('is joined when nothing is free, and left by who is on it', () => {
    const full = aThing({ places: fullPlaces })
    expect(actionToShow(full, { ...visitor, self: somebody() }, now)).toMatchObject({
      status: 'JOIN_WAITLIST',
      reasonCode: 'full',
      waitlistId: null,
    })
    expect(actionToShow(full, { ...visitor, self: waiting }, now)).toMatchObject({
      status: 'LEAVE_WAITLIST',
      waitlistId: 5601,
    })
  })

  it('shows BOOK with the end of the offer to whom a place is kept, and nobody else gets it', () => {
    const thing = aThing({ places: offeredOne })
    expect(actionToShow(thing, { ...visitor, self: offered }, now)).toMatchObject({
      status: 'BOOK',
      reason: null,
      availableAt: '2027-03-02T12:00:00Z',
      waitlistId: 5601,
      otherActions: ['LEAVE_WAITLIST'],
    })
    expect(actionToShow(thing, { ...visitor, self: somebody() }, now)).toMatchObject({
      status: 'JOIN_WAITLIST',
      reasonCode: 'full',
    })
  })

  it('may be joined while the last places lie in baskets, where that is worth anything', () => {
    const held = aThing({ places: heldPlaces })
    expect(actionToShow(held, { ...visitor, self: somebody() }, now)).toMatchObject({
      status: null,
      reasonCode: 'held',
      otherActions: ['JOIN_WAITLIST'],
    })
    const later = new Date(startsAt.getTime() + 60_000)
    expect(actionToShow(held, { ...visitor, self: somebody() }, later).otherActions).toEqual([])
  })

  it('has the places that people wait for: they are free for nobody else', () => {
    const thing = aThing({ places: { ...fullPlaces, capacity: 2, waiting: 1 } })
    expect(actionToShow(thing, { ...visitor, self: somebody() }, now).status).toBe('JOIN_WAITLIST')
    expect(actionToShow(thing, { ...visitor, self: waiting }, now).status).toBe('LEAVE_WAITLIST')
  })

  it('is for nobody who could not come: too young, or booked elsewhere at the time', () => {
    const full = aThing({ places: fullPlaces, needs: { ...noNeeds, ageMin: 16 } })
    expect(actionToShow(full, { ...visitor, self: somebody({ age: 15 }) }, now)).toMatchObject({
      status: null,
      reasonCode: 'age',
    })
    const busy = somebody({ isElsewhere: true, isBookedElsewhere: true })
    expect(actionToShow(full, { ...visitor, self: busy }, now)).toMatchObject({
      status: 'FULL',
      reasonCode: 'full',
    })
    const holdsElse = somebody({ isElsewhere: true })
    expect(actionToShow(full, { ...visitor, self: holdsElse }, now).status).toBe('JOIN_WAITLIST')
  })

  it('is over with the start', () => {
    const started = new Date(startsAt.getTime() + 60_000)
    const action = actionToShow(aThing({ places: fullPlaces }), { ...visitor, self: somebody() }, started)
    expect(action.status).toBe('FULL')
  })

  it('may be joined for a linked person when oneself cannot', () => {
    const full = aThing({ places: fullPlaces, needs: { ...noNeeds, ageMax: 12 } })
    const parent = { ...visitor, self: somebody({ age: 40 }), linked: [somebody({ age: 9 })] }
    expect(actionToShow(full, parent, now)).toMatchObject({ status: null, otherActions: ['JOIN_WAITLIST'] })
  })
})
