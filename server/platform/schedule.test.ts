import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import { enqueue, runDueJobs, startDueJobs } from './queue.ts'
import { runIfDue, startWork, takeDue } from './schedule.ts'

let db: Database
let at: Date
let lines: string[]
const clock = { now: () => at }
const keep = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
const log: Log = { info: keep, warn: keep, error: keep, debug: keep }

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  at = new Date('2027-02-28T10:00:00Z')
  lines = []
})

const forward = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
}

const noWork = () => Promise.resolve()

const aLongJob = () => {
  let start = () => {}
  let finish = () => {}
  const started = new Promise<void>((resolve) => (start = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const run = () => {
    start()
    return finished
  }
  return { job: { name: 'long', everySeconds: 5, run }, started, finish: () => finish() }
}

describe('a periodic job', () => {
  it('runs when it is due, and again after its interval', async () => {
    let runs = 0
    const job = { name: 'sweep', everySeconds: 300, run: () => Promise.resolve((runs += 1)) }
    expect(await runIfDue({ db, clock, log }, job)).toBe(true)
    forward(299)
    expect(await runIfDue({ db, clock, log }, job)).toBe(false)
    forward(1)
    expect(await runIfDue({ db, clock, log }, job)).toBe(true)
    expect(runs).toBe(2)
  })

  it('is taken by one node of many', async () => {
    const jobs = ['sweep', 'send', 'collect']
    for (const name of jobs) await runIfDue({ db, clock, log }, { name, everySeconds: 60, run: noWork })
    forward(60)
    const taken = await Promise.all(Array.from({ length: 12 }, () => takeDue(db, jobs, at)))
    expect(taken.flat().toSorted()).toEqual(['collect', 'send', 'sweep'])
  })

  it('does not run twice at once, however long it takes', async () => {
    const { job, started, finish } = aLongJob()
    const first = runIfDue({ db, clock, log }, job)
    await started
    forward(30)
    expect(await runIfDue({ db, clock, log }, job)).toBe(false)
    finish()
    await first
    expect(await takeDue(db, ['long'], at)).toEqual(['long'])
  })

  it('is taken over a minute after its node has died', async () => {
    await runIfDue({ db, clock, log }, { name: 'sweep', everySeconds: 1, run: noWork })
    forward(1)
    expect(await takeDue(db, ['sweep'], at)).toEqual(['sweep'])
    forward(59)
    expect(await takeDue(db, ['sweep'], at)).toEqual([])
    forward(1)
    expect(await takeDue(db, ['sweep'], at)).toEqual(['sweep'])
  })

  it('that fails is logged and runs again', async () => {
    const job = { name: 'sweep', everySeconds: 60, run: () => Promise.reject(new Error('no')) }
    expect(await runIfDue({ db, clock, log }, job)).toBe(true)
    expect(lines).toEqual([expect.stringContaining('periodic job failed')])
    forward(60)
    expect(await runIfDue({ db, clock, log }, job)).toBe(true)
  })
})

describe('work', () => {
  it('runs queued jobs, and stops when running jobs are done', async () => {
    const done: unknown[] = []
    const slow = aLongJob()
    const work = startWork({
      db,
      clock,
      log,
      handlers: {
        quick: (payload) => Promise.resolve(void done.push(payload)),
        slow: () => slow.job.run().then(() => void done.push('slow')),
        broken: () => Promise.reject(new Error('no')),
      },
      periodic: [{ name: 'sweep', everySeconds: 60, run: () => Promise.resolve(void done.push('sweep')) }],
    })
    await enqueue(db, 'broken', {}, { dueAt: at })
    await enqueue(db, 'quick', { id: 1 }, { dueAt: at })
    await expect.poll(() => done).toEqual(expect.arrayContaining([{ id: 1 }, 'sweep']))
    await enqueue(db, 'slow', {}, { dueAt: at })
    await slow.started
    let stopped = false
    const stopping = work.stop().then(() => (stopped = true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(stopped).toBe(false)
    slow.finish()
    await stopping
    expect(done).toContain('slow')
    expect(lines.join('\n')).toContain('job failed')
    const left = await db.selectFrom('job').select(['kind', 'attempts']).where('doneAt', 'is', null).execute()
    expect(left).toEqual([{ kind: 'broken', attempts: 1 }])
  })

  it('runs what repeats each time that it is due, beside what takes long', async () => {
    let runs = 0
    const slow = aLongJob()
    const work = startWork({
      db,
      clock,
      log,
      handlers: {},
      periodic: [
        { name: 'sweep', everySeconds: 60, run: () => Promise.resolve((runs += 1)) },
        { ...slow.job, everySeconds: 1 },
      ],
    })
    try {
      await slow.started
      for (const times of [1, 2, 3]) {
        await expect.poll(() => runs, { timeout: 10_000 }).toBe(times)
        const dueAt = () =>
          db.selectFrom('periodicJob').select('dueAt').where('name', '=', 'sweep').executeTakeFirstOrThrow()
        await expect.poll(dueAt).toEqual({ dueAt: new Date(at.getTime() + 60_000) })
        forward(60)
      }
    } finally {
      slow.finish()
      await work.stop()
    }
  })

  it('that hangs keeps no other job waiting', async () => {
    const slow = aLongJob()
    const done: unknown[] = []
    const work = startWork({
      db,
      clock,
      log,
      handlers: { slow: slow.job.run, quick: (payload) => Promise.resolve(void done.push(payload)) },
      periodic: [],
    })
    try {
      await enqueue(db, 'slow', {}, { dueAt: at })
      await slow.started
      await enqueue(db, 'quick', { id: 1 }, { dueAt: at })
      await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ id: 1 }])
    } finally {
      slow.finish()
      await work.stop()
    }
  })

  it('is not taken by another node for as long as it runs', async () => {
    const slow = aLongJob()
    const handlers = { slow: slow.job.run }
    const leaseSeconds = 0.3
    await enqueue(db, 'slow', {}, { dueAt: at })
    const [running] = await startDueJobs(db, handlers, at, log, { leaseSeconds })
    await slow.started
    await expect
      .poll(async () => (await db.selectFrom('job').select('lockedUntil').executeTakeFirst())?.lockedUntil)
      .not.toEqual(new Date(at.getTime() + leaseSeconds * 1000))
    expect(await runDueJobs(db, handlers, new Date(at.getTime() + leaseSeconds * 1000), log)).toBe(0)
    slow.finish()
    await running
    expect(await db.selectFrom('job').select('attempts').where('doneAt', 'is not', null).execute()).toEqual([
      { attempts: 1 },
    ])
  })

  it('that can wait goes after calls in a rush, half a minute at most, and nothing else waits', async () => {
    const done: unknown[] = []
    let busy = true
    const work = startWork({
      db,
      clock,
      log,
      isBusy: () => busy,
      handlers: { mail: (payload) => Promise.resolve(void done.push(payload)) },
      periodic: [],
    })
    try {
      await enqueue(db, 'mail', { id: 'confirmation' }, { dueAt: at, afterCalls: true })
      forward(29)
      await enqueue(db, 'mail', { id: 'password' }, { dueAt: at })
      await expect.poll(() => done).toEqual([{ id: 'password' }])
      forward(1)
      await expect.poll(() => done).toEqual([{ id: 'password' }, { id: 'confirmation' }])

      await enqueue(db, 'mail', { id: 'later' }, { dueAt: at, afterCalls: true })
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(done).toHaveLength(2)
      busy = false
      await expect.poll(() => done).toContainEqual({ id: 'later' })
    } finally {
      await work.stop()
    }
  })
})
