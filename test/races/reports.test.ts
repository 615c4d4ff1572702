/** Reports that take too long, while something holds the bookings up. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { makeWaitingFiles } from '#server/reports/files.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { openCopy } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T09:00:00Z')
const march = { report: 'fullness', from: '2027-03-01', until: '2027-03-31' } as const

let opened: Opened
let app: TestApp
let desk: TestBrowser

beforeAll(async () => {
  // One that locks, one that waits for it, and one for everybody else.
  opened = await openCopy(3)
  app = testApp(opened.db, { now, settings: { REPORT_SECONDS: '0.1', REPORT_FILE_SECONDS: '0.1' } })
  const { operator } = await aBookableClass(opened.db, { startsAt: now, capacity: 2, price: 500 })
  const staff = await aMemberOfStaff(opened.db, operator.id, { staffLevel: 'supervisor' })
  desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
})
afterAll(() => opened.close())

const stateOfFiles = async () =>
  (await desk.send(api.reports.files, { report: 'fullness' })).files.map(({ state, problem }) => [
    state,
    problem,
  ])

it('are refused, made as files, and fail with the reason where they take too long for that, too', async () => {
  await transact(opened.db, async (tx) => {
    await sql`lock table booking in access exclusive mode`.execute(tx)
    expect(await refusal(desk.send(api.reports.read, march))).toMatchObject({ status: 413 })
    expect(await refusal(desk.send(api.reports.file, march))).toMatchObject({ status: 413 })
    await desk.send(api.reports.makeFile, march)
    const [, states] = await Promise.all([
      makeWaitingFiles(opened.db, app.config, now),
      // Meanwhile others are answered.
      stateOfFiles(),
    ])
    expect(states).toEqual([['waiting', null]])
    expect(await stateOfFiles()).toEqual([['failed', 'too_slow']])
  })
  await desk.send(api.reports.makeFile, march)
  await makeWaitingFiles(opened.db, app.config, now)
  expect(await stateOfFiles()).toEqual([
    ['ready', null],
    ['failed', 'too_slow'],
  ])
})
