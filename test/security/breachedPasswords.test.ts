import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aRangeService } from '#test/support/rangeService.ts'
import type { RangeService } from '#test/support/rangeService.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

/* New passwords that have been published in a leak, where the operator's settings name a service that knows them. */

const breached = 'river of small stones'

let db: Database
let service: RangeService

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  service = await aRangeService({ [breached]: 42 })
})

afterEach(() => service.close())

it('are refused before anything is changed; others are taken, also while the service is down', async () => {
  const { id: operatorId } = await anOperator(db)
  const { id } = await aCustomer(db, operatorId, { passwordHash: await hashOf('onside-demo') })
  const settings = { BREACHED_PASSWORDS_URL: `${service.url}/` }
  const browser = testApp(db, { now: new Date('2027-03-01T10:00:00Z'), settings }).browser()
  await browser.logIn(id)
  const change = (password: string, currentPassword: string) =>
    browser.send(api.customers.changeDetails, { password, currentPassword })
  expect((await refusal(change(breached, 'onside-demo'))).validationMessages).toEqual({
    password: ['This password has been published in a data leak, so others try it. Choose another one.'],
  })
  await change('a lantern in the hedge', 'onside-demo')
  service.answer('error')
  await change(breached, 'a lantern in the hedge')
  expect(service.requests).toHaveLength(3)
})

it('are not looked up at log-in, nor where no service is set', async () => {
  const { id: operatorId } = await anOperator(db)
  const { id, reference } = await aCustomer(db, operatorId, { passwordHash: await hashOf('onside-demo') })
  const now = new Date('2027-03-01T10:00:00Z')
  const looking = testApp(db, { now, settings: { BREACHED_PASSWORDS_URL: service.url } }).browser()
  await looking.send(api.sessions.login, { username: reference, password: 'onside-demo' })
  const without = testApp(db, { now }).browser()
  await without.logIn(id)
  await without.send(api.customers.changeDetails, { password: breached, currentPassword: 'onside-demo' })
  expect(service.requests).toEqual([])
})
