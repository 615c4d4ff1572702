import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { makeWaitingFiles, removeOldFiles } from './files.ts'
import { sendScheduledReports } from './schedule.ts'
import { sql } from 'kysely'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
const now = new Date('2027-03-02T09:00:00Z')

let evening: ClassToAttend
/** Answers with one row, and makes files of two. */
let app: TestApp
let ines: TestBrowser

const aSupervisor = (operatorId: number, email: string) =>
  aCustomer(evening.db, operatorId, {
    role: 'staff',
    staffLevel: 'supervisor',
    firstName: 'Ines',
    lastName: 'Wardlow',
    email,
  })

const deskOf = async (id: number): Promise<TestBrowser> => {
  const browser = app.browser({ site: 'desk' })
  await browser.logIn(id)
  return browser
}

beforeEach(async () => {
  evening = await aClassToAttend()
  app = testApp(evening.db, { now, settings: { REPORT_ROWS: '1', REPORT_FILE_ROWS: '2' } })
  ines = await deskOf((await aSupervisor(evening.operator.id, 'ines@example.test')).id)
})

const march = {
  report: 'fullness',
  from: '2027-03-01',
  until: '2027-03-31',
  by: 'each',
  basis: 'session',
} as const

/** Sessions on further days. */
const moreSessions = async (count: number): Promise<void> => {
  for (let place = 0; place < count; place += 1)
    await anOccurrence(
      evening.db,
      {
        activity: evening.activity,
        locationId: evening.studio.id,
        startsAt: new Date(`2027-03-${10 + place}T18:00:00Z`),
      },
      { capacity: 2 },
    )
}

const make = (browser = ines, more: object = {}) => browser.send(api.reports.makeFile, { ...march, ...more })
const filesOf = async (browser = ines) =>
  (await browser.send(api.reports.files, { report: 'fullness' })).files
const open = (fileId: number, browser = ines) => browser.send(api.reports.openFile, { fileId })
const runJob = () => makeWaitingFiles(evening.db, app.config, app.clock.now())

/** Every mail about a report so far, as it went out. */
const mails = async () => {
  const services = { ...app.services, mail: null }
  const jobs = { db: evening.db, clock: app.clock, log: quiet, services }
  await runDueJobs(evening.db, jobHandlers(jobs), app.clock.now(), quiet)
  return evening.db
    .selectFrom('notice as n')
    .leftJoin('noticeAttachment as f', 'f.noticeId', 'n.id')
    .select(['n.recipient', 'n.textBody', 'f.fileName'])
    .where('n.kind', '=', 'report_ready')
    .orderBy('n.id')
    .execute()
}

describe('a report that is too large for an answer', () => {
  it('is made as a file by a job, with the rows that the screen would have, and a mail with its link', async () => {
    await evening.aBooking(evening.ann.id)
    await moreSessions(1)
    for (const call of [ines.send(api.reports.read, march), ines.send(api.reports.file, march)])
      expect(await refusal(call)).toMatchObject({
        status: 413,
        code: 'too_large',
        message:
          'This report is too large to show here. Choose fewer days or venues, or have it made as a file.',
      })

    const made = await make()
    expect(made).toMatchObject({
      state: 'waiting',
      rowCount: null,
      problem: null,
      recipient: 'Ines Wardlow',
    })
    // Who asks again meanwhile gets the same.
    expect((await make()).id).toBe(made.id)
    expect(await refusal(open(made.id))).toMatchObject({ status: 404 })

    await runJob()
    expect(await filesOf()).toEqual([
      { ...made, state: 'ready', rowCount: 2, removedOn: '2027-03-09', venues: [], by: 'each' },
    ])
    const { name, text } = await open(made.id)
    expect(name).toBe('fullness-2027-03-01-2027-03-31.csv')
    const withoutLimit = testApp(evening.db, { now }).browser({ site: 'desk' })
    withoutLimit.cookies.set('authToken', ines.cookies.get('authToken') ?? '')
    expect(text).toBe((await withoutLimit.send(api.reports.file, march)).text)
    expect(text.split('\r\n')).toHaveLength(4)

    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'ines@example.test', fileName: null })
    expect(mail?.textBody).toContain('the file of your report is ready')
    expect(mail?.textBody).toContain(`/office/reports/fullness?from=2027-03-01&until=2027-03-31`)
    expect(mail?.textBody).toContain(`file=${made.id}`)
    // What is ready is not made again.
    await runJob()
    expect(await mails()).toHaveLength(1)
  })

  it('says so where it is too large for a file, too, and can be made again', async () => {
    await moreSessions(2)
    const made = await make()
    await runJob()
    expect(await filesOf()).toMatchObject([
      { id: made.id, state: 'failed', problem: 'too_large', rowCount: null },
    ])
    expect(await refusal(open(made.id))).toMatchObject({ status: 404 })
    expect((await mails()).map(({ textBody }) => textBody)).toEqual([
      expect.stringContaining("we couldn't make your report: it has too many rows"),
    ])
    const again = await make(ines, { until: '2027-03-10' })
    await runJob()
    expect((await filesOf()).map(({ id, state }) => [id, state])).toEqual([
      [again.id, 'ready'],
      [made.id, 'failed'],
    ])
  })

  it('is removed when its days are over', async () => {
    const { id } = await make()
    await runJob()
    await removeOldFiles(evening.db, app.config, new Date('2027-03-09T09:00:00Z'))
    expect((await open(id)).name).toMatch(/csv$/)
    await removeOldFiles(evening.db, app.config, new Date('2027-03-09T09:00:01Z'))
    expect(await refusal(open(id))).toMatchObject({
      status: 404,
      message: "This file isn't there. Have the report made again.",
    })
    expect(await filesOf()).toEqual([])
    // A mail that could not be sent until then has nothing to lead to.
    expect(await mails()).toEqual([expect.objectContaining({ textBody: null })])
  })

  it('is given up after three vain attempts', async () => {
    const { id } = await make()
    // A process that ends while it makes a file has counted its attempt and done nothing else.
    await evening.db.updateTable('reportFile').set({ attempts: 3 }).execute()
    await runJob()
    expect(await filesOf()).toMatchObject([{ id, state: 'failed', problem: 'fault' }])
  })

  it('is not made for who may not read reports any more', async () => {
    await make()
    await sql`update staff_role set role = 'desk' where role = 'administrator'`.execute(evening.db)
    await runJob()
    expect(await evening.db.selectFrom('reportFile').select('id').execute()).toEqual([])
    expect(await mails()).toEqual([])
  })

  it('waits its turn: ten at a time for an operator', async () => {
    for (let day = 10; day < 20; day += 1) await make(ines, { until: `2027-03-${day}` })
    expect(await refusal(make())).toMatchObject({ status: 409, code: 'too_many_files' })
    await runJob()
    expect((await make()).state).toBe('waiting')
  })

  it('has a period and venues as the screen has', async () => {
    expect((await refusal(make(ines, { until: '2027-02-01' }))).validationMessages).toEqual({
      until: ['Choose a last day that is not before the first.'],
    })
    expect(await refusal(make(ines, { venues: 'nowhere' }))).toMatchObject({ status: 404 })
    expect((await make(ines, { venues: 'demo-centre' })).venues).toEqual(['Demo Centre'])
  })
})

