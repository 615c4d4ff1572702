import { sql } from 'kysely'
import type { LotPart } from '#server/credits/rules.ts'
import type { Tx } from '#server/platform/database.ts'

type CustomersPart = LotPart & { customerId: number }

/** What is left of the credit that payments of an order were refunded as. */
export const refundedParts = async (tx: Tx, orderId: number): Promise<CustomersPart[]> => {
  const { rows } = await sql<CustomersPart>`
    select distinct l.id as lot_id, l.available as amount, l.expires_on, l.customer_id
    from credit_movement m
    join credit_entry e on e.movement_id = m.id and e.account = 'refunds'
    join credit_lot l on l.id = e.lot_id
    where m.order_id = ${orderId} and m.kind = 'grant' and l.available > 0
    order by l.id`.execute(tx)
  return rows
}

/** What is frozen for an order. */
export const frozenParts = async (tx: Tx, orderId: number): Promise<CustomersPart[]> => {
  const { rows } = await sql<CustomersPart>`
    select l.id as lot_id, sum(e.amount)::int as amount, l.expires_on, l.customer_id
    from credit_movement m
    join credit_entry e on e.movement_id = m.id and e.account = 'frozen'
    join credit_lot l on l.id = e.lot_id
    where m.order_id = ${orderId}
    group by l.id having sum(e.amount) > 0
    order by l.id`.execute(tx)
  return rows
}
