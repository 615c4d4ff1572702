import { describe, expect, it } from 'vitest'
import { optionOn } from '#server/pricing/rules.ts'
import type { ListedOption } from '#server/pricing/rules.ts'
import type { Bookable, TicketType } from './rules.ts'
import { bookableIdsOf, choosePrice, chooseTicket, countInSameWeek, toLine } from './validate.ts'
import type { AddBody, AddedLine } from './validate.ts'

const now = new Date('2027-03-04T12:00:00Z')

type Item = AddBody['items'][number]

const option = (id: number, more: Partial<ListedOption> = {}): ListedOption => ({
  id,
  name: 'Standard',
  firstPrice: 500 + id,
  steps: [],
  pricesBy: 'session',
  band: '',
  ticketTypeId: null,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
  ...more,
})
const ticket = (id: number, places = 1): TicketType => ({
  id,
  publicId: `AQGT${id}`,
  places,
  maxQuantity: null,
  ageMin: null,
  ageMax: null,
})
const bookable = (more: Partial<Bookable> = {}): Bookable => ({
  id: 11,
  publicId: 'AQG11',
  activityId: 5,
  venueId: 1,
  localDate: '2027-03-04',
  band: '',
  kind: 'classes',
  allowsOverlap: false,
  allowsAnonymousBookings: true,
  options: [option(1)],
  ticketTypes: [],
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
  ...more,
})
const item = (more: Partial<Item> = {}): Item => ({
  id: 11,
  type: 'activity',
  quantity: 1,
  applyBenefit: true,
  applyPackage: false,
  activityRestrictionIds: [],
  ...more,
})

it('asks for ids of both forms at once, without those of penalties', () => {
  const items = [item(), item({ id: 'AQG12' }), item({ id: 13, type: 'penalty' })]
  expect(bookableIdsOf(1, items)).toEqual({ operatorId: 1, v1: [11], v2: ['AQG12'] })
})

describe('the ticket of an item', () => {
  const swim = bookable({ kind: 'tickets', ticketTypes: [ticket(7), ticket(8)] })

  it('is the one that is named by either id', () => {
    expect(chooseTicket(swim, 8)?.id).toBe(8)
    expect(chooseTicket(swim, 'AQGT7')?.id).toBe(7)
    expect(chooseTicket(swim, 9)).toBeUndefined()
  })

  it('need not be named where there is only one', () => {
    expect(chooseTicket(bookable({ kind: 'tickets', ticketTypes: [ticket(7)] }), undefined)?.id).toBe(7)
    expect(chooseTicket(swim, undefined)).toBeUndefined()
  })

  it('is none where nothing is sold by tickets', () => {
    expect(chooseTicket(bookable({ ticketTypes: [ticket(7)] }), 7)).toBeNull()
  })
})

describe('the price of an item', () => {
  it('is the one that is named, if it is on offer', () => {
    const of = bookable({ options: [option(1), option(2), option(3, { band: 'peak' })] })
    expect(choosePrice(of, null, 2, now)?.id).toBe(2)
    expect(choosePrice(of, null, 3, now)).toBeUndefined()
  })

  it('is otherwise the first that anybody may take, or the first of all', () => {
    const student = option(1, { proof: 'student' })
    expect(choosePrice(bookable({ options: [student, option(2)] }), null, undefined, now)?.id).toBe(2)
    expect(choosePrice(bookable({ options: [student] }), null, undefined, now)?.id).toBe(1)
    expect(choosePrice(bookable({ options: [] }), null, undefined, now)).toBeUndefined()
  })

  it('is one of the ticket', () => {
    const of = bookable({ kind: 'tickets', options: [option(1), option(2, { ticketTypeId: 7 })] })
    expect(choosePrice(of, ticket(7), undefined, now)?.id).toBe(2)
    expect(choosePrice(of, null, undefined, now)?.id).toBe(1)
  })
})

const line = (of: Partial<Bookable>, personId: number | null = 3): AddedLine =>
  toLine(
    { index: 0, item: item(), bookable: bookable(of) },
    {
      ticket: null,
      price: optionOn(option(1), { ...bookable(), now }),
      maxQuantity: 1,
      purchasedForId: null,
      personId,
      forGuest: false,
      isAnother: false,
      callDigest: 'one',
    },
  )

it('counts what else of the activity the person adds in the week, Monday to Sunday', () => {
  const lines = [
    line({ id: 12, localDate: '2027-03-01' }),
    line({ id: 13, localDate: '2027-03-07' }),
    line({ id: 11 }),
    line({ id: 14, localDate: '2027-03-08' }),
    line({ id: 15, localDate: '2027-02-28' }),
    line({ id: 16, activityId: 6 }),
    line({ id: 17 }, 4),
  ]
  expect(countInSameWeek(bookable(), 3, lines)).toBe(2)
  expect(countInSameWeek(bookable(), 3, [line({ id: 21 })])).toBe(1)
})

it('takes as many places as the ticket has, for each of it', () => {
  const chosen = {
    ticket: ticket(7, 4),
    price: optionOn(option(2), { ...bookable(), now }),
    maxQuantity: 5,
    purchasedForId: 3,
    personId: 3,
    forGuest: false,
    isAnother: false,
    callDigest: 'one',
  }
  const family = toLine(
    {
      index: 1,
      item: item({ id: 'AQG11', quantity: 2, customerReference: 'REF' }),
      bookable: bookable({ kind: 'tickets' }),
    },
    chosen,
  )
  expect(family.place).toEqual({
    occurrenceId: 11,
    places: 8,
    idForm: 'v2',
    ticketTypeId: 7,
    pricingOptionId: 2,
    quantity: 2,
    unitPrice: 502,
    purchasedForId: 3,
    customerReference: 'REF',
    personId: 3,
    mayOverlap: true,
    forGuest: false,
    isAnother: false,
    callDigest: 'one:1',
  })
  expect(line({}).place).toMatchObject({
    places: 1,
    idForm: 'v1',
    ticketTypeId: null,
    customerReference: null,
    mayOverlap: false,
    callDigest: 'one:0',
  })
})
