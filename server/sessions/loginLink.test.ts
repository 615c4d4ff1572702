import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { tracesOf } from '#test/support/traces.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minute = 60_000

let db: Database
let app: TestApp
let operatorId: number
let nell: { id: number; email: string; reference: string }

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  nell = await aCustomer(db, operatorId, { firstName: 'Nell', email: 'nell@example.test' })
  app = testApp(db, { now })
})

const request = (browser: TestBrowser, emailOrReference = nell.email) =>
  browser.send(api.sessions.requestLoginLink, { emailOrReference })
const use = (browser: TestBrowser, token: string, inOtherBrowser = false) =>
  browser.send(api.sessions.logInByLink, { token, inOtherBrowser })

const jobsOf = () => ({
  db,
  clock: app.clock,
  log: { info: () => {}, warn: () => {}, error: fail, debug: () => {} },
  services: app.services,
})
const fail = (fields: object) => {
  throw new Error(`A job failed: ${JSON.stringify(fields)}`)
}
const runJobs = async () => {
  while ((await runDueJobs(db, jobHandlers(jobsOf()), app.clock.now(), jobsOf().log)) > 0);
}

const mails = async () => (await receivedMessages(db, app)).filter(({ kind }) => kind === 'login_link')

/** The code of the link that the browser requested. */
const codeFor = async (browser: TestBrowser): Promise<string> => {
  await request(browser)
  await runJobs()
  const text = (await mails()).at(-1)?.text ?? ''
  return /^http:\/\/bookings\.onside\.localhost:3000\/login-link\?code=([\w-]{43})$/m.exec(text)?.[1] ?? text
}

describe('a link that logs in', () => {
  it('works once, for fifteen minutes, in the browser that requested it', async () => {
    const browser = app.browser()
    const code = await codeFor(browser)
    const { user } = await use(browser, code)
    expect(user.id).toBe(nell.id)
    expect((await browser.send(api.sessions.user, {})).data.id).toBe(nell.id)
    expect((await refusal(use(browser, code))).code).toBe('token_expired')
    const late = await codeFor(browser)
    app.clock.forward(15 * minute)
    expect((await refusal(use(browser, late))).code).toBe('token_expired')
  })

  it('is stored as a digest', async () => {
    const code = await codeFor(app.browser())
    await db.deleteFrom('notice').execute()
    expect(await tracesOf(db, [code])).toEqual([])
  })

  it('is used up by one of two concurrent calls', async () => {
    const browser = app.browser()
    const code = await codeFor(browser)
    const answers = await Promise.allSettled([use(browser, code), use(browser, code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('says in another browser whose account it is, and logs in there only when the person agrees', async () => {
    const code = await codeFor(app.browser())
    const other = app.browser()
    const refused = await refusal(use(other, code))
    expect(refused).toMatchObject({ status: 409, code: 'other_browser' })
    expect(refused.message).toContain('It logs you in as nell@example.test.')
    expect(other.cookies.has('authToken')).toBe(false)
    expect((await use(other, code, true)).user.id).toBe(nell.id)
  })

  it('is requested with the same answer by everyone, and sent to confirmed addresses only', async () => {
    await aCustomer(db, operatorId, { email: 'unproved@example.test', emailVerifiedAt: null })
    const answers = [
      await request(app.browser()),
      await request(app.browser(), nell.reference),
      await request(app.browser(), 'stranger@example.test'),
      await request(app.browser(), 'unproved@example.test'),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const jobs = await db
      .selectFrom('job')
      .select('kind')
      .where('kind', '=', 'sessions.sendLoginLink')
      .execute()
    expect(jobs).toHaveLength(4)
    await runJobs()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([nell.email, nell.email])
  })

  it('is sent five times an hour to a person, and requested thirty times from a network', async () => {
    for (let i = 0; i < 7; i += 1) await request(app.browser())
    await runJobs()
    expect(await mails()).toHaveLength(5)
    for (let i = 0; i < 23; i += 1) await request(app.browser(), `guess-${i}@example.test`)
    expect((await refusal(request(app.browser()))).code).toBe('too_many')
  })

  it('ends when the address changes or is no longer confirmed', async () => {
    const browser = app.browser()
    const code = await codeFor(browser)
    await db.updateTable('customer').set({ email: 'new@example.test' }).where('id', '=', nell.id).execute()
    expect((await refusal(use(browser, code))).code).toBe('token_expired')
    await db
      .updateTable('customer')
      .set({ email: nell.email, emailVerifiedAt: null })
      .where('id', '=', nell.id)
      .execute()
    expect((await refusal(use(browser, code))).code).toBe('token_expired')
  })

  it('does not stand for the second factor, which staff have to set up where the operator demands it', async () => {
    await db.updateTable('operator').set({ staffNeedSecondFactor: true }).execute()
    await db
      .updateTable('customer')
      .set({ role: 'staff', staffLevel: 'desk' })
      .where('id', '=', nell.id)
      .execute()
    const browser = app.browser()
    const code = await codeFor(browser)
    const refused = await refusal(use(browser, code))
    expect(refused).toMatchObject({ status: 401, code: 'second_factor_setup_required' })
    expect(browser.cookies.has('authToken')).toBe(false)
    expect((await refusal(use(browser, code))).code).toBe('token_expired')
  })

  it.each(['reset_password', 'handover', 'second_factor'] as const)(
    'is no code of the purpose %s',
    async (purpose) => {
      const browser = app.browser()
      const code = await codeFor(browser)
      await db.updateTable('oneTimeCode').set({ purpose }).execute()
      expect((await refusal(use(browser, code))).code).toBe('token_expired')
    },
  )
})
