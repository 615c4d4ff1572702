/**
 * Prices are published and taken back while people add to baskets, look at them and pay; on PostgreSQL. What a person was
 * shown is what they pay, or they are told. What sees to it is taken out in the controls, where it must go wrong.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { Database, Opened, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { authorise, complete, typeCard, visitor } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { aPriceStep } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { inARow, untilWaiting } from '#test/support/inARow.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { outcome } from '#test/support/outcome.ts'
import { payWith } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { openShop } from '#test/support/shop.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api, ApiError } from '#web/platform/api.ts'

const now = new Date('2027-12-29T09:00:00Z')
const day = '2027-12-30'

let opened: Opened
beforeAll(async () => {
  opened = await openCopy()
})
afterAll(() => opened.close())

/** A class of £5.00 at a centre, and who publishes another price for its day. */
const aSale = async (db: Database) => {
  const centre = await aCentre(db, now)
  const yoga = await centre.yoga({ price: 500 })
  const session = await centre.aClassOf(yoga, '18:00', { date: day, capacity: 500 })
  const { pricingOptionId } = yoga.activity
  const { id } = await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'supervisor' })
  const publisher = async (on = db) => {
    const browser = testApp(on, { now }).browser({ site: 'desk' })
    await browser.logIn(id)
    return browser
  }
  const steps = (price: number) => [{ pricingOptionId, fromDay: day, price }]
  return {
    centre,
    session,
    pricingOptionId,
    publisher,
    add: (browser: TestBrowser) => browser.send(api.baskets.add, { items: [{ id: session.publicId }] }),
    preview: async (ruth: TestBrowser, price: number) =>
      (await ruth.send(api.priceSteps.preview, { steps: steps(price) })).digest,
    publish: (ruth: TestBrowser, price: number, digest: string) =>
      ruth.send(api.priceSteps.set, { steps: steps(price), digest }),
    /** @returns whether there was a step */
    takeBack: async (ruth: TestBrowser) => {
      const [price] = (await ruth.send(api.priceSteps.list, {})).prices
      const stepId = price?.steps[0]?.id
      if (stepId !== undefined) await ruth.send(api.priceSteps.end, { stepId })
      return stepId !== undefined
    },
  }
}

type Sale = Awaited<ReturnType<typeof aSale>>

const read = (browser: TestBrowser) => browser.send(api.baskets.read, {})
const isNotified = ({ notices }: Basket) => notices.some(({ code }) => code === 'price_changed')
const ordered = async (db: Database) =>
  db
    .selectFrom('customerOrder as o')
    .innerJoin('booking as b', 'b.orderId', 'o.id')
    .innerJoin('orderPayment as p', 'p.orderId', 'o.id')
    .select(['o.id', 'o.total', 'b.price as booked', 'p.amount as paid'])
    .execute()

const expectSound = async (db: Database, { app }: Centre) => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
}

let sale: Sale
beforeEach(async () => {
  sale = await aSale(opened.db)
})

/** Publishes and keeps the class, whose places are taken meanwhile, until the transaction ends. */
const published = (price: number) => ({
  execute: async (tx: Tx) => {
    await aPriceStep(tx, sale.pricingOptionId, day, price)
    await sql`select 1 from occurrence where id = ${sale.session.id} for no key update`.execute(tx)
  },
})

describe('adding while a price is published', () => {
  it('answers the new price, with its notice where the old one was held', async () => {
    const buyer = sale.centre.app.browser()
    const [basket] = await inARow(opened.db, published(520), [() => sale.add(buyer)])
    expect(basket).toMatchObject({ total: 520 })
    expect(basket !== undefined && isNotified(basket)).toBe(true)
    const { transactionUuid, amount } = await authorise(buyer, undefined, { totalDisplayed: 520 })
    expect(amount).toBe(520)
    await complete(buyer, transactionUuid, { totalDisplayed: 520 })
    expect(await ordered(opened.db)).toMatchObject([{ total: 520, booked: 520, paid: 520 }])
    await expectSound(opened.db, sale.centre)
  })

  it('the same where it is taken back', async () => {
    await aPriceStep(opened.db, sale.pricingOptionId, day, 520)
    const buyer = sale.centre.app.browser()
    const takingBack = {
      execute: async (tx: Tx) => {
        await tx.deleteFrom('priceStep').execute()
        await sql`select 1 from occurrence where id = ${sale.session.id} for no key update`.execute(tx)
      },
    }
    const [basket] = await inARow(opened.db, takingBack, [() => sale.add(buyer)])
    expect(basket).toMatchObject({ total: 500 })
    expect(basket !== undefined && isNotified(basket)).toBe(true)
  })

  it('negative control: a line that is not priced again once it is held stays at the old price, and cannot be paid', async () => {
    await emptyTables(opened.db)
    const shop = await openShop(opened.db, { now })
    const { id } = await opened.db.selectFrom('pricingOption').select('id').executeTakeFirstOrThrow()
    const actor = await shop.buyer({ of: [] })
    const published = {
      execute: async (tx: Tx) => {
        await aPriceStep(tx, id, day, 520)
        await sql`select 1 from occurrence for no key update`.execute(tx)
      },
    }
    const [held] = await inARow(opened.db, published, [() => shop.add(actor, [0])])
    expect(await opened.db.selectFrom('basketItem').select('unitPrice').execute()).toEqual([
      { unitPrice: 500 },
    ])
    await expect(payWith(shop, held ?? actor)).rejects.toMatchObject({ code: 'basket_changed' })
  })
})

