import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { venuesRoutes } from './routes.ts'

let db: Database
let visitor: TestBrowser
let operatorId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  visitor = testApp(db, { now: new Date('2027-03-01T09:00:00Z') }).browser()
})

test("I05: all venues of the operator in its order, closed ones flagged, another operator's left out", async () => {
  const other = await anOperator(db, { slug: 'other' })
  await aVenue(db, { operatorId: other.id }, { slug: 'elsewhere' })
  await aVenue(
    db,
    { operatorId },
    { slug: 'first', name: 'First', lat: 53.591, lng: -2.012, migrationDate: '2027-01-01' },
  )
  await aVenue(db, { operatorId }, { slug: 'shut', status: 'closed' })
  await aVenue(db, { operatorId }, { slug: 'under-repair', status: 'maintenance' })
  await db.updateTable('venue').set({ position: 1 }).where('slug', '=', 'shut').execute()
  const venues = await visitor.send(api.venues.all, {})
  expect(venues.map(({ slug, closed }) => [slug, closed])).toEqual([
    ['first', false],
    ['under-repair', false],
    ['shut', true],
  ])
  expect(venues[0]).toMatchObject({
    homeVenueId: venues[0]?.id,
    name: 'First',
    lat: 53.591,
    lng: -2.012,
    timezone: 'Europe/London',
    migrationDate: '2027-01-01',
  })
  expect(venues[1]).toMatchObject({ lat: null, lng: null, migrationDate: null })
})

test('I05: one venue by its slug; an unknown one is not found', async () => {
  await aVenue(db, { operatorId }, { slug: 'first', displayVenueSelectionButton: false })
  expect(await visitor.send(api.venues.one, { venue: 'first' })).toMatchObject({
    slug: 'first',
    displayVenueSelectionButton: false,
  })
  expect(await refusal(visitor.send(api.venues.one, { venue: 'second' }))).toMatchObject({ status: 404 })
})

test('C16: a venue sends people to others only where there is another that is open', async () => {
  const displays = async (slug: string) =>
    (await visitor.send(api.venues.one, { venue: slug })).displayVenueSelectionButton
  const other = await anOperator(db, { slug: 'other' })
  await aVenue(db, { operatorId: other.id }, { slug: 'elsewhere' })
  await aVenue(db, { operatorId }, { slug: 'only' })
  await aVenue(db, { operatorId }, { slug: 'shut', status: 'closed' })
  // The way from a venue that is closed leads to the one that is not.
  expect([await displays('shut'), await displays('only')]).toEqual([true, false])
  await aVenue(db, { operatorId }, { slug: 'not-yet', status: 'maintenance' })
  expect((await visitor.send(api.venues.all, {})).map((one) => one.displayVenueSelectionButton)).toEqual([
    true,
    true,
    true,
  ])
  // A venue can be set not to send people on.
  await aVenue(db, { operatorId }, { slug: 'alone', displayVenueSelectionButton: false })
  expect(await displays('alone')).toBe(false)
})

test('one venue has its description, hours, amenities and accessibility; the list has not', async () => {
  await aVenue(db, { operatorId }, { slug: 'first' })
  const openingHours = [{ days: 'Every day', hours: '7am to 10pm' }]
  await db
    .updateTable('venue')
    .set({
      description: 'A pool by the canal.',
      amenities: ['Café'],
      accessibility: ['Pool hoist'],
      openingHours: sql`${JSON.stringify(openingHours)}::jsonb`,
      status: 'maintenance',
    })
    .execute()
  expect(await visitor.send(api.venues.one, { venue: 'first' })).toMatchObject({
    description: 'A pool by the canal.',
    amenities: ['Café'],
    accessibility: ['Pool hoist'],
    openingHours,
    maintenance: true,
  })
  const [listed] = await visitor.send(api.venues.all, {})
  expect(listed).toMatchObject({ slug: 'first', maintenance: true })
  expect(listed).not.toHaveProperty('amenities')
})

