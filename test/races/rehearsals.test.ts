/**
 * A rehearsal from its copy to its report, on PostgreSQL with the programs that it runs: a server on the copy and visitors
 * who come for a release. A limit is planted that it must find: one connection to the database.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { createShadow, urlOfDatabase } from '#server/platform/shadowDatabase.ts'
import { clearRehearsals } from '#server/rehearsals/clear.ts'
import type { LiveCall } from '#server/rehearsals/rules.ts'
import { runWaitingRehearsal } from '#server/rehearsals/run.ts'
import type { RehearsalPrograms } from '#server/rehearsals/run.ts'
import { copyDatabase, emptyTables } from '#test/support/database.ts'
import { aReleasingVenue, markPeople, now, tablesWithMark, tonight } from '#test/support/rehearsals.ts'
import { api } from '#web/platform/api.ts'

let url: string
let opened: Opened
let db: Database
let live: pg.Client

beforeAll(async () => {
  url = await copyDatabase()
  opened = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '6' }))
  db = opened.db
  live = new pg.Client(url)
  await live.connect()
})

afterAll(async () => {
  await live.end()
  await opened.close()
})

beforeEach(async () => {
  faults.length = 0
  await emptyTables(db)
})

const fromSources: RehearsalPrograms = {
  server: ['bin/shadow.mjs'],
  visitors: ['bin/rehearse.mjs', 'visitors'],
  hasPages: false,
}

/** A server that hears what is wanted of it and does nothing. */
const idle: RehearsalPrograms = { ...fromSources, server: ['-e', "process.on('message', () => {})"] }
const crashing: RehearsalPrograms = {
  ...fromSources,
  server: ['-e', "process.on('message', () => process.kill(process.pid, 'SIGKILL'))"],
}

const faults: unknown[] = []
const keep = (fields: object) => void faults.push(fields)
const log = { info: () => {}, warn: keep, error: keep, debug: () => {} }

type Wanted = { programs: RehearsalPrograms; settings?: Record<string, string>; calls?: LiveCall[] }

const aWaitingRehearsal = async (visitors = 40) => {
  const world = await aReleasingVenue(db, { settings: { DATABASE_URL: url } })
  const { id } = await world.desk.send(api.rehearsals.begin, {
    venue: world.venue.slug,
    ...tonight,
    visitors,
    arrival: 'at_once',
    paying: 80,
  })
  return { ...world, id }
}

const run = ({ programs, settings = {}, calls = [] }: Wanted): Promise<void> =>
  runWaitingRehearsal(
    db,
    {
      config: readConfig({ NODE_ENV: 'test', DATABASE_URL: url, ...settings }),
      log,
      programs,
      liveCalls: { since: () => calls, stop: () => {} },
      isStopping: () => false,
      minuteMs: 1500,
    },
    now,
  )

const one = () =>
  db
    .selectFrom('rehearsal')
    .select(['state', 'problem', 'report', 'shadow', 'endedAt'])
    .executeTakeFirstOrThrow()

const copies = async (): Promise<string[]> => {
  const { rows } = await live.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'onside\\_rehearsal\\_%'`,
  )
  return rows.map(({ name }) => name)
}

/** How many rows each table has, and what people have paid and hold. */
const contents = async (): Promise<unknown> => {
  const { rows: tables } = await live.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const counts: Record<string, unknown> = {}
  for (const { name } of tables.filter(({ name: table }) => table !== 'rehearsal')) {
    const { rows } = await live.query<object>(
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as all from ${name} t`,
    )
    counts[name] = rows[0]
  }
  return counts
}

