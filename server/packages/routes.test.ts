import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
})

describe('G04: my packages', () => {
  it('are empty for a customer without any, and hidden from other customers', async () => {
    const { browser } = await centre.customer()
    expect(await browser.send(api.packages.mine, {})).toEqual([])
    const refused = await refusalOf(centre.app.browser().send(api.packages.mine, {}))
    expect(refused).toMatchObject({ status: 401, code: 'logged_out' })
  })

  it('show the remaining and the past uses', async () => {
    const { id: customerId, browser } = await centre.customer()
    const { activity } = await centre.swim()
    const of = { operatorId: centre.operatorId, customerId, activityIds: [activity.id] }
    const swims = await aPackage(db, of, { usesLeft: 9 })
    await aPackage(db, of, { name: 'Old', boughtOn: '2026-01-01', expiresOn: '2026-07-01' })
    await aPackage(db, of, { name: 'Gone', usesLeft: 0 })
    await db
      .insertInto('packageUse')
      .values({
        packageId: swims.id,
        name: 'Swim',
        usedOn: '2027-02-20',
        state: 'used',
        createdAt: new Date('2027-02-20T09:00:00Z'),
      })
      .execute()
    const mine = await browser.send(api.packages.mine, {})
    expect(mine.map(({ name, status }) => [name, status])).toEqual([
      ['Ten swims', 'active'],
      ['Gone', 'used'],
      ['Old', 'expired'],
    ])
    expect(mine[0]).toEqual({
      id: swims.id,
      name: 'Ten swims',
      status: 'active',
      totalUses: 10,
      usesLeft: 9,
      boughtOn: '2027-01-10',
      expiresOn: '2027-07-10',
      validFor: ['swim-for-all'],
      activityNames: ['swim-for-all'],
      usages: [{ bookingId: null, name: 'Swim', usedOn: '2027-02-20' }],
    })
  })

  it('names what a visit was used for, not the package', async () => {
    const { id: customerId, browser } = await centre.customer()
    const { activity, studio } = await centre.yoga()
    const session = await centre.aClassOf({ activity, studio }, '10:00')
    const of = { operatorId: centre.operatorId, customerId, activityIds: [activity.id] }
    await aPackage(db, of, { name: 'Ten classes' })
    await browser.send(api.baskets.add, { items: [{ id: session.publicId }] })
    await browser.send(api.checkout.complete, { termsAccepted: true })
    const [mine] = await browser.send(api.packages.mine, {})
    expect(mine?.usages.map(({ name }) => name)).toEqual(['Yoga'])
  })
})
