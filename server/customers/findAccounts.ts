import { sql } from 'kysely'
import { normalEmail, normalReference } from '#contract/identifiers.ts'
import type { Tx } from '#server/platform/database.ts'
import { searchTerms } from './rules.ts'

/** People of one name whose entries in a log are listed together. */
const mostAccounts = 200

/** Accounts that an address, a number, or words of a name stand for. */
export const findAccounts = async (tx: Tx, operatorId: number, typed: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from customer c where c.operator_id = ${operatorId} and c.reference = ${normalReference(typed)}
    union select c.id from customer c where c.operator_id = ${operatorId} and c.email <> ''
      and c.email = ${normalEmail(typed)}
    union (select c.id from customer c where c.operator_id = ${operatorId}
      and c.search_words @@ ${searchTerms(typed)?.tsquery ?? null}::tsquery limit ${mostAccounts})`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
