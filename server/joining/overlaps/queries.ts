import { sql } from 'kysely'
import type { PlanOverlap } from '#contract/memberships.ts'
import type { Tx } from '#server/platform/database.ts'

/** The activities of a venue that the benefits of a plan change the price of. */
const coveredBy = (planId: ReturnType<typeof sql>, venueId: ReturnType<typeof sql>) => sql`
  select a.id, coalesce(parent.name, a.name) as name from activity a left join activity parent on parent.id = a.parent_id
  where a.venue_id = ${venueId} and not a.withdrawn
    and exists (select 1 from membership_plan_venue pv where pv.plan_id = ${planId} and pv.venue_id = a.venue_id)
    and exists (
      select 1 from benefit b where b.plan_id = ${planId} and not b.withdrawn and (b.covers_all or exists (
        select 1 from benefit_activity ba where ba.benefit_id = b.id and ba.activity_id = a.id))
    )`

/** A customer's memberships on a day that cover activities of a venue which a plan covers, too. */
export const listOverlaps = async (
  tx: Tx,
  { customerId, planId, venueId, day }: { customerId: number; planId: number; venueId: number; day: string },
): Promise<PlanOverlap[]> => {
  const { rows } = await sql<PlanOverlap>`
    select mm.id as membership_user_id, p.name, m.ends_on, both_cover.names as activities,
      both_cover.count = (select count(*) from (${coveredBy(sql`${planId}::int`, sql`${venueId}::int`)}) of_plan) as is_all
    from membership_member mm
    join membership m on m.id = mm.membership_id
    join membership_plan p on p.id = m.plan_id
    cross join lateral (
      select count(*) as count, array_agg(distinct mine.name order by mine.name) as names
      from (${coveredBy(sql`m.plan_id`, sql`${venueId}::int`)}) mine
      join (${coveredBy(sql`${planId}::int`, sql`${venueId}::int`)}) theirs on theirs.id = mine.id
    ) both_cover
    where mm.customer_id = ${customerId} and mm.removed_at is null and m.status not in ('ended', 'awaiting_payment')
      and (m.ends_on is null or m.ends_on >= ${day}::date) and both_cover.count > 0
    order by mm.id`.execute(tx)
  return rows
}
