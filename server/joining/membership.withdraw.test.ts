import { beforeEach, describe, expect, it } from 'vitest'
import { reconcileRefunds } from '#server/bookings/refunds.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import type { Database } from '#server/platform/database.ts'
import { complete } from '#test/support/buying.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { api } from '#web/platform/api.ts'

const silentLog = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
const day = 24 * 3_600_000

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

/** Joined minutes ago, for £62.00. */
const aNewMember = async () => aMemberWho(centre, await centre.gold({ cancellationNoticeDays: 30 }))
type Member = Awaited<ReturnType<typeof aNewMember>>

const membershipOf = async ({ browser }: Member) => {
  const [membership] = await browser.send(api.memberships.mine, {})
  if (membership === undefined) throw new Error('No membership.')
  return membership
}
const withdraw = ({ browser, membershipId }: Member) =>
  browser.send(api.memberships.withdraw, { membershipId })

const refunds = () => db.selectFrom('refund').select(['amount', 'destination', 'status']).execute()

describe('withdrawing from a membership that was joined online', () => {
  it('ends it at once and pays everything back to the card', async () => {
    const ann = await aNewMember()
    expect((await membershipOf(ann)).changes?.withdraw).toMatchObject({
      until: '2027-03-15',
      refund: { formatted: '£62.00' },
      usageCharge: { raw: 0 },
    })
    const ended = await withdraw(ann)
    expect(ended).toMatchObject({ status: 'ended', nextBillingOn: null, changes: { withdraw: null } })
    expect(await refunds()).toEqual([{ amount: 6200, destination: 'card', status: 'due' }])
    const services = { db, cards: centre.app.services.cards.provider, log: silentLog }
    await reconcilePayments(services, centre.app.clock.now())
    await reconcileRefunds(services, centre.app.clock.now())
    expect(await refunds()).toMatchObject([{ amount: 6200, status: 'done' }])
    expect(await wrongWithMoney(db)).toEqual([])
    const { status } = await db.selectFrom('customerOrder').select('status').executeTakeFirstOrThrow()
    expect(status).toBe('refunded')
    const { state } = await db.selectFrom('debitMandate').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('ending')
    const session = await centre.aClassOf(await centre.yoga({ price: 500 }), '18:00')
    expect(await centre.add(ann.browser, session)).toMatchObject({ total: 500 })
    const mail = await db
      .selectFrom('notice')
      .select('data')
      .where('kind', '=', 'membership_withdrawn')
      .execute()
    expect(mail).toMatchObject([{ data: { refund: 6200, usageCharge: 0 } }])
    expect(await refusalOf(withdraw(ann))).toMatchObject({ status: 409, code: 'not_changeable' })
  })

  it('keeps the price of the days that it has been used', async () => {
    const ann = await aNewMember()
    const session = await centre.aClassOf(await centre.yoga({ price: 500 }), '18:00')
    await centre.add(ann.browser, session)
    await complete(ann.browser)
    // One day of the 31 that £42.00 are for.
    expect((await membershipOf(ann)).changes?.withdraw).toMatchObject({
      refund: { raw: 6065 },
      usageCharge: { raw: 135 },
    })
    await withdraw(ann)
    expect(await refunds()).toMatchObject([{ amount: 6065 }])
    expect(await wrongWithMoney(db)).toEqual([])
  })

  it('is possible until the fourteenth day, for its buyer alone', async () => {
    const ann = await aNewMember()
    const bob = await centre.customer()
    const { membershipId } = ann
    expect(await refusalOf(bob.browser.send(api.memberships.withdraw, { membershipId }))).toMatchObject({
      status: 404,
    })
    centre.app.clock.forward(14 * day)
    await ann.browser.logIn(ann.id)
    expect((await membershipOf(ann)).changes?.withdraw).not.toBeNull()
    centre.app.clock.forward(day)
    await ann.browser.logIn(ann.id)
    expect((await membershipOf(ann)).changes?.withdraw).toBeNull()
    expect(await refusalOf(withdraw(ann))).toMatchObject({ status: 409, code: 'not_changeable' })
    expect(await refunds()).toEqual([])
  })

  it('is not for what staff sold at the desk', async () => {
    const ann = await aNewMember()
    await db.updateTable('joining').set({ soldBy: ann.id }).execute()
    expect(await refusalOf(withdraw(ann))).toMatchObject({ status: 409 })
  })
})
