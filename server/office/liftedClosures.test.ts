import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { describeImport } from '#server/import/words.ts'
import { exportOperator } from '#server/import/export.ts'
import { importOperator } from '#server/import/run.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { anOperatorFolder, makeFolder, now } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { outcome } from '#test/support/outcome.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let folder: OperatorFolder
let operatorId: number
let priti: TestBrowser

const closed: Files = {
  'closures.csv':
    'venue,locations,date,start,end,reason\ncentre,hall pool,2027-03-02,08:00,12:00,Fair\ncentre,pool,2027-03-04,,,Pump\n',
}

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load(closed)
  operatorId = (await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id
  priti = testApp(folder.db, { now }).browser({ site: 'desk' })
  const { id } = await aMemberOfStaff(folder.db, operatorId, { firstName: 'Priti', staffLevel: 'supervisor' })
  await priti.logIn(id)
})

const onDay = async (date = '2027-03-02') =>
  (await priti.send(api.closures.onDay, { venue: 'centre', date })).closures
const lift = async () => {
  const [closure] = await onDay()
  await priti.send(api.closures.lift, { fileClosureId: closure?.id ?? 0 })
}
const reasons = async () =>
  (await folder.db.selectFrom('closure').select('reason').orderBy('id').execute()).map(({ reason }) => reason)
const lines = async (files: Files, how: Parameters<OperatorFolder['load']>[1] = {}) =>
  describeImport(await folder.load(files, how)).map((line) => line.trim())

const stays =
  'retained  closure of centre, Hall and Pool, 2027-03-02 08:00 to 2027-03-02 12:00: Priti Deskford opened it again on 2027-03-01. It stays open.'

test('a closure of the files that staff end stays ended at an import, which says so', async () => {
  await lift()
  expect(await onDay()).toEqual([])
  expect(await reasons()).toEqual(['Pump'])
  expect(await lines(closed)).toEqual([stays])
  expect(await lines({ ...closed, 'tags.json': [{ slug: 'calm', name: 'Quiet' }] })).toContain(stays)
  expect(await reasons()).toEqual(['Pump'])
  expect(await priti.send(api.office.liftedClosures, {})).toMatchObject([
    { venue: { slug: 'centre' }, places: ['Hall', 'Pool'], reason: 'Fair', liftedBy: 'Priti Deskford' },
  ])
  const audit = await folder.db.selectFrom('auditEntry').select(['act', 'detail']).execute()
  expect(audit).toMatchObject([{ act: 'closure of the files ended', detail: { reason: 'Fair' } }])
})

test('files that say something new hold, and with the old line gone nothing is remembered', async () => {
  await lift()
  const later = { 'closures.csv': (closed['closures.csv'] as string).replace('12:00', '13:00') }
  await folder.load(later)
  expect(await reasons()).toEqual(['Pump', 'Fair', 'Fair'])
  expect(await priti.send(api.office.liftedClosures, {})).toEqual([])
  // Who writes the old line again means it.
  await folder.load(closed)
  expect(await onDay()).toHaveLength(1)
})

test('with --files-win it is closed again, which the import says and the audit log keeps', async () => {
  await lift()
  const printed = await lines(closed, { filesWin: { reason: 'A new season' } })
  expect(printed[0]).toBe(
    'lost      closure of centre, Hall and Pool, 2027-03-02 08:00 to 2027-03-02 12:00: Priti Deskford had opened it again on 2027-03-01. It is closed now.',
  )
  expect(await onDay()).toHaveLength(1)
  const [, won] = await folder.db.selectFrom('auditEntry').select('detail').orderBy('id').execute()
  expect(won).toMatchObject({ detail: { closures: [{ venue: 'centre' }] } })
})

test('an export leaves it out, and importing that changes nothing', async () => {
  await lift()
  const files = await transact(folder.db, (tx) => exportOperator(tx, undefined, now))
  expect(files.get('closures.csv')).not.toContain('Fair')
  const to = makeFolder()
  mkdirSync(path.join(to, 'assets'))
  for (const [name, content] of files) writeFileSync(path.join(to, name), content)
  const { changes } = await importOperator(folder.db, to, { now })
  expect(changes).toEqual([])
  expect(await priti.send(api.office.liftedClosures, {})).toEqual([])
})

test('is for supervisors, of closures of their operator that the files have', async () => {
  const desk = testApp(folder.db, { now }).browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(folder.db, operatorId)).id)
  const [closure] = await onDay()
  const closureId = closure?.id ?? 0
  expect(await outcome(desk.send(api.closures.lift, { fileClosureId: closureId }))).toBe('forbidden')
  expect(await outcome(desk.send(api.office.liftedClosures, {}))).toBe('forbidden')
  const { id: otherId } = await anOperator(folder.db, { slug: 'other' })
  const other = await aVenue(folder.db, { operatorId: otherId }, { slug: 'elsewhere' })
  const theirs = await folder.db
    .insertInto('closure')
    .values({ venueId: other.id, startsAt: now, endsAt: new Date('2027-03-09T00:00:00Z'), reason: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await outcome(priti.send(api.closures.lift, { fileClosureId: theirs.id }))).toBe('not_found')
})
