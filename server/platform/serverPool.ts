import pg from 'pg'
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Config } from './config.ts'
import { DatabaseUnavailable, isConnectionError, isStatementTimeout } from './errors.ts'
import { databaseLosses, measurePool, poolWaitSeconds } from './metrics.ts'
import { named, typeParsers, unnamed } from './statements.ts'

/** How long a request may wait for a free connection, ms. */
const connectTimeoutMs = 10_000

/**
 * For each new connection. A statement of 30 seconds is a fault; better an error than a queue without end. Every
 * statement is named and goes by index: planning it anew for each list of ids took longer than running it, and
 * compiling one takes longer than any of ours runs. Sent as statements, because pgbouncer refuses them at start-up.
 */
export const sessionSettings = `
  set statement_timeout = '30s';
  set idle_in_transaction_session_timeout = '30s';
  set plan_cache_mode = force_generic_plan;
  set jit = off`

/**
 * A pool of connections to a PostgreSQL server that outlives it: connections that are lost or silent are replaced, and
 * while the server does not answer every caller is told so at once instead of waiting.
 */
export const openServerPool = ({ databaseUrl, databasePool, databasePooling }: Config): PostgresPool => {
  /** Each with the time of its last data, `performance.now()`. */
  const sockets = new Map<Socket, number>()
  let lastDataAt = 0
  const connection: pg.ClientConfig = {
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => {
      const socket = new Socket()
      sockets.set(socket, performance.now())
      socket.on('data', () => {
        lastDataAt = performance.now()
        sockets.set(socket, lastDataAt)
      })
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
  }
  const isShared = databasePooling === 'transaction'
  const pool = new pg.Pool({
    ...connection,
    max: databasePool,
    types: typeParsers,
    connectionTimeoutMillis: connectTimeoutMs,
    // The session of a connection that is shared by transactions belongs to no one.
    ...(isShared ? {} : { onConnect: applySessionSettings }),
  })
  // The loss of a connection is an event of its own besides the error of the statement; without a listener it would
  // end the process. The pool replaces the connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  measurePool(pool)

  let isAvailable = true
  const waiting = new Set<(error: Error) => void>()
  const discardConnections = (silentSince = Infinity): void => {
    for (const [socket, dataAt] of sockets) if (dataAt < silentSince) socket.destroy()
  }
  const { stop } = startDatabaseProbe({
    config: { connectionString: databaseUrl },
    lastDataAt: () => lastDataAt,
    onSilent: discardConnections,
    onChange: (available) => {
      isAvailable = available
      if (available) return
      databaseLosses.inc()
      for (const reject of waiting) reject(new DatabaseUnavailable())
      discardConnections()
    },
  })

  /** A connection, or the news that there is none, whichever comes first. */
  const acquire = async (): Promise<pg.PoolClient> => {
    if (!isAvailable) throw new DatabaseUnavailable()
    const connecting = pool.connect()
    let reject: ((error: Error) => void) | undefined
    const loss = new Promise<never>((_, rejectLoss) => {
      reject = rejectLoss
      waiting.add(rejectLoss)
    })
    try {
      return await Promise.race([connecting, loss])
    } catch (error) {
      // One that comes too late goes back.
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
      throw unavailableOr(error)
    } finally {
      if (reject !== undefined) waiting.delete(reject)
    }
  }

  return {
    connect: async () => {
      const measureWait = poolWaitSeconds.startTimer()
      const client = await acquire()
      measureWait()
      const { query } = isShared ? unnamed(client) : named(client)
      return {
        query: async (text: string, values?: readonly unknown[]) => {
          try {
            return await query(text, values)
          } catch (error) {
            throw unavailableOr(error)
          }
        },
        release: () => client.release(),
      } as unknown as PostgresPoolClient
    },
    end: async () => {
      await stop()
      await pool.end()
    },
  }
}

// oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its type does not say so
const applySessionSettings: NonNullable<pg.PoolConfig['onConnect']> = (client) =>
  client.query(sessionSettings)

const unavailableOr = (error: unknown): unknown =>
  isConnectionError(error) || isStatementTimeout(error) ? new DatabaseUnavailable({ cause: error }) : error

/** How often the server is asked whether it answers, and how long it may take. Both together are below a second. */
const intervalMs = 200
const timeoutMs = 700

export type DatabaseProbe = { stop: () => Promise<void> }

/**
 * Asks the server again and again whether it answers, over one connection of its own. A lost network or a failover
 * leaves connections on which nothing ever arrives, and no error either; only asking finds them.
 * @param probe.lastDataAt when a connection of the pool last received anything, `performance.now()`
 * @param probe.onSilent connections on which nothing has arrived since that time, `performance.now()`, are of no use
 * @param probe.onChange whether a new connection is answered
 */
export const startDatabaseProbe = ({
  config,
  lastDataAt,
  onSilent,
  onChange,
}: {
  config: pg.ClientConfig
  lastDataAt: () => number
  onSilent: (since: number) => void
  onChange: (isAvailable: boolean) => void
}): DatabaseProbe => {
  let client: pg.Client | null = null
  let isAvailable = true
  let isStopped = false
  /** When the probe's connection was lost while others may still have been answered, or the process was late. */
  let suspectedAt: number | null = null
  let timer: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    const closing = client
    client = null
    // Ending waits for the server, which may be silent.
    await Promise.race([closing?.end(), wait(timeoutMs)])
  }

  const isAnswered = async (): Promise<boolean> => {
    try {
      if (client === null) {
        // One that is given up is closed a moment later.
        const opening = new pg.Client({ ...config, connectionTimeoutMillis: 2 * timeoutMs })
        opening.on('error', () => undefined)
        client = opening
        await inTime(opening.connect())
      }
      await inTime(client.query('select 1'))
      return true
    } catch (error) {
      void close()
      return isAnswer(error)
    }
  }

  const report = (answered: boolean): void => {
    if (answered === isAvailable || isStopped) return
    isAvailable = answered
    onChange(answered)
  }

  const discardSilent = (): void => {
    if (isStopped || suspectedAt === null || performance.now() - suspectedAt < timeoutMs) return
    onSilent(suspectedAt)
    suspectedAt = null
  }

  const step = async (): Promise<void> => {
    const wasOpen = client !== null
    const startedAt = performance.now()
    if (await isAnswered()) {
      discardSilent()
      return report(true)
    }
    // A process that was itself late, or a pool that is still answered, proves that the server is there. The open
    // connections may have fallen silent all the same, a moment after that answer.
    const isLate = performance.now() - startedAt > 2 * timeoutMs
    if (isStopped) return
    if (isLate || lastDataAt() > startedAt) {
      if (wasOpen) suspectedAt = performance.now()
      return
    }
    suspectedAt = null
    if (wasOpen) onSilent(startedAt)
    // Another server may have taken over the address.
    report(wasOpen && (await isAnswered()))
  }

  const loop = async (): Promise<void> => {
    await step()
    if (isStopped) return
    timer = setTimeout(() => void loop(), intervalMs)
    timer.unref()
  }
  void loop()

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await close()
    },
  }
}

/**
 * What comes within the time that an answer may take. Timers run before what has arrived meanwhile is read: a process that
 * was busy reads first, and only then is the server late.
 */
const inTime = async <T>(asking: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setImmediate(() => setImmediate(reject, new Error('The database is silent.')))
    }, timeoutMs).unref()
  })
  // What fails later fails for nobody.
  asking.catch(() => undefined)
  try {
    return await Promise.race([asking, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A server that refuses, for want of connections or of a right, is there. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === tooManyConnections || !isConnectionError(error))
const tooManyConnections = '53300'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
