import { sql } from 'kysely'
import type { FailureReason, MembershipStatus, NextPlan } from '#server/memberships/rules.ts'
import type { Tx } from '#server/platform/database.ts'

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
  collectedHere: boolean
  mandateId: number | null
  savedCardId: number | null
  plan: string
  timezone: string
  reference: string
  email: string
  firstName: string
  lastName: string
  takeOverEmail: string
  currencySymbol: string
  collectionNoticeDays: number
  collectionRetryDays: number
  collectionTries: number
}

export const paying = sql`
  select m.id, m.operator_id, m.payer_id, m.status, m.starts_on, m.ends_on, m.frozen_from, m.frozen_until, m.price,
    (select plan from next_plan where membership_id = m.id) as next_plan,
    m.billing_period, m.payment_method, m.billing_day, m.next_billing_on, m.mandate_id, m.saved_card_id,
    m.reference, m.collected_here, p.name as plan, v.timezone, c.email, c.first_name, c.last_name,
    op.currency_symbol, op.collection_notice_days, op.collection_retry_days, op.collection_tries,
    op.take_over_email
  from membership m
  join membership_plan p on p.id = m.plan_id
  join venue v on v.id = m.venue_id
  join customer c on c.id = m.payer_id
  join operator op on op.id = m.operator_id`

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

const collectionColumns = [
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
    .returning(collectionColumns)
    .executeTakeFirst()) as CollectionRow | undefined) ?? null

export const lockCollection = async (tx: Tx, id: number): Promise<CollectionRow> =>
  (await tx
    .selectFrom('membershipCollection')
    .select(collectionColumns)
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

type CollectionChange = Partial<{
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
export const updateCollection = async (tx: Tx, id: number, change: CollectionChange): Promise<void> => {
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
    collectedHere?: true
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

/** Memberships sold or collected here whose stored status may be out of date on a day. */
export const membershipsToUpdate = async (
  tx: Tx,
  by: string,
  limit: number,
): Promise<PayingMembershipRow[]> => {
  const { rows } = await sql<PayingMembershipRow>`
    ${paying}
    where m.id = any(array(
        select s.id from membership s where s.status = 'pending' and s.starts_on <= ${by}::date
        union select e.id from membership e where e.status <> 'ended' and e.ends_on < ${by}::date
      ))
      and (m.collected_here or exists (select 1 from joining j where j.membership_id = m.id))
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

type MissedRow = {
  id: number
  membershipId: number
  customerId: number
  firstName: string
  lastName: string
  plan: string
  periodFrom: string
  timezone: string
  venueId: number
  amount: number
  currencySymbol: string
}

const missedCollection = sql`
  select c.id, c.membership_id, m.payer_id as customer_id, p.first_name, p.last_name, pl.name as plan, c.period_from,
    v.timezone, v.id as venue_id, c.amount, op.currency_symbol
  from membership_collection c
  join membership m on m.id = c.membership_id
  join membership_plan pl on pl.id = m.plan_id
  join customer p on p.id = m.payer_id
  join venue v on v.id = m.venue_id
  join operator op on op.id = m.operator_id
  where c.state = ${sql.lit('missed')}`

/**
 * Payments that staff decide about, by customer and month.
 * @param venueIds of these venues alone; null: of all
 */
export const missedPayments = async (
  tx: Tx,
  operatorId: number,
  venueIds: readonly number[] | null,
  limit: number,
): Promise<MissedRow[]> => {
  const { rows } = await sql<MissedRow>`
    ${missedCollection} and m.operator_id = ${operatorId}
      and (${venueIds}::int[] is null or m.venue_id = any(${venueIds}::int[]))
    order by p.last_name, p.first_name, m.id, c.period_from
    limit ${limit}`.execute(tx)
  return rows
}

export const missedPaymentById = async (
  tx: Tx,
  operatorId: number,
  id: number,
): Promise<MissedRow | undefined> => {
  const { rows } = await sql<MissedRow>`
    ${missedCollection} and m.operator_id = ${operatorId} and c.id = ${id}`.execute(tx)
  return rows[0]
}

export type MandateRow = {
  id: number
  customerId: number
  provider: string
  key: string
  state: 'requested' | 'active' | 'ending' | 'ended' | 'refused'
}

const mandateColumns = ['id', 'customerId', 'provider', 'key', 'state'] as const

export const insertMandate = async (
  tx: Tx,
  mandate: { operatorId: number; customerId: number; provider: string; key: string; createdAt: Date },
): Promise<number> => {
  const { id } = await tx.insertInto('debitMandate').values(mandate).returning('id').executeTakeFirstOrThrow()
  return id
}

export const mandateById = async (tx: Tx, id: number): Promise<MandateRow | undefined> =>
  await tx.selectFrom('debitMandate').select(mandateColumns).where('id', '=', id).executeTakeFirst()

/** Moves a mandate on from one of the given states. false: it was in another state. */
export const moveMandate = async (
  tx: Tx,
  id: number,
  from: readonly MandateRow['state'][],
  to: { state: MandateRow['state']; reference?: string; endedAt?: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('debitMandate')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A customer's mandates that have not ended. */
export const mandatesOf = async (tx: Tx, customerId: number): Promise<number[]> => {
  const mandates = await tx
    .selectFrom('debitMandate')
    .select('id')
    .where('customerId', '=', customerId)
    .where(sql<boolean>`state in ('requested', 'active')`)
    .execute()
  return mandates.map(({ id }) => id)
}

/**
 * Mandates to end at the provider: those marked for it, and those requested so long ago that the result is
 * unknown.
 */
export const mandatesToEnd = async (tx: Tx, requestedBefore: Date, limit: number): Promise<MandateRow[]> =>
  await tx
    .selectFrom('debitMandate')
    .select(mandateColumns)
    .where((eb) =>
      eb.or([
        eb('state', '=', sql.lit('ending')),
        eb.and([eb('state', '=', sql.lit('requested')), eb('createdAt', '<', requestedBefore)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()

/** Payments that are announced and not yet requested. */
export const setMethodOfWaiting = async (tx: Tx, membershipId: number, method: 'card'): Promise<void> => {
  await tx
    .updateTable('membershipCollection')
    .set({ method })
    .where('membershipId', '=', membershipId)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}

/** Whether the bank has yet to answer for a Direct Debit of the membership. */
export const hasRequestedDebit = async (tx: Tx, membershipId: number): Promise<boolean> =>
  (await tx
    .selectFrom('membershipCollection')
    .select('id')
    .where('membershipId', '=', membershipId)
    .where('state', '=', sql.lit('requested'))
    .where('method', '=', sql.lit('direct_debit'))
    .executeTakeFirst()) !== undefined

export const cardInWords = (tx: Tx, savedCardId: number): Promise<{ brand: string; lastFour: string }> =>
  tx
    .selectFrom('savedCard')
    .select(['brand', 'lastFour'])
    .where('id', '=', savedCardId)
    .executeTakeFirstOrThrow()
