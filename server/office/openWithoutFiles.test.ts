import { expect, test } from 'vitest'
import type { CatalogueEdit, CatalogueList } from '#contract/office.ts'
import { importOperator } from '#server/import/run.ts'
import { exportOperator } from '#server/import/export.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { countsOf, makeFolder, now, writeFiles } from '#test/support/operatorFiles.ts'
import { api } from '#web/platform/api.ts'
import { createFirstRun } from './firstRun.ts'

/** From an empty database to the first sale, by nothing but calls: what screens send. */
test('an operator opens without a file: two venues, a hall of four courts, a pool, twelve classes, three memberships, staff', async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now })
  const firstRun = await createFirstRun({ db, clock: app.clock, config: app.config, breachedPasswords: null })
  const address = 'http://desk.onside.localhost:3000'
  const created = await firstRun.answer(
    new Request(`${address}/first-run`, {
      method: 'POST',
      body: new URLSearchParams({
        code: new URL(address + firstRun.path).searchParams.get('code') ?? '',
        operatorName: 'Town Leisure',
        currencySymbol: '£',
        timezone: 'Europe/London',
        venueName: 'Riverside Centre',
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@example.test',
        password: 'tall green kettles',
      }),
    }),
  )
  expect(created?.status).toBe(303)
  const desk = app.browser({ site: 'desk' })
  await desk.send(api.sessions.login, { username: 'ada@example.test', password: 'tall green kettles' })

  const rows = async (list: CatalogueList) => (await desk.send(api.office.catalogue, {})).lists[list]
  const save = async (edits: CatalogueEdit[]) => {
    const sent = { edits, pictures: [], accept: [] }
    const checked = await desk.send(api.office.changeCatalogue, { ...sent, check: true })
    expect(checked.objections).toEqual([])
    const saved = await desk.send(api.office.changeCatalogue, { ...sent, check: false })
    expect(saved.lines).toEqual(checked.lines)
    return saved
  }
  const add = (list: CatalogueList, ...added: object[]) =>
    save(added.map((after): CatalogueEdit => ({ list, before: null, after: { ...after } })))

  // Two venues: a hall of four courts and a studio, and a pool.
  const courts = [1, 2, 3, 4].map((number) => ({ slug: `court-${number}`, name: `Court ${number}` }))
  const [riverside = {}] = await rows('venues')
  await save([
    {
      list: 'venues',
      before: riverside,
      after: {
        ...riverside,
        locations: [
          { slug: 'hall', name: 'Hall', contains: courts.map(({ slug }) => slug) },
          ...courts,
          { slug: 'studio', name: 'Studio' },
        ],
        tills: [{ slug: 'reception', name: 'Reception' }],
      },
    },
  ])
  await add('venues', {
    slug: 'town-baths',
    name: 'Town Baths',
    locations: [{ slug: 'pool', name: 'Pool', shared: true }],
  })
  await add('terms', { slug: 'rules', name: 'Terms', html: '<p>Be kind.</p>' })
  await add('themes', { slug: 'town', primaryColour: '#0f6173', headerBgColour: '#102a33' })
  const [about = {}] = await rows('operator')
  await save([{ list: 'operator', before: about, after: { ...about, theme: 'town' } }])

  // Twelve classes, each with its price and its times, in one go; courts, and a swim with two tickets.
  await add('instructors', { slug: 'sam', name: 'Sam Example' })
  for (let number = 1; number <= 12; number += 1)
    await save([
      {
        list: 'activities',
        before: null,
        after: {
          slug: `class-${number}`,
          name: `Class ${number}`,
          kind: 'classes',
          venues: ['riverside-centre'],
        },
      },
      {
        list: 'prices',
        before: null,
        after: { venue: 'riverside-centre', activity: `class-${number}`, price: '6.50' },
      },
      {
        list: 'timetable',
        before: null,
        after: {
          venue: 'riverside-centre',
          activity: `class-${number}`,
          days: number % 2 === 0 ? 'Mon Wed Fri' : 'Tue Thu',
          start: `${String(8 + Math.floor((number - 1) / 2)).padStart(2, '0')}:00`,
          minutes: '55',
          locations: 'studio',
          capacity: '16',
          instructors: 'sam',
        },
      },
    ])
  await save([
    {
      list: 'activities',
      before: null,
      after: { slug: 'badminton', name: 'Badminton', kind: 'courts', venues: ['riverside-centre'] },
    },
    { list: 'prices', before: null, after: { activity: 'badminton', price: '9.80' } },
    {
      list: 'timetable',
      before: null,
      after: {
        activity: 'badminton',
        days: 'daily',
        start: '08:00',
        minutes: '60',
        until: '22:00',
        locations: 'court-1 court-2 court-3 court-4',
      },
    },
    {
      list: 'activities',
      before: null,
      after: {
        slug: 'swim',
        name: 'Swim',
        kind: 'tickets',
        venues: ['town-baths'],
        tickets: [
          { slug: 'adult', name: 'Adult' },
          { slug: 'child', name: 'Child', ageMax: 15 },
        ],
      },
    },
    { list: 'prices', before: null, after: { activity: 'swim', ticket: 'adult', price: '5.20' } },
    { list: 'prices', before: null, after: { activity: 'swim', ticket: 'child', price: '2.60' } },
    {
      list: 'timetable',
      before: null,
      after: {
        activity: 'swim',
        days: 'daily',
        start: '07:00',
        minutes: '60',
        locations: 'pool',
        capacity: '40',
      },
    },
  ])
  await add(
    'memberships',
    ...['Gold', 'Silver', 'Swim'].map((name) => ({
      slug: name.toLowerCase(),
      name,
      price: '35.00',
      benefits: [{ slug: 'all', name: 'Classes', percentOff: 50 }],
    })),
  )
  await desk.send(api.staff.add, {
    firstName: 'Di',
    lastName: 'Deskford',
    email: 'di@example.test',
    roles: [{ role: 'desk' }],
  })
  expect(await countsOf(db)).toMatchObject({ operators: 1 })
  expect((await rows('activities')).length).toBe(14)
  expect((await rows('memberships')).map(({ slug }) => slug)).toEqual(['gold', 'silver', 'swim'])

  // The first sale.
  const session = await db
    .selectFrom('occurrence')
    .innerJoin('activity', 'activity.id', 'occurrence.activityId')
    .select('occurrence.publicId')
    .where('activity.slug', '=', 'class-1')
    .orderBy('occurrence.startsAt')
    .executeTakeFirstOrThrow()
  const visitor = app.browser()
  const { items } = await visitor.send(api.baskets.add, { items: [{ id: session.publicId }] })
  expect(items).toMatchObject([{ name: expect.stringContaining('Class 1') }])
  const { transactionUuid } = await authorise(visitor)
  const order = await complete(visitor, transactionUuid)
  expect(order).toMatchObject({ completeOrderId: expect.anything() })

  // Whoever wants files from here on has them: importing an export changes nothing.
  const exported = await transact(db, (tx) => exportOperator(tx, undefined, now))
  const folder = makeFolder()
  writeFiles(folder, Object.fromEntries([...exported].map(([name, content]) => [name, content.toString()])))
  expect((await importOperator(db, folder, { now })).changes).toEqual([])
})
