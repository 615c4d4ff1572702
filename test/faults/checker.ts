import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { wrongWithCredit } from '#test/support/credits.ts'
import { wrongWithCollections } from '#test/support/joining.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { wrongWithPlaces } from '#test/support/places.ts'

/** An order that was confirmed to a buyer, and a move of its booking: the server has answered the checkout with 200. */
export type Acknowledged = { orderId: number; paid: number; moveId: number | null }

/**
 * What is wrong once everything has settled, in sentences: money, orders and bookings do not agree, something is left
 * half-finished, or an order that was acknowledged is gone.
 */
export const wrongAfterFaults = async (
  db: Database,
  acknowledged: readonly Acknowledged[],
  now: Date,
): Promise<string[]> => [
  ...(await wrongWithMoney(db)),
  ...(await leftOpen(db)),
  ...(await wrongWithPlaces(db, now)),
  ...(await wrongWithCredit(db)),
  ...(await wrongWithCollections(db)),
  ...(await lostOrders(db, acknowledged)),
  ...(await stranded(db, now)),
]

const lostOrders = async (db: Database, acknowledged: readonly Acknowledged[]): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    with acknowledged as (
      select * from jsonb_to_recordset(${JSON.stringify(acknowledged)}::jsonb) as a("orderId" int, paid int, "moveId" int)
    )
    select format('order %s was acknowledged and is gone', a."orderId") as wrong
      from acknowledged a where not exists (select 1 from customer_order o where o.id = a."orderId")
    union all
    select format('order %s was acknowledged over %s and comes to %s', o.id, a.paid, o.total)
      from acknowledged a join customer_order o on o.id = a."orderId"
      -- Bookings that have moved to a dearer time since have added to it.
      where o.total <> a.paid + (
          select coalesce(sum(m.surcharge), 0) from booking_move m join booking b on b.id = m.booking_id
            where b.order_id = o.id and m.status = 'moved'
        )
    union all
    select format('order %s was acknowledged and has no booking', o.id)
      from acknowledged a join customer_order o on o.id = a."orderId"
      where not exists (select 1 from booking b where b.order_id = o.id and b.status = 'booked')
    union all
    select format('move %s of order %s was acknowledged and the booking is not there', a."moveId", a."orderId")
      from acknowledged a
      where a."moveId" is not null and not exists (
          select 1 from booking_move m join booking b on b.id = m.booking_id and b.occurrence_id = m.occurrence_id
            where m.id = a."moveId" and m.status = 'moved' and b.order_id = a."orderId"
        )`.execute(db)
  return rows.map(({ wrong }) => wrong)
}

/** A lapsed hold is returned by a job within seconds, and a call in progress ends with its process. */
const stranded = async (db: Database, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('hold %s lapsed at %s and has its places still', h.id, h.held_until) as wrong
      from hold h where h.state = 'held' and h.held_until < ${now}::timestamptz - interval '1 minute'
    union all
    select format('payment %s has no next attempt', t.uuid)
      from payment_transaction t
      where t.next_attempt_at is null
        and (t.status in ('started', 'challenge', 'pending', 'authorised', 'voiding')
          or (t.status = 'completed' and t.captured_at is null and t.amount > 0))
    union all
    select format('move %s is paid for and booking %s is not there', m.id, m.booking_id)
      from booking_move m
      where m.status = 'held' and exists (
          select 1 from payment_transaction t where t.basket_id = m.basket_id and t.status = 'completed'
        )
    union all
    select format('membership payment %s was due on %s and is %s still', c.id, c.due_on, c.state)
      from membership_collection c
      where c.method = 'card' and c.state in ('waiting', 'requested') and c.due_on < ${now}::timestamptz::date`.execute(
    db,
  )
  return rows.map(({ wrong }) => wrong)
}
