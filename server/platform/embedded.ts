import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { SetupError } from './errors.ts'
import { named, typeParsers } from './statements.ts'

/** How long the one connection may be lent without a statement before a caller who waits is told that something holds it. */
const patience = 10_000

/** So long a borrower's statements keep timers and sockets waiting. */
const longestTurn = 50

/** Another process has the database open. */
export class DatabaseInUse extends SetupError {
  readonly folder: string
  readonly owner: number

  constructor(folder: string, owner: number, cause: unknown) {
    super(
      `The database in ${folder} is in use by process ${owner}, such as the running server. Stop the server, or use PostgreSQL (DATABASE_URL).`,
      { cause },
    )
    this.name = 'DatabaseInUse'
    this.folder = folder
    this.owner = owner
  }
}

/**
 * One connection, lent in turn. PGlite is one process in one thread: a pool of several would only be refused
 * by it. Between two turns, and within a long one, timers and sockets are let in, because its queries run without
 * yielding: what is answered from a cache does not wait for an import.
 */
export const lendInTurn = (client: pg.Client, close: () => Promise<void>): PostgresPool => {
  type Waiter = { serve: () => void; timer: NodeJS.Timeout }
  const waiting: Waiter[] = []
  let lent = false
  let lastStatementAt = 0

  const next = () => {
    const waiter = waiting.shift()
    if (waiter === undefined) {
      lent = false
      return
    }
    clearTimeout(waiter.timer)
    setImmediate(waiter.serve)
  }

  const lease = (): PostgresPoolClient => {
    let returned = false
    let turnBeganAt = performance.now()
    lastStatementAt = turnBeganAt
    const statements = named(client)
    return {
      query: async (text: string, values?: readonly unknown[]) => {
        const result = await statements.query(text, values)
        lastStatementAt = performance.now()
        if (lastStatementAt - turnBeganAt > longestTurn) {
          await new Promise((resolve) => setImmediate(resolve))
          turnBeganAt = performance.now()
        }
        return result
      },
      release: () => {
        if (returned) return
        returned = true
        next()
      },
    } as unknown as PostgresPoolClient
  }

  return {
    connect: () =>
      new Promise((resolve, reject) => {
        if (!lent) {
          lent = true
          setImmediate(() => resolve(lease()))
          return
        }
        const loseHope = () => {
          // A long transaction that makes progress, such as an import, is waited for.
          const left = lastStatementAt + patience - performance.now()
          if (left > 0) {
            waiter.timer = setTimeout(loseHope, left)
            return
          }
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(new Error('The embedded database is busy: is a query made outside the open transaction?'))
        }
        const waiter: Waiter = {
          serve: () => resolve(lease()),
          timer: setTimeout(loseHope, patience),
        }
        waiting.push(waiter)
      }),
    end: close,
  }
}

/** PGlite lets two processes open one folder and then loses data; this file is the lock it lacks. */
const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = path.join(folder, 'onside.lock')
  const take = async () => {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(String(process.pid))
    await handle.close()
  }
  try {
    await take()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = Number(await readFile(file, 'utf8'))
    if (owner !== process.pid && isRunning(owner)) {
      throw new DatabaseInUse(folder, owner, error)
    }
    await rm(file, { force: true })
    await take()
  }
  return () => rm(file, { force: true })
}

const isRunning = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, under another person.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * What initdb makes, unpacked in a third of the time. It is of an older release of PGlite than the program, which minor
 * versions of PostgreSQL allow (package.json has an override for it).
 */
const emptyCluster = async (): Promise<Blob> => {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return dataDir()
}

/**
 * Opens PGlite, in a folder or (without one) in memory.
 * @param template an earlier `dumpDataDir`, so that tests need not run the migrations again
 */
export const openEmbedded = async (folder?: string, template?: Blob): Promise<PostgresPool> => {
  // Loaded here, so that a server on PostgreSQL never pays for it.
  const [{ PGlite }, { btree_gist }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/btree_gist'),
    import('@electric-sql/pglite/node-postgres'),
  ])
  let unlock = async () => {}
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    unlock = await lockFolder(folder)
  }
  const dataDir = folder === undefined ? undefined : path.join(folder, 'pg')
  const isThere = dataDir !== undefined && existsSync(path.join(dataDir, 'PG_VERSION'))
  const pglite = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(isThere ? {} : { loadDataDir: template ?? (await emptyCluster()) }),
    extensions: { btree_gist },
  })
  const client = new pg.Client({ ...createPgConfig(pglite), types: typeParsers })
  await client.connect()
  await client.query("set timezone = 'UTC'")
  return lendInTurn(client, async () => {
    await pglite.close()
    await unlock()
  })
}
