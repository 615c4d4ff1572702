import { expect, it } from 'vitest'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { outcome } from '#test/support/outcome.ts'
import { api } from '#web/platform/api.ts'

it('what a test has left to be written later is not written into the next', async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  await anOperator(db)
  const { browser, services } = testApp(db, { now: new Date('2027-03-01T09:00:00Z') })
  const mistype = () =>
    outcome(
      browser().send(api.sessions.login, { username: 'ann@example.test', password: 'a heron on the gate' }),
    )
  const written = async () => {
    await services.securityLog.flush()
    return (await db.selectFrom('securityEvent').select('event').execute()).map(({ event }) => event)
  }
  expect(await mistype()).not.toBe('ok')
  expect(await written()).toEqual(['login_failed'])
  await mistype()
  await emptyTables(db)
  expect(await written()).toEqual([])
})
