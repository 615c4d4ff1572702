import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepare } from '#server/checkout/service.ts'
import type { CheckoutServices } from '#server/checkout/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { Killed, mortal } from '#test/support/failingServices.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { answerBank, cardEnding, completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { reconcilePayments } from './service.ts'

const now = new Date('2027-03-01T09:00:00Z')
let db: Database

beforeAll(async () => {
  ;({ db } = await testDatabase())
})
beforeEach(() => emptyTables(db))

/** The invariants after every scenario. */
const expectSound = async (shop: Shop): Promise<void> => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await leftOpen(db)).toEqual([])
  expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
}

const count = async (
  table: 'customer_order' | 'booking' | 'notice' | 'payment_transaction',
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

const statuses = async (): Promise<string[]> =>
  (await db.selectFrom('paymentTransaction').select('status').orderBy('id').execute()).map(
    (row) => row.status,
  )

const taken = async (): Promise<number> => {
  const { rows } = await sql<{
    sum: number
  }>`select coalesce(sum(captured - refunded), 0) as sum from demo_card_payment`.execute(db)
  return rows[0]?.sum ?? 0
}

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
  const shop = await openShop(db, { now, classes: [{ capacity: 1000 }] })
  for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
    const dying = mortal(shop.services, diesAt)
    await throughWith(shop, await shop.buyer(), card, dying.services)
    isThrough = dying.steps() < diesAt
    if (isThrough) expect(diesAt).toBeGreaterThan(8)
  }
  await driveToTheEnd(shop)
  return shop
}

describe('E01: after a crash at any step, a payment is confirmed once or released', () => {
  test.each([
    ['accepted', cardEnding.accepted],
    ['challenged and passed', cardEnding.challengedAndPassed],
  ])('a card that is %s', async (_, card) => {
    await expectSound(await dieEverywhere(card))
    const ends = await statuses()
    expect(new Set(ends)).toEqual(new Set(['completed', 'aborted']))
    const confirmed = ends.filter((status) => status === 'completed').length
    expect([await count('customer_order'), await count('booking'), await taken()]).toEqual([
      confirmed,
      confirmed,
      500 * confirmed,
    ])
  })

  test.each([
    ['declined', cardEnding.declined],
    ['challenged and refused', cardEnding.challengedAndFailed],
  ])('a card that is %s never buys anything, wherever the process crashes', async (_, card) => {
    await expectSound(await dieEverywhere(card))
    expect([await count('customer_order'), await taken()]).toEqual([0, 0])
  })

  test('reconciliation resumes after a crash at any step', async () => {
    for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
      await emptyTables(db)
      const shop = await openShop(db, { now })
      await payWith(shop, await shop.buyer())
      shop.clock.forward(61_000)
      const dying = mortal(shop.services, diesAt)
      await reconcilePayments(dying.services, shop.clock.now()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      isThrough = dying.steps() < diesAt
      await driveToTheEnd(shop)
      await expectSound(shop)
      expect([await count('customer_order'), await taken()], `dies at ${diesAt}`).toEqual([1, 500])
    }
  })
})

