import { sql } from 'kysely'
import { createBatchers } from './batcher.ts'
import type { Database, Tx } from './database.ts'
import type { Log } from './log.ts'
import { jobSeconds } from './metrics.ts'
import { traceJob } from './tracing.ts'

/** A handler for each kind of job. A job whose handler throws is retried later. */
export type JobHandlers = Readonly<Record<string, (payload: unknown) => Promise<void>>>

type Waiting = { id: number; kind: string; payload: unknown; attempts: number }

const maximumAttempts = 12
/** A job whose worker crashed is taken by another after this time. The worker renews it while the job runs. */
const usualLeaseSeconds = 120

/**
 * Inserts a job in the caller's transaction, so that both commit or neither.
 * @param options.key at most one waiting job of this kind and key
 * @param options.afterCalls nobody waits for it: in a rush it goes after customers' calls
 */
export const enqueue = async (
  tx: Tx,
  kind: string,
  payload: object,
  options: { key?: string; dueAt: Date; afterCalls?: true },
): Promise<void> => {
  const { key = null, dueAt, afterCalls = false } = options
  await sql`
    insert into job (kind, payload, unique_key, due_at, after_calls)
    values (${kind}, ${JSON.stringify(payload)}, ${key}, ${dueAt}, ${afterCalls})
    on conflict (kind, unique_key) where unique_key is not null and done_at is null and failed_at is null
    do nothing`.execute(tx)
}

type Options = { batch?: number; afterCallsDueBy?: Date; leaseSeconds?: number }

/**
 * Takes up to `batch` due jobs and runs them concurrently, so that a slow one does not use up the lease of the others.
 * Two workers never take the same job.
 * @param options.afterCallsDueBy jobs that go after customers' calls are left for later if they became due after it
 * @returns how many were taken; 0 means that nothing is due
 */
export const runDueJobs = async (
  db: Database,
  handlers: JobHandlers,
  now: Date,
  log: Log,
  options: Options = {},
): Promise<number> => (await Promise.all(await startDueJobs(db, handlers, now, log, options))).length

/** The same without waiting for their end: a promise for each. */
export const startDueJobs = async (
  db: Database,
  handlers: JobHandlers,
  now: Date,
  log: Log,
  { batch = 32, afterCallsDueBy = now, leaseSeconds = usualLeaseSeconds }: Options = {},
): Promise<Promise<void>[]> => {
  const lockedUntil = new Date(now.getTime() + leaseSeconds * 1000)
  const { rows } = await sql<Waiting>`
    update job set locked_until = ${lockedUntil}, attempts = attempts + 1
    where id in (
      select id from job
      where done_at is null and failed_at is null and due_at <= ${now}
        and (locked_until is null or locked_until <= ${now})
        and (not after_calls or due_at <= ${afterCallsDueBy})
      order by due_at limit ${batch} for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db)
  if (rows.length === 0) return []
  const running = new Set(rows.map(({ id }) => id))
  const startedAt = performance.now()
  const renewing = setInterval(
    () => {
      const passedMs = performance.now() - startedAt
      renewLease(db, [...running], new Date(lockedUntil.getTime() + passedMs)).catch((error: unknown) =>
        log.warn({ err: error }, 'leases of jobs not renewed'),
      )
    },
    (leaseSeconds / 3) * 1000,
  )
  return rows.map(async (job) => {
    try {
      await runJob(db, handlers, job, now, log)
    } finally {
      running.delete(job.id)
      if (running.size === 0) clearInterval(renewing)
    }
  })
}

const renewLease = async (db: Database, ids: readonly number[], lockedUntil: Date): Promise<void> => {
  await db
    .updateTable('job')
    .set({ lockedUntil })
    .where('id', 'in', [...ids])
    .where('lockedUntil', 'is not', null)
    .execute()
}

/** Jobs that end together are marked together. */
const markDone = createBatchers(
  async (db, done: { id: number; at: Date }[]) => {
    await sql`
      update job set done_at = d.at, locked_until = null
      from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ at }) => at)}::timestamptz[]) as d(id, at)
      where job.id = d.id`.execute(db)
    return done.map(() => undefined)
  },
  { name: 'jobs_done', batchSize: 64, inFlight: 1 },
)

const runJob = async (
  db: Database,
  handlers: JobHandlers,
  job: Waiting,
  now: Date,
  log: Log,
): Promise<void> => {
  const measure = jobSeconds.startTimer({ job: job.kind })
  try {
    const handler = handlers[job.kind]
    if (handler === undefined) throw new Error(`No handler for jobs of kind ${job.kind}.`)
    await traceJob(job.kind, () => handler(job.payload))
    await markDone(db, { id: job.id, at: now })
    measure({ outcome: 'done' })
    log.debug({ jobId: job.id, kind: job.kind }, 'job done')
  } catch (error) {
    measure({ outcome: 'failed' })
    const gaveUp = job.attempts >= maximumAttempts
    log.error({ err: error, jobId: job.id, kind: job.kind, attempts: job.attempts, gaveUp }, 'job failed')
    // 2 s, 4 s, 8 s … at most an hour.
    const wait = Math.min(3600, 2 ** job.attempts) * 1000
    await db
      .updateTable('job')
      .set({
        lockedUntil: null,
        dueAt: new Date(now.getTime() + wait),
        lastError: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
        ...(gaveUp ? { failedAt: now } : {}),
      })
      .where('id', '=', job.id)
      .execute()
  }
}

/** Deletes jobs done more than a week ago. */
export const sweepJobs = async (db: Tx, now: Date): Promise<void> => {
  await db
    .deleteFrom('job')
    .where('doneAt', '<', new Date(now.getTime() - 7 * 86_400_000))
    .execute()
}
