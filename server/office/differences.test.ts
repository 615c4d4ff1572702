import { unzipSync, strFromU8 } from 'fflate'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { importOperator } from '#server/import/run.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { anOperatorFolder, makeFolder, now, venueInFiles } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { outcome } from '#test/support/outcome.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let folder: OperatorFolder
let app: TestApp
let operatorId: number
let priti: TestBrowser

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
  operatorId = (await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id
  app = testApp(folder.db, { now })
  priti = app.browser({ site: 'desk' })
  await priti.logIn((await aMemberOfStaff(folder.db, operatorId, { staffLevel: 'supervisor' })).id)
  await priti.send(api.office.changeVenue, {
    venue: 'centre',
    field: 'phone',
    before: '',
    value: '01632 960001',
  })
})

const loadPhone = (phone: string) => folder.load({ 'venues.json': [{ ...venueInFiles, phone }] })

const phoneNow = async () =>
  (await folder.db.selectFrom('venue').select('phone').executeTakeFirstOrThrow()).phone

/** The one difference there is, and what has been seen of it. */
const theDifference = async () => {
  const [difference] = await priti.send(api.office.differences, {})
  if (difference === undefined) throw new Error('Nothing differs.')
  const { id: overrideId, value, filesValue } = difference
  return { difference, seen: { overrideId, value, filesValue } }
}

describe('a field that the files have changed', () => {
  beforeEach(() => loadPhone('01632 960002'))

  test('has what the files say once staff take it, and follows them from then on', async () => {
    const { difference, seen } = await theDifference()
    expect(difference).toMatchObject({
      value: '01632 960001',
      filesValue: '01632 960002',
      hasFilesChanged: true,
    })
    expect(await priti.send(api.office.takeFilesValue, seen)).toEqual([])
    expect(await phoneNow()).toBe('01632 960002')
    await loadPhone('01632 960003')
    expect(await phoneNow()).toBe('01632 960003')
    expect(await priti.send(api.office.differences, {})).toEqual([])
  })

  test('stays as it is once staff stay with it, and is no news any more', async () => {
    const { seen } = await theDifference()
    const [retained] = await priti.send(api.office.keepValue, seen)
    expect(retained).toMatchObject({ value: '01632 960001', hasFilesChanged: false })
    expect(await phoneNow()).toBe('01632 960001')
    const acts = await folder.db.selectFrom('auditEntry').select('act').orderBy('id').execute()
    expect(acts).toEqual([{ act: 'venue changed' }, { act: 'own value kept' }])
  })

  test('is not decided by somebody who has seen something else', async () => {
    const { seen } = await theDifference()
    await loadPhone('01632 960003')
    const changed = {
      code: 'changed_meanwhile',
      message: 'This was changed since you looked. Here is what it is now.',
    }
    expect(await refusal(priti.send(api.office.takeFilesValue, seen))).toMatchObject(changed)
    expect(await refusal(priti.send(api.office.keepValue, seen))).toMatchObject(changed)
    expect(await phoneNow()).toBe('01632 960001')
  })

  test("is decided once, by the operator's own supervisors", async () => {
    const { seen } = await theDifference()
    const desk = app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(folder.db, operatorId)).id)
    expect(await outcome(desk.send(api.office.takeFilesValue, seen))).toBe('forbidden')
    const other = await anOperator(folder.db, { slug: 'other' })
    const stranger = app.browser({ site: 'desk', headers: { 'client-domain-identifier': 'other' } })
    // Operators are cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await stranger.logIn((await aMemberOfStaff(folder.db, other.id, { staffLevel: 'supervisor' })).id)
    expect(await outcome(stranger.send(api.office.takeFilesValue, seen))).toBe('not_found')
    expect(await outcome(stranger.send(api.office.keepValue, seen))).toBe('not_found')
    await priti.send(api.office.takeFilesValue, seen)
    expect(await refusal(priti.send(api.office.takeFilesValue, seen))).toMatchObject({
      code: 'not_found',
      message: 'This is settled: there is no difference any more.',
    })
  })
})

describe('the files to download', () => {
  test('have what is in force; their import changes nothing and ends what differed', async () => {
    const response = await priti.fetch('/api/office/export')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="small-2027-03-01.zip"')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(JSON.parse(strFromU8(files['venues.json'] ?? new Uint8Array()))).toMatchObject([
      { slug: 'centre', phone: '01632 960001' },
    ])
    const to = makeFolder()
    mkdirSync(path.join(to, 'assets'))
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(to, name), content)
    expect((await importOperator(folder.db, to, { now })).changes).toEqual([])
    expect(await priti.send(api.office.differences, {})).toEqual([])
    expect(await phoneNow()).toBe('01632 960001')
  })

  test('are for supervisors', async () => {
    expect((await app.browser({ site: 'desk' }).fetch('/api/office/export')).status).toBe(401)
    const desk = app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(folder.db, operatorId)).id)
    expect((await desk.fetch('/api/office/export')).status).toBe(403)
  })
})
