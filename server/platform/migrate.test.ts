import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { emptyTables, engine, testDatabase } from '#test/support/database.ts'
import { withDatabaseName } from '#test/support/engine.ts'
import { projectRoot, readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import type { Tx } from './database.ts'
import { applyDefinitions, existingObjects, migrate, readDefinition, readDefinitions } from './migrate.ts'
import { tablesSource } from './tables-source.ts'
import { transact } from './transact.ts'

const { db } = await testDatabase()

/** Runs work in a transaction that is rolled back. */
const withoutTrace = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
  const rollback = new Error('rolled back')
  await transact(db, async (tx) => {
    await work(tx)
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
}

/** What only the database or only the files have. */
const differences = async (tx: Tx): Promise<string[]> => {
  const existing = await existingObjects(tx)
  const defined = (await readDefinitions()).flatMap(({ objects }) => objects)
  return [
    ...existing.filter((name) => !defined.includes(name)).map((name) => `only in the database: ${name}`),
    ...defined.filter((name) => !existing.includes(name)).map((name) => `only in db/: ${name}`),
  ]
}

describe('functions, triggers and views', () => {
  it('exist in the database exactly as the files of db/ define them', async () => {
    expect(await differences(db)).toEqual([])
    const defined = (await readDefinitions()).flatMap(({ objects }) => objects)
    expect(new Set(defined).size).toBe(defined.length)
  })

  it('are reported when no file defines them, and when a file defines what is not there', () =>
    withoutTrace(async (tx) => {
      await sql`create function planted() returns int language sql as 'select 1'`.execute(tx)
      await sql`create view planted_view as select 1 as one`.execute(tx)
      await sql`create trigger planted_trigger before insert on hold for each row
        execute function forbid_direct_reservation_write()`.execute(tx)
      await sql`drop function lapse_places`.execute(tx)
      expect((await differences(tx)).toSorted()).toEqual([
        'only in db/: function lapse_places',
        'only in the database: function planted',
        'only in the database: trigger planted_trigger on hold',
        'only in the database: view planted_view',
      ])
    }))

  it('are applied when their text changes, with other arguments too, and dropped with their file', () =>
    withoutTrace(async (tx) => {
      const current = await readDefinitions()
      const file = 'functions/sample.sql'
      const apply = (text: string) => applyDefinitions(tx, [...current, readDefinition(file, text)])
      const sample = (args: string, returns: string, body: string) =>
        `create or replace function sample(${args}) returns ${returns} language sql as $$ select ${body} $$;\n`
      expect(await apply(sample('', 'int', '1'))).toEqual([file])
      expect(await apply(sample('', 'int', '1'))).toEqual([])
      expect(await apply(sample('', 'int', '2'))).toEqual([file])
      expect(await apply(sample('', 'text', `'3'`))).toEqual([file])
      expect(await apply(sample('n int', 'text', `'4'`))).toEqual([file])
      const { rows } = await sql`select sample(1) as answer`.execute(tx)
      expect(rows).toEqual([{ answer: '4' }])
      await sql`drop function sample`.execute(tx)
      expect(await apply(sample('n int', 'text', `'4'`))).toEqual([file])
      expect(await applyDefinitions(tx)).toEqual([])
      expect(await differences(tx)).toEqual([])
    }))
})

describe('the reservation guard', () => {
  beforeEach(() => emptyTables(db))

  const refused = /written by the functions of db\/functions alone/
  const write = (statement: string) =>
    withoutTrace(async (tx) => {
      // Rows to change, without what belongs to them.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        insert into occurrence (id, public_id, venue_id, activity_id, location_id, name, starts_at, ends_at, local_date,
          composite_key, capacity)
        overriding system value values (1, 'a', 1, 1, 1, '', now(), now() + interval '1 hour', now(), '', 5)`.execute(
        tx,
      )
      await sql`insert into hold (occurrence_id, places, held_until, created_at) values (1, 1, now(), now())`.execute(
        tx,
      )
      await sql`
        insert into space_claim (space_id, during, hold_id)
        select 999999, tstzrange(now(), null), max(id) from hold`.execute(tx)
      await sql`set local session_replication_role = origin`.execute(tx)
      await sql.raw(statement).execute(tx)
    })

  it.each([
    `insert into hold (occurrence_id, places, held_until, created_at) values (1, 1, now(), now())`,
    `update hold set held_until = now()`,
    `delete from hold`,
    `insert into space_claim (space_id, during, occurrence_id) values (1, tstzrange(now(), now()), 1)`,
    `update space_claim set during = tstzrange(now(), now())`,
    `delete from space_claim`,
    `insert into occurrence (places_taken) values (1)`,
    `update occurrence set places_taken = 1`,
  ])('refuses %s', (statement) => expect(write(statement)).rejects.toThrow(refused))

  it('is closed again after a function has written', () =>
    withoutTrace(async (tx) => {
      await sql`select free_places('{}', 'released', now())`.execute(tx)
      await sql`select move_holds('{}', 1)`.execute(tx)
      await expect(
        sql`insert into hold (occurrence_id, places, held_until, created_at) values (1, 1, now(), now())`.execute(
          tx,
        ),
      ).rejects.toThrow(refused)
    }))
})

describe('migrating', () => {
  const opened: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of opened) await close()
  })

  it.skipIf(engine === 'pglite')('is done once by nodes that start at once', async () => {
    const { url, prefix } = inject('postgres')
    const name = `${prefix}_empty_${process.pid}`
    const admin = new pg.Client(url)
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const config = readConfig({ DATABASE_URL: withDatabaseName(url, name), DATABASE_POOL: '2' })
    const nodes = await Promise.all([1, 2, 3].map(() => openDatabase(config)))
    opened.push(...nodes.map(({ close }) => close))
    const applied = await Promise.all(nodes.map((node) => migrate(node.db)))
    const files = applied.flat()
    expect(new Set(files).size).toBe(files.length)
    expect(applied.filter((one) => one.length > 0)).toHaveLength(1)
    expect(await migrate(db)).toEqual([])
  })

  it.skipIf(engine === 'postgres')('makes the tables of server/platform/tables.ts', async () => {
    const shortened = (text: string) =>
      text
        .replaceAll(/\s/g, '')
        .replaceAll(/([:<])\|/g, '$1')
        .replaceAll(',>', '>')
    const file = readFileSync(path.join(projectRoot(), 'server/platform/tables.ts'), 'utf8')
    expect(shortened(file)).toBe(shortened(await tablesSource()))
  })
})
