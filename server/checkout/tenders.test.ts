import { beforeEach, describe, expect, it } from 'vitest'
import { creditOf } from '#server/credits/balance.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { Killed, mortal } from '#test/support/failingServices.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import {
  authoriseBody,
  cardEnding,
  completeBody,
  completeWith,
  driveToTheEnd,
  payWith,
  typedCard,
} from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { authorise } from './authorise.ts'
import { complete } from './complete.ts'
import { prepare } from './prepare.ts'
import { applyCreditTenders } from './tenders.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let shop: Shop
let actor: Actor
let customerId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  shop = await openShop(db, { now, classes: [{ price: 1345, capacity: 1 }, { price: 500 }] })
  actor = await shop.buyer({ customer: true })
  customerId = actor.customerId ?? 0
})

const grant = (amount: number, type: 'general' | 'membership' = 'general') =>
  someCredit(db, { operatorId: shop.operatorId, customerId, type, amount }, now)

const apply = (amount: number, type: 'general' | 'membership' = 'general') => {
  const body = { creditsToReserve: [{ amount, type }], cartSource: 'activity-booking' as const }
  return transact(db, (tx) => applyCreditTenders(tx, actor, body, shop.clock.now()))
}

const credit = async () => {
  const { general, membership } = await creditOf(db, customerId, shop.clock.now())
  return { general: general.free, membership: membership.free }
}

const expectSound = async (): Promise<void> => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithCredit(db)).toEqual([])
  expect(await leftOpen(db)).toEqual([])
}

const paidWith = async () =>
  (
    await db.selectFrom('orderPayment').select(['tenderType', 'creditType', 'amount']).orderBy('id').execute()
  ).map(({ tenderType, creditType, amount }) =>
    `${tenderType} ${creditType ?? ''} ${amount}`.replace('  ', ' '),
  )

const preparing = { source: 'activity-booking' as const, kiosk: false, selectedUserId: undefined }

const creditSent = (amount: number, type?: 'general' | 'membership') => ({
  tenderType: 'credit' as const,
  type,
  amount,
  transactionId: undefined,
})

