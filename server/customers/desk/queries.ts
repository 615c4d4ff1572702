import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type SearchResultRow = {
  id: number
  dateOfBirth: string | null
  phone: string
  city: string
  postcode: string
}

/**
 * How many customers a search looks at. No one reads through more people of one name: they add a word, a date of birth
 * or a postcode. Sorting fifty thousand of them takes half a second.
 */
const mostMatches = 1000

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
    where c.id in (
      (select m.id from customer m
        where m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null
          and m.search_words @@ ${tsquery}::tsquery limit ${mostMatches})
      union all
      select m.id from customer m
        where (m.id = any(${memberIds}::int[]) or (m.operator_id = ${operatorId} and m.reference = upper(${reference})))
          and m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null
    )
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
