import { describe, expect, it } from 'vitest'
import {
  anOccurrence,
  caller,
  fullPlaces,
  heldPlaces,
  noNeeds,
  now,
  person,
  startsAt,
} from '#test/fixtures/bookingStates.ts'
import { actionToShow } from './actions.ts'
import type { Caller } from './actions.ts'
import type { OccurrenceState } from './rules.ts'

const seen = (occurrence: OccurrenceState, by: Caller, at = now) => {
  const { status, reasonCode, otherActions } = actionToShow(occurrence, by, at)
  return { status, reasonCode, otherActions }
}

const forChildren = anOccurrence({ needs: { ...noNeeds, ageMax: 11 } })
const fullForChildren = { ...forChildren, places: fullPlaces }
const waiting = { id: 5601, rangeId: null, offer: null }
const offered = { ...waiting, offer: { holdId: 7, places: 1, until: new Date('2027-03-04T14:00:00Z') } }

describe('what a parent is offered for a child', () => {
  it('a place, beside their own in the basket, their own booking and their own entry on the waitlist', () => {
    const linked = [person({ age: 9 })]
    const inBasket = caller({ cartItemId: 61, self: person({ isInBasket: true }), linked })
    expect(seen(anOccurrence(), inBasket)).toMatchObject({
      status: 'CANCEL_RESERVATION',
      otherActions: ['BOOK'],
    })
    const booked = caller({ bookingId: 5, self: person({ hasBooked: true }), linked })
    expect(seen(anOccurrence(), booked)).toMatchObject({
      status: 'CANCEL_BOOKING',
      otherActions: ['BOOK'],
    })
    const onWaitlist = caller({ self: person({ age: 40, waitlist: waiting }), linked })
    expect(seen(forChildren, onWaitlist)).toEqual({
      status: 'LEAVE_WAITLIST',
      reasonCode: 'age',
      otherActions: ['BOOK'],
    })
  })

  it('a way to end both, when one is booked and another lies in the basket', () => {
    const both = caller({ cartItemId: 61, bookingId: 5, self: person({ hasBooked: true }) })
    expect(seen(anOccurrence(), both)).toMatchObject({
      status: 'CANCEL_RESERVATION',
      otherActions: ['CANCEL_BOOKING'],
    })
    expect(seen(anOccurrence(), both, startsAt).otherActions).toEqual([])
    const mayRepeat = { ...both, linked: [person({ age: 9 })] }
    expect(seen(anOccurrence(), mayRepeat).otherActions).toEqual(['BOOK', 'CANCEL_BOOKING'])
  })

  it('the waitlist while nothing is free, or all that is free lies in baskets', () => {
    const parent = caller({ self: person({ age: 40 }), linked: [person({ age: 9 })] })
    const wait = { status: null, reasonCode: 'age', otherActions: ['JOIN_WAITLIST'] }
    expect(seen(fullForChildren, parent)).toEqual(wait)
    expect(seen({ ...forChildren, places: heldPlaces }, parent)).toEqual(wait)
  })

  it('no waitlist twice, nor one that the child may not join', () => {
    const parentOf = (child: Parameters<typeof person>[0]) =>
      caller({ self: person({ age: 40 }), linked: [person({ age: 9, ...child })] })
    expect(seen(fullForChildren, parentOf({ waitlist: waiting })).otherActions).toEqual([])
    expect(
      seen(fullForChildren, parentOf({ isElsewhere: true, isBookedElsewhere: true })).otherActions,
    ).toEqual([])
  })

  it('no waitlist for a child whose place lies in the basket, unless it may be booked again', () => {
    const parent = caller({
      cartItemId: 61,
      self: person({ age: 40 }),
      linked: [person({ age: 9, isInBasket: true })],
    })
    expect(seen(fullForChildren, parent)).toMatchObject({ status: 'CANCEL_RESERVATION', otherActions: [] })
    const tickets = { ...fullForChildren, isRepeatable: true }
    expect(seen(tickets, parent).otherActions).toEqual(['JOIN_WAITLIST'])
  })

  it('the waitlist once, when both may join it', () => {
    const both = caller({ linked: [person({ age: 9 })] })
    expect(seen(anOccurrence({ places: fullPlaces }), both)).toEqual({
      status: 'JOIN_WAITLIST',
      reasonCode: 'full',
      otherActions: [],
    })
    expect(seen(anOccurrence({ places: heldPlaces }), both)).toEqual({
      status: null,
      reasonCode: 'held',
      otherActions: ['JOIN_WAITLIST'],
    })
  })
})

