import { sql } from 'kysely'
import { createBatchers } from './batcher.ts'
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

/** Adds the rows of jobs that this database has never run: they are due at once. */
const registerJobs = async (db: Database, names: readonly string[], now: Date): Promise<void> => {
  await sql`
    insert into periodic_job (name, due_at) select name, ${now} from unnest(${names}::text[]) as name
    on conflict (name) do nothing`.execute(db)
}

/**
 * Takes those of these jobs that are due. One statement moves their rows on, so that one node gets each; locks would
 * keep a connection for as long as the jobs run.
 * @returns the names of the jobs taken
 */
export const takeDue = async (db: Database, names: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    update periodic_job set due_at = ${secondsAfter(now, leaseSeconds)}
    where name in (
      select name from periodic_job where name = any(${names}::text[]) and due_at <= ${now}
      for update skip locked
    )
    returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Jobs that end together are put off together. */
const putOff = createBatchers(
  async (db, jobs: { name: string; until: Date }[]) => {
    await sql`
      update periodic_job set due_at = j.until
      from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ until }) => until)}::timestamptz[])
        as j(name, until)
      where periodic_job.name = j.name`.execute(db)
    return jobs.map(() => undefined)
  },
  { name: 'jobs_put_off', batchSize: 64, inFlight: 1 },
)

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
export const runIfDue = async (
  work: Pick<Work, 'db' | 'clock' | 'log'>,
  job: PeriodicJob,
): Promise<boolean> => {
  const now = work.clock.now()
  await registerJobs(work.db, [job.name], now)
  const taken = await takeDue(work.db, [job.name], now)
  if (taken.length > 0) await runTaken(work, job, now)
  return taken.length > 0
}

/** Runs a job that this node has taken and renews its lease meanwhile. */
const runTaken = async (
  { db, clock, log }: Pick<Work, 'db' | 'clock' | 'log'>,
  { name, everySeconds, run }: PeriodicJob,
  began: Date,
): Promise<void> => {
  const alive = setInterval(
    () => {
      putOff(db, { name, until: secondsAfter(clock.now(), leaseSeconds) }).catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'lease not renewed'),
      )
    },
    (leaseSeconds / 3) * 1000,
  )
  const measure = jobSeconds.startTimer({ job: name })
  try {
    await traceJob(name, () => run(began))
    measure({ outcome: 'done' })
  } catch (error) {
    measure({ outcome: 'failed' })
    log.error({ err: error, job: name }, 'periodic job failed')
  } finally {
    clearInterval(alive)
  }
  await putOff(db, { name, until: secondsAfter(began, everySeconds) })
}

/** How often an empty queue is polled. */
const restMs = 500

/** How often periodic jobs are looked for: the interval of the most frequent. */
const tickMs = 1_000

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

  const queued = new Set<Promise<void>>()
  const ticking = new Set<Promise<void>>()
  const keepUntilDone = (running: Set<Promise<void>>, job: Promise<void>): void => {
    const remove = () => running.delete(job)
    running.add(job)
    job.then(remove, remove)
  }
  const jobsByName = new Map(periodic.map((job) => [job.name, job]))
  const names = [...jobsByName.keys()]
  let registered = false
  const loops = [
    loop(async () => {
      const now = clock.now()
      const afterCallsDueBy = isBusy() ? secondsAfter(now, -patienceSeconds) : now
      const started = await startDueJobs(db, handlers, now, log, { afterCallsDueBy })
      for (const job of started) keepUntilDone(queued, job)
      // Taking many at once costs one statement, so the next wait for these, but not for one that hangs.
      await atMost(slowMs, Promise.all(started))
      while (queued.size >= mostRunning) await Promise.race(queued)
      return started.length > 0 ? 0 : restMs
    }),
    loop(async () => {
      const now = clock.now()
      if (!registered) await registerJobs(db, names, now)
      registered = true
      for (const name of await takeDue(db, names, now)) {
        const job = jobsByName.get(name)
        // A job that cannot be put off becomes due again when its lease has ended.
        if (job !== undefined)
          keepUntilDone(
            ticking,
            runTaken(work, job, now).catch((error: unknown) =>
              log.error({ err: error, job: name }, 'periodic job not put off'),
            ),
          )
      }
      return tickMs
    }),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.allSettled([...queued, ...ticking])
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
