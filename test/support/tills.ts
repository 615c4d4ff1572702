import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { aCustomer } from './factories/customers.ts'
import type { Roles } from './factories/customers.ts'

/** A person who works at the desk. */
export const aMemberOfStaff = (
  db: Tx,
  operatorId: number,
  more: {
    staffLevel?: 'desk' | 'supervisor'
    roles?: Roles
    firstName?: string
    lastName?: string
    homeVenueId?: number
  } = {},
) => aCustomer(db, operatorId, { firstName: 'Sam', lastName: 'Deskford', ...more, role: 'staff' })

export const aTill = async (db: Tx, venueId: number, name = 'Reception'): Promise<{ id: number }> =>
  db
    .insertInto('till')
    .values({ venueId, slug: name.toLowerCase().replaceAll(' ', '-'), name })
    .returning('id')
    .executeTakeFirstOrThrow()

/**
 * What is wrong with the books of the desk, in sentences: what staff sold stands in them payment by payment, nothing
 * else does, and what was given back is not more than was taken.
 */
export const wrongWithTills = async (db: Tx): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('payment %s of order %s by %s is not in the books of the desk', p.id, p.order_id, p.tender_type) as wrong
      from order_payment p
      join customer_order o on o.id = p.order_id
      join basket b on b.id = o.basket_id
      left join joining j on j.basket_id = b.id
      join customer s on s.id = coalesce(j.sold_by, b.customer_id) and s.role = 'staff'
      -- What is paid on arrival is in them once it is taken, by whoever takes it.
      where o.customer_id is distinct from s.id and p.tender_type <> 'at_venue'
        and not exists (
          select 1 from till_entry e where e.payment_id = p.id and e.amount = p.amount and e.actor_id = coalesce(p.collected_by, s.id)
            and e.tender_type = p.tender_type and e.credit_type is not distinct from p.credit_type
            and e.order_id = p.order_id
        )
    union all
    select format('entry %s is of a payment that nobody at the desk took', e.id)
      from till_entry e
      join order_payment p on p.id = e.payment_id
      join customer_order o on o.id = p.order_id
      join basket b on b.id = o.basket_id
      left join joining j on j.basket_id = b.id
      left join customer s on s.id = coalesce(j.sold_by, b.customer_id) and s.role = 'staff'
      where s.id is null
    union all
    select format('order %s was paid with %s and costs %s', o.id, coalesce(sum(p.amount), 0), o.total)
      from customer_order o left join order_payment p on p.order_id = o.id
      group by o.id having coalesce(sum(p.amount), 0) <> o.total
    union all
    select format('of order %s %s was given back, and %s taken', e.order_id, -sum(e.amount) filter (where e.amount < 0),
        min(o.total))
      from till_entry e join customer_order o on o.id = e.order_id
      group by e.order_id having -sum(e.amount) filter (where e.amount < 0) > min(o.total)`.execute(db)
  return rows.map((row) => row.wrong)
}
