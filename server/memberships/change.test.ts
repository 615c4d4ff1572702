import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import {
  aJoinableCentre,
  aMemberWho,
  authoriseJoining,
  completeJoining,
  joinAs,
  payJoining,
  wrongWithCollections,
} from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { api } from '#web/platform/api.ts'
import { collectMemberships } from './collect.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

/** A member from 1 March on the 1st, without a minimum term. */
const aMember = async () => {
  const plan = await centre.gold({ minimumTermMonths: 0, cancellationNoticeDays: 30, freezeMonths: 3 })
  return { ...(await aMemberWho(centre, plan)), planId: plan.id }
}

/** Turns the clock to noon of a day, and runs the collections of every day until then. */
const until = async (day: string): Promise<void> => {
  const { clock, services } = centre.app
  while (clock.now() < new Date(`${day}T12:00:00Z`)) {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    const { debits } = services
    await collectMemberships({ db, debits, cards: services.cards.provider }, clock.now())
  }
}

const collected = (membershipId: number) =>
  db
    .selectFrom('membershipCollection')
    .select(['periodFrom', 'state'])
    .where('membershipId', '=', membershipId)
    .orderBy('periodFrom')
    .execute()

const notices = async (kinds: readonly string[]) =>
  (
    await db
      .selectFrom('notice')
      .select(['kind', 'data'])
      .where('kind', 'in', [...kinds])
      .orderBy('id')
      .execute()
  ).map(({ kind, data }) => ({ kind, ...(data as { from: string | null; until: string | null }) }))

