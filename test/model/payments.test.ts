/**
 * Long random sequences of buying: cards of every kind, the bank's answers, clients that complete, vanish or die
 * in the middle of a call, drivers that die too, and time that passes. Two places for three buyers, two of whom
 * have credit, which pays alone or with a card. The model is what a buyer may rely on: what they were told, and what
 * the books of money, credit and places must say whenever one looks (I1, I2, I3, I6).
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Authorisation } from '#contract/transactions.ts'
import { clearBasket } from '#server/baskets/service.ts'
import { applyCredits } from '#server/checkout/credits/service.ts'
import { creditOf } from '#server/credits/service.ts'
import { sweepExpiredCredit } from '#server/credits/reservations/service.ts'
import { reconcilePayments } from '#server/checkout/reconciliation/service.ts'
import { sweepLapsedHolds } from '#server/holds/service.ts'
import type { CheckoutServices } from '#server/checkout/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { Killed, mortal } from '#test/support/failingServices.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { answerBank, cardEnding, completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'
import { wrongWithPlaces } from '#test/support/places.ts'

const opening = new Date('2027-03-01T09:00:00Z')
const price = 500
const capacity = 2
const buyers = 3
/** Pence of credit that a customer begins with, of both kinds. */
const creditGiven = 800

type Card = keyof typeof cardEnding
type Step =
  | { is: 'add'; who: number }
  | { is: 'authorise'; who: number; card: Card; diesAt: number | null }
  | { is: 'answer bank'; who: number }
  | { is: 'complete'; who: number; which: number; diesAt: number | null }
  | { is: 'drive'; diesAt: number | null }
  | { is: 'sweep' }
  | { is: 'apply'; who: number; amount: number; type: 'general' | 'membership' }
  | { is: 'complete without a card'; who: number; diesAt: number | null }
  | { is: 'clear'; who: number }
  | { is: 'pass'; seconds: number }

/** What a buyer knows of one payment. */
type ModelState = {
  uuid: string
  at: Date
  card: Card
  scaData: Authorisation['scaData']
  /** The bank has said yes, as far as anybody but us knows. */
  isApproved: boolean
  /** A later payment of the same basket took its place. */
  isReplaced: boolean
  orderId: number | null
  isLost: boolean
}

type Buyer = { actor: Actor; payments: ModelState[] }

const who = fc.nat({ max: buyers - 1 })
/** Mostly nothing dies; otherwise at one of the steps that a call takes. */
const diesAt = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
)
const card = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Card>('accepted', 'challengedAndPassed') },
  { weight: 1, arbitrary: fc.constantFrom<Card>('declined', 'challengedAndFailed', 'pending') },
)
/** Mostly the last payment; sometimes an older one. */
const which = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('add' as const), who }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant('authorise' as const), who, card, diesAt }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('answer bank' as const), who }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant('complete' as const), who, which, diesAt }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('drive' as const), diesAt }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('sweep' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('apply' as const),
      who,
      amount: fc.constantFrom(0, 1, 200, 300, 499, 500, 501),
      type: fc.constantFrom('general' as const, 'membership' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('complete without a card' as const), who, diesAt }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('clear' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('pass' as const), seconds: fc.constantFrom(5, 61, 601, 1801) }),
  },
)

/** What chance alone seldom brings about: a bank that takes longer than places are held, and a faster buyer. */
const lateBank: fc.Arbitrary<Step[]> = fc
  .record({ late: who, quick: who, diesAt })
  .map(({ late, quick, diesAt: dies }) => [
    { is: 'add', who: late },
    { is: 'authorise', who: late, card: 'accepted', diesAt: null },
    { is: 'pass', seconds: 1801 },
    { is: 'add', who: quick },
    { is: 'complete', who: late, which: 0, diesAt: dies },
  ])

const steps: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 9, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: lateBank }), {
    minLength: 5,
    maxLength: 40,
  })
  .map((some) => some.flat())

