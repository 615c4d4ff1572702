import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const password = 'a heron on the lock gate'
const username = 'ann@example.test'

let db: Database
let app: TestApp

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  const operator = await anOperator(db)
  const passwordHash = await hashOf(password)
  await aCustomer(db, operator.id, { email: username, passwordHash })
  const other = await anOperator(db, { slug: 'other' })
  await aCustomer(db, other.id, { email: username, passwordHash })
  app = testApp(db, { now })
})

const from = (address: string) => app.browser({ headers: { 'x-rendering-for': address } })
const logIn = (browser: TestBrowser, word = password) =>
  browser.send(api.sessions.login, { username, password: word })

/** Wrong log-ins until one is refused without a look at the password. */
const attack = async (addresses: number): Promise<void> => {
  for (let i = 0; i < 130; i += 1) {
    const error = await refusal(logIn(from(`203.0.113.${i % addresses}`), 'wrong'))
    if (error.code === 'too_many') return
  }
  throw new Error('The attack was not slowed down.')
}

describe('wrong log-ins of a stranger', () => {
  it('do not refuse the owner in a browser where they have logged in before', async () => {
    const home = from('198.51.100.7')
    await logIn(home)
    await home.send(api.sessions.logout, {})
    await attack(100)
    expect(await logIn(home)).toMatchObject({ status: 'success' })
    // On the stranger's own network, too: a leisure centre has one address.
    await home.send(api.sessions.logout, {})
    const centre = app.browser({ headers: { 'x-rendering-for': '203.0.113.1' } })
    for (const [name, value] of home.cookies) centre.cookies.set(name, value)
    expect(await logIn(centre)).toMatchObject({ status: 'success' })
  })

  it('do not slow down the account that the same address has with another operator', async () => {
    // Operators are cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await attack(100)
    const headers = { 'x-rendering-for': '198.51.100.9', 'client-domain-identifier': 'other' }
    expect(await logIn(app.browser({ headers }))).toMatchObject({ status: 'success' })
  })

  it('keep the owner waiting for three minutes at most anywhere else', async () => {
    await attack(100)
    const error = await refusal(logIn(from('198.51.100.9')))
    expect(error).toMatchObject({ status: 429, code: 'too_many' })
    expect(error.retryAfter).toBeLessThanOrEqual(180)
    app.clock.forward(180_000)
    expect(await logIn(from('198.51.100.9'))).toMatchObject({ status: 'success' })
  })

  it('are not let through by the cookie of another person, a made-up one, or one of before a new password', async () => {
    const home = from('198.51.100.7')
    await logIn(home)
    const { id } = await db.selectFrom('customer').select('id').orderBy('id').executeTakeFirstOrThrow()
    const operator = await db.selectFrom('operator').select('id').orderBy('id').executeTakeFirstOrThrow()
    const hash = await hashOf(password)
    await aCustomer(db, operator.id, { email: 'ben@example.test', passwordHash: hash })
    const stranger = from('198.51.100.8')
    await stranger.send(api.sessions.login, { username: 'ben@example.test', password })
    const madeUp = from('198.51.100.6')
    madeUp.cookies.set('device', 'x'.repeat(43))
    await attack(100)
    for (const browser of [stranger, madeUp]) expect((await refusal(logIn(browser))).code).toBe('too_many')
    await db.deleteFrom('trustedDevice').where('customerId', '=', id).execute()
    expect((await refusal(logIn(home))).code).toBe('too_many')
  })

  it('are limited in a known browser, too', async () => {
    const home = from('198.51.100.7')
    await logIn(home)
    for (let i = 0; i < 10; i += 1)
      expect((await refusal(logIn(home, 'wrong'))).code).toBe('invalid_credentials')
    expect((await refusal(logIn(home))).code).toBe('too_many')
  })
})