describe('the file of a report', () => {
  it('is for supervisors of its operator', async () => {
    const { id } = await make()
    await runJob()
    const other = await anOperator(evening.db, { slug: 'other' })
    await aVenue(evening.db, { operatorId: other.id }, { slug: 'elsewhere', name: 'Elsewhere' })
    const ann = app.browser()
    await ann.logIn(evening.ann.id)
    for (const [browser, status] of [
      [await deskOf(evening.staff.id), 403],
      [ann, 403],
      [app.browser(), 401],
    ] as const)
      for (const call of [make(browser), filesOf(browser), open(id, browser)])
        expect((await refusal(call)).status).toBe(status)

    // Of another operator.
    await evening.db.updateTable('reportFile').set({ operatorId: other.id }).execute()
    expect(await filesOf()).toEqual([])
    expect(await refusal(open(id))).toMatchObject({ status: 404 })
    expect(await refusal(make(ines, { venues: 'elsewhere' }))).toMatchObject({ status: 404 })
  })

  it('is recorded when it is opened and names customers', async () => {
    const absences = await make(ines, { report: 'absences', venues: 'demo-centre' })
    const fullness = await make()
    await runJob()
    await open(fullness.id)
    await open(absences.id)
    const recorded = await evening.db
      .selectFrom('auditEntry')
      .select(['act', 'subject', 'detail'])
      .where('subject', 'like', 'report:%')
      .execute()
    expect(recorded).toEqual([
      {
        act: 'report with people in it saved',
        subject: 'report:absences',
        detail: { from: '2027-03-01', until: '2027-03-31', venues: 'demo-centre' },
      },
    ])
  })
})

it('a report that is sent by mail and too large for an answer is attached all the same', async () => {
  await ines.send(api.reports.schedule, {
    report: 'fullness',
    every: 'month',
    email: 'ines@example.test',
    by: 'each',
  })
  await moreSessions(1)
  app.clock.set(new Date('2027-04-01T09:00:00Z'))
  await sendScheduledReports(evening.db, app.clock.now())
  await runJob()
  expect(await mails()).toMatchObject([{ fileName: 'fullness-2027-03-01-2027-03-31.csv' }])
})

it('a report that is sent by mail and cannot be made says so', async () => {
  await ines.send(api.reports.schedule, {
    report: 'fullness',
    every: 'month',
    email: 'ines@example.test',
    by: 'each',
  })
  await moreSessions(2)
  app.clock.set(new Date('2027-04-01T09:00:00Z'))
  await sendScheduledReports(evening.db, app.clock.now())
  await runJob()
  expect(await mails()).toMatchObject([
    { fileName: null, textBody: expect.stringContaining('it has too many rows') as unknown },
  ])
})
