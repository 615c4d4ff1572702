import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { processMetrics } from '#server/platform/metrics.ts'

/**
 * The metrics of this process and of what waits in the database, in Prometheus' text format. While the database does
 * not answer its figures are left out and `onside_database_up` is 0.
 */
export const createMetrics = ({ db, clock, log }: { db: Database; clock: Clock; log: Log }) => {
  const registry = new Registry()
  const set = createGauges(registry)
  return {
    contentType: registry.contentType,
    read: async (): Promise<string> => {
      try {
        set(await readBacklog(db, clock.now()))
      } catch (error) {
        log.warn({ err: error }, 'metrics without the database')
        set(null)
      }
      return `${await processMetrics.metrics()}\n${await registry.metrics()}`
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** @returns sets every gauge from one reading */
const createGauges = (registry: Registry): ((backlog: Backlog | null) => void) => {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `onside_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', operatorMessages().metrics.databaseUp)
  const holds = gauge('holds', operatorMessages().metrics.holds, ['state'])
  const orders = gauge('orders_total', operatorMessages().metrics.ordersTotal)
  const payments = gauge('payments_unfinished', operatorMessages().metrics.paymentsUnfinished, ['status'])
  const oldestPayment = gauge(
    'payments_unfinished_oldest_seconds',
    operatorMessages().metrics.paymentsUnfinishedOldestSeconds,
    ['status'],
  )
  const refunds = gauge('refunds_due', operatorMessages().metrics.refundsDue)
  const oldestRefund = gauge('refunds_due_oldest_seconds', operatorMessages().metrics.refundsDueOldestSeconds)
  const jobsDue = gauge('jobs_due', operatorMessages().metrics.jobsDue, ['job'])
  const jobLag = gauge('job_lag_seconds', operatorMessages().metrics.jobLagSeconds, ['job'])
  const jobsFailed = gauge('jobs_failed', operatorMessages().metrics.jobsFailed, ['job'])
  const late = gauge('periodic_job_late_seconds', operatorMessages().metrics.periodicJobLateSeconds, ['job'])
  const notices = gauge('notices_waiting', operatorMessages().metrics.noticesWaiting)
  return (backlog) => {
    registry.resetMetrics()
    up.set(backlog === null ? 0 : 1)
    if (backlog === null) return
    holds.set({ state: 'held' }, backlog.holds.held)
    holds.set({ state: 'lapsed' }, backlog.holds.lapsed)
    orders.set(backlog.orders)
    for (const { status, count, oldest } of backlog.payments) {
      payments.set({ status }, count)
      oldestPayment.set({ status }, oldest)
    }
    refunds.set(backlog.refunds.count)
    oldestRefund.set(backlog.refunds.oldest)
    for (const { kind, due, lag, failed } of backlog.jobs) {
      jobsDue.set({ job: kind }, due)
      jobLag.set({ job: kind }, lag)
      jobsFailed.set({ job: kind }, failed)
    }
    for (const { name, late: seconds } of backlog.periodic) late.set({ job: name }, Math.max(0, seconds))
    notices.set(backlog.notices)
  }
}

type Backlog = {
  /** `held`: their time is not up; `lapsed`: it is, and the job that ends them has not been there yet. */
  holds: { held: number; lapsed: number }
  /** The highest id of an order: it grows with every order and never falls. */
  orders: number
  /** Payments with something left to do, by status, and the age of the oldest in seconds. */
  payments: { status: string; count: number; oldest: number }[]
  /** Refunds to cards that are due, and those that the card company has not paid. */
  refunds: { count: number; oldest: number }
  /** Queued jobs whose time has come, and those that were given up, by kind. */
  jobs: { kind: string; due: number; lag: number; failed: number }[]
  /** Periodic jobs and how late each is, in seconds; negative until its time has come. */
  periodic: { name: string; late: number }[]
  notices: number
  /** Age in seconds of the mail that has waited longest to be sent. */
  oldestNotice: number
}

/** One statement over partial indexes: its cost grows with what waits, not with what is done. */
export const readBacklog = async (db: Tx, now: Date): Promise<Backlog> => {
  const age = (column: string) => sql`extract(epoch from ${now}::timestamptz - ${sql.ref(column)})::float8`
  const { rows } = await sql<Backlog>`
    select
      (select json_build_object('held', count(*) filter (where held_until > ${now}),
                                'lapsed', count(*) filter (where held_until <= ${now}))
         from hold where state = 'held') as holds,
      (select coalesce(max(id), 0) from customer_order)::int as orders,
      (select coalesce(json_agg(p), '[]') from (
         select status, count(*)::int as count, max(${age('created_at')}) as oldest
         from payment_transaction where next_attempt_at is not null group by status) p) as payments,
      (select json_build_object('count', count(*), 'oldest', coalesce(max(${age('created_at')}), 0))
         from (
           select created_at from refund where next_attempt_at is not null
           union all select created_at from failed_card_refund
         ) r) as refunds,
      (select coalesce(json_agg(j), '[]') from (
         select kind, count(*) filter (where failed_at is null and due_at <= ${now})::int as due,
           coalesce(max(${age('due_at')}) filter (where failed_at is null and due_at <= ${now}), 0) as lag,
           count(*) filter (where failed_at is not null)::int as failed
         from job where done_at is null group by kind) j) as jobs,
      (select coalesce(json_agg(json_build_object('name', name, 'late', ${age('due_at')})), '[]')
         from periodic_job) as periodic,
      (select count(*)::int from notice where state = 'waiting') as notices,
      (select coalesce(max(${age('created_at')}), 0) from notice where state = 'waiting') as oldest_notice`.execute(
    db,
  )
  return rows[0] as Backlog
}
