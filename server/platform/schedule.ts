import { setMaxListeners } from 'node:events'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { runDueJobs } from './queue.ts'
import type { JobHandlers } from './queue.ts'
import type { Log } from './log.ts'

/** Something done again and again by the clock, on one node at a time. */
export type PeriodicJob = {
  name: string
  everySeconds: number
  run: (now: Date) => Promise<unknown>
}

/** How long a job belongs to its node without a sign of life: after this another one takes it over. */
const leaseSeconds = 60

/**
 * Takes a periodic job when it is due. The row is moved on in one statement, so one node gets it; a lock held
 * on a connection would keep that connection for as long as the job runs.
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
}

/**
 * Runs one periodic job if it is due and nobody else has it.
 * @returns whether it was run; a failure is logged, and the job comes round again in its time
 */
export const runIfDue = async ({ db, clock, log }: Omit<Work, 'handlers' | 'periodic'>, job: PeriodicJob) => {
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
  try {
    await job.run(began)
  } catch (error) {
    log.error({ err: error, job: job.name }, 'periodic job failed')
  } finally {
    clearInterval(alive)
  }
  await putOff(db, job.name, secondsAfter(began, job.everySeconds))
  return true
}

/** How often the queue is looked at when it was empty. */
const restMs = 500

/**
 * Works until it is stopped: the queue as it fills, the periodic jobs in their time.
 * @returns `stop`, which waits for what is under way
 */
export const startWork = (work: Work): { stop: () => Promise<void> } => {
  const { db, clock, log, handlers, periodic } = work
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
        // The database is away for a moment: the process stays, and tries again.
        log.error({ err: error }, 'jobs not looked at')
        wait = 5 * restMs
      }
      if (wait > 0 && !stopping.signal.aborted) await rest(wait)
    }
  }

  const loops = [
    loop(async () => ((await runDueJobs(db, handlers, clock.now(), log)) > 0 ? 0 : restMs)),
    ...periodic.map((job) =>
      loop(async () => {
        await runIfDue(work, job)
        // Looked at now and then in between: its node may have died, or this one may just have started.
        return Math.min(job.everySeconds, leaseSeconds) * 1000
      }),
    ),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
