import { sql } from 'kysely'
import type { bookings } from '#contract/bookings.ts'
import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { RefundDestination } from '#contract/tenders.ts'
import { instant } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireVenue } from '#server/venues/find.ts'

type Row = {
  at: Date
  person: string
  orderId: number
  orderReference: string
  amount: number
  to: RefundDestination | 'waived'
  reason: string
  beyondTerms: boolean
}

/**
 * What a venue refunded and waived in a period, by whom and why.
 * @throws Refusal `not_found`
 */
export const readRefundReport = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, from, until }: { venue: string; from: string; until: string },
): Promise<Answer<typeof bookings.refundReport>> => {
  const venue = await requireVenue(tx, actor, slug)
  const symbol = actor.operator.currencySymbol
  const rows = await refundsAndWaivers(tx, venue, { from, until })
  return {
    venueName: venue.name,
    timezone: venue.timezone,
    rows: rows.map(({ at, amount, ...row }) => ({ ...row, at: instant(at), amount: money(amount, symbol) })),
  }
}

/** Refunds with the act of staff that made them, which is of the same instant; and penalties that were waived. */
const refundsAndWaivers = async (
  tx: Tx,
  venue: { id: number; timezone: string },
  { from, until }: { from: string; until: string },
): Promise<Row[]> => {
  const isWithin = (column: 'r.created_at' | 'p.settled_at') =>
    sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone ${venue.timezone}
      and ${sql.ref(column)} < (${until}::date + 1)::timestamp at time zone ${venue.timezone}`
  const { rows } = await sql<Row>`
    select r.created_at as at, coalesce(s.first_name || ' ' || s.last_name, '') as person, o.id as order_id,
      o.reference as order_reference, r.amount, r.destination as "to", coalesce(a.detail->>'reason', '') as reason,
      coalesce(a.detail->>'refund' = 'full' and b.status <> 'cancelled_by_venue', false) as beyond_terms
    from refund r
    join customer_order o on o.id = r.order_id
    join booking b on b.id = r.booking_id
    join occurrence oc on oc.id = b.occurrence_id
    left join lateral (
      select a.actor_id, a.detail from audit_entry a
      where a.at = r.created_at and a.subject in ('booking:' || r.booking_id, 'order:' || r.order_id, 'penalty:' || r.penalty_id)
      order by a.id desc limit 1
    ) a on true
    left join customer s on s.id = a.actor_id
    where oc.venue_id = ${venue.id} and ${isWithin('r.created_at')}
    union all
    select p.settled_at, coalesce(s.first_name || ' ' || s.last_name, ''), b.order_id, o.reference, p.amount, 'waived',
      coalesce(p.waive_reason, ''), true
    from penalty p
    join booking b on b.id = p.booking_id
    join customer_order o on o.id = b.order_id
    join occurrence oc on oc.id = b.occurrence_id
    left join customer s on s.id = p.waived_by
    where p.status = 'waived' and oc.venue_id = ${venue.id} and ${isWithin('p.settled_at')}
    order by 1, 3`.execute(tx)
  return rows
}