/** The ends that chance might leave out of a run. */
const refusedByTheBank: Step[] = [
  { is: 'authorise', who: 0, card: 'declined', diesAt: null },
  { is: 'authorise', who: 1, card: 'challengedAndFailed', diesAt: null },
  { is: 'answer bank', who: 1 },
]
const tooLate: Step[] = [
  { is: 'authorise', who: 0, card: 'accepted', diesAt: null },
  { is: 'pass', seconds: 1801 },
  { is: 'add', who: 1 },
  { is: 'add', who: 2 },
  { is: 'complete', who: 0, which: 0, diesAt: null },
]
const bought: Step[] = [
  { is: 'authorise', who: 0, card: 'accepted', diesAt: null },
  { is: 'complete', who: 0, which: 0, diesAt: null },
]
const leftAtTheBank: Step[] = [
  { is: 'authorise', who: 0, card: 'challengedAndPassed', diesAt: null },
  { is: 'pass', seconds: 1801 },
  { is: 'drive', diesAt: null },
]

const paidTwoWays: Step[] = [
  { is: 'apply', who: 1, amount: 200, type: 'general' },
  { is: 'apply', who: 1, amount: 100, type: 'membership' },
  { is: 'authorise', who: 1, card: 'accepted', diesAt: null },
  { is: 'complete', who: 1, which: 0, diesAt: null },
]
const paidByCredit: Step[] = [
  { is: 'apply', who: 1, amount: 500, type: 'general' },
  { is: 'complete without a card', who: 1, diesAt: null },
]

type Outcome<T> = { notified: T } | { refused: Refusal } | 'died'

/** Runs a call in a process that may die; what it was told, refused, or nothing at all. */
const attempt = async <T>(
  shop: Shop,
  dies: number | null,
  call: (services: CheckoutServices) => Promise<T>,
): Promise<Outcome<T>> => {
  try {
    return { notified: await call(dies === null ? shop.services : mortal(shop.services, dies).services) }
  } catch (error) {
    if (error instanceof Killed) return 'died'
    if (error instanceof Refusal) return { refused: error }
    throw error
  }
}

const within = (since: Date, now: Date, minutes: number): boolean =>
  now.getTime() - since.getTime() < minutes * 60_000

const authorise = async (
  shop: Shop,
  buyer: Buyer,
  { card: kind, diesAt: dies }: Step & { is: 'authorise' },
) => {
  const outcome = await attempt(shop, dies, (services) =>
    payWith(shop, buyer.actor, cardEnding[kind], services),
  )
  if (outcome === 'died') return
  if ('refused' in outcome) {
    expect(['card_declined', 'busy', 'place_lost', 'basket_empty']).toContain(outcome.refused.code)
    // A card that is good is never declined.
    if (outcome.refused.code === 'card_declined') expect(kind).toBe('declined')
    return
  }
  const { transactionUuid: uuid, transactionStatus, scaData } = outcome.notified
  const before = buyer.payments.find((payment) => payment.uuid === uuid)
  if (before !== undefined) {
    // The basket is paid already: the same payment is answered again (I6).
    expect(transactionStatus).toBe('authorised')
    before.isApproved = true
    return
  }
  for (const earlier of buyer.payments) earlier.isReplaced ||= earlier.orderId === null
  expect(['authorised', 'challenge', 'pending']).toContain(transactionStatus)
  const isApproved = transactionStatus === 'authorised'
  buyer.payments.push({
    uuid,
    at: shop.clock.now(),
    card: kind,
    scaData,
    isApproved,
    isReplaced: false,
    orderId: null,
    isLost: false,
  })
}

const complete = async (shop: Shop, buyer: Buyer, { which, diesAt: dies }: Step & { is: 'complete' }) => {
  const payment = buyer.payments.at(-1 - which)
  if (payment === undefined) return
  const outcome = await attempt(shop, dies, (services) =>
    completeWith(shop, buyer.actor, payment.uuid, services),
  )
  if (outcome === 'died') return
  if ('notified' in outcome) {
    expect(payment.isApproved, 'an order without the bank').toBe(true)
    expect(payment.isLost, 'an order after it was said to be lost').toBe(false)
    // Once an order, always the same one (I6).
    if (payment.orderId !== null) expect(outcome.notified.completeOrderId).toBe(payment.orderId)
    payment.orderId = outcome.notified.completeOrderId
    return
  }
  expect(payment.orderId, 'an order that was there is gone').toBeNull()
  expect(['payment_not_authorised', 'place_lost']).toContain(outcome.refused.code)
  if (outcome.refused.code === 'place_lost') {
    payment.isLost = true
    // Places are kept for half an hour from the moment the card was asked.
    expect(within(payment.at, shop.clock.now(), 30), 'a place lost too soon').toBe(false)
  } else {
    const isOwed = payment.card === 'accepted' && payment.isApproved && !payment.isReplaced && !payment.isLost
    expect(isOwed && within(payment.at, shop.clock.now(), 30), 'an authorised payment refused').toBe(false)
  }
}

