import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, goodAccount, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { collectMemberships } from './collect.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const collect = (): Promise<void> => {
  const { clock, services } = centre.app
  const { debits } = services
  return collectMemberships({ db, debits, cards: services.cards.provider }, clock.now())
}

/** Turns the clock to noon of a day, and runs the collections of every day until then. */
const until = async (day: string): Promise<void> => {
  const { clock } = centre.app
  while (clock.now() < new Date(`${day}T12:00:00Z`)) {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    await collect()
  }
}

const waiveDebt = async (): Promise<void> => {
  await db.updateTable('penalty').set({ status: 'waived', settledAt: centre.app.clock.now() }).execute()
  await collect()
}

/** A member whose bank never pays, with a freeze of May and June; what is due on 1 April is owed from 11 April. */
const anOwingMember = async () => {
  const plan = await centre.gold({ minimumTermMonths: 0, cancellationNoticeDays: 30, freezeMonths: 3 })
  const member = await aMemberWho(centre, plan, { bankAccount: { ...goodAccount, sortCode: '000002' } })
  const { browser, id, membershipId } = member
  await browser.send(api.memberships.freeze, { membershipId, from: '2027-05-01', months: 2 })
  await until('2027-04-12')
  return {
    ...member,
    mine: async () => {
      await browser.logIn(id)
      return (await browser.send(api.memberships.mine, {}))[0]
    },
    collections: async () =>
      (
        await db
          .selectFrom('membershipCollection')
          .select(['periodFrom', 'state'])
          .where('membershipId', '=', membershipId)
          .orderBy('periodFrom')
          .execute()
      ).map(({ periodFrom, state }) => [periodFrom, state]),
  }
}

it('G07: a payment that failed stands in the payments with what pays it, until it is paid', async () => {
  const { browser, id } = await anOwingMember()
  await browser.logIn(id)
  const failed = async () =>
    (await browser.send(api.payments.mine, {})).payments.find(({ status }) => status === 'failed')
  const { penalties } = await browser.send(api.payments.mine, {})
  expect(await failed()).toMatchObject({ penaltyId: penalties[0]?.id })
  await waiveDebt()
  expect((await failed())?.penaltyId ?? null).toBeNull()
})

describe('G03: a confirmed freeze outlives a debt', () => {
  it('that is paid before the freeze: its months are not collected', async () => {
    const { mine, collections } = await anOwingMember()
    expect(await mine()).toMatchObject({
      status: 'frozen',
      frozenFrom: '2027-05-01',
      frozenUntil: '2027-07-01',
      nextBillingOn: null,
      failedPayment: { triedAgainOn: null },
      changes: { freeze: null, unfreezeOn: null },
    })
    await waiveDebt()
    expect(await mine()).toMatchObject({
      status: 'active',
      frozenFrom: '2027-05-01',
      nextBillingOn: '2027-07-01',
      changes: { unfreezeOn: expect.any(String) },
    })
    await until('2027-05-02')
    expect((await mine())?.status).toBe('frozen')
    await until('2027-07-02')
    expect(await collections()).toEqual([
      ['2027-04-01', 'settled'],
      ['2027-05-01', 'skipped'],
      ['2027-06-01', 'skipped'],
      ['2027-07-01', 'waiting'],
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('that is paid during the freeze: it lasts as long as confirmed', async () => {
    const { mine, collections } = await anOwingMember()
    await until('2027-05-20')
    await waiveDebt()
    expect(await mine()).toMatchObject({
      status: 'frozen',
      frozenUntil: '2027-07-01',
      nextBillingOn: '2027-07-01',
      changes: { unfreezeOn: '2027-06-01' },
    })
    await until('2027-07-02')
    expect(await collections()).toEqual([
      ['2027-04-01', 'settled'],
      ['2027-06-01', 'skipped'],
      ['2027-07-01', 'waiting'],
    ])
  })

  it('and does not end the freeze for a debt that is paid after it', async () => {
    const { mine, collections } = await anOwingMember()
    await until('2027-07-10')
    expect(await mine()).toMatchObject({ status: 'frozen', nextBillingOn: null })
    expect(await collections()).toEqual([['2027-04-01', 'failed']])
    await waiveDebt()
    expect(await mine()).toMatchObject({ status: 'active', nextBillingOn: '2027-08-01' })
  })
})

it('G03: a membership is active as soon as the desk has waived what it owes', async () => {
  const { mine } = await anOwingMember()
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'supervisor' })).id)
  const { id: penaltyId } = await db.selectFrom('penalty').select('id').executeTakeFirstOrThrow()
  await desk.send(api.penalties.waive, { penaltyId, reason: 'Was ill' })
  expect(await mine()).toMatchObject({ status: 'active', nextBillingOn: '2027-07-01', failedPayment: null })
})
