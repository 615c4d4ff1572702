import { sql } from 'kysely'
import type { ChangeableMembership, JoinedAtDistance, NextPlan } from '#server/memberships/rules.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

/** A membership with everything that is displayed of it. Amounts are in pence. */
export type MembershipRow = ChangeableMembership & {
  id: number
  payerId: number
  name: string
  reference: string
  venueSlug: string
  venueName: string
  timezone: string
  price: number
  billingDay: number | null
  paymentMethod: string
  collectionNoticeDays: number
  takeOverEmail: string
  hasWaitingPayment: boolean
  /** The card that it is collected from. */
  card: { id: number; brand: string; lastFour: string; expiry: string } | null
  documentType: string | null
  /** How it was bought, where its buyer joined at a distance. */
  joined: JoinedAtDistance | null
  nextPlan: NextPlan | null
  maxMembers: number
  maxAdults: number | null
  currencySymbol: string
  benefits: {
    id: number
    name: string
    description: string
    allowance: number | null
    allowancePeriod: 'day' | 'week' | 'month' | null
  }[]
  /** The newest failed payment that is still owed. */
  failedPayment: { amount: number; triedAgainOn: string | null } | null
  members: { memberId: number; userId: number; firstName: string; lastName: string }[]
}

/**
 * Locks a membership; always before it is read by another statement: what a statement reads beside the row for which it has
 * waited is of the moment at which it began to wait.
 */
export const lockMembershipRow = async (tx: Tx, id: number): Promise<void> => {
  await sql`select 1 from membership where id = ${id} for no key update`.execute(tx)
}

export type BenefitUsesRow = { membershipId: number; benefitId: number; userId: number; uses: number }

/** How often the members of these memberships have booked with a limited benefit in its present day, week or month. */
export const benefitUsesOf = async (
  tx: Tx,
  membershipIds: readonly number[],
  now: Date,
): Promise<BenefitUsesRow[]> => {
  const { rows } = await sql<BenefitUsesRow>`
    select mm.membership_id, u.benefit_id, mm.customer_id as user_id, count(*)::int as uses
    from benefit_use u
    join membership_member mm on mm.id = u.member_id
    join membership m on m.id = mm.membership_id
    join venue v on v.id = m.venue_id
    join benefit b on b.id = u.benefit_id
    where mm.membership_id = any(${membershipIds}::int[]) and u.state = 'used' and b.allowance is not null
      and date_trunc(b.allowance_period, u.counted_on::timestamp)
        = date_trunc(b.allowance_period, ${now}::timestamptz at time zone v.timezone)
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** The memberships that these people pay for or belong to. */
export const membershipsOf = createBatchedStatement(
  async (tx, groups: (readonly number[])[]): Promise<MembershipRow[][]> => {
    const rows = await selectMemberships(tx, [...new Set(groups.flat())])
    return groups.map((wanted) =>
      rows.filter(
        ({ payerId, members }) =>
          wanted.includes(payerId) || members.some(({ userId }) => wanted.includes(userId)),
      ),
    )
  },
  { name: 'memberships', batchSize: 64, inFlight: 1 },
)

const selectMemberships = async (tx: Tx, customerIds: readonly number[]): Promise<MembershipRow[]> => {
  const { rows } = await sql<MembershipRow>`
    select m.id, p.name, m.reference, m.status, m.starts_on, m.ends_on, m.frozen_from, m.frozen_until,
      v.slug as venue_slug, v.name as venue_name, v.timezone, m.price, m.billing_period, m.billing_day,
      m.next_billing_on, m.payment_method, m.payer_id, m.minimum_until, m.cancelled_at, m.collected_here, op.collection_notice_days, op.take_over_email,
      p.cancellation_notice_days, p.freeze_months, p.document_type, p.max_members, p.max_adults, op.currency_symbol,
      ${hasSuccessor} as has_successor, ${hasWaitingPayment} as has_waiting_payment,
      (select json_build_object('id', s.id, 'brand', s.brand, 'lastFour', s.last_four, 'expiry', s.expiry)
        from saved_card s where s.id = m.saved_card_id and m.payment_method = 'card' and s.removed_at is null) as card,
      (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'description', b.description,
          'allowance', b.allowance, 'allowancePeriod', b.allowance_period)
          order by b.position, b.id), '[]'::json)
        from benefit b where b.plan_id = p.id and not b.withdrawn) as benefits,
      (select coalesce(json_agg(json_build_object('memberId', mm.id, 'userId', c.id, 'firstName', c.first_name,
          'lastName', c.last_name) order by mm.id), '[]'::json)
        from membership_member mm join customer c on c.id = mm.customer_id
        where mm.membership_id = m.id and mm.removed_at is null) as members,
      ${joinedAtDistance} as joined, (select plan from next_plan where membership_id = m.id) as next_plan,
      ${failedPayment} as failed_payment
    from membership m
    join membership_plan p on p.id = m.plan_id
    join venue v on v.id = m.venue_id
    join operator op on op.id = m.operator_id
    where m.id in (
      select paid.id from membership paid where paid.payer_id = any(${customerIds}::int[])
      union select mm.membership_id from membership_member mm
        where mm.customer_id = any(${customerIds}::int[]) and mm.removed_at is null
    )
    order by m.id`.execute(tx)
  return rows
}

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

/** The first name of each of these people who has the plan on a day, or will have it. */
export const listNamesWithPlan = async (
  tx: Tx,
  customerIds: readonly number[],
  { planId, day, exceptId }: { planId: number; day: string; exceptId: number | null },
): Promise<string[]> => {
  const { rows } = await sql<{ firstName: string }>`
    select distinct c.id, c.first_name from membership m
    join membership_member mm on mm.membership_id = m.id and mm.removed_at is null
    join customer c on c.id = mm.customer_id
    where mm.customer_id = any(${[...customerIds]}::int[]) and m.plan_id = ${planId}
      and m.id is distinct from ${exceptId}::int and m.status not in ('ended', 'awaiting_payment')
      and (m.ends_on is null or m.ends_on >= ${day}::date)
    order by c.id`.execute(tx)
  return rows.map(({ firstName }) => firstName)
}

/** The people who belong to a membership, with what limits them. The caller has locked it. */
export const findMembers = async (
  tx: Tx,
  membershipId: number,
): Promise<{ planId: number; maxMembers: number; maxAdults: number | null; memberIds: number[] }> => {
  const { rows } = await sql<{
    planId: number
    maxMembers: number
    maxAdults: number | null
    memberIds: number[]
  }>`
    select m.plan_id, p.max_members, p.max_adults,
      array(select mm.customer_id from membership_member mm
        where mm.membership_id = m.id and mm.removed_at is null order by mm.id) as member_ids
    from membership m join membership_plan p on p.id = m.plan_id where m.id = ${membershipId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A locked membership is missing.')
  return row
}

