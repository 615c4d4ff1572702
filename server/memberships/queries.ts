import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { failedPayment, hasSuccessor, hasWaitingPayment } from './changes/queries.ts'
import type { ChangeableMembership } from './changes/rules.ts'
import type { NextPlan } from './plan-changes/rules.ts'
import { joinedAtDistance } from './withdrawals/queries.ts'
import type { JoinedAtDistance } from './withdrawals/rules.ts'

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
export const membershipsOf = createSharedRead(
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
      m.next_billing_on, m.payment_method, m.payer_id, m.minimum_until, m.cancelled_at, m.collected_here,
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

/** The people of a membership by its number, and who pays for it. */
export const peopleByReference = async (tx: Tx, operatorId: number, reference: string): Promise<number[]> => {
  const { rows } = await sql<{ customerId: number }>`
    with found as (
      select id, payer_id from membership where operator_id = ${operatorId} and reference = ${reference}
    )
    select mm.customer_id from membership_member mm join found f on f.id = mm.membership_id where mm.removed_at is null
    union
    select f.payer_id from found f`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}

export type NewMembership = {
  operatorId: number
  reference: string
  planId: number
  venueId: number
  payerId: number
  status: 'pending' | 'active'
  startsOn: string
  endsOn: string | null
  price: number
  billingPeriod: 'month' | 'year' | 'once'
  paymentMethod: 'direct_debit' | 'card'
  billingDay: number | null
  nextBillingOn: string | null
  mandateId: number | null
  savedCardId: number | null
  minimumUntil: string | null
  collectedHere: boolean
  createdAt: Date
}

/** null: the reference is taken. */
export const insertMembership = async (tx: Tx, membership: NewMembership): Promise<number | null> => {
  const row = await tx
    .insertInto('membership')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['operatorId', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The current memberships of a payer that are collected from a saved card. */
export const membershipsPaidByCard = async (
  tx: Tx,
  payerId: number,
): Promise<{ savedCardId: number; name: string }[]> => {
  const { rows } = await sql<{ savedCardId: number; name: string }>`
    select m.saved_card_id, p.name from membership m join membership_plan p on p.id = m.plan_id
    where m.payer_id = ${payerId} and m.saved_card_id is not null and m.status <> 'ended'
    order by m.id`.execute(tx)
  return rows
}
