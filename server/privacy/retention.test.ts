import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { freeHolds, sweepLapsedHolds } from '#server/holds/places.ts'
import { periodicJobs } from '#server/jobs.ts'
import { aClassToBuy, authorise, complete, startsAt } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aQuestion, aRestriction } from '#test/support/factories/restrictions.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { aMovableClass, beginMove, payForMove } from '#test/support/moves.ts'
import {
  ann,
  aUuid,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import { cardEnding } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { tracesOf } from '#test/support/traces.ts'
import { api } from '#web/platform/api.ts'

const day = 86_400_000
const words = ['ann@example.test', 'Grizelda', 'a stiff left knee', 'the green mat', '1983-07-19']

let shop: ClassToBuy

beforeEach(async () => {
  shop = await aClassToBuy()
})

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Runs the job so many days after the class. */
const retainAfter = async (days: number, { db, app } = shop): Promise<void> => {
  app.clock.set(new Date(startsAt.getTime() + days * day))
  const jobs = periodicJobs({ db, clock: app.clock, log: quiet, services: app.services })
  await jobs.find(({ name }) => name === 'retention of personal data')?.run(app.clock.now())
}

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    shop.db,
  )
  return rows[0]?.n ?? 0
}

/** A browser whose basket has the class with a waiver and an answer. */
const aVisitorWithAnswers = async (customerId?: number) => {
  const { db, operator, occurrence } = shop
  const { activityId } = await db
    .selectFrom('occurrence')
    .select('activityId')
    .where('id', '=', occurrence.id)
    .executeTakeFirstOrThrow()
  const health = await aRestriction(db, operator.id, [activityId])
  const injury = await aQuestion(db, operator.id, { restrictionId: health.id }, { text: 'Any injury?' })
  const mat = await aQuestion(db, operator.id, { activityId }, { text: 'Which mat?' })
  const browser = await shop.buyer(customerId)
  const { items } = await browser.send(api.baskets.read, {})
  const line = items[0]?.id ?? 0
  await browser.send(api.waivers.send, {
    waivers: [
      {
        cartItemId: line,
        restrictionId: health.id,
        attendee: {
          firstName: 'Grizelda',
          lastName: 'Example',
          dateOfBirth: '1983-07-19',
          email: 'ann@example.test',
        },
        accepted: true,
        answers: [{ questionId: injury.id, value: 'a stiff left knee' }],
      },
    ],
  })
  await browser.send(api.waivers.occurrenceAnswers, {
    id: occurrence.publicId,
    answers: [{ questionId: mat.id, cartItemId: line, value: 'the green mat' }],
  })
  return browser
}

const endHolds = async (): Promise<void> => {
  shop.app.clock.forward(3_600_000)
  await sweepLapsedHolds(shop.db, shop.app.clock.now())
}

describe('abandoned baskets', () => {
  it('are deleted after their time with what was answered for them, and the browser starts a new one', async () => {
    const browser = await aVisitorWithAnswers()
    await endHolds()
    expect(await tracesOf(shop.db, words)).not.toEqual([])
    await retainAfter(10)
    expect(await count('basket')).toBe(1)
    await retainAfter(31)
    expect(await count('basket')).toBe(0)
    expect(await count('hold')).toBe(0)
    expect(await tracesOf(shop.db, words)).toEqual([])
    expect((await browser.send(api.baskets.read, {})).items).toEqual([])
    const { occurrence } = shop
    const { activityId, locationId } = await shop.db
      .selectFrom('occurrence')
      .select(['activityId', 'locationId'])
      .where('id', '=', occurrence.id)
      .executeTakeFirstOrThrow()
    const activity = await shop.db
      .selectFrom('activity')
      .select(['id', 'slug', 'venueId'])
      .where('id', '=', activityId)
      .executeTakeFirstOrThrow()
    const next = await anOccurrence(
      shop.db,
      {
        activity: { ...activity, pricingOptionId: 0 },
        locationId,
        startsAt: new Date(shop.app.clock.now().getTime() + day),
      },
      {},
    )
    expect((await browser.send(api.baskets.add, { items: [{ id: next.publicId }] })).items).toHaveLength(1)
    expect(await wrongWithPlaces(shop.db, shop.app.clock.now())).toEqual([])
  })

  it('stay while a place is held, and without personal data where a payment was tried', async () => {
    const browser = await aVisitorWithAnswers()
    await authorise(browser, cardEnding.declined).catch(() => null)
    await retainAfter(31)
    expect(await count('basket')).toBe(1)
    expect(await tracesOf(shop.db, words)).not.toEqual([])
    const holds = await shop.db.selectFrom('hold').select('id').execute()
    await freeHolds(
      shop.db,
      holds.map(({ id }) => id),
      'released',
      shop.app.clock.now(),
    )
    await retainAfter(31)
    expect(await count('payment_transaction')).toBe(1)
    expect(await count('basket')).toBe(1)
    expect(await tracesOf(shop.db, words)).toEqual([])
  })
})