/** Whoever belonged to it before continues with the uses they have had. */
export const addMembers = async (
  tx: Tx,
  membershipId: number,
  customerIds: readonly number[],
): Promise<void> => {
  if (customerIds.length === 0) return
  await tx
    .insertInto('membershipMember')
    .values(customerIds.map((customerId) => ({ membershipId, customerId })))
    .onConflict((conflict) =>
      conflict.columns(['membershipId', 'customerId']).doUpdateSet({ removedAt: null }),
    )
    .execute()
}

export const removeMembers = async (
  tx: Tx,
  membershipId: number,
  customerIds: readonly number[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('membershipMember')
    .set({ removedAt: now })
    .where('membershipId', '=', membershipId)
    .where(sql<boolean>`customer_id = any(${[...customerIds]}::int[])`)
    .execute()
}

/** Whether a payment of a membership `m` has been announced, or has failed and is tried again. */
export const hasWaitingPayment = sql<boolean>`
  exists (select 1 from membership_collection wc where wc.membership_id = m.id and wc.state = 'waiting')`

/** The newest failed payment of a membership `m` that is still owed. */
export const failedPayment = sql<{ amount: number; triedAgainOn: string | null } | null>`
  (select json_build_object('amount', c.amount, 'triedAgainOn', case when c.state <> 'failed' then c.due_on end)
    from membership_collection c
    where c.membership_id = m.id
      and (c.state = 'failed' or (c.reason is not null and c.state in ('waiting', 'requested')))
    order by c.period_from desc limit 1)`

/**
 * Whether the payer of a membership `m` has another one of the same plan, for one of its members, that lasts longer. Of
 * two that end on one day the newer is the successor.
 */
export const hasSuccessor = sql<boolean>`
  (m.ends_on is not null and exists (
    select 1 from membership s
    where s.payer_id = m.payer_id and s.plan_id = m.plan_id and s.id <> m.id
      and s.status not in ('ended', 'awaiting_payment')
      and (s.ends_on is null or s.ends_on > m.ends_on or (s.ends_on = m.ends_on and s.id > m.id))
      and exists (
        select 1 from membership_member sm
        join membership_member mm on mm.customer_id = sm.customer_id and mm.membership_id = m.id
        where sm.membership_id = s.id and sm.removed_at is null and mm.removed_at is null
      )
  ))`
