import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { cardChangesAt } from '#test/support/cardChanges.ts'
import type { CardChanges } from '#test/support/cardChanges.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aJoinableCentre, goodAccount, payJoining, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre
let cards: CardChanges

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
  cards = cardChangesAt(centre)
  await db.updateTable('operator').set({ takeOverEmail: 'memberships@town.example' }).execute()
})

/** A member since September, whom another system bills on the 1st. It is 1 March. */
const aMemberFromElsewhere = async (
  more: { paymentMethod?: 'card' | 'direct_debit' | 'cash'; nextBillingOn?: string; endsOn?: string } = {},
) => {
  const person = await centre.customer()
  const plan = await centre.gold({ cancellationNoticeDays: 30, freezeMonths: 3 })
  const { id: membershipId } = await aMembership(
    db,
    { plan, venue: centre.venue, customerIds: [person.id] },
    { nextBillingOn: '2027-04-01', billingDay: 1, ...more },
  )
  return { ...person, membershipId }
}

const membershipOf = async (browser: Awaited<ReturnType<typeof aMemberFromElsewhere>>['browser']) =>
  (await browser.send(api.memberships.mine, {}))[0]

const notices = (kind: string) => db.selectFrom('notice').select('data').where('kind', '=', kind).execute()

describe('G03: a membership that another system collects', () => {
  it('is collected here once its payer gives a bank account, and everything about it is changed online', async () => {
    const { browser, id, membershipId } = await aMemberFromElsewhere()
    const before = await membershipOf(browser)
    expect(before?.changes).toMatchObject({
      paymentMethod: 'direct_debit',
      takeOverFrom: '2027-04-01',
      canChangePlan: false,
      cancelEndsOn: null,
      freeze: null,
    })
    const given = await browser.send(api.payments.changeBankAccount, {
      membershipId,
      bankAccount: goodAccount,
    })
    expect(given).toMatchObject({
      nextBillingOn: '2027-04-01',
      changes: {
        takeOverFrom: null,
        canChangePlan: true,
        cancelEndsOn: '2027-03-31',
        freeze: { from: ['2027-04-01', '2027-05-01', '2027-06-01'] },
      },
    })
    const platinum = await aPlan(db, centre.venue, { price: 7300 })
    const options = await browser.send(api.memberships.planChanges, { membershipId })
    expect(options.map(({ plan, isNow, nextPayment }) => [plan.id, isNow, nextPayment.on])).toEqual([
      [platinum.id, true, '2027-04-01'],
    ])
    const { joiningId } = await browser.send(api.memberships.changePlan, {
      membershipId,
      planId: platinum.id,
      termsAccepted: true,
    })
    await payJoining(browser, joiningId ?? 0)
    await cards.until('2027-04-02')
    await browser.logIn(id)
    const debited = await db.selectFrom('demoDebitCollection').select(['amount', 'state']).execute()
    expect(debited).toEqual([{ amount: 7300, state: 'collected' }])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('is announced to its payer, and to staff, who stop the other system', async () => {
    const { browser, membershipId } = await aMemberFromElsewhere()
    await browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: goodAccount })
    const facts = { plan: 'Gold', from: '2027-04-01', card: null }
    expect((await notices('membership_payments_set_up')).map(({ data }) => data)).toMatchObject([facts])
    expect((await notices('membership_account_changed')).length).toBe(0)
    const sent = await db
      .selectFrom('notice')
      .select(['recipient', 'data'])
      .where('kind', '=', 'membership_taken_over')
      .execute()
    expect(sent).toMatchObject([{ recipient: 'memberships@town.example', data: facts }])
  })

  it('is collected from a card in the same way', async () => {
    const { browser, membershipId } = await aMemberFromElsewhere({ paymentMethod: 'card' })
    expect(await cards.change(browser, membershipId)).toMatchObject({ status: 'saved' })
    expect((await membershipOf(browser))?.changes).toMatchObject({ takeOverFrom: null, canChangePlan: true })
    expect((await notices('membership_payments_set_up')).map(({ data }) => data)).toMatchObject([
      { card: { lastFour: '0006' } },
    ])
    await cards.until('2027-04-02')
    expect(await db.selectFrom('membershipCollection').select(['periodFrom', 'state']).execute()).toEqual([
      { periodFrom: '2027-04-01', state: 'collected' },
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('leaves a payment within the notice to the system that has announced it', async () => {
    const { browser, membershipId } = await aMemberFromElsewhere({ nextBillingOn: '2027-03-08' })
    const given = await browser.send(api.payments.changeBankAccount, {
      membershipId,
      bankAccount: goodAccount,
    })
    expect(given.nextBillingOn).toBe('2027-04-08')
    await cards.until('2027-04-09')
    expect(await db.selectFrom('membershipCollection').select(['periodFrom', 'state']).execute()).toEqual([
      { periodFrom: '2027-04-08', state: 'collected' },
    ])
  })

  it.each([
    ['the operator has not said so', {}, ''],
    ['it ends before it could be', { endsOn: '2027-03-31' }, 'memberships@town.example'],
    ['it is paid in cash', { paymentMethod: 'cash' as const }, 'memberships@town.example'],
  ])('stays there where %s', async (_why, more, takeOverEmail) => {
    await db.updateTable('operator').set({ takeOverEmail }).execute()
    const { browser, membershipId } = await aMemberFromElsewhere(more)
    expect((await membershipOf(browser))?.changes).toMatchObject({ paymentMethod: null, takeOverFrom: null })
    const sent = browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: goodAccount })
    expect(await refusal(sent)).toMatchObject({ status: 409, code: 'not_changeable' })
  })
})
