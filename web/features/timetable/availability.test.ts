import { describe, expect, it } from 'vitest'
import type { ActionToShow, BookableClass } from '#contract/shapes.ts'
import {
  actionName,
  availabilityOf,
  countInWords,
  isBookable,
  priceNote,
  priceOfSeveral,
  toldOf,
} from './availability.ts'

const zone = 'Europe/London'
const now = new Date('2026-11-26T17:00:00Z')
const startsAt = Date.parse('2026-11-26T18:00:00Z') / 1000

const money = (raw: number) => ({ raw, formatted: `£${(raw / 100).toFixed(2)}` })

const item = (action: Partial<ActionToShow> = {}, more: Partial<BookableClass> = {}): BookableClass =>
  ({
    id: 'AQGinvented',
    name: 'Yoga',
    timestamp: startsAt,
    duration: '60min',
    startsAt: { format12Hour: '6:00pm', format24Hour: '18:00' },
    endsAt: { format12Hour: '7:00pm', format24Hour: '19:00' },
    capacity: 20,
    spaces: 12,
    waitlistLength: 0,
    price: money(980),
    pricingOptions: [],
    location: { id: '1', name: 'Studio 2' },
    actionToShow: {
      status: 'BOOK',
      reason: null,
      reasonCode: null,
      availableAt: null,
      bookingId: null,
      cartItemId: null,
      waitlistId: null,
      otherActions: [],
      ...action,
    },
    ...more,
  }) as BookableClass

const words = (one: BookableClass, counts?: 'place' | 'court', at = now) =>
  toldOf(availabilityOf(one, at), at, zone, counts).words

describe('how things stand', () => {
  it('C01: says how many spaces are left, and that they are few when they are', () => {
    expect(words(item())).toBe('12 spaces')
    expect(words(item({}, { spaces: 3 }))).toBe('3 left')
    expect(words(item({}, { spaces: 1 }))).toBe('1 left')
  })

  it('C02: a court is free or not; an hour counts its courts', () => {
    expect(words(item({}, { capacity: 1, spaces: 1 }))).toBe('Free')
    expect(words(item({}, { capacity: 8, spaces: 5 }), 'court')).toBe('5 free')
    expect(words(item({}, { capacity: 2, spaces: 1 }), 'court')).toBe('1 free')
    expect(words(item({}, { capacity: 4, spaces: 1 }), 'court')).toBe('1 left')
  })

  it('tells what others hold apart from what is full, and when it may be free', () => {
    const held = item({ status: null, reasonCode: 'held', availableAt: '2026-11-26T17:04:00Z' })
    expect(words(held)).toBe('Held by others, may free at 17:04')
    expect(words(item({ status: 'FULL', reasonCode: 'full' }))).toBe('Full')
    expect(words(item({ status: 'JOIN_WAITLIST', reasonCode: 'full' }, { waitlistLength: 3 }))).toBe(
      'Full – on the waitlist you would be 4th',
    )
  })

  it('tells when it opens, on the wall of the venue and from now', () => {
    const closedYet = item({ status: null, reasonCode: 'not_open_yet', availableAt: '2026-11-26T22:00:00Z' })
    expect(words(closedYet)).toBe('Opens today at 22:00, in 5 h')
    const later = item({ status: null, reasonCode: 'not_open_yet', availableAt: '2026-11-29T22:00:00Z' })
    expect(words(later)).toBe('Opens Sun 29 Nov at 22:00')
  })

  it('C08: knows what is one’s own', () => {
    expect(availabilityOf(item({ status: 'CANCEL_RESERVATION', cartItemId: 7 }), now)).toEqual({
      is: 'in-basket',
      cartItemId: 7,
    })
    expect(words(item({ status: 'CANCEL_BOOKING', bookingId: 1 }))).toBe('You have booked this')
    expect(words(item({ status: 'LEAVE_WAITLIST', waitlistId: 1 }))).toBe('You are on the waitlist')
  })

  it('knows what is under way, closed, finished or called off', () => {
    const during = new Date('2026-11-26T18:05:00Z')
    expect(words(item(), 'place', during)).toBe('In progress, 12 spaces')
    const closed = item({ status: null, reasonCode: 'closed' })
    expect(words(closed, 'place', during)).toBe('Booking has ended')
    expect(words(closed, 'place', new Date('2026-11-26T19:00:00Z'))).toBe('Finished')
    expect(words(item({ status: null, reasonCode: 'cancelled' }))).toBe('Cancelled')
  })

  it('gives the server’s reason where it lies with the person', () => {
    expect(words(item({ status: null, reasonCode: 'age', reason: 'You are too young for this.' }))).toBe(
      'You are too young for this.',
    )
  })

  it('offers a button only for what can be booked', () => {
    const bookable = (action: Partial<ActionToShow>) => isBookable(availabilityOf(item(action), now))
    expect(bookable({})).toBe(true)
    for (const status of [
      'FULL',
      'JOIN_WAITLIST',
      'LEAVE_WAITLIST',
      'LOGIN',
      'CANCEL_BOOKING',
      null,
    ] as const)
      expect(bookable({ status })).toBe(false)
  })
})

describe('what is said', () => {
  it('names a button with all that its row says', () => {
    const badminton = item({}, { name: 'Badminton', spaces: 3, location: { name: 'Court 1' } as never })
    expect(actionName('Add', badminton, '2026-11-26', { price: '£9.80', words: '3 left' })).toBe(
      'Add Badminton, Court 1, 18:00 to 19:00, Thursday 26 November, £9.80, 3 left',
    )
  })

  it('counts what a day has and what of it can be booked', () => {
    expect(countInWords([item(), item({ status: 'FULL' })], now, 'session')).toBe('2 sessions, 1 with space')
    expect(countInWords([item({ status: 'FULL' })], now, 'session')).toBe('1 session, none with space')
    expect(countInWords([], now, 'session')).toBe('no sessions')
  })

  it('mentions the cheapest price where one could pay less, and whose price it is among tickets', () => {
    const option = (id: number, raw: number) => ({ id, name: `Option ${id}`, price: money(raw) }) as never
    expect(priceNote(item({}, { pricingOptions: [option(1, 980), option(2, 490)] }))).toBe('Option 2 £4.90')
    expect(priceNote(item({}, { pricingOptions: [option(1, 980)] }))).toBeUndefined()
    const tickets = { tickets: [{ name: 'Adult' }, { name: 'Under 3' }] } as Partial<BookableClass>
    expect(priceNote(item({}, { pricingOptions: [option(1, 980), option(2, 0)], ...tickets }))).toBe('Adult')
  })
})

describe('what several tickets cost', () => {
  it('is the member’s price for one and everybody’s for the others', () => {
    expect(priceOfSeveral({ raw: 0, full: 600, benefitApplied: true }, 3)).toBe(1200)
    expect(priceOfSeveral({ raw: 0, full: 600, benefitApplied: true }, 0)).toBe(0)
    expect(priceOfSeveral({ raw: 600, benefitApplied: false }, 3)).toBe(1800)
  })
})