/** Credit is refused only where there is not so much of it, or not so much to pay, or the basket is being paid. */
const apply = async (shop: Shop, buyer: Buyer, { amount, type }: Step & { is: 'apply' }) => {
  const body = { creditsToReserve: [{ amount, type }], cartSource: 'activity-booking' as const }
  const now = shop.clock.now()
  const outcome = await attempt(shop, null, () =>
    transact(shop.db, (tx) => applyCredits(tx, buyer.actor, body, now)),
  )
  if (outcome === 'died') return
  if ('notified' in outcome) {
    expect(outcome.notified).toEqual({ reserved: true, amount })
    for (const payment of buyer.payments) payment.isReplaced ||= payment.orderId === null
  } else expect(['credit_not_applicable', 'busy']).toContain(outcome.refused.code)
}

const completeWithoutCard = async (
  shop: Shop,
  buyer: Buyer,
  { diesAt: dies }: Step & { is: 'complete without a card' },
) => {
  const outcome = await attempt(shop, dies, (services) =>
    completeWith(shop, buyer.actor, undefined, services),
  )
  if (outcome === 'died' || 'notified' in outcome) return
  expect(['basket_empty', 'unpaid_balance', 'payment_not_authorised', 'place_lost']).toContain(
    outcome.refused.code,
  )
}

/** What each of the buyers with credit has had, has spent and has: nothing is lost on the way. */
const expectCreditReserved = async (shop: Shop, everybody: readonly Buyer[]): Promise<void> => {
  for (const { actor } of everybody) {
    if (actor.customerId === null) continue
    const { general, membership } = await creditOf(shop.db, actor.customerId, shop.clock.now())
    const { rows } = await sql<{ spent: number }>`
      select coalesce(sum(p.amount), 0)::int as spent
      from order_payment p join customer_order o on o.id = p.order_id
      where o.customer_id = ${actor.customerId} and p.tender_type = 'credit'`.execute(shop.db)
    expect(general.balance + membership.balance + (rows[0]?.spent ?? 0)).toBe(creditGiven)
  }
}

const take = async (shop: Shop, everybody: Buyer[], step: Step): Promise<void> => {
  switch (step.is) {
    case 'add': {
      const buyer = everybody[step.who] as Buyer
      const outcome = await attempt(shop, null, () => shop.add(buyer.actor, [0]))
      if (outcome !== 'died' && 'notified' in outcome) {
        // A new basket after an order: payments of the old one stay with the old one.
        if (outcome.notified.basketUuid !== buyer.actor.basketUuid)
          everybody[step.who] = { actor: outcome.notified, payments: [] }
      }
      return
    }
    case 'authorise':
      return authorise(shop, everybody[step.who] as Buyer, step)
    case 'answer bank': {
      const payment = (everybody[step.who] as Buyer).payments.findLast(({ scaData }) => scaData !== null)
      if (payment === undefined) return
      await answerBank(shop, payment.scaData)
      payment.isApproved ||= payment.card === 'challengedAndPassed'
      return
    }
    case 'complete':
      return complete(shop, everybody[step.who] as Buyer, step)
    case 'drive':
      await attempt(shop, step.diesAt, (services) => reconcilePayments(services, shop.clock.now()))
      return
    case 'sweep':
      await sweepLapsedHolds(shop.db, shop.clock.now())
      await sweepExpiredCredit(shop.db, shop.clock.now())
      return
    case 'apply':
      return apply(shop, everybody[step.who] as Buyer, step)
    case 'complete without a card':
      return completeWithoutCard(shop, everybody[step.who] as Buyer, step)
    case 'clear': {
      const { actor } = everybody[step.who] as Buyer
      const cleared = await attempt(shop, null, () =>
        transact(shop.db, (tx) => clearBasket(tx, actor, shop.clock.now())),
      )
      // Anyone who turns away from their bank has given that payment up.
      if (cleared !== 'died' && 'notified' in cleared)
        for (const payment of (everybody[step.who] as Buyer).payments)
          payment.isReplaced ||= payment.orderId === null
      return
    }
    case 'pass':
      return shop.clock.forward(step.seconds * 1000)
  }
}

