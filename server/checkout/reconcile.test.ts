import { beforeEach, describe, expect, test } from 'vitest'
import { anEmptyLedger, now } from '#test/support/ledger.ts'
import type { Ledger } from '#test/support/ledger.ts'
import { answerBank, cardEnding, completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import { prepare } from './prepare.ts'
import { reconcilePayments } from './reconcile.ts'

let ledger: Ledger

beforeEach(async () => {
  ledger = await anEmptyLedger()
})

describe('a client that disconnects', () => {
  test('has a minute; then the order is made without it', async () => {
    const shop = await openShop(ledger.db, { now })
    await payWith(shop, await shop.buyer())
    shop.clock.forward(59_000)
    await reconcilePayments(shop.services, shop.clock.now())
    expect(await ledger.count('customer_order')).toBe(0)
    shop.clock.forward(2000)
    await reconcilePayments(shop.services, shop.clock.now())
    expect([await ledger.count('customer_order'), await ledger.taken()]).toEqual([1, 500])
    await ledger.expectSound(shop)
  })

  test('finds its order when it returns', async () => {
    const shop = await openShop(ledger.db, { now })
    const actor = await shop.buyer()
    const { transactionUuid } = await payWith(shop, actor)
    shop.clock.forward(61_000)
    await reconcilePayments(shop.services, shop.clock.now())
    const first = await completeWith(shop, actor, transactionUuid)
    expect(await completeWith(shop, actor, transactionUuid)).toEqual(first)
    expect(await ledger.count('customer_order')).toBe(1)
  })

  test('E02: leaves the challenge unanswered: after half an hour it is voided and the basket is open', async () => {
    const shop = await openShop(ledger.db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.challengedAndPassed)
    shop.clock.forward(29 * 60_000)
    await reconcilePayments(shop.services, shop.clock.now())
    expect(await ledger.statuses()).toEqual(['challenge'])
    shop.clock.forward(61_000)
    await driveToTheEnd(shop)
    expect(await ledger.statuses()).toEqual(['aborted'])
    await ledger.expectSound(shop)
    expect(await ledger.count('notice')).toBe(0)
  })

  test('E02: answers the challenge and never returns: reconciliation reads the result and makes the order', async () => {
    const shop = await openShop(ledger.db, { now })
    const { scaData } = await payWith(shop, await shop.buyer(), cardEnding.challengedAndPassed)
    await answerBank(shop, scaData)
    await driveToTheEnd(shop)
    expect([await ledger.count('customer_order'), await ledger.taken()]).toEqual([1, 500])
    await ledger.expectSound(shop)
  })

  test('a payment without a decision of the bank is voided after half an hour', async () => {
    const shop = await openShop(ledger.db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.pending)
    await driveToTheEnd(shop)
    expect(await ledger.statuses()).toEqual(['aborted'])
    expect(shop.clock.now().getTime() - now.getTime()).toBeGreaterThanOrEqual(30 * 60_000)
    await ledger.expectSound(shop)
  })

  test('E01: a buyer whose bank takes its time is written to, and again when it comes to nothing', async () => {
    const shop = await openShop(ledger.db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.pending)
    const kinds = async () => {
      await reconcilePayments(shop.services, shop.clock.now())
      return (await ledger.db.selectFrom('notice').select('kind').orderBy('id').execute()).map(
        ({ kind }) => kind,
      )
    }
    shop.clock.forward(30_000)
    expect(await kinds()).toEqual([])
    shop.clock.forward(31_000)
    expect(await kinds()).toEqual(['payment_pending'])
    shop.clock.forward(11_000)
    expect(await kinds()).toEqual(['payment_pending'])
    shop.clock.forward(30 * 60_000)
    expect(await kinds()).toEqual(['payment_pending', 'payment_failed'])
    await driveToTheEnd(shop)
    await ledger.expectSound(shop)
    expect(await ledger.count('notice')).toBe(2)
  })

  test('E14: what is written about a payment says what it was for, when, and has the head of the venue', async () => {
    const shop = await openShop(ledger.db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.pending)
    for (const seconds of [61, 30 * 60]) {
      shop.clock.forward(seconds * 1000)
      await reconcilePayments(shop.services, shop.clock.now())
    }
    const notices = await ledger.db.selectFrom('notice').select(['kind', 'data']).orderBy('id').execute()
    const session = expect.objectContaining({
      from: expect.stringMatching(/^\d\d:\d\d$/) as string,
    }) as object
    const { id: venueId } = await ledger.db.selectFrom('venue').select('id').executeTakeFirstOrThrow()
    expect(notices).toMatchObject([
      { kind: 'payment_pending', data: { ordered: [{ quantity: 1, session }], venueId } },
      { kind: 'payment_failed', data: { ordered: [{ quantity: 1, session }], venueId } },
    ])
  })
})

test('prepare returns what the card form needs', async () => {
  const shop = await openShop(ledger.db, { now })
  const prepared = await prepare(
    shop.services,
    await shop.buyer(),
    { source: 'activity-booking', kiosk: false, selectedUserId: undefined },
    now,
  )
  expect(prepared).toMatchObject({
    paymentProvider: 'demo',
    mode: 'test',
    balance: 500,
    tenders: ['card'],
    savedCards: [],
  })
})
