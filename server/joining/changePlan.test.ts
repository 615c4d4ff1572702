import { beforeEach, describe, expect, it } from 'vitest'
import { updateMembershipStatuses } from '#server/memberships/change.ts'
import type { Database } from '#server/platform/database.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, payJoining } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { api } from '#web/platform/api.ts'

const day = 24 * 3_600_000

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

/** A member with Gold for £42.00 from 1 March, on a centre that sells Swim for less and Platinum for more. */
const aMember = async (more: Parameters<JoinableCentre['gold']>[0] = { minimumTermMonths: 0 }) => {
  const gold = await centre.gold({ cancellationNoticeDays: 30, ...more })
  const benefits = [{ kind: 'percent' as const, percentOff: 20 }]
  const swim = await centre.gold({ name: 'Swim', price: 2450, benefits })
  const platinum = await centre.gold({ name: 'Platinum', price: 7300 })
  const ann = await aMemberWho(centre, gold)
  return { gold, swim, platinum, ann }
}

type Member = Awaited<ReturnType<typeof aMember>>['ann']

const optionsOf = ({ browser, membershipId }: Member) =>
  browser.send(api.memberships.planChanges, { membershipId })
const changeTo = (
  { browser, membershipId }: Member,
  planId: number,
  more: object = { termsAccepted: true },
) => browser.send(api.memberships.changePlan, { membershipId, planId, ...more })
const keepPlan = ({ browser, membershipId }: Member) =>
  browser.send(api.memberships.keepPlan, { membershipId })
const membershipOf = async ({ browser, membershipId }: Member) => {
  const all = await browser.send(api.memberships.mine, {})
  return all.find(({ id }) => id === membershipId)
}
const later = async ({ browser, id }: Member, days: number): Promise<void> => {
  centre.app.clock.forward(days * day)
  await browser.logIn(id)
}

describe('G03: another plan for a membership', () => {
  it('is offered with what it costs and from when', async () => {
    const { ann } = await aMember()
    await later(ann, 10)
    expect((await membershipOf(ann))?.changes?.canChangePlan).toBe(true)
    // 21 of 31 days, from 11 March: £49.45 less £28.45.
    expect(await optionsOf(ann)).toMatchObject([
      { plan: { name: 'Swim' }, isNow: false, on: '2027-04-01', dueToday: { raw: 0 } },
      {
        plan: { name: 'Platinum' },
        isNow: true,
        on: '2027-03-11',
        dueToday: { formatted: '£21.00' },
        nextPayment: { on: '2027-04-01', amount: { raw: 7300 } },
      },
    ])
  })

  it('that is dearer applies once the difference is paid, with its payments from where they came', async () => {
    const { ann, platinum } = await aMember()
    await later(ann, 10)
    const { joiningId } = await changeTo(ann, platinum.id)
    expect(await membershipOf(ann)).toMatchObject({ name: 'Gold', price: { raw: 4200 } })
    const joining = await ann.browser.send(api.memberships.joining, { id: joiningId ?? 0 })
    // The difference is all there is to pay: who changes the plan has joined already.
    expect(joining).toMatchObject({
      isChange: true,
      dueToday: { raw: 2100 },
      plan: { name: 'Platinum', joiningFee: { raw: 0 }, firstDays: { price: { raw: 2100 } } },
    })
    await payJoining(ann.browser, joining.id)
    expect(await membershipOf(ann)).toMatchObject({
      name: 'Platinum',
      price: { raw: 7300 },
      nextBillingOn: '2027-04-01',
      paymentMethod: 'direct_debit',
      // The first payment is not the only one any more.
      changes: { withdraw: null },
    })
    expect(await db.selectFrom('membership').select('mandateId').execute()).toHaveLength(1)
    expect(await wrongWithMoney(db)).toEqual([])
    const mail = await db.selectFrom('notice').select('data').where('kind', '=', 'plan_changed').execute()
    expect(mail).toMatchObject([{ data: { before: 'Gold', plan: 'Platinum', price: 7300 } }])
  })

  it('that is cheaper applies from the next payment on, and can be taken back until then', async () => {
    const { ann, swim, gold } = await aMember()
    const planned = await changeTo(ann, swim.id)
    expect(planned).toMatchObject({
      joiningId: null,
      membership: {
        name: 'Gold',
        nextPlan: { name: 'Swim', price: { raw: 2450 }, from: '2027-04-01' },
        changes: { canChangePlan: false },
      },
    })
    expect(await refusalOf(changeTo(ann, swim.id))).toMatchObject({ status: 409 })
    expect(await keepPlan(ann)).toMatchObject({ name: 'Gold', nextPlan: null })
    expect(await refusalOf(keepPlan(ann))).toMatchObject({ status: 409 })
    await changeTo(ann, swim.id)
    await later(ann, 30)
    await updateMembershipStatuses(db, centre.app.clock.now())
    expect(await membershipOf(ann)).toMatchObject({ name: 'Gold' })
    await later(ann, 1)
    await updateMembershipStatuses(db, centre.app.clock.now())
    expect(await membershipOf(ann)).toMatchObject({ name: 'Swim', price: { raw: 2450 }, nextPlan: null })
    expect(gold.name).toBe('Gold')
    const session = await centre.aClassOf(await centre.yoga({ price: 500 }), '18:00', { date: '2027-04-02' })
    expect(await centre.add(ann.browser, session)).toMatchObject({ total: 400 })
  })

  it('waits for the end of the minimum term where it is cheaper', async () => {
    const { ann, platinum } = await aMember({ minimumTermMonths: 3 })
    const options = await optionsOf(ann)
    expect(options.map(({ plan, on }) => [plan.name, on])).toEqual([
      ['Swim', '2027-06-01'],
      ['Platinum', '2027-03-01'],
    ])
    expect(options.find(({ plan }) => plan.id === platinum.id)?.plan.minimumUntil).toBe('2027-05-31')
  })

  it("needs its terms, is no one else's, and is none that the venue does not sell to them", async () => {
    const { ann, swim, platinum } = await aMember()
    const noTerms = await refusalOf(changeTo(ann, platinum.id, { terms: [] }))
    expect(noTerms.validationMessages).toEqual({ terms: ['You must accept the terms.'] })
    const bob = await centre.customer()
    const asBob = { ...ann, browser: bob.browser }
    for (const refused of [optionsOf(asBob), changeTo(asBob, swim.id), keepPlan(asBob)])
      expect(await refusalOf(refused)).toMatchObject({ status: 404 })
    await db.updateTable('membershipPlan').set({ soldOnline: false }).where('id', '=', swim.id).execute()
    await db.updateTable('membershipPlan').set({ ageMin: 60 }).where('id', '=', platinum.id).execute()
    expect(await optionsOf(ann)).toEqual([])
    expect(await refusalOf(changeTo(ann, swim.id))).toMatchObject({ status: 409, code: 'not_changeable' })
  })
})
