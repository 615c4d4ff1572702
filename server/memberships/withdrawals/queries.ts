import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { JoinedAtDistance } from './rules.ts'

/** How a membership `m` at a venue `v` was bought, where its buyer joined without staff. */
export const joinedAtDistance = sql<JoinedAtDistance | null>`
  (select json_build_object('on', (j.ended_at at time zone v.timezone)::date, 'orderId', j.order_id,
      'joiningFee', j.joining_fee, 'firstDaysPrice', j.first_days_price, 'firstDaysUntil', j.first_days_until,
      'isUsed', exists (
        select 1 from membership_member um join benefit_use u on u.member_id = um.id
        where um.membership_id = m.id and u.state = 'used'
      ),
      'hasLaterPayment', exists (
        select 1 from membership_collection lc
        where lc.membership_id = m.id and lc.state not in ('waiting', 'skipped')
      ))
    from joining j where j.membership_id = m.id and j.changes_id is null and j.sold_by is null
      -- The difference paid for another plan is for staff to refund.
      and not exists (select 1 from joining ch where ch.membership_id = m.id and ch.changes_id is not null))`

/** How a membership was bought, where its buyer joined without staff. The caller has locked it. */
export const findJoined = async (tx: Tx, membershipId: number): Promise<JoinedAtDistance | null> => {
  const { rows } = await sql<{ joined: JoinedAtDistance | null }>`
    select ${joinedAtDistance} as joined from membership m join venue v on v.id = m.venue_id
    where m.id = ${membershipId}`.execute(tx)
  return rows[0]?.joined ?? null
}
