import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Puts visits that paid for lines and whose package is over by now into a package of their own, for so many days. Visits
 * of people whose account is closed are left out.
 */
export const renewExpiredVisits = async (
  tx: Tx,
  itemIds: readonly number[],
  { days, name }: { days: number; name: string },
  now: Date,
): Promise<void> => {
  await sql`
    with expired as (
      select u.id, u.visits, p.operator_id, p.reference, p.product_id, p.customer_id,
        (${now}::timestamptz at time zone op.timezone)::date as today
      from package_use u
      join package p on p.id = u.package_id
      join operator op on op.id = p.operator_id
      join customer c on c.id = p.customer_id and c.closed_at is null
      where u.basket_item_id = any(${itemIds}::int[]) and u.state = 'used'
        and p.expires_on < (${now}::timestamptz at time zone op.timezone)::date
    ), moved as (
      update package_use u set basket_item_id = null, booking_id = null, name = ${name}
      from expired e where u.id = e.id
    )
    insert into package (operator_id, reference, product_id, customer_id, total_uses, uses_left, bought_on, expires_on,
      created_at)
    select e.operator_id, e.reference || '-' || e.id, e.product_id, e.customer_id, e.visits, e.visits, e.today,
      e.today + ${days}::int, ${now}
    from expired e order by e.id`.execute(tx)
}
