import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** The order that a proposal is for; null stands for any operator. */
export const orderOfProposal = async (
  tx: Tx,
  { id, operatorId }: { id: number; operatorId: number | null },
): Promise<{ uuid: string; operatorId: number; basketId: number | null } | undefined> => {
  const { rows } = await sql<{ uuid: string; operatorId: number; basketId: number | null }>`
    select uuid, operator_id, basket_id from partner_order
    where id = ${id} and state = 'proposal' and (${operatorId}::int is null or operator_id = ${operatorId}::int)`.execute(
    tx,
  )
  return rows[0]
}
