import { operatorMessages } from '#server/messages/languages.ts'
import { serve } from '@hono/node-server'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { demoLogins } from '#server/import/demo.ts'
import { importOperator } from '#server/import/run.ts'
import { serveImports } from '#server/import/runningServer.ts'
import type { FirstRun, FirstRunDeps } from '#server/office/firstRun.ts'
import { createMetrics } from '#server/operations/metrics.ts'
import { isEmpty } from '#server/operator/find.ts'
import { limitConnections, namesTwoHosts, requireHttps } from '#server/platform/admission.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import { configFromEnvironment, noOperatorFiles, projectRoot } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import { databaseFolder, openDatabase, waitForDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import { SetupError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { measureProcess } from '#server/platform/metrics.ts'
import { migrate } from '#server/platform/migrate.ts'
import { startNodeLease } from '#server/platform/nodeLease.ts'
import { startTracing } from '#server/platform/tracing.ts'
import { chooseBreachedPasswords } from '#server/providers/breached-passwords/range.ts'
import { listDemoCards } from '#server/providers/cards/demo/card.ts'
import { chooseFiles } from '#server/providers/files/store.ts'
import { watchLiveCalls } from '#server/rehearsals/liveCalls.ts'
import type { RehearsalPrograms } from '#server/rehearsals/run.ts'
import { createApp } from './app.ts'
import type { FurtherApis } from './app.ts'
import { serveMetrics } from './health.ts'
import { startJobs } from './jobs.ts'
import type { SimulateDay } from './jobs.ts'
import type { CreatePages } from './site.ts'
import { checkPasswords, checkSettings } from './startChecks.ts'
import type { Findings } from './startChecks.ts'

/** Keep-alive timeout; longer than that of proxies, so that a connection is not closed under a request. */
const keepAliveMs = 65_000
/** The time for the headers of a request, and for all of it: a document of 10 MB over a slow telephone. */
const headersMs = 20_000
const requestMs = 120_000
/** How long a stop waits for requests in progress. */
const graceMs = 20_000

export type Composition = {
  /** Renders pages: web/entry-server.tsx, built or through a development server. */
  createPages: CreatePages
  /** Creates the HTTP server, where another handler sees requests first. */
  createServer?: typeof createServer
  /** Simulates the sales that the operator's files list; unused in production. */
  simulateDay?: SimulateDay
  /** Served beside the product's own APIs: what a program of tests needs of the server (test/open-booking). */
  furtherApis?: FurtherApis
  /** The built file of a script of the browser: server/site.ts. Omitted where Vite serves the sources. */
  scriptFile?: (source: string) => string
  /** What a rehearsal runs of the sources or of the build; without it none can begin. */
  rehearsalPrograms?: RehearsalPrograms
  /** Another one than the system's, for a rehearsal. */
  clock?: Clock
  /** Fills the database before anything reads it. */
  prepare?: (db: Database) => Promise<void>
  /** Hears at which port calls are answered from now on. */
  onListening?: (port: number) => void
}

/**
 * Starts the server: settings, database, migrations, operator's files, port, jobs. A signal stops it in
 * reverse order. What the operator has to mend first is printed in words, and the process ends with 1.
 */
