import { sql } from 'kysely'
import type { Answer, Endpoint, Query } from '#contract/endpoint.ts'
import type { SecurityEventKind, securityEvents } from '#contract/security-events.ts'
import { instant } from '#contract/time.ts'
import { findLogFilters, loggedPersonOf } from '#server/customers/logFilters.ts'
import type { LogFilters } from '#server/customers/logFilters.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { SecurityRules } from '#server/platform/securityLog.ts'
import { doneBy, eventOf, nameIn } from './rules.ts'
import type { Done } from './rules.ts'

const pageSize = 50

/** A page of the operator's security log. Who is about to be read is for supervisors alone. */
export const listSecurityEvents = async (
  tx: Tx,
  { operator }: Actor,
  { event, ...wanted }: Query<typeof securityEvents.list>,
): Promise<Answer<typeof securityEvents.list>> => {
  const rows = await findEvents(
    tx,
    operator.id,
    { event: event ?? null, ...(await findLogFilters(tx, operator, wanted)) },
    pageSize + 1,
  )
  const page = rows.slice(0, pageSize)
  return {
    events: page.map(({ at, ...row }) => ({
      ...row,
      at: instant(at),
      // One's own account is not named twice.
      account: row.account?.id === row.person?.id ? null : row.account,
    })),
    nextBefore: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

type PersonRow = { id: number; name: string; role: 'customer' | 'staff' }

type EventRow = {
  id: number
  at: Date
  times: number
  event: SecurityEventKind
  network: string
  route: string
  person: PersonRow | null
  account: PersonRow | null
}

/** Newest first. The limit is taken before the names are looked up. */
const findEvents = async (
  tx: Tx,
  operatorId: number,
  { event, people, from, until, before }: LogFilters & { event: SecurityEventKind | null },
  limit: number,
): Promise<EventRow[]> => {
  const conditions = [
    event === null ? null : sql`and e.event = ${event}`,
    people === null
      ? null
      : sql`and (e.person_id = any(${people}::int[]) or e.customer_id = any(${people}::int[]))`,
    from === null ? null : sql`and e.at >= ${from}`,
    until === null ? null : sql`and e.at < ${until}`,
    before === null ? null : sql`and e.id < ${before}`,
  ].filter((condition) => condition !== null)
  const { rows } = await sql<EventRow>`
    select e.id::int as id, e.at, e.times, e.event, e.network, e.route, ${loggedPersonOf('p')} as person,
      ${loggedPersonOf('a')} as account
    from (
      select e.* from security_event e
      where e.operator_id = ${operatorId} ${sql.join(conditions, sql` `)}
      order by e.id desc limit ${limit}
    ) e
    left join customer p on p.id = e.person_id and p.operator_id = ${operatorId}
    left join customer a on a.id = e.customer_id and a.operator_id = ${operatorId}
    order by e.id desc`.execute(tx)
  return rows
}

export const securityRules: SecurityRules = {
  done: ({ endpoint, ...call }) =>
    (doneBy.get(endpoint)?.(call as Parameters<Done<Endpoint>>[0]) ?? []).filter((note) => note !== null),
  refused: ({ endpoint, refusal, body }) => {
    const event = eventOf(endpoint, refusal)
    return event === undefined ? null : { event, customerId: refusal.about, name: nameIn(body) }
  },
}
