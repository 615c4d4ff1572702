import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { aQuestion, aRestriction } from '#test/support/factories/restrictions.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { clearVisitorContacts } from './retention.ts'

const now = new Date('2027-03-01T09:00:00Z')
const today = '2027-03-01'
const yesterday = '2027-02-28'

type World = Awaited<ReturnType<typeof aWorld>>

let db: Database
let world: World

const aWorld = async () => {
  const shop = await aBookableClass(db, { startsAt: new Date('2027-03-03T09:00:00Z') })
  const operatorId = shop.operator.id
  const { id: customerId } = await aCustomer(db, operatorId)
  const plan = await aPlan(db, shop.venue)
  const membership = await aMembership(db, { plan, venue: shop.venue, customerIds: [customerId] })
  const restriction = await aRestriction(db, operatorId, [shop.activity.id])
  return {
    ...shop,
    operatorId,
    customerId,
    benefitId: plan.benefits[0]?.id ?? 0,
    memberId: membership.memberIds[0],
    restrictionId: restriction.id,
    packageId: (await aPackage(db, { operatorId, customerId, activityIds: [shop.activity.id] })).id,
    questionId: (await aQuestion(db, operatorId, { activityId: shop.activity.id })).id,
    partnerId: await idOf(sql`insert into booking_partner (name, calls_per_minute, key_digest, created_at)
      values ('FitFinder', 60, '\\x01', ${now}) returning id`),
  }
}

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  world = await aWorld()
})

const idOf = async (insert: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await insert.execute(db)
  return (rows as { id: number }[])[0]?.id ?? 0
}

