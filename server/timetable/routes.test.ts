import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, refusalOf, thrice, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { testApp } from '#test/support/app.ts'
import {
  aCustomer,
  aLocation,
  aMembership,
  aPackage,
  aPlan,
  aPricingOption,
  anActivity,
} from '#test/support/factories.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  visitor = centre.app.browser()
})

const at = { venue: 'demo-centre' }
const classes = (browser: TestBrowser, date = thursday) =>
  browser.send(api.timetable.classesV2, { ...at, activity: 'yoga', date })
const slots = (browser: TestBrowser, activity = 'badminton-60min', more = {}) =>
  browser.send(api.timetable.slotsV2, { ...at, activity, date: thursday, ...more })
const times = (browser: TestBrowser, activity = 'badminton-60min') =>
  browser.send(api.timetable.timesV2, { ...at, activity, date: thursday })

describe('the classes of a day', () => {
  it('C01: show time, name, instructors, tags, spaces, price and action', async () => {
    const named = async (table: 'instructor' | 'tag', name: string) =>
      (
        await db
          .insertInto(table)
          .values({ operatorId: centre.operatorId, slug: name, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const instructorIds = [
      await named('instructor', 'Sam Invented'),
      await named('instructor', 'Alex Invented'),
    ].reverse()
    const tagIds = [await named('tag', 'Beginner')]
    const place = await centre.yoga({ price: 1345 })
    await aPricingOption(db, place.activity.id, {
      slug: 'junior',
      name: 'Junior',
      price: 700,
      concession: true,
    })
    const session = await centre.aClassOf(place, '13:30', {
      instructorIds,
      tagIds,
      capacity: 20,
      compositeKey: '5e6f7a8b',
    })
    const shared = await visitor.send(api.timetable.classesV2, { ...at, activity: 'yoga', date: thursday })
    expect(shared).toHaveLength(1)
    const price = {
      raw: 1345,
      currency: '13.45',
      formatted: '£13.45',
      formattedAmount: '£13.45',
      isEstimated: true,
      benefitApplied: false,
      packageApplied: false,
      explanation: null,
    }
    expect(shared[0]).toMatchObject({
      id: session.publicId,
      name: 'Yoga',
      description: null,
      compositeKey: '5e6f7a8b',
      timestamp: session.startsAt.getTime() / 1000,
      date: {
        raw: '2027-03-04',
        rawPretty: '04/03/2027',
        dayPretty: 'Thu',
        datePretty: '4 Mar',
        fullDatePretty: 'Thu 04 March 2027',
        fullDate: '04 March 2027',
        difference: '3 days from now',
        tz: 'Europe/London',
      },
      startsAt: { format12Hour: '1:30pm', format24Hour: '13:30' },
      endsAt: { format12Hour: '2:30pm', format24Hour: '14:30' },
      duration: '60min',
      location: {
        id: String(place.studio.id),
        name: 'Studio 1',
        type: 'resource',
        slug: 'studio-1',
        venueId: centre.venue.id,
        venueSlug: 'demo-centre',
      },
      categorySlug: 'yoga',
      venueSlug: 'demo-centre',
      venueName: 'Demo Centre',
      slotDisplayLocation: 'Studio 1',
      locationName: 'Studio 1',
      price,
      pricingOptionId: place.activity.pricingOptionId,
      pricingOptions: [
        { id: place.activity.pricingOptionId, name: 'Standard', price },
        { name: 'Junior', price: { raw: 700, isEstimated: true } },
      ],
      spaces: 20,
      spacesRemaining: 20,
      capacity: 20,
      bookingsCount: 0,
      heldByOthers: 0,
      booking: null,
      actionToShow: {
        status: 'BOOK',
        reason: null,
        reasonCode: null,
        availableAt: null,
        bookingId: null,
        cartItemId: null,
        waitlistId: null,
        otherActions: [],
      },
      waitlistId: null,
      waitlistLength: 0,
      firstBookableAt: { utc: '2027-02-26T22:00:00+00:00', format24Hour: '22:00' },
      lastBookableAt: { utc: '2027-03-04T13:40:00+00:00' },
      allowsAnonymousBookings: true,
      instructors: [{ name: 'Alex Invented' }, { name: 'Sam Invented' }],
      tags: [{ id: tagIds[0], name: 'Beginner' }],
      requiresInduction: false,
      benefitAvailable: null,
      cartType: 'purchasableOccurrence',
      rootActivityCategory: { slug: 'yoga', v1Type: 'class_templates', v2Type: 'classes', isRoot: true },
    })
  })

  it('stand by start, what can be booked before what cannot, then by place', async () => {
    const place = await centre.yoga({ hasWaitlist: false })
    const studio = await aLocation(db, centre.venue.id, { slug: 'studio-2', name: 'Studio 2' })
    const other = { ...place, studio }
    await centre.aClassOf(place, '18:00', { name: 'late' })
    await centre.aClassOf(place, '10:00', { name: 'none left', capacity: 0 })
    await centre.aClassOf(other, '10:00', { name: 'free' })
    expect((await classes(visitor)).map(({ name }) => name)).toEqual(['free', 'none left', 'late'])
  })

  it('one of them, by either form of its id, and only under its own activity', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await anActivity(db, centre.venue.id, { slug: 'pilates' })
    const one = { ...at, activity: 'yoga' }
    for (const id of [session.id, String(session.id), session.publicId]) {
      expect((await visitor.send(api.timetable.classById, { ...one, id })).id).toBe(session.id)
      expect((await visitor.send(api.timetable.classByIdV2, { ...one, id })).id).toBe(session.publicId)
    }
    for (const wrong of [
      { ...one, id: 1 },
      { ...one, id: `AQG${'x'.repeat(31)}` },
      { ...at, activity: 'pilates', id: session.id },
      { venue: 'elsewhere', activity: 'yoga', id: session.id },
    ]) {
      expect((await refusalOf(visitor.send(api.timetable.classById, wrong))).status).toBe(404)
    }
  })
})

describe('courts', () => {
  it('C02: first the hours over all courts, then the courts of an hour with their location', async () => {
    const { slots: made, courts } = await centre.badminton(['10:00', '11:00'])
    const [ten, eleven] = await times(visitor)
    expect(ten).toMatchObject({
      date: thursday,
      startsAt: { format24Hour: '10:00' },
      location: 'Multiple',
      spaces: 3,
      capacity: 3,
      actionToShow: { status: 'BOOK' },
    })
    expect(ten).not.toHaveProperty('id')
    expect(ten).not.toHaveProperty('pricingOptions')
    expect(eleven?.startsAt.format24Hour).toBe('11:00')

    const ofTen = await slots(visitor, undefined, {
      startTime: '10:00',
      endTime: '11:00',
      compositeKey: ten?.compositeKey,
    })
    expect(ofTen.map(({ id, location }) => [id, location.name])).toEqual([
      [made[0]?.publicId, 'Court A'],
      [made[1]?.publicId, 'Court B'],
      [made[2]?.publicId, 'Court C'],
    ])
    expect(ofTen.map(({ compositeKey }) => compositeKey)).toEqual(['00000000', '00000000', '00000000'])
    expect(await slots(visitor)).toHaveLength(6)
    expect(
      (await slots(visitor, undefined, { locationId: courts[1]?.id })).map(
        (slot) => slot.startsAt.format24Hour,
      ),
    ).toEqual(['10:00', '11:00'])
    expect(await slots(visitor, undefined, { startTime: '11:00' })).toHaveLength(3)
    expect(await slots(visitor, undefined, { endTime: '11:00' })).toHaveLength(3)
    expect(await slots(visitor, undefined, { compositeKey: 'ffffffff' })).toEqual([])
  })

  it('name the one that is left, and keep the sum of the free ones', async () => {
    const { slots: made } = await centre.badminton(['10:00'])
    const [a, , c] = made
    if (a === undefined || c === undefined) throw new Error('No courts.')
    const other = centre.app.browser()
    await centre.add(other, a, c)
    expect(await times(visitor)).toMatchObject([
      {
        location: 'Court B, Demo Centre',
        locationName: 'Court B',
        spaces: 1,
        capacity: 3,
        heldByOthers: 2,
        bookingsCount: 0,
      },
    ])
    await centre.buy(other)
    expect(await times(visitor)).toMatchObject([{ spaces: 1, heldByOthers: 0, bookingsCount: 2 }])
    // What can be booked comes first.
    expect((await slots(visitor)).map(({ location }) => location.name)).toEqual([
      'Court B',
      'Court A',
      'Court C',
    ])
  })

  it('a hall that is taken takes its courts with it, and a court its hall', async () => {
    const { slots: made } = await centre.badminton(['10:00', '11:00'])
    const [hall, hallAtEleven] = await centre.fiveASide(['10:00', '11:00'])
    const other = centre.app.browser()
    await centre.add(other, hall ?? { publicId: '' })
    const inBasket = await slots(visitor)
    expect(
      inBasket
        .slice(0, 3)
        .map(({ actionToShow, spaces }) => [actionToShow.reasonCode, actionToShow.availableAt, spaces]),
    ).toEqual(thrice(['held', '2027-03-01T09:10:00Z', 0]))
    expect(inBasket.slice(3).map(({ actionToShow }) => actionToShow.status)).toEqual(['BOOK', 'BOOK', 'BOOK'])
    await centre.buy(other)
    expect(
      (await slots(visitor))
        .slice(0, 3)
        .map(({ actionToShow, bookingsCount }) => [actionToShow.status, bookingsCount]),
    ).toEqual(thrice(['JOIN_WAITLIST', 1]))

    await centre.add(centre.app.browser(), made[4] ?? { publicId: '' })
    const halls = await slots(visitor, 'five-a-side')
    expect(halls.find(({ id }) => id === hallAtEleven?.publicId)?.actionToShow.reasonCode).toBe('held')
  })

  it('of two lengths on one floor exclude each other where they overlap', async () => {
    await centre.badminton(['10:00', '11:00'])
    const { slots: short } = await centre.badminton(['10:00', '10:40', '11:20'], 40, 'badminton-40min')
    // Court A from 10:40 to 11:20 stands in the way of both hours of court A, and of nothing else.
    await centre.add(centre.app.browser(), short[3] ?? { publicId: '' })
    const free = (await slots(visitor)).filter(({ spaces }) => spaces > 0)
    expect(free.map(({ location, startsAt }) => `${location.name} ${startsAt.format24Hour}`)).toEqual([
      'Court B 10:00',
      'Court C 10:00',
      'Court B 11:00',
      'Court C 11:00',
    ])
    expect((await slots(visitor, 'badminton-40min')).filter(({ spaces }) => spaces === 0)).toHaveLength(1)
  })

  it('on which a class stands are not let at all', async () => {
    const { slots: made, courts } = await centre.badminton(['10:00'])
    const space = await db.selectFrom('space').select('id').where('slug', '=', 'a').executeTakeFirstOrThrow()
    const session = await centre.aClassOf(
      { ...(await centre.yoga()), studio: courts[0] ?? { id: 0, slug: '', name: '' } },
      '10:00',
    )
    await db
      .insertInto('spaceClaim')
      .values({
        spaceId: space.id,
        during: '[2027-03-04T10:00:00Z,2027-03-04T11:00:00Z)',
        occurrenceId: session.id,
      })
      .execute()
    expect((await slots(visitor)).map(({ id }) => id)).toEqual([made[1]?.publicId, made[2]?.publicId])
  })
})

describe('fast tickets', () => {
  const tickets = (
    browser: TestBrowser,
    more: { activity?: string | number; category?: string; date?: string } = {},
  ) =>
    browser.send(api.timetable.tickets, {
      ...at,
      category: 'swimming',
      activity: 'swim-for-all',
      date: thursday,
      ...more,
    })

  it('C03: are sorted by start time, with ticket types and how many of each may be had', async () => {
    const { adult, family, sessions } = await centre.swim(['14:00', '09:00'])
    const [late, early] = sessions
    const shown = await tickets(visitor)
    expect(shown.map(({ id }) => id)).toEqual([early?.id, late?.id])
    expect(shown[0]).toMatchObject({
      price: { raw: 600 },
      rootActivityCategory: { slug: 'swimming', hasChildren: true },
      tickets: [
        {
          id: adult.id,
          name: 'Adult',
          price: { raw: 600 },
          maxQuantity: 8,
          pricingOption: { id: adult.pricingOptionId },
          pricingOptions: [{ id: adult.pricingOptionId }],
        },
        // Nine places are room for two families.
        { id: family.id, name: 'Family', price: { raw: 1500 }, maxQuantity: 2 },
      ],
    })
    expect(shown[0]?.ticketTypes).toEqual(shown[0]?.tickets)

    await visitor.send(api.baskets.add, {
      items: [{ id: early?.id ?? 0, ticketId: adult.id, quantity: 6 }],
    })
    const another = (await tickets(centre.app.browser()))[0]
    expect(another).toMatchObject({
      spaces: 3,
      heldByOthers: 6,
      tickets: [{ maxQuantity: 3 }, { maxQuantity: 0 }],
    })
  })

  it('C04: have ids of the first world before the migration date and of the second from it on', async () => {
    const { adult, sessionAt } = await centre.swim()
    const after = await sessionAt('09:00', '2027-03-05')
    const shown = await tickets(visitor, { date: '2027-03-05' })
    expect(shown[0]).toMatchObject({
      id: after.publicId,
      cartType: 'purchasableOccurrence',
      tickets: [{ id: adult.publicId }, {}],
    })
    expect((await tickets(visitor))[0]?.cartType).toBe('activity')
  })

  it('one by its id of either form needs no day', async () => {
    const { sessions, adult } = await centre.swim()
    const [early] = sessions
    const one = { ...at, category: 'swimming' }
    expect(await visitor.send(api.timetable.tickets, { ...one, activity: early?.id ?? 0 })).toMatchObject([
      { id: early?.id, tickets: [{ id: adult.id }, {}] },
    ])
    expect(
      await visitor.send(api.timetable.tickets, { ...one, activity: early?.publicId ?? '' }),
    ).toMatchObject([{ id: early?.publicId, tickets: [{ id: adult.publicId }, {}] }])
    const error = await refusalOf(visitor.send(api.timetable.tickets, { ...one, activity: 'swim-for-all' }))
    expect(error).toMatchObject({ status: 422, code: 'invalid' })
    expect(error.validationMessages['date']).toHaveLength(1)
  })

  it('stand under their heading and no other', async () => {
    await centre.swim(['09:00', '14:00'])
    await anActivity(db, centre.venue.id, { slug: 'yoga' })
    expect(await tickets(visitor, { category: 'swim-for-all' })).toHaveLength(2)
    for (const category of ['yoga', 'unknown']) {
      expect((await refusalOf(tickets(visitor, { category }))).status).toBe(404)
      // Also once the thursday is known.
      expect((await refusalOf(tickets(visitor, { category }))).status).toBe(404)
    }
  })

  it('are one entry each in the times, with an id', async () => {
    const { sessions } = await centre.swim(['14:00', '09:00'])
    const [late, early] = sessions
    expect(
      await visitor.send(api.timetable.times, { ...at, activity: 'swim-for-all', date: thursday }),
    ).toMatchObject([
      { id: early?.id, date: { raw: thursday }, location: 'Pool, Demo Centre' },
      { id: late?.id },
    ])
  })
})

describe('two worlds', () => {
  it('C04: have the same rows, which differ in id and cart type alone', async () => {
    const { slots: made } = await centre.badminton(['10:00'])
    const both = { ...at, activity: 'badminton-60min', date: thursday }
    const v1 = await visitor.send(api.timetable.slots, both)
    const v2 = await visitor.send(api.timetable.slotsV2, both)
    expect(v1.map(({ id, cartType }) => [id, cartType])).toEqual(made.map(({ id }) => [id, 'activity']))
    expect(v2.map(({ id, cartType }) => [id, cartType])).toEqual(
      made.map(({ publicId }) => [publicId, 'purchasableOccurrence']),
    )
    const without = (list: typeof v1) => list.map((slot) => ({ ...slot, id: null, cartType: null }))
    expect(without(v1)).toEqual(without(v2))
    expect((await visitor.send(api.timetable.times, both)).map(({ cartType }) => cartType)).toEqual([
      'activity',
    ])
    await centre.aClassOf(await centre.yoga(), '10:00')
    const yogas = { ...at, activity: 'yoga', date: thursday }
    expect((await visitor.send(api.timetable.classes, yogas))[0]?.cartType).toBe('activity')
  })

  it('any bookable thing by id of either form has tickets, made of its prices where it is sold without', async () => {
    const place = await centre.yoga({ price: 1345 })
    const session = await centre.aClassOf(place, '10:00')
    for (const id of [session.id, session.publicId]) {
      const found = await visitor.send(api.timetable.occurrence, { id })
      expect(found).toMatchObject({
        id,
        tickets: [
          {
            id,
            name: 'Yoga',
            price: { raw: 1345 },
            maxQuantity: 1,
            pricingOption: { id: place.activity.pricingOptionId },
          },
        ],
      })
    }
    expect((await refusalOf(visitor.send(api.timetable.occurrence, { id: 7 }))).status).toBe(404)
  })
})

describe('days', () => {
  it('C05: only offered dates answer, earlier ones to the logged in, and a date to come says when it opens', async () => {
    const place = await centre.yoga()
    for (const date of ['2027-03-01', '2027-03-06', '2027-03-07', '2027-03-08'])
      await centre.aClassOf(place, '10:00', { date })
    const { browser: customer } = await centre.customer()
    const offered = async (browser: TestBrowser) =>
      (await browser.send(api.activities.dates, { ...at, category: 'yoga' })).map(({ raw }) => raw)
    expect((await offered(visitor)).at(-1)).toBe('2027-03-06')
    expect((await offered(customer)).at(-1)).toBe('2027-03-07')

    for (const browser of [visitor, customer]) {
      for (const date of await offered(browser)) await classes(browser, date)
    }
    const message = 'The date should be within the valid days you are able to view.'
    const tooFar = await visitor.fetch(
      `/api/activities/venue/demo-centre/activity/yoga/timetable?date=2027-03-07`,
    )
    expect(tooFar.status).toBe(422)
    expect(await tooFar.json()).toMatchObject({
      status: 422,
      code: 'invalid',
      message,
      errors: { date: [message] },
      available_at: expect.stringMatching(/^2027-03-01T22:00:00/),
    })
    expect((await refusalOf(classes(customer, '2027-03-08'))).availableAt).toMatch(/^2027-03-01T22:00:00/)
    const over = await refusalOf(classes(visitor, '2027-02-28'))
    expect(over).toMatchObject({ status: 422, message, availableAt: undefined })
    for (const query of ['', '?date=', '?date=tomorrow', '?date=2027-02-30', '?date=04/03/2027']) {
      const answer = await visitor.fetch(`/api/activities/venue/demo-centre/activity/yoga/v2/times${query}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'invalid', message, errors: { date: [message] } })
    }

    centre.app.clock.set(new Date('2027-03-01T22:00:00Z'))
    expect(await classes(visitor, '2027-03-07')).toHaveLength(1)
    expect(await classes(customer, '2027-03-08')).toHaveLength(1)
  })

  it('a known thursday that a visitor may not see yet is refused to them although a customer has just read it', async () => {
    await centre.aClassOf(await centre.yoga(), '10:00', { date: '2027-03-07' })
    const { browser: customer } = await centre.customer()
    expect(await classes(customer, '2027-03-07')).toHaveLength(1)
    expect((await refusalOf(classes(visitor, '2027-03-07'))).status).toBe(422)
  })

  it('unknown slugs are not found; what is withdrawn or closed has nothing; maintenance says so', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00')
    const asked = { ...at, activity: 'yoga', date: thursday }
    expect(
      (await refusalOf(visitor.send(api.timetable.times, { ...asked, venue: 'elsewhere' }))).status,
    ).toBe(404)
    expect(
      (await refusalOf(visitor.send(api.timetable.times, { ...asked, activity: 'curling' }))).status,
    ).toBe(404)

    const later = () => testApp(db, { now: monday }).browser()
    await db.updateTable('activity').set({ withdrawn: true }).execute()
    expect(await later().send(api.timetable.classes, asked)).toEqual([])
    expect((await refusalOf(later().send(api.timetable.occurrence, { id: session.id }))).status).toBe(404)
    await db.updateTable('activity').set({ withdrawn: false }).execute()
    await db.updateTable('venue').set({ status: 'closed' }).execute()
    expect(await later().send(api.timetable.classes, asked)).toEqual([])
    await db.updateTable('venue').set({ status: 'maintenance' }).execute()
    expect(await refusalOf(later().send(api.timetable.classes, asked))).toMatchObject({
      status: 503,
      code: 'maintenance',
    })
  })

  it('C10: a session that lasts to midnight or beyond ends at 23:59', async () => {
    const place = await centre.yoga()
    await centre.aClassOf(place, '22:00', { minutes: 120 })
    await centre.aClassOf(place, '23:30', { minutes: 60 })
    expect(
      (await classes(visitor)).map(({ endsAt, duration }) => [
        endsAt.format24Hour,
        endsAt.format12Hour,
        duration,
      ]),
    ).toEqual([
      ['23:59', '11:59pm', '120min'],
      ['23:59', '11:59pm', '60min'],
    ])
  })

  it('C10: hours are those on the wall on the days the clocks change', async () => {
    const place = await centre.yoga()
    centre.app.clock.set(new Date('2027-03-27T12:00:00Z'))
    // 18:00 by summer time, and half past midnight by winter time.
    await centre.aClassOf(place, '17:00', { date: '2027-03-28' })
    await centre.aClassOf(place, '00:30', { date: '2027-03-28' })
    const spring = await classes(visitor, '2027-03-28')
    expect(
      spring.map(({ startsAt, endsAt, duration }) => [startsAt.format24Hour, endsAt.format24Hour, duration]),
    ).toEqual([
      ['00:30', '02:30', '60min'],
      ['18:00', '19:00', '60min'],
    ])
    expect(spring[1]?.lastBookableAt).toMatchObject({
      local: '2027-03-28T18:10:00+01:00',
      format24Hour: '18:10',
    })
    expect(spring[1]?.firstBookableAt).toMatchObject({ utc: '2027-03-22T22:00:00+00:00' })

    centre.app.clock.set(new Date('2027-10-30T12:00:00Z'))
    // 01:30 comes twice: two sessions, an hour apart by the sun and none by the wall.
    const first = await centre.aClassOf(place, '00:30', { date: '2027-10-31', minutes: 30 })
    const second = await centre.aClassOf(place, '01:30', { date: '2027-10-31', minutes: 30 })
    await centre.aClassOf(place, '18:00', { date: '2027-10-31' })
    const autumn = await classes(visitor, '2027-10-31')
    expect(autumn.map(({ id, startsAt, timestamp }) => [id, startsAt.format24Hour, timestamp])).toEqual([
      [first.publicId, '01:30', first.startsAt.getTime() / 1000],
      [second.publicId, '01:30', second.startsAt.getTime() / 1000],
      [expect.any(String), '18:00', expect.any(Number)],
    ])
  })
})

describe('what the caller pays', () => {
  it('is the member’s price, and says what covers it', async () => {
    const place = await centre.yoga({ price: 500 })
    const [first, second] = [await centre.aClassOf(place, '09:00'), await centre.aClassOf(place, '11:00')]
    const ann = await centre.customer()
    const plain = await centre.customer()
    const benefit = { allowance: 1, allowancePeriod: 'week' as const }
    const plan = await aPlan(db, centre.venue, { benefits: [benefit] })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [ann.id] })
    const seen = async (browser: TestBrowser) =>
      (await classes(browser)).map(({ price, benefitAvailable, pricingOptions }) => [
        price.raw,
        price.benefitApplied,
        pricingOptions[0]?.price.raw,
        benefitAvailable?.name ?? null,
      ])
    const free = [0, true, 0, 'Gold classes']
    const full = [500, false, 500, null]
    expect(await seen(ann.browser)).toEqual([free, free])
    expect(await seen(plain.browser)).toEqual([full, full])
    expect(await seen(visitor)).toEqual([full, full])
    expect((await classes(ann.browser))[0]?.price).toMatchObject({
      isEstimated: false,
      explanation: '£5.00 less £5.00 Gold benefit',
    })
    expect((await classes(visitor))[0]?.price).toMatchObject({ isEstimated: true, explanation: null })

    // What is in the basket keeps its price, and the allowance is not there for the other.
    await centre.add(ann.browser, first)
    expect(await seen(ann.browser)).toEqual([free, full])
    const one = await ann.browser.send(api.timetable.occurrence, { id: second.publicId })
    expect(one).toMatchObject({ price: { raw: 500 }, benefitAvailable: null })
    // The minute the hold ends it is free again.
    centre.app.clock.forward(11 * 60_000)
    expect(await seen(ann.browser)).toEqual([free, free])
  })

  it('is that of the customer staff have selected', async () => {
    const place = await centre.yoga({ price: 500 })
    await centre.aClassOf(place, '09:00')
    const ann = await aCustomer(db, centre.operatorId)
    const plan = await aPlan(db, centre.venue)
    await aMembership(db, { plan, venue: centre.venue, customerIds: [ann.id] })
    const desk = await centre.customer({ role: 'staff' })
    const ask = (more: { selectedUserId?: number }) =>
      desk.browser.send(api.timetable.classes, { ...at, activity: 'yoga', date: thursday, ...more })
    expect((await ask({ selectedUserId: ann.id }))[0]?.price.raw).toBe(0)
    expect((await ask({}))[0]?.price.raw).toBe(500)
  })

  it('is a visit of a package, for a ticket of one place', async () => {
    const { activity } = await centre.swim()
    const { id, browser } = await centre.customer()
    const held = await aPackage(db, {
      operatorId: centre.operatorId,
      customerId: id,
      activityIds: [activity.id],
    })
    const [swim] = await browser.send(api.timetable.tickets, {
      ...at,
      category: 'swimming',
      activity: 'swim-for-all',
      date: thursday,
    })
    expect(swim).toMatchObject({
      price: { raw: 0, packageApplied: true, explanation: '£6.00 less £6.00, one visit of Ten swims' },
      benefitAvailable: { id: held.id, name: 'Ten swims', type: 'package' },
    })
    expect(swim?.tickets.map(({ price }) => price.raw)).toEqual([0, 1500])
  })
})
