import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import type { RehearsalProblem, RehearsalProgress } from '#contract/rehearsals.ts'
import { operatorById } from '#server/operator/find.ts'
import { environmentOfRehearsal, noOperatorFiles, projectRoot } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import {
  copyEmbeddedFiles,
  createShadow,
  dropShadow,
  isRightMissing,
  shadowFolder,
  shadowName,
} from '#server/platform/shadowDatabase.ts'
import { transact } from '#server/platform/transact.ts'
import type { LiveCalls } from './liveCalls.ts'
import { fromShadow, fromVisitors } from './order.ts'
import type { FromShadow, Sample, ShadowCounts, ShadowOrder, VisitorsResult } from './order.ts'
import { beforeMs, duringMs, reportOf, whyLiveSuffers } from './rules.ts'
import { endRehearsal, forgetShadow, keepAlive, takeWaiting } from './sql.ts'
import type { DueRehearsal, Outcome } from './sql.ts'

/** What Node runs: the server on the copy and the visitors. `hasPages`: whether the server has pages besides its API. */
export type RehearsalPrograms = {
  server: readonly string[]
  visitors: readonly string[]
  hasPages: boolean
}

export type RehearsalServices = {
  config: Config
  log: Log
  programs: RehearsalPrograms
  liveCalls: LiveCalls
  /** Whether this node is stopping. */
  isStopping: () => boolean
  /** How long the minutes of the visitors are; the server's clock begins two of them before booking opens. */
  minuteMs?: number
}

const dayMs = 86_400_000
const leadMinutes = 2
/** A copy is dropped after so long, whatever is going on. */
const longestMs = 3_600_000
/** A node that says nothing for so long is gone. */
const aliveMs = 60_000
const tickMs = 500
const aliveEveryTicks = 4

/** Ends a rehearsal before its report. */
class Ended extends Error {
  readonly outcome: Outcome

  constructor(state: 'stopped' | 'failed', problem: RehearsalProblem) {
    super(problem)
    this.outcome = { state, problem }
  }
}

/** The job that runs a rehearsal from its copy to its report. Whatever happens, nothing is left of the copy. */
export const runWaitingRehearsal = async (
  db: Database,
  services: RehearsalServices,
  now: Date,
): Promise<void> => {
  const taken = await transact(db, (tx) =>
    takeWaiting(tx, {
      shadow: (id) => shadowName(id, randomUUID().slice(0, 8)),
      aliveUntil: new Date(now.getTime() + aliveMs),
    }),
  )
  if (taken === undefined) return
  const began = performance.now()
  const time = () => new Date(now.getTime() + performance.now() - began)
  let outcome: Outcome = { state: 'failed', problem: 'fault' }
  const children: ChildProcess[] = []
  try {
    outcome = await rehearse(db, services, taken, { time, children })
  } catch (error) {
    if (error instanceof Ended) outcome = error.outcome
    else services.log.error({ err: error, rehearsal: taken.id }, 'rehearsal failed')
  } finally {
    await Promise.all(children.map(killed))
    try {
      await dropShadow(services.config, taken.shadow)
      await forgetShadow(db, taken.id)
    } finally {
      await endRehearsal(db, taken.id, outcome, time())
    }
  }
}

type Run = { time: () => Date; children: ChildProcess[] }

const rehearse = async (
  db: Database,
  services: RehearsalServices,
  rehearsal: DueRehearsal & { shadow: string },
  { time, children }: Run,
): Promise<Outcome> => {
  const { config, log, programs, minuteMs = 60_000 } = services
  const watch = watchOver(db, services, rehearsal.id, time)
  /** Waits for it unless the rehearsal is to end before, or one of its programs does. */
  const unlessEnded = <T>(step: Promise<T>): Promise<T> => Promise.race([step, watch.ended])
  try {
    const url = await unlessEnded(makeShadow(config, rehearsal.shadow))
    const source = await unlessEnded(sourceOf(db, config, rehearsal.shadow))
    const server = startProgram(programs.server, environmentOf(config, rehearsal.shadow, url))
    children.push(server.child)
    const samples: Sample[] = []
    const { ready, counts } = listenToServer(server.child, samples)
    const { operatorId, venueId, day, audience, opensAt, visitors, arrival, paying } = rehearsal
    const order: ShadowOrder = {
      source,
      from: new Date(time().getTime() - dayMs),
      operatorId,
      venueId,
      day,
      audience,
      opensAt,
      leadMs: leadMinutes * minuteMs,
      visitors,
    }
    server.child.send(order)
    const { port, venue, sessions, tokens, opensInMs } = await unlessEnded(
      Promise.race([ready, server.exited]),
    )
    if (sessions.length === 0) throw new Ended('failed', 'nothing_to_book')
    watch.report('running', null)

    const { slug } = await operatorById(db, operatorId)
    const visits = startProgram(programs.visitors, environmentOfRehearsal({}))
    children.push(visits.child)
    const done = listenToVisitors(visits.child, (progress) => watch.report('running', progress))
    const pages = programs.hasPages
    visits.child.send({
      port,
      operator: slug,
      venue,
      day,
      sessions,
      tokens,
      visitors,
      arrival,
      paying,
      opensInMs,
      minuteMs,
      pages,
    })
    const result = await unlessEnded(Promise.race([done, visits.exited, server.exited]))
    if (result.faults.length > 0)
      log.warn({ rehearsal: rehearsal.id, faults: result.faults }, 'visitors of a rehearsal met faults')
    server.child.send({ count: sessions.map(({ id }) => id) })
    const counted = await unlessEnded(Promise.race([counts, server.exited]))
    const pool = config.databaseUrl === undefined ? null : config.databasePool
    return { state: 'done', report: reportOf(result, counted, samples, { pool }, opensAt) }
  } finally {
    await watch.stop()
  }
}