/** Waits until its visitors come. */
const whenRunning = async (): Promise<string> => {
  for (;;) {
    const { rows } = await live.query<{ state: string; shadow: string }>(
      'select state, shadow from rehearsal',
    )
    const [row] = rows
    if (row?.state === 'running') return row.shadow
    if (row?.state !== 'waiting' && row?.state !== 'copying') throw new Error(`It is ${row?.state}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('a rehearsal', () => {
  it('finds a planted limit, sells nothing twice, and has nobody of the live database in its copy', async () => {
    const { desk, ann } = await aWaitingRehearsal()
    const { rows: sessions } = await live.query<{ id: number }>(
      `select id from occurrence where local_date = '2027-03-05' order by id`,
    )
    for (const item of sessions.slice(0, 2)) {
      const selectedUserId = ann.id
      await desk.send(api.baskets.add, { items: [{ id: item.id }], selectedUserId })
      await desk.send(api.checkout.payAtDesk, {
        selectedUserId,
        payments: [{ tenderType: 'cash', amount: 500 }],
      })
    }
    await markPeople(db)
    const before = await contents()
    const marked = await tablesWithMark(async (text) => (await live.query<object>(text)).rows)
    expect(marked).toEqual(
      expect.arrayContaining(['customer', 'customer_order', 'booking', 'saved_card', 'notice']),
    )

    const running = run({ programs: fromSources, settings: { DATABASE_POOL: '1' } })
    const shadow = await Promise.race([
      whenRunning(),
      running.then(() => Promise.reject(new Error('It has ended.'))),
    ])
    try {
      const copy = new pg.Client(urlOfDatabase(url, shadow))
      await copy.connect()
      const query = async (text: string) => (await copy.query<Record<string, unknown>>(text)).rows
      expect(await tablesWithMark(query)).toEqual([])
      expect(await query('select count(*)::int as rows from saved_card')).toEqual([{ rows: 0 }])
      expect(await query('select count(*)::int as rows from booking')).toEqual([{ rows: 2 }])
      expect(
        await query(
          `select count(*)::int as rows from customer where phone <> '' or password_hash is not null`,
        ),
      ).toEqual([{ rows: 0 }])
      expect(
        await query(`select count(*)::int as rows from session s join customer c on c.id = s.customer_id
          where c.email not like 'visitor-%@rehearsal.invalid'`),
      ).toEqual([{ rows: 0 }])
      await copy.end()
    } finally {
      await running
    }

    const { state, report, problem } = await one()
    // What its programs have said of faults, where it has not come to its end.
    expect({ state, problem, faults }).toEqual({ state: 'done', problem: null, faults: [] })
    expect(report).toMatchObject({
      limit: { kind: 'connections', from: 1, to: 2 },
      places: 24,
      held: 24,
      failed: 0,
      oversold: 0,
      stranded: 0,
      connections: { most: 1 },
    })
    expect(report).toMatchObject({ paid: expect.any(Number), hold: { p99: expect.any(Number) } })
    expect(await contents()).toEqual(before)
    expect(await copies()).toEqual([])
    expect((await one()).shadow).toBeNull()
  }, 120_000)

  it.runIf(process.env['TEST_ALL'] !== undefined)(
    'names no connections where there are enough, with ten times as many visitors',
    async () => {
      await aWaitingRehearsal(400)
      await run({ programs: fromSources, settings: { DATABASE_POOL: '40' } })
      const { report } = await one()
      expect(report).toMatchObject({ held: 24, failed: 0, oversold: 0, stranded: 0 })
      expect(report).not.toMatchObject({ limit: { kind: 'connections' } })
    },
    240_000,
  )

  it('whose server is killed has failed, and its copy is gone', async () => {
    await aWaitingRehearsal()
    await run({ programs: crashing })
    expect(await one()).toMatchObject({ state: 'failed', problem: 'fault', shadow: null })
    expect(await copies()).toEqual([])
  })

  it('is stopped by staff while it runs', async () => {
    const { desk, id } = await aWaitingRehearsal()
    const running = run({ programs: idle })
    while ((await one()).state === 'waiting') await new Promise((resolve) => setTimeout(resolve, 20))
    await desk.send(api.rehearsals.stop, { rehearsalId: id })
    await running
    expect(await one()).toMatchObject({ state: 'stopped', problem: 'staff', shadow: null })
    expect(await copies()).toEqual([])
  })

  it('stops by itself when the live server refuses calls as busy', async () => {
    await aWaitingRehearsal()
    const calls = Array.from({ length: 5 }, () => ({ at: 0, ms: 1, status: 503 }))
    await run({ programs: idle, calls })
    expect(await one()).toMatchObject({ state: 'stopped', problem: 'live_busy', shadow: null })
    expect(await copies()).toEqual([])
  })

  it('says so where the right to make databases is missing', async () => {
    await live.query('drop role if exists onside_without_rights')
    await live.query('create role onside_without_rights login')
    await aWaitingRehearsal()
    const address = new URL(url)
    address.username = 'onside_without_rights'
    await run({ programs: idle, settings: { REHEARSAL_DATABASE_URL: address.href } })
    await live.query('drop role onside_without_rights')
    expect(await one()).toMatchObject({ state: 'failed', problem: 'no_right' })
  })

  it('whose node has gone is ended by another, which drops its copy and forgets it after 90 days', async () => {
    await aWaitingRehearsal()
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url })
    const shadow = 'onside_rehearsal_1_left'
    await createShadow(config, shadow)
    expect(await copies()).toEqual([shadow])
    await sql`update rehearsal set state = 'running', shadow = ${shadow}, alive_until = ${now}`.execute(db)
    await clearRehearsals(db, config, now)
    expect(await copies()).toEqual([shadow])
    await clearRehearsals(db, config, new Date(now.getTime() + 1000))
    expect(await copies()).toEqual([])
    expect(await one()).toMatchObject({ state: 'failed', problem: 'node_lost', shadow: null })
    await clearRehearsals(db, config, new Date(now.getTime() + 91 * 86_400_000))
    expect(await db.selectFrom('rehearsal').select('id').execute()).toEqual([])
  })
})
