import { describe, expect, it } from 'vitest'
import { startsAt } from '#test/fixtures/bookingStates.ts'
import { callerFor } from './actions.ts'
import type { CallerProfile } from './actions.ts'

const occurrence = { id: 9, startsAt, endsAt: new Date('2027-03-04T19:00:00Z'), localDate: '2027-03-04' }

const place = (occurrenceId: number, from: string, to: string, more: object = {}) => ({
  occurrenceId,
  startsAt: new Date(`2027-03-04T${from}:00Z`),
  endsAt: new Date(`2027-03-04T${to}:00Z`),
  isBooked: false,
  bookingId: null,
  ...more,
})

type Person = CallerProfile['people'][number]

const someone = (more: Partial<Person> = {}): Person => ({
  id: 1,
  dateOfBirth: null,
  inductionIds: [],
  isMember: false,
  timesThisWeek: 0,
  places: [],
  waitlists: [],
  ...more,
})

const line = (id: number, occurrenceId: number, purchasedForId: number | null = null, places = 1) => ({
  id,
  occurrenceId,
  purchasedForId,
  places,
})

const of = (people: Person[], lines: CallerProfile['lines'] = []) =>
  callerFor(occurrence, { basketId: 50, isWalkIn: false, lines, people }, false)

describe('the basket of a caller at one session', () => {
  it('counts the lines of this session alone', () => {
    const seen = of([someone()], [line(60, 8, null, 4), line(61, 9, null, 2)])
    expect(seen).toMatchObject({ cartItemId: 61, own: 2, self: { isInBasket: true } })
    expect(of([someone()], [line(60, 8)])).toMatchObject({
      cartItemId: null,
      own: 0,
      self: { isInBasket: false },
    })
  })

  it("names the caller's own line before that of a child, whichever came first", () => {
    expect(of([someone(), someone({ id: 2 })], [line(61, 9, 2), line(62, 9)])).toMatchObject({
      cartItemId: 62,
      self: { isInBasket: true },
      linked: [{ isInBasket: true }],
    })
    expect(of([someone(), someone({ id: 2 })], [line(61, 9, 2), line(62, 9, 3)])).toMatchObject({
      cartItemId: 61,
      self: { isInBasket: false },
      linked: [{ isInBasket: true }],
    })
  })
})

describe('the places of a person at one session', () => {
  it('are booked here, or elsewhere at the same time; one that only touches it is neither', () => {
    const here = someone({ places: [place(9, '18:00', '19:00', { isBooked: true, bookingId: 5 })] })
    expect(of([here]).self).toMatchObject({ hasBooked: true, isElsewhere: false, isBookedElsewhere: false })
    for (const [from, to] of [
      ['17:00', '18:00'],
      ['19:00', '20:00'],
      ['10:00', '11:00'],
    ] as const)
      expect(of([someone({ places: [place(8, from, to, { isBooked: true })] })]).self).toMatchObject({
        hasBooked: false,
        isElsewhere: false,
        isBookedElsewhere: false,
      })
  })

  it('are held without being booked', () => {
    expect(of([someone({ places: [place(9, '18:00', '19:00')] })]).self).toMatchObject({ hasBooked: false })
    const elsewhere = [place(7, '18:30', '19:30'), place(8, '18:30', '19:30', { isBooked: true })]
    expect(of([someone({ places: elsewhere })]).self?.isBookedElsewhere).toBe(true)
    expect(of([someone({ places: elsewhere.slice(0, 1) })]).self).toMatchObject({
      isElsewhere: true,
      isBookedElsewhere: false,
    })
  })

  it('have the number of a booking, of whoever has one', () => {
    const withoutNumber = place(9, '18:00', '19:00', { isBooked: true })
    const withNumber = place(9, '18:00', '19:00', { isBooked: true, bookingId: 6 })
    expect(of([someone({ places: [withoutNumber, withNumber] })]).bookingId).toBe(6)
    expect(of([someone(), someone({ id: 2, places: [withNumber] })]).bookingId).toBe(6)
  })
})

describe('the waitlist entry of a person at one session', () => {
  const entry = (id: number, occurrenceId: number) => ({ id, occurrenceId, rangeId: null, offer: null })

  it('is that of this session', () => {
    expect(of([someone({ waitlists: [entry(70, 8), entry(71, 9)] })]).self?.waitlist).toEqual(entry(71, 9))
    expect(of([someone({ waitlists: [entry(70, 8)] })]).self?.waitlist).toBeNull()
  })
})
