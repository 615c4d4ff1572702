import { setMaxListeners } from 'node:events'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { jobSeconds } from './metrics.ts'
import { startDueJobs } from './queue.ts'
import type { JobHandlers } from './queue.ts'
import type { Log } from './log.ts'
import { traceJob } from './tracing.ts'

/** A job that repeats, on one node at a time. */
export type PeriodicJob = {
  name: string
  everySeconds: number
  run: (now: Date) => Promise<unknown>
}

/** A node that does not renew its lease for this long loses the job to another. */
const leaseSeconds = 60

/**
 * Takes a periodic job when it is due. One statement moves the row on, so that one node gets it; a lock would keep a
 * connection for as long as the job runs.
 */
export const takeIfDue = async (db: Database, name: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into periodic_job as p (name, due_at) values (${name}, ${secondsAfter(now, leaseSeconds)})
    on conflict (name) do update set due_at = excluded.due_at where p.due_at <= ${now}
    returning name`.execute(db)
  return rows.length > 0
}

const putOff = async (db: Database, name: string, until: Date): Promise<void> => {
  await db.updateTable('periodicJob').set({ dueAt: until }).where('name', '=', name).execute()
}

const secondsAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

export type Work = {
  db: Database
  clock: Clock
  log: Log
  handlers: JobHandlers
  periodic: readonly PeriodicJob[]
  /** Whether many customers wait for answers now, so that jobs that nobody waits for go after them. */
  isBusy?: () => boolean
}

/**
 * Runs a periodic job if it is due and no other node has it.
 * @returns whether it was run; a failure is logged, and the job runs again at its next time
 */
export const runIfDue = async ({ db, clock, log }: Pick<Work, 'db' | 'clock' | 'log'>, job: PeriodicJob) => {
  const began = clock.now()
  if (!(await takeIfDue(db, job.name, began))) return false
  const alive = setInterval(
    () => {
      putOff(db, job.name, secondsAfter(clock.now(), leaseSeconds)).catch((error: unknown) =>
        log.warn({ err: error, job: job.name }, 'lease not renewed'),
      )
    },
    (leaseSeconds / 3) * 1000,
  )
  const measure = jobSeconds.startTimer({ job: job.name })
  try {
    await traceJob(job.name, () => job.run(began))
    measure({ outcome: 'done' })
  } catch (error) {
    measure({ outcome: 'failed' })
    log.error({ err: error, job: job.name }, 'periodic job failed')
  } finally {
    clearInterval(alive)
  }
  await putOff(db, job.name, secondsAfter(began, job.everySeconds))
  return true
}

/** How often an empty queue is polled. */
const restMs = 500

/** Jobs that one node runs at the same time. */
const mostRunning = 64

/** Other jobs are waited for no longer than this by those that become due. */
const slowMs = 2_000

/** A job that goes after customers' calls waits at most so long. */
const patienceSeconds = 30

/**
 * Runs queued and periodic jobs until it is stopped.
 * @returns `stop`, which waits for running jobs
 */
export const startWork = (work: Work): { stop: () => Promise<void> } => {
  const { db, clock, log, handlers, periodic, isBusy = () => false } = work
  const stopping = new AbortController()
  // Each loop that waits listens to the signal; Node warns from the eleventh listener on.
  setMaxListeners(periodic.length + 1, stopping.signal)
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms)
      stopping.signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', done)
        resolve()
      }
    })

  const loop = async (step: () => Promise<number>): Promise<void> => {
    while (!stopping.signal.aborted) {
      let wait = restMs
      try {
        wait = await step()
      } catch (error) {
        // The database cannot be reached: try again later.
        log.error({ err: error }, 'jobs not polled')
        wait = 5 * restMs
      }
      if (wait > 0 && !stopping.signal.aborted) await rest(wait)
    }
  }

  const running = new Set<Promise<void>>()
  const loops = [
    loop(async () => {
      const now = clock.now()
      const afterCallsDueBy = isBusy() ? secondsAfter(now, -patienceSeconds) : now
      const started = await startDueJobs(db, handlers, now, log, { afterCallsDueBy })
      for (const job of started) {
        const remove = () => running.delete(job)
        running.add(job)
        job.then(remove, remove)
      }
      // Taking many at once costs one statement, so the next wait for these, but not for one that hangs.
      await atMost(slowMs, Promise.all(started))
      while (running.size >= mostRunning) await Promise.race(running)
      return started.length > 0 ? 0 : restMs
    }),
    ...periodic.map((job) =>
      loop(async () => {
        await runIfDue(work, job)
        // Polled at least once a lease: the node that has the job may have crashed.
        return Math.min(job.everySeconds, leaseSeconds) * 1000
      }),
    ),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.allSettled(running)
    },
  }
}

/** Waits for it so many ms at most. */
const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, time])
  } finally {
    clearTimeout(timer)
  }
}
