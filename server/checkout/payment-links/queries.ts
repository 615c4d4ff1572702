import { sql } from 'kysely'
import type { Transaction } from '#server/checkout/transactions/queries.ts'
import type { Tx } from '#server/platform/database.ts'

/** Stores nothing for a payment that does not exist. */
export const insertPaymentLink = async (
  tx: Tx,
  link: { secretDigest: Buffer; transactionUuid: string; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await sql`
    insert into payment_link (secret_digest, transaction_id, created_at, expires_at)
    select ${link.secretDigest}, id, ${link.createdAt}, ${link.expiresAt}
    from payment_transaction where uuid = ${link.transactionUuid}::uuid`.execute(tx)
}

export type LinkedPayment = Pick<
  Transaction,
  | 'uuid'
  | 'basketId'
  | 'amount'
  | 'status'
  | 'voidReason'
  | 'lostItems'
  | 'agreement'
  | 'customerId'
  | 'orderId'
> & { basketUuid: string }

/** The payment of an operator that an unexpired link opens. */
export const paymentOfLink = (
  tx: Tx,
  operatorId: number,
  secretDigest: Buffer,
  now: Date,
): Promise<LinkedPayment | undefined> =>
  tx
    .selectFrom('paymentLink as l')
    .innerJoin('paymentTransaction as t', 't.id', 'l.transactionId')
    .innerJoin('basket as b', 'b.id', 't.basketId')
    .select(['t.uuid', 't.basketId', 't.amount', 't.status', 't.voidReason', 't.lostItems', 't.agreement'])
    .select(['t.customerId', 't.orderId', 'b.uuid as basketUuid'])
    .where('l.secretDigest', '=', secretDigest)
    .where('l.expiresAt', '>', now)
    .where('t.operatorId', '=', operatorId)
    .executeTakeFirst() as Promise<LinkedPayment | undefined>

/** @returns how many links were deleted */
export const deleteExpiredPaymentLinks = async (tx: Tx, now: Date): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('paymentLink')
    .where('expiresAt', '<', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
