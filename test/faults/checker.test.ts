/** The checker of `npm run faults` is only worth its answer when it finds what is wrong. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { completeWith, driveToTheEnd, payWith } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import { wrongAfterFaults } from './checker.ts'
import type { Acknowledged } from './checker.ts'

const opening = new Date('2027-03-01T09:00:00Z')

let db: Database
let acknowledged: Acknowledged[]

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  const shop = await openShop(db, { now: opening })
  acknowledged = []
  for (let count = 0; count < 2; count += 1) {
    const actor = await shop.buyer()
    const { transactionUuid } = await payWith(shop, actor)
    const { completeOrderId } = await completeWith(shop, actor, transactionUuid)
    acknowledged.push({ orderId: completeOrderId, paid: 500, moveId: null })
  }
  await driveToTheEnd(shop)
  await addChargedMember(shop.operatorId)
})

/** A member whose card was charged for March. */
const addChargedMember = async (operatorId: number): Promise<void> => {
  const venue = await aVenue(db, { operatorId })
  const payer = await aCustomer(db, operatorId)
  const { id } = await aMembership(db, {
    plan: await aPlan(db, venue),
    venue,
    customerIds: [payer.id],
  })
  await sql`
    with charged as (
      insert into membership_collection (key, membership_id, period_from, period_until, amount, method, state, due_on, tries,
        created_at, settled_at)
      values (gen_random_uuid(), ${id}, '2027-02-28', '2027-03-27', 4200, 'card', 'collected', '2027-02-28', 1, ${opening},
        ${opening})
      returning key
    )
    insert into demo_card_payment (reference, amount, state, captured, created_at, updated_at)
    select key || ':1', 4200, 'captured', 4200, ${opening}, ${opening} from charged`.execute(db)
}

const wrong = () => wrongAfterFaults(db, acknowledged, new Date(opening.getTime() + 3_600_000))

it('finds nothing in a sound database', async () => {
  expect(await wrong()).toEqual([])
})

it('counts what was paid for a move, and finds one that was paid for and did not happen', async () => {
  const paid = sql`(select t.basket_id from payment_transaction t order by t.id limit 1)`
  await sql`
    insert into booking_move (booking_id, basket_id, basket_item_id, from_hold_id, occurrence_id, starts_at, ends_at, price,
      surcharge, status, created_at)
    select b.id, bi.basket_id, bi.id, b.hold_id, b.occurrence_id, now(), now(), 500, 100, 'held', now()
    from booking b join basket_item bi on bi.id = b.basket_item_id where bi.basket_id = ${paid}`.execute(db)
  const found = (await wrong()).join()
  expect(found).toContain('is paid for and booking')
  expect(found).toContain('is held and 500 was paid for it')
  await sql`update booking_move set status = 'moved', ended_at = now()`.execute(db)
  expect((await wrong()).join()).toContain('was acknowledged over 500 and comes to 500')
})

it('finds a move that was acknowledged and is gone', async () => {
  const [first] = acknowledged
  if (first !== undefined) acknowledged[0] = { ...first, moveId: 1 }
  expect((await wrong()).join()).toContain('was acknowledged and the booking is not there')
})

it.each([
  [
    'money taken without an order',
    `insert into demo_card_payment (reference, amount, state, captured, created_at, updated_at)
      values ('unknown', 500, 'captured', 500, now(), now())`,
  ],
  [
    'money taken twice',
    `update demo_card_payment set amount = amount * 2, captured = captured * 2 where reference = (select min(provider_reference) from payment_transaction)`,
  ],
  ['money set aside and never taken', `update demo_card_payment set state = 'authorised', captured = 0`],
  [
    'a booking without places',
    `update hold set state = 'released' where id = (select min(hold_id) from booking)`,
  ],
  ['a counter that is not the sum of its holds', `update occurrence set places_taken = places_taken + 1`],
  [
    'an acknowledged order that is gone',
    `delete from customer_order where id = (select max(id) from customer_order)`,
  ],
  [
    'a member charged twice for a month',
    `insert into demo_card_payment (reference, amount, state, captured, created_at, updated_at)
      select key || ':2', 4200, 'captured', 4200, now(), now() from membership_collection`,
  ],
  [
    "a member's payment that says collected and was never taken",
    `update demo_card_payment set state = 'opened', captured = 0 where reference like '%:1'`,
  ],
  [
    "a member's payment that is left half-finished",
    `update membership_collection set state = 'requested', settled_at = null, next_attempt_at = now()`,
  ],
])('finds %s', async (_, corruption) => {
  // The database itself prevents most of these.
  const unguarded = `set local session_replication_role = replica; ${corruption}`
  await db.transaction().execute((tx) => sql.raw(unguarded).execute(tx))
  expect(await wrong()).not.toEqual([])
})
