import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { countsOf, now } from '#test/support/operatorFiles.ts'
import { api } from '#web/platform/api.ts'
import { createFirstRun } from './firstRun.ts'

/* An operator's first start on an empty database. */

let db: Database
let app: TestApp

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  app = testApp(db, { now })
})

const start = () => createFirstRun({ db, clock: app.clock, config: app.config, breachedPasswords: null })

const host = 'http://desk.onside.localhost:3000'

const filledIn = {
  operatorName: 'Town Leisure',
  legalName: 'Town Leisure Trust Ltd',
  currencySymbol: '€',
  timezone: 'Europe/Dublin',
  venueName: 'Riverside Centre',
  addressLineOne: '1 Weir Road',
  town: 'Town',
  postcode: 'd01 ab12',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'Ada@example.test',
  // With the space that was typed behind it.
  password: 'tall green kettles ',
}

const codeOf = (path: string): string => new URL(host + path).searchParams.get('code') ?? ''

const post = (fields: Record<string, string>): Request =>
  new Request(`${host}/first-run`, { method: 'POST', body: new URLSearchParams(fields) })

test('an empty database is set up by whoever has the link, and by nobody else', async () => {
  const firstRun = await start()
  const look = async (path: string) => {
    const answer = await firstRun.answer(new Request(host + path))
    return { status: answer?.status, text: await answer?.text() }
  }
  expect(await look('/')).toMatchObject({ status: 503, text: expect.stringContaining('set up yet') })
  expect(await look('/api/client/config')).toMatchObject({ status: 503 })
  expect(await firstRun.answer(new Request(`${host}/healthz`))).toBeNull()
  expect(await look('/first-run')).toMatchObject({ status: 404 })
  expect(await look('/first-run?code=guessed')).toMatchObject({ status: 404 })
  expect(await look(firstRun.path)).toMatchObject({
    status: 200,
    text: expect.stringContaining('Name of the venue'),
  })
  const refused = await firstRun.answer(post({ ...filledIn, code: 'guessed' }))
  expect(refused?.status).toBe(404)
  expect(await countsOf(db)).toMatchObject({ operators: 0 })

  const done = await firstRun.answer(post({ ...filledIn, code: codeOf(firstRun.path) }))
  expect(done?.status).toBe(303)
  expect(done?.headers.get('location')).toBe(
    'http://desk.onside.localhost:3000/login?redirect=%2Foffice%2Fsettings%2Fcatalogue',
  )
  expect(
    await db
      .selectFrom('operator')
      .select(['slug', 'name', 'legalName', 'currencySymbol', 'timezone'])
      .execute(),
  ).toEqual([
    {
      slug: 'town-leisure',
      name: 'Town Leisure',
      legalName: 'Town Leisure Trust Ltd',
      currencySymbol: '€',
      timezone: 'Europe/Dublin',
    },
  ])
  expect(await db.selectFrom('venue').select(['slug', 'name', 'town', 'timezone']).execute()).toEqual([
    { slug: 'riverside-centre', name: 'Riverside Centre', town: 'Town', timezone: 'Europe/Dublin' },
  ])
  const ada = await db.selectFrom('customer').select(['email', 'role']).executeTakeFirstOrThrow()
  expect(ada).toEqual({ email: 'ada@example.test', role: 'staff' })
  expect(await db.selectFrom('staffRole').select(['role', 'venueId']).execute()).toEqual([
    { role: 'administrator', venueId: null },
  ])
  // From now on the product answers, and the link does nothing.
  expect(await firstRun.answer(new Request(host + firstRun.path))).toBeNull()
  const desk = app.browser({ site: 'desk' })
  expect(await desk.send(api.operator.config, {})).toMatchObject({ name: 'Town Leisure' })
  await expect(
    desk.send(api.sessions.login, { username: 'ada@example.test', password: filledIn.password }),
  ).resolves.toBeDefined()
})

test('what is refused is said beside its field, and what was typed stays', async () => {
  const firstRun = await start()
  const answer = await firstRun.answer(
    post({
      ...filledIn,
      code: codeOf(firstRun.path),
      operatorName: '',
      timezone: 'Town time',
      venueName: '<b>Baths</b>',
      email: 'ada',
      password: 'password12',
    }),
  )
  const html = (await answer?.text()) ?? ''
  expect(answer?.status).toBe(422)
  const error = (field: string) => new RegExp(`id="${field}-error">([^<]*)<`).exec(html)?.[1]
  expect(error('timezone')).toMatch(/time zone/i)
  const again = await firstRun.answer(
    post({
      ...filledIn,
      code: codeOf(firstRun.path),
      operatorName: '',
      email: 'ada',
      password: 'password12',
    }),
  )
  const second = (await again?.text()) ?? ''
  const secondError = (field: string) => new RegExp(`id="${field}-error">([^<]*)<`).exec(second)?.[1]
  expect(secondError('operatorName')).toBeDefined()
  expect(secondError('email')).toMatch(/@|address/)
  expect(secondError('password')).toBeDefined()
  expect(secondError('lastName')).toBeUndefined()
  expect(html).toContain('value="&#60;b&#62;Baths&#60;/b&#62;"')
  expect(second).not.toContain('password12')
  expect(await countsOf(db)).toMatchObject({ operators: 0 })
})

test('the links of all nodes work, for seven days, and one of them once', async () => {
  const old = await start()
  app.clock.forward(8 * 24 * 3_600_000)
  const [first, second] = [await start(), await start()]
  expect((await first.answer(new Request(host + old.path)))?.status).toBe(404)
  expect((await first.answer(new Request(host + second.path)))?.status).toBe(200)
  const answers = await Promise.all([
    first.answer(post({ ...filledIn, code: codeOf(second.path) })),
    second.answer(
      post({ ...filledIn, operatorName: 'Other', email: 'eve@example.test', code: codeOf(first.path) }),
    ),
  ])
  expect(answers.map((answer) => answer?.status ?? null).filter((status) => status === 303)).toHaveLength(1)
  expect(await countsOf(db)).toMatchObject({ operators: 1 })
})
