import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** A membership with what decides a change of its plan, besides what every change reads. */
export type MembershipOfPlan = {
  planId: number
  planName: string
  venueId: number
  venueSlug: string
  paymentMethod: string
  billingDay: number | null
  memberCount: number
}

export const findPlanOf = async (tx: Tx, membershipId: number): Promise<MembershipOfPlan | undefined> => {
  const { rows } = await sql<MembershipOfPlan>`
    select m.plan_id, p.name as plan_name, m.venue_id, v.slug as venue_slug, m.payment_method, m.billing_day,
      (select count(*)::int from membership_member mm where mm.membership_id = m.id and mm.removed_at is null) as member_count
    from membership m join membership_plan p on p.id = m.plan_id join venue v on v.id = m.venue_id
    where m.id = ${membershipId}`.execute(tx)
  return rows[0]
}