export const start = async (composition: Composition): Promise<void> => {
  try {
    await startServer(composition)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const startServer = async ({
  createPages,
  createServer: make = createServer,
  simulateDay,
  furtherApis = [],
  scriptFile = (source) => source,
  rehearsalPrograms,
  clock = systemClock,
  prepare = () => Promise.resolve(),
  onListening = () => undefined,
}: Composition): Promise<void> => {
  const config = configFromEnvironment()
  const log = createLog(config.logLevel)
  const report = ({ refusals, warnings }: Findings): void => {
    for (const warning of warnings) log.warn({}, warning)
    if (refusals.length > 0) throw new SetupError(refusals.join('\n'))
  }
  report(checkSettings(config))
  if (config.metrics !== null) measureProcess()
  const render = await createPages(config.languages)
  const { traces } = config
  const stopTracing = traces === null ? null : await startTracing(traces.collector, traces.share)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const { db, close, engine } = await step(operatorMessages().startup.steps.database, async () => {
    const opened = await openDatabase(config)
    await waitForDatabase(opened.db, log)
    const applied = await migrate(opened.db)
    if (applied.length > 0) log.debug({ applied }, 'schema brought up to date')
    await prepare(opened.db)
    return opened
  })

  report(await checkPasswords(db, config))
  const files = path.resolve(projectRoot(), config.operatorFiles)
  if (config.operatorFiles !== noOperatorFiles && (await isEmpty(db)))
    await step(operatorMessages().startup.steps.files, () =>
      importOperator(db, files, { now: clock.now(), storeFile: chooseFiles(config).put }),
    )

  const firstRun = (await isEmpty(db))
    ? await openFirstRun({
        db,
        clock,
        config,
        breachedPasswords: chooseBreachedPasswords(config, log),
      })
    : null
  const lease = await startNodeLease(db, log, { isAlone: engine === 'embedded' })
  const opening = startStep(operatorMessages().startup.steps.sites)
  const { app, services, responseCache, isBusy } = createApp({
    db,
    clock,
    config,
    log,
    nodeId: lease.id,
    render,
    furtherApis,
    scriptFile,
  })
  const secure = requireHttps(config.sites)
  const server = serve({
    fetch:
      firstRun === null
        ? app.fetch
        : async (request: Request, env: object) =>
            (await firstRun.answer(request)) ?? app.fetch(request, env),
    port: config.port,
    hostname: config.host,
    // Cached responses are sent before a request object is created.
    createServer: ((options: object, answer: RequestListener) =>
      make(options, (incoming, outgoing) => {
        if (namesTwoHosts(incoming)) {
          outgoing.writeHead(400, { Connection: 'close' }).end()
          return
        }
        secure(outgoing)
        if (!responseCache.serve(incoming, outgoing)) answer(incoming, outgoing)
      })) as typeof createServer,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isInUse = error.code === 'EADDRINUSE'
      reject(isInUse ? new SetupError(operatorMessages().startup.portInUse({ port: config.port })) : error)
    })
  })
  if ('keepAliveTimeout' in server) {
    server.keepAliveTimeout = keepAliveMs
    limitConnections(server, { headersMs, requestMs, connections: config.maxConnections })
  }
  const { metrics } = config
  const metricsServer =
    metrics === null
      ? null
      : await serveMetrics(createMetrics({ db, clock, log }), metrics.port, metrics.host)
  const stopImports =
    engine === 'embedded'
      ? await serveImports(databaseFolder(config), async (order, beforeCommit) => {
          // What reads and checks files is loaded when somebody imports some.
          const { runImport } = await import('#server/import/describe.ts')
          const storeFile = chooseFiles(config).put
          return runImport(db, order, { now: clock.now(), storeFile, beforeCommit })
        })
      : null
  const rehearsals =
    rehearsalPrograms === undefined ? undefined : { programs: rehearsalPrograms, liveCalls: watchLiveCalls() }
  const jobs = startJobs({ db, clock, log, services, simulateDay, rehearsals }, isBusy)
  const address = server.address()
  if (typeof address === 'object' && address !== null) onListening(address.port)
  opening.end()
  await sayWhere(config, engine, files, { outboxKey: services.outboxAccess.linkKey, firstRun })

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping')
    // A client that never finishes must not block the exit.
    const hurry = setTimeout(() => process.exit(1), graceMs)
    hurry.unref()
    services.health.stopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    await Promise.all([closed, jobs.stop(), stopImports?.()])
    await services.holds.idle()
    await services.securityLog.flush()
    metricsServer?.close()
    await stopTracing?.()
    await lease.end()
    await close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop('SIGTERM'))
  process.once('SIGINT', () => void stop('SIGINT'))
}

/** What sets an empty database up is loaded only where one is. */
const openFirstRun = async (deps: FirstRunDeps): Promise<FirstRun> => {
  const { createFirstRun } = await import('#server/office/firstRun.ts')
  return createFirstRun(deps)
}

/** Says what takes time while it does, and for how long it has. */
const step = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
  const { end } = startStep(text)
  const result = await run()
  end()
  return result
}

const startStep = (text: string): { end: () => void } => {
  process.stdout.write(`${text}\n`)
  const startedAt = performance.now()
  return {
    end: () =>
      process.stdout.write(`${operatorMessages().startup.done({ seconds: secondsSince(startedAt) })}\n`),
  }
}

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1)

const sayWhere = async (
  { sites, port, basePath, devPages }: Config,
  engine: string,
  files: string,
  { outboxKey, firstRun }: { outboxKey: string; firstRun: FirstRun | null },
): Promise<void> => {
  const base = basePath === '/' ? '' : basePath
  const local = `http://localhost:${port}${base}`
  const lines = [
    // Of the process, so that loading the program counts.
    operatorMessages().startup.started({ seconds: secondsSince(0) }),
    '',
    ...operatorMessages().startup.sites({
      bookings: sites.bookings + base,
      account: sites.account + base,
      join: sites.join + base,
      desk: sites.desk + base,
      local,
    }),
    ...(firstRun === null
      ? []
      : [operatorMessages().startup.firstRun({ url: sites.desk + base + firstRun.path })]),
    ...(devPages === 'nobody' ? [] : [operatorMessages().startup.outbox({ local, key: outboxKey })]),
    engine === 'embedded'
      ? operatorMessages().startup.database.embedded
      : operatorMessages().startup.database.postgres,
    '',
  ]
  const logins = await demoLogins(files)
  if (logins.length > 0) {
    lines.push(operatorMessages().startup.logIn)
    const width = Math.max(...logins.map(({ who }) => who.length))
    for (const { who, email, password } of logins)
      lines.push(`    ${who.padEnd(width)} ${email.padEnd(24)} ${password}`)
    lines.push('', operatorMessages().startup.demoCards, ...listDemoCards().map((line) => `    ${line}`), '')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
