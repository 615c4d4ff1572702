import { sql } from 'kysely'
import type { Tender } from '#server/bookings/queries.ts'
import type { Tx } from '#server/platform/database.ts'

/** The penalty for missing a booking, paid and not refunded, with the tenders of the order that paid it. */
export type PaidPenaltyRow = {
  id: number
  operatorId: number
  orderId: number
  customerId: number
  description: string
  /** Pence. */
  amount: number
  isAccountClosed: boolean
  tenders: Tender[]
}

/** Locks the order first, so that what has been refunded of its payments is final. */
export const lockPaidPenalty = async (tx: Tx, bookingId: number): Promise<PaidPenaltyRow | undefined> => {
  await sql`
    select 1 from customer_order o where o.id in (
      select p.order_id from penalty p
      where p.booking_id = ${bookingId} and p.status = 'paid' and p.refunded_at is null
    ) for no key update`.execute(tx)
  const { rows } = await sql<PaidPenaltyRow>`
    select p.id, p.operator_id, p.order_id, p.customer_id, p.description, p.amount,
      c.closed_at is not null as is_account_closed,
      (select coalesce(json_agg(json_build_object('id', y.id, 'tenderType', y.tender_type, 'creditType', y.credit_type,
          'amount', y.amount, 'status', y.status,
          'refunded', (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = y.id)) order by y.id),
          '[]'::json)
        from order_payment y where y.order_id = p.order_id) as tenders
    from penalty p join customer c on c.id = p.customer_id
    where p.booking_id = ${bookingId} and p.status = 'paid' and p.refunded_at is null`.execute(tx)
  return rows[0]
}
