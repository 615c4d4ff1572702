import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { operatorMessages } from '#server/messages/languages.ts'

/*
 * What this process measures of itself. The registry is not prom-client's global one, which refuses a second metric of a
 * name when modules are loaded anew, as in development. Figures that come from the database are in server/operations.
 * Names and units follow Prometheus' conventions: base units, and `_total` for counters.
 */

export const processMetrics = new Registry()
const registers = [processMetrics]

/** Memory, processor, garbage collection and the delay of the event loop. */
export const measureProcess = (): void => collectDefaultMetrics({ register: processMetrics })

const callSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: operatorMessages().metrics.httpRequestDurationSeconds,
  registers,
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

type Call = { method: string; route: string; status: number; ms: number }
const listeners = new Set<(call: Call) => void>()

/** Hears of each call that this process answers. @returns ends it */
export const watchCalls = (listener: (call: Call) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** @param route the pattern, never the address: addresses would make a series for every visitor */
export const measureCall = (call: Call): void => {
  const { method, route, status, ms } = call
  for (const listener of listeners) listener(call)
  callSeconds.observe({ method, route, status }, ms / 1000)
}

/** Chosen passwords that were looked up in a list of breached ones. */
export const breachChecks = new Counter({
  name: 'onside_breach_checks_total',
  help: operatorMessages().metrics.breachChecks,
  registers,
  labelNames: ['outcome'],
})

/** Calls that one statement answered together. */
export const batchSizes = new Histogram({
  name: 'onside_batch_size',
  help: operatorMessages().metrics.batchSize,
  registers,
  labelNames: ['batch'],
  buckets: [1, 2, 4, 8, 16, 32, 64],
})

export const batchWaiting = new Gauge({
  name: 'onside_batch_waiting',
  help: operatorMessages().metrics.batchWaiting,
  registers,
  labelNames: ['batch'],
})

export const jobSeconds = new Histogram({
  name: 'onside_job_duration_seconds',
  help: operatorMessages().metrics.jobDurationSeconds,
  registers,
  labelNames: ['job', 'outcome'],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
})

export const poolWaitSeconds = new Histogram({
  name: 'onside_database_wait_seconds',
  help: operatorMessages().metrics.databaseWaitSeconds,
  registers,
  buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5, 10],
})

export const databaseLosses = new Counter({
  name: 'onside_database_losses_total',
  help: operatorMessages().metrics.databaseLosses,
  registers,
})

type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }

/** The embedded database has no pool. */
let pool: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 }

/** Which pool the gauges read when the metrics are requested. */
export const measurePool = (counts: PoolCounts): void => {
  pool = counts
}

/** How the pool stands now. */
export const readPool = (): Readonly<PoolCounts> => pool

const poolGauge = (name: string, help: string, read: () => number) =>
  new Gauge({
    name: `onside_database_connections_${name}`,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
poolGauge('open', operatorMessages().metrics.connectionsOpen, () => pool.totalCount)
poolGauge('idle', operatorMessages().metrics.connectionsIdle, () => pool.idleCount)
poolGauge('waiting', operatorMessages().metrics.connectionsWaiting, () => pool.waitingCount)

export const securityEventCount = new Counter({
  name: 'onside_security_events_total',
  help: operatorMessages().metrics.securityEvents,
  registers,
  labelNames: ['event'],
})

export const securityEventsDropped = new Counter({
  name: 'onside_security_events_dropped_total',
  help: operatorMessages().metrics.securityEventsDropped,
  registers,
})
