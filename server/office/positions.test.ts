import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { anOperatorFolder, now, venueInFiles } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let folder: OperatorFolder
let priti: TestBrowser

const activities = (first: string) => `${first}[
  {
    "slug": "fitness", "name": "Fitness", "kind": "classes",
    "free_cancel_minutes": 60,
    "description": "For everyone",
    "children": [
      { "slug": "yoga", "name": "Yoga" },
      { "slug": "aqua", "name": "Aqua",
        "free_cancel_minutes": 120 }
    ]
  },
  { "slug": "badminton", "name": "Badminton", "kind": "courts" },
  { "slug": "swim", "name": "Swim", "kind": "tickets", "tickets": [{ "slug": "adult", "name": "Adult" }] }
]`

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load({ 'activities.json': activities('') })
  const { id } = await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  priti = testApp(folder.db, { now }).browser({ site: 'desk' })
  await priti.logIn((await aMemberOfStaff(folder.db, id, { staffLevel: 'supervisor' })).id)
})

const idOf = async (slug: string) =>
  (await folder.db.selectFrom('activity').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id

const linesOf = async (slug: string) => {
  const { fields } = await priti.send(api.office.activity, { activityId: await idOf(slug) })
  return Object.fromEntries(fields.map(({ name, inFiles }) => [name, inFiles?.line]))
}

test('a field is where its own line is, what is inherited where the heading says it, and else where the entry begins', async () => {
  expect(await linesOf('yoga')).toMatchObject({ freeCancelMinutes: 4, description: 7, lateCancelFee: 7 })
  expect(await linesOf('aqua')).toMatchObject({ freeCancelMinutes: 9, description: 8 })
  expect(await linesOf('fitness')).toEqual({ description: 5 })
  expect(await linesOf('badminton')).toMatchObject({ freeCancelMinutes: 12 })
})

test('what the files alone may change is refused with its line, of an activity and of a venue with a file of its own', async () => {
  const tickets = { activityId: await idOf('swim'), field: 'tickets', before: null, value: null }
  expect(await refusal(priti.send(api.office.changeActivity, tickets))).toMatchObject({
    code: 'from_files',
    message: 'This is set in activities.json, line 13. Change it there.',
  })
  await folder.load({
    'activities.json': activities(''),
    'venues.json': [],
    'venues/centre.json': venueInFiles,
  })
  const name = { venue: 'centre', field: 'migrationDate', before: null, value: null }
  expect(await refusal(priti.send(api.office.changeVenue, name))).toMatchObject({
    code: 'from_files',
    message: 'This is set in venues/centre.json, line 5. Change it there.',
  })
})

test('lines that have moved are those of the last import, and are no change; what is gone from the files has none', async () => {
  const moved = await folder.load({ 'activities.json': activities('\n\n') })
  expect(moved.changes).toEqual([])
  expect(await linesOf('aqua')).toMatchObject({ freeCancelMinutes: 11 })
  await folder.load({
    'activities.json': activities('').replace(/,\n {6}\{ "slug": "aqua"[^}]*\}/, ''),
    'prices.csv': '',
    'timetable.csv': '',
    'sessions.csv': '',
  })
  const { rows } = await sql`
    select 1 from file_position p join activity a on a.id = p.activity_id where a.slug = 'aqua'`.execute(
    folder.db,
  )
  expect(rows).toEqual([])
})

test('a difference says where the files have it', async () => {
  const activityId = await idOf('yoga')
  await priti.send(api.office.changeActivity, {
    activityId,
    field: 'freeCancelMinutes',
    before: 60,
    value: 90,
  })
  expect(await priti.send(api.office.differences, {})).toMatchObject([
    { field: 'freeCancelMinutes', inFiles: { file: 'activities.json', line: 4 } },
  ])
})

test('before anything has been imported with its lines, the refusal names the file alone', async () => {
  await sql`delete from file_position`.execute(folder.db)
  const name = { venue: 'centre', field: 'name', before: null, value: 'Other' }
  expect(await refusal(priti.send(api.office.changeVenue, name))).toMatchObject({
    message: 'This is set in venues.json. Change it there.',
  })
})
