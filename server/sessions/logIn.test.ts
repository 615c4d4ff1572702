import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { hashOf, isPassword } from './passwords.ts'
import { loginLimits } from './rules.ts'

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
      expect(answer.user).toMatchObject({ id: ann.id, email: 'ann@example.test', role: 'customer' })
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
    expect(more).toEqual([
      expect.stringMatching(/^device=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^changed-at=\d+; /),
    ])
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

  it('are counted for the customer, by whichever name and however it is written', async () => {
    const here = from('198.51.100.7')
    const names = ['ann@example.test', 'ＡＮＮ@example.test', 'ann\u200b@example.test', world.ann.reference]
    for (let i = 0; i < 10; i += 1)
      expect(await tries(here, names[i % names.length] ?? '')).toBe('invalid_credentials')
    for (const name of names) expect(await tries(here, name, password)).toBe('too_many')
  })

  it('do not take one letter for another', async () => {
    await db
      .updateTable('customer')
      .set({ email: 'otis@example.test' })
      .where('id', '=', world.ann.id)
      .execute()
    for (const username of ['otİs@example.test', 'otıs@example.test', 'otis@examp\u0142e.test'])
      expect(await tries(from('198.51.100.9'), username, password)).toBe('invalid_credentials')
  })

  it('do not count successful logins', async () => {
    const here = from('198.51.100.7')
    for (let i = 0; i < 12; i += 1)
      await here.send(api.sessions.login, { username: 'ann@example.test', password })
  })

  it('are blocked for a person from everywhere, and for an address for everyone', async () => {
    const operatorId = world.operator.id
    const fill = async (address: string, person: number | string, which: number) => {
      const { bucket, allowed } =
        loginLimits({ operatorId, address, person, trustedDevice: null })[which] ?? noLimit
      for (let i = 1; i < allowed.attempts; i += 1) await countAttempt(db, bucket, allowed, now)
    }
    await fill('203.0.113.1', world.ann.id, 2)
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

describe('staff who may be logged in on one screen only', () => {
  const elsewhere = { code: 'logged_in_elsewhere', message: expect.stringContaining('on another screen') }
  const asStaff = () =>
    aCustomer(db, world.operator.id, {
      role: 'staff',
      staffLevel: 'desk',
      email: 'desk@example.test',
      passwordHash,
    })
  const logInAtDesk = (browser = app.browser({ site: 'desk' })) =>
    browser.send(api.sessions.login, { username: 'desk@example.test', password })

  it('are refused on another until they log out there, or leave it alone for 5 minutes', async () => {
    await db.updateTable('operator').set({ onePlace: true }).execute()
    await asStaff()
    const first = app.browser({ site: 'desk' })
    await logInAtDesk(first)
    expect(await refusal(logInAtDesk())).toMatchObject(elsewhere)
    // In the same browser it is the same screen.
    await logInAtDesk(first)
    await first.send(api.sessions.logout, {})
    app.clock.forward(5 * minute)
    const second = app.browser({ site: 'desk' })
    await logInAtDesk(second)
    app.clock.forward(4 * minute)
    expect(await refusal(logInAtDesk())).toMatchObject(elsewhere)
    await second.send(api.sessions.user, {})
    app.clock.forward(2 * minute)
    expect(await refusal(logInAtDesk())).toMatchObject(elsewhere)
    app.clock.forward(3 * minute)
    await logInAtDesk()
  })

  it('are as free as customers where the operator does not want it', async () => {
    await asStaff()
    await logInAtDesk()
    await logInAtDesk()
    await db.updateTable('operator').set({ onePlace: true }).execute()
    const customer = { username: 'ann@example.test', password }
    for (let times = 0; times < 2; times += 1) await app.browser().send(api.sessions.login, customer)
  })
})
