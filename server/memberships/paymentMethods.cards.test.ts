import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { typeCard, visitor } from '#test/support/buying.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import {
  aJoinableCentre,
  aMemberWho,
  goodAccount,
  joinAs,
  payJoining,
  wrongWithCollections,
} from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { api } from '#web/platform/api.ts'
import { collectMemberships } from './collect.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

/** Turns the clock to noon of a day, and runs the collections of every day until then. */
const until = async (day: string): Promise<void> => {
  const { clock, services } = centre.app
  while (clock.now() < new Date(`${day}T12:00:00Z`)) {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    const { debits } = services
    await collectMemberships({ db, debits, cards: services.cards.provider }, clock.now())
  }
}

/** A member whose payment of 1 April failed and is owed, with the penalty in the basket. */
const anOwingMember = async (by: 'card' | 'direct_debit') => {
  const plan = await centre.gold()
  const member = await aMemberWho(
    centre,
    plan,
    by === 'card' ? { paymentMethod: 'card' } : { bankAccount: { ...goodAccount, sortCode: '000002' } },
  )
  if (by === 'card')
    await db.updateTable('demoCard').set({ expiry: '0327' }).where('saved', '=', true).execute()
  await until('2027-04-12')
  const { browser, id } = member
  await browser.logIn(id)
  const [penalty] = (await browser.send(api.payments.mine, {})).penalties
  await browser.send(api.baskets.add, { items: [{ id: penalty?.id ?? 0, type: 'penalty' }] })
  return member
}

const pay = async (browser: TestBrowser, more: { saveCard?: boolean; selectedUserId?: number }) => {
  const forWhom = more.selectedUserId === undefined ? {} : { selectedUserId: more.selectedUserId }
  const { transactionUuid } = await browser.send(api.checkout.authorise, {
    ...visitor,
    ...(await typeCard(browser, undefined, forWhom)),
    ...more,
  })
  return browser.send(api.checkout.complete, {
    transactionUuid,
    termsAccepted: true,
    ...forWhom,
  })
}

const collectedFrom = (membershipId: number) =>
  db
    .selectFrom('membership as m')
    .leftJoin('savedCard as s', 's.id', 'm.savedCardId')
    .select(['m.paymentMethod', 's.expiry'])
    .where('m.id', '=', membershipId)
    .executeTakeFirstOrThrow()

const states = async (membershipId: number) =>
  (
    await db
      .selectFrom('membershipCollection')
      .select(['periodFrom', 'method', 'state'])
      .where('membershipId', '=', membershipId)
      .orderBy('periodFrom')
      .execute()
  ).map(({ periodFrom, method, state }) => [periodFrom, method, state])

describe('G07: the card that pays a failed payment of a membership', () => {
  it('is collected from from then on where the payer chooses so, in place of an expired one', async () => {
    const { browser, id, membershipId } = await anOwingMember('card')
    expect(await browser.send(api.checkout.prepare, {})).toMatchObject({ owingMemberships: ['Gold'] })
    await pay(browser, { saveCard: true })
    expect(await collectedFrom(membershipId)).toEqual({ paymentMethod: 'card', expiry: '0930' })
    const { savedCards } = await browser.send(api.payments.mine, {})
    expect(savedCards.map(({ expiry, paysFor }) => [expiry, paysFor])).toContainEqual(['0930', ['Gold']])
    const notices = await db
      .selectFrom('notice')
      .select('data')
      .where('kind', '=', 'membership_card_changed')
      .execute()
    expect(notices.map(({ data }) => data)).toMatchObject([
      { plan: 'Gold', next: '2027-05-01', endsDirectDebit: false },
    ])
    await until('2027-06-02')
    expect(await states(membershipId)).toEqual([
      ['2027-04-01', 'card', 'settled'],
      ['2027-05-01', 'card', 'collected'],
      ['2027-06-01', 'card', 'collected'],
    ])
    await browser.logIn(id)
    expect((await browser.send(api.memberships.mine, {}))[0]?.status).toBe('active')
    expect(await wrongWithCollections(db)).toEqual([])
    expect(await wrongWithMoney(db)).toEqual([])
  })

  it('takes the place of a Direct Debit, which ends', async () => {
    const { browser, membershipId } = await anOwingMember('direct_debit')
    await pay(browser, { saveCard: true })
    expect(await collectedFrom(membershipId)).toEqual({ paymentMethod: 'card', expiry: '0930' })
    expect(await db.selectFrom('debitMandate').select('state').execute()).toEqual([{ state: 'ending' }])
    await until('2027-05-02')
    expect(await states(membershipId)).toEqual([
      ['2027-04-01', 'direct_debit', 'settled'],
      ['2027-05-01', 'card', 'collected'],
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('may be a saved one', async () => {
    const { browser, membershipId } = await anOwingMember('direct_debit')
    const plan = await centre.gold({ name: 'Swim' })
    const swim = await joinAs(browser, plan.id, { paymentMethod: 'card', startDate: '2027-04-20' })
    await payJoining(browser, swim.id)
    const { sessionKey, savedCard: card } = await browser.send(api.checkout.prepare, {})
    const { transactionUuid } = await browser.send(api.checkout.authorise, {
      sessionKey,
      savedCardId: card?.id ?? 0,
      saveCard: true,
      termsAccepted: true,
    })
    await browser.send(api.checkout.complete, { transactionUuid, termsAccepted: true })
    expect(await collectedFrom(membershipId)).toEqual({ paymentMethod: 'card', expiry: '0930' })
    const { savedCards } = await browser.send(api.payments.mine, {})
    expect(savedCards.map(({ paysFor }) => paysFor)).toEqual([['Gold', 'Swim']])
  })

  it('pays once where the payer does not choose so', async () => {
    const { browser, membershipId } = await anOwingMember('direct_debit')
    await pay(browser, { saveCard: false })
    expect(await collectedFrom(membershipId)).toEqual({ paymentMethod: 'direct_debit', expiry: null })
    expect(await db.selectFrom('debitMandate').select('state').execute()).toEqual([{ state: 'active' }])
    expect((await states(membershipId))[0]).toEqual(['2027-04-01', 'direct_debit', 'settled'])
  })

  it('is not the card of staff who pay for a customer', async () => {
    const { id, membershipId } = await anOwingMember('direct_debit')
    const staff = await aCustomer(db, centre.operatorId, { role: 'staff' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    const selectedUserId = id
    const { penalties } = await desk.send(api.payments.mine, { selectedUserId })
    await desk.send(api.baskets.add, {
      items: [{ id: penalties[0]?.id ?? 0, type: 'penalty' }],
      selectedUserId,
    })
    expect(await desk.send(api.checkout.prepare, { selectedUserId })).not.toHaveProperty('owingMemberships')
    await pay(desk, { saveCard: true, selectedUserId })
    expect(await collectedFrom(membershipId)).toEqual({ paymentMethod: 'direct_debit', expiry: null })
  })
})
