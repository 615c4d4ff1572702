import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** What a partner has sold of an operator. Amounts are pence. */
export type SalesRow = {
  name: string
  bookings: number
  /** What it has taken from its customers. */
  sold: number
  /** What it has paid them back. */
  refunded: number
  /** What they pay at the venue. */
  atVenue: number
}

/**
 * The sales of a partner of the operator from one instant until another: what was ordered then, and what was refunded
 * then. undefined when the operator has no such partner.
 */
export const salesOf = async (
  tx: Tx,
  { partnerId, operatorId }: { partnerId: number; operatorId: number },
  from: Date,
  until: Date,
): Promise<SalesRow | undefined> => {
  const { rows } = await sql<SalesRow>`
    with ordered as (
      select p.order_id, o.placed_at from partner_order p join customer_order o on o.id = p.order_id
      where p.partner_id = ${partnerId} and p.operator_id = ${operatorId}
    ), in_time as (
      select order_id from ordered where placed_at >= ${from} and placed_at < ${until}
    )
    select bp.name,
      (select count(*)::int from booking b where b.order_id in (select order_id from in_time)) as bookings,
      coalesce(tender.sold, 0)::int as sold, coalesce(tender.at_venue, 0)::int as at_venue,
      (select coalesce(sum(r.amount), 0)::int from refund r
        where r.order_id in (select order_id from ordered) and r.destination = 'partner'
          and r.created_at >= ${from} and r.created_at < ${until}) as refunded
    from booking_partner bp
    join booking_partner_operator bo on bo.partner_id = bp.id and bo.operator_id = ${operatorId}
    cross join lateral (
      select sum(y.amount) filter (where y.tender_type = 'booking_partner') as sold,
        sum(y.amount) filter (where y.tender_type = 'at_venue') as at_venue
      from order_payment y where y.order_id in (select order_id from in_time)
    ) tender
    where bp.id = ${partnerId}`.execute(tx)
  return rows[0]
}
