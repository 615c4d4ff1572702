import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers, periodicJobs } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { exchangeToken } from './handover.ts'
import { hashOf } from './passwords.ts'
import { createSession } from './tokens.ts'

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
      email: 'ann@example.test',
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
    // What is left recognises the browser at the next log-in and dates its last change, and opens no account.
    expect([...browser.cookies.keys()]).toEqual(['device', 'changed-at'])
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

describe('handover to another of our sites', () => {
  let browser: TestBrowser
  const createHandover = async (): Promise<string> => {
    browser = app.browser()
    await browser.logIn(world.ann.id)
    const { token, expiresAt } = await browser.send(api.sessions.handover, {})
    expect(expiresAt).toBe('2027-02-28T10:01:00Z')
    return token
  }
  const userOf = async (token: string): Promise<number> =>
    (await app.browser().fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })).status

  it('A24: turns a code into a new session, once and within a minute', async () => {
    const code = await createHandover()
    const device = browser.cookies.get('device') ?? null
    expect(await userOf(code)).toBe(401)
    const session = await exchangeToken(db, code, device, app.clock.now())
    expect(session?.token).not.toBe(code)
    expect(await userOf(session?.token ?? '')).toBe(200)
    expect(await exchangeToken(db, code, device, app.clock.now())).toBe(null)
    const late = await createHandover()
    app.clock.forward(minute)
    expect(await exchangeToken(db, late, browser.cookies.get('device') ?? null, app.clock.now())).toBe(null)
  })

  it('A24: keeps the session of a login token, so that logout ends it', async () => {
    const session = await createSession(db, world.ann.id, now)
    expect(await exchangeToken(db, session.token, null, now)).toEqual(session)
    expect(await exchangeToken(db, 'made-up', null, now)).toBe(null)
    expect(await exchangeToken(db, session.token, null, new Date(now.getTime() + 30 * day))).toBe(null)
  })

  it('requires a login', async () => {
    expect((await refusal(app.browser().send(api.sessions.handover, {}))).status).toBe(401)
  })

  it('does not accept a password reset code', async () => {
    await app.browser().send(api.sessions.forgottenPassword, { emailOrReference: 'ann@example.test' })
    await runJobs()
    const [message] = await receivedMessages(db, app)
    const code = /code=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
    expect(await exchangeToken(db, code, null, app.clock.now())).toBe(null)
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