describe('orders', () => {
  const booked = async (customerId?: number) => {
    const browser = await aVisitorWithAnswers(customerId)
    const { transactionUuid } = await authorise(browser)
    return complete(browser, transactionUuid)
  }

  it("of visitors lose the payer's name and address a year after the session, and stay orders", async () => {
    await booked()
    const contact = ['ann@example.test']
    await shop.db.deleteFrom('noticeAttachment').execute()
    await shop.db.deleteFrom('notice').execute()
    await retainAfter(364)
    expect(await tracesOf(shop.db, contact)).not.toEqual([])
    await retainAfter(367)
    expect(await tracesOf(shop.db, contact)).toEqual([])
    expect(await count('booking')).toBe(1)
    // Signed waivers are evidence and stay as long as the order.
    expect(await tracesOf(shop.db, ['Grizelda'])).toEqual(['attendee: Grizelda'])
    expect(await wrongWithMoney(shop.db)).toEqual([])
  })

  it('older than seven years name and lead to no customer; the money stays', async () => {
    const { id } = await aCustomer(shop.db, shop.operator.id, { firstName: 'Ann' })
    await booked(id)
    const money = async () =>
      (
        await sql`select (select sum(total) from customer_order) as total, (select sum(tax) from booking) as tax,
          (select sum(amount) from order_payment) as paid, (select sum(amount) from payment_transaction) as card`.execute(
          shop.db,
        )
      ).rows
    const before = await money()
    await retainAfter(7 * 365)
    expect((await shop.db.selectFrom('customerOrder').select('customerId').execute())[0]?.customerId).toBe(id)
    await retainAfter(7 * 366 + 2)
    const people = await sql`
      select o.customer_id, k.customer_id as buyer, k.person_id, h.person_id as holder, t.customer_id as payer,
        b.customer_id as of_basket, bi.purchased_for_id
      from customer_order o join booking k on k.order_id = o.id join hold h on h.id = k.hold_id
      join payment_transaction t on t.order_id = o.id join basket b on b.id = o.basket_id
      join basket_item bi on bi.basket_id = b.id`.execute(shop.db)
    expect(people.rows).toEqual([
      {
        customerId: null,
        buyer: null,
        personId: null,
        holder: null,
        payer: null,
        ofBasket: null,
        purchasedForId: null,
      },
    ])
    expect(await tracesOf(shop.db, ['a stiff left knee', 'the green mat'])).toEqual([])
    expect(await money()).toEqual(before)
    expect(await wrongWithMoney(shop.db)).toEqual([])
    // The account is the customer's own and stays.
    expect(await tracesOf(shop.db, ['Ann'])).toContain('customer: Ann')
  })
})

it('orders of bookings that moved lead to no person after seven years, not even by the times they had before', async () => {
  const { db } = await testDatabase()
  const world = await aMovableClass(db)
  const { browser } = await world.customer()
  const aMoved = async (who: typeof browser): Promise<number> => {
    const booking = await world.buy(who, world.ten)
    await payForMove(who, (await beginMove(who, booking.id, world.late)).id)
    return booking.orderId
  }
  const orderId = await aMoved(browser)
  const people = () => db.selectFrom('hold').select('personId').where('personId', 'is not', null).execute()
  expect(await people()).toHaveLength(3)
  await aMoved((await world.customer()).browser)
  // Of the older order alone.
  await sql`select forget_hold_people(array[${orderId}::int])`.execute(db)
  expect(await people()).toHaveLength(3)
  await retainAfter(7 * 366 + 2, { ...shop, db, app: world.app })
  expect(await people()).toEqual([])
})

