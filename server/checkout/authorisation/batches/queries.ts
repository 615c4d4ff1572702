import { sql } from 'kysely'
import type { NewTransaction } from '#server/checkout/transactions/queries.ts'
import type { Tx } from '#server/platform/database.ts'

export type Starting = { version: string; itemIds: number[]; renewalsUsed: number; payment: NewTransaction }

/**
 * Starts payments in one statement. Those that it leaves out are not answered.
 * @returns the ids of payments by uuid; null when places are gone, and the caller must then roll back
 */
export const startPayments = async (
  tx: Tx,
  starting: readonly Starting[],
  until: Date,
  now: Date,
): Promise<Map<string, number> | null> => {
  const { rows } = await sql<{ uuid: string; id: number; lost: unknown }>`
    select uuid, id, lost from start_payments(${JSON.stringify(starting)}::jsonb, ${until}, ${now})`.execute(
    tx,
  )
  return rows.some(({ lost }) => lost !== null) ? null : new Map(rows.map(({ uuid, id }) => [uuid, id]))
}
