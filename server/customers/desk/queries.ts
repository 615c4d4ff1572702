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
 * or a postcode.
 */
const mostMatches = 1000

/**
 * So many people of a name are a common name, and the answer: finding all that match takes a tenth of a second among
 * fifty thousand.
 */
const mostOfName = 200

const selectResult = sql`select c.id, c.date_of_birth, c.phone, c.city, c.postcode from customer c`

/**
 * Customers with a word that starts with each search word, and those with these ids, by name; an exact reference match
 * comes first. Of a common name it is the first by that name.
 */
export const findCustomers = async (
  tx: Tx,
  operatorId: number,
  { words, tsquery }: { words: readonly string[]; tsquery: string },
  reference: string,
  memberIds: readonly number[],
  limit: number,
): Promise<SearchResultRow[]> => {
  const { rows } = await sql<SearchResultRow>`
    with named as materialized (${namedLike(operatorId, words)})
    ${selectResult}
    where c.id in (
      select id from named where (select count(*) from named) >= ${mostOfName}
      union all
      (select m.id from customer m
        where (select count(*) from named) < ${mostOfName}
          and m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null
          and m.search_words @@ ${tsquery}::tsquery limit ${mostMatches})
      union all
      select m.id from customer m
        where (m.id = any(${memberIds}::int[]) or (m.operator_id = ${operatorId} and m.reference = ${reference}))
          and m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null
    )
    order by c.reference = ${reference} desc, lower(c.last_name), lower(c.first_name), c.id
    limit ${limit}`.execute(tx)
  return rows
}

/**
 * The first customers whose last or first name starts with the word; of two words, those with one of them as their last
 * name whose first name starts with the other. All of them match the search.
 */
const namedLike = (operatorId: number, [word = '', other, ...more]: readonly string[]) => {
  if (more.length > 0) return sql`select null::int as id where false`
  const last = sql`lower(m.last_name) collate "C"`
  const first = sql`lower(m.first_name) collate "C"`
  const startsWith = (name: typeof last, prefix: string) =>
    sql`${name} >= ${prefix} and ${name} < ${prefix + greatestLetter}`
  const firstOf = (condition: typeof last, order: typeof last) => sql`
    (select m.id from customer m
      where m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null and ${condition}
      order by ${order} limit ${mostOfName})`
  return other === undefined
    ? sql`${firstOf(startsWith(last, word), sql`${last}, ${first}`)}
      union ${firstOf(startsWith(first, word), sql`${first}, ${last}`)}`
    : sql`${firstOf(sql`${last} = ${other} and ${startsWith(first, word)}`, sql`${last}, ${first}`)}
      union ${firstOf(sql`${last} = ${word} and ${startsWith(first, other)}`, sql`${last}, ${first}`)}`
}

/** Comes after all others in the order of codes. */
const greatestLetter = '\u{10FFFF}'

export const customerById = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
): Promise<SearchResultRow | undefined> =>
  (
    await sql<SearchResultRow>`${selectResult} where c.id = ${customerId} and c.operator_id = ${operatorId}
    and c.role = 'customer' and c.closed_at is null`.execute(tx)
  ).rows[0]
