import { describe, expect, it } from 'vitest'
import {
  anOccurrence,
  fullPlaces,
  heldPlaces,
  noNeeds,
  now,
  person,
  startsAt,
  visitor,
} from '#test/fixtures/bookingStates.ts'
import { actionToShow } from './actions.ts'

describe('C08: a waitlist', () => {
  const offerUntil = new Date('2027-03-02T12:00:00Z')
  const offeredOne = { ...fullPlaces, confirmed: 0, held: 1, offered: 1 }
  const waiting = person({ waitlist: { id: 5601, rangeId: null, offer: null } })
  const offered = person({
    waitlist: { id: 5601, rangeId: null, offer: { holdId: 7, places: 1, until: offerUntil } },
  })

  it('is joined when nothing is free, and left by who is on it', () => {
    const full = anOccurrence({ places: fullPlaces })
    expect(actionToShow(full, { ...visitor, self: person() }, now)).toMatchObject({
      status: 'JOIN_WAITLIST',
      reasonCode: 'full',
      waitlistId: null,
    })
    expect(actionToShow(full, { ...visitor, self: waiting }, now)).toMatchObject({
      status: 'LEAVE_WAITLIST',
      waitlistId: 5601,
    })
  })

  it('shows BOOK with the end of the offer to the person it was made to, and to no one else', () => {
    const occurrence = anOccurrence({ places: offeredOne })
    expect(actionToShow(occurrence, { ...visitor, self: offered }, now)).toMatchObject({
      status: 'BOOK',
      reason: null,
      availableAt: '2027-03-02T12:00:00Z',
      waitlistId: 5601,
      otherActions: ['LEAVE_WAITLIST'],
    })
    expect(actionToShow(occurrence, { ...visitor, self: person() }, now)).toMatchObject({
      status: 'JOIN_WAITLIST',
      reasonCode: 'full',
    })
  })

  it('may be joined while the last places lie in baskets, where that is worth anything', () => {
    const held = anOccurrence({ places: heldPlaces })
    expect(actionToShow(held, { ...visitor, self: person() }, now)).toMatchObject({
      status: null,
      reasonCode: 'held',
      otherActions: ['JOIN_WAITLIST'],
    })
    const later = new Date(startsAt.getTime() + 60_000)
    expect(actionToShow(held, { ...visitor, self: person() }, later).otherActions).toEqual([])
  })

  it('reserves places for the people on the waitlist: they are not free for others', () => {
    const occurrence = anOccurrence({ places: { ...fullPlaces, capacity: 2, waiting: 1 } })
    expect(actionToShow(occurrence, { ...visitor, self: person() }, now).status).toBe('JOIN_WAITLIST')
    expect(actionToShow(occurrence, { ...visitor, self: waiting }, now).status).toBe('LEAVE_WAITLIST')
  })

  it('is not offered to people who could not take part: too young, or booked elsewhere at the time', () => {
    const full = anOccurrence({ places: fullPlaces, needs: { ...noNeeds, ageMin: 16 } })
    expect(actionToShow(full, { ...visitor, self: person({ age: 15 }) }, now)).toMatchObject({
      status: null,
      reasonCode: 'age',
    })
    const busy = person({ isElsewhere: true, isBookedElsewhere: true })
    expect(actionToShow(full, { ...visitor, self: busy }, now)).toMatchObject({
      status: 'FULL',
      reasonCode: 'full',
    })
    const holdsElse = person({ isElsewhere: true })
    expect(actionToShow(full, { ...visitor, self: holdsElse }, now).status).toBe('JOIN_WAITLIST')
  })

  it('is over with the start', () => {
    const started = new Date(startsAt.getTime() + 60_000)
    const action = actionToShow(anOccurrence({ places: fullPlaces }), { ...visitor, self: person() }, started)
    expect(action.status).toBe('FULL')
  })

  it('may be joined for a linked person when oneself cannot', () => {
    const full = anOccurrence({ places: fullPlaces, needs: { ...noNeeds, ageMax: 12 } })
    const parent = { ...visitor, self: person({ age: 40 }), linked: [person({ age: 9 })] }
    expect(actionToShow(full, parent, now)).toMatchObject({ status: null, otherActions: ['JOIN_WAITLIST'] })
  })
})
