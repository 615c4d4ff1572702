/**
 * A database that restarts, fails over or falls silent under the server, behind a proxy that loses its connections.
 * An error event without a listener would end the test process as it would end the server.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase, waitForDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { startDatabaseProbe } from '#server/platform/serverPool.ts'
import { DatabaseUnavailable } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import { copyDatabase } from '#test/support/database.ts'
import { startProxy } from '#test/support/proxy.ts'
import type { Proxy } from '#test/support/proxy.ts'

let proxy: Proxy
let direct: Opened
let opened: Opened
let db: Database

const open = (url: string, settings: Record<string, string> = {}): Promise<Opened> =>
  openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4', ...settings }))

beforeEach(async () => {
  const url = await copyDatabase()
  direct = await open(url)
  proxy = await startProxy(url)
  opened = await open(proxy.url)
  db = opened.db
  await sql`select 1`.execute(db)
})
afterEach(async () => {
  await opened.close()
  await direct.close()
  await proxy.close()
})

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)
const sleep = () => sql`select pg_sleep(60)`.execute(db)
/** Until so many statements run in the database. */
const untilBusy = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(
        direct.db,
      )
      expect(rows).toHaveLength(count)
    },
    { timeout: 20_000, interval: 50 },
  )
const answersAgain = () => vi.waitFor(() => sql`select 1`.execute(db), { timeout: 30_000, interval: 50 })

describe('the probe', () => {
  it('finds connections that fall silent a moment after they were answered', async () => {
    const discarded: number[] = []
    let answeredAt = Infinity
    const probe = startDatabaseProbe({
      config: { connectionString: proxy.url },
      // The pool was answered while the probe asked, and never again.
      lastDataAt: () => answeredAt,
      onSilent: (since) => discarded.push(since),
      onChange: () => undefined,
    })
    try {
      await sql`select pg_sleep(0.5)`.execute(direct.db)
      proxy.silence()
      await sql`select pg_sleep(1)`.execute(direct.db)
      answeredAt = 0
      await vi.waitFor(() => expect(discarded).toHaveLength(1), { timeout: 10_000, interval: 50 })
    } finally {
      await probe.stop()
    }
  })
})

/** Computes for so long, as an import does that compares a year of sessions. */
const compute = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('a process that computes', () => {
  it('does not take its own delay for a silent database, and keeps its transaction', async () => {
    await transact(direct.db, async (tx) => {
      for (let turn = 0; turn < 4; turn += 1) {
        compute(900)
        // The probe asks in between; its answer waits in the socket through the next turn.
        await new Promise(setImmediate)
      }
      await sql`select 1`.execute(tx)
    })
  })
})

describe('a lost database', () => {
  it('fails the statements that ran, and the next ones work', async () => {
    const failures = [sleep(), sleep()].map(failureOf)
    await untilBusy(2)
    proxy.reset()
    for (const failure of failures) expect(await failure).toBeInstanceOf(DatabaseUnavailable)
    await answersAgain()
  })

  it('ends its connections by itself, idle or in a transaction, and the next ones work', async () => {
    const failure = failureOf(sleep())
    await untilBusy(1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep%'`.execute(
      direct.db,
    )
    expect(await failure).toBeInstanceOf(DatabaseUnavailable)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(direct.db)
    await answersAgain()
  })

  it('that falls silent is found, and connections to the one that took over its address are used', async () => {
    const failures = [sleep(), sleep()].map(failureOf)
    await untilBusy(2)
    proxy.silence()
    for (const failure of failures) expect(await failure).toBeInstanceOf(DatabaseUnavailable)
    await answersAgain()
  })

  it('does not cancel what merely takes long', async () => {
    const { rows } = await sql`select pg_sleep(3), 1 as one`.execute(db)
    expect(rows).toMatchObject([{ one: 1 }])
  })

  it('is waited for at start, and a fault that stays is said', async () => {
    proxy.refuse()
    const waited: unknown[] = []
    const log = { info: () => {}, warn: () => void waited.push(1), error: () => {}, debug: () => {} }
    const started = waitForDatabase(db, log)
    await vi.waitFor(() => expect(waited.length).toBeGreaterThan(1), { timeout: 10_000 })
    proxy.restore()
    await started

    const other = await open(proxy.url.replace(/\/[^/]+$/, '/no_such_database'))
    await expect(waitForDatabase(other.db, log)).rejects.toThrow('does not exist')
    await other.close()
  })
})

describe('while the database is away', () => {
  it.each([
    ['refuses connections', () => proxy.refuse()],
    ['is silent', () => proxy.silence({ all: true })],
  ])('and %s, calls are answered 503 with Retry-After, and work again afterwards', async (_, lose) => {
    const centre = await aCentre(direct.db)
    const { browser, logged } = testApp(db, { now: centre.app.clock.now() })
    const visitor = browser()
    await visitor.logIn((await centre.customer({ firstName: 'Mo' })).id)
    expect((await visitor.fetch('/api/auth/user')).status).toBe(200)
    lose()
    const response = await visitor.fetch('/api/auth/user')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ status: 503, code: 'unavailable' })
    expect(logged.map(({ message }) => message)).toContain('database not answering')

    proxy.restore()
    await vi.waitFor(
      async () => {
        expect((await visitor.fetch('/api/auth/user')).status).toBe(200)
      },
      { timeout: 30_000, interval: 100 },
    )
  })
})

describe('a statement that takes too long', () => {
  it('is ended and answered like a database that does not answer, and its connection goes on', async () => {
    const slow = await open(proxy.url)
    await expect(
      transact(slow.db, async (tx) => {
        await sql`set local statement_timeout = '50ms'`.execute(tx)
        await sql`select pg_sleep(5)`.execute(tx)
      }),
    ).rejects.toThrow(DatabaseUnavailable)
    expect((await sql`select 1 as one`.execute(slow.db)).rows).toEqual([{ one: 1 }])
    await slow.close()
  })
})

describe('a pooler that lends connections for one transaction', () => {
  it('is sent no named statement and no setting of a session', async () => {
    const shared = await open(proxy.url, { DATABASE_POOLING: 'transaction' })
    await sql`select ${1}::int`.execute(shared.db)
    const { rows } = await sql<{ names: number; timeout: string }>`
      select (select count(*)::int from pg_prepared_statements) as names,
        current_setting('statement_timeout') as timeout`.execute(shared.db)
    expect(rows).toEqual([{ names: 0, timeout: '0' }])
    await shared.close()
    const { rows: own } =
      await sql`select current_setting('statement_timeout') as timeout, ${1}::int`.execute(db)
    expect(own).toMatchObject([{ timeout: '30s' }])
  })
})