describe('a lost place', () => {
  /** Authorised; then the bank's half hour passes and another customer buys the last place. */
  const loseThePlace = async () => {
    const shop = await openShop(db, { now, classes: [{ capacity: 1 }] })
    const late = await shop.buyer()
    const { transactionUuid } = await payWith(shop, late)
    shop.clock.forward(31 * 60_000)
    const quick = await shop.buyer()
    return { shop, late, quick, transactionUuid }
  }

  test('reconciliation releases the card and notifies the buyer once, whatever step it crashes at', async () => {
    for (let diesAt = 1, isThrough = false; !isThrough; diesAt += 1) {
      await emptyTables(db)
      const { shop } = await loseThePlace()
      const dying = mortal(shop.services, diesAt)
      await reconcilePayments(dying.services, shop.clock.now()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      isThrough = dying.steps() < diesAt
      await driveToTheEnd(shop)
      await expectSound(shop)
      expect(await statuses()).toEqual(['voided'])
      const notices = await db.selectFrom('notice').select(['kind', 'recipient', 'data']).execute()
      expect(notices).toEqual([
        {
          kind: 'payment_voided',
          recipient: 'visitor@example.test',
          data: expect.objectContaining({
            amount: 500,
            items: [expect.stringContaining('class-0')],
          }) as unknown,
        },
      ])
    }
  })

  test('the client is notified at once and on every retry, and the new holder keeps the place', async () => {
    const { shop, late, quick, transactionUuid } = await loseThePlace()
    for (let times = 0; times < 2; times += 1) {
      const refusal = await completeWith(shop, late, transactionUuid).catch((error: unknown) => error)
      expect(refusal).toMatchObject({
        code: 'place_lost',
        errors: { items: [expect.stringContaining('class-0')] },
      })
      expect(await statuses()).toEqual(['voided'])
    }
    const bought = await payWith(shop, quick)
    await completeWith(shop, quick, bought.transactionUuid)
    await driveToTheEnd(shop)
    await expectSound(shop)
    expect([await count('customer_order'), await taken()]).toEqual([1, 500])
  })

  test('when the place is free again in time, the late order succeeds', async () => {
    const { shop, late, transactionUuid } = await loseThePlace()
    shop.clock.forward(11 * 60_000)
    expect(await completeWith(shop, late, transactionUuid)).toMatchObject({ status: 'success' })
    await expectSound(shop)
  })
})

describe('a client that disconnects', () => {
  test('has a minute; then the order is made without it', async () => {
    const shop = await openShop(db, { now })
    await payWith(shop, await shop.buyer())
    shop.clock.forward(59_000)
    await reconcilePayments(shop.services, shop.clock.now())
    expect(await count('customer_order')).toBe(0)
    shop.clock.forward(2000)
    await reconcilePayments(shop.services, shop.clock.now())
    expect([await count('customer_order'), await taken()]).toEqual([1, 500])
    await expectSound(shop)
  })

  test('finds its order when it returns', async () => {
    const shop = await openShop(db, { now })
    const actor = await shop.buyer()
    const { transactionUuid } = await payWith(shop, actor)
    shop.clock.forward(61_000)
    await reconcilePayments(shop.services, shop.clock.now())
    const first = await completeWith(shop, actor, transactionUuid)
    expect(await completeWith(shop, actor, transactionUuid)).toEqual(first)
    expect(await count('customer_order')).toBe(1)
  })

  test('E02: leaves the challenge unanswered: after half an hour it is voided and the basket is open', async () => {
    const shop = await openShop(db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.challengedAndPassed)
    shop.clock.forward(29 * 60_000)
    await reconcilePayments(shop.services, shop.clock.now())
    expect(await statuses()).toEqual(['challenge'])
    shop.clock.forward(61_000)
    await driveToTheEnd(shop)
    expect(await statuses()).toEqual(['aborted'])
    await expectSound(shop)
    expect(await count('notice')).toBe(0)
  })

  test('E02: answers the challenge and never returns: reconciliation reads the result and makes the order', async () => {
    const shop = await openShop(db, { now })
    const { scaData } = await payWith(shop, await shop.buyer(), cardEnding.challengedAndPassed)
    await answerBank(shop, scaData)
    await driveToTheEnd(shop)
    expect([await count('customer_order'), await taken()]).toEqual([1, 500])
    await expectSound(shop)
  })

  test('a payment without a decision of the bank is voided after half an hour', async () => {
    const shop = await openShop(db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.pending)
    await driveToTheEnd(shop)
    expect(await statuses()).toEqual(['aborted'])
    expect(shop.clock.now().getTime() - now.getTime()).toBeGreaterThanOrEqual(30 * 60_000)
    await expectSound(shop)
  })

  test('E01: a buyer whose bank takes its time is written to, and again when it comes to nothing', async () => {
    const shop = await openShop(db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.pending)
    const kinds = async () => {
      await reconcilePayments(shop.services, shop.clock.now())
      return (await db.selectFrom('notice').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
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
    await expectSound(shop)
    expect(await count('notice')).toBe(2)
  })

  test('E14: what is written about a payment says what it was for and when', async () => {
    const shop = await openShop(db, { now })
    await payWith(shop, await shop.buyer(), cardEnding.pending)
    for (const seconds of [61, 30 * 60]) {
      shop.clock.forward(seconds * 1000)
      await reconcilePayments(shop.services, shop.clock.now())
    }
    const notices = await db.selectFrom('notice').select(['kind', 'data']).orderBy('id').execute()
    const session = expect.objectContaining({
      from: expect.stringMatching(/^\d\d:\d\d$/) as string,
    }) as object
    expect(notices).toMatchObject([
      { kind: 'payment_pending', data: { ordered: [{ quantity: 1, session }] } },
      { kind: 'payment_failed', data: { ordered: [{ quantity: 1, session }] } },
    ])
  })
})

test('prepare returns what the card form needs', async () => {
  const shop = await openShop(db, { now })
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
