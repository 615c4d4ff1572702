import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** What a customer owes in penalties, in pence. */
export const outstandingPenalties = async (tx: Tx, customerId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::int as total from penalty
    where customer_id = ${customerId} and status = 'outstanding'`.execute(tx)
  return rows[0]?.total ?? 0
}
