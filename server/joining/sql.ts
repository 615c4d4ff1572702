import { sql } from 'kysely'
import type { Plan, PlanOverlap } from '#contract/memberships.ts'
import type { Tx } from '#server/platform/database.ts'

/** A plan as it is sold online at a venue. Amounts are pence. */
export type PlanRow = {
  id: number
  name: string
  description: string
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  /** Of who joins today. */
  price: number
  comingPrice: { price: number; from: string } | null
  billingPeriod: 'month' | 'year' | 'once'
  joiningFee: number
  minimumTermMonths: number
  cancellationNoticeDays: number | null
  freezeMonths: number
  maxMembers: number
  maxAdults: number | null
  firstDays: 'share' | 'free'
  paymentMethods: string[]
  ageMin: number | null
  ageMax: number | null
  documentType: string | null
  collectionNoticeDays: number
  currencySymbol: string
  benefits: string[]
  terms: { id: number; name: string; html: string; required: boolean }[]
}

/** What is sold online at a venue of the operator, in the operator's order; one plan when it is named. */
export const plansOnSale = async (
  tx: Tx,
  { operatorId, venueSlug, planId }: { operatorId: number; venueSlug: string; planId?: number },
  now: Date,
): Promise<PlanRow[]> => {
  const { rows } = await sql<PlanRow>`
    select p.id, p.name, p.description, v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone,
      plan_price_on(p.id, today) as price, (
        select json_build_object('price', s.price, 'from', s.from_day) from plan_price_step s
        where s.plan_id = p.id and s.from_day > today order by s.from_day limit 1
      ) as coming_price, p.billing_period, p.joining_fee, p.minimum_term_months, p.cancellation_notice_days,
      p.freeze_months, p.max_members, p.max_adults, p.first_days, p.payment_methods, p.age_min,
      p.age_max, p.document_type, op.collection_notice_days, op.currency_symbol,
      (select coalesce(json_agg(b.description order by b.position, b.id), '[]'::json)
        from benefit b where b.plan_id = p.id and not b.withdrawn and b.description <> '') as benefits,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'html', t.html, 'required', t.required)
          order by t.id), '[]'::json)
        from membership_plan_terms pt join terms t on t.id = pt.terms_id where pt.plan_id = p.id) as terms
    from membership_plan p
    join membership_plan_venue pv on pv.plan_id = p.id
    join venue v on v.id = pv.venue_id
    join operator op on op.id = p.operator_id
    cross join lateral (select (${now}::timestamptz at time zone v.timezone)::date as today) local
    where p.operator_id = ${operatorId} and v.slug = ${venueSlug} and v.status = 'open'
      and op.online_joining_enabled and v.online_joining_enabled and p.sold_online and not p.withdrawn
      and p.payment_methods && '{direct_debit,card}'::text[]
      and (${planId ?? null}::int is null or p.id = ${planId ?? null}::int)
    order by p.position, p.id`.execute(tx)
  return rows
}

export type JoiningRow = {
  id: number
  operatorId: number
  customerId: number
  planId: number
  venueId: number
  basketId: number
  status: 'awaiting_payment' | 'complete' | 'given_up'
  startsOn: string
  paymentMethod: 'direct_debit' | 'card'
  billingDay: number | null
  /** Who belongs to it besides the buyer. */
  memberIds: number[]
  mandateId: number | null
  /** The membership whose plan it changes; null where it makes one. */
  changesId: number | null
  price: number
  joiningFee: number
  firstDaysPrice: number
  firstDaysUntil: string | null
  nextOn: string | null
  minimumUntil: string | null
  endsOn: string | null
  plan: Plan
  terms: number[]
  membershipId: number | null
  orderId: number | null
  createdAt: Date
  goodUntil: Date
}

const columns = [
  'id',
  'operatorId',
  'customerId',
  'planId',
  'venueId',
  'basketId',
  'status',
  'startsOn',
  'paymentMethod',
  'billingDay',
  'memberIds',
  'mandateId',
  'changesId',
  'price',
  'joiningFee',
  'firstDaysPrice',
  'firstDaysUntil',
  'nextOn',
  'minimumUntil',
  'endsOn',
  'plan',
  'terms',
  'membershipId',
  'orderId',
  'createdAt',
  'goodUntil',
] as const

export const joiningById = async (tx: Tx, id: number): Promise<JoiningRow | undefined> =>
  (await tx.selectFrom('joining').select(columns).where('id', '=', id).executeTakeFirst()) as
    | JoiningRow
    | undefined

