import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { openactive } from '#contract/openactive.ts'
import type { FeedName } from '#contract/openactive.ts'
import { freeHolds, takeAll } from '#server/holds/queries.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import {
  aBookableClass,
  aCustomer,
  aLocation,
  aTicketType,
  aVenue,
  anActivity,
  anOccurrence,
  anOperator,
  aPricingOption,
} from '#test/support/factories.ts'
import { publishFeeds, tidyFeeds } from './service.ts'

type Item = z.output<typeof openactive.feed.returns>['items'][number]

const now = new Date('2027-03-01T09:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const site = 'http://bookings.onside.localhost:3000'

let db: Database
let visitor: TestBrowser
/** Each publication a second after the one before. */
let at: Date

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  visitor = testApp(db, { now }).browser()
  at = now
})

const publish = async (when?: Date): Promise<void> => {
  at = when ?? new Date(at.getTime() + 1000)
  await publishFeeds(db, site, at)
}

const read = async (address: string) => {
  const response = await visitor.fetch(address.replace(site, ''))
  expect(response.status).toBe(200)
  const text = await response.text()
  return { response, text, ...openactive.feed.returns.parse(JSON.parse(text)) }
}

/** Follows `next` to the end: pages, all items in their order, and the end's address. */
const readOn = async (from: string): Promise<{ pages: number[]; items: Item[]; end: string }> => {
  const pages: number[] = []
  const items: Item[] = []
  let address = from
  for (;;) {
    const page = await read(address)
    if (page.items.length === 0) {
      expect(page.next).toBe(address)
      return { pages, items, end: address }
    }
    pages.push(page.items.length)
    items.push(...page.items)
    address = page.next
  }
}

const feed = (name: FeedName) => `${site}/api/openactive/demo/${name}`
const all = (name: FeedName) => readOn(feed(name))
const dataOf = (items: Item[]) => items.map((item) => (item.state === 'updated' ? item.data : null))

/** A badminton hall of two courts, also let whole, at a venue with an address. */
const aHall = async () => {
  const operator = await anOperator(db)
  const venue = await aVenue(
    db,
    { operatorId: operator.id },
    { slug: 'demo-centre', name: 'Demo Centre', lat: 51.5, lng: -0.1 },
  )
  const heading = await anActivity(db, venue.id, { slug: 'badminton', name: 'Badminton', kind: 'courts' })
  await db
    .updateTable('activity')
    .set({
      conceptIds: [
        'https://openactive.io/activity-list#c0360db0-a817-4bae-9167-40f89b49fc9e',
        'https://openactive.io/facility-types#00000000-0000-4000-8000-000000000001',
      ],
    })
    .where('id', '=', heading.id)
    .execute()
  const courts = [
    await aLocation(db, venue.id, { slug: 'court-1', name: 'Court 1', spaces: ['a'] }),
    await aLocation(db, venue.id, { slug: 'court-2', name: 'Court 2', spaces: ['b'] }),
  ] as const
  const hall = await aLocation(db, venue.id, { slug: 'hall', name: 'Hall', spaces: ['a', 'b'] })
  const activity = await anActivity(db, venue.id, {
    slug: 'badminton-60min',
    name: 'Badminton 60min',
    kind: 'courts',
    parentId: heading.id,
    price: 1345,
  })
  const football = await anActivity(db, venue.id, { slug: 'football', name: 'Football', kind: 'courts' })
  for (const { id } of courts)
    await db.insertInto('activityLocation').values({ activityId: activity.id, locationId: id }).execute()
  await db.insertInto('activityLocation').values({ activityId: football.id, locationId: hall.id }).execute()
  const slotOn = (locationId: number, of = activity) =>
    anOccurrence(db, { activity: of, locationId, startsAt: minutes(600) })
  const slots = [await slotOn(courts[0].id), await slotOn(courts[1].id)] as const
  const whole = await slotOn(hall.id, football)
  return { operator, venue, heading, activity, football, courts, slots, whole }
}

