import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { MembershipStatus } from '#server/memberships/rules.ts'
import type { NextPlan } from '#server/memberships/plan-changes/rules.ts'
import type { FailureReason } from './rules.ts'

/** A membership with what decides its collections. Amounts are in pence. */
export type PayingMembershipRow = {
  id: number
  operatorId: number
  payerId: number
  status: MembershipStatus
  startsOn: string
  endsOn: string | null
  frozenFrom: string | null
  frozenUntil: string | null
  price: number
  nextPlan: NextPlan | null
  billingPeriod: 'month' | 'year'
  paymentMethod: 'direct_debit' | 'card'
  billingDay: number | null
  nextBillingOn: string | null
  mandateId: number | null
  savedCardId: number | null
  plan: string
  timezone: string
  email: string
  firstName: string
  currencySymbol: string
  collectionNoticeDays: number
  collectionRetryDays: number
  collectionTries: number
}

const paying = sql`
  select m.id, m.operator_id, m.payer_id, m.status, m.starts_on, m.ends_on, m.frozen_from, m.frozen_until, m.price,
    (select plan from next_plan where membership_id = m.id) as next_plan,
    m.billing_period, m.payment_method, m.billing_day, m.next_billing_on, m.mandate_id, m.saved_card_id,
    p.name as plan, v.timezone, c.email, c.first_name, op.currency_symbol, op.collection_notice_days,
    op.collection_retry_days, op.collection_tries
  from membership m
  join membership_plan p on p.id = m.plan_id
  join venue v on v.id = m.venue_id
  join customer c on c.id = m.payer_id
  join operator op on op.id = m.operator_id`

/** Locks a membership. Always before its collections, so that locks have one order. */
export const lockMembership = async (tx: Tx, id: number): Promise<PayingMembershipRow> => {
  const { rows } =
    await sql<PayingMembershipRow>`${paying} where m.id = ${id} for no key update of m`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new Error('A collection is for a membership that is not there.')
  return row
}

