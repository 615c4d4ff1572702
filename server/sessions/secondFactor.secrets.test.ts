import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { hashOf } from './passwords.ts'

const now = new Date('2027-02-28T10:00:00Z')
const password = 'a heron on the lock gate'
const passwordHash = await hashOf(password)
const username = 'ann@example.test'
const key = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`
const [older, newer] = [key('2026'), key('2027')]

let db: Database
let ann: { id: number }
let at = now

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  at = now
  ann = await aCustomer(db, (await anOperator(db)).id, { email: username, passwordHash })
})

/** The server with these keys, half a minute after it was last asked. */
const serverWith = (...keys: string[]): TestApp => {
  at = new Date(at.getTime() + 30_000)
  return testApp(db, { now: at, settings: { SECOND_FACTOR_KEYS: keys.join(',') } })
}

const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: at.getTime() })

const turnOn = async (app: TestApp): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const browser = app.browser()
  await browser.send(api.sessions.login, { username, password })
  const { secret } = await browser.send(api.secondFactor.begin, { currentPassword: password })
  const { recoveryCodes } = await browser.send(api.secondFactor.confirm, { code: codeOf(secret) })
  return { secret, recoveryCodes }
}

const logIn = async (app: TestApp, code: string): Promise<string> => {
  const browser = app.browser()
  const { secondStep } = await refusal(browser.send(api.sessions.login, { username, password }))
  const answer = await browser.send(api.secondFactor.finishLogin, {
    challenge: secondStep?.challenge ?? '',
    code,
  })
  return answer.status
}

const stored = () =>
  db
    .selectFrom('secondFactor')
    .select(['secret', 'keyId'])
    .where('customerId', '=', ann.id)
    .executeTakeFirstOrThrow()

describe('the secret of an authenticator app', () => {
  it('is encrypted, from before keys were set on at its next use, and again when the key is replaced', async () => {
    const { secret } = await turnOn(serverWith())
    const plain = await stored()
    expect([plain.keyId, plain.secret.length]).toEqual([null, 20])
    expect(await logIn(serverWith(older), codeOf(secret))).toBe('success')
    const encrypted = await stored()
    expect(encrypted.keyId).toBe('2026')
    expect(encrypted.secret.includes(plain.secret)).toBe(false)
    expect(await logIn(serverWith(newer, older), codeOf(secret))).toBe('success')
    expect((await stored()).keyId).toBe('2027')
    expect(await logIn(serverWith(newer), codeOf(secret))).toBe('success')
  })

  it('is encrypted from the start', async () => {
    const { secret } = await turnOn(serverWith(newer))
    expect((await stored()).keyId).toBe('2027')
    expect(await logIn(serverWith(newer), codeOf(secret))).toBe('success')
  })

  it('is not read with another key, or without one; recovery codes go on working', async () => {
    const { secret, recoveryCodes } = await turnOn(serverWith(newer))
    for (const keys of [[], [older], [key('2027')]]) {
      const app = serverWith(...keys)
      expect((await refusal(logIn(app, codeOf(secret)))).status).toBe(500)
      expect(app.logged.map(({ message }) => message)).toContain('call failed')
    }
    expect(await logIn(serverWith(), recoveryCodes[0] ?? '')).toBe('success')
    expect(await logIn(serverWith(newer), codeOf(secret))).toBe('success')
  })

  it("is another person's for nothing", async () => {
    const { secret } = await turnOn(serverWith(newer))
    const bo = await aCustomer(
      db,
      (await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id,
      {
        email: 'bo@example.test',
        passwordHash,
      },
    )
    await db
      .insertInto('secondFactor')
      .values({ customerId: bo.id, ...(await stored()), createdAt: now, confirmedAt: now })
      .execute()
    const app = serverWith(newer)
    const browser = app.browser()
    const login = browser.send(api.sessions.login, { username: 'bo@example.test', password })
    const challenge = (await refusal(login)).secondStep?.challenge ?? ''
    const finish = browser.send(api.secondFactor.finishLogin, { challenge, code: codeOf(secret) })
    expect((await refusal(finish)).status).toBe(500)
  })
})
