import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** A customer's credit limit and debt. Pence; no limit means no account, and a negative debt is the customer's. */
export type AccountRow = { limit: number | null; owed: number }

export const accountOf = async (tx: Tx, customerId: number): Promise<AccountRow> => {
  const { rows } = await sql<AccountRow>`
    select c.account_limit as limit,
      (select coalesce(sum(e.amount), 0)::int from account_entry e where e.customer_id = c.id) as owed
    from customer c where c.id = ${customerId}`.execute(tx)
  return rows[0] ?? { limit: null, owed: 0 }
}

export type NewAccountEntry = {
  customerId: number
  at: Date
  amount: number
  description: string
  orderId?: number | null
  actorId?: number | null
}

export const addAccountEntry = async (tx: Tx, entry: NewAccountEntry): Promise<void> => {
  await tx.insertInto('accountEntry').values(entry).execute()
}
