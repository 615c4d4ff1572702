import { inEnglish } from '#test/inEnglish.ts'
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
  visitor,
} from '#test/fixtures/bookingStates.ts'
import { actionOfHour, actionToShow, anonymousCaller, callerFor } from './actions.ts'
import type { Caller, CallerProfile } from './actions.ts'
import type { OccurrenceState } from './rules.ts'

const actionFor = (occurrence: OccurrenceState, by: Caller = visitor, at = now) => {
  const { status, reasonCode, availableAt, otherActions } = actionToShow(occurrence, by, at)
  return { status, reasonCode, availableAt, otherActions }
}
const only = (status: string | null, reasonCode: string | null, availableAt: string | null = null) => ({
  status,
  reasonCode,
  availableAt,
  otherActions: [],
})

describe('what to offer', () => {
  it('a visitor: a place that is free, even when checkout requires a login', () => {
    expect(actionFor(anOccurrence())).toEqual(only('BOOK', null))
  })

  it('a queue when there is no place, or the plain word where there is no queue', () => {
    expect(actionFor(anOccurrence({ places: fullPlaces }))).toEqual(only('JOIN_WAITLIST', 'full'))
    expect(actionFor(anOccurrence({ places: fullPlaces, hasWaitlist: false }))).toEqual(only('FULL', 'full'))
    expect(
      inEnglish(actionToShow(anOccurrence({ places: fullPlaces, hasWaitlist: false }), visitor, now).reason),
    ).toBe('The session being booked is already full')
  })

  it('nothing while the last places lie in other baskets, and when that may change', () => {
    expect(actionFor(anOccurrence({ places: heldPlaces }))).toEqual({
      ...only(null, 'held', '2027-03-04T12:05:00Z'),
      otherActions: ['JOIN_WAITLIST'],
    })
  })

  it('no hope of a place that is kept to the end of the session', () => {
    const waitlistPlaces = { ...heldPlaces, firstEnd: new Date('2027-03-04T19:00:00Z') }
    expect(actionFor(anOccurrence({ places: waitlistPlaces }))).toEqual({
      ...only(null, 'held'),
      otherActions: ['JOIN_WAITLIST'],
    })
  })

  it('no waitlist for a court that the desk keeps', () => {
    const claim = { holdId: 1, basketId: null, heldUntil: startsAt, isDeskOnly: true }
    const forDesk = { ...heldPlaces, deskPlaces: 1, firstEnd: new Date('2027-03-04T19:00:00Z') }
    expect(actionFor(anOccurrence({ places: { ...forDesk, claims: [claim] } }), visitor)).toEqual(
      only(null, 'held'),
    )
    expect(
      actionFor(anOccurrence({ places: { ...forDesk, claims: [{ ...claim, isDeskOnly: false }] } }), visitor),
    ).toMatchObject({ otherActions: ['JOIN_WAITLIST'] })
  })

  it('nothing before booking opens, with the opening; a visitor is told when log-in would help', () => {
    const early = new Date('2027-02-26T09:00:00Z')
    expect(actionFor(anOccurrence(), visitor, early)).toEqual(
      only(null, 'not_open_yet', '2027-02-26T22:00:00Z'),
    )
    expect(actionFor(anOccurrence(), { ...visitor, loginOpens: true }, early).otherActions).toEqual(['LOGIN'])
    expect(inEnglish(actionToShow(anOccurrence(), visitor, early).reason)).toBe(
      'You cannot book this activity yet',
    )
  })

  it('nothing after booking has closed, nor of what was called off', () => {
    expect(actionFor(anOccurrence(), visitor, new Date('2027-03-04T18:10:00Z'))).toEqual(only(null, 'closed'))
    expect(
      actionFor(anOccurrence({ status: 'cancelled' }), caller({ cartItemId: 61, bookingId: 5 })),
    ).toEqual(only(null, 'cancelled'))
  })

  it('the reservation in the own basket, which never reads as taken, to the end', () => {
    const mine = caller({ basketId: 50, cartItemId: 61, self: person({ isInBasket: true }) })
    expect(actionFor(anOccurrence({ places: heldPlaces }), mine)).toEqual(only('CANCEL_RESERVATION', null))
    expect(actionToShow(anOccurrence({ places: heldPlaces }), mine, now).cartItemId).toBe(61)
    expect(actionFor(anOccurrence(), mine, new Date('2027-03-04T18:30:00Z')).status).toBe(
      'CANCEL_RESERVATION',
    )
    // A visitor's too.
    expect(
      actionFor(anOccurrence({ places: heldPlaces }), { ...visitor, basketId: 50, cartItemId: 61 }).status,
    ).toBe('CANCEL_RESERVATION')
  })

  it('more tickets beside those in the basket, and oneself beside a child', () => {
    const tickets = caller({ cartItemId: 61, self: person({ isInBasket: true }) })
    expect(actionFor(anOccurrence({ isRepeatable: true }), tickets).otherActions).toEqual(['BOOK'])
    expect(actionFor(anOccurrence(), caller({ cartItemId: 61 })).otherActions).toEqual(['BOOK'])
  })

  it('the own booking until it begins', () => {
    const booked = caller({ bookingId: 5, self: person({ hasBooked: true }) })
    expect(actionFor(anOccurrence(), booked)).toEqual(only('CANCEL_BOOKING', 'already_booked'))
    expect(actionToShow(anOccurrence(), booked, now).bookingId).toBe(5)
    expect(actionFor(anOccurrence({ places: fullPlaces }), booked).status).toBe('CANCEL_BOOKING')
    expect(actionFor(anOccurrence(), booked, new Date('2027-03-04T18:00:00Z'))).toEqual(
      only(null, 'already_booked'),
    )
    expect(actionFor(anOccurrence({ isRepeatable: true }), booked)).toEqual({
      ...only('CANCEL_BOOKING', null),
      otherActions: ['BOOK'],
    })
  })

  it('only what suits the age on the day', () => {
    expect(
      actionFor(anOccurrence({ needs: { ...noNeeds, ageMin: 16 } }), caller({ self: person({ age: 15 }) })),
    ).toEqual(only(null, 'age'))
    expect(
      actionFor(anOccurrence({ needs: { ...noNeeds, ageMin: 16 } }), caller({ self: person({ age: 16 }) }))
        .status,
    ).toBe('BOOK')
    expect(
      actionFor(anOccurrence({ needs: { ...noNeeds, ageMax: 11 } }), caller({ self: person({ age: 12 }) })),
    ).toEqual(only(null, 'age'))
    expect(
      actionFor(anOccurrence({ needs: { ...noNeeds, ageMax: 11 } }), caller({ self: person({ age: null }) }))
        .status,
    ).toBe('BOOK')
    // A person of the wrong age is not sent to the queue either.
    const child = caller({ self: person({ age: 9 }) })
    expect(actionFor(anOccurrence({ needs: { ...noNeeds, ageMin: 16 }, places: fullPlaces }), child)).toEqual(
      only(null, 'age'),
    )
  })

  it('what needs an induction once it has been given, and only so often a week', () => {
    const gym = anOccurrence({ needs: { ...noNeeds, induction: { id: 31, name: 'Gym induction' } } })
    expect(actionFor(gym, caller())).toEqual(only(null, 'induction_required'))
    expect(actionFor(gym, caller({ self: person({ inductionIds: [31] }) })).status).toBe('BOOK')
    const twice = anOccurrence({ needs: { ...noNeeds, weeklyLimit: 2 } })
    expect(actionFor(twice, caller({ self: person({ timesThisWeek: 2 }) }))).toEqual(
      only(null, 'limit_reached'),
    )
    expect(actionFor(twice, caller({ self: person({ timesThisWeek: 1 }) })).status).toBe('BOOK')
    const club = anOccurrence({ needs: { ...noNeeds, membersOnly: true } })
    expect(actionFor(club, caller())).toEqual(only(null, 'membership_required'))
    expect(actionFor(club, caller({ self: person({ isMember: true }) })).status).toBe('BOOK')
    // A visitor is not known: they are asked to log in when they pay.
    expect([actionFor(gym).status, actionFor(twice).status]).toEqual(['BOOK', 'BOOK'])
  })

  it('a place for a linked person where one cannot book for oneself', () => {
    const parent = caller({ self: person({ age: 40 }), linked: [person({ age: 9 })] })
    expect(actionFor(anOccurrence({ needs: { ...noNeeds, ageMax: 11 } }), parent)).toEqual({
      ...only(null, 'age'),
      otherActions: ['BOOK'],
    })
    const both = caller({
      bookingId: 5,
      self: person({ hasBooked: true }),
      linked: [person({ hasBooked: true })],
    })
    expect(actionFor(anOccurrence(), both).otherActions).toEqual([])
  })

  it('nothing that overlaps what the person has, unless one may have both', () => {
    const busy = caller({ self: person({ isElsewhere: true }) })
    expect(actionFor(anOccurrence(), busy)).toEqual(only(null, 'clash'))
    expect(actionFor(anOccurrence({ isRepeatable: true }), busy).status).toBe('BOOK')
    expect(actionFor(anOccurrence({ places: fullPlaces }), busy).status).toBe('JOIN_WAITLIST')
  })
})

describe('what concerns one occurrence', () => {
  const occurrence = { id: 9, startsAt, endsAt: new Date('2027-03-04T19:00:00Z'), localDate: '2027-03-04' }
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
    const profile: CallerProfile = {
      basketId: 50,
      isWalkIn: false,
      lines: [{ id: 61, occurrenceId: 9, purchasedForId: 2, places: 1 }],
      people: [
        {
          id: 1,
          dateOfBirth: '2011-03-05',
          inductionIds: [31],
          isMember: false,
          timesThisWeek: 3,
          places: [
            place(8, '19:00', '20:00'),
            place(9, '18:00', '19:00', true, 5),
            place(10, '20:00', '21:00'),
          ],
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
    expect(callerFor(occurrence, profile, false)).toMatchObject({
      self: {
        age: 15,
        inductionIds: [31],
        timesThisWeek: 2,
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

  it('is empty for an anonymous caller', () => {
    expect(callerFor(occurrence, anonymousCaller, false)).toEqual({ ...visitor, own: 0 })
  })
})

describe('an hour over its courts', () => {
  const action = (status: 'BOOK' | 'FULL' | 'CANCEL_RESERVATION' | null, more = {}) => ({
    ...actionToShow(anOccurrence(), visitor, now),
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
