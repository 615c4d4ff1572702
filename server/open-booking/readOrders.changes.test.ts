import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import type { ActivityRow } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { takeOrderChanges } from './sql/orders.ts'

const now = new Date()

type Session = { id: number; activity: ActivityRow }

let db: Database
let operatorId: number
let partnerId: number
let names: Map<number, string>
let yoga: ActivityRow
let venueId: number
let studioId: number
let hallId: number

const idOf = async (insert: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await insert.execute(db)
  return (rows as { id: number }[])[0]?.id ?? 0
}

/** A session so many days from the database's today, which decides what is still displayed. */
const session = async (activity: ActivityRow, locationId: number, days: number): Promise<Session> => {
  const { id } = await anOccurrence(db, { activity, locationId, startsAt: now }, { capacity: 9 })
  await sql`update occurrence set local_date = current_date + ${days}::int where id = ${id}`.execute(db)
  return { id, activity }
}

/** An order with one booking; a partner's unless it is said to be of the site. */
const order = async (
  name: string,
  { id, activity }: Session,
  { status = 'booked', isPartners = true } = {},
): Promise<void> => {
  const basketId = await idOf(sql`
    insert into basket (operator_id, created_at, updated_at) values (${operatorId}, ${now}, ${now}) returning id`)
  const holdId = await writeReservations(db, async (tx) => {
    const values = { occurrenceId: id, basketId, places: 1, createdAt: now }
    const hold = tx.insertInto('hold').values({ ...values, state: 'confirmed' })
    return (await hold.returning('id').executeTakeFirstOrThrow()).id
  })
  const itemId = await idOf(sql`
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, pricing_option_id, quantity, unit_price,
        sort_by, added_at)
      values (${basketId}, ${id}, ${holdId}, 'v2', ${activity.pricingOptionId}, 1, 500, 0, ${now}) returning id`)
  const orderId = await idOf(sql`
    insert into customer_order (operator_id, basket_id, reference, placed_at, total, tax_total, item_hash, items)
      values (${operatorId}, ${basketId}, ${name.toUpperCase().replaceAll(' ', '-')}, ${now}, 500, 0, '', '[]') returning id`)
  await sql`
    insert into booking (order_id, basket_item_id, hold_id, occurrence_id, id_form, quantity, price, vat_rate, tax,
        access_code, position, created_at, status)
      values (${orderId}, ${itemId}, ${holdId}, ${id}, 'v2', 1, 500, 0, 0, '', 0, ${now}, ${status})`.execute(
    db,
  )
  if (isPartners)
    await sql`insert into partner_order (partner_id, uuid, operator_id, state, basket_id, order_id, created_at)
      values (${partnerId}, gen_random_uuid(), ${operatorId}, 'order', ${basketId}, ${orderId}, ${now})`.execute(
      db,
    )
  names.set(orderId, name)
}

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  names = new Map()
  operatorId = (await anOperator(db)).id
  partnerId = await idOf(sql`insert into booking_partner (name, calls_per_minute, key_digest, created_at)
    values ('FitFinder', 60, '\\x01', ${now}) returning id`)
  venueId = (await aVenue(db, { operatorId })).id
  const awayId = (await aVenue(db, { operatorId })).id
  studioId = (await aLocation(db, venueId)).id
  hallId = (await aLocation(db, venueId)).id
  yoga = await anActivity(db, venueId)
  const spin = await anActivity(db, venueId)

  const today = await session(yoga, studioId, 0)
  await order('today', today)
  await order('cancelled', today, { status: 'cancelled' })
  await order('of the site', today, { isPartners: false })
  await order('yesterday', await session(yoga, studioId, -1))
  await order('past', await session(yoga, studioId, -2))
  await order('in the hall', await session(yoga, hallId, 1))
  await order('spin', await session(spin, studioId, 1))
  const linked = await session(yoga, studioId, 1)
  await sql`update occurrence set join_link = 'https://own.example' where id = ${linked.id}`.execute(db)
  await order('with its own link', linked)
  const away = await anActivity(db, awayId)
  await order('elsewhere', await session(away, (await aLocation(db, awayId)).id, 1))
  await takeOrderChanges(db)
})

/** The orders that a change is noted for. */
const noted = async (change: ReturnType<typeof sql>): Promise<string[]> => {
  await change.execute(db)
  return (await takeOrderChanges(db)).map((id) => names.get(id) ?? '?')
}

it('what becomes of a booking, and what the venue says of it, is noted for its order', async () => {
  const orderId = [...names].find(([, name]) => name === 'today')?.[0] ?? 0
  for (const set of [
    sql`customer_notice = 'Bring a towel.'`,
    sql`access_code = 'K7'`,
    sql`status = 'attended'`,
    sql`occurrence_id = (select id from occurrence where location_id = ${hallId})`,
  ])
    expect(await noted(sql`update booking set ${set} where order_id = ${orderId}`)).toEqual(['today'])
  expect(await noted(sql`update booking set position = 1 where order_id = ${orderId}`)).toEqual([])
})

it('another time, room or name of a session is noted for those who are booked on it', async () => {
  const today = sql`local_date = current_date`
  for (const set of [
    sql`starts_at = starts_at - interval '1 hour'`,
    sql`ends_at = ends_at + interval '1 hour'`,
    sql`location_id = ${hallId}`,
    sql`name = 'Anew'`,
    sql`meeting_point = 'The gate'`,
    sql`join_link = 'https://join.example'`,
  ])
    expect(await noted(sql`update occurrence set ${set} where ${today}`)).toEqual(['today'])
  expect(await noted(sql`update occurrence set capacity = 12 where ${today}`)).toEqual([])
})

it('another name of a venue is noted for what is booked there from yesterday on', async () => {
  expect(await noted(sql`update venue set name = 'Anew' where id = ${venueId}`)).toEqual([
    'today',
    'yesterday',
    'in the hall',
    'spin',
    'with its own link',
  ])
  expect(await noted(sql`update venue set phone = '01632 960123' where id = ${venueId}`)).toEqual([])
})

it('another name of a room is noted for what is booked there from yesterday on', async () => {
  expect(await noted(sql`update location set name = 'Anew' where id = ${studioId}`)).toEqual([
    'today',
    'yesterday',
    'spin',
    'with its own link',
  ])
  expect(await noted(sql`update location set position = position + 1 where id = ${studioId}`)).toEqual([])
})

it('another link of an activity is noted for what has none of its own', async () => {
  expect(
    await noted(sql`update activity set join_link = 'https://join.example' where id = ${yoga.id}`),
  ).toEqual(['today', 'yesterday', 'in the hall'])
  expect(await noted(sql`update activity set name = 'Anew' where id = ${yoga.id}`)).toEqual([])
})
