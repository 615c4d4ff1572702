import { TOTP } from 'otpauth'
import { hashOf } from '#server/sessions/passwords.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aCustomer } from './factories/customers.ts'
import { anOperator } from './factories/operators.ts'
import { refusal } from './refusal.ts'

export const password = 'a heron on the lock gate'
export const passwordHash = await hashOf(password)
export const username = 'ann@example.test'

/** A customer with a password, who may turn a second factor on. */
export const aSecondFactor = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now: new Date('2027-02-28T10:00:00Z') })
  const operatorId = (await anOperator(db)).id
  const ann = await aCustomer(db, operatorId, { email: username, passwordHash })

  const codeOf = (secret: string, seconds = 0): string =>
    new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() + seconds * 1000 })
  const logIn = (browser: TestBrowser, name = username) =>
    browser.send(api.sessions.login, { username: name, password })

  return {
    db,
    app,
    operatorId,
    ann,
    codeOf,
    logIn,
    /** The challenge of a log-in that has a second step. */
    challengeOf: async (browser: TestBrowser, name = username): Promise<string> => {
      const error = await refusal(logIn(browser, name))
      return error.secondStep?.challenge ?? ''
    },
    /** Turns the second factor on, and goes to the next code. */
    turnOn: async (browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> => {
      const { secret } = await browser.send(api.secondFactor.begin, { currentPassword: password })
      const { recoveryCodes } = await browser.send(api.secondFactor.confirm, { code: codeOf(secret) })
      app.clock.forward(30_000)
      return { secret, recoveryCodes }
    },
    /** The kinds of messages that were written, in the order of time. */
    subjects: async (): Promise<string[]> =>
      (await db.selectFrom('notice').select('kind').orderBy('id').execute()).map(({ kind }) => kind),
  }
}

export type SecondFactor = Awaited<ReturnType<typeof aSecondFactor>>
