import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Config } from './config.ts'
import { startDatabaseProbe } from './databaseProbe.ts'
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
