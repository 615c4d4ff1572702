import { Gauge, Registry } from 'prom-client'
import * as messages from '#server/messages/en/metrics.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { processMetrics } from '#server/platform/metrics.ts'
import { readBacklog } from './queries.ts'
import type { Backlog } from './queries.ts'

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
  const up = gauge('database_up', messages.databaseUp)
  const holds = gauge('holds', messages.holds, ['state'])
  const orders = gauge('orders_total', messages.ordersTotal)
  const payments = gauge('payments_unfinished', messages.paymentsUnfinished, ['status'])
  const oldestPayment = gauge(
    'payments_unfinished_oldest_seconds',
    messages.paymentsUnfinishedOldestSeconds,
    ['status'],
  )
  const refunds = gauge('refunds_due', messages.refundsDue)
  const oldestRefund = gauge('refunds_due_oldest_seconds', messages.refundsDueOldestSeconds)
  const jobsDue = gauge('jobs_due', messages.jobsDue, ['job'])
  const jobLag = gauge('job_lag_seconds', messages.jobLagSeconds, ['job'])
  const jobsFailed = gauge('jobs_failed', messages.jobsFailed, ['job'])
  const late = gauge('periodic_job_late_seconds', messages.periodicJobLateSeconds, ['job'])
  const notices = gauge('notices_waiting', messages.noticesWaiting)
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