describe('what a parent is offered where the child has an offer of a place', () => {
  const offeredPlaces = { ...fullPlaces, confirmed: 0, held: 1, offered: 1 }
  const parent = caller({ linked: [person({ age: 9, waitlist: offered })] })

  it('that place, besides the waitlist for themselves', () => {
    expect(seen(anOccurrence({ places: offeredPlaces }), parent)).toMatchObject({
      status: 'JOIN_WAITLIST',
      otherActions: ['BOOK'],
    })
  })

  it('that place, where nobody can join the waitlist any more', () => {
    const closed = anOccurrence({ places: offeredPlaces, hasWaitlist: false })
    expect(seen(closed, parent)).toMatchObject({ otherActions: ['BOOK'] })
  })
})

describe('what a family is not offered', () => {
  it('the waitlist of a court that the desk keeps', () => {
    const claim = { holdId: 1, basketId: null, heldUntil: startsAt, isDeskOnly: true }
    const reserved = anOccurrence({ places: { ...heldPlaces, deskPlaces: 1, claims: [claim] } })
    expect(seen(reserved, caller({ linked: [person({ age: 9 })] })).otherActions).toEqual([])
  })
})

describe('what a caller is offered besides', () => {
  it('no second place of what can be booked once, when one is in the basket', () => {
    const offeredMore = caller({ cartItemId: 61, self: person({ isInBasket: true, waitlist: offered }) })
    expect(seen(anOccurrence(), offeredMore).otherActions).toEqual([])
  })

  it('no more of what is full, though it may be booked again', () => {
    const tickets = caller({ cartItemId: 61, self: person({ isInBasket: true }) })
    expect(
      seen(anOccurrence({ isRepeatable: true, places: fullPlaces }), tickets).otherActions,
    ).not.toContain('BOOK')
  })

  it('a visitor: no second place beside the one in the basket', () => {
    const visitor = caller({ self: null, basketId: 50, cartItemId: 61 })
    expect(seen(anOccurrence(), visitor)).toMatchObject({ status: 'CANCEL_RESERVATION', otherActions: [] })
  })

  it('no log-in where it would not help: after booking has closed', () => {
    const late = caller({ self: null, loginOpens: true })
    expect(seen(anOccurrence(), late, new Date('2027-03-04T18:10:00Z'))).toEqual({
      status: null,
      reasonCode: 'closed',
      otherActions: [],
    })
  })

  it('no waitlist of a session that has begun, though booking is still open', () => {
    const full = anOccurrence({ places: fullPlaces })
    expect(seen(full, caller({ self: null }), startsAt)).toEqual({
      status: 'FULL',
      reasonCode: 'full',
      otherActions: [],
    })
    const before = new Date(startsAt.getTime() - 1)
    expect(seen(full, caller({ self: null }), before).status).toBe('JOIN_WAITLIST')
  })

  it('the range of an entry, where it is one of several days', () => {
    const self = person({ waitlist: { ...waiting, rangeId: 12 } })
    expect(actionToShow(anOccurrence({ places: fullPlaces }), caller({ self }), now)).toMatchObject({
      waitlistId: 5601,
      waitlistRangeId: 12,
    })
    expect(actionToShow(anOccurrence(), caller(), now)).not.toHaveProperty('waitlistRangeId')
  })
})