it('messages are deleted after a year, those to many with whom they went to, and newer ones stay', async () => {
  const browser = await shop.buyer()
  const { transactionUuid } = await authorise(browser)
  await complete(browser, transactionUuid)
  await sql`
    with sent as (
      insert into broadcast (operator_id, venue_id, from_day, until_day, subject, text, state, created_at, due_at, ended_at)
      select v.operator_id, v.id, '2027-03-04', '2027-03-04', 'Cold', 'Bring a towel.', 'sent', ${startsAt}, ${startsAt}, ${startsAt}
      from venue v limit 1 returning id
    )
    insert into broadcast_recipient (broadcast_id, booking_id, booking_ids, reached_by)
    select sent.id, b.id, array[b.id], 'email' from sent, booking b`.execute(shop.db)
  expect(await count('notice')).toBeGreaterThan(0)
  await retainAfter(360)
  expect(await count('notice')).toBeGreaterThan(0)
  expect(await count('broadcast_recipient')).toBeGreaterThan(0)
  await retainAfter(370)
  expect(await count('notice')).toBe(0)
  expect(await count('broadcast_recipient')).toBe(0)
  expect(await count('broadcast')).toBe(0)
})

it('calls about no booking are deleted a year after they were made, and stay until they are', async () => {
  const { id } = await aCustomer(shop.db, shop.operator.id)
  await sql`
    insert into follow_up (customer_id, venue_id, reason, message, created_at, done_at)
    select ${id}, v.id, 'message', 'Dear Ann', ${startsAt}, d.at
    from (select id from venue limit 1) v, (values (null), (${startsAt}::timestamptz)) d (at)`.execute(
    shop.db,
  )
  await retainAfter(360)
  expect(await count('follow_up')).toBe(2)
  await retainAfter(370)
  expect(await count('follow_up')).toBe(1)
})

it('the audit log is deleted in small transactions, however much of it is old', async () => {
  const { id } = await aCustomer(shop.db, shop.operator.id, { role: 'staff' })
  await sql`insert into audit_entry (operator_id, at, actor_id, act)
    select ${shop.operator.id}, ${startsAt}::timestamptz + n * interval '1 second', ${id}, 'tested' from generate_series(1, 450) n`.execute(
    shop.db,
  )
  await retainAfter(1094)
  expect(await count('audit_entry')).toBe(450)
  await sql`insert into audit_entry (operator_id, at, actor_id, act) values (${shop.operator.id}, ${shop.app.clock.now()}, ${id}, 'newer')`.execute(
    shop.db,
  )
  await retainAfter(1096)
  const left = await shop.db.selectFrom('auditEntry').select('act').execute()
  expect(left).toEqual([{ act: 'newer' }])
})

it('the security log is deleted after half a year', async () => {
  await sql`insert into security_event (at, last_at, times, event, operator_id, network, route)
    values (${startsAt}, ${startsAt}, 1, 'login_failed', 1, '', '')`.execute(shop.db)
  await retainAfter(179)
  expect(await count('security_event')).toBe(1)
  await retainAfter(181)
  expect(await count('security_event')).toBe(0)
})

it('the account number of a closed account is replaced after seven years', async () => {
  const { id, reference } = await aCustomer(shop.db, shop.operator.id)
  await sql`update customer set closed_at = ${startsAt}, email = '', email_verified_at = null, phone = '',
    password_hash = null, date_of_birth = null where id = ${id}`.execute(shop.db)
  const referenceNow = async () =>
    (await shop.db.selectFrom('customer').select('reference').where('id', '=', id).executeTakeFirstOrThrow())
      .reference
  await retainAfter(6 * 365)
  expect(await referenceNow()).toBe(reference)
  await retainAfter(8 * 365)
  expect(await referenceNow()).toBe(`CLOSED-${id}`)
})

it("what partners' orders were answered with is deleted three months after the session", async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const world = await openPartners(db, {
    now: new Date('2027-03-01T09:00:00Z'),
    startsAt,
    capacity: 4,
    price: 650,
  })
  const uuid = aUuid()
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  const { status } = await world.fitFinder.send(
    'PUT',
    `/orders/${uuid}`,
    orderOf('Order', [place], { ...paidWith(6.5), customer: ann }),
  )
  expect(status).toBe(201)
  const email = [ann.email]
  await retainAfter(80, { ...shop, db, app: world.app })
  expect(await tracesOf(db, email)).toEqual([`partner_order: ${ann.email}`])
  expect((await world.fitFinder.send('GET', `/orders/${uuid}`)).status).toBe(200)
  await retainAfter(91, { ...shop, db, app: world.app })
  expect(await tracesOf(db, email)).toEqual([])
  expect((await world.fitFinder.send('GET', `/orders/${uuid}`)).status).toBe(404)
})