describe('credit and card in one order', () => {
  it('E08: credit pays what is reserved and the card the rest; the order lists both', async () => {
    await grant(500)
    await grant(300, 'membership')
    await apply(500)
    await apply(300, 'membership')
    expect(await prepare(shop.services, actor, preparing, now)).toMatchObject({
      balance: 545,
      formattedBalance: '£5.45',
      tenders: ['card', 'credit'],
    })
    const authorised = await payWith(shop, actor)
    expect(authorised.amount).toBe(545)
    await completeWith(shop, actor, authorised.transactionUuid)
    await driveToTheEnd(shop)
    expect(await paidWith()).toEqual(['credit membership 300', 'credit general 500', 'card 545'])
    expect(await credit()).toEqual({ general: 0, membership: 0 })
    await expectSound()
  })

  it('reserved credit that is also sent is not counted twice, and an amount of 0 is ignored', async () => {
    await grant(500)
    await apply(500)
    const payments = [creditSent(500, 'general'), creditSent(0, 'membership')]
    const authorised = await payWith(shop, actor, cardEnding.accepted, shop.services, { payments })
    expect(authorised.amount).toBe(845)
    const body = completeBody(authorised.transactionUuid, { payments })
    await complete(shop.services, actor, body, now)
    await driveToTheEnd(shop)
    expect(await paidWith()).toEqual(['credit general 500', 'card 845'])
    await expectSound()
  })

  it('credit sent without being applied is reserved with the card; without a type it is general', async () => {
    await grant(500)
    const payments = [creditSent(400)]
    const authorised = await payWith(shop, actor, cardEnding.accepted, shop.services, { payments })
    expect(authorised.amount).toBe(945)
    expect(await credit()).toEqual({ general: 100, membership: 0 })
    await completeWith(shop, actor, authorised.transactionUuid)
    await driveToTheEnd(shop)
    await expectSound()
  })

  it.each([
    ['other than what is reserved', 300],
    ['more than there is', 900],
    ['more than the basket comes to', 1346],
  ])('credit sent that is %s is payment_mismatch, and no card is authorised', async (_, amount) => {
    await grant(amount === 900 ? 800 : 5000)
    if (amount === 300) await apply(500)
    const before = await credit()
    const body = authoriseBody(await typedCard(shop, actor), { payments: [creditSent(amount, 'general')] })
    await expect(authorise(shop.services, actor, body, now)).rejects.toMatchObject({
      code: 'payment_mismatch',
    })
    expect(await credit()).toEqual(before)
    expect(await db.selectFrom('paymentTransaction').select('id').execute()).toEqual([])
  })

  it('completing with other credit than authorised is payment_mismatch', async () => {
    await grant(500)
    await apply(500)
    const { transactionUuid } = await payWith(shop, actor)
    const body = completeBody(transactionUuid, { payments: [creditSent(400, 'general')] })
    await expect(complete(shop.services, actor, body, now)).rejects.toMatchObject({
      code: 'payment_mismatch',
    })
  })

  it('a visitor has no credit to send', async () => {
    const visitor = await shop.buyer({ of: [1] })
    const body = authoriseBody(await typedCard(shop, visitor), { payments: [creditSent(100)] })
    await expect(authorise(shop.services, visitor, body, now)).rejects.toMatchObject({
      code: 'payment_mismatch',
    })
  })

  it('declined: the credit stays on the basket, and is released when the basket lapses', async () => {
    await grant(500)
    await apply(500)
    await expect(payWith(shop, actor, cardEnding.declined)).rejects.toMatchObject({ code: 'card_declined' })
    expect((await creditOf(db, customerId, now)).general).toEqual({ balance: 500, free: 0 })
    shop.clock.forward(31 * 60_000)
    expect(await credit()).toEqual({ general: 500, membership: 0 })
    await expectSound()
  })

  it('place lost: the card and the credit are released', async () => {
    await grant(500)
    await apply(500)
    const { transactionUuid } = await payWith(shop, actor)
    shop.clock.forward(31 * 60_000)
    await shop.buyer()
    await expect(completeWith(shop, actor, transactionUuid)).rejects.toMatchObject({ code: 'place_lost' })
    await driveToTheEnd(shop)
    expect(await credit()).toEqual({ general: 500, membership: 0 })
    expect(await paidWith()).toEqual([])
    await expectSound()
  })

  it('after a crash at any step: paid once to the penny, or all released', async () => {
    let isThrough = false
    for (let diesAt = 1; !isThrough; diesAt += 1) {
      await emptyTables(db)
      shop = await openShop(db, { now, classes: [{ price: 1345, capacity: 1 }] })
      actor = await shop.buyer({ customer: true })
      customerId = actor.customerId ?? 0
      await grant(500)
      await apply(500)
      const dying = mortal(shop.services, diesAt)
      try {
        const card = await typedCard(shop, actor)
        const { transactionUuid } = await authorise(dying.services, actor, authoriseBody(card), now)
        await complete(dying.services, actor, completeBody(transactionUuid), now)
        isThrough = true
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
      expect(await wrongWithCredit(db)).toEqual([])
      await driveToTheEnd(shop)
      await expectSound()
      shop.clock.forward(3_600_000)
      const isPaid = (await paidWith()).length > 0
      if (isPaid) expect(await paidWith()).toEqual(['credit general 500', 'card 845'])
      expect(await credit()).toEqual({ general: isPaid ? 0 : 500, membership: 0 })
    }
  })
})

describe('without a card', () => {
  it('E13: credit alone completes the order, and a repeated call gives the same answer', async () => {
    await grant(1500)
    await apply(1345)
    expect(await prepare(shop.services, actor, preparing, now)).toMatchObject({ balance: 0 })
    const done = await completeWith(shop, actor)
    const { itemHash } = await db.selectFrom('customerOrder').select('itemHash').executeTakeFirstOrThrow()
    expect(await complete(shop.services, actor, completeBody(undefined, { itemHash }), now)).toEqual(done)
    expect(await paidWith()).toEqual(['credit general 1345'])
    expect(await credit()).toEqual({ general: 155, membership: 0 })
    await expectSound()
  })

  it('E13: credit that is sent with the order pays it, applied or not', async () => {
    await grant(1345)
    await complete(shop.services, actor, completeBody(undefined, { payments: [creditSent(1345)] }), now)
    expect(await paidWith()).toEqual(['credit general 1345'])
    await expectSound()
  })

  it('E13: authorise with nothing left for the card calls no provider', async () => {
    await grant(1345)
    await apply(1345)
    const { transactionUuid, transactionStatus, amount } = await payWith(shop, actor)
    expect([transactionStatus, amount]).toEqual(['authorised', 0])
    await completeWith(shop, actor, transactionUuid)
    expect(await paidWith()).toEqual(['credit general 1345'])
    await expectSound()
  })

  it('what credit does not cover is an unpaid balance', async () => {
    await grant(1345)
    await apply(1344)
    await expect(completeWith(shop, actor)).rejects.toMatchObject({
      code: 'unpaid_balance',
      message: 'There is still £0.01 to pay.',
    })
    expect((await creditOf(db, customerId, now)).general.free).toBe(1)
  })
})

describe("the customer's account", () => {
  const toAccount = (amount: number) => ({
    tenderType: 'customer_account_online' as const,
    type: undefined,
    amount,
    transactionId: undefined,
  })
  const allow = (accountLimit: number) =>
    db.updateTable('customer').set({ accountLimit }).where('id', '=', customerId).execute()

  it("E08: customer_account_online is offered within the account's limit, and charges increase the debt", async () => {
    expect((await prepare(shop.services, actor, preparing, now)).tenders).toEqual(['card'])
    await allow(1344)
    expect((await prepare(shop.services, actor, preparing, now)).tenders).toEqual(['card'])
    await allow(2000)
    expect((await prepare(shop.services, actor, preparing, now)).tenders).toEqual([
      'card',
      'customer_account_online',
    ])
    await complete(shop.services, actor, completeBody(undefined, { payments: [toAccount(1345)] }), now)
    expect(await paidWith()).toEqual(['customer_account_online 1345'])
    expect(await db.selectFrom('accountEntry').select(['customerId', 'amount']).execute()).toEqual([
      { customerId, amount: 1345 },
    ])
    await expectSound()
    await shop.add(actor, [1])
    expect((await prepare(shop.services, actor, preparing, now)).tenders).toEqual([
      'card',
      'customer_account_online',
    ])
    await db.updateTable('customer').set({ accountLimit: 1800 }).execute()
    expect((await prepare(shop.services, actor, preparing, now)).tenders).toEqual(['card'])
    const tooMuch = completeBody(undefined, { payments: [toAccount(500)] })
    await expect(complete(shop.services, actor, tooMuch, now)).rejects.toMatchObject({
      code: 'payment_mismatch',
    })
  })

  it('account and credit pay together', async () => {
    await allow(1000)
    await grant(500)
    await apply(500)
    await complete(shop.services, actor, completeBody(undefined, { payments: [toAccount(845)] }), now)
    expect(await paidWith()).toEqual(['credit general 500', 'customer_account_online 845'])
    await expectSound()
  })
})
