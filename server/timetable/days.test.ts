import { describe, expect, it } from 'vitest'
import type { ListedOption } from '#server/pricing/rules.ts'
import { dayOfferedFrom, makeDay, needsOf } from './days.ts'
import type { OccurrenceRow } from './occurrences.ts'
import { countedWeeks, spanOf } from './profiles.ts'
import type { OfferingRow, TicketTypeRow } from './sql/availability.ts'

const now = new Date('2027-03-04T12:00:00Z')

const option = (id: number, band = '', ticketTypeId: number | null = null): ListedOption => ({
  id,
  name: 'Standard',
  firstPrice: 500,
  steps: [],
  pricesBy: 'session',
  band,
  ticketTypeId,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
})
const ticketType = (id: number, places: number): TicketTypeRow => ({
  id,
  publicId: `AQGT${id}`,
  name: 'Adult',
  places,
  maxQuantity: null,
  ageMin: null,
  ageMax: null,
})
const offering = (more: Partial<OfferingRow> = {}): OfferingRow => ({
  activityId: 5,
  slug: 'yoga',
  kind: 'classes',
  withdrawn: false,
  allowsAnonymousBookings: true,
  allowsOverlap: false,
  preBookingNotice: null,
  releaseDays: null,
  releaseTime: null,
  releaseMinutes: null,
  lastBookableMinutes: 10,
  hasWaitlist: true,
  ageMin: 16,
  ageMax: null,
  weeklyLimit: null,
  restrictions: [],
  headingSlugs: [],
  venueId: 1,
  venueSlug: 'tern-harbour',
  venueName: 'Tern Harbour',
  venueStatus: 'open',
  timezone: 'Europe/London',
  activitiesV2Enabled: false,
  migrationDate: null,
  venueReleaseDaysVisitor: 6,
  venueReleaseDaysCustomer: 7,
  venueReleaseTime: '22:00',
  currencySymbol: '£',
  root: {
    publicId: 'AQG',
    slug: 'yoga',
    name: 'Yoga',
    kind: 'classes',
    icon: '',
    description: null,
    browseBy: 'time',
    allocationStrategy: 'customer',
    hasChildren: false,
  },
  options: [option(1)],
  ticketTypes: [],
  ...more,
})
const row = (more: Partial<OccurrenceRow> = {}): OccurrenceRow => ({
  id: 11,
  publicId: 'AQG11',
  name: 'Yoga',
  description: null,
  startsAt: new Date('2027-03-04T18:00:00Z'),
  endsAt: new Date('2027-03-04T19:00:00Z'),
  localDate: '2027-03-04',
  compositeKey: 'key',
  capacity: 10,
  status: 'scheduled',
  band: '',
  locationId: 3,
  locationSlug: 'studio',
  locationName: 'Studio',
  locationKind: 'studio',
  confirmed: 1,
  held: 2,
  offered: 0,
  deskPlaces: 0,
  waiting: 0,
  waitlistLength: 0,
  firstEnd: null,
  firstOfferEnd: null,
  claims: [],
  isProgrammed: false,
  callOffReason: null,
  instructors: [],
  tags: [],
  ...more,
})
const at = (time: string): Date => new Date(`2027-03-04T${time}:00Z`)
const dayWith = (rows: OccurrenceRow[], more: Partial<OfferingRow> = {}) =>
  makeDay('key', offering(more), '2027-03-04', rows, now)

