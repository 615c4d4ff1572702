import { describe, expect, it } from 'vitest'
import type { Bookable } from '#server/baskets/rules.ts'
import { optionOn } from '#server/pricing/rules.ts'
import type { ListedOption } from '#server/pricing/rules.ts'
import { differentlyPaid, occurrenceIdOf, optionIdOf, priceOf, requires, whyNotSold } from './items.ts'
import type { OpportunityPrice } from './present.ts'

const now = new Date('2027-03-04T12:00:00Z')
const option = (id: number, ticketTypeId: number | null = null): ListedOption => ({
  id,
  name: 'Standard',
  firstPrice: 500,
  steps: [],
  pricesBy: 'session',
  band: '',
  ticketTypeId,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
})
const family = { id: 51, publicId: 'AQGT51', places: 4, maxQuantity: null, ageMin: null, ageMax: null }
const bookable: Bookable = {
  id: 11,
  publicId: 'AQG11',
  activityId: 5,
  venueId: 1,
  localDate: '2027-03-04',
  band: '',
  kind: 'classes',
  allowsOverlap: false,
  allowsAnonymousBookings: true,
  options: [option(1), option(2, 51), option(3, 52)],
  ticketTypes: [family],
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
  ageMin: null,
  ageMax: null,
  weeklyLimit: null,
  membersOnly: false,
  induction: null,
}
const io = (name: string) => `https://openactive.io/${name}`

describe('an address of the feeds', () => {
  const feeds = 'https://onside.example/api/openactive/demo'
  it('is of a session or a slot, by its number', () => {
    expect(occurrenceIdOf(`${feeds}/scheduled-sessions/4711`)).toBe(4711)
    expect(occurrenceIdOf(`${feeds}/slots/12`)).toBe(12)
    for (const other of [`${feeds}/slots/12a`, `${feeds}/slots/1234567890`, `${feeds}/offers/1`, undefined])
      expect(occurrenceIdOf(other)).toBeNull()
    expect(occurrenceIdOf(`${feeds}/slots/12/offers/3`)).toBeNull()
  })
  it('is of an offer', () => {
    expect(optionIdOf(`${feeds}/slots/12/offers/345`)).toBe(345)
    for (const other of [`${feeds}/slots/12`, `${feeds}/offers/`, `${feeds}/offers/1/more`])
      expect(optionIdOf(other)).toBeNull()
  })
})

describe('a place at a price', () => {
  it('is one that the session has, with the places of its ticket', () => {
    expect(priceOf(bookable, 2000, 1, {}, now)).toEqual({
      bookable,
      option: optionOn(option(1), { ...bookable, now }),
      vatRate: 2000,
      places: 1,
      prepayment: null,
      offer: {},
    })
    const reduced = { ...bookable, options: [{ ...option(1), vatRate: 500 }] }
    expect(priceOf(reduced, 2000, 1, {}, now)?.vatRate).toBe(500)
    expect(priceOf(bookable, 0, 2, {}, now)?.places).toBe(4)
    expect(priceOf(bookable, 0, 3, {}, now)).toBeNull()
    expect(priceOf(bookable, 0, 9, {}, now)).toBeNull()
    expect(priceOf(bookable, 0, null, {}, now)).toBeNull()
    expect(priceOf(undefined, 0, 1, {}, now)).toBeNull()
  })

  it.each([
    ['Optional', 'Optional'],
    ['Unavailable', 'Unavailable'],
    ['Required', 'Required'],
  ])('whose offer says %s is paid so', (name, prepayment) => {
    expect(priceOf(bookable, 0, 1, { openBookingPrepayment: io(name) }, now)?.prepayment).toBe(prepayment)
  })
})

it('an order has one way of paying', () => {
  const paid = (prepayment: OpportunityPrice['prepayment'], price = 500): OpportunityPrice => ({
    bookable,
    option: { ...optionOn(option(1), { ...bookable, now }), price },
    vatRate: 0,
    places: 1,
    prepayment,
    offer: {},
  })
  const clash = (...lines: (OpportunityPrice | null)[]) => [...differentlyPaid(lines)]
  expect(clash(paid('Required'), paid('Optional'), paid('Unavailable'))).toEqual([0, 2])
  expect(clash(paid('Unavailable'), null, paid(null))).toEqual([0, 2])
  expect(clash(paid('Required'), paid('Optional'))).toEqual([])
  expect(clash(paid('Unavailable'), paid('Optional'))).toEqual([])
  expect(clash(paid('Unavailable'), paid('Required', 0))).toEqual([])
  expect(clash()).toEqual([])
})

it('an offer says what it asks for', () => {
  const offer = { openBookingFlowRequirement: [io('OpenBookingApproval')] }
  expect(requires(offer, 'OpenBookingApproval')).toBe(true)
  expect(requires(offer, 'OpenBookingIntakeForm')).toBe(false)
  expect(requires({}, 'OpenBookingApproval')).toBe(false)
  expect(requires({ openBookingFlowRequirement: io('OpenBookingApproval') }, 'OpenBookingApproval')).toBe(
    false,
  )
})

describe('a partner sells', () => {
  const why = (more: Partial<Bookable> = {}, offer = {}, openBooking = true) =>
    whyNotSold(
      {
        bookable: { ...bookable, ...more },
        option: optionOn(option(1), { ...bookable, now }),
        vatRate: 0,
        places: 1,
        prepayment: null,
        offer,
      },
      { openBooking },
      now,
    )
  const refused = 'OpportunityOfferPairNotBookableError'

  it('what a visitor may buy', () => {
    expect(why()).toBeNull()
    // Customers may by then, a day before visitors.
    expect(why({ startsAt: new Date('2027-03-10T18:00:00Z'), localDate: '2027-03-10' })).toBe(refused)
    expect(why({ startsAt: new Date('2027-03-09T18:00:00Z'), localDate: '2027-03-09' })).toBeNull()
    expect(why({ status: 'cancelled' })).toBe(refused)
  })
  it('nothing that is not on offer to partners', () => {
    expect(why({}, { openBookingInAdvance: io('Unavailable') })).toBe(refused)
    expect(why({}, {}, false)).toBe(refused)
  })
})
