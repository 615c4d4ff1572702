import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  await anOperator(db)
})

const now = new Date('2027-03-01T09:00:00Z')

test('C14 I05: a town or postcode of Great Britain is found, anywhere else is not', async () => {
  const visitor = testApp(db, { now }).browser()
  expect(await visitor.send(api.geocoding.search, { search: 'n7 6gg' })).toEqual([
    { name: 'N7, Holloway', lat: 51.554, lng: -0.118 },
  ])
  expect(await visitor.send(api.geocoding.search, { search: 'Paris' })).toEqual([])
})

test('C14: nothing looked for is told so', async () => {
  const visitor = testApp(db, { now }).browser()
  expect(await refusal(visitor.send(api.geocoding.search, { search: '  ' }))).toMatchObject({
    status: 422,
    code: 'invalid',
  })
})

test('C14: a service that cannot be reached is no failure of ours', async () => {
  // Nothing listens there.
  const visitor = testApp(db, {
    now,
    settings: { MAPS: 'nominatim', MAPS_URL: 'http://127.0.0.1:9' },
  }).browser()
  expect(await visitor.send(api.geocoding.search, { search: 'Qwertyville' })).toEqual([])
  expect((await visitor.send(api.geocoding.search, { search: 'Oldham' }))[0]?.name).toBe('Oldham')
})

test('too many in a minute are asked to wait', async () => {
  const visitor = testApp(db, { now }).browser()
  const ask = () => visitor.fetch('/api/geocoding?search=oldham')
  const answers = await Promise.all(Array.from({ length: 121 }, ask))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
