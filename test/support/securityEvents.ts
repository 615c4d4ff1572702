import type { Sent } from '#contract/endpoint.ts'
import type * as contract from '#contract/index.ts'
import type { SecurityEvent, SecurityEventKind } from '#contract/security-events.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aCustomer } from './factories/customers.ts'
import { anOperator } from './factories/operators.ts'

export const now = new Date('2027-02-28T10:00:00Z')
export const password = 'a heron on the lock gate'
export const email = 'ann@example.test'

const passwordHash = await hashOf(password)

/** A customer, and a supervisor who reads the security log at the desk; every browser is behind a proxy. */
export const aSecurityLog = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now, settings: { TRUSTED_PROXIES: '1' } })
  const operatorId = (await anOperator(db)).id
  const ann = await aCustomer(db, operatorId, { email, passwordHash, firstName: 'Ann', lastName: 'Ash' })
  const sam = await aCustomer(db, operatorId, {
    role: 'staff',
    staffLevel: 'supervisor',
    firstName: 'Sam',
    lastName: 'Sash',
  })

  const from = (address: string, site: 'bookings' | 'desk' = 'bookings', by = app): TestBrowser =>
    by.browser({ site, headers: { 'x-forwarded-for': address } })

  const desk = from('198.51.100.9', 'desk')
  await desk.logIn(sam.id)

  return {
    db,
    app,
    operatorId,
    ann,
    desk,
    from,
    logIn: (browser: TestBrowser, typed = password, username = email) =>
      browser.send(api.sessions.login, { username, password: typed }),
    aColleague: () => aCustomer(db, operatorId, { role: 'staff', firstName: 'Cleo', lastName: 'Tester' }),
    /** The entries that the supervisor finds, the latest first. */
    read: async (query: Sent<typeof contract.securityEvents.list> = {}) => {
      await app.services.securityLog.flush()
      return (await desk.send(api.securityEvents.list, query)).events
    },
  }
}

export type SecurityLog = Awaited<ReturnType<typeof aSecurityLog>>

/** What has been recorded, in the order of time. */
export const kinds = (events: readonly SecurityEvent[]): SecurityEventKind[] =>
  events.map(({ event }) => event).toReversed()