describe('a day', () => {
  it('lists what has a price and is not under a class of the programme', () => {
    const day = dayWith([row(), row({ id: 12, isProgrammed: true }), row({ id: 13, band: 'peak' })])
    expect(day.occurrences.map((one) => one.row.id)).toEqual([11, 13])
    const peakOnly = dayWith([row(), row({ id: 13, band: 'peak' })], { options: [option(1, 'peak')] })
    expect(peakOnly.occurrences.map((one) => one.row.id)).toEqual([13])
  })

  it('sells by tickets that have a price; the smallest decides whether there is a place', () => {
    const day = dayWith([row()], {
      kind: 'tickets',
      ticketTypes: [ticketType(7, 4), ticketType(8, 2), ticketType(9, 1)],
      options: [option(1, '', 7), option(2, '', 8), option(3)],
    })
    const [one] = day.occurrences
    expect(one?.tickets.map(({ type }) => type.id)).toEqual([7, 8])
    expect(one?.options.map(({ id }) => id)).toEqual([1, 2])
    expect(one?.occurrence.places.fewest).toBe(2)
    expect(one?.occurrence.isRepeatable).toBe(true)
  })

  it('has one place at a time, once, unless the activity may overlap', () => {
    const [one] = dayWith([row()]).occurrences
    expect([one?.occurrence.places.fewest, one?.occurrence.isRepeatable]).toEqual([1, false])
    expect(dayWith([row()], { allowsOverlap: true }).occurrences[0]?.occurrence.isRepeatable).toBe(true)
  })

  it('opens for visitors and customers by the venue’s rule, the activity’s, or before the start', () => {
    const opensAt = (more: Partial<OfferingRow>) => {
      const windows = dayWith([row()], more).occurrences[0]?.windows
      return [windows?.visitor.opensAt.toISOString(), windows?.customer.opensAt.toISOString()]
    }
    expect(opensAt({})).toEqual(['2027-02-26T22:00:00.000Z', '2027-02-25T22:00:00.000Z'])
    expect(opensAt({ releaseDays: 14 })).toEqual(['2027-02-18T22:00:00.000Z', '2027-02-18T22:00:00.000Z'])
    expect(opensAt({ releaseMinutes: 60 })).toEqual(['2027-03-04T17:00:00.000Z', '2027-03-04T17:00:00.000Z'])
    expect(dayWith([row()]).occurrences[0]?.windows.visitor.closesAt).toEqual(at('18:10'))
  })

  it('is offered to customers a day before visitors', () => {
    expect(makeDay('key', offering(), '2027-03-12', [], now).offeredFrom).toEqual({
      visitor: new Date('2027-03-06T22:00:00Z'),
      customer: new Date('2027-03-05T22:00:00Z'),
    })
  })

  it('is good until the next instant that changes it', () => {
    const goodUntil = (more: Partial<OccurrenceRow>) => dayWith([row(more)]).goodUntil
    expect(dayWith([]).goodUntil).toEqual(new Date('2027-03-05T00:00:00Z'))
    expect(goodUntil({})).toEqual(at('18:00'))
    expect(goodUntil({ firstEnd: at('12:05') })).toEqual(at('12:05'))
    expect(goodUntil({ firstOfferEnd: at('12:06') })).toEqual(at('12:06'))
    const claim = { holdId: 1, basketId: null, isDeskOnly: false }
    expect(
      goodUntil({
        claims: [
          { ...claim, heldUntil: at('12:07') },
          { ...claim, heldUntil: null },
        ],
      }),
    ).toEqual(at('12:07'))
    // What is past changes nothing, and what is due now has changed.
    expect(goodUntil({ firstEnd: at('11:59'), firstOfferEnd: now })).toEqual(at('18:00'))
    expect(dayWith([row({ startsAt: at('11:55') })]).goodUntil).toEqual(at('12:05'))
  })
})

describe('when a day is offered', () => {
  const offeredFrom = (day: string, isLoggedIn: boolean) =>
    dayOfferedFrom(offering(), day, isLoggedIn, now)?.toISOString() ?? null

  it('is from the rule’s hour on, today at any hour, and never once it is over', () => {
    expect(offeredFrom('2027-03-03', true)).toBeNull()
    expect(offeredFrom('2027-03-04', false)).toBe('1970-01-01T00:00:00.000Z')
    expect(offeredFrom('2027-03-20', false)).toBe('2027-03-14T22:00:00.000Z')
    expect(offeredFrom('2027-03-20', true)).toBe('2027-03-13T22:00:00.000Z')
  })
})

it('reads what people need from the restrictions', () => {
  const needs = needsOf(
    offering({
      restrictions: [
        { id: 1, name: 'Waiver', kind: 'waiver' },
        { id: 2, name: 'Wall induction', kind: 'induction' },
      ],
    }),
  )
  expect(needs).toEqual({
    ageMin: 16,
    ageMax: null,
    weeklyLimit: null,
    membersOnly: false,
    induction: { id: 2, name: 'Wall induction' },
  })
  const members = needsOf(
    offering({
      restrictions: [
        { id: 1, name: 'Waiver', kind: 'waiver' },
        { id: 3, name: 'Members', kind: 'criteria' },
      ],
    }),
  )
  expect([members.membersOnly, members.induction]).toEqual([true, null])
})

it('counts whole weeks of the days in view where there is a weekly limit', () => {
  const day = (of: string, weeklyLimit: number | null) =>
    makeDay('key', offering({ weeklyLimit }), of, [], now)
  expect(countedWeeks([day('2027-03-04', 2), day('2027-03-05', 2), day('2027-03-09', 2)])).toEqual({
    activityId: 5,
    from: '2027-03-01',
    to: '2027-03-14',
  })
  expect(countedWeeks([day('2027-03-04', null)])).toBeNull()
  expect(countedWeeks([])).toBeNull()
})

it('spans from the first start to the last end', () => {
  const long = row({ startsAt: at('09:00'), endsAt: at('20:00') })
  const early = row({ startsAt: at('08:00'), endsAt: at('08:30') })
  expect(spanOf([dayWith([early, row()]), dayWith([long])], now)).toEqual({
    from: at('08:00'),
    to: at('20:00'),
  })
  expect(spanOf([dayWith([row(), long]), dayWith([early])], now)).toEqual({
    from: at('08:00'),
    to: at('20:00'),
  })
  expect(spanOf([dayWith([])], now)).toEqual({ from: now, to: now })
})
