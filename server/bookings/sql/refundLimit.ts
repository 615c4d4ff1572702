import { sql } from 'kysely'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'

/** Has what one person refunds at once in two places wait for each other. */
export const lockRefundsBy = async (tx: Tx, personId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('refunds beyond terms'), ${personId}::int)`.execute(tx)
}

/** What a person has refunded beyond the terms since an instant, by the audit log. Pence. */
export const refundedBeyondTerms = async (
  tx: Tx,
  operatorId: number,
  personId: number,
  since: Date,
): Promise<number> => {
  const { rows } = await sql<{ refunded: number }>`
    select coalesce(sum((
        select sum((part->>'amount')::int) from jsonb_array_elements(a.detail->'parts') part
      )), 0)::int as refunded
    from audit_entry a
    where a.operator_id = ${operatorId} and a.actor_id = ${personId} and a.at >= ${since}
      and (a.act = ${acts.bookingRefunded}
        or (a.act = ${acts.bookingCancelled} and (a.detail->>'refund' = 'full' or a.detail->>'to' = 'cash')))`.execute(
    tx,
  )
  return rows[0]?.refunded ?? 0
}
