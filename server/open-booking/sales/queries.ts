import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** What a partner has sold of an operator. Amounts are pence. */
export type SalesRow = {
  id: number
  name: string
  /** Hundredths of a percent. */
  commissionRate: number
  bookings: number
  /** What it has taken from its customers. */
  sold: number
  /** What it has paid them back. */
  refunded: number
  /** What they pay at the venue. */
  atVenue: number
}

/**
 * The sales of the operator's partners, or of one, from one instant until another: what was ordered then, and what was
 * refunded then. By name. One that the operator lets sell no more still owes it what it has sold.
 */
export const salesOf = async (
  tx: Tx,
  { partnerId, operatorId }: { partnerId: number | null; operatorId: number },
  from: Date,
  until: Date,
): Promise<SalesRow[]> => {
  const { rows } = await sql<SalesRow>`
    with ordered as (
      select p.partner_id, p.order_id, o.placed_at
      from partner_order p join customer_order o on o.id = p.order_id
      where p.operator_id = ${operatorId} and (${partnerId}::int is null or p.partner_id = ${partnerId})
    ), in_time as (
      select partner_id, order_id from ordered where placed_at >= ${from} and placed_at < ${until}
    ), booked as (
      select partner_id, count(*)::int as bookings
      from in_time join booking b using (order_id) group by partner_id
    ), tenders as (
      select partner_id, sum(y.amount) filter (where y.tender_type = 'booking_partner') as sold,
        sum(y.amount) filter (where y.tender_type = 'at_venue' or y.collected_at is not null) as at_venue
      from in_time join order_payment y using (order_id) group by partner_id
    ), refunds as (
      select partner_id, sum(r.amount) as refunded from ordered join refund r using (order_id)
      where r.destination = 'partner' and r.created_at >= ${from} and r.created_at < ${until} group by partner_id
    )
    select bp.id, bp.name, bp.commission_rate, coalesce(booked.bookings, 0) as bookings,
      coalesce(tenders.sold, 0)::int as sold, coalesce(tenders.at_venue, 0)::int as at_venue,
      coalesce(refunds.refunded, 0)::int as refunded
    from booking_partner bp
    left join booked on booked.partner_id = bp.id
    left join tenders on tenders.partner_id = bp.id
    left join refunds on refunds.partner_id = bp.id
    where (${partnerId}::int is null or bp.id = ${partnerId})
      and (
        exists (select 1 from booking_partner_operator bo where bo.partner_id = bp.id and bo.operator_id = ${operatorId})
        or bp.id in (select partner_id from ordered)
      )
    order by lower(bp.name), bp.id`.execute(tx)
  return rows
}

/** An order of a partner's customer who pays at the venue. */
export type DueRow = {
  orderId: number
  orderReference: string
  partner: string
  customer: string
  what: string
  startsAt: Date
  localDate: string
  timezone: string
  venueName: string
  places: number
  /** Pence of the places that are not cancelled. */
  due: number
}

/** What is to be paid at the venues for sessions from one of their days to another, by the time of the first session. */
export const duesBetween = async (
  tx: Tx,
  operatorId: number,
  from: string,
  to: string,
): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select o.id as order_id, o.reference as order_reference, bp.name as partner,
      trim(o.payer_first_name || ' ' || o.payer_last_name) as customer, first.name as what, first.starts_at,
      first.local_date, first.timezone, first.venue_name, first.places, first.due
    from partner_order p
    join booking_partner bp on bp.id = p.partner_id
    join customer_order o on o.id = p.order_id
    join lateral (
      select oc.name, oc.starts_at, oc.local_date, v.timezone, v.name as venue_name,
        (count(*) over ())::int as places, (sum(b.price) over ())::int as due
      from booking b
      join occurrence oc on oc.id = b.occurrence_id
      join venue v on v.id = oc.venue_id
      where b.order_id = o.id and b.status not in ('cancelled', 'cancelled_by_venue')
      order by oc.starts_at, b.id limit 1
    ) first on true
    where p.operator_id = ${operatorId} and p.state = 'order' and first.due > 0
      and first.local_date between ${from} and ${to}
      and exists (select from order_payment y where y.order_id = o.id and y.tender_type = 'at_venue')
    order by first.starts_at, o.id`.execute(tx)
  return rows
}
