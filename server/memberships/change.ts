import { sql } from 'kysely'
import type { AuditAct } from '#contract/audit.ts'
import type { Membership } from '#contract/memberships.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import { membershipsToUpdate, paying, setMembershipStatus } from './sql/collections.ts'
import type { PayingMembershipRow } from './sql/collections.ts'
import { failedPayment, hasSuccessor, hasWaitingPayment, lockMembershipRow } from './sql/memberships.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { listMemberships } from './list.ts'
import {
  freezeEnded,
  freezeWithdrawn,
  membershipCancelled,
  membershipContinued,
  membershipFrozen,
} from './messages.ts'
import type { ChangedFacts } from './messages.ts'
import {
  canKeep,
  changeableMethod,
  freezeStarts,
  lastDayIfCancelled,
  monthsAfter,
  paymentsUntil,
  resumedBillingDay,
  statusOn,
  unfreezeOn,
} from './rules.ts'
import type { ChangeableMembership, NextPlan } from './rules.ts'

/** Locks a membership of its payer. */
export const lockMembershipOfPayer = async (
  tx: Tx,
  id: number,
  payerId: number,
): Promise<LockedMembership | undefined> => {
  await lockMembershipRow(tx, id)
  const { rows } = await sql<LockedMembership>`
    select m.id, m.operator_id, m.reference, m.status, m.starts_on, m.ends_on, m.frozen_from, m.frozen_until,
      m.billing_period, m.next_billing_on, m.minimum_until, m.cancelled_at, m.collected_here,
      op.collection_notice_days, op.take_over_email,
      p.cancellation_notice_days, p.freeze_months, p.name as plan, v.timezone, c.email, c.first_name, c.last_name,
      m.payment_method, m.mandate_id, m.price, op.currency_symbol, ${failedPayment} as failed_payment,
      (select plan from next_plan where membership_id = m.id) as next_plan,
      ${hasSuccessor} as has_successor, ${hasWaitingPayment} as has_waiting_payment
    from membership m
    join membership_plan p on p.id = m.plan_id
    join venue v on v.id = m.venue_id
    join customer c on c.id = m.payer_id
    join operator op on op.id = m.operator_id
    where m.id = ${id} and m.payer_id = ${payerId}`.execute(tx)
  return rows[0]
}

/** A membership with what decides its changes, and whom to write to. */
export type LockedMembership = ChangeableMembership & {
  id: number
  operatorId: number
  reference: string
  plan: string
  timezone: string
  email: string
  firstName: string
  lastName: string
  paymentMethod: string
  collectionNoticeDays: number
  takeOverEmail: string
  mandateId: number | null
  hasWaitingPayment: boolean
  price: number
  currencySymbol: string
  nextPlan: NextPlan | null
  failedPayment: { amount: number; triedAgainOn: string | null } | null
}

type PaidMembership = { payerId: number; membershipId: number; by: 'card' | 'direct_debit' }

/**
 * Locks a membership whose card or bank account its payer may change.
 * @throws Refusal `not_found` for someone else's; `not_changeable` where nothing more is collected in this way
 */
export const lockPaidMembership = async (
  tx: Tx,
  { payerId, membershipId, by }: PaidMembership,
  now: Date,
): Promise<LockedMembership> => {
  const membership = await lockMembershipOfPayer(tx, membershipId, payerId)
  if (membership === undefined) throw notFound()
  if (changeableMethod(membership, localDay(now, membership.timezone)) !== by)
    throw new Refusal('not_changeable', (messages) => messages.memberships.notChangeable)
  return membership
}

/** The same without keeping the lock, before a provider is called. */
export const requirePaidMembership = (
  db: Database,
  membership: PaidMembership,
  now: Date,
): Promise<LockedMembership> => transact(db, (tx) => lockPaidMembership(tx, membership, now))

