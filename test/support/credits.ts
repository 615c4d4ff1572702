import { sql } from 'kysely'
import { grantCredit } from '#server/credits/grant.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/**
 * What is wrong with the books of credit, in sentences: every movement balances, what a lot holds is the sum of its
 * entries, what is reserved is what its lots say, and an order was paid with the credit that was spent on it.
 */
export const wrongWithCredit = async (db: Tx): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('movement %s of lot %s is out of balance by %s', e.movement_id, e.lot_id, sum(e.amount)) as wrong
      from credit_entry e group by e.movement_id, e.lot_id having sum(e.amount) <> 0
    union all
    select format('lot %s holds %s and %s, and its entries say %s and %s', l.id, l.available, l.reserved,
        s.available, s.reserved)
      from credit_lot l cross join lateral (
        select coalesce(sum(e.amount) filter (where e.account = 'available'), 0) as available,
          coalesce(sum(e.amount) filter (where e.account = 'reserved'), 0) as reserved
          from credit_entry e where e.lot_id = l.id
      ) s
      where (l.available, l.reserved) is distinct from (s.available, s.reserved)
    union all
    select format('lot %s has had more than was granted', l.id)
      from credit_lot l join credit_entry e on e.lot_id = l.id and e.account in ('sales', 'refunds', 'expired')
      group by l.id having sum(e.amount) > l.granted
    union all
    select format('reservation %s of %s is %s and holds %s', r.id, r.amount, r.state, coalesce(sum(e.amount), 0))
      from credit_reservation r left join credit_entry e on e.reservation_id = r.id
      group by r.id
      having coalesce(sum(e.amount), 0) <> case r.state when 'reserved' then r.amount else 0 end
    union all
    select format('order %s was paid with %s of %s credit, and %s was spent', o.id, coalesce(p.paid, 0), t.type,
        coalesce(s.spent, 0))
      from customer_order o cross join (values ('general'), ('membership')) t(type)
      left join lateral (
        select sum(amount) as paid from order_payment
          where order_id = o.id and tender_type = 'credit' and credit_type = t.type
      ) p on true
      left join lateral (
        select sum(e.amount) as spent from credit_entry e
          join credit_movement m on m.id = e.movement_id join credit_lot l on l.id = e.lot_id
          where m.order_id = o.id and e.account = 'sales' and l.type = t.type
      ) s on true
      where coalesce(p.paid, 0) <> coalesce(s.spent, 0)
    union all
    select format('credit was spent on no order, by movement %s', m.id)
      from credit_movement m where m.kind = 'spend' and m.order_id is null`.execute(db)
  return rows.map((row) => row.wrong)
}

/** Credit for a test's customer. */
export const someCredit = async (
  db: Database,
  of: {
    operatorId: number
    customerId: number
    type?: 'general' | 'membership'
    amount: number
    expiresOn?: string
  },
  now: Date,
): Promise<void> => {
  const grant = { type: 'general', expiresOn: null, description: 'A present', from: 'grant', ...of } as const
  await transact(db, (tx) => grantCredit(tx, grant, now))
}
