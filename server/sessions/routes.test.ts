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
import { createSession, exchangeToken, hashOf, isPassword } from './service.ts'

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

describe('logging in', () => {
  it('F01: takes an e-mail address or a reference, in any case, and says who it is', async () => {
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

  it('F07: the token is out of the reach of script, unless script has to send it', async () => {
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

  it('F01: says the same to a stranger as to a wrong password, and ends no log-in', async () => {
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

  it("does as much work for a stranger as for a customer's wrong password", async () => {
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

  it('keeps only a digest of the token', async () => {
    const { token } = await app.browser().send(api.sessions.login, { username: 'ann@example.test', password })
    const { rows } = await sql<{ row: string }>`
      select encode(token_digest, 'escape') || encode(token_digest, 'hex') as row from session`.execute(db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
  })

  it('says 422 by field to whoever leaves something out', async () => {
    const { status, validationMessages } = await refusal(
      app.browser().send(api.sessions.login, { username: ' ', password: '' }),
    )
    expect([status, Object.keys(validationMessages)]).toEqual([422, ['username', 'password']])
  })
})

describe('guessing passwords', () => {
  const noLimit = { bucket: '', allowed: { attempts: 0, seconds: 0 } }
  const from = (address: string) => app.browser({ headers: { 'x-rendering-for': address } })
  const tries = async (browser: ReturnType<TestApp['browser']>, username: string, word = 'wrong') =>
    (await refusal(browser.send(api.sessions.login, { username, password: word }))).code

  it('ends for a quarter of an hour after ten wrong ones of a person at a place, the right one included', async () => {
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

  it('is not what somebody does who knows the password: log-ins are not counted', async () => {
    const here = from('198.51.100.7')
    for (let i = 0; i < 12; i += 1)
      await here.send(api.sessions.login, { username: 'ann@example.test', password })
  })

  it('ends for a person from everywhere, and for a place with everybody', async () => {
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

  it('leaves no address and no name in the table', async () => {
    await tries(from('198.51.100.7'), 'ann@example.test')
    const rows = await db.selectFrom('rateCount').select('bucket').execute()
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|ann@/)
  })
})

describe('who is logged in', () => {
  it('is told twice, with those they may book for', async () => {
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
      homeVenueSlug: 'demo-centre',
      role: 'customer',
      staffLevel: null,
      currency: { symbol: '£' },
      membershipUser: null,
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

  it('is staff themselves, whomever they have selected', async () => {
    const staff = await aCustomer(db, world.operator.id, { role: 'staff' })
    const browser = app.browser()
    await browser.logIn(staff.id)
    const response = await browser.fetch(`/api/auth/user?selected_user_id=${world.ann.id}`)
    expect(await response.json()).toMatchObject({ data: { id: staff.id, role: 'staff' } })
  })

  it('F06: is nobody without a good token, which is then taken away', async () => {
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

describe('logging out', () => {
  it('F04: voids the token, empties the basket, frees its places and takes the cookies', async () => {
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

  it("F04: lets go of a visitor's basket, too", async () => {
    const browser = app.browser()
    await addClass(browser)
    expect([await placesTaken(), browser.cookies.has('basket')]).toEqual([1, true])
    await browser.send(api.sessions.logout, {})
    expect([await placesTaken(), browser.cookies.has('basket')]).toEqual([0, false])
  })

  it('ends this log-in and no other', async () => {
    const [here, elsewhere] = [app.browser(), app.browser()]
    await here.logIn(world.ann.id)
    await elsewhere.logIn(world.ann.id)
    await here.send(api.sessions.logout, {})
    expect((await elsewhere.send(api.sessions.user, {})).data.id).toBe(world.ann.id)
  })

  it('cannot be brought about by a foreign page', async () => {
    const { token } = await createSession(db, world.ann.id, now)
    const foreign = app.browser({ origin: 'https://evil.example', headers: { cookie: `authToken=${token}` } })
    expect((await refusal(foreign.send(api.sessions.logout, {}))).code).toBe('origin_refused')
    const still = await app
      .browser()
      .fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
    expect(still.status).toBe(200)
  })

  it('is no fault of a stranger', async () => {
    expect(await app.browser().send(api.sessions.logout, {})).toEqual({ status: 'success' })
    const bad = await app
      .browser()
      .fetch('/api/auth/logout', { method: 'POST', headers: { cookie: 'authToken=gone' } })
    expect([bad.status, bad.headers.getSetCookie().length > 0]).toEqual([200, true])
  })
})

describe('what a visitor chose', () => {
  it("joins the customer's basket at log-in and keeps its places", async () => {
    const browser = app.browser()
    await addClass(browser)
    await browser.send(api.sessions.login, { username: 'ann@example.test', password })
    const basket = await browser.send(api.baskets.read, {})
    expect(basket.items).toHaveLength(1)
    expect(await placesTaken()).toBe(1)
    // From another device it is the same basket.
    const elsewhere = app.browser()
    await elsewhere.logIn(world.ann.id)
    expect((await elsewhere.send(api.baskets.read, {})).id).toBe(basket.id)
  })

  it('stays where it is when the log-in fails', async () => {
    const browser = app.browser()
    await addClass(browser)
    await refusal(browser.send(api.sessions.login, { username: 'ann@example.test', password: 'wrong' }))
    expect((await browser.send(api.baskets.read, {})).items).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
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

  it('F02: is asked for by e-mail address or reference, and answered alike whether we know it or not', async () => {
    const names = ['ann@example.test', world.ann.reference.toLowerCase(), 'nobody@example.test', 'XX-1']
    for (const name of names) {
      expect(await ask(name)).toEqual({
        status: 'success',
        message: 'If we know you, an e-mail is on its way.',
      })
    }
    // The same is written for everybody: what differs is left to the job.
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

  it('F02: the e-mail leads to a new password, which logs in and ends every other log-in', async () => {
    const elsewhere = app.browser()
    await elsewhere.logIn(world.ann.id)
    await ask('ann@example.test')
    const token = await codeSent()
    const browser = app.browser()
    const answer = await browser.send(api.sessions.resetPassword, { token, password: 'rain on court five' })
    expect(answer.user.id).toBe(world.ann.id)
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

  it('the link works once, for an hour, and not once another has been used', async () => {
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

  it('two who use a link at once: one of them chooses', async () => {
    await ask('ann@example.test')
    const token = await codeSent()
    const outcomes = await Promise.allSettled(
      ['rain on court five', 'rain on court six'].map((chosen) =>
        app.browser().send(api.sessions.resetPassword, { token, password: chosen }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('a weak password is refused and leaves the link good', async () => {
    await ask('ann@example.test')
    const token = await codeSent()
    for (const weak of ['short', 'password123', 'ann@example.test']) {
      const error = await refusal(app.browser().send(api.sessions.resetPassword, { token, password: weak }))
      expect([error.status, Object.keys(error.validationMessages)]).toEqual([422, ['password']])
    }
    await app.browser().send(api.sessions.resetPassword, { token, password: 'rain on court five' })
  })

  it('does not flood a mailbox, nor tell that it stopped', async () => {
    for (let i = 0; i < 8; i += 1) expect((await ask('ann@example.test')).status).toBe('success')
    await runJobs()
    expect(await mails()).toHaveLength(5)
    app.clock.forward(60 * minute)
    await ask('ann@example.test')
    await runJobs()
    expect(await mails()).toHaveLength(6)
  })

  it('is not asked for all day from one place', async () => {
    const browser = app.browser({ headers: { 'x-rendering-for': '198.51.100.7' } })
    for (let i = 0; i < 30; i += 1) await ask(`person${i}@example.test`, browser)
    expect(await refusal(ask('ann@example.test', browser))).toMatchObject({ status: 429, retryAfter: 3600 })
  })

  it('writes nothing to somebody without an address', async () => {
    const tom = await aCustomer(db, world.operator.id, { email: '' })
    await ask(tom.reference)
    await runJobs()
    expect(await mails()).toEqual([])
  })
})

describe('going to another of our sites', () => {
  const createHandover = async (): Promise<string> => {
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    const { token, expiresAt } = await browser.send(api.sessions.handover, {})
    expect(expiresAt).toBe('2027-02-28T10:01:00.000Z')
    return token
  }
  const userOf = async (token: string): Promise<number> =>
    (await app.browser().fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })).status

  it('A24: a code becomes a log-in of its own, once and within a minute', async () => {
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

  it('A24: a login token stays the log-in it is, so that logging out ends it', async () => {
    const { token, expiresAt } = await createSession(db, world.ann.id, now)
    expect(await exchangeToken(db, token, now)).toEqual({ token, expiresAt })
    expect(await exchangeToken(db, 'made-up', now)).toBe(null)
    expect(await exchangeToken(db, token, new Date(now.getTime() + 30 * day))).toBe(null)
  })

  it('needs somebody who is logged in', async () => {
    expect((await refusal(app.browser().send(api.sessions.handover, {}))).status).toBe(401)
  })

  it('a code for a new password is none for another site', async () => {
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

describe('what has run out', () => {
  it('is forgotten by the hourly sweep, and nothing else is', async () => {
    await createSession(db, world.ann.id, now)
    const browser = app.browser()
    await browser.logIn(world.ann.id)
    await browser.send(api.sessions.handover, {})
    app.clock.forward(15 * day)
    await createSession(db, world.ann.id, app.clock.now())
    app.clock.forward(16 * day)
    const sweep = periodicJobs(jobsOf()).find(({ name }) => name === 'ended log-ins')
    await sweep?.run(app.clock.now())
    expect(await db.selectFrom('oneTimeCode').select('purpose').execute()).toEqual([])
    expect(await db.selectFrom('session').select('createdAt').execute()).toHaveLength(1)
  })
})
