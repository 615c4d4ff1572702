import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption, anActivity } from '#test/support/factories/activities.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { at, classes } from '#test/support/timetables.ts'
import { api } from '#web/platform/api.ts'

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
