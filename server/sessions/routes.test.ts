import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers, periodicJobs } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass, aCustomer, anOperator } from '#test/support/factories.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { loginLimits } from './rules.ts'
import { createSession, exchangeToken } from './service.ts'
import { hashOf, isPassword } from '#server/sessions/passwords/service.ts'

const now = new Date('2027-02-28T10:00:00Z')
const password = 'rain on court four'
const passwordHash = await hashOf(password)
const day = 86_400_000
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
    email: 'Ann@example.test',
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

const placesTaken = async (): Promise<number> =>
  (
    await db
      .selectFrom('occurrence')
      .select('placesTaken')
      .where('id', '=', world.occurrence.id)
      .executeTakeFirstOrThrow()
  ).placesTaken

const addClass = (browser: ReturnType<TestApp['browser']>) =>
  browser.send(api.baskets.add, { items: [{ id: world.occurrence.publicId, type: 'purchasableOccurrence' }] })

describe('login', () => {
  it('F01: accepts an e-mail address or a reference in any case and returns the customer', async () => {
    const { ann } = world
    for (const username of [
      'ann@example.test',
      'ANN@EXAMPLE.TEST',
      ann.reference,
      ann.reference.toLowerCase(),
    ]) {
      const browser = app.browser()
      const answer = await browser.send(api.sessions.login, { username, password })
      expect(answer).toMatchObject({ status: 'success', result: { homeVenueSlug: 'demo-centre' } })
      expect(answer.user).toMatchObject({ id: ann.id, email: 'Ann@example.test', role: 'customer' })
      expect(answer.data.token).toBe(answer.token)
      expect((await browser.send(api.sessions.user, {})).data.id).toBe(ann.id)
    }
  })

  it('F07: keeps the token from scripts, unless a script has to send it', async () => {
    const cookies = async (settings: Record<string, string>) => {
      app = testApp(db, { now, settings })
      const response = await app.browser().fetch('/api/auth/customer/login', {
        method: 'POST',
        body: JSON.stringify({ username: 'ann@example.test', password }),
      })
      return response.headers.getSetCookie()
    }
    const [token = '', present = '', ...more] = await cookies({})
    expect(more).toEqual([])
    expect(token).toMatch(
      /^authToken=[\w-]{43}; Domain=onside\.localhost; Path=\/; Expires=Tue, 30 Mar 2027 10:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(present).toMatch(/^authToken-present=1; Domain=onside\.localhost; .* Secure; SameSite=Lax$/)
    expect(present).not.toContain('HttpOnly')
    expect((await cookies({ BEARER_TOKEN_ENABLED: 'true' }))[0]).not.toContain('HttpOnly')
    expect((await cookies({ NODE_ENV: 'development' }))[0]).not.toContain('HttpOnly')
  })

  it('F01: answers an unknown person like a wrong password, and ends no session', async () => {
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    await aCustomer(db, world.operator.id, { email: 'never@example.test' })
    for (const username of ['ann@example.test', 'nobody@example.test', 'XX-1', 'never@example.test']) {
      const response = await browser.fetch('/api/auth/customer/login', {
        method: 'POST',
        body: JSON.stringify({ username, password: 'wrong' }),
      })
      expect([response.status, await response.json(), response.headers.getSetCookie()]).toEqual([
        401,
        { status: 401, code: 'invalid_credentials', message: 'Invalid credentials' },
        [],
      ])
    }
    expect((await browser.send(api.sessions.user, {})).data.id).toBe(world.ann.id)
  })

  it('takes as long for an unknown person as for a wrong password', async () => {
    expect(passwordHash).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    const quickest = async (hash: string | null) => {
      let least = Number.POSITIVE_INFINITY
      for (let round = 0; round < 7; round += 1) {
        const begun = performance.now()
        expect(await isPassword(hash, 'wrong')).toBe(false)
        least = Math.min(least, performance.now() - begun)
      }
      return least
    }
    const [registered, unregistered] = [await quickest(passwordHash), await quickest(null)]
    expect(unregistered / registered).toBeGreaterThan(0.3)
    expect(unregistered / registered).toBeLessThan(3)
  })

  it("does not open another operator's account", async () => {
    const other = await anOperator(db, { slug: 'other' })
    await aCustomer(db, other.id, { email: 'bo@example.test', passwordHash })
    const { code } = await refusal(
      app.browser().send(api.sessions.login, { username: 'bo@example.test', password }),
    )
    expect(code).toBe('invalid_credentials')
  })

  it('stores only a digest of the token', async () => {
    const { token } = await app.browser().send(api.sessions.login, { username: 'ann@example.test', password })
    const { rows } = await sql<{ row: string }>`
      select encode(token_digest, 'escape') || encode(token_digest, 'hex') as row from session`.execute(db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
  })

  it('answers 422 by field when a field is missing', async () => {
    const { status, validationMessages } = await refusal(
      app.browser().send(api.sessions.login, { username: ' ', password: '' }),
    )
    expect([status, Object.keys(validationMessages)]).toEqual([422, ['username', 'password']])
  })
})

describe('password guesses', () => {
  const noLimit = { bucket: '', allowed: { attempts: 0, seconds: 0 } }
  const from = (address: string) => app.browser({ headers: { 'x-rendering-for': address } })
  const tries = async (browser: ReturnType<TestApp['browser']>, username: string, word = 'wrong') =>
    (await refusal(browser.send(api.sessions.login, { username, password: word }))).code

  it('are blocked for 15 minutes after ten failures of a person from one address, even with the right password', async () => {
    const here = from('198.51.100.7')
    for (let i = 0; i < 10; i += 1) expect(await tries(here, 'ann@example.test')).toBe('invalid_credentials')
    const error = await refusal(here.send(api.sessions.login, { username: 'ANN@example.test', password }))
    expect(error).toMatchObject({ status: 429, code: 'too_many', retryAfter: 900 })
    expect(await tries(here, 'nobody@example.test')).toBe('invalid_credentials')

    const elsewhere = from('198.51.100.8')
    await elsewhere.send(api.sessions.login, { username: 'ann@example.test', password })
    app.clock.forward(15 * minute)
    await here.send(api.sessions.login, { username: 'ann@example.test', password })
  })

  it('do not count successful logins', async () => {
    const here = from('198.51.100.7')
    for (let i = 0; i < 12; i += 1)
      await here.send(api.sessions.login, { username: 'ann@example.test', password })
  })

  it('are blocked for a person from everywhere, and for an address for everyone', async () => {
    const operatorId = world.operator.id
    const fill = async (address: string, username: string, which: number) => {
      const { bucket, allowed } = loginLimits({ operatorId, address, username })[which] ?? noLimit
      for (let i = 1; i < allowed.attempts; i += 1) await countAttempt(db, bucket, allowed, now)
    }
    await fill('203.0.113.1', 'ann@example.test', 2)
    expect(await tries(from('203.0.113.2'), 'ann@example.test')).toBe('invalid_credentials')
    expect(await tries(from('203.0.113.3'), 'ann@example.test', password)).toBe('too_many')
    await fill('198.51.100.7', 'somebody@example.test', 0)
    expect(await tries(from('198.51.100.7'), 'one@example.test')).toBe('invalid_credentials')
    expect(await tries(from('198.51.100.7'), 'another@example.test')).toBe('too_many')
  })

  it('leave no address and no name in the table', async () => {
    await tries(from('198.51.100.7'), 'ann@example.test')
    const rows = await db.selectFrom('rateCount').select('bucket').execute()
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|ann@/)
  })
})

describe('the logged-in person', () => {
  it('is returned in both places, with the people they may book for', async () => {
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    const tom = await aCustomer(db, world.operator.id, { firstName: 'Tom', email: '' })
    await db
      .insertInto('linkedCustomer')
      .values({ customerId: world.ann.id, linkedId: tom.id, relation: 'child' })
      .execute()
    const { data, result } = await browser.send(api.sessions.user, {})
    expect(result).toEqual(data)
    expect(data).toEqual({
      id: world.ann.id,
      reference: world.ann.reference,
      firstName: 'Ann',
      lastName: 'Example',
      email: 'Ann@example.test',
      emailVerified: true,
      homeVenueSlug: 'demo-centre',
      role: 'customer',
      staffLevel: null,
      currency: { symbol: '£' },
      membershipUser: { id: world.ann.id, name: null, status: null },
      credit: { balance: 0, formattedBalance: '£0.00' },
      hasInstruction: false,
      hasBillingDate: false,
      hasOutstandingPenalties: false,
      documentExpiry: [],
      membershipDocumentUploadRequired: false,
      profilePhoto: null,
      linkedUsers: [
        { id: tom.id, membershipUserId: null, firstName: 'Tom', lastName: 'Example', relation: 'child' },
      ],
    })
  })

  it('is the staff member, whichever customer is selected', async () => {
    const staff = await aCustomer(db, world.operator.id, { role: 'staff' })
    const browser = app.browser()
    await browser.logIn(staff.id)
    const response = await browser.fetch(`/api/auth/user?selected_user_id=${world.ann.id}`)
    expect(await response.json()).toMatchObject({ data: { id: staff.id, role: 'staff' } })
  })

  it('F06: is empty without a valid token, which is then removed', async () => {
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    app.clock.forward(31 * day)
    expect(await refusal(browser.send(api.sessions.user, {}))).toMatchObject({
      status: 401,
      code: 'logged_out',
    })
    expect([...browser.cookies.keys()]).toEqual([])
  })
})

describe('logout', () => {
  it('F04: revokes the token, empties the basket, frees its places and clears the cookies', async () => {
    const browser = app.browser()
    const { token } = await browser.send(api.sessions.login, { username: 'ann@example.test', password })
    await addClass(browser)
    expect(await placesTaken()).toBe(1)
    expect(await browser.send(api.sessions.logout, {})).toEqual({ status: 'success' })
    expect(await placesTaken()).toBe(0)
    expect([...browser.cookies.keys()]).toEqual([])
    const old = await browser.fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
    expect(old.status).toBe(401)
    await browser.logIn(world.ann.id)
    expect((await browser.send(api.baskets.read, {})).items).toEqual([])
  })

  it("F04: empties a visitor's basket, too", async () => {
    const browser = app.browser()
    await addClass(browser)
    expect([await placesTaken(), browser.cookies.has('basket')]).toEqual([1, true])
    await browser.send(api.sessions.logout, {})
    expect([await placesTaken(), browser.cookies.has('basket')]).toEqual([0, false])
  })

  it('ends this session only', async () => {
    const [here, elsewhere] = [app.browser(), app.browser()]
    await here.logIn(world.ann.id)
    await elsewhere.logIn(world.ann.id)
    await here.send(api.sessions.logout, {})
    expect((await elsewhere.send(api.sessions.user, {})).data.id).toBe(world.ann.id)
  })

  it('cannot be triggered by a foreign page', async () => {
    const { token } = await createSession(db, world.ann.id, now)
    const foreign = app.browser({ origin: 'https://evil.example', headers: { cookie: `authToken=${token}` } })
    expect((await refusal(foreign.send(api.sessions.logout, {}))).code).toBe('origin_refused')
    const still = await app
      .browser()
      .fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
    expect(still.status).toBe(200)
  })

  it('succeeds for a visitor', async () => {
    expect(await app.browser().send(api.sessions.logout, {})).toEqual({ status: 'success' })
    const bad = await app
      .browser()
      .fetch('/api/auth/logout', { method: 'POST', headers: { cookie: 'authToken=gone' } })
    expect([bad.status, bad.headers.getSetCookie().length > 0]).toEqual([200, true])
  })
})

describe("a visitor's basket", () => {
  it("is merged into the customer's at login and keeps its places", async () => {
    const browser = app.browser()
    await addClass(browser)
    await browser.send(api.sessions.login, { username: 'ann@example.test', password })
    const basket = await browser.send(api.baskets.read, {})
    expect(basket.items).toHaveLength(1)
    expect(await placesTaken()).toBe(1)
    // Another device sees the same basket.
    const elsewhere = app.browser()
    await elsewhere.logIn(world.ann.id)
    expect((await elsewhere.send(api.baskets.read, {})).id).toBe(basket.id)
  })

  it('stays unchanged when the login fails', async () => {
    const browser = app.browser()
    await addClass(browser)
    await refusal(browser.send(api.sessions.login, { username: 'ann@example.test', password: 'wrong' }))
    expect((await browser.send(api.baskets.read, {})).items).toHaveLength(1)
  })
})

describe('password reset', () => {
  const ask = (emailOrReference: string, browser = app.browser()) =>
    browser.send(api.sessions.forgottenPassword, { emailOrReference })
  const mails = () => db.selectFrom('notice').select(['recipient', 'textBody']).orderBy('id').execute()
  const codeSent = async (): Promise<string> => {
    await runJobs()
    const text = (await mails()).at(-1)?.textBody ?? ''
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
      'Ann@example.test',
      'Ann@example.test',
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

describe('handover to another of our sites', () => {
  const createHandover = async (): Promise<string> => {
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    const { token, expiresAt } = await browser.send(api.sessions.handover, {})
    expect(expiresAt).toBe('2027-02-28T10:01:00.000Z')
    return token
  }
  const userOf = async (token: string): Promise<number> =>
    (await app.browser().fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })).status

  it('A24: turns a code into a new session, once and within a minute', async () => {
    const code = await createHandover()
    expect(await userOf(code)).toBe(401)
    const session = await exchangeToken(db, code, app.clock.now())
    expect(session?.token).not.toBe(code)
    expect(await userOf(session?.token ?? '')).toBe(200)
    expect(await exchangeToken(db, code, app.clock.now())).toBe(null)
    const late = await createHandover()
    app.clock.forward(minute)
    expect(await exchangeToken(db, late, app.clock.now())).toBe(null)
  })

  it('A24: keeps the session of a login token, so that logout ends it', async () => {
    const { token, expiresAt } = await createSession(db, world.ann.id, now)
    expect(await exchangeToken(db, token, now)).toEqual({ token, expiresAt })
    expect(await exchangeToken(db, 'made-up', now)).toBe(null)
    expect(await exchangeToken(db, token, new Date(now.getTime() + 30 * day))).toBe(null)
  })

  it('requires a login', async () => {
    expect((await refusal(app.browser().send(api.sessions.handover, {}))).status).toBe(401)
  })

  it('does not accept a password reset code', async () => {
    await app.browser().send(api.sessions.forgottenPassword, { emailOrReference: 'ann@example.test' })
    await runJobs()
    const { textBody } = await db.selectFrom('notice').select('textBody').executeTakeFirstOrThrow()
    const code = /code=([\w-]{43})/.exec(textBody ?? '')?.[1] ?? ''
    expect(await exchangeToken(db, code, app.clock.now())).toBe(null)
    const handover = await createHandover()
    const error = await refusal(
      app.browser().send(api.sessions.resetPassword, { token: handover, password: 'rain on court five' }),
    )
    expect(error.code).toBe('token_expired')
  })
})

describe('expired sessions and codes', () => {
  it('are deleted by the hourly job, and nothing else', async () => {
    await createSession(db, world.ann.id, now)
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    await browser.send(api.sessions.handover, {})
    app.clock.forward(15 * day)
    await createSession(db, world.ann.id, app.clock.now())
    app.clock.forward(16 * day)
    const sweep = periodicJobs(jobsOf()).find(({ name }) => name === 'expired sessions')
    await sweep?.run(app.clock.now())
    expect(await db.selectFrom('oneTimeCode').select('purpose').execute()).toEqual([])
    expect(await db.selectFrom('session').select('createdAt').execute()).toHaveLength(1)
  })
})
