import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { anAuthenticator } from '#test/support/authenticator.ts'
import type { Signing } from '#test/support/authenticator.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { hashOf } from './passwords.ts'

const now = new Date('2027-02-28T10:00:00Z')
const currentPassword = 'a heron on the lock gate'
const passwordHash = await hashOf(currentPassword)
const rpId = 'onside.localhost'

let db: Database
let app: TestApp
let ann: { id: number }

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  const operator = await anOperator(db)
  await anOperator(db, { slug: 'other' })
  ann = await aCustomer(db, operator.id, { email: 'ann@example.test', passwordHash })
})

const addPasskey = async (browser: TestBrowser, authenticator = anAuthenticator()) => {
  const { challenge } = await browser.send(api.passkeys.begin, { currentPassword })
  const credential = authenticator.make({ challenge, counter: 1 })
  const list = await browser.send(api.passkeys.add, { name: 'My phone', credential })
  return { authenticator, list }
}

const annsBrowser = async (): Promise<TestBrowser> => {
  const browser = app.browser()
  await browser.logIn(ann.id)
  return browser
}

describe('a passkey', () => {
  it('is added with the password, listed, reported by e-mail, and removed', async () => {
    const browser = await annsBrowser()
    expect((await refusal(browser.send(api.passkeys.begin, { currentPassword: 'wrong' }))).code).toBe(
      'invalid',
    )
    const options = await browser.send(api.passkeys.begin, { currentPassword })
    expect(options).toMatchObject({
      rp: { id: rpId },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { list } = await addPasskey(browser)
    expect(list).toEqual([
      { id: expect.any(Number), name: 'My phone', createdAt: '2027-02-28T10:00:00Z', lastUsedAt: null },
    ])
    const passkeyId = list[0]?.id ?? 0
    expect(
      (await refusal(browser.send(api.passkeys.remove, { passkeyId, currentPassword: 'wrong' }))).code,
    ).toBe('invalid')
    expect(await browser.send(api.passkeys.remove, { passkeyId, currentPassword })).toEqual([])
    expect((await refusal(browser.send(api.passkeys.remove, { passkeyId, currentPassword }))).code).toBe(
      'not_found',
    )
    expect(await db.selectFrom('notice').select('kind').execute()).toHaveLength(2)
  })

  it('logs in without a password, and counts its uses', async () => {
    const { authenticator } = await addPasskey(await annsBrowser())
    const browser = app.browser()
    const { challenge } = await browser.send(api.passkeys.beginLogin, {})
    const answer = await browser.send(api.passkeys.login, {
      credential: authenticator.sign({ challenge, counter: 2 }),
    })
    expect(answer).toMatchObject({ status: 'success', user: { id: ann.id } })
    expect((await browser.send(api.sessions.user, {})).data.id).toBe(ann.id)
    expect(await db.selectFrom('passkey').select(['counter', 'lastUsedAt']).execute()).toEqual([
      { counter: 2, lastUsedAt: now },
    ])
    // A copy of the passkey has counted less.
    const next = await browser.send(api.passkeys.beginLogin, {})
    const copy = authenticator.sign({ challenge: next.challenge, counter: 2 })
    expect((await refusal(browser.send(api.passkeys.login, { credential: copy }))).code).toBe(
      'passkey_refused',
    )
  })

  const wrong: [string, (signing: Signing) => Signing][] = [
    ['another page', (signing) => ({ ...signing, from: 'https://evil.example' })],
    ['another site', (signing) => ({ ...signing, forSite: 'evil.example' })],
    ['no fingerprint, face or PIN', (signing) => ({ ...signing, isVerified: false })],
    ['a challenge of its own', (signing) => ({ ...signing, challenge: 'x'.repeat(43) })],
  ]
  it.each(wrong)('does not log in with %s', async (_, change) => {
    const { authenticator } = await addPasskey(await annsBrowser())
    const browser = app.browser()
    const { challenge } = await browser.send(api.passkeys.beginLogin, {})
    const credential = authenticator.sign(change({ challenge, counter: 2 }))
    expect(await refusal(browser.send(api.passkeys.login, { credential }))).toMatchObject({
      status: 401,
      code: 'passkey_refused',
    })
    expect(browser.cookies.has('authToken')).toBe(false)
  })

  it('does not log in by a signature for another host of the domain, though the request names that host', async () => {
    const { authenticator } = await addPasskey(await annsBrowser())
    const browser = app.browser({ headers: { host: 'evil.onside.localhost:3000' } })
    const { challenge } = await browser.send(api.passkeys.beginLogin, {})
    const credential = authenticator.sign({
      challenge,
      counter: 2,
      from: 'http://evil.onside.localhost:3000',
    })
    expect(await refusal(browser.send(api.passkeys.login, { credential }))).toMatchObject({
      code: 'passkey_refused',
    })
  })

  it('signs a challenge once, in the browser it was made for, within five minutes', async () => {
    const { authenticator } = await addPasskey(await annsBrowser())
    const [browser, other] = [app.browser(), app.browser()]
    const { challenge } = await browser.send(api.passkeys.beginLogin, {})
    await other.send(api.passkeys.beginLogin, {})
    const credential = authenticator.sign({ challenge, counter: 2 })
    for (const stranger of [other, app.browser()])
      expect((await refusal(stranger.send(api.passkeys.login, { credential }))).code).toBe('passkey_refused')
    await browser.send(api.passkeys.login, { credential })
    expect((await refusal(browser.send(api.passkeys.login, { credential }))).code).toBe('passkey_refused')
    const late = await browser.send(api.passkeys.beginLogin, {})
    app.clock.forward(5 * 60_000)
    const signed = authenticator.sign({ challenge: late.challenge, counter: 3 })
    expect((await refusal(browser.send(api.passkeys.login, { credential: signed }))).code).toBe(
      'passkey_refused',
    )
  })

  it('is made in the session that asked for it, and is of no use at another operator', async () => {
    const browser = await annsBrowser()
    const authenticator = anAuthenticator()
    const { challenge } = await browser.send(api.passkeys.begin, { currentPassword })
    const credential = authenticator.make({ challenge, counter: 1 })
    const second = await annsBrowser()
    expect((await refusal(second.send(api.passkeys.add, { name: 'x', credential }))).code).toBe(
      'passkey_refused',
    )
    await browser.send(api.passkeys.add, { name: 'x', credential })
    const elsewhere = app.browser({ headers: { 'client-domain-identifier': 'other' } })
    const login = await elsewhere.send(api.passkeys.beginLogin, {})
    const signed = authenticator.sign({ challenge: login.challenge, counter: 2 })
    expect((await refusal(elsewhere.send(api.passkeys.login, { credential: signed }))).code).toBe(
      'passkey_refused',
    )
  })

  it('is the second factor of staff who need one', async () => {
    await db.updateTable('operator').set({ staffNeedSecondFactor: true }).execute()
    await db.updateTable('customer').set({ role: 'staff' }).where('id', '=', ann.id).execute()
    await addPasskey(await annsBrowser())
    const error = await refusal(
      app.browser().send(api.sessions.login, { username: 'ann@example.test', password: currentPassword }),
    )
    expect(error).toMatchObject({ code: 'second_factor_required', secondStep: { methods: ['passkey'] } })
  })
})
