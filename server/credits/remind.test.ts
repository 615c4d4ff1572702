import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { someCredit } from '#test/support/credits.ts'
import { testDatabase } from '#test/support/database.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { notifyExpiringCredit } from './remind.ts'

let db: Database
let centre: Centre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
})

const lot = (customerId: number, amount: number, expiresOn?: string) =>
  someCredit(
    db,
    { operatorId: centre.operatorId, customerId, amount, ...(expiresOn === undefined ? {} : { expiresOn }) },
    centre.app.clock.now(),
  )

const remindAt = async (day: string) => {
  centre.app.clock.set(new Date(`${day}T09:00:00Z`))
  await notifyExpiringCredit(db, centre.app.clock.now())
  return sentMessages(db, centre.app, 'credit_expiring')
}

it('tells once, two weeks before, how much credit expires on a day', async () => {
  const { id } = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
  await lot(id, 500, '2027-04-20')
  await lot(id, 250, '2027-04-20')
  await lot(id, 900, '2027-05-20')
  await lot(id, 900)
  expect(await remindAt('2027-04-05')).toEqual([])
  const [mail] = await remindAt('2027-04-06')
  expect(mail).toMatchObject({
    recipient: 'ann@example.test',
    state: 'stored',
    subject: 'Your £7.50 of credit expires on Tue 20 April 2027',
    text: expect.stringContaining(
      'you have £7.50 of credit that you can use until Tue 20 April 2027',
    ) as string,
  })
  expect(await remindAt('2027-04-19')).toHaveLength(1)
  expect(await remindAt('2027-05-19')).toHaveLength(2)
})

it('says nothing of credit that was granted today, is spent or has expired, and to who does without', async () => {
  const { id } = await centre.customer({ email: 'ann@example.test' })
  await lot(id, 500, '2027-03-05')
  expect(await remindAt('2027-03-01')).toEqual([])
  expect(await remindAt('2027-03-06')).toEqual([])
  const bo = await centre.customer({ email: 'bo@example.test' })
  await lot(bo.id, 500, '2027-03-15')
  await bo.browser.send(api.customers.changeDetails, { unwantedMessages: ['credit_expiring'] })
  expect(await remindAt('2027-03-10')).toMatchObject([{ recipient: 'bo@example.test', state: 'dropped' }])
})
