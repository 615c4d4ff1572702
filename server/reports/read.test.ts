import { beforeEach, describe, expect, it } from 'vitest'
import { reportIds } from '#contract/reportTypes.ts'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { makeWaitingFiles } from './files.ts'
import { sendScheduledReports } from './schedule.ts'
import { sql } from 'kysely'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let evening: ClassToAttend
let ines: TestBrowser
let ben: { id: number }

beforeEach(async () => {
  evening = await aClassToAttend()
  const { db, operator } = evening
  const { id } = await aCustomer(db, operator.id, {
    role: 'staff',
    staffLevel: 'supervisor',
    firstName: 'Ines',
    lastName: 'Wardlow',
    email: 'ines@example.test',
  })
  ines = evening.app.browser({ site: 'desk' })
  await ines.logIn(id)
  ben = await aCustomer(db, operator.id, { firstName: '=SUM(1)', lastName: 'Birch' })
})

const march = { from: '2027-03-01', until: '2027-03-31', by: 'activity', basis: 'session' } as const

/** Ben has missed two sessions. */
const twoAbsences = async (): Promise<void> => {
  await evening.aBooking(ben.id)
  const next = await anOccurrence(
    evening.db,
    { activity: evening.activity, locationId: evening.studio.id, startsAt: new Date('2027-03-09T18:00:00Z') },
    { capacity: 2 },
  )
  await evening.aBooking(ben.id, next.id)
  await evening.db.updateTable('booking').set({ status: 'not_attended' }).execute()
}

describe('who may read reports', () => {
  it.each(reportIds)(
    '%s is for supervisors: refused to others at the desk, to customers and to visitors',
    async (report) => {
      expect((await ines.send(api.reports.read, { report, ...march })).report).toBe(report)
      for (const call of [
        (browser: TestBrowser) => browser.send(api.reports.read, { report, ...march }),
        (browser: TestBrowser) => browser.send(api.reports.file, { report, ...march }),
        (browser: TestBrowser) =>
          browser.send(api.reports.schedule, { report, every: 'day', email: 'ines@example.test' }),
      ]) {
        expect((await refusal(call(evening.desk))).status).toBe(403)
        const ann = evening.app.browser()
        await ann.logIn(evening.ann.id)
        expect((await refusal(call(ann))).status).toBe(403)
        expect((await refusal(call(evening.app.browser()))).status).toBe(401)
      }
    },
  )

  it('has nothing of another operator', async () => {
    const other = await anOperator(evening.db, { slug: 'other' })
    await aVenue(evening.db, { operatorId: other.id }, { slug: 'elsewhere', name: 'Elsewhere' })
    expect(
      await refusal(ines.send(api.reports.read, { report: 'fullness', ...march, venues: 'elsewhere' })),
    ).toMatchObject({ status: 404 })
    await evening.db.updateTable('venue').set({ operatorId: other.id }).execute()
    expect((await ines.send(api.reports.read, { report: 'fullness', ...march })).rows).toEqual([])
  })
})

it('a period ends no earlier than it begins, and has 400 days at most', async () => {
  const read = (from: string, until: string) => ines.send(api.reports.read, { report: 'vat', from, until })
  expect((await refusal(read('2027-03-02', '2027-03-01'))).validationMessages).toEqual({
    until: ['Choose a last day that is not before the first.'],
  })
  expect((await refusal(read('2027-01-01', '2028-02-05'))).validationMessages).toEqual({
    until: ['Choose at most 400 days.'],
  })
  expect((await read('2027-01-01', '2028-02-04')).rowCount).toBe(0)
})

it('a file has the rows of the screen; what looks like a formula is text, and people in it are recorded', async () => {
  await twoAbsences()
  const { name, text } = await ines.send(api.reports.file, { report: 'absences', ...march })
  expect(name).toBe('absences-2027-03-01-2027-03-31.csv')
  const { reference } = await evening.db
    .selectFrom('customer')
    .select('reference')
    .where('id', '=', ben.id)
    .executeTakeFirstOrThrow()
  expect(text).toBe(
    [
      '\uFEFFperson,reference,day,session,kind,penalty,state,venue',
      `'=SUM(1) Birch,${reference},2027-03-02,yoga,no_show,0.00,,Demo Centre`,
      `'=SUM(1) Birch,${reference},2027-03-09,yoga,no_show,0.00,,Demo Centre`,
      '',
    ].join('\r\n'),
  )
  await ines.send(api.reports.file, { report: 'fullness', ...march })
  const recorded = await evening.db
    .selectFrom('auditEntry')
    .select(['act', 'subject', 'detail'])
    .where('subject', 'like', 'report:%')
    .execute()
  expect(recorded).toEqual([
    {
      act: 'report with people in it saved',
      subject: 'report:absences',
      detail: { from: '2027-03-01', until: '2027-03-31' },
    },
  ])
})

