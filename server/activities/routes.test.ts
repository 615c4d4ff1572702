import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
let db: Database
let app: TestApp
let visitor: TestBrowser
let operatorId: number
let venueId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  venueId = (await aVenue(db, { operatorId }, { slug: 'demo-centre' })).id
  app = testApp(db, { now })
  visitor = app.browser()
})

const at = { venue: 'demo-centre' }
const categories = (venue = 'demo-centre') => visitor.send(api.activities.categories, { venue })
const category = (activity: string, venue = 'demo-centre') =>
  visitor.send(api.activities.category, { venue, activity })
const dates = async (slug: string, browser = visitor) =>
  (await browser.send(api.activities.dates, { ...at, category: slug })).map(({ raw }) => raw)

/** Badminton in two lengths on two courts, and a pool with tickets. */
const aCatalogue = async () => {
  const court1 = await aLocation(db, venueId, { slug: 'court-1', name: 'Court 1' })
  const court2 = await aLocation(db, venueId, { slug: 'court-2', name: 'Court 2' })
  const badminton = await anActivity(db, venueId, { slug: 'badminton', name: 'Badminton', kind: 'courts' })
  const long = await anActivity(db, venueId, {
    slug: 'badminton-60min',
    name: 'Badminton 60min',
    kind: 'courts',
    parentId: badminton.id,
  })
  const short = await anActivity(db, venueId, {
    slug: 'badminton-40min',
    kind: 'courts',
    parentId: badminton.id,
    browseBy: 'time',
  })
  await db
    .insertInto('activityLocation')
    .values([
      { activityId: long.id, locationId: court1.id },
      { activityId: short.id, locationId: court1.id },
      { activityId: short.id, locationId: court2.id },
    ])
    .execute()
  const swim = await anActivity(db, venueId, { slug: 'swim', kind: 'tickets' })
  await anActivity(db, venueId, { slug: 'gone', withdrawn: true })
  return { court1, badminton, long, short, swim }
}

describe('I05: the categories of a venue', () => {
  test('are its roots, which tell of their children without holding them', async () => {
    await aCatalogue()
    const found = await categories()
    expect(
      found.map(({ slug, hasChildren, children, isRoot }) => ({ slug, hasChildren, children, isRoot })),
    ).toEqual([
      { slug: 'badminton', hasChildren: true, children: [], isRoot: true },
      { slug: 'swim', hasChildren: false, children: [], isRoot: true },
    ])
    expect(found[1]).toMatchObject({ v1Type: 'fast_ticket_templates', v2Type: 'ticketed', path: 'swim' })
  })

  test('are none at a closed, an unknown and a shut venue', async () => {
    for (const status of ['closed', 'maintenance'] as const) {
      const venue = await aVenue(db, { operatorId }, { slug: status, status })
      await anActivity(db, venue.id)
    }
    expect(await categories('closed')).toEqual([])
    expect(await categories('maintenance')).toEqual([])
    expect(await categories('unheard-of')).toEqual([])
  })
})