/** A basket with one line whose hold has ended, and what is kept for it in every other table. */
const aBasket = async () => {
  const { operatorId, customerId, occurrence, activity } = world
  const basketId = await idOf(sql`insert into basket (operator_id, created_at, updated_at)
    values (${operatorId}, ${now}, ${now}) returning id`)
  const holdId = await writeReservations(db, async (tx) => {
    const hold = await tx
      .insertInto('hold')
      .values({
        occurrenceId: occurrence.id,
        basketId,
        personId: customerId,
        places: 1,
        state: 'released',
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return hold.id
  })
  const itemId = await idOf(sql`
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, pricing_option_id, quantity, unit_price,
        sort_by, added_at)
      values (${basketId}, ${occurrence.id}, ${holdId}, 'v2', ${activity.pricingOptionId}, 1, 500, 0, ${now})
      returning id`)
  const penaltyId = await transact(db, (tx) =>
    raisePenalty(tx, { operatorId, customerId, amount: 300, description: 'Missed: Yoga' }, now),
  )
  await sql`insert into basket_penalty (basket_id, penalty_id, sort_by, added_at)
    values (${basketId}, ${penaltyId}, 1, ${now})`.execute(db)
  await sql`insert into partner_order (partner_id, uuid, operator_id, basket_id, created_at)
    values (${world.partnerId}, gen_random_uuid(), ${operatorId}, ${basketId}, ${now})`.execute(db)
  await sql`insert into benefit_use (benefit_id, member_id, basket_item_id, counted_on, state, created_at)
    values (${world.benefitId}, ${world.memberId}, ${itemId}, ${today}, 'returned', ${now})`.execute(db)
  await sql`insert into package_use (package_id, basket_item_id, used_on, state, created_at)
    values (${world.packageId}, ${itemId}, ${today}, 'returned', ${now})`.execute(db)
  await sql`insert into booking_answer (basket_item_id, question_id, text, value, answered_at)
    values (${itemId}, ${world.questionId}, 'Any injury?', 'no', ${now})`.execute(db)
  // A visitor signs for this booking alone, a customer for longer.
  for (const [owner, validUntil] of [
    [null, null],
    [customerId, today],
    [customerId, yesterday],
  ] as const) {
    const attendeeId = await idOf(sql`
      insert into attendee (operator_id, customer_id, basket_id, first_name, last_name, date_of_birth, created_at)
        values (${operatorId}, ${owner}, ${basketId}, 'Ann', 'Lee', '1990-05-01', ${now}) returning id`)
    await sql`insert into waiver (restriction_id, basket_item_id, attendee_id, html, agreed_at, valid_until)
      values (${world.restrictionId}, ${itemId}, ${attendeeId}, '', ${now}, ${validUntil})`.execute(db)
  }
  return { basketId, holdId, itemId }
}

type Abandoned = Awaited<ReturnType<typeof aBasket>>

/** How many rows of each table lead to a basket. */
const rowsOf = async ({ basketId, holdId, itemId }: Abandoned) => {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from basket where id = ${basketId}) as baskets,
      (select count(*)::int from basket_item where id = ${itemId}) as lines,
      (select count(*)::int from hold where id = ${holdId}) as holds,
      (select count(*)::int from basket_penalty where basket_id = ${basketId}) as penalties,
      (select count(*)::int from partner_order where basket_id = ${basketId}) as partners,
      (select count(*)::int from benefit_use where basket_item_id = ${itemId}) as benefits,
      (select count(*)::int from package_use where basket_item_id = ${itemId}) as packages,
      (select count(*)::int from booking_answer where basket_item_id = ${itemId}) as answers,
      (select count(*)::int from waiver where basket_item_id = ${itemId}) as waivers,
      (select count(*)::int from attendee where basket_id = ${basketId}) as attendees`.execute(db)
  return rows[0]
}

const waiversOfNoLine = async () =>
  (
    await sql<{ until: string; basket: number | null }>`
      select w.valid_until::text as until, t.basket_id as basket from waiver w join attendee t on t.id = w.attendee_id
        where w.basket_item_id is null`.execute(db)
  ).rows

const one = { baskets: 1, lines: 1, holds: 1, penalties: 1, partners: 1, benefits: 1, packages: 1 }
const whole = { ...one, answers: 1, waivers: 3, attendees: 3 }
const none = Object.fromEntries(Object.keys(whole).map((key) => [key, 0]))

describe('deleting a basket', () => {
  it('takes all that was kept for it, but what was signed for longer, and nothing of another', async () => {
    const [abandoned, other] = [await aBasket(), await aBasket()]
    expect(await rowsOf(abandoned)).toEqual(whole)
    await sql`select delete_baskets(array[${abandoned.basketId}]::int[], ${now})`.execute(db)
    expect(await rowsOf(abandoned)).toEqual(none)
    expect(await rowsOf(other)).toEqual(whole)
    expect(await waiversOfNoLine()).toEqual([{ until: today, basket: null }])
    const { customerId } = world
    const owned = await db.selectFrom('attendee').select('id').where('customerId', '=', customerId).execute()
    expect(owned).toHaveLength(4)
  })
})

describe('forgetting what was written for a line', () => {
  it('leaves the line, what was signed until today, and all of another', async () => {
    const [line, other] = [await aBasket(), await aBasket()]
    await sql`select forget_lines(array[${line.itemId}]::int[], ${now})`.execute(db)
    expect(await rowsOf(line)).toEqual({ ...whole, answers: 0, waivers: 0 })
    expect(await rowsOf(other)).toEqual(whole)
    expect(await waiversOfNoLine()).toEqual([{ until: today, basket: line.basketId }])
  })
})

/** An order of the basket of a line, with its booking. */
const anOrder = async ({
  basketId,
  holdId,
  itemId,
}: Abandoned): Promise<{ orderId: number; bookingId: number }> => {
  const orderId = await idOf(sql`
    insert into customer_order (operator_id, basket_id, reference, placed_at, total, tax_total, item_hash, items, email)
      values (${world.operatorId}, ${basketId}, ${`R${basketId}`}, ${now}, 500, 0, '', '[]', 'ann@example.test')
      returning id`)
  const bookingId = await idOf(sql`
    insert into booking (order_id, basket_item_id, hold_id, occurrence_id, id_form, quantity, price, vat_rate, tax,
        access_code, position, created_at)
      values (${orderId}, ${itemId}, ${holdId}, ${world.occurrence.id}, 'v2', 1, 500, 0, 0, '', 0, ${now})
      returning id`)
  return { orderId, bookingId }
}

describe('the address of a visitor', () => {
  it('stays while the card company has not paid them back what it has taken', async () => {
    const { orderId, bookingId } = await anOrder(await aBasket())
    const paymentId = await idOf(sql`insert into order_payment (order_id, tender_type, amount, paid_at)
      values (${orderId}, 'card', 500, ${now}) returning id`)
    const refund = {
      orderId,
      bookingId,
      paymentId,
      destination: 'card',
      amount: 500,
      createdAt: now,
    } as const
    await db
      .insertInto('refund')
      .values({ ...refund, status: 'failed', settledAt: now })
      .execute()
    const later = new Date('2028-06-01T09:00:00Z')
    const clear = () => transact(db, (tx) => clearVisitorContacts(tx, later, 10, later))
    expect(await clear()).toBe(0)
    await db.updateTable('refund').set({ status: 'done' }).execute()
    expect(await clear()).toBe(1)
    expect(await db.selectFrom('customerOrder').select('email').execute()).toEqual([{ email: null }])
  })
})

describe('an order that is made anonymous', () => {
  it('names nobody on its holds; those of other orders and of no order keep their person', async () => {
    const orders = []
    const holds = [await aBasket(), await aBasket(), await aBasket()]
    for (const line of holds.slice(0, 2)) orders.push((await anOrder(line)).orderId)
    await sql`select forget_hold_people(array[${orders[0]}]::int[])`.execute(db)
    const people = []
    for (const { holdId } of holds) {
      const hold = db.selectFrom('hold').select('personId').where('id', '=', holdId)
      people.push((await hold.executeTakeFirstOrThrow()).personId)
    }
    expect(people).toEqual([null, world.customerId, world.customerId])
  })
})