export const joiningOfBasket = async (tx: Tx, basketId: number): Promise<JoiningRow | undefined> =>
  (await tx.selectFrom('joining').select(columns).where('basketId', '=', basketId).executeTakeFirst()) as
    | JoiningRow
    | undefined

/** The joining that a person has begun and not paid for. */
export const joiningInProgress = async (tx: Tx, customerId: number): Promise<JoiningRow | undefined> =>
  (await tx
    .selectFrom('joining')
    .select(columns)
    .where('customerId', '=', customerId)
    .where('status', '=', sql.lit('awaiting_payment'))
    .executeTakeFirst()) as JoiningRow | undefined

/** `soldBy`: the member of staff who begins it for the customer. */
type NewJoining = Omit<JoiningRow, 'id' | 'status' | 'membershipId' | 'orderId'> & {
  soldBy: number | null
}

/** null: the customer has another one under way. */
export const insertJoining = async (tx: Tx, row: NewJoining): Promise<JoiningRow | null> => {
  const made = (await tx
    .insertInto('joining')
    .values({ ...row, plan: JSON.stringify(row.plan) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()) as JoiningRow | undefined
  return made ?? null
}

export const abandon = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('joining')
    .set({ status: 'given_up', endedAt: now })
    .where('id', '=', id)
    .where('status', '=', sql.lit('awaiting_payment'))
    .execute()
}

/** Joinings that no one has paid for in time. */
export const unfinishedJoinings = (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ id: number; basketId: number; mandateId: number | null }[]> =>
  tx
    .selectFrom('joining')
    .select(['id', 'basketId', 'mandateId'])
    .where('status', '=', sql.lit('awaiting_payment'))
    .where('goodUntil', '<', before)
    .orderBy('goodUntil')
    .limit(limit)
    .execute()

/** The date of birth; null when not given. */
export const birthDate = async (tx: Tx, customerId: number): Promise<string | null> => {
  const { dateOfBirth } = await tx
    .selectFrom('customer')
    .select('dateOfBirth')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return dateOfBirth
}

/** Whether a person has this plan on a day or will have it then. */
export const hasPlan = async (tx: Tx, customerId: number, planId: number, day: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from membership m join membership_member mm on mm.membership_id = m.id
      where mm.customer_id = ${customerId} and mm.removed_at is null and m.plan_id = ${planId}
        and m.status not in ('ended', 'awaiting_payment') and (m.ends_on is null or m.ends_on >= ${day}::date)
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** What a joining has become. */
export type ActivatedMembership = MembershipDaysRow & {
  reference: string
  memberId: number
  timezone: string
}

type MembershipDaysRow = {
  status: 'awaiting_payment' | 'pending' | 'active' | 'frozen' | 'ended'
  startsOn: string
  endsOn: string | null
  frozenFrom: string | null
  frozenUntil: string | null
}

export const createdMembership = async (
  tx: Tx,
  membershipId: number,
  customerId: number,
): Promise<ActivatedMembership | undefined> =>
  await tx
    .selectFrom('membership as m')
    .innerJoin('membershipMember as mm', 'mm.membershipId', 'm.id')
    .innerJoin('venue as v', 'v.id', 'm.venueId')
    .select([
      'm.status',
      'm.startsOn',
      'm.endsOn',
      'm.frozenFrom',
      'm.frozenUntil',
      'm.reference',
      'mm.id as memberId',
      'v.timezone',
    ])
    .where('m.id', '=', membershipId)
    .where('mm.customerId', '=', customerId)
    .executeTakeFirst()

export const markComplete = async (
  tx: Tx,
  id: number,
  made: { membershipId: number; orderId: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('joining')
    .set({ ...made, status: 'complete', endedAt: now })
    .where('id', '=', id)
    .execute()
}

export const zoneOf = async (tx: Tx, venueId: number): Promise<string> => {
  const { timezone } = await tx
    .selectFrom('venue')
    .select('timezone')
    .where('id', '=', venueId)
    .executeTakeFirstOrThrow()
  return timezone
}

export const payerOf = (tx: Tx, customerId: number): Promise<{ email: string; firstName: string }> =>
  tx
    .selectFrom('customer')
    .select(['email', 'firstName'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

/** What an order was paid with, for the books of the desk. */
export const paymentsOfOrder = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('orderPayment')
    .select(['id as paymentId', 'tenderType', 'creditType', 'amount'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()

export const planOf = async (tx: Tx, membershipId: number): Promise<number | undefined> =>
  (await tx.selectFrom('membership').select('planId').where('id', '=', membershipId).executeTakeFirst())
    ?.planId

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