const makeShadow = async (config: Config, name: string): Promise<string | null> => {
  try {
    return await createShadow(config, name)
  } catch (error) {
    if (isRightMissing(error)) throw new Ended('failed', 'no_right')
    throw error
  }
}

const sourceOf = async (db: Database, config: Config, shadow: string): Promise<ShadowOrder['source']> => {
  if (config.databaseUrl !== undefined) return { kind: 'server', url: config.databaseUrl }
  const folder = path.join(shadowFolder(config, shadow), 'source')
  await copyEmbeddedFiles(db, config, folder)
  return { kind: 'files', folder }
}

const environmentOf = (config: Config, shadow: string, url: string | null): NodeJS.ProcessEnv =>
  environmentOfRehearsal({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...(url === null ? {} : { DATABASE_URL: url }),
    DATABASE_POOL: String(config.databasePool),
    DATA_DIR: shadowFolder(config, shadow),
    CARDS: 'demo',
    DEMO_PASSWORDS: 'true',
    SECOND_FACTOR_KEYS: 'none',
    OPERATOR_FILES: noOperatorFiles,
    DEV_PAGES: 'false',
    // Each visitor says from which network they come.
    TRUSTED_PROXIES: '1',
    SITE_BOOKINGS: config.sites.bookings,
    SITE_ACCOUNT: config.sites.account,
    SITE_JOIN: config.sites.join,
    SITE_DESK: config.sites.desk,
  })

type Program = { child: ChildProcess; exited: Promise<never> }

/** Of what a program writes, so much is told when it fails. */
const lastWords = 2000

/** A program with the lowest priority and a channel to this one, without which it ends. */
const startProgram = (program: readonly string[], env: NodeJS.ProcessEnv): Program => {
  const child = spawn(process.execPath, program, {
    cwd: projectRoot(),
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-lastWords)))
  const exited = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`A program of a rehearsal ended with ${code ?? signal}: ${output}`)),
    )
  })
  // Whoever waits for it hears of it; later, when it is killed, nobody does.
  exited.catch(() => undefined)
  return { child, exited }
}

const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

type Ready = Extract<FromShadow, { say: 'ready' }>

const listenToServer = (
  child: ChildProcess,
  samples: Sample[],
): { ready: Promise<Ready>; counts: Promise<ShadowCounts> } => {
  const failures: ((error: Error) => void)[] = []
  const answers: { ready?: (ready: Ready) => void; counts?: (counts: ShadowCounts) => void } = {}
  child.on('message', (message) => {
    const one = fromShadow.parse(message)
    if (one.say === 'sample') samples.push(one.sample)
    if (one.say === 'ready') answers.ready?.(one)
    if (one.say === 'counts') answers.counts?.(one.counts)
    if (one.say === 'failed') for (const fail of failures) fail(new Error(one.message))
  })
  const ready = new Promise<Ready>((resolve, reject) => {
    answers.ready = resolve
    failures.push(reject)
  })
  const counts = new Promise<ShadowCounts>((resolve, reject) => {
    answers.counts = resolve
    failures.push(reject)
  })
  for (const promise of [ready, counts]) promise.catch(() => undefined)
  return { ready, counts }
}

const listenToVisitors = (
  child: ChildProcess,
  onProgress: (progress: RehearsalProgress) => void,
): Promise<VisitorsResult> =>
  new Promise((resolve) => {
    child.on('message', (message) => {
      const one = fromVisitors.parse(message)
      if (one.say === 'done') resolve(one.result)
      else {
        const { arrived, held, paid, busy } = one.progress
        onProgress({ arrived, held, paid, busy })
      }
    })
  })

/**
 * Says in the database that the rehearsal goes on, and looks whether it is to end: staff want it, the node stops, the live
 * server suffers, its hour is over.
 */
const watchOver = (
  db: Database,
  { liveCalls, isStopping, log }: RehearsalServices,
  id: number,
  time: () => Date,
) => {
  const began = performance.now()
  const before = liveCalls.since(began - beforeMs)
  let state: 'copying' | 'running' = 'copying'
  let progress: RehearsalProgress | null = null
  let ticks = 0
  let end: (error: Error) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    end = reject
  })
  ended.catch(() => undefined)
  const tick = async (): Promise<void> => {
    if (isStopping()) return end(new Ended('stopped', 'restart'))
    const passed = performance.now() - began
    if (passed > longestMs) return end(new Ended('failed', 'too_long'))
    const why = whyLiveSuffers(before, liveCalls.since(Math.max(began, performance.now() - duringMs)))
    if (why !== null) return end(new Ended('stopped', why))
    if (ticks % aliveEveryTicks === 0) {
      const aliveUntil = new Date(time().getTime() + aliveMs)
      const { stopWanted, isLost } = await keepAlive(db, id, { aliveUntil, state, progress })
      if (isLost) return end(new Ended('failed', 'node_lost'))
      if (stopWanted) return end(new Ended('stopped', 'staff'))
    }
    ticks += 1
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(tick).catch((error: unknown) => {
      log.warn({ err: error, rehearsal: id }, 'rehearsal not watched')
    })
  }, tickMs)
  return {
    ended,
    report: (now: typeof state, how: RehearsalProgress | null) => {
      state = now
      progress = how
    },
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
