import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { hashOf, isPassword } from './passwords.ts'

const now = new Date('2027-02-28T10:00:00Z')
const password = 'rain on court four'
const passwordHash = await hashOf(password)
const minute = 60_000

type World = Awaited<ReturnType<typeof aBookableClass>> & { ann: Awaited<ReturnType<typeof aCustomer>> }

let db: Database
let app: TestApp
let world: World

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  const bookable = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z'), capacity: 3 })
  const ann = await aCustomer(db, bookable.operator.id, {
    email: 'ann@example.test',
    passwordHash,
    homeVenueId: bookable.venue.id,
  })
  world = { ...bookable, ann }
})

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

describe('a password with accents', () => {
  const composed = 'caf\u00e9 au lait \ufb01ve'
  const decomposed = 'cafe\u0301 au lait five'

  it('is the same composed and decomposed, and hashes of before are as they were typed', async () => {
    expect(await isPassword(await hashOf(composed), decomposed)).toBe(true)
    expect(await isPassword(await hashOf(decomposed), composed)).toBe(true)
    for (const typed of ['caf\u00e9 au lait', 'cafe\u0301 au lait']) {
      const old = await hash(typed)
      for (const form of ['NFC', 'NFD'] as const)
        expect(await isPassword(old, typed.normalize(form))).toBe(true)
    }
    expect(await isPassword(await hashOf(composed), 'cafe au lait five')).toBe(false)
    expect(await isPassword(null, composed)).toBe(false)
  })
})

describe('password reset', () => {
  const ask = (emailOrReference: string, browser = app.browser()) =>
    browser.send(api.sessions.forgottenPassword, { emailOrReference })
  const mails = () => receivedMessages(db, app)
  const codeSent = async (): Promise<string> => {
    await runJobs()
    const text = (await mails()).at(-1)?.text ?? ''
    return (
      /^http:\/\/bookings\.onside\.localhost:3000\/new-password\?code=([\w-]{43})$/m.exec(text)?.[1] ?? text
    )
  }

  it('F02: accepts an e-mail address or reference and gives the same answer for unknown ones', async () => {
    const names = ['ann@example.test', world.ann.reference.toLowerCase(), 'nobody@example.test', 'XX-1']
    for (const name of names) {
      expect(await ask(name)).toEqual({
        status: 'success',
        message: 'If we know you, an e-mail is on its way.',
      })
    }
    // The same job is written in every case; the job looks for the account.
    const jobs = await db.selectFrom('job').select(['kind', 'payload']).execute()
    expect(jobs).toHaveLength(names.length)
    expect(JSON.stringify(jobs)).not.toContain('example.test')
    expect(await mails()).toEqual([])
    await runJobs()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([
      'ann@example.test',
      'ann@example.test',
    ])
    expect((await refusal(ask(''))).status).toBe(422)
  })

  it('F02: sends a link for a new password, which logs in and ends every other session', async () => {
    const elsewhere = app.browser()
    await elsewhere.logIn(world.ann.id)
    await db.updateTable('customer').set({ emailVerifiedAt: null }).where('id', '=', world.ann.id).execute()
    await ask('ann@example.test')
    const token = await codeSent()
    const browser = app.browser()
    const answer = await browser.send(api.sessions.resetPassword, { token, password: 'rain on court five' })
    // The link proves the address, too.
    expect(answer.user).toMatchObject({ id: world.ann.id, emailVerified: true })
    expect((await browser.send(api.sessions.user, {})).data.id).toBe(world.ann.id)
    expect((await refusal(elsewhere.send(api.sessions.user, {}))).status).toBe(401)
    const { code } = await refusal(
      app.browser().send(api.sessions.login, { username: 'ann@example.test', password }),
    )
    expect(code).toBe('invalid_credentials')
    await app
      .browser()
      .send(api.sessions.login, { username: 'ann@example.test', password: 'rain on court five' })
  })

  it('has a link that works once, for an hour, and not after another has been used', async () => {
    const choose = (token: string) =>
      app.browser().send(api.sessions.resetPassword, { token, password: 'rain on court five' })
    await ask('ann@example.test')
    const first = await codeSent()
    await ask('ann@example.test')
    const second = await codeSent()
    app.clock.forward(60 * minute - 1)
    await choose(second)
    for (const token of [first, second, 'made-up']) {
      expect(await refusal(choose(token))).toMatchObject({ status: 410, code: 'token_expired' })
    }
    await ask('ann@example.test')
    const third = await codeSent()
    app.clock.forward(60 * minute)
    expect((await refusal(choose(third))).code).toBe('token_expired')
  })

  it('accepts one of two concurrent uses of a link', async () => {
    await ask('ann@example.test')
    const token = await codeSent()
    const outcomes = await Promise.allSettled(
      ['rain on court five', 'rain on court six'].map((chosen) =>
        app.browser().send(api.sessions.resetPassword, { token, password: chosen }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps the link valid when the password is weak', async () => {
    await ask('ann@example.test')
    const token = await codeSent()
    for (const weak of ['short', 'password123', 'ann@example.test']) {
      const error = await refusal(app.browser().send(api.sessions.resetPassword, { token, password: weak }))
      expect([error.status, Object.keys(error.validationMessages)]).toEqual([422, ['password']])
    }
    await app.browser().send(api.sessions.resetPassword, { token, password: 'rain on court five' })
  })

  it('stops sending to a flooded mailbox without showing it', async () => {
    for (let i = 0; i < 8; i += 1) expect((await ask('ann@example.test')).status).toBe('success')
    await runJobs()
    expect(await mails()).toHaveLength(5)
    app.clock.forward(60 * minute)
    await ask('ann@example.test')
    await runJobs()
    expect(await mails()).toHaveLength(6)
  })

  it('is rate limited by network address', async () => {
    const browser = app.browser({ headers: { 'x-rendering-for': '198.51.100.7' } })
    for (let i = 0; i < 30; i += 1) await ask(`person${i}@example.test`, browser)
    expect(await refusal(ask('ann@example.test', browser))).toMatchObject({ status: 429, retryAfter: 3600 })
  })

  it('sends nothing to a customer without an address', async () => {
    const tom = await aCustomer(db, world.operator.id, { email: '' })
    await ask(tom.reference)
    await runJobs()
    expect(await mails()).toEqual([])
  })
})
