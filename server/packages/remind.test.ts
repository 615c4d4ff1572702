import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aCentre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { sentMessages } from '#test/support/messages.ts'
import { notifyExpiringPackages } from './remind.ts'

let db: Database

beforeAll(async () => {
  db = (await testDatabase()).db
})

it('tells once, two weeks before, of visits that expire', async () => {
  const centre = await aCentre(db)
  const { id: customerId } = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
  const { activity } = await centre.swim()
  const of = { operatorId: centre.operatorId, customerId, activityIds: [activity.id] }
  await aPackage(db, of, { usesLeft: 3, expiresOn: '2027-04-20' })
  await aPackage(db, of, { name: 'Used', usesLeft: 0, expiresOn: '2027-04-20' })
  await aPackage(db, of, { name: 'Long', expiresOn: '2027-07-10' })
  const remindAt = async (day: string) => {
    centre.app.clock.set(new Date(`${day}T09:00:00Z`))
    await notifyExpiringPackages(db, centre.app.clock.now())
    return sentMessages(db, centre.app, 'package_expiring')
  }
  expect(await remindAt('2027-04-05')).toEqual([])
  expect(await remindAt('2027-04-06')).toMatchObject([
    {
      recipient: 'ann@example.test',
      subject: '3 visits left: your Ten swims expires on Tue 20 April 2027',
      text: expect.stringContaining(
        'Hello Ann, you can use your Ten swims until Tue 20 April 2027.',
      ) as string,
    },
  ])
  expect(await remindAt('2027-04-20')).toHaveLength(1)
  expect(await remindAt('2027-04-21')).toHaveLength(1)
})