describe('a report sent by mail', () => {
  const schedule = (more: object = {}) =>
    ines.send(api.reports.schedule, {
      report: 'fullness',
      every: 'week',
      email: 'INES@example.test',
      ...more,
    })

  const sentOn = async (day: string) => {
    evening.app.clock.set(new Date(`${day}T06:00:00Z`))
    await sendScheduledReports(evening.db, evening.app.clock.now())
    await makeWaitingFiles(evening.db, evening.app.config, evening.app.clock.now())
    const services = { ...evening.app.services, mail: null }
    await runDueJobs(
      evening.db,
      jobHandlers({ db: evening.db, clock: evening.app.clock, log: quiet, services }),
      evening.app.clock.now(),
      quiet,
    )
    return evening.db
      .selectFrom('notice as n')
      .leftJoin('noticeAttachment as f', 'f.noticeId', 'n.id')
      .select(['n.recipient', 'n.subject', 'n.textBody', 'f.fileName', 'f.content'])
      .where('n.kind', '=', 'report_ready')
      .orderBy('n.id')
      .execute()
  }

  it('goes out once after each week, with the file of it', async () => {
    await evening.aBooking(evening.ann.id)
    expect((await schedule({ venues: 'demo-centre' })).schedules).toMatchObject([
      {
        report: 'fullness',
        every: 'week',
        recipient: 'Ines Wardlow',
        venues: ['Demo Centre'],
        nextOn: '2027-03-08',
      },
    ])
    expect(await sentOn('2027-03-07')).toEqual([])
    const [sent, ...more] = await sentOn('2027-03-08')
    expect(more).toEqual([])
    expect(sent).toMatchObject({
      recipient: 'ines@example.test',
      subject: expect.stringContaining('Places sold') as unknown,
      fileName: 'fullness-2027-03-01-2027-03-07.csv',
    })
    expect(sent?.content?.toString('utf8')).toContain('\r\n,,Yoga,,,,2,1,0,0,0,50,5.00\r\n')
    expect(await sentOn('2027-03-09')).toHaveLength(1)
    expect(await sentOn('2027-03-15')).toHaveLength(2)
  })

  it('comes as a link where it names customers', async () => {
    await twoAbsences()
    await schedule({ report: 'absences', every: 'month' })
    const [sent] = await sentOn('2027-04-01')
    expect(sent).toMatchObject({ fileName: null })
    expect(sent?.textBody).toContain('/office/reports/absences?from=2027-03-01&until=2027-03-31')
    expect(sent?.textBody).not.toContain('Birch')
  })

  it('is for staff who may read it, and ends with their rights', async () => {
    expect((await refusal(schedule({ email: 'somebody@example.test' }))).validationMessages).toEqual({
      email: ['Enter the address of a member of staff who can read this report.'],
    })
    await schedule({ every: 'day' })
    await sql`update staff_role set role = 'desk' where role = 'administrator'`.execute(evening.db)
    expect(await sentOn('2027-03-03')).toEqual([])
    expect(await evening.db.selectFrom('reportSchedule').select('id').execute()).toEqual([])
  })

  it('is ended by who may read reports, and recorded', async () => {
    const {
      schedules: [made],
    } = await schedule()
    const end = (browser: TestBrowser) => browser.send(api.reports.endSchedule, { scheduleId: made?.id ?? 0 })
    expect((await refusal(end(evening.desk))).status).toBe(403)
    expect((await end(ines)).schedules).toEqual([])
    expect((await refusal(end(ines))).status).toBe(404)
    const acts = await evening.db
      .selectFrom('auditEntry')
      .select('act')
      .where('act', 'like', 'report sched%')
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['report scheduled', 'report schedule ended'])
  })
})