describe('G03: cancelling a membership online', () => {
  it('says until when it holds, ends it then, and collects nothing after', async () => {
    const { browser, id, membershipId } = await aMember()
    const [before] = await browser.send(api.memberships.mine, {})
    expect(before?.changes).toEqual({
      cancelEndsOn: '2027-03-31',
      cancelPayments: null,
      canKeep: false,
      canChangePlan: true,
      minimumUntil: null,
      withdraw: {
        until: '2027-03-15',
        refund: { raw: 6200, currency: '62.00', formatted: '£62.00' },
        usageCharge: { raw: 0, currency: '0.00', formatted: '£0.00' },
      },
      freeze: { from: ['2027-04-01', '2027-05-01', '2027-06-01'], months: 3, later: null },
      members: null,
      unfreezeOn: null,
      paymentMethod: 'direct_debit',
      takeOverFrom: null,
      card: null,
    })
    const cancelled = await browser.send(api.memberships.cancel, { membershipId })
    expect(cancelled).toMatchObject({
      status: 'active',
      endsOn: '2027-03-31',
      nextBillingOn: null,
      changes: { cancelEndsOn: null, canKeep: true, freeze: null },
    })
    expect(await notices(['membership_cancelled'])).toMatchObject([{ until: '2027-03-31' }])
    expect(await refusalOf(browser.send(api.memberships.cancel, { membershipId }))).toMatchObject({
      status: 409,
      code: 'not_changeable',
    })
    await until('2027-06-02')
    expect((await collected(membershipId)).filter(({ state }) => state !== 'skipped')).toEqual([])
    await browser.logIn(id)
    expect((await browser.send(api.memberships.mine, {}))[0]?.status).toBe('ended')
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('can be withdrawn until then, and payments go on', async () => {
    const { browser, id, membershipId } = await aMember()
    await browser.send(api.memberships.cancel, { membershipId })
    await until('2027-03-30')
    await browser.logIn(id)
    const continued = await browser.send(api.memberships.keep, { membershipId })
    expect(continued).toMatchObject({ endsOn: null, changes: { canKeep: false, cancelEndsOn: '2027-04-30' } })
    expect((await notices(['membership_continued'])).length).toBe(1)
    await until('2027-05-10')
    expect((await collected(membershipId)).map(({ periodFrom, state }) => [periodFrom, state])).toMatchObject(
      [
        ['2027-04-01', 'collected'],
        ['2027-05-01', 'collected'],
      ],
    )
    await browser.logIn(id)
    expect(await refusalOf(browser.send(api.memberships.keep, { membershipId }))).toMatchObject({
      code: 'not_changeable',
    })
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('cannot be withdrawn by a member who has joined the plan again', async () => {
    const { browser, id, membershipId, planId } = await aMember()
    await browser.send(api.memberships.cancel, { membershipId })
    const again = await joinAs(browser, planId, { startDate: '2027-04-01' })
    await payJoining(browser, again.id)
    const mine = await browser.send(api.memberships.mine, {})
    expect(mine.find((one) => one.id === membershipId)?.changes).toMatchObject({ canKeep: false })
    expect(await refusalOf(browser.send(api.memberships.keep, { membershipId }))).toMatchObject({
      status: 409,
      code: 'already_member',
      message: "You've joined this membership again, so you can't keep the old one as well.",
    })
    // The one joined last begins after the other has ended: it can be cancelled and kept like any other.
    const newer = mine.find((one) => one.id !== membershipId)?.id ?? 0
    await browser.send(api.memberships.cancel, { membershipId: newer })
    expect(await refusalOf(browser.send(api.memberships.keep, { membershipId }))).toMatchObject({
      code: 'already_member',
    })
    const continued = await browser.send(api.memberships.keep, { membershipId: newer })
    expect(continued).toMatchObject({ endsOn: null, changes: { canKeep: false } })
    await until('2027-05-10')
    await browser.logIn(id)
    expect(await collected(membershipId)).toEqual([])
    expect((await collected(newer)).map(({ periodFrom }) => periodFrom)).toEqual(['2027-05-01'])
  })

  it('can be withdrawn where another person has joined the plan', async () => {
    const { browser, membershipId, planId } = await aMember()
    await browser.send(api.memberships.cancel, { membershipId })
    await aMemberWho(centre, { id: planId })
    expect(await browser.send(api.memberships.keep, { membershipId })).toMatchObject({ endsOn: null })
  })

  it('gives up a joining of the same plan that is not paid for, and no other', async () => {
    const { browser, membershipId, planId } = await aMember()
    await browser.send(api.memberships.cancel, { membershipId })
    await joinAs(browser, planId, { startDate: '2027-04-01' })
    await browser.send(api.memberships.keep, { membershipId })
    expect(await browser.send(api.memberships.unfinished, {})).toBeNull()
    const mandates = await db.selectFrom('debitMandate').select('state').orderBy('id').execute()
    expect(mandates.map(({ state }) => state)).toEqual(['active', 'ending'])

    await browser.send(api.memberships.cancel, { membershipId })
    const swim = await joinAs(browser, (await centre.gold({ name: 'Swim' })).id)
    await browser.send(api.memberships.keep, { membershipId })
    expect(await browser.send(api.memberships.unfinished, {})).toMatchObject({ id: swim.id })
  })

  it('is not withdrawn while a joining of the same plan is being paid for', async () => {
    const { browser, membershipId, planId } = await aMember()
    await browser.send(api.memberships.cancel, { membershipId })
    const again = await joinAs(browser, planId, { startDate: '2027-04-01' })
    const { transactionUuid } = await authoriseJoining(browser, again.id)
    expect(await refusalOf(browser.send(api.memberships.keep, { membershipId }))).toMatchObject({
      code: 'busy',
    })
    await completeJoining(browser, again.id, transactionUuid)
    const mine = await browser.send(api.memberships.mine, {})
    expect(mine.filter(({ endsOn }) => endsOn === null)).toHaveLength(1)
  })

  it('is for its payer alone, and what staff do for them is in the audit log', async () => {
    const member = await aMember()
    const { membershipId } = member
    const other = await centre.customer()
    expect(await refusalOf(other.browser.send(api.memberships.cancel, { membershipId }))).toMatchObject({
      code: 'not_found',
    })
    const staff = await aCustomer(db, centre.operatorId, { role: 'staff' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    await desk.send(api.memberships.cancel, { membershipId, selectedUserId: member.id })
    const audit = await db
      .selectFrom('auditEntry')
      .select(['act', 'actorId', 'forCustomerId'])
      .where('act', 'like', 'membership%')
      .execute()
    expect(audit).toEqual([{ act: 'membership cancelled', actorId: staff.id, forCustomerId: member.id }])
  })
})

describe('G03: freezing a membership online', () => {
  it('skips the payments of its months and announces none of them', async () => {
    const { browser, membershipId } = await aMember()
    const frozen = await browser.send(api.memberships.freeze, { membershipId, from: '2027-04-01', months: 2 })
    expect(frozen).toMatchObject({
      status: 'active',
      frozenFrom: '2027-04-01',
      frozenUntil: '2027-06-01',
      nextBillingOn: '2027-06-01',
      changes: { freeze: null, unfreezeOn: '2027-03-01' },
    })
    await until('2027-04-15')
    expect(await notices(['membership_frozen', 'payment_announced'])).toMatchObject([
      { kind: 'membership_frozen', from: '2027-04-01', until: '2027-06-01' },
    ])
    await until('2027-06-10')
    expect((await collected(membershipId)).map(({ periodFrom, state }) => [periodFrom, state])).toEqual([
      ['2027-04-01', 'skipped'],
      ['2027-05-01', 'skipped'],
      ['2027-06-01', 'collected'],
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('can be ended with the present month, from which it is paid for again', async () => {
    const { browser, id, membershipId } = await aMember()
    await browser.send(api.memberships.freeze, { membershipId, from: '2027-04-01', months: 3 })
    await until('2027-04-10')
    await browser.logIn(id)
    expect((await browser.send(api.memberships.mine, {}))[0]).toMatchObject({
      status: 'frozen',
      changes: { unfreezeOn: '2027-05-01' },
    })
    expect(await browser.send(api.memberships.unfreeze, { membershipId })).toMatchObject({
      frozenUntil: '2027-05-01',
      nextBillingOn: '2027-05-01',
    })
    await until('2027-05-10')
    expect((await collected(membershipId)).map(({ state }) => state)).toEqual(['skipped', 'collected'])
  })

  it('can be taken back before it begins, which a mail says', async () => {
    const { browser, membershipId } = await aMember()
    await browser.send(api.memberships.freeze, { membershipId, from: '2027-04-01', months: 2 })
    expect(await browser.send(api.memberships.unfreeze, { membershipId })).toMatchObject({
      frozenFrom: null,
      nextBillingOn: '2027-04-01',
    })
    expect(await notices(['freeze_withdrawn'])).toMatchObject([{ kind: 'freeze_withdrawn' }])
  })

  it('is refused beyond the terms of the plan', async () => {
    const { browser, membershipId } = await aMember()
    for (const desired of [
      { from: '2027-04-01', months: 4 },
      { from: '2027-03-15', months: 1 },
    ])
      expect(
        await refusalOf(browser.send(api.memberships.freeze, { membershipId, ...desired })),
      ).toMatchObject({
        code: 'not_changeable',
      })
    expect(await refusalOf(browser.send(api.memberships.unfreeze, { membershipId }))).toMatchObject({
      code: 'not_changeable',
    })
  })
})
