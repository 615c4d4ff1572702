import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { addressFor, bodyFor, missingValues, reads, targets, writes } from '#test/support/attackSurface.ts'
import type { Values } from '#test/support/attackSurface.ts'
import { testDatabase } from '#test/support/database.ts'
import { twoOperators, victimWords } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'

/*
 * Every endpoint of the contract, called by strangers with the ids of another customer's records.
 */

let db: Database
let world: TwoOperators

beforeAll(async () => {
  db = (await testDatabase()).db
  world = await twoOperators(db)
})

afterAll(() => world.removeFiles())

// Each endpoint has its own budget of calls.
beforeEach(() => db.deleteFrom('rateCount').execute())

/** Files of records, whose routes are outside the contract. */
const files = [
  '/api/activities/orders/{completeOrderId}/calendar',
  '/api/activities/orders/{completeOrderId}/receipt',
  '/api/activities/orders/{completeOrderId}/pass',
  '/api/activities/orders/{completeOrderId}/google-wallet',
  '/api/my-account/documents/{documentId}/file',
]

const wordsIn = (text: string) => victimWords.filter((word) => text.includes(word))

it('has a record for every name in a path', () => {
  expect(targets.map((target) => [target.title, missingValues(target, world.ids)])).toEqual(
    targets.map(({ title }) => [title, []]),
  )
})

describe('reading', () => {
  it.each(reads)("$title shows strangers nothing of another customer's", async (target) => {
    for (const [who, { browser }] of Object.entries(world.strangers)) {
      const response = await browser.fetch(addressFor(target, world.ids))
      const text = await response.text()
      expect([who, response.status < 500, wordsIn(text)]).toEqual([who, true, []])
    }
  })

  it.each(files)("%s is not a stranger's to read", async (path) => {
    const address = path.replace(/\{(\w+)\}/, (_, name: string) => String(world.ids[name]))
    for (const [who, { browser }] of Object.entries(world.strangers)) {
      const response = await browser.fetch(address)
      expect([who, response.status]).toEqual([who, 404])
    }
  })

  it('finds the records when their owner and the staff of their operator read', async () => {
    const found = new Set<string>()
    for (const target of reads) {
      for (const browser of [world.owner, world.supervisor]) {
        const text = await (await browser.fetch(addressFor(target, world.ids))).text()
        if (wordsIn(text).length > 0) found.add(target.title)
      }
    }
    // The test would be blind if the ids were wrong.
    expect([...found]).toEqual(
      expect.arrayContaining([
        'sessions.user',
        'customers.details',
        'customers.atDesk',
        'baskets.read',
        'bookings.order',
        'bookings.one',
        'payments.mine',
        'waitlists.mine',
        'families.mine',
        'families.invitations',
        'guestPasses.mine',
        'documents.waiting',
        'attendance.register',
        'privacy.data',
      ]),
    )
  })
})

describe('writing', () => {
  /** Tables that strangers may change: counters, their own sessions, answers and messages, and public places. */
  const open = ['rate_count', 'session', 'idempotent_answer', 'occurrence', 'job', 'node']

  let tables: string[]

  /** Every row, after the name of its table. */
  const allRows = async (): Promise<Set<string>> => {
    const each = tables.map(
      (name) => sql`select ${name} || ': ' || to_jsonb(t) as row from ${sql.raw(name)} t`,
    )
    const { rows } = await sql<{ row: string }>`${sql.join(each, sql` union all `)}`.execute(db)
    return new Set(rows.map(({ row }) => row))
  }

  let records: Set<string>
  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'schema\\_%'`.execute(db)
    tables = rows.map(({ name }) => name).filter((name) => !open.includes(name))
    records = await allRows()
  })

  it('begins with records that could be lost', () => {
    const found = [...records].map((row) => row.split(':', 1)[0])
    expect(found).toEqual(expect.arrayContaining(['customer', 'booking', 'document']))
  })

  /** Calls for the victim, and for the caller alone. */
  const variants = (): Values[] => {
    const others = Object.fromEntries(
      Object.entries(world.ids).filter(([name]) => !/^(?:selected|purchasedFor|membership)User/.test(name)),
    )
    return [world.ids, others]
  }

  it.each(writes)("$title changes nothing of another customer's", async (target) => {
    const { method } = target.endpoint
    for (const values of variants()) {
      for (const [who, { browser, logIn }] of Object.entries(world.strangers)) {
        browser.cookies.clear()
        // The call before may have logged them out.
        await logIn?.()
        const response = await browser.fetch(addressFor(target, values), {
          method,
          headers: { 'content-type': 'application/json' },
          ...(method !== 'DELETE' && { body: bodyFor(target, values) }),
        })
        const text = await response.text()
        expect([who, response.status < 500, wordsIn(text)]).toEqual([who, true, []])
        if (logIn !== null) expect(text).not.toContain('"logged_out"')
      }
    }
    const after = await allRows()
    const lost = [...records].filter((row) => !after.has(row))
    expect(lost).toEqual([])
  })
})