/** Locks a membership. Always before its collections, so that locks have one order. */
export const lockMembership = async (tx: Tx, id: number): Promise<PayingMembershipRow> => {
  await lockMembershipRow(tx, id)
  const { rows } = await sql<PayingMembershipRow>`${paying} where m.id = ${id}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new Error('A collection is for a membership that is not there.')
  return row
}

/** What a change does: to the row, in the audit log of staff, and in the mail that confirms it. */
type Change = {
  to: Parameters<typeof changeMembership>[2]
  act: AuditAct
  notice: NoticeKind<ChangedFacts>
  /** The days that the mail names. */
  from: string | null
  until: string | null
  /** What else its mail says. */
  more?: Pick<ChangedFacts, 'payments' | 'minimumUntil'>
}

export const makeChange = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
  decide: (membership: LockedMembership, today: string) => Change,
): Promise<Membership> => {
  const { person, customerId } = actor
  if (person === null || customerId === null) throw loggedOut()
  const membership = await lockMembershipOfPayer(tx, id, customerId)
  if (membership === undefined) throw notFound()
  const { operatorId, reference, plan, email, firstName, timezone } = membership
  const { to, act, notice, from, until, more = {} } = decide(membership, localDay(now, timezone))
  await changeMembership(tx, id, to)
  const done = { act, subject: `membership:${reference}`, detail: { from, until } }
  await auditForSelected(tx, actor, done, now)
  if (email !== '') {
    const facts = { membershipId: id, firstName, plan, from, until, at: now.toISOString(), ...more }
    await sendNotice(tx, notice, { operatorId, to: email }, facts, now)
  }
  const memberships = await listMemberships(tx, customerId, now)
  return memberships.find((one) => one.id === id) ?? failInvariant('a changed membership is missing')
}

export const notChangeable = (): Refusal =>
  new Refusal('not_changeable', (messages) => messages.memberships.notChangeable)

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

/** Gives a membership another plan at once. The caller has locked it. */
export const setPlan = async (
  tx: Tx,
  membershipId: number,
  { planId, price }: { planId: number; price: number },
): Promise<void> => {
  await tx
    .updateTable('membership')
    .set({ planId, price, nextPlanId: null, nextPrice: null, nextPlanFrom: null })
    .where('id', '=', membershipId)
    .execute()
}

/** Plans another plan from a day on; null takes the change back. The caller has locked the membership. */
export const planNext = async (
  tx: Tx,
  membershipId: number,
  next: { planId: number; price: number; from: string } | null,
): Promise<void> => {
  await tx
    .updateTable('membership')
    .set({
      nextPlanId: next?.planId ?? null,
      nextPrice: next?.price ?? null,
      nextPlanFrom: next?.from ?? null,
    })
    .where('id', '=', membershipId)
    .execute()
}

/**
 * Stores the status that follows from the calendar (active or ended), and plans that apply from today on. Reads compute it themselves;
 * statistics read the stored one.
 */
export const updateMembershipStatuses = async (db: Database, now: Date): Promise<void> => {
  await applyNextPlans(db, now)
  const by = daysAfter(now.toISOString().slice(0, 10), 1)
  for (const member of await membershipsToUpdate(db, by, 500)) {
    const status = statusOn(member, localDay(now, member.timezone))
    if (status !== member.status && (status === 'active' || status === 'ended')) {
      await setMembershipStatus(db, member.id, member.status, status)
    }
  }
}

/** Gives memberships the plans that apply from today on at their venues. */
const applyNextPlans = async (tx: Tx, now: Date): Promise<void> => {
  await sql`
    update membership m set plan_id = m.next_plan_id, price = m.next_price,
      next_plan_id = null, next_price = null, next_plan_from = null
    from venue v where v.id = m.venue_id and m.next_plan_id is not null
      and m.next_plan_from <= (${now}::timestamptz at time zone v.timezone)::date`.execute(tx)
}

/** Cancels a membership: it ends with the paid period in which the notice ends. @throws Refusal `not_changeable` */
export const cancelMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
    const endsOn = lastDayIfCancelled(membership, today)
    if (endsOn === null) throw notChangeable()
    const to = { endsOn, cancelledAt: now, ...withoutFreezeAfter(membership, today) }
    const { minimumUntil } = membership
    return {
      to,
      act: acts.membershipCancelled,
      notice: membershipCancelled,
      from: null,
      until: endsOn,
      more: {
        payments: paymentsUntil({ ...membership, ...to }, endsOn),
        minimumUntil: minimumUntil !== null && minimumUntil >= today ? minimumUntil : null,
      },
    }
  })

/** A freeze that has not begun is dropped: it would only delay an end that is fixed. */
const withoutFreezeAfter = ({ frozenFrom }: LockedMembership, today: string) =>
  frozenFrom !== null && frozenFrom > today ? { frozenFrom: null, frozenUntil: null } : {}

/**
 * Withdraws a cancellation.
 * @throws Refusal `already_member` where the member has joined again; `not_changeable`
 */
export const keepMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
    if (membership.hasSuccessor)
      throw new Refusal('already_member', (messages) => messages.memberships.joinedAgain)
    if (!canKeep(membership, today)) throw notChangeable()
    const nextBillingOn = resumedBillingDay(membership)
    const to = { endsOn: null, cancelledAt: null, nextBillingOn }
    return {
      to,
      act: acts.membershipContinued,
      notice: membershipContinued,
      from: nextBillingOn,
      until: null,
    }
  })

/** Freezes a membership for some months from a billing day. @throws Refusal `not_changeable` */
export const freezeMembership = (
  tx: Tx,
  actor: Actor,
  id: number,
  { from, months }: { from: string; months: number },
  now: Date,
): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
    if (!freezeStarts(membership, today).includes(from) || months > membership.freezeMonths)
      throw notChangeable()
    const until = monthsAfter(from, months)
    const to = { frozenFrom: from, frozenUntil: until }
    return { to, act: acts.membershipFrozen, notice: membershipFrozen, from, until }
  })

/** Ends a freeze with the present month, or withdraws one that has not begun. @throws Refusal `not_changeable` */
export const unfreezeMembership = (tx: Tx, actor: Actor, id: number, now: Date): Promise<Membership> =>
  makeChange(tx, actor, id, now, (membership, today) => {
    const from = unfreezeOn(membership, today)
    if (from === null) throw notChangeable()
    const isPlanned = membership.frozenFrom !== null && membership.frozenFrom > today
    return isPlanned
      ? {
          to: { frozenFrom: null, frozenUntil: null },
          act: acts.freezeWithdrawn,
          notice: freezeWithdrawn,
          from: membership.frozenFrom,
          until: null,
        }
      : {
          to: { frozenUntil: from },
          act: acts.freezeEnded,
          notice: freezeEnded,
          from,
          until: null,
        }
  })
