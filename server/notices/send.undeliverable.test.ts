import { beforeEach, describe, expect, it } from 'vitest'
import { welcome } from '#server/customers/register.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import type { Mail } from '#server/providers/mail/smtp.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { retryOverdueNotices, sendNotice } from './send.ts'

const now = new Date('2027-02-28T10:00:00Z')
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined }

let db: Database
let app: TestApp
let operatorId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  operatorId = (await anOperator(db)).id
})

const write = (customerId: number, to: string) =>
  sendNotice(
    db,
    welcome,
    { operatorId, to },
    { customerId, firstName: 'Ann', reference: `DL-${customerId}` },
    now,
  )

const work = (mail: Mail) =>
  runDueJobs(
    db,
    jobHandlers({
      db,
      clock: app.clock,
      log: quiet,
      services: { ...app.services, mail },
    }),
    app.clock.now(),
    quiet,
  )

const states = async () =>
  (await db.selectFrom('notice').select('state').orderBy('id').execute()).map(({ state }) => state)

describe('a message to an address that does not exist', () => {
  it('is given up, without what it says, and the others are sent', async () => {
    await write(1, 'gone@example.test')
    await write(2, 'ann@example.test')
    const tried: string[] = []
    const mail: Mail = {
      send: async ({ to }) => {
        tried.push(to)
        if (to === 'gone@example.test') return 'no_such_address'
      },
    }
    await work(mail)
    expect(await states()).toEqual(['dropped', 'sent'])
    const { data } = await db.selectFrom('notice').select('data').orderBy('id').executeTakeFirstOrThrow()
    expect(data).toEqual({})
    app.clock.forward(86_400_000)
    await retryOverdueNotices(db, app.clock.now())
    await work(mail)
    expect(tried.toSorted()).toEqual(['ann@example.test', 'gone@example.test'])
  })
})

describe('messages that fail again and again', () => {
  it('do not keep later ones from being tried again', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      operatorId,
      kind: 'welcome',
      about: `customer:${1000 + index}`,
      recipient: 'stuck@example.test',
      data: '{}',
      createdAt: now,
    }))
    await db.insertInto('notice').values(many).execute()
    await write(2, 'ann@example.test')
    // All jobs have failed for good.
    await db.updateTable('job').set({ failedAt: now }).execute()
    app.clock.forward(86_400_000)
    await retryOverdueNotices(db, app.clock.now())
    await retryOverdueNotices(db, app.clock.now())
    const { id } = await db
      .selectFrom('notice')
      .select('id')
      .where('recipient', '=', 'ann@example.test')
      .executeTakeFirstOrThrow()
    const jobs = await db
      .selectFrom('job')
      .select('id')
      .where('uniqueKey', '=', String(id))
      .where('failedAt', 'is', null)
      .execute()
    expect(jobs).toHaveLength(1)
  })
})