const hold = async (operatorId: number, occurrenceId: number, pricingOptionId: number, places = 1) => {
  const basket = await db
    .insertInto('basket')
    .values({ operatorId, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = {
    occurrenceId,
    pricingOptionId,
    ticketTypeId: null,
    mayOverlap: true,
    places,
    idForm: 'v2' as const,
    quantity: 1,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: 'Somebody Secret',
    personId: null,
  }
  const [verdict] = await takeAll(db, [{ basketId: basket.id, heldUntil: minutes(10), items: [item] }], now)
  expect(verdict?.outcome).toBe('ok')
  const held = await db
    .selectFrom('hold')
    .select('id')
    .where('basketId', '=', basket.id)
    .executeTakeFirstOrThrow()
  return held.id
}

describe('what the feeds say', () => {
  test('facility uses: an activity let by the court, its courts, where and whose', async () => {
    const { activity, courts } = await aHall()
    await publish()
    const { items } = await all('facility-uses')
    const item = items.find(({ id }) => id === `facility-use:${activity.id}`)
    expect(item).toEqual({
      state: 'updated',
      kind: 'FacilityUse',
      id: `facility-use:${activity.id}`,
      modified: Math.floor(at.getTime() / 1000),
      data: {
        '@context': ['https://openactive.io/'],
        '@type': 'FacilityUse',
        '@id': `${site}/api/openactive/demo/facility-uses/${activity.id}`,
        name: 'Badminton 60min',
        url: `${site}/location/demo-centre/badminton-60min`,
        facilityType: [
          {
            '@type': 'Concept',
            '@id': 'https://openactive.io/facility-types#00000000-0000-4000-8000-000000000001',
            prefLabel: 'Badminton',
            inScheme: 'https://openactive.io/facility-types',
          },
        ],
        activity: [
          {
            '@type': 'Concept',
            '@id': 'https://openactive.io/activity-list#c0360db0-a817-4bae-9167-40f89b49fc9e',
            prefLabel: 'Badminton',
            inScheme: 'https://openactive.io/activity-list',
          },
        ],
        individualFacilityUse: courts.map(({ id, name }) => ({
          '@type': 'IndividualFacilityUse',
          '@id': `${site}/api/openactive/demo/individual-facility-uses/${activity.id}-${id}`,
          name,
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
          name: 'Demo Leisure',
          url: `${site}/`,
        },
      },
    })
    // A heading is no facility of its own.
    expect(items).toHaveLength(2)
  })

  test('slots: one a court and hour, in pounds', async () => {
    const { activity, courts, slots } = await aHall()
    await publish()
    const { items } = await all('slots')
    expect(items).toHaveLength(3)
    expect(items.find(({ id }) => id === `slot:${slots[1].id}`)).toMatchObject({
      state: 'updated',
      kind: 'Slot',
      data: {
        '@type': 'Slot',
        facilityUse: `${site}/api/openactive/demo/individual-facility-uses/${activity.id}-${courts[1].id}`,
        startDate: '2027-03-01T19:00:00Z',
        endDate: '2027-03-01T20:00:00Z',
        duration: 'PT60M',
        remainingUses: 1,
        maximumUses: 1,
        offers: [{ '@type': 'Offer', name: 'Standard', price: 13.45, priceCurrency: 'GBP' }],
      },
    })
    expect(await all('scheduled-sessions')).toMatchObject({ items: [] })
  })

  test('sessions: those of a series name it, others bring what it would say', async () => {
    const { activity, studio, occurrence } = await aBookableClass(db, {
      startsAt: minutes(600),
      capacity: 12,
    })
    await db.updateTable('activity').set({ ageMin: 16, level: 'Beginner' }).execute()
    const series = await db
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
    await db.updateTable('occurrence').set({ seriesId: series.id, name: 'Evening yoga' }).execute()
    const once = await anOccurrence(db, { activity, locationId: studio.id, startsAt: minutes(900) })
    await publish()

    const { items: seriesItems } = await all('session-series')
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
              duration: 'PT60M',
              scheduleTimezone: 'Europe/London',
            },
          ],
        },
      },
    ])
    const { items } = await all('scheduled-sessions')
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
    const { operator, activity, studio, venue } = await aBookableClass(db, { startsAt: minutes(600) })
    await aPricingOption(db, activity.id, { slug: 'peak', name: 'Peak', price: 700, band: 'peak' })
    await anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt: minutes(700) },
      { band: 'peak', capacity: 4 },
    )
    const swim = await anActivity(db, venue.id, { slug: 'swim', kind: 'tickets' })
    await aTicketType(db, swim.id, { name: 'Adult', price: 550 })
    await aTicketType(db, swim.id, { name: 'Family', price: 1400, places: 4 })
    await anOccurrence(
      db,
      { activity: swim, locationId: studio.id, startsAt: minutes(800) },
      { capacity: 40 },
    )
    await publish()
    const { items } = await all('scheduled-sessions')
    const prices = dataOf(items).map((data) =>
      data !== null && 'offers' in data ? data.offers.map(({ name, price }) => [name, price]) : [],
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

  test('nothing of people: who booked, who leads, who asked', async () => {
    const { operator, activity, occurrence } = await aBookableClass(db, { startsAt: minutes(600) })
    const person = await aCustomer(db, operator.id, {
      firstName: 'Wilhelmina',
      email: 'wilhelmina@example.test',
    })
    const leader = await db
      .insertInto('instructor')
      .values({ operatorId: operator.id, slug: 'bartholomew', name: 'Bartholomew' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('occurrence')
      .set({ instructorIds: [leader.id] })
      .execute()
    const held = await hold(operator.id, occurrence.id, activity.pricingOptionId)
    await db.updateTable('hold').set({ personId: person.id }).where('id', '=', held).execute()
    await publish()
    for (const name of ['facility-uses', 'slots', 'session-series', 'scheduled-sessions'] as const) {
      const { text } = await read(feed(name))
      expect(text).not.toMatch(/Wilhelmina|Bartholomew|example\.test|Secret|customer|attendee"/i)
    }
    expect((await read(feed('scheduled-sessions'))).items).toMatchObject([
      { data: { remainingAttendeeCapacity: 9 } },
    ])
  })

  test('nothing that is not public: withdrawn, at a closed venue, not yet offered to visitors', async () => {
    const { activity, studio, venue } = await aBookableClass(db, { startsAt: minutes(600) })
    const hidden = await anActivity(db, venue.id, { withdrawn: true })
    await anOccurrence(db, { activity: hidden, locationId: studio.id, startsAt: minutes(600) })
    const shut = await aVenue(db, { operatorId: venue.operatorId }, { status: 'closed' })
    const there = await anActivity(db, shut.id)
    const room = await aLocation(db, shut.id)
    await anOccurrence(db, { activity: there, locationId: room.id, startsAt: minutes(600) })
    // 8 March opens to customers on 1 March at 22:00 and to visitors a day later.
    const next = await anOccurrence(db, {
      activity,
      locationId: studio.id,
      startsAt: new Date('2027-03-08T10:00:00Z'),
    })
    await publish()
    const before = await all('scheduled-sessions')
    expect(before.items).toHaveLength(1)
    await publish(new Date('2027-03-02T21:59:00Z'))
    const idsAfter = (await readOn(before.end)).items.map(({ id }) => id)
    expect(idsAfter).not.toContain(`scheduled-session:${next.id}`)
    await publish(new Date('2027-03-02T22:00:00Z'))
    expect((await readOn(before.end)).items).toContainEqual(
      expect.objectContaining({ state: 'updated', id: `scheduled-session:${next.id}` }),
    )
  })
})

describe('paging', () => {
  test('everything is found once, 500 a page, and the end is itself', async () => {
    const { activity, studio } = await aBookableClass(db, { startsAt: minutes(600) })
    const made = await db.selectFrom('occurrence').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...columns } = made
    await db
      .insertInto('occurrence')
      .values(
        Array.from({ length: 1202 }, (_unused, n) => ({
          ...columns,
          publicId: `AQG-${n}`,
          activityId: activity.id,
          locationId: studio.id,
        })),
      )
      .execute()
    await publish()
    const { pages, items, end } = await all('scheduled-sessions')
    expect(pages).toEqual([500, 500, 203])
    expect(new Set(items.map(({ id }) => id)).size).toBe(1203)
    const order = items.map(({ modified, id }) => [modified, id] as const)
    expect(order).toEqual(order.toSorted(([a, b], [c, d]) => a - c || (b < d ? -1 : 1)))
    const last = items.at(-1)
    expect(end).toBe(
      `${feed('scheduled-sessions')}?afterTimestamp=${last?.modified}&afterId=${encodeURIComponent(last?.id ?? '')}`,
    )
  })

  test('what changes in between is found again, and nothing else is', async () => {
    const { operator, activity, occurrence, studio } = await aBookableClass(db, { startsAt: minutes(600) })
    const other = await anOccurrence(db, { activity, locationId: studio.id, startsAt: minutes(900) })
    const id = `scheduled-session:${occurrence.id}`
    await publish()
    let { end } = await all('scheduled-sessions')
    const changed = async (change: () => Promise<unknown>) => {
      await change()
      await publish()
      const found = await readOn(end)
      ;({ end } = found)
      return found.items
    }
    const update = (set: object) => () =>
      db.updateTable('occurrence').set(set).where('id', '=', occurrence.id).execute()

    expect(await changed(() => Promise.resolve())).toEqual([])
    let held = 0
    expect(
      await changed(async () => (held = await hold(operator.id, occurrence.id, activity.pricingOptionId, 3))),
    ).toMatchObject([{ id, data: { remainingAttendeeCapacity: 7 } }])
    expect(await changed(() => freeHolds(db, [held], 'released', now))).toMatchObject([
      { id, data: { remainingAttendeeCapacity: 10 } },
    ])
    expect(await changed(update({ startsAt: minutes(605) }))).toMatchObject([
      { id, data: { startDate: '2027-03-01T19:05:00Z' } },
    ])
    expect(await changed(update({ name: 'Slow yoga' }))).toMatchObject([{ id, data: { name: 'Slow yoga' } }])
    expect(await changed(update({ capacity: 14 }))).toMatchObject([
      { id, data: { maximumAttendeeCapacity: 14, remainingAttendeeCapacity: 14 } },
    ])
    expect(await changed(update({ status: 'cancelled' }))).toMatchObject([
      { id, state: 'updated', data: { eventStatus: 'https://schema.org/EventCancelled' } },
    ])
    expect(await changed(update({ instructorIds: [] }))).toEqual([])
    const priced = await changed(() => db.updateTable('pricingOption').set({ price: 650 }).execute())
    expect(priced.map((item) => item.id).toSorted()).toEqual([id, `scheduled-session:${other.id}`].toSorted())
    expect(priced).toMatchObject([
      { data: { offers: [{ price: 6.5 }] } },
      { data: { offers: [{ price: 6.5 }] } },
    ])
    // Taken and given back between two publications: there is nothing to tell.
    expect(
      await changed(async () => {
        const taken = await hold(operator.id, other.id, activity.pricingOptionId)
        await freeHolds(db, [taken], 'released', now)
      }),
    ).toEqual([])
  })

  test('a change of the venue reaches all that shows it', async () => {
    const { activity } = await aHall()
    await publish()
    const { end } = await all('facility-uses')
    await db.updateTable('venue').set({ name: 'Renamed Centre', plannedOn: '2027-03-01' }).execute()
    await publish()
    const { items } = await readOn(end)
    expect(items.map(({ id }) => id)).toContain(`facility-use:${activity.id}`)
    expect(items).toHaveLength(2)
    for (const data of dataOf(items)) expect(data).toMatchObject({ location: { name: 'Renamed Centre' } })
    await db.updateTable('venue').set({ plannedOn: '2027-03-02' }).execute()
    expect(await db.selectFrom('openactiveChange').selectAll().execute()).toEqual([])
  })

  test('a court is not to be had while the hall is, and is when that is given up', async () => {
    const { operator, football, slots, whole } = await aHall()
    await publish()
    let { end } = await all('slots')
    const held = await hold(operator.id, whole.id, football.pricingOptionId)
    await publish()
    const taken = await readOn(end)
    ;({ end } = taken)
    expect(taken.items.map(({ id }) => id).toSorted()).toEqual(
      [...slots, whole].map(({ id }) => `slot:${id}`).toSorted(),
    )
    for (const data of dataOf(taken.items)) expect(data).toMatchObject({ remainingUses: 0 })
    await freeHolds(db, [held], 'released', now)
    await publish()
    const freed = await readOn(end)
    expect(freed.items).toHaveLength(3)
    for (const data of dataOf(freed.items)) expect(data).toMatchObject({ remainingUses: 1 })
  })

  test('two publications within a second do not share a mark', async () => {
    const { occurrence, activity, studio } = await aBookableClass(db, { startsAt: minutes(600) })
    await anOccurrence(db, { activity, locationId: studio.id, startsAt: minutes(900) })
    await publish(now)
    const { end } = await all('scheduled-sessions')
    // The lower id, which would stand before the reader's place.
    await db.updateTable('occurrence').set({ name: 'Anew' }).where('id', '=', occurrence.id).execute()
    await publish(now)
    expect((await readOn(end)).items).toMatchObject([{ id: `scheduled-session:${occurrence.id}` }])
  })

  test('notes that have been taken out leave no room behind', async () => {
    const { occurrence } = await aBookableClass(db, { startsAt: minutes(600) })
    const size = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_relation_size('openactive_change') as bytes`.execute(db)
      return rows[0]?.bytes ?? 0
    }
    for (let n = 0; n < 1000; n += 1)
      await db
        .updateTable('occurrence')
        .set({ name: `${n}` })
        .where('id', '=', occurrence.id)
        .execute()
    expect(await size()).toBeGreaterThan(0)
    await publish()
    await tidyFeeds(db)
    expect(await size()).toBe(0)
    expect((await all('scheduled-sessions')).items).toMatchObject([{ data: { name: '999' } }])
  })

  test('another address of the site writes everything anew', async () => {
    await aHall()
    await publish()
    const { end } = await all('slots')
    await publishFeeds(db, 'https://book.example', new Date(at.getTime() + 5000))
    const { items } = await readOn(end)
    expect(items).toHaveLength(3)
    for (const data of dataOf(items)) expect(data?.['@id']).toMatch(/^https:\/\/book\.example\//)
  })
})

describe('what goes', () => {
  test('withdrawn is deleted, and comes back when it is again', async () => {
    const { occurrence } = await aBookableClass(db, { startsAt: minutes(600) })
    await publish()
    let { end } = await all('scheduled-sessions')
    const set = (status: 'withdrawn' | 'scheduled') => db.updateTable('occurrence').set({ status }).execute()
    await set('withdrawn')
    await publish()
    const gone = await read(end)
    expect(gone.items).toEqual([
      {
        state: 'deleted',
        kind: 'ScheduledSession',
        id: `scheduled-session:${occurrence.id}`,
        modified: Math.floor(at.getTime() / 1000),
      },
    ])
    expect(gone.text).not.toContain('"data"')
    ;({ end } = await readOn(end))
    await set('scheduled')
    await publish()
    expect((await readOn(end)).items).toMatchObject([
      { state: 'updated', id: `scheduled-session:${occurrence.id}` },
    ])
  })

  test('a court that is called off is deleted', async () => {
    const { slots } = await aHall()
    await publish()
    const { end } = await all('slots')
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', slots[0].id).execute()
    await publish()
    expect((await readOn(end)).items).toMatchObject([{ state: 'deleted', id: `slot:${slots[0].id}` }])
  })

  test('an activity that is withdrawn takes its facility and slots with it', async () => {
    const { activity, slots } = await aHall()
    await publish()
    const facilities = await all('facility-uses')
    const times = await all('slots')
    await db.updateTable('activity').set({ withdrawn: true }).where('id', '=', activity.id).execute()
    await publish()
    expect((await readOn(facilities.end)).items).toMatchObject([
      { state: 'deleted', id: `facility-use:${activity.id}` },
    ])
    expect((await readOn(times.end)).items.map(({ id, state }) => `${state} ${id}`).toSorted()).toEqual(
      slots.map(({ id }) => `deleted slot:${id}`).toSorted(),
    )
  })

  test('what is over goes a day later and is told for a week more', async () => {
    await aBookableClass(db, { startsAt: minutes(600) })
    await publish()
    const { end } = await all('scheduled-sessions')
    const after = (hours: number) => publish(new Date(minutes(660).getTime() + hours * 3_600_000))
    await after(23)
    expect((await readOn(end)).items).toEqual([])
    await after(24)
    expect((await readOn(end)).items).toMatchObject([{ state: 'deleted' }])
    await after(24 + 7 * 24)
    expect((await readOn(end)).items).toMatchObject([{ state: 'deleted' }])
    await after(24 + 8 * 24 + 1)
    expect((await all('scheduled-sessions')).items).toEqual([])
    expect(
      await db.selectFrom('openactiveItem').select('id').where('feed', '=', 'scheduled-sessions').execute(),
    ).toEqual([])
  })
})

describe('the answer', () => {
  test('is open to everybody, kept for long while it has items and shortly at the end', async () => {
    await aHall()
    await publish()
    const page = await read(feed('slots'))
    expect(page.response.headers.get('content-type')).toBe('application/json')
    expect(page.response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(page.license).toBe('https://creativecommons.org/licenses/by/4.0/')
    const end = await read(page.next)
    expect(end.response.headers.get('cache-control')).toBe('public, max-age=8')
    const again = await visitor.fetch(end.next.replace(site, ''), {
      headers: { 'if-none-match': end.response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('of an operator without anything is the end', async () => {
    await anOperator(db)
    await publish()
    expect(JSON.parse((await read(feed('slots'))).text)).toEqual({
      items: [],
      next: feed('slots'),
      license: 'https://creativecommons.org/licenses/by/4.0/',
    })
  })

  test('of another operator is its own', async () => {
    await aHall()
    await anOperator(db, { slug: 'other' })
    await publish()
    expect((await read(`${site}/api/openactive/other/slots`)).items).toEqual([])
  })

  test.each(['demo/events', 'nobody/slots', 'demo', 'demo/slots/1'])(
    '404 not_found: there is no %s',
    async (path) => {
      await anOperator(db)
      const answer = await visitor.fetch(`/api/openactive/${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    },
  )

  test.each(['afterTimestamp=yesterday', 'afterTimestamp=1.5', `afterId=${'x'.repeat(201)}`])(
    '422 invalid: %s',
    async (query) => {
      await anOperator(db)
      const answer = await visitor.fetch(`/api/openactive/demo/slots?${query}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'invalid' })
    },
  )
})
