import type { RehearsalLimit, RehearsalReport, Verdict } from '#contract/rehearsals.ts'
import type { Sample, ShadowCounts, VisitorsResult } from './order.ts'

const fewestVisitors = 20

/** Twice as many as at the busiest release, in tens. */
export const suggestedVisitors = (busiest: number, most: number): number =>
  Math.min(most, Math.max(fewestVisitors, Math.ceil((2 * busiest) / 10) * 10))

/** What else the limits depend on. `pool`: connections that the server may open; null: it is embedded. */
export type ShadowServer = { pool: number | null }

/** So many samples one after the other are a second, and say that a limit was met rather than touched. */
export const samplesOfLimit = 10
/** The share of a process that is all of it: what is left goes into waiting for the system. */
const allOfProcess = 0.9

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Every second of the samples, by what they measure. */
const secondsOf = (samples: readonly Sample[], measure: (sample: Sample) => number): number[] =>
  samples
    .slice(samplesOfLimit - 1)
    .map((_sample, n) => meanOf(samples.slice(n, n + samplesOfLimit).map(measure)))

/**
 * The first that was used up for a second: the connections, when as many calls wait for one as there are; the process of
 * the server, when it works without a pause. Within the same second the connections come first: a process that waits for
 * them works at the waiting.
 */
export const firstLimit = (
  samples: readonly Sample[],
  { pool }: ShadowServer,
  busyVisitors: number,
): RehearsalLimit | null => {
  const firstFrom = (least: number, measure: (sample: Sample) => number): number => {
    const index = secondsOf(samples, measure).findIndex((mean) => mean >= least)
    return index === -1 ? Infinity : index
  }
  const waitingAt = pool === null ? Infinity : firstFrom(pool, ({ waiting }) => waiting)
  const busyAt = firstFrom(allOfProcess, ({ busy }) => busy)
  if (pool !== null && waitingAt < Infinity && waitingAt <= busyAt + samplesOfLimit)
    return { kind: 'connections', from: pool, to: 2 * pool }
  if (busyAt < Infinity) return { kind: pool === null ? 'embedded' : 'processor' }
  return busyVisitors > 0 ? { kind: 'queue' } : null
}

/** From so many milliseconds on somebody feels that they wait, and gives up. */
const waitingMs = 2000
const givingUpMs = 15_000

export const verdictOf = ({
  oversold,
  stranded,
  failed,
  busy,
  look,
  hold,
  pay,
}: Pick<RehearsalReport, 'oversold' | 'stranded' | 'failed' | 'busy' | 'look' | 'hold' | 'pay'>): Verdict => {
  const slowest = Math.max(...[look, hold, pay].map((step) => step?.p99 ?? 0))
  if (oversold > 0 || stranded > 0 || failed > 0 || slowest >= givingUpMs) return 'does_not_hold'
  return busy > 0 || slowest >= waitingMs ? 'holds_with_waiting' : 'holds'
}

const whole = (step: VisitorsResult['look']): RehearsalReport['look'] =>
  step === null ? null : { p50: Math.round(step.p50), p95: Math.round(step.p95), p99: Math.round(step.p99) }

export const reportOf = (
  { held, paid, refused, busy, failed, passedOver, passedOverBy, ...times }: VisitorsResult,
  { firstGoneAt, soldOutAt, ...counts }: ShadowCounts,
  samples: readonly Sample[],
  server: ShadowServer,
  opensAt: Date,
): RehearsalReport => {
  const after = (at: Date | null) => (at === null ? null : Math.max(0, at.getTime() - opensAt.getTime()))
  const result = { held, paid, refused, busy, failed, passedOver }
  const steps = { look: whole(times.look), hold: whole(times.hold), pay: whole(times.pay) }
  return {
    ...result,
    ...steps,
    ...counts,
    passedOverBy: Math.round(passedOverBy),
    firstGoneAfter: after(firstGoneAt),
    soldOutAfter: after(soldOutAt),
    verdict: verdictOf({ ...result, ...steps, ...counts }),
    limit: firstLimit(samples, server, busy),
    processor: Math.round(100 * Math.max(0, ...secondsOf(samples, (sample) => sample.busy))),
    connections: {
      most: Math.max(0, ...samples.map(({ open }) => open)),
      waiting: Math.max(0, ...samples.map(({ waiting }) => waiting)),
    },
  }
}

/** A call that the live server has answered. `at`: milliseconds of a clock that only goes forward. */
export type LiveCall = { at: number; ms: number; status: number }

/** The live server is compared with its minute before; of fewer calls than these nothing can be said. */
export const beforeMs = 60_000
export const duringMs = 10_000
const fewestCalls = 40
/** An answer within this time is slow for nobody, whatever it was before. */
const slowFromMs = 50
const busyFrom = 3

const p99Of = (calls: readonly LiveCall[]): number => {
  const sorted = calls.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

/** Why the live server asks a rehearsal to stop; null: it does not. */
export const whyLiveSuffers = (
  before: readonly LiveCall[],
  during: readonly LiveCall[],
): 'live_slow' | 'live_busy' | null => {
  const busy = (calls: readonly LiveCall[]) => calls.filter(({ status }) => status === 503).length
  if (busy(during) >= busyFrom) return 'live_busy'
  if (before.length < fewestCalls || during.length < fewestCalls) return null
  return p99Of(during) >= Math.max(slowFromMs, 2 * p99Of(before)) ? 'live_slow' : null
}
