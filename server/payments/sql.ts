import type { RefundDestination, TenderId } from '#contract/tenders.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DeclineReason } from '#server/providers/cards/port.ts'

export type AccountPaymentRow = {
  id: number
  orderId: number
  reference: string
  paidAt: Date
  tenderType: TenderId
  amount: number
  status: 'paid' | 'refunded' | 'failed'
  hasReceipt: boolean
}

/** Payments of a customer's orders, newest first. */
export const paymentsOf = async (tx: Tx, customerId: number): Promise<AccountPaymentRow[]> =>
  await tx
    .selectFrom('orderPayment as p')
    .innerJoin('customerOrder as o', 'o.id', 'p.orderId')
    .select(['p.id', 'p.orderId', 'o.reference', 'p.paidAt', 'p.tenderType', 'p.amount', 'p.status'])
    .select(sql<boolean>`o.total > 0 or o.items @> '[{"enablePrintReceipt": true}]'`.as('hasReceipt'))
    .where('o.customerId', '=', customerId)
    .orderBy('p.paidAt', 'desc')
    .orderBy('p.id', 'desc')
    .execute()

export type AccountRefundRow = {
  id: number
  orderId: number
  reference: string
  at: Date
  destination: RefundDestination
  amount: number
  status: 'due' | 'done'
}

/** What has come back of a customer's orders, or is on its way; a refund that failed has not. */
export const refundsTo = async (tx: Tx, customerId: number): Promise<AccountRefundRow[]> => {
  const { rows } = await sql<AccountRefundRow>`
    select min(r.id) as id, r.order_id, o.reference, r.created_at as at, r.destination, sum(r.amount)::int as amount,
      r.status
    from refund r join customer_order o on o.id = r.order_id
    where o.customer_id = ${customerId} and r.status <> 'failed'
    group by r.order_id, o.reference, r.created_at, r.destination, r.status`.execute(tx)
  return rows
}

export type CardChangeStatus = 'started' | 'challenge' | 'pending' | 'saved' | 'declined' | 'ending' | 'ended'

export type CardChangeRow = {
  id: number
  uuid: string
  membershipId: number
  customerId: number
  provider: string
  reference: string | null
  savedCardId: number | null
  status: CardChangeStatus
  declineReason: DeclineReason | null
  site: string
  createdAt: Date
}

const columns = [
  'id',
  'uuid',
  'membershipId',
  'customerId',
  'provider',
  'reference',
  'savedCardId',
  'status',
  'declineReason',
  'site',
  'createdAt',
] as const

/** The caller has locked the membership and ended what was in progress for it. */
export const insertCardChange = async (
  tx: Tx,
  change: Pick<
    CardChangeRow,
    'uuid' | 'membershipId' | 'customerId' | 'provider' | 'savedCardId' | 'site' | 'createdAt'
  > & { nextAttemptAt: Date },
): Promise<CardChangeRow> =>
  (await tx
    .insertInto('cardChange')
    .values(change)
    .returning(columns)
    .executeTakeFirstOrThrow()) as CardChangeRow

/** Gives up what is in progress for a membership. The caller has locked the membership. */
export const endEarlierChanges = async (tx: Tx, membershipId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('cardChange')
    .set({ status: 'ending', nextAttemptAt: now })
    .where('membershipId', '=', membershipId)
    .where(sql<boolean>`status in ('started', 'challenge', 'pending')`)
    .execute()
}

export const cardChangeByUuid = async (tx: Tx, uuid: string): Promise<CardChangeRow | undefined> =>
  (await tx.selectFrom('cardChange').select(columns).where('uuid', '=', uuid).executeTakeFirst()) as
    | CardChangeRow
    | undefined

/** Locks a change. Always after its membership, so that locks have one order. undefined: its customer is deleted. */
export const lockCardChange = async (tx: Tx, id: number): Promise<CardChangeRow | undefined> =>
  (await tx.selectFrom('cardChange').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | CardChangeRow
    | undefined

/** Moves a change on from one of the given states. false: it was in another state. */
export const moveCardChange = async (
  tx: Tx,
  id: number,
  from: readonly CardChangeStatus[],
  to: {
    status: CardChangeStatus
    reference?: string
    declineReason?: DeclineReason
    nextAttemptAt: Date | null
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('cardChange')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims changes that are due by postponing their next attempt, so that no other node takes them. */
export const claimDueChanges = async (db: Tx, now: Date, limit: number): Promise<CardChangeRow[]> => {
  const { rows } = await sql<CardChangeRow>`
    update card_change c set next_attempt_at = ${now}::timestamptz + interval '1 minute'
    where c.id in (
      select d.id from card_change d where d.next_attempt_at <= ${now} order by d.next_attempt_at, d.id limit ${limit}
      for update skip locked
    )
    returning ${sql.join(columns.map((column) => sql.ref(`c.${column}`)))}`.execute(db)
  return rows
}

/** Makes a change due at once: the provider has news of it. */
export const pollChangeNow = async (tx: Tx, reference: string, now: Date): Promise<void> => {
  await tx
    .updateTable('cardChange')
    .set({ nextAttemptAt: now })
    .where('reference', '=', reference)
    .where(sql<boolean>`status in ('challenge', 'pending')`)
    .execute()
}