test('I05: for joining only the open venues that sell memberships', async () => {
  for (const slug of ['joins', 'does-not', 'shut', 'paused']) await aVenue(db, { operatorId }, { slug })
  await db.updateTable('venue').set({ onlineJoiningEnabled: true }).where('slug', '<>', 'does-not').execute()
  await db.updateTable('venue').set({ status: 'closed' }).where('slug', '=', 'shut').execute()
  await db.updateTable('venue').set({ status: 'maintenance' }).where('slug', '=', 'paused').execute()
  expect((await visitor.send(api.venues.joinable, {})).map(({ slug }) => slug)).toEqual(['joins'])
})

test('the first 50 venues and how many there are, and any that was selected', async () => {
  for (let number = 1; number <= 52; number += 1)
    await aVenue(db, { operatorId }, { slug: `v${number}`, name: `Hall ${number}` })
  const first = await visitor.send(api.venues.search, {})
  expect(first.total).toBe(52)
  expect(first.venues.map(({ slug }) => slug)).toEqual(Array.from({ length: 50 }, (_, at) => `v${at + 1}`))
  const selected = await visitor.send(api.venues.search, { selected: 'v52,gone' })
  expect(selected.venues.map(({ slug }) => slug).slice(49)).toEqual(['v50', 'v52'])
  const found = await visitor.send(api.venues.search, { search: 'hall 52' })
  expect(found).toMatchObject({ total: 1, venues: [{ slug: 'v52', name: 'Hall 52' }] })
})

test('a search among the venues that sell memberships finds no others', async () => {
  const other = await anOperator(db, { slug: 'other' })
  await aVenue(db, { operatorId: other.id }, { slug: 'elsewhere' })
  for (const slug of ['joins', 'does-not', 'shut']) await aVenue(db, { operatorId }, { slug, name: 'Hall' })
  await db.updateTable('venue').set({ onlineJoiningEnabled: true }).where('slug', '<>', 'does-not').execute()
  await db.updateTable('venue').set({ status: 'closed' }).where('slug', '=', 'shut').execute()
  const found = await visitor.send(api.venues.search, {
    search: 'hall',
    joinable: true,
    selected: 'does-not',
  })
  expect(found).toMatchObject({ total: 1, venues: [{ slug: 'joins' }] })
  expect((await visitor.send(api.venues.search, { search: 'hall' })).total).toBe(3)
})

test('a renamed venue is found by its new name within a second', async () => {
  await aVenue(db, { operatorId }, { slug: 'first', name: 'Old hall' })
  const routes = venuesRoutes(db, 1)
  const call = { actor: { operator: { id: operatorId } }, query: { search: 'new' } } as Parameters<
    typeof routes.search
  >[0]
  expect(JSON.stringify(await routes.search(call))).not.toContain('first')
  await db.updateTable('venue').set({ name: 'New hall' }).where('slug', '=', 'first').execute()
  await expect.poll(async () => JSON.stringify(await routes.search(call))).toContain('first')
})

test('the list is serialised again only when a venue has changed, and then within a second', async () => {
  await aVenue(db, { operatorId }, { slug: 'first', name: 'First' })
  const app = testApp(db, { now: new Date('2027-03-01T09:00:00Z') })
  const routes = venuesRoutes(db, 1)
  const call = { actor: { operator: { id: operatorId } } } as Parameters<typeof routes.all>[0]
  const before = await routes.all(call)
  await expect.poll(() => routes.all(call)).toBe(before)
  await db.updateTable('venue').set({ name: 'Renamed' }).where('slug', '=', 'first').execute()
  await expect.poll(async () => JSON.stringify(await routes.all(call))).toContain('Renamed')
  await aVenue(db, { operatorId }, { slug: 'second' })
  await expect.poll(async () => JSON.stringify(await routes.all(call))).toContain('second')
  await db.deleteFrom('venue').where('slug', '=', 'second').execute()
  await expect.poll(async () => JSON.stringify(await routes.all(call))).not.toContain('second')
  expect(await app.browser().send(api.venues.all, {})).toHaveLength(1)
})
