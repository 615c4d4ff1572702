import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, refusalOf, thrice, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption, anActivity } from '#test/support/factories/activities.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { at, classes, slots, times } from '#test/support/timetables.ts'
import { api } from '#web/platform/api.ts'
import { writeReservations } from '#test/support/reservations.ts'

let centre: Centre
let visitor: TestBrowser

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  visitor = centre.app.browser()
})

describe('a timetable that visitors request again', () => {
  it('is answered from memory, but not at an address with a query that a client made up', async () => {
    await centre.aClassOf(await centre.yoga(), '13:30')
    const path = `/api/activities/venue/demo-centre/activity/yoga/v2/timetable?date=${thursday}`
    const isCached = async (address: string): Promise<boolean> => {
      for (let visits = 0; visits < 2; visits += 1)
        expect((await centre.app.browser().fetch(address)).status).toBe(200)
      const { host } = new URL(centre.app.config.sites.bookings)
      const request = new Request(`http://${host}${address}`, { headers: { host } })
      return centre.app.responseCache.answer(request) !== null
    }
    expect(await isCached(path)).toBe(true)
    expect(await isCached(`${path}&a=1`)).toBe(false)
  })
})

describe('the classes of a day', () => {
  it('C01: show time, name, instructors, tags, spaces, price and action', async () => {
    const named = async (table: 'instructor' | 'tag', name: string) =>
      (
        await centre.db
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
    await aPricingOption(centre.db, place.activity.id, {
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
    const studio = await aLocation(centre.db, centre.venue.id, { slug: 'studio-2', name: 'Studio 2' })
    const other = { ...place, studio }
    await centre.aClassOf(place, '18:00', { name: 'late' })
    await centre.aClassOf(place, '10:00', { name: 'none left', capacity: 0 })
    await centre.aClassOf(other, '10:00', { name: 'free' })
    expect((await classes(visitor)).map(({ name }) => name)).toEqual(['free', 'none left', 'late'])
  })

  it('one of them, by either form of its id, and only under its own activity', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await anActivity(centre.db, centre.venue.id, { slug: 'pilates' })
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
    const space = await centre.db
      .selectFrom('space')
      .select('id')
      .where('slug', '=', 'a')
      .executeTakeFirstOrThrow()
    const session = await centre.aClassOf(
      { ...(await centre.yoga()), studio: courts[0] ?? { id: 0, slug: '', name: '' } },
      '10:00',
    )
    const during = '[2027-03-04T10:00:00Z,2027-03-04T11:00:00Z)'
    await writeReservations(centre.db, (tx) =>
      tx.insertInto('spaceClaim').values({ spaceId: space.id, during, occurrenceId: session.id }).execute(),
    )
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
    const visible = await tickets(visitor)
    expect(visible.map(({ id }) => id)).toEqual([early?.id, late?.id])
    expect(visible[0]).toMatchObject({
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
    expect(visible[0]?.ticketTypes).toEqual(visible[0]?.tickets)

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
    const visible = await tickets(visitor, { date: '2027-03-05' })
    expect(visible[0]).toMatchObject({
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
    await anActivity(centre.db, centre.venue.id, { slug: 'yoga' })
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
