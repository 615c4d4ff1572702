import { describe, expect, it } from 'vitest'
import type { ActionToShow, BookableClass } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { availabilityOf, isBookable } from './availability.ts'
import { availabilityLabel } from './availabilityLabel.ts'
import { actionLabel, countTimes, priceNote } from './itemLabels.ts'
import { priceOfQuantity, type ChosenQuantity } from './ticketQuantities.ts'

const zone = 'Europe/London'
const now = new Date('2026-11-26T17:00:00Z')
const startsAt = Date.parse('2026-11-26T18:00:00Z') / 1000

const money = (raw: number) => ({ raw, formatted: `£${(raw / 100).toFixed(2)}` })

const item = (action: Partial<ActionToShow> = {}, more: Partial<BookableClass> = {}): BookableClass =>
  ({
    id: 'AQGinvented',
    name: 'Yoga',
    date: { raw: '2026-11-26', tz: 'Europe/London' },
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

const label = (one: BookableClass, unit?: 'place' | 'court', at = now) =>
  availabilityLabel(availabilityOf(one, at), at, zone, unit).text

describe('availability of an item', () => {
  it('C01: says how many places are left', () => {
    expect(label(item())).toBe('12 places left')
    expect(label(item({}, { spaces: 3 }))).toBe('3 places left')
    expect(label(item({}, { spaces: 1 }))).toBe('1 place left')
  })

  it('C02: a court is free or not; an hour counts its courts', () => {
    expect(label(item({}, { capacity: 1, spaces: 1 }))).toBe('Available')
    expect(label(item({}, { capacity: 8, spaces: 5 }), 'court')).toBe('5 courts left')
    expect(label(item({}, { capacity: 2, spaces: 1 }), 'court')).toBe('1 court left')
    expect(label(item({}, { capacity: 4, spaces: 1 }), 'court')).toBe('1 court left')
  })

  it('distinguishes places in other baskets from a full item', () => {
    const held = item({ status: null, reasonCode: 'held', availableAt: '2026-11-26T17:04:00Z' })
    expect(label(held)).toBe("In someone else's basket, may be available at 17:04")
    expect(label(item({ status: 'FULL', reasonCode: 'full' }))).toBe('Full')
    expect(label(item({ status: 'JOIN_WAITLIST', reasonCode: 'full' }, { waitlistLength: 3 }))).toBe(
      "Full · you'd be 4th on the waitlist",
    )
  })

  it('says when booking opens, in local time and from now', () => {
    const closedYet = item({ status: null, reasonCode: 'not_open_yet', availableAt: '2026-11-26T22:00:00Z' })
    expect(label(closedYet)).toBe('Bookable from 22:00 tonight, in 5 h')
    const later = item({ status: null, reasonCode: 'not_open_yet', availableAt: '2026-11-29T22:00:00Z' })
    expect(label(later)).toBe('Bookable from 22:00 on Sun 29 Nov')
  })

  it('C08: shows what the customer has already', () => {
    expect(availabilityOf(item({ status: 'CANCEL_RESERVATION', cartItemId: 7 }), now)).toEqual({
      is: 'in-basket',
      cartItemId: 7,
    })
    expect(label(item({ status: 'CANCEL_BOOKING', bookingId: 1 }))).toBe("You've booked this")
    expect(label(item({ status: 'LEAVE_WAITLIST', waitlistId: 1 }))).toBe("You're on the waitlist")
  })

  it('distinguishes in progress, closed, finished and cancelled', () => {
    const during = new Date('2026-11-26T18:05:00Z')
    expect(label(item(), 'place', during)).toBe('In progress, 12 places left')
    const closed = item({ status: null, reasonCode: 'closed' })
    expect(label(closed, 'place', during)).toBe('Booking has closed')
    expect(label(closed, 'place', new Date('2026-11-26T19:00:00Z'))).toBe('Finished')
    expect(label(item({ status: null, reasonCode: 'cancelled' }))).toBe('Cancelled')
  })

  it('shows the server’s reason when it depends on the person', () => {
    expect(label(item({ status: null, reasonCode: 'age', reason: 'You are too young for this.' }))).toBe(
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

describe('labels', () => {
  it('name a button with everything its row says', () => {
    const badminton = item({}, { name: 'Badminton', spaces: 3, location: { name: 'Court 1' } as never })
    expect(
      actionLabel('Add to basket', badminton, '2026-11-26', {
        price: '£9.80',
        availability: '3 places left',
      }),
    ).toBe('Add to basket: Badminton, Court 1, 18:00 to 19:00, Thursday 26 November, £9.80, 3 places left')
  })

  it('count the times of a day that can be booked or are the customer’s own', () => {
    const day = (items: BookableClass[]) =>
      messages.timesAvailable({ ...countTimes(items, 'classes'), unit: 'session' })
    expect(day([item({}, { spaces: 12 }), item({ status: 'FULL' }, { spaces: 0 })])).toBe(
      '1 session available',
    )
    expect(day([item({ status: null, reasonCode: 'closed' }, { spaces: 4 })])).toBe('No spaces left')
    expect(day([item({ status: 'CANCEL_RESERVATION' }, { spaces: 1 })])).toBe('1 session available')
    expect(day([])).toBe('Nothing on')
    expect(day([item({ status: null, reasonCode: 'not_open_yet' }, { spaces: 4 })])).toBe('Not open yet')
  })

  it('say where a place can be booked that is not sold online, and where logging in helps', () => {
    const held = { status: null, reasonCode: 'held' } as const
    expect(label(item(held, { deskOnly: true }))).toBe('Only bookable at reception')
    expect(label(item(held))).toBe("In someone else's basket")
    const early = { status: null, reasonCode: 'not_open_yet', otherActions: ['LOGIN'] } as const
    expect(label(item({ ...early, otherActions: [...early.otherActions] }))).toBe('Log in to book now')
  })

  it('mention a cheaper price, and whose price it is among tickets', () => {
    const option = (id: number, raw: number) => ({ id, name: `Option ${id}`, price: money(raw) }) as never
    expect(priceNote(item({}, { pricingOptions: [option(1, 980), option(2, 490)] }))).toBe('Option 2 £4.90')
    expect(priceNote(item({}, { pricingOptions: [option(1, 980)] }))).toBeUndefined()
    const tickets = { tickets: [{ name: 'Adult' }, { name: 'Under 3' }] } as Partial<BookableClass>
    expect(priceNote(item({}, { pricingOptions: [option(1, 980), option(2, 0)], ...tickets }))).toBe('Adult')
  })
})

describe('the price of several tickets', () => {
  it('is the list price of each: what they are for uses nothing of the buyer', () => {
    const price = (raw: number, more: { full?: number } = {}) =>
      ({ option: { price: { raw, ...more } } }) as unknown as ChosenQuantity
    expect(priceOfQuantity({ ...price(0, { full: 600 }), quantity: 3 })).toBe(1800)
    expect(priceOfQuantity({ ...price(0, { full: 600 }), quantity: 0 })).toBe(0)
    expect(priceOfQuantity({ ...price(600), quantity: 3 })).toBe(1800)
  })
})
