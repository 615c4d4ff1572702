/**
 * Many desks that check in, sell, cancel and hand out the same things at once, on PostgreSQL. In the last part the row
 * locks are taken out, where the same races must be lost, or the first part proves nothing. Giving a waiting person a
 * place by hand while it is offered by itself is among the races of waitlists.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { openCopy, emptyTables } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { aMemberOfStaff, wrongWithTills } from '#test/support/tills.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { writeReservations } from '#test/support/reservations.ts'

const now = new Date('2027-03-02T17:30:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')
const price = 500

/** A class with a place for a person, and eight desks with a supervisor at each. `on`: what the desks work on. */
const aCentreWithDesks = async (db: Database, { on = db, capacity = 8 } = {}) => {
  const app = testApp(on, { now })
  const world = await aBookableClass(db, { startsAt, capacity, price })
  const desks: TestBrowser[] = []
  for (let desk = 0; desk < 8; desk += 1) {
    const { id } = await aMemberOfStaff(db, world.operator.id, {
      staffLevel: 'supervisor',
      homeVenueId: world.venue.id,
    })
    const browser = app.browser({ site: 'desk' })
    await browser.logIn(id)
    desks.push(browser)
  }
  const [first] = desks
  if (first === undefined) throw new Error('There is no desk.')
  const add = (desk: TestBrowser, to: number | null) =>
    desk.send(api.baskets.add, { items: [{ id: world.occurrence.id }], selectedUserId: to })
  const pay = (desk: TestBrowser, to: number | null, idempotencyKey?: string) =>
    desk.send(
      api.checkout.payAtDesk,
      { selectedUserId: to, payments: [{ tenderType: 'cash', amount: price, amountTendered: 1000 }] },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
  return {
    app,
    desks,
    first,
    add,
    pay,
    customer: async () => (await aCustomer(db, world.operator.id)).id,
    /** A person who has booked and paid in cash. */
    sold: async (to: number | null): Promise<{ id: number; code: string }> => {
      await add(first, to)
      const { completeOrderId } = await pay(first, to)
      const { id, accessCode } = await db
        .selectFrom('booking')
        .select(['id', 'accessCode'])
        .where('orderId', '=', completeOrderId)
        .executeTakeFirstOrThrow()
      return { id, code: accessCode }
    },
    atOnce: (each: (desk: TestBrowser, index: number) => Promise<unknown>): Promise<string[]> =>
      Promise.all(desks.map((desk, index) => outcome(each(desk, index)))),
    count: async (table: 'customerOrder' | 'refund' | 'tillEntry'): Promise<number> => {
      const { n } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
    acts: async (act: string): Promise<number> =>
      (await db.selectFrom('auditEntry').select('id').where('act', '=', act).execute()).length,
    /** Cash that should lie in the drawers. */
    cash: async (): Promise<number> =>
      (await db.selectFrom('tillEntry').select('amount').where('tenderType', '=', 'cash').execute()).reduce(
        (sum, { amount }) => sum + amount,
        0,
      ),
  }
}

const checkIn = (code: string) => (desk: TestBrowser) =>
  desk.send(api.attendance.checkIn, { venue: 'demo-centre', code })

const cancelForCash = (bookingId: number) => (desk: TestBrowser) =>
  desk.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full', to: 'cash', reason: 'Ill' })

const refundForCash = (bookingId: number) => (desk: TestBrowser) =>
  desk.send(api.bookings.refundAtDesk, { bookingId, amount: price, to: 'cash', reason: 'Ill' })

const handOut = (refundId: number) => (desk: TestBrowser) => desk.send(api.bookings.handOut, { refundId })

const dueRefund = async (db: Database, desk: TestBrowser, bookingId: number): Promise<number> => {
  await desk.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full' })
  const { id } = await db
    .selectFrom('refund')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'due')
    .executeTakeFirstOrThrow()
  return id
}

const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]),
  )