const giveCredit = async (shop: Shop, { actor: { customerId } }: Buyer): Promise<void> => {
  if (customerId === null) return
  const of = { operatorId: shop.operatorId, customerId }
  await someCredit(shop.db, { ...of, amount: 250, expiresOn: '2027-06-01' }, opening)
  await someCredit(shop.db, { ...of, amount: 350 }, opening)
  await someCredit(shop.db, { ...of, amount: 200, type: 'membership' }, opening)
}

const sums = async (db: Database) => {
  const { rows } = await sql<{ orders: number; moved: number; held: number }>`
    select (select count(*) from customer_order) as orders,
      (select coalesce(sum(captured - refunded), 0) from demo_card_payment) as moved,
      (select count(*) from hold where state = 'held') as held`.execute(db)
  return rows[0] ?? { orders: 0, moved: 0, held: 0 }
}

const creditSpent = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(amount), 0)::int as spent from order_payment where tender_type = 'credit'`.execute(db)
  return rows[0]?.spent ?? 0
}

describe('payments', () => {
  let db: Database
  beforeAll(async () => {
    ;({ db } = await testDatabase())
  })

  it('come to a sound end whatever happens on the way, wherever a process dies', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await emptyTables(db)
        const shop = await openShop(db, { now: opening, classes: [{ capacity, price }] })
        const everybody: Buyer[] = []
        for (let index = 0; index < buyers; index += 1) {
          const actor = await shop.buyer({ customer: index > 0, of: index < 2 ? [0] : [] })
          everybody.push({ actor, payments: [] })
        }
        for (const buyer of everybody) await giveCredit(shop, buyer)
        for (const one of taken) {
          await take(shop, everybody, one)
          expect(await wrongWithMoney(db)).toEqual([])
          expect(await wrongWithCredit(db)).toEqual([])
          await expectCreditReserved(shop, everybody)
          expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
        }

        await driveToTheEnd(shop)
        expect(await leftOpen(db)).toEqual([])
        expect(await wrongWithMoney(db)).toEqual([])
        const { orders, moved } = await sums(db)
        expect(orders).toBeLessThanOrEqual(capacity)
        expect(moved + (await creditSpent(db))).toBe(orders * price)
        for (const { status } of await db.selectFrom('paymentTransaction').select('status').execute())
          seen.add(status)
        for (const { tenderType } of await db.selectFrom('orderPayment').select('tenderType').execute())
          seen.add(tenderType)
        // What a buyer was told of an order is so to the end.
        for (const { actor, payments } of everybody) {
          for (const { uuid, orderId } of payments) {
            if (orderId === null) continue
            expect(await completeWith(shop, actor, uuid)).toMatchObject({ completeOrderId: orderId })
          }
        }
        // Every hold has ended, one way and once (I3).
        shop.clock.forward(86_400_000)
        await sweepLapsedHolds(db, shop.clock.now())
        expect((await sums(db)).held).toBe(0)
        // No basket that was left alone keeps anybody's credit.
        for (const { actor } of everybody) {
          if (actor.customerId === null) continue
          const { general, membership } = await creditOf(db, actor.customerId, shop.clock.now())
          expect([general.free, membership.free]).toEqual([general.balance, membership.balance])
        }
        await sweepExpiredCredit(db, shop.clock.now())
        expect(await wrongWithCredit(db)).toEqual([])
        expect(await wrongWithPlaces(db, shop.clock.now())).toEqual([])
      }),
      {
        numRuns: 30,
        examples: [[refusedByTheBank], [tooLate], [bought], [leftAtTheBank], [paidTwoWays], [paidByCredit]],
      },
    )
    // The sequences are worth something only while they meet every end there is.
    expect([...seen]).toEqual(
      expect.arrayContaining(['completed', 'failed', 'aborted', 'voided', 'credit', 'card']),
    )
  })
})
