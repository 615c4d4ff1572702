import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { securityRefusals } from '#contract/security-events.ts'
import type { SecurityEventKind } from '#contract/security-events.ts'
import type { Actor } from './actor.ts'
import { shortenedNetwork } from './caller.ts'
import type { Database } from './database.ts'
import type { Refusal } from './errors.ts'
import type { Log } from './log.ts'
import { securityEventCount, securityEventsDropped } from './metrics.ts'

/*
 * The security log: who did or was refused what, from which network. Every text in it is one of ours, so that a caller
 * can write nothing there. Equal events of a few seconds are one row, and what waits to be written is limited: a flood
 * of refusals is no flood of writes.
 */

/** What a call was, for the log. */
export type SecurityNote = {
  event: SecurityEventKind
  /** Whose account it is about. */
  customerId?: number | undefined
  /** The e-mail address or number that names the account, where its id is not at hand. It is not stored. */
  name?: string | undefined
}

/** What the binder asks after each call: which events it was. */
export type SecurityRules = {
  done: (call: {
    endpoint: Endpoint
    actor: Actor
    params: unknown
    body: unknown
    answer: unknown
  }) => SecurityNote[]
  refused: (call: { endpoint: Endpoint | null; refusal: Refusal; body: unknown }) => SecurityNote | null
}

export type SecurityEntry = SecurityNote & {
  operatorId: number | null
  personId: number | null
  address: string
  route: string
}

export type SecurityLog = {
  record: (entry: SecurityEntry, now: Date) => void
  /** Writes what waits. */
  flush: () => Promise<void>
}

const flushEveryMs = 1000
/** Different events that wait at most. Refusals leave room for what was done, which a flood of them must not hide. */
const mostWaiting = 500
const mostRefusalsWaiting = 300

const refusals: readonly string[] = securityRefusals

type Row = Omit<SecurityEntry, 'address'> & { network: string; at: Date; lastAt: Date; times: number }

export const createSecurityLog = ({ db, log }: { db: Database; log: Log }): SecurityLog => {
  const waiting = new Map<string, Row>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const rows = [...waiting.values()]
    waiting.clear()
    if (rows.length > 0)
      writing = writing
        .then(() => insertEvents(db, rows))
        .catch((error: unknown) => {
          securityEventsDropped.inc(rows.reduce((sum, { times }) => sum + times, 0))
          log.error({ err: error, events: rows.length }, 'security events not written')
        })
    return writing
  }

  const record = ({ address, ...entry }: SecurityEntry, now: Date): void => {
    securityEventCount.inc({ event: entry.event })
    const row = { ...entry, network: shortenedNetwork(address), at: now, lastAt: now, times: 1 }
    const { event, operatorId, personId, customerId, name, network, route } = row
    const key = JSON.stringify([event, operatorId, personId, customerId, name, network, route])
    const equal = waiting.get(key)
    if (equal !== undefined) {
      equal.times += 1
      equal.lastAt = now
    } else if (waiting.size >= (refusals.includes(event) ? mostRefusalsWaiting : mostWaiting)) {
      securityEventsDropped.inc()
    } else {
      waiting.set(key, row)
    }
    timer ??= setTimeout(() => void flush(), flushEveryMs).unref()
  }

  return { record, flush }
}

/** One statement for all. A name that is no account's leaves the account open. */
const insertEvents = async (db: Database, rows: readonly Row[]): Promise<void> => {
  const values = rows.map(
    ({ at, lastAt, times, event, operatorId, personId, customerId, name, ...rest }) => ({
      at,
      last_at: lastAt,
      times,
      event,
      operator_id: operatorId,
      person_id: personId,
      customer_id: customerId ?? null,
      name: name ?? null,
      ...rest,
    }),
  )
  await sql`
    insert into security_event (at, last_at, times, event, operator_id, person_id, customer_id, network, route)
    select e.at, e.last_at, e.times, e.event, e.operator_id, e.person_id,
      coalesce(e.customer_id,
        (select c.id from customer c where c.operator_id = e.operator_id and c.email <> ''
          and c.email = e.name),
        (select c.id from customer c where c.operator_id = e.operator_id and c.reference = e.name)),
      e.network, e.route
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e (at timestamptz, last_at timestamptz, times int,
      event text, operator_id int, person_id int, customer_id int, name text, network text, route text)
    order by e.last_at`.execute(db)
}