/** Memberships that may have a payment to announce by a day and have none announced for it. */
export const announceableMemberships = async (
  tx: Tx,
  by: string,
  after: number,
  limit: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select m.id from membership m
    join operator op on op.id = m.operator_id
    where m.collected_here and m.id > ${after}
      and m.next_billing_on <= ${by}::date + op.collection_notice_days and m.status in ('active', 'pending', 'frozen')
      and not exists (
        select 1 from membership_collection c where c.membership_id = m.id and c.period_from = m.next_billing_on
      )
    order by m.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export type CollectionState =
  | 'waiting'
  | 'requested'
  | 'collected'
  | 'failed'
  | 'settled'
  | 'skipped'
  | 'missed'

export type CollectionRow = {
  id: number
  key: string
  membershipId: number
  periodFrom: string
  periodUntil: string
  amount: number
  method: 'direct_debit' | 'card'
  state: CollectionState
  dueOn: string
  tries: number
  reason: FailureReason | null
  /** What the last attempt was requested from. */
  savedCardId: number | null
  mandateId: number | null
}

const columns = [
  'id',
  'key',
  'membershipId',
  'periodFrom',
  'periodUntil',
  'amount',
  'method',
  'state',
  'dueOn',
  'tries',
  'reason',
  'savedCardId',
  'mandateId',
] as const

/** Inserts one collection a period at most. null: there is one. */
export const insertCollection = async (
  tx: Tx,
  collection: Omit<CollectionRow, 'id' | 'state' | 'tries' | 'reason' | 'savedCardId' | 'mandateId'> & {
    state: 'waiting' | 'missed'
    createdAt: Date
    nextAttemptAt: Date | null
  },
): Promise<CollectionRow | null> =>
  ((await tx
    .insertInto('membershipCollection')
    .values(collection)
    .onConflict((conflict) => conflict.columns(['membershipId', 'periodFrom']).doNothing())
    .returning(columns)
    .executeTakeFirst()) as CollectionRow | undefined) ?? null

export const lockCollection = async (tx: Tx, id: number): Promise<CollectionRow> =>
  (await tx
    .selectFrom('membershipCollection')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as CollectionRow

/**
 * Claims collections that are due by postponing their next attempt, so that no other node takes them. If
 * the node dies, they become due again.
 */
export const claimDueCollections = async (db: Tx, now: Date, limit: number): Promise<CollectionRow[]> => {
  const { rows } = await sql<CollectionRow>`
    update membership_collection c set next_attempt_at = ${now}::timestamptz + interval '5 minutes'
    where c.id in (
      select d.id from membership_collection d where d.next_attempt_at <= ${now} order by d.next_attempt_at, d.id limit ${limit}
      for update skip locked
    )
    returning c.id, c.key, c.membership_id, c.period_from, c.period_until, c.amount, c.method, c.state, c.due_on,
      c.tries, c.reason, c.saved_card_id, c.mandate_id`.execute(db)
  return rows
}

type Change = Partial<{
  state: CollectionState
  method: 'direct_debit' | 'card'
  savedCardId: number | null
  mandateId: number | null
  dueOn: string
  tries: number
  reason: string | null
  penaltyId: number
  requestedAt: Date
  settledAt: Date
  nextAttemptAt: Date | null
}>

/** Changes a collection that the caller has locked. */
export const updateCollection = async (tx: Tx, id: number, change: Change): Promise<void> => {
  await tx.updateTable('membershipCollection').set(change).where('id', '=', id).execute()
}

/** Changes a membership that the caller has locked. */
export const updateMembership = async (
  tx: Tx,
  id: number,
  change: {
    nextBillingOn?: string | null
    status?: 'active' | 'frozen'
    paymentMethod?: 'card'
    savedCardId?: number
    mandateId?: number
  },
): Promise<void> => {
  await tx.updateTable('membership').set(change).where('id', '=', id).execute()
}

/** The card that pays a membership; null when it has been removed. */
export const savedCardById = async (
  tx: Tx,
  id: number,
): Promise<{ externalIdentifier: string; provider: string; payerReference: string | null } | null> =>
  (await tx
    .selectFrom('savedCard as s')
    .leftJoin('providerCustomer as p', (join) =>
      join.onRef('p.customerId', '=', 's.customerId').onRef('p.provider', '=', 's.provider'),
    )
    .select(['s.externalIdentifier', 's.provider', 'p.reference as payerReference'])
    .where('s.id', '=', id)
    .where('s.removedAt', 'is', null)
    .executeTakeFirst()) ?? null

/** Failed collections whose penalty has since been paid or waived. */
export const failedCollectionsPaid = (
  tx: Tx,
  limit: number,
  penaltyIds?: readonly number[],
): Promise<{ id: number; membershipId: number }[]> =>
  tx
    .selectFrom('membershipCollection as c')
    .innerJoin('penalty as p', 'p.id', 'c.penaltyId')
    .select(['c.id', 'c.membershipId'])
    .where('c.state', '=', sql.lit('failed'))
    .where('p.status', '<>', sql.lit('outstanding'))
    .$if(penaltyIds !== undefined, (query) => query.where('p.id', 'in', [...(penaltyIds ?? [])]))
    .orderBy('c.id')
    .limit(limit)
    .execute()

export const hasFailed = async (tx: Tx, membershipId: number): Promise<boolean> =>
  (await tx
    .selectFrom('membershipCollection')
    .select('id')
    .where('membershipId', '=', membershipId)
    .where('state', '=', sql.lit('failed'))
    .executeTakeFirst()) !== undefined

/** Memberships created here whose stored status may be out of date on a day. */
export const membershipsToUpdate = async (
  tx: Tx,
  by: string,
  limit: number,
): Promise<PayingMembershipRow[]> => {
  const { rows } = await sql<PayingMembershipRow>`
    ${paying}
    where exists (select 1 from joining j where j.membership_id = m.id)
      and ((m.status = 'pending' and m.starts_on <= ${by}::date)
        or (m.status <> 'ended' and m.ends_on < ${by}::date))
    order by m.id limit ${limit}`.execute(tx)
  return rows
}

export const setMembershipStatus = async (
  tx: Tx,
  id: number,
  from: MembershipStatus,
  to: 'active' | 'ended',
): Promise<void> => {
  await tx
    .updateTable('membership')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .execute()
}

/** A past or planned collection of a customer. */
export type CollectedRow = {
  id: number
  description: string
  amount: number
  method: 'direct_debit' | 'card'
  state: CollectionState
  tries: number
  dueOn: string
  requestedAt: Date | null
  settledAt: Date | null
  reason: FailureReason | null
  /** What is still owed of a failed one. */
  penaltyId: number | null
}

export const collectionsOf = async (tx: Tx, payerId: number): Promise<CollectedRow[]> => {
  const { rows } = await sql<CollectedRow>`
    select c.id, p.name as description, c.amount, c.method, c.state, c.tries, c.due_on, c.requested_at, c.settled_at,
      c.reason, y.id as penalty_id
    from membership_collection c
    join membership m on m.id = c.membership_id
    join membership_plan p on p.id = m.plan_id
    left join penalty y on y.id = c.penalty_id and y.status = 'outstanding'
    where m.payer_id = ${payerId} order by c.period_from desc, c.id desc`.execute(tx)
  return rows
}
