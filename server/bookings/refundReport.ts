import { sql } from 'kysely'
import type { RefundDestination } from '#contract/tenders.ts'
import type { Tx } from '#server/platform/database.ts'

type RefundRow = {
  at: Date
  /** Who did it at the desk; `''` where nobody there did. */
  person: string
  orderReference: string
  amount: number
  to: RefundDestination | 'waived'
  reason: string
  beyondTerms: boolean
  venue: string
}

/**
 * What was refunded and waived at venues on days of their calendars: refunds with the act of staff that made them, which
 * is of the same instant, and penalties that were waived.
 */
export const readRefunds = async (
  tx: Tx,
  venueIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<RefundRow[]> => {
  const isWithin = (column: 'r.created_at' | 'p.settled_at') =>
    // The first two find the rows by an index, whatever the zone of the venue.
    sql`${sql.ref(column)} >= ${from}::date - 1 and ${sql.ref(column)} < ${until}::date + 2
      and ${sql.ref(column)} >= ${from}::date::timestamp at time zone v.timezone
      and ${sql.ref(column)} < (${until}::date + 1)::timestamp at time zone v.timezone`
  const { rows } = await sql<RefundRow>`
    select r.created_at as at, coalesce(s.first_name || ' ' || s.last_name, '') as person,
      o.reference as order_reference, r.amount, r.destination as "to", coalesce(a.detail->>'reason', '') as reason,
      coalesce(a.detail->>'refund' = 'full' and b.status <> 'cancelled_by_venue', false) as beyond_terms, v.name as venue
    from refund r
    join customer_order o on o.id = r.order_id
    join booking b on b.id = r.booking_id
    join occurrence oc on oc.id = b.occurrence_id
    join venue v on v.id = oc.venue_id
    left join lateral (
      select a.actor_id, a.detail from audit_entry a
      where a.at = r.created_at and a.subject in ('booking:' || r.booking_id, 'order:' || r.order_id, 'penalty:' || r.penalty_id)
      order by a.id desc limit 1
    ) a on true
    left join customer s on s.id = a.actor_id
    where v.id = any(${[...venueIds]}::int[]) and ${isWithin('r.created_at')}
    union all
    select p.settled_at, coalesce(s.first_name || ' ' || s.last_name, ''), o.reference, p.amount, 'waived',
      coalesce(p.waive_reason, ''), true, v.name
    from penalty p
    join booking b on b.id = p.booking_id
    join customer_order o on o.id = b.order_id
    join occurrence oc on oc.id = b.occurrence_id
    join venue v on v.id = oc.venue_id
    left join customer s on s.id = p.waived_by
    where p.status = 'waived' and v.id = any(${[...venueIds]}::int[]) and ${isWithin('p.settled_at')}
    order by 1, 3`.execute(tx)
  return rows
}
