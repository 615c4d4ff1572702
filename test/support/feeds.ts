import { expect } from 'vitest'
import type { z } from 'zod'
import { openactive } from '#contract/openactive.ts'
import type { FeedName } from '#contract/openactive.ts'
import { takeBatch } from '#server/holds/places.ts'
import { publishFeeds } from '#server/openactive/publish.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { anActivity } from './factories/activities.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'

type Item = z.output<typeof openactive.feed.returns>['items'][number]

/** When the feeds are read, and what they are written by until a test says otherwise. */
export const now = new Date('2027-03-01T09:00:00Z')
export const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

/** The bookings site, with which the addresses in the data begin. */
export const site = 'http://bookings.onside.localhost:3000'

/** Where the operator's feed begins. */
export const feed = (name: FeedName) => `${site}/api/openactive/demo/${name}`

/** What the items say; null for what has gone. */
export const dataOf = (items: Item[]) => items.map((item) => (item.state === 'updated' ? item.data : null))

/** The feeds, with their publisher and a visitor who reads them. */
export type Feeds = Awaited<ReturnType<typeof openFeeds>>

/** Empties the database, whose feeds have nothing to say then. */
export const openFeeds = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const visitor = testApp(db, { now }).browser()
  let at = now

  /** Each publication is a second after the one before. */
  const publish = async (when?: Date): Promise<void> => {
    at = when ?? new Date(at.getTime() + 1000)
    await publishFeeds(db, site, at)
  }

  const read = async (address: string) => {
    const { pathname, search } = new URL(address)
    const response = await visitor.fetch(pathname + search)
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

  return {
    db,
    visitor,
    publish,
    publishedAt: () => at,
    read,
    readOn,
    all: (name: FeedName) => readOn(feed(name)),
  }
}

/** A badminton hall of two courts, also let whole, at a venue with an address. */
export const aHall = async (db: Database) => {
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
        'https://openactive.io/facility-types#9db5681e-700e-4b30-99a5-355885d94db2',
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

/** Holds places of a thing, for a person who must not be told of. Answers the hold. */
export const hold = async (
  db: Database,
  operatorId: number,
  occurrenceId: number,
  pricingOptionId: number,
  places = 1,
): Promise<number> => {
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
    customerReference: 'SOMEBODY-SECRET',
    personId: null,
  }
  const [verdict] = await takeBatch(db, [{ basketId: basket.id, heldUntil: minutes(10), items: [item] }], now)
  expect(verdict?.outcome).toBe('ok')
  const held = await db
    .selectFrom('hold')
    .select('id')
    .where('basketId', '=', basket.id)
    .executeTakeFirstOrThrow()
  return held.id
}
