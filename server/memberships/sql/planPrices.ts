import { sql } from 'kysely'
import type { NextPlan, PricedMembership } from '#server/memberships/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { lockMembershipRow } from './memberships.ts'

/** A plan that is sold or that members have. Pence. */
export type PricedPlan = {
  id: number
  name: string
  venues: string[]
  billingPeriod: 'month' | 'year' | 'once'
  basePrice: number
  /** Memberships that another system collects. */
  elsewhere: number
  /** By day. */
  steps: { id: number; fromDay: string; price: number; setBy: string }[]
}

const stepsOf = (planId: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'fromDay', s.from_day, 'price', s.price,
      'setBy', trim(c.first_name || ' ' || c.last_name)) order by s.from_day), '[]'::json)
    from plan_price_step s join customer c on c.id = s.set_by where s.plan_id = ${planId})`

/** The plans of an operator in its order, or one of them. */
export const pricedPlans = async (tx: Tx, operatorId: number, planId?: number): Promise<PricedPlan[]> => {
  const { rows } = await sql<PricedPlan>`
    select p.id, p.name, p.billing_period, p.price as base_price, ${stepsOf(sql`p.id`)} as steps,
      array(select v.name from membership_plan_venue pv join venue v on v.id = pv.venue_id
        where pv.plan_id = p.id order by v.name) as venues,
      (select count(*)::int from membership m where m.plan_id = p.id and not m.collected_here and m.ends_on is null
        and m.billing_period <> 'once' and m.status in ('active', 'pending', 'frozen')) as elsewhere
    from membership_plan p
    where p.operator_id = ${operatorId} and (${planId ?? null}::int is null or p.id = ${planId ?? null}::int)
      and (not p.withdrawn or exists (select 1 from membership m where m.plan_id = p.id and m.status <> 'ended'))
    order by p.position, p.id`.execute(tx)
  return rows
}

/** Prices of a plan are set one after the other. */
export const lockPlan = async (tx: Tx, planId: number): Promise<void> => {
  await sql`select 1 from membership_plan where id = ${planId} for no key update`.execute(tx)
}

/** Paid for here again and again, and neither cancelled nor about to become another plan. */
const isPriced = sql`m.collected_here and m.status in ('active', 'pending', 'frozen') and m.ends_on is null
  and m.next_billing_on is not null and m.billing_period <> 'once'
  and (m.next_plan_id is null or m.next_plan_id = m.plan_id)`

type PricedMembershipRow = Omit<PricedMembership, 'basePrice' | 'steps'> & {
  planId: number
  timezone: string
  email: string
}

/** The memberships of plans whose price is collected again. */
export const findPricedMemberships = async (
  tx: Tx,
  planIds: readonly number[],
): Promise<PricedMembershipRow[]> => {
  const { rows } = await sql<PricedMembershipRow>`
    select m.plan_id, m.price, m.billing_period, m.next_billing_on, m.minimum_until, p.cancellation_notice_days,
      op.collection_notice_days, v.timezone, c.email
    from membership m
    join membership_plan p on p.id = m.plan_id
    join operator op on op.id = m.operator_id
    join venue v on v.id = m.venue_id
    join customer c on c.id = m.payer_id
    where m.plan_id = any(${[...planIds]}::int[]) and ${isPriced}`.execute(tx)
  return rows
}

/** How many of those pay each price, by the time zone of their venue. */
export const countPrices = async (
  tx: Tx,
  planIds: readonly number[],
): Promise<{ planId: number; price: number; timezone: string; memberships: number }[]> => {
  const { rows } = await sql<{ planId: number; price: number; timezone: string; memberships: number }>`
    select m.plan_id, m.price, v.timezone, count(*)::int as memberships
    from membership m join venue v on v.id = m.venue_id
    where m.plan_id = any(${[...planIds]}::int[]) and ${isPriced}
    group by m.plan_id, m.price, v.timezone`.execute(tx)
  return rows
}

/**
 * Memberships whose payer has to be told of a price: one that its plan has from a day on, or one that was taken back. Prices
 * that were set after `setBefore` are left out.
 */
export const membershipsToFollow = async (
  db: Database,
  { setBefore, after, limit }: { setBefore: Date; after: number; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select m.id from membership m
    join membership_plan p on p.id = m.plan_id
    where m.id > ${after} and ${isPriced} and m.next_plan_id is null
      and m.plan_id in (select s.plan_id from plan_price_step s where s.set_at <= ${setBefore})
      and m.price <> plan_price_on(m.plan_id, 'infinity')
      and (m.price = p.price or m.price in (select s.price from plan_price_step s where s.plan_id = m.plan_id))
    union
    select m.id from membership m
    where m.id > ${after} and ${isPriced} and m.next_plan_id = m.plan_id and not exists (
      select 1 from plan_price_step s where s.plan_id = m.plan_id and s.price = m.next_price
    )
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type FollowingMembership = PricedMembershipRow &
  PricedMembership & {
    id: number
    operatorId: number
    plan: string
    firstName: string
    nextPlan: NextPlan | null
  }

/** Locks a membership whose price may change; without the steps that were set after `setBefore`. */
export const lockFollowing = async (
  tx: Tx,
  id: number,
  setBefore: Date,
): Promise<FollowingMembership | undefined> => {
  await lockMembershipRow(tx, id)
  const { rows } = await sql<FollowingMembership>`
    select m.id, m.operator_id, m.plan_id, m.price, m.billing_period, m.next_billing_on, m.minimum_until,
      p.name as plan, p.price as base_price, p.cancellation_notice_days, op.collection_notice_days, v.timezone,
      c.email, c.first_name, (select plan from next_plan where membership_id = m.id) as next_plan,
      (select coalesce(json_agg(json_build_object('fromDay', s.from_day, 'price', s.price) order by s.from_day), '[]'::json)
        from plan_price_step s where s.plan_id = m.plan_id and s.set_at <= ${setBefore}) as steps
    from membership m
    join membership_plan p on p.id = m.plan_id
    join operator op on op.id = m.operator_id
    join venue v on v.id = m.venue_id
    join customer c on c.id = m.payer_id
    where m.id = ${id} and ${isPriced}`.execute(tx)
  return rows[0]
}
