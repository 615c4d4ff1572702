import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { NextPlan } from '#server/memberships/plan-changes/rules.ts'
import type { ChangeableMembership } from './rules.ts'

/** A membership with what decides its changes, and whom to write to. */
export type LockedMembership = ChangeableMembership & {
  id: number
  operatorId: number
  reference: string
  plan: string
  timezone: string
  email: string
  firstName: string
  paymentMethod: string
  mandateId: number | null
  hasWaitingPayment: boolean
  price: number
  currencySymbol: string
  nextPlan: NextPlan | null
  failedPayment: { amount: number; triedAgainOn: string | null } | null
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

/** Locks a membership of its payer. */
export const lockMembershipOfPayer = async (
  tx: Tx,
  id: number,
  payerId: number,
): Promise<LockedMembership | undefined> => {
  const { rows } = await sql<LockedMembership>`
    select m.id, m.operator_id, m.reference, m.status, m.starts_on, m.ends_on, m.frozen_from, m.frozen_until,
      m.billing_period, m.next_billing_on, m.minimum_until, m.cancelled_at, m.collected_here,
      p.cancellation_notice_days, p.freeze_months, p.name as plan, v.timezone, c.email, c.first_name,
      m.payment_method, m.mandate_id, m.price, op.currency_symbol, ${failedPayment} as failed_payment,
      (select plan from next_plan where membership_id = m.id) as next_plan,
      ${hasSuccessor} as has_successor, ${hasWaitingPayment} as has_waiting_payment
    from membership m
    join membership_plan p on p.id = m.plan_id
    join venue v on v.id = m.venue_id
    join customer c on c.id = m.payer_id
    join operator op on op.id = m.operator_id
    where m.id = ${id} and m.payer_id = ${payerId} for no key update of m`.execute(tx)
  return rows[0]
}

/** Changes a membership that the caller has locked. */
export const changeMembership = async (
  tx: Tx,
  id: number,
  change: {
    endsOn?: string | null
    cancelledAt?: Date | null
    nextBillingOn?: string | null
    frozenFrom?: string | null
    frozenUntil?: string | null
    status?: 'ended'
  },
): Promise<void> => {
  await tx.updateTable('membership').set(change).where('id', '=', id).execute()
}
