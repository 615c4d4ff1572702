/**
 * A backup is worth what its restore is: both ways of docs/operations are gone through with real orders, and what was
 * restored must balance and sell on.
 */
import { sql } from 'kysely'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { binaries, serverUser, startPostgres } from '#bin/postgres.mjs'
import { publishFeeds } from '#server/openactive/publish.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { copyDatabase } from '#test/support/database.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { completeWith, payWith } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { openShop } from '#test/support/shop.ts'
import type { Shop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const closing: (() => Promise<void> | void)[] = []

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

const open = async (url: string): Promise<Opened> => {
  const opened = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4' }))
  closing.push(opened.close)
  return opened
}

/** A program of PostgreSQL's, run as the user that owns the server. */
const run = (program: string, ...words: string[]): void => {
  execFileSync(path.join(binaries(), program), words, {
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...serverUser(),
  })
}

const sell = async (shop: Shop, orders: number): Promise<void> => {
  for (let sold = 0; sold < orders; sold += 1) {
    const actor = await shop.buyer()
    const { transactionUuid } = await payWith(shop, actor)
    await completeWith(shop, actor, transactionUuid ?? undefined)
  }
}

const count = async (db: Database, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

const expectWhole = async (db: Database): Promise<void> => {
  expect(await migrate(db)).toEqual([])
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithPlaces(db, now)).toEqual([])
  // It sells on, with ids that follow those of the backup.
  const before = await count(db, 'customer_order')
  await sell(await openShop(db, { now, slug: 'opened-after-the-restore' }), 1)
  expect(await count(db, 'customer_order')).toBe(before + 1)
  expect(await wrongWithMoney(db)).toEqual([])
}

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'onside-backup-'))
  closing.push(() => rmSync(made, { recursive: true, force: true }))
  const owner = serverUser()
  if (owner !== undefined) execFileSync('chown', [`${owner.uid}:${owner.gid}`, made])
  return made
}

describe('a backup', () => {
  it('made with pg_dump is restored into an empty database', async () => {
    const url = await copyDatabase()
    const { db } = await open(url)
    await sell(await openShop(db, { now, classes: [{ price: 650 }] }), 3)
    const file = path.join(folder(), 'onside.dump')
    run('pg_dump', '--format=custom', `--file=${file}`, url)

    const empty = `${new URL(url).pathname.slice(1)}_restored`
    const target = new URL(url)
    target.pathname = empty
    run('createdb', `--maintenance-db=${url}`, empty)
    run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${target.href}`, file)

    const restored = await open(target.href)
    expect(await count(restored.db, 'customer_order')).toBe(3)
    await expectWhole(restored.db)
  })

  it('with an archived log is restored to any moment, and the feeds go on from there', async () => {
    const home = folder()
    const archive = path.join(home, 'archive')
    const backup = path.join(home, 'base')
    const server = await startPostgres({ fsync: true, archive })
    closing.push(server.stop)
    const { db, close } = await open(server.url)
    await migrate(db)
    const shop = await openShop(db, { now, classes: [{ price: 650 }] })
    await sell(shop, 1)
    run('pg_basebackup', `--dbname=${server.url}`, `--pgdata=${backup}`, '--checkpoint=fast')

    await sell(shop, 2)
    await publishFeeds(db, 'http://localhost:3000', now, 10_000)
    const published = await db.selectFrom('openactiveItem').select(['id', 'modified']).execute()
    expect(published.length).toBeGreaterThan(0)
    await wait(50)
    const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)
    await wait(50)
    // The mistake that the restore undoes.
    await sql`drop table booking cascade`.execute(db)
    await archiveLog(db)
    await close()
    await server.stop()

    const again = await startPostgres({ fsync: true, restore: { backup, archive, until: rows[0]?.at ?? '' } })
    closing.push(again.stop)
    const restored = await open(again.url)
    await promoted(restored.db)
    expect(await count(restored.db, 'customer_order')).toBe(3)

    // As docs/operations has it: readers may have seen what was undone, so every item is published anew.
    await sql`update openactive_item set data = '{}' where data is not null`.execute(restored.db)
    await sql`update openactive_state set format = 0`.execute(restored.db)
    await publishFeeds(restored.db, 'http://localhost:3000', now, 10_000)
    const latest = Math.max(...published.map(({ modified }) => modified ?? 0))
    const items = await restored.db.selectFrom('openactiveItem').select(['data', 'modified']).execute()
    expect(items.filter(({ data, modified }) => data === '{}' || (modified ?? 0) <= latest)).toEqual([])
    await expectWhole(restored.db)
  })
})

/** Ends the current file of the log and waits until the server has archived it. */
const archiveLog = async (db: Database): Promise<void> => {
  const ended = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(db)
  for (let left = 100; left > 0; left -= 1) {
    const { rows } = await sql<{ done: boolean }>`
      select last_archived_wal >= ${ended.rows[0]?.file} as done from pg_stat_archiver`.execute(db)
    if (rows[0]?.done === true) return
    await wait(100)
  }
  throw new Error('The log was not archived.')
}

const promoted = async (db: Database): Promise<void> => {
  for (let left = 100; left > 0; left -= 1) {
    const { rows } = await sql<{ on: boolean }>`select pg_is_in_recovery() as on`.execute(db)
    if (rows[0]?.on === false) return
    await wait(100)
  }
  throw new Error('The restore did not end.')
}
