import { permissionsOf } from '#contract/permissions.ts'
import v8 from 'node:v8'
import vm from 'node:vm'
import { ApiError } from '#web/platform/api.ts'
import { jobHandlers, periodicJobs } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { runIfDue } from '#server/platform/schedule.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { TestApp } from '#test/support/app.ts'
import { buyOne, createCallers, roles } from './callers.ts'
import type { Role } from './callers.ts'
import { operations } from './operations.ts'
import type { Operation } from './operations.ts'
import { createPool } from './pool.ts'
import { randomFrom } from './random.ts'
import type { Random } from './random.ts'
import { requestFor } from './requests.ts'

/** One kind of failure, with the first request that met it. */
export type Finding = { what: string; count: number; first: string }

export type FuzzReport = {
  findings: Finding[]
  /** How many answers had each status. */
  statuses: Record<number, number>
  /** Calls of the document that were answered 200 at least once. */
  succeeded: number
  /** Calls that were not, each with the answers they had. */
  refused: string[]
  /** Bytes of heap in use after a forced collection, at each interval. */
  heap: number[]
}

type FuzzSettings = {
  db: Database
  app: TestApp
  seed: number
  requests: number
  /** After so many requests the pool is filled anew, jobs run and the heap is measured. */
  interval: number
  onInterval: (sent: number, heap: number, report: Readonly<FuzzReport>) => void
}

/** Requests that exist for staff alone are sent by others too, but mostly by those who may. */
const roleFor = ({ allow, needs }: Operation, random: Random): Role => {
  if (random.chance(0.2)) return random.pick(roles)
  if (allow === 'staff')
    return needs === undefined || permissionsOf.desk.includes(needs)
      ? random.pick(['desk', 'supervisor'])
      : 'supervisor'
  if (allow === 'customer') return 'customer'
  return random.pick(['visitor', 'customer', 'customer', 'desk'])
}

const measureHeap = (): number => {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

/** What is wrong with an answer, or null. */
const wrongWith = (operation: Operation, status: number, text: string): string | null => {
  if (status === 500) return 'answered 500'
  if (status === 200) return null
  let code: unknown
  try {
    code = (JSON.parse(text) as { code?: unknown }).code
  } catch {
    return `answered ${status} without JSON`
  }
  const declared = typeof code === 'string' ? operation.refusals[code] : undefined
  return declared === status ? null : `answered ${status} ${String(code)}, which it does not declare`
}

const failedCall = (logged: TestApp['logged']): string => {
  const fields: { err?: Error } | undefined = logged.find(({ message }) => message === 'call failed')?.fields
  const error = fields?.err
  return error === undefined ? '' : `: ${error.message.slice(0, 300)}`
}

/** Sends generated requests, one after the other, and reports every answer that the document does not promise. */
export const runFuzz = async (settings: FuzzSettings): Promise<FuzzReport> => {
  const { db, app, seed, requests, interval, onInterval } = settings
  const random = randomFrom(seed)
  const pool = createPool(random)
  const callers = createCallers(db, app, random)
  const report: FuzzReport = { findings: [], statuses: {}, succeeded: 0, refused: [], heap: [] }
  const findings = new Map<string, Finding>()
  const succeeded = new Set<string>()
  const answers = new Map<string, Record<string, number>>()
  const found = (what: string, first: string): void => {
    const existing = findings.get(what)
    if (existing === undefined) findings.set(what, { what, count: 1, first: first.slice(0, 1500) })
    else existing.count += 1
  }
  await pool.refill(db)

  for (let sent = 1; sent <= requests; sent += 1) {
    app.logged.length = 0
    app.clock.forward(random.pick([10, 200, 1000, 5000]))
    const operation = random.pick(operations)
    const role = roleFor(operation, random)
    const browser = await callers.browserOf(role)
    const source = {
      random,
      pool,
      noun: operation.noun,
      now: app.clock.now(),
      share: random.pick([0, 0, 0.03, 0.3]),
      isStaff: role === 'desk' || role === 'supervisor',
    }
    const { path, headers, body } = requestFor(operation, source)
    const address = `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`
    const response = await browser.fetch(path, {
      method: operation.method,
      headers: { ...headers, 'x-forwarded-for': address },
      ...(body === null ? {} : { body: body as BodyInit }),
    })
    const text = await response.text()
    const { status } = response
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    const counts = answers.get(operation.id) ?? {}
    answers.set(operation.id, { ...counts, [status]: (counts[status] ?? 0) + 1 })
    const wrong = wrongWith(operation, status, text)
    if (wrong !== null) {
      const sentBody = typeof body === 'string' ? body.slice(0, 600) : 'bytes'
      found(
        `${operation.id} ${wrong}${failedCall(app.logged)}`,
        `#${sent} ${role} ${operation.method} ${path} ${sentBody}`,
      )
    }
    // A logged-out browser reaches nothing any more.
    if (status === 401 && role !== 'stale') callers.replace(browser)
    if (status === 200) {
      succeeded.add(operation.id)
      pool.collect(text.startsWith('{') ? (JSON.parse(text) as unknown) : null, operation.noun)
    }
    if (sent % 200 === 0) await buyAnything(callers, pool, random)
    if (sent % interval === 0 || sent === requests) {
      await runJobs(app, db, found)
      await pool.refill(db)
      const heap = measureHeap()
      report.heap.push(heap)
      report.succeeded = succeeded.size
      onInterval(sent, heap, report)
    }
  }
  report.findings = [...findings.values()]
  report.refused = [...answers]
    .filter(([id]) => !succeeded.has(id))
    .map(([id, counts]) => `${id} ${JSON.stringify(counts)}`)
  report.succeeded = succeeded.size
  return report
}

/** A purchase as a customer makes it; a refusal is no failure. */
const buyAnything = async (
  callers: ReturnType<typeof createCallers>,
  pool: ReturnType<typeof createPool>,
  random: Random,
): Promise<void> => {
  const id = pool.pick('occurrence_id', 'timetable')
  try {
    await buyOne(await callers.browserOf(random.pick(['visitor', 'customer'])), String(id))
  } catch (error) {
    // A venue that takes no bookings for a while answers 503, which is a refusal.
    if (!(error instanceof ApiError) || (error.status >= 500 && error.code !== 'maintenance')) throw error
  }
}

/** Runs the jobs that are due: what requests left behind must not make one fail. */
const runJobs = async (
  { clock, services, logged }: TestApp,
  db: Database,
  found: (what: string, first: string) => void,
): Promise<void> => {
  logged.length = 0
  const log: Log = {
    info: () => undefined,
    debug: () => undefined,
    warn: () => undefined,
    error: (fields, message) => {
      const { err, job, kind } = fields as { err?: Error; job?: string; kind?: string }
      found(`${message} (${job ?? kind ?? ''}): ${err?.message.slice(0, 300) ?? ''}`, err?.stack ?? '')
    },
  }
  const jobs = { db, clock, log, services }
  // Feeds are written from a whole timetable, which takes longer than all requests, and no request reaches them.
  for (const job of periodicJobs(jobs)) if (!job.name.startsWith('open data')) await runIfDue(jobs, job)
  await runDueJobs(db, jobHandlers(jobs), clock.now(), log, { batch: 20 })
}