describe('eight desks at once', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  const expectSound = async (): Promise<void> => {
    expect(await wrongWithTills(opened.db)).toEqual([])
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  }

  it('H04: the last place, whose holds have all lapsed, is sold once, and cash is taken once', async () => {
    const centre = await aCentreWithDesks(opened.db, { capacity: 1 })
    const customers: number[] = []
    for (const desk of centre.desks) {
      const customer = await centre.customer()
      await centre.add(desk, customer)
      customers.push(customer)
      // The hold of each lapses before the next one asks.
      await writeReservations(opened.db, async (tx) => {
        await sql`update hold set held_until = ${now}, state = 'expired' where state = 'held'`.execute(tx)
        await sql`update occurrence set places_taken = 0`.execute(tx)
      })
    }
    const outcomes = await centre.atOnce((desk, index) => centre.pay(desk, customers[index] ?? null))
    expect(tally(outcomes)).toEqual({ ok: 1, place_lost: 7 })
    expect(await centre.count('customerOrder')).toBe(1)
    expect(await centre.cash()).toBe(price)
    await expectSound()
  })

  it('H04: one payment that is sent eight times under one key is one order, one change and cash counted once', async () => {
    const centre = await aCentreWithDesks(opened.db)
    const customer = await centre.customer()
    await centre.add(centre.first, customer)
    const paid = await Promise.all(
      centre.desks.map(async () => {
        // As the client does: a first attempt still running is asked about again.
        for (;;) {
          try {
            return await centre.pay(centre.first, customer, 'one-intention')
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== 'in_progress') throw error
          }
        }
      }),
    )
    expect(new Set(paid.map(({ completeOrderId }) => completeOrderId)).size).toBe(1)
    expect(new Set(paid.map(({ changeDue }) => changeDue.raw))).toEqual(new Set([500]))
    expect(await centre.cash()).toBe(price)
    expect(await centre.acts('payment taken')).toBe(1)
    await expectSound()
  })

  it('H04: anyone who is checked in at all of them is in once, and the others are told since when', async () => {
    const centre = await aCentreWithDesks(opened.db)
    const { code } = await centre.sold(await centre.customer())
    expect(tally(await centre.atOnce(checkIn(code)))).toEqual({ ok: 1, already_attended: 7 })
    expect(await centre.acts('checked in')).toBe(1)
  })

  it('a booking is refunded by one desk alone, with and without being cancelled', async () => {
    const centre = await aCentreWithDesks(opened.db)
    const { id } = await centre.sold(null)
    const outcomes = await centre.atOnce((desk, index) =>
      index % 2 === 0 ? refundForCash(id)(desk) : cancelForCash(id)(desk),
    )
    expect(outcomes.filter((one) => one === 'ok').length).toBeGreaterThan(0)
    expect(await centre.cash()).toBe(0)
    expect(await wrongWithTills(opened.db)).toEqual([])
    const another = await centre.sold(null)
    const refunds = await centre.atOnce(refundForCash(another.id))
    expect(refunds.toSorted()).toEqual([...Array<string>(7).fill('already_refunded'), 'ok'])
    expect(await centre.cash()).toBe(0)
  })

  it('H04: a booking that is cancelled for cash at all of them is paid back once', async () => {
    const centre = await aCentreWithDesks(opened.db)
    const { id } = await centre.sold(await centre.customer())
    expect(tally(await centre.atOnce(cancelForCash(id)))).toEqual({ ok: 1, already_cancelled: 7 })
    expect(await centre.count('refund')).toBe(1)
    expect(await centre.cash()).toBe(0)
    await expectSound()
  })

  it('H04: what is owed to a walk-in is handed out once', async () => {
    const centre = await aCentreWithDesks(opened.db)
    const { id } = await centre.sold(null)
    const refundId = await dueRefund(opened.db, centre.first, id)
    expect(tally(await centre.atOnce(handOut(refundId)))).toEqual({ ok: 1, already_settled: 7 })
    expect(await centre.cash()).toBe(0)
    await expectSound()
  })

  it('checking in and cancelling at once end in one of the two', async () => {
    const centre = await aCentreWithDesks(opened.db)
    for (let round = 0; round < 5; round += 1) {
      const { id, code } = await centre.sold(await centre.customer())
      await centre.atOnce((desk, index) => (index % 2 === 0 ? checkIn(code)(desk) : cancelForCash(id)(desk)))
      const { status } = await opened.db
        .selectFrom('booking')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const refunds = await opened.db.selectFrom('refund').select('id').where('bookingId', '=', id).execute()
      expect([status, refunds.length]).toBeOneOf([
        ['attended', 0],
        ['cancelled', 1],
      ])
    }
    await expectSound()
  })
})

describe('control: without the row locks', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  const rounds = 15

  /** Whether a race is lost in any of some rounds: more than one desk is told that it did it. */
  const isEverLost = async (race: () => Promise<string[]>): Promise<boolean> => {
    for (let round = 0; round < rounds; round += 1) {
      const outcomes = await race()
      if (outcomes.filter((one) => one === 'ok').length > 1) return true
    }
    return false
  }

  it('a person is checked in twice', async () => {
    const centre = await aCentreWithDesks(opened.db, { on: withoutRowLocks(opened.db), capacity: 100 })
    const lost = await isEverLost(async () => {
      const { code } = await centre.sold(null)
      return centre.atOnce(checkIn(code))
    })
    expect(lost).toBe(true)
  })

  it('a booking is paid back twice', async () => {
    const centre = await aCentreWithDesks(opened.db, { on: withoutRowLocks(opened.db), capacity: 100 })
    // Judged by the drawer: only cash that went out twice proves that the lock is needed.
    for (let round = 0; round < rounds && (await centre.cash()) === 0; round += 1) {
      const { id } = await centre.sold(null)
      await centre.atOnce(cancelForCash(id))
    }
    expect(await centre.cash()).not.toBe(0)
    expect(await wrongWithTills(opened.db)).not.toEqual([])
  })

  it('a booking is refunded twice without being cancelled', async () => {
    const centre = await aCentreWithDesks(opened.db, { on: withoutRowLocks(opened.db), capacity: 100 })
    for (let round = 0; round < rounds && (await centre.cash()) === 0; round += 1) {
      const { id } = await centre.sold(null)
      await centre.atOnce(refundForCash(id))
    }
    expect(await centre.cash()).not.toBe(0)
  })

  it('what is owed is handed out twice', async () => {
    const centre = await aCentreWithDesks(opened.db, { on: withoutRowLocks(opened.db), capacity: 100 })
    const lost = await isEverLost(async () => {
      const { id } = await centre.sold(null)
      const refundId = await dueRefund(opened.db, centre.first, id)
      return centre.atOnce(handOut(refundId))
    })
    expect(lost).toBe(true)
  })

  it('one intention under a new key each time is several orders, where nothing else keeps them apart', async () => {
    await sql`alter table customer_order drop constraint customer_order_basket_id_key`.execute(opened.db)
    await sql`alter table booking drop constraint booking_basket_item_id_key, drop constraint booking_hold_id_key`.execute(
      opened.db,
    )
    const centre = await aCentreWithDesks(opened.db, { on: withoutRowLocks(opened.db), capacity: 100 })
    const lost = await isEverLost(async () => {
      const customer = await centre.customer()
      await centre.add(centre.first, customer)
      return centre.atOnce(() => centre.pay(centre.first, customer))
    })
    expect(lost).toBe(true)
  })
})