describe('I05: one category', () => {
  test('holds its children, each with its courts', async () => {
    const { court1 } = await aCatalogue()
    const found = await category('badminton')
    expect(found).toMatchObject({
      isRoot: true,
      hasChildren: true,
      v1Type: 'ad_hoc_templates',
      v2Type: 'resources',
    })
    expect(
      found.children.map(({ slug, path, parentSlug, parentName, browseByName }) => [
        slug,
        path,
        parentSlug,
        parentName,
        browseByName,
      ]),
    ).toEqual([
      ['badminton-60min', 'badminton/badminton-60min', 'badminton', 'Badminton', 'location'],
      ['badminton-40min', 'badminton/badminton-40min', 'badminton', 'Badminton', 'time'],
    ])
    expect(found.children[0]?.locations).toEqual([
      {
        id: String(court1.id),
        name: 'Court 1',
        type: 'resource',
        slug: 'court-1',
        venueId,
        venueSlug: 'demo-centre',
      },
    ])
    // A heading happens wherever something under it does.
    expect(found.locations.map(({ slug }) => slug)).toEqual(['court-1', 'court-2'])
  })

  test('may be one that is under another', async () => {
    await aCatalogue()
    expect(await category('badminton-60min')).toMatchObject({
      isRoot: false,
      hasChildren: false,
      parentSlug: 'badminton',
      children: [],
      v2Slug: 'badminton-60min',
    })
  })

  test('that is unknown or withdrawn is not found', async () => {
    await aCatalogue()
    for (const [slug, venue] of [['polo'], ['gone'], ['badminton', 'unheard-of']] as const) {
      expect(await refusal(category(slug, venue))).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('of a venue under maintenance is refused', async () => {
    await db.updateTable('venue').set({ status: 'maintenance' }).execute()
    await aCatalogue()
    expect(await refusal(category('swim'))).toMatchObject({ status: 503, code: 'maintenance' })
  })
})

describe('C05: the dates', () => {
  test('are today and five more for a visitor, and six more for a customer', async () => {
    await aCatalogue()
    const visible = await visitor.send(api.activities.dates, { ...at, category: 'badminton' })
    expect(visible).toHaveLength(6)
    expect(visible[0]).toEqual({
      raw: '2027-02-28',
      dayPretty: 'Sunday',
      datePretty: '28 Feb',
      today: true,
      fullDatePretty: 'Sun 28 Feb',
      year: '2027',
    })
    expect(visible.slice(1).every(({ today }) => !today)).toBe(true)
    const customer = app.browser()
    await customer.logIn((await aCustomer(db, operatorId)).id)
    expect(await dates('badminton', customer)).toHaveLength(7)
  })

  test('are one more from 22:00 on, on the wall', async () => {
    await aCatalogue()
    app.clock.set(new Date('2027-02-28T22:00:00Z'))
    expect(await dates('swim')).toHaveLength(7)
    app.clock.set(new Date('2027-06-30T20:59:59Z'))
    expect(await dates('swim')).toHaveLength(6)
    app.clock.set(new Date('2027-06-30T21:00:00Z'))
    expect(await dates('swim')).toHaveLength(7)
  })

  test('go further where sessions lie that open earlier by their own rule', async () => {
    const { badminton, court1 } = await aCatalogue()
    const camp = await anActivity(db, venueId, {
      slug: 'camp',
      parentId: badminton.id,
      releaseDays: 28,
      releaseTime: '09:00',
    })
    for (const day of ['2027-03-20', '2027-03-28', '2027-03-29']) {
      await anOccurrence(db, {
        activity: camp,
        locationId: court1.id,
        startsAt: new Date(`${day}T10:00:00Z`),
      })
    }
    // The 28th has been open for an hour; the 29th opens tomorrow at nine.
    expect((await dates('camp')).slice(6)).toEqual(['2027-03-20', '2027-03-28'])
    expect((await dates('badminton')).slice(6)).toEqual(['2027-03-20', '2027-03-28'])
    expect(await dates('badminton-60min')).toHaveLength(6)
  })

  test('go further where sessions lie that open earlier by a rule of minutes', async () => {
    const { badminton, court1 } = await aCatalogue()
    const camp = await anActivity(db, venueId, {
      slug: 'camp',
      parentId: badminton.id,
      releaseMinutes: 14_400,
    })
    for (const day of ['2027-03-09', '2027-03-11'])
      await anOccurrence(db, {
        activity: camp,
        locationId: court1.id,
        startsAt: new Date(`${day}T10:00:00Z`),
      })
    expect((await dates('camp')).slice(6)).toEqual(['2027-03-09'])
  })

  test('of a closed venue are none; of an unknown category not found', async () => {
    await aCatalogue()
    expect(await refusal(dates('polo'))).toMatchObject({ status: 404 })
    await db.updateTable('venue').set({ status: 'closed' }).execute()
    const later = testApp(db, { now }).browser()
    expect(await dates('swim', later)).toEqual([])
  })
})
