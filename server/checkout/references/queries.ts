import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Customers with these references whose address is confirmed; not the buyer, nor people linked to the buyer. */
export const findReferenced = async (
  tx: Tx,
  operatorId: number,
  references: readonly string[],
  buyerId: number | null,
): Promise<{ id: number; reference: string; email: string }[]> => {
  const { rows } = await sql<{ id: number; reference: string; email: string }>`
    select c.id, c.reference, c.email from customer c
    where c.operator_id = ${operatorId} and c.reference = any(${[...references]}::text[])
      and c.email <> '' and c.email_verified_at is not null and c.closed_at is null
      and c.id is distinct from ${buyerId}::int
      and not exists (select 1 from linked_customer l where l.customer_id = ${buyerId}::int and l.linked_id = c.id)`.execute(
    tx,
  )
  return rows
}
