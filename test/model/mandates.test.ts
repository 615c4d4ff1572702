import { beforeEach, describe, expect, it } from 'vitest'
import { endMandates } from '#server/memberships/paymentMethods.ts'
import { refusalOf } from '#test/support/centre.ts'
import { joinAs } from '#test/support/joining.ts'
import { api } from '#web/platform/api.ts'
import { aPayingCentre, quiet } from './membershipsWorld.ts'
import type { PayingCentre } from './membershipsWorld.ts'

let world: PayingCentre
beforeEach(async () => {
  world = await aPayingCentre()
})

describe('mandates', () => {
  it('that no one needs any more are ended at the company, once it can be reached', async () => {
    const { centre, db, now } = world
    const ann = await centre.customer()
    const plan = await centre.gold()
    await joinAs(ann.browser, plan.id)
    await joinAs(ann.browser, plan.id)
    const { debits } = centre.app.services
    const down = { ...debits, end: () => Promise.reject(new Error('down')) }
    await endMandates({ db, debits: down, log: quiet }, now())
    const states = async () =>
      (await db.selectFrom('debitMandate').select('state').orderBy('id').execute()).map(({ state }) => state)
    expect(await states()).toEqual(['ending', 'active'])
    await endMandates({ db, debits, log: quiet }, now())
    expect(await states()).toEqual(['ended', 'active'])
    const theirs = await db.selectFrom('demoDebitMandate').select('state').orderBy('createdAt').execute()
    expect(theirs.map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled'])
    expect(await refusalOf(ann.browser.send(api.memberships.joining, { id: 0 }))).toMatchObject({
      status: 404,
    })
  })
})
