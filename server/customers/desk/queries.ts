import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type SearchResultRow = {
  id: number
  dateOfBirth: string | null
  phone: string
  city: string
  postcode: string
}

const selectResult = sql`select c.id, c.date_of_birth, c.phone, c.city, c.postcode from customer c`

/**
 * Customers with a word that starts with each search word, and those with these ids, by name; an exact reference match
 * comes first.
 */
export const findCustomers = async (
  tx: Tx,
  operatorId: number,
  words: readonly string[],
  reference: string,
  memberIds: readonly number[],
  limit: number,
): Promise<SearchResultRow[]> => {
  const tsquery = words.map((word) => `'${word}':*`).join(' & ')
  const { rows } = await sql<SearchResultRow>`
    ${selectResult}
    where c.operator_id = ${operatorId} and c.role = 'customer' and c.closed_at is null
      and (c.search_words @@ ${tsquery}::tsquery or c.id = any(${memberIds}::int[]))
    order by c.reference = upper(${reference}) desc, lower(c.last_name), lower(c.first_name), c.id
    limit ${limit}`.execute(tx)
  return rows
}

export const customerById = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
): Promise<SearchResultRow | undefined> =>
  (
    await sql<SearchResultRow>`${selectResult} where c.id = ${customerId} and c.operator_id = ${operatorId}
    and c.closed_at is null`.execute(tx)
  ).rows[0]
