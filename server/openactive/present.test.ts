import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTicketType, anActivity, aPricingOption } from '#test/support/factories/activities.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aHall, dataOf, minutes, openFeeds, site } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
})

describe('what the feeds say', () => {
  test('facility uses: an activity let by the court, its courts, where and whose', async () => {
    const { activity, courts } = await aHall(feeds.db)
    await feeds.publish()
    const { items } = await feeds.all('facility-uses')
    const item = items.find(({ id }) => id === `facility-use:${activity.id}`)
    expect(item).toEqual({
      state: 'updated',
      kind: 'FacilityUse',
      id: `facility-use:${activity.id}`,
      modified: Math.floor(feeds.publishedAt().getTime() / 1000),
      data: {
        '@context': ['https://openactive.io/'],
        '@type': 'FacilityUse',
        '@id': `${site}/api/openactive/demo/facility-uses/${activity.id}`,
        name: 'Badminton 60min',
        url: `${site}/location/demo-centre/badminton-60min`,
        facilityType: [
          {
            '@type': 'Concept',
            '@id': 'https://openactive.io/facility-types#9db5681e-700e-4b30-99a5-355885d94db2',
            prefLabel: 'Badminton Court',
            inScheme: 'https://openactive.io/facility-types',
          },
          // Newer than our copy of the list: by the name of the heading.
          {
            '@type': 'Concept',
            '@id': 'https://openactive.io/facility-types#00000000-0000-4000-8000-000000000001',
            prefLabel: 'Badminton',
            inScheme: 'https://openactive.io/facility-types',
          },
        ],
        offers: [
          {
            '@type': 'Offer',
            '@id': `${site}/api/openactive/demo/offers/${activity.pricingOptionId}`,
            identifier: 'Standard',
            name: 'Standard',
            price: 13.45,
            priceCurrency: 'GBP',
            ageRestriction: { '@type': 'QuantitativeValue', minValue: 0 },
          },
        ],
        individualFacilityUse: courts.map(({ id, name }) => ({
          '@type': 'IndividualFacilityUse',
          '@id': `${site}/api/openactive/demo/individual-facility-uses/${activity.id}-${id}`,
          name,
          url: `${site}/location/demo-centre/badminton-60min`,
        })),
        location: {
          '@type': 'Place',
          '@id': `${site}/location/demo-centre`,
          name: 'Demo Centre',
          url: `${site}/location/demo-centre`,
          address: { '@type': 'PostalAddress', addressCountry: 'GB' },
          geo: { '@type': 'GeoCoordinates', latitude: 51.5, longitude: -0.1 },
        },
        provider: {
          '@type': 'Organization',
          '@id': `${site}/api/openactive/demo`,
          identifier: 'demo',
          name: 'Demo Leisure',
          url: `${site}/`,
          taxMode: 'https://openactive.io/TaxGross',
        },
      },
    })
    // A heading is no facility of its own.
    expect(items).toHaveLength(2)
  })

  test('facility uses and their courts say when they are let, and how to write to the operator', async () => {
    const { activity, courts } = await aHall(feeds.db)
    await feeds.db.updateTable('operator').set({ email: 'hello@demo.example' }).execute()
    await feeds.db
      .insertInto('series')
      .values({
        activityId: activity.id,
        slug: 'evening',
        weekdays: [1],
        startTime: '18:00',
        untilTime: '22:00',
        durationMinutes: 60,
        capacity: 1,
      })
      .execute()
    await feeds.publish()
    const hoursAvailable = [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['https://schema.org/Monday'],
        opens: '18:00',
        closes: '22:00',
      },
    ]
    const { items } = await feeds.all('facility-uses')
    expect(items.find(({ id }) => id === `facility-use:${activity.id}`)).toMatchObject({
      data: {
        hoursAvailable,
        individualFacilityUse: courts.map(() => ({ hoursAvailable })),
        provider: { email: 'hello@demo.example' },
      },
    })
  })

  test('slots: one a court and hour, in pounds', async () => {
    const { activity, courts, slots } = await aHall(feeds.db)
    await feeds.publish()
    const { items } = await feeds.all('slots')
    expect(items).toHaveLength(3)
    expect(items.find(({ id }) => id === `slot:${slots[1].id}`)).toMatchObject({
      state: 'updated',
      kind: 'Slot',
      data: {
        '@type': 'Slot',
        identifier: String(slots[1].id),
        url: `${site}/location/demo-centre/badminton-60min/2027-03-01`,
        facilityUse: `${site}/api/openactive/demo/individual-facility-uses/${activity.id}-${courts[1].id}`,
        startDate: '2027-03-01T19:00:00Z',
        endDate: '2027-03-01T20:00:00Z',
        duration: 'PT60M',
        remainingUses: 1,
        maximumUses: 1,
        offers: [{ '@type': 'Offer', name: 'Standard', price: 13.45, priceCurrency: 'GBP' }],
      },
    })
    expect(await feeds.all('scheduled-sessions')).toMatchObject({ items: [] })
  })

  test('sessions: those of a series name it, others bring what it would say', async () => {
    const { activity, studio, occurrence } = await aBookableClass(feeds.db, {
      startsAt: minutes(600),
      capacity: 12,
    })
    await feeds.db.updateTable('activity').set({ ageMin: 16, level: 'Beginner' }).execute()
    const series = await feeds.db
      .insertInto('series')
      .values({
        activityId: activity.id,
        slug: 'evening',
        name: 'Evening yoga',
        weekdays: [1],
        startTime: '19:00',
        durationMinutes: 60,
        capacity: 12,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await feeds.db.updateTable('occurrence').set({ seriesId: series.id, name: 'Evening yoga' }).execute()
    const once = await anOccurrence(feeds.db, { activity, locationId: studio.id, startsAt: minutes(900) })
    await feeds.publish()

    const { items: seriesItems } = await feeds.all('session-series')
    expect(seriesItems).toMatchObject([
      {
        kind: 'SessionSeries',
        id: `session-series:${series.id}`,
        data: {
          '@id': `${site}/api/openactive/demo/session-series/${series.id}`,
          name: 'Evening yoga',
          location: { name: 'Demo Centre' },
          organizer: { name: 'Demo Leisure' },
          offers: [{ price: 5 }],
          ageRange: { minValue: 16 },
          level: ['Beginner'],
          eventSchedule: [
            {
              '@type': 'PartialSchedule',
              repeatFrequency: 'P1W',
              byDay: ['https://schema.org/Monday'],
              startTime: '19:00',
              endTime: '20:00',
              duration: 'PT60M',
              scheduleTimezone: 'Europe/London',
            },
          ],
        },
      },
    ])
    const { items } = await feeds.all('scheduled-sessions')
    expect(items.find(({ id }) => id === `scheduled-session:${occurrence.id}`)).toMatchObject({
      kind: 'ScheduledSession',
      data: {
        superEvent: `${site}/api/openactive/demo/session-series/${series.id}`,
        url: `${site}/location/demo-centre/yoga/2027-03-01`,
        eventStatus: 'https://schema.org/EventScheduled',
        remainingAttendeeCapacity: 12,
        maximumAttendeeCapacity: 12,
      },
    })
    expect(items.find(({ id }) => id === `scheduled-session:${once.id}`)).toMatchObject({
      data: { superEvent: { '@type': 'SessionSeries', name: 'Yoga', location: { name: 'Demo Centre' } } },
    })
  })

  test('offers: every kind of ticket, and the prices of its band', async () => {
    const { operator, activity, studio, venue } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    await aPricingOption(feeds.db, activity.id, { slug: 'peak', name: 'Peak', price: 700, band: 'peak' })
    await anOccurrence(
      feeds.db,
      { activity, locationId: studio.id, startsAt: minutes(700) },
      { band: 'peak', capacity: 4 },
    )
    const swim = await anActivity(feeds.db, venue.id, { slug: 'swim', kind: 'tickets' })
    await aTicketType(feeds.db, swim.id, { name: 'Adult', price: 550 })
    await aTicketType(feeds.db, swim.id, { name: 'Family', price: 1400, places: 4 })
    await anOccurrence(
      feeds.db,
      { activity: swim, locationId: studio.id, startsAt: minutes(800) },
      { capacity: 40 },
    )
    await feeds.publish()
    const { items } = await feeds.all('scheduled-sessions')
    const prices = dataOf(items).map((data) =>
      data !== null && 'offers' in data ? data.offers?.map(({ name, price }) => [name, price]) : [],
    )
    expect(prices).toEqual([
      [['Standard', 5]],
      [['Peak', 7]],
      [
        ['Adult, Standard', 5.5],
        ['Family, Standard', 14],
      ],
    ])
    expect(operator.slug).toBe('demo')
  })

  test('series: all that the operator has said of the place, the session and who it is for', async () => {
    const { operator, activity, venue } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    await feeds.db
      .updateTable('venue')
      .set({
        region: 'Greater Manchester',
        description: 'A pool and a hall.',
        amenities: ['Car park', 'Café'],
        accessibility: ['Step-free throughout'],
        openingHours: sql`'[{"days": "Saturday", "hours": "8am to 6:30pm"}]'::jsonb`,
      })
      .where('id', '=', venue.id)
      .execute()
    await feeds.db
      .updateTable('activity')
      .set({
        icon: 'https://pictures.example/yoga.svg',
        accessibility: ['Pool hoist'],
        ageMax: 11,
        conceptIds: ['https://openactive.io/activity-list#bf1a5e00-cdcf-465d-8c5a-6f57040b7f7e'],
      })
      .execute()
    await feeds.db.updateTable('pricingOption').set({ price: 0, ageMin: 5 }).execute()
    const tags = await feeds.db
      .insertInto('tag')
      .values([
        { operatorId: operator.id, slug: 'women', name: 'Women only', means: 'women_only' },
        { operatorId: operator.id, slug: 'beginner', name: 'Beginner', means: 'level' },
        { operatorId: operator.id, slug: 'quiet', name: 'Quiet' },
      ])
      .returning('id')
      .execute()
    await feeds.db
      .insertInto('series')
      .values({
        activityId: activity.id,
        slug: 'mornings',
        weekdays: [6],
        startTime: '09:00',
        untilTime: '11:00',
        durationMinutes: 60,
        capacity: 12,
        tagIds: tags.map(({ id }) => id),
      })
      .execute()
    await feeds.publish()
    expect(dataOf((await feeds.all('session-series')).items)).toMatchObject([
      {
        activity: [{ prefLabel: 'Yoga' }],
        image: [{ '@type': 'ImageObject', url: 'https://pictures.example/yoga.svg' }],
        accessibilityInformation: 'Pool hoist, Step-free throughout',
        isAccessibleForFree: true,
        ageRange: { minValue: 0, maxValue: 11 },
        genderRestriction: 'https://openactive.io/FemaleOnly',
        level: ['Beginner'],
        offers: [{ price: 0, ageRestriction: { minValue: 5 } }],
        location: {
          description: 'A pool and a hall.',
          address: { addressRegion: 'Greater Manchester' },
          amenityFeature: [
            { '@type': 'Parking', name: 'Car park', value: true },
            { '@type': 'LocationFeatureSpecification', name: 'Café', value: true },
          ],
          openingHoursSpecification: [
            { dayOfWeek: ['https://schema.org/Saturday'], opens: '08:00', closes: '18:30' },
          ],
        },
        eventSchedule: [
          { startTime: '09:00', endTime: '10:00' },
          { startTime: '10:00', endTime: '11:00' },
        ],
      },
    ])
    expect(dataOf((await feeds.all('scheduled-sessions')).items)).toMatchObject([
      { isAccessibleForFree: true },
    ])
  })
})
