import { sql } from 'kysely'
import type { Query } from '#contract/endpoint.ts'
import { normalEmail, normalReference } from '#contract/identifiers.ts'
import type { securityEvents } from '#contract/security-events.ts'
import { daysAfter } from '#contract/time.ts'
import type { Operator } from '#server/platform/actor.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { searchTerms } from './rules.ts'

/** Which entries of a log are wanted, as statements compare them: `people` by their ids, from the first instant to before the last. */
export type LogFilters = {
  people: readonly number[] | null
  from: Date | null
  until: Date | null
  before: number | null
}

/** What a query of a log asks for. Days are the operator's. */
export const findLogFilters = async (
  tx: Tx,
  { id, timezone }: Operator,
  { person, from, until, before }: Omit<Query<typeof securityEvents.list>, 'event'>,
): Promise<LogFilters> => ({
  people: person === undefined ? null : await findAccounts(tx, id, person),
  from: from === undefined ? null : instantOf(from, '00:00', timezone),
  until: until === undefined ? null : instantOf(daysAfter(until, 1), '00:00', timezone),
  before: before ?? null,
})

/** The person of a joined row of `customer`, as an entry of a log names them. */
export const loggedPersonOf = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then jsonb_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'role', ${sql.ref(`${alias}.role`)},
  'name', trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})) end`

/** People of one name whose entries in a log are listed together. */
const mostAccounts = 200

/** Accounts that an address, a number, or words of a name stand for. */
const findAccounts = async (tx: Tx, operatorId: number, typed: string): Promise<number[]> => {
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