/** Another tab of the same person. */
const anotherTab = ({ centre }: Sale, browser: TestBrowser): TestBrowser => {
  const tab = centre.app.browser()
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
  return tab
}

/**
 * A payer who is shown £5.00 presses Pay. When their basket has been read for the payment, a price of £5.20 is published,
 * and another tab of theirs shows it before the payment is begun.
 * @returns what came of the payment
 */
const payMeanwhile = async (db: Database, of: Sale, sent: { totalDisplayed?: number }): Promise<string> => {
  const payer = of.centre.app.browser()
  expect(await of.add(payer)).toMatchObject({ total: 500 })
  const card = await typeCard(payer)
  const tab = anotherTab(of, payer)
  const ruth = await of.publisher()
  const digest = await of.preview(ruth, 520)
  let paying: Promise<string> | undefined
  await transact(db, async (tx) => {
    // Which terms are to be accepted is read after the basket.
    await sql`lock table terms in access exclusive mode`.execute(tx)
    const body = { ...visitor, ...card, ...sent, terms: [], termsAccepted: false }
    paying = outcome(payer.send(api.checkout.authorise, body))
    await untilWaiting(db, 1)
    await of.publish(ruth, 520, digest)
    const displayed = await read(tab)
    expect(displayed).toMatchObject({ total: 520 })
    expect(isNotified(displayed)).toBe(true)
  })
  return (await paying) ?? ''
}

const amounts = async (db: Database) =>
  (await db.selectFrom('paymentTransaction').select('amount').execute()).map(({ amount }) => amount)

describe('paying while a price is published, which another tab shows', () => {
  it('is refused, since the payer has not seen the new price', async () => {
    expect(await payMeanwhile(opened.db, sale, { totalDisplayed: 500 })).toBe('basket_changed')
    expect(await amounts(opened.db)).toEqual([])
    await expectSound(opened.db, sale.centre)
  })

  it('negative control: who does not say what they were shown pays the price that the other tab shows', async () => {
    expect(await payMeanwhile(opened.db, sale, {})).toBe('ok')
    expect(await amounts(opened.db)).toEqual([520])
  })

  it('negative control: without the versions of baskets the old price is taken for a line at the new one', async () => {
    const unguarded = await openCopy()
    try {
      await sql`create or replace function basket_version(of_basket int) returns text language sql stable
        as $$ select 'the same'::text $$`.execute(unguarded.db)
      expect(await payMeanwhile(unguarded.db, await aSale(unguarded.db), { totalDisplayed: 500 })).toBe('ok')
      expect(await amounts(unguarded.db)).toEqual([500])
      expect(await unguarded.db.selectFrom('basketItem').select('unitPrice').execute()).toEqual([
        { unitPrice: 520 },
      ])
    } finally {
      await unguarded.close()
    }
  })
})

describe('two who publish a price at once', () => {
  const bothPublish = async (db: Database) => {
    const calls = []
    for (const price of [520, 540]) {
      const browser = await sale.publisher(db)
      const digest = await sale.preview(browser, price)
      calls.push(() => outcome(sale.publish(browser, price, digest)))
    }
    // Which is written once the effect has been found.
    return inARow(db, sql`lock table price_step in exclusive mode`, calls)
  }

  it('the second is told that it has changed', async () => {
    expect(await bothPublish(opened.db)).toEqual(['ok', 'effect_changed'])
  })

  it('negative control: without the lock the first is overwritten unseen', async () => {
    expect(await bothPublish(withoutRowLocks(opened.db))).toEqual(['ok', 'ok'])
  })
})

describe('a crowd that adds, looks and pays while prices come and go', () => {
  /** Buys, and is shown every price before it is paid. */
  const buyOnce = async (browser: TestBrowser): Promise<{ orderId: number; displayed: number }> => {
    let { total: displayed } = await sale.add(browser)
    for (let tries = 0; tries < 50; tries += 1) {
      const basket = await read(browser)
      if (basket.total !== displayed) expect(isNotified(basket)).toBe(true)
      displayed = basket.total
      try {
        const { transactionUuid, amount } = await authorise(browser, undefined, { totalDisplayed: displayed })
        expect(amount).toBe(displayed)
        const { completeOrderId } = await complete(browser, transactionUuid, { totalDisplayed: displayed })
        return { orderId: completeOrderId, displayed }
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'basket_changed')) throw error
      }
    }
    throw new Error('The price never stood still.')
  }

  it('each pays the price they have seen, one of the two prices, and the books agree', async () => {
    const ruth = await sale.publisher()
    let isOpen = true
    const publishing = (async () => {
      while (isOpen) {
        if (!(await sale.takeBack(ruth))) await sale.publish(ruth, 520, await sale.preview(ruth, 520))
        await wait(40)
      }
    })()
    const buyers = Array.from({ length: 8 }, async () => {
      const browser = sale.centre.app.browser()
      const bought = []
      for (let times = 0; times < 5; times += 1) bought.push(await buyOnce(browser))
      return bought
    })
    try {
      const bought = (await Promise.all(buyers)).flat()
      const orders = new Map((await ordered(opened.db)).map(({ id, ...sums }) => [id, sums]))
      expect(bought.map(({ orderId }) => orders.get(orderId))).toEqual(
        bought.map(({ displayed }) => ({ total: displayed, booked: displayed, paid: displayed })),
      )
      expect(new Set(bought.map(({ displayed }) => displayed))).toEqual(new Set([500, 520]))
    } finally {
      isOpen = false
      await publishing
    }
    await expectSound(opened.db, sale.centre)
  })
})
