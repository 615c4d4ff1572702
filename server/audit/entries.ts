import { sql } from 'kysely'
import type { AuditEntry, audit } from '#contract/audit.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import { instant } from '#contract/time.ts'
import { findLogFilters, loggedPersonOf } from '#server/customers/logFilters.ts'
import type { LogFilters } from '#server/customers/logFilters.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { factsOf } from './rules.ts'

const usualPage = 50

/** A page of the operator's audit log, newest first. */
export const listEntries = async (
  tx: Tx,
  { operator }: Actor,
  { act, most = usualPage, ...wanted }: Query<typeof audit.entries>,
): Promise<Answer<typeof audit.entries>> => {
  const rows = await findEntries(
    tx,
    operator.id,
    { act: act ?? null, ...(await findLogFilters(tx, operator, wanted)) },
    most + 1,
  )
  const page = rows.slice(0, most)
  return {
    entries: page.map(({ at, detail, ...row }) => ({
      ...row,
      at: instant(at),
      facts: factsOf(detail, operator.currencySymbol),
    })),
    nextBefore: rows.length > most ? (page.at(-1)?.id ?? null) : null,
  }
}

type EntryRow = Omit<AuditEntry, 'at' | 'facts'> & { at: Date; detail: Record<string, unknown> }

/** The limit is taken before the names are looked up. */
const findEntries = async (
  tx: Tx,
  operatorId: number,
  { act, people, from, until, before }: LogFilters & { act: string | null },
  limit: number,
): Promise<EntryRow[]> => {
  const conditions = [
    act === null ? null : sql`and a.act = ${act}`,
    people === null
      ? null
      : sql`and (a.actor_id = any(${people}::int[]) or a.for_customer_id = any(${people}::int[]))`,
    from === null ? null : sql`and a.at >= ${from}`,
    until === null ? null : sql`and a.at < ${until}`,
    before === null ? null : sql`and a.id < ${before}`,
  ].filter((condition) => condition !== null)
  const { rows } = await sql<EntryRow>`
    select a.id::int as id, a.at, a.act, a.subject, a.detail, ${loggedPersonOf('by')} as actor,
      ${loggedPersonOf('about')} as customer, k.name as api_key
    from (
      select * from audit_entry a
      where a.operator_id = ${operatorId} ${sql.join(conditions, sql` `)}
      order by a.id desc limit ${limit}
    ) a
    left join customer by on by.id = a.actor_id
    left join api_key k on k.id = a.api_key_id
    left join customer about on about.id = a.for_customer_id
    order by a.id desc`.execute(tx)
  return rows
}
