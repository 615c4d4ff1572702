import { inEnglish } from '#test/inEnglish.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#server/platform/actor.ts'
import { Refusal } from '#server/platform/errors.ts'
import { emptyTables } from '#test/support/database.ts'
import { Killed, mortal } from '#test/support/failingServices.ts'
import { anEmptyLedger, now } from '#test/support/ledger.ts'
import type { Ledger } from '#test/support/ledger.ts'
import { answerBank, cardEnding, completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import type { CheckoutServices } from './payment.ts'
import { reconcilePayments } from './reconcile.ts'

let ledger: Ledger

beforeEach(async () => {
  ledger = await anEmptyLedger()
})

/** What a client does, in a process that may crash. A refusal is a result; a crash ends the process. */
const throughWith = async (
  shop: Shop,
  actor: Actor,
  card: string,
  services: CheckoutServices,
): Promise<void> => {
  try {
    const authorisation = await payWith(shop, actor, card, services)
    if (authorisation.transactionStatus === 'challenge') await answerBank(shop, authorisation.scaData)
    await completeWith(shop, actor, authorisation.transactionUuid, services)
  } catch (error) {
    if (!(error instanceof Killed) && !(error instanceof Refusal)) throw error
  }
}

/**
 * One buyer for every step at which the process may crash, all with one operator; then reconciliation finishes every
 * payment.
 */
const dieEverywhere = async (card: string): Promise<Shop> => {
  const shop = await openShop(ledger.db, { now, classes: [{ capacity: 1000 }] })
  for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
    const dying = mortal(shop.services, diesAt)
    await throughWith(shop, await shop.buyer(), card, dying.services)
    isThrough = dying.steps() < diesAt
    if (isThrough) expect(diesAt).toBeGreaterThan(8)
  }
  await driveToTheEnd(shop)
  return shop
}

/** Reconciles in a process that crashes at this step. Answers whether it came to the end before it. */
const reconcileUntil = async (shop: Shop, diesAt: number): Promise<boolean> => {
  const dying = mortal(shop.services, diesAt)
  await reconcilePayments(dying.services, shop.clock.now()).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })
  return dying.steps() < diesAt
}

describe('E01: after a crash at any step, a payment is confirmed once or released', () => {
  test.each([
    ['accepted', cardEnding.accepted],
    ['challenged and passed', cardEnding.challengedAndPassed],
  ])('a card that is %s', async (_, card) => {
    await ledger.expectSound(await dieEverywhere(card))
    const ends = await ledger.statuses()
    expect(new Set(ends)).toEqual(new Set(['completed', 'aborted']))
    const confirmed = ends.filter((status) => status === 'completed').length
    expect([
      await ledger.count('customer_order'),
      await ledger.count('booking'),
      await ledger.taken(),
    ]).toEqual([confirmed, confirmed, 500 * confirmed])
  })

  test.each([
    ['declined', cardEnding.declined],
    ['challenged and refused', cardEnding.challengedAndFailed],
  ])('a card that is %s never buys anything, wherever the process crashes', async (_, card) => {
    await ledger.expectSound(await dieEverywhere(card))
    expect([await ledger.count('customer_order'), await ledger.taken()]).toEqual([0, 0])
  })

  test('reconciliation resumes after a crash at any step', async () => {
    for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
      await emptyTables(ledger.db)
      const shop = await openShop(ledger.db, { now })
      await payWith(shop, await shop.buyer())
      shop.clock.forward(61_000)
      isThrough = await reconcileUntil(shop, diesAt)
      await driveToTheEnd(shop)
      await ledger.expectSound(shop)
      expect([await ledger.count('customer_order'), await ledger.taken()], `dies at ${diesAt}`).toEqual([
        1, 500,
      ])
    }
  })
})

describe('a lost place', () => {
  /** Authorised; then the bank's half hour passes and another customer buys the last place. */
  const loseThePlace = async () => {
    const shop = await openShop(ledger.db, { now, classes: [{ capacity: 1 }] })
    const late = await shop.buyer()
    const { transactionUuid } = await payWith(shop, late)
    shop.clock.forward(31 * 60_000)
    const quick = await shop.buyer()
    return { shop, late, quick, transactionUuid }
  }

  test('reconciliation releases the card and notifies the buyer once, whatever step it crashes at', async () => {
    for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
      await emptyTables(ledger.db)
      const { shop } = await loseThePlace()
      isThrough = await reconcileUntil(shop, diesAt)
      await driveToTheEnd(shop)
      await ledger.expectSound(shop)
      expect(await ledger.statuses()).toEqual(['voided'])
      const notices = await ledger.db.selectFrom('notice').select(['kind', 'recipient', 'data']).execute()
      expect(notices).toEqual([
        {
          kind: 'payment_voided',
          recipient: 'visitor@example.test',
          data: expect.objectContaining({
            amount: 500,
            items: [expect.stringContaining('class-0')],
            venueId: expect.any(Number) as number,
          }) as unknown,
        },
      ])
    }
  })

  test('the client is notified at once and on every retry, and the new holder keeps the place', async () => {
    const { shop, late, quick, transactionUuid } = await loseThePlace()
    for (let times = 0; times < 2; times += 1) {
      const refusal = await completeWith(shop, late, transactionUuid).catch((error: unknown) => error)
      expect(inEnglish(refusal)).toMatchObject({
        code: 'place_lost',
        errors: { items: [expect.stringContaining('class-0')] },
      })
      expect(await ledger.statuses()).toEqual(['voided'])
    }
    const bought = await payWith(shop, quick)
    await completeWith(shop, quick, bought.transactionUuid)
    await driveToTheEnd(shop)
    await ledger.expectSound(shop)
    expect([await ledger.count('customer_order'), await ledger.taken()]).toEqual([1, 500])
  })

  test('when the place is free again in time, the late order succeeds', async () => {
    const { shop, late, transactionUuid } = await loseThePlace()
    shop.clock.forward(11 * 60_000)
    expect(await completeWith(shop, late, transactionUuid)).toMatchObject({ status: 'success' })
    await ledger.expectSound(shop)
  })
})
