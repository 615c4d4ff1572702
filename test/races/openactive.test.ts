/**
 * Readers of the open data page while writers commit, on PostgreSQL: in the end their copy is what the database says.
 * The negative control orders items by when they were written, as is usual, and loses some.
 */
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openactive } from '#contract/openactive.ts'
import { takeBatch } from '#server/holds/places.ts'
import { publishFeeds } from '#server/openactive/publish.ts'
import { readFeedPage } from '#server/openactive/readFeed.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { copyDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'

const now = new Date('2027-03-01T09:00:00Z')
const site = 'https://bookings.example'
const sessions = 60
const writers = 8
const changesEach = 25

type World = { ids: number[]; pricingOptionId: number; baskets: number[] }

let opened: Opened
let db: Database
let world: World
beforeAll(async () => {
  opened = await openDatabase(readConfig({ DATABASE_URL: await copyDatabase(), DATABASE_POOL: '14' }))
  db = opened.db
  const startsAt = new Date('2027-03-02T18:00:00Z')
  const { operator, activity, studio } = await aBookableClass(db, { startsAt, capacity: 10_000 })
  for (let n = 1; n < sessions; n += 1)
    await anOccurrence(db, { activity, locationId: studio.id, startsAt }, { capacity: 10_000 })
  const ids = await db.selectFrom('occurrence').select('id').orderBy('id').execute()
  const baskets = await db
    .insertInto('basket')
    .values(
      Array.from({ length: writers * changesEach }, () => ({
        operatorId: operator.id,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning('id')
    .execute()
  world = {
    ids: ids.map(({ id }) => id),
    pricingOptionId: activity.pricingOptionId,
    baskets: baskets.map(({ id }) => id),
  }
})
afterAll(() => opened.close())

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** A session gets another name, in a transaction that takes its time before it commits. */
const rename = (name: string): Promise<void> =>
  transact(db, async (tx) => {
    await tx.updateTable('occurrence').set({ name }).where('id', '=', any(world.ids)).execute()
    await wait(Math.random() * 25)
  })

const take = async (basketId: number): Promise<void> => {
  const item = {
    occurrenceId: any(world.ids),
    pricingOptionId: world.pricingOptionId,
    ticketTypeId: null,
    mayOverlap: true,
    places: 1,
    idForm: 'v2' as const,
    quantity: 1,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: null,
    personId: null,
  }
  const heldUntil = new Date(now.getTime() + 600_000)
  const [verdict] = await takeBatch(db, [{ basketId, heldUntil, items: [item] }], now)
  expect(verdict?.outcome).toBe('ok')
}

/** Eight write at once: they rename sessions and take places in them. */
const write = (round: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < changesEach; n += 1) {
        await rename(`round ${round} writer ${writer} change ${n}`)
        if (round === 0) await take(world.baskets[writer * changesEach + n] ?? 0)
      }
    }),
  )

type Place = { modified: number; id: string }
/** What comes after a place, and the place after that; null at the end. */
type Read = (after: Place) => Promise<{ found: Map<string, string>; next: Place } | null>

/** Writes while a reader follows the feed, then lets it read to the end. Its copy. */
const readWhileWriting = async (round: number, read: Read, publishing?: () => Promise<void>) => {
  const copy = new Map<string, string>()
  let place: Place = { modified: 0, id: '' }
  const readOn = async () => {
    for (let page = await read(place); page !== null; page = await read(place)) {
      for (const [id, text] of page.found) copy.set(id, text)
      place = page.next
    }
  }
  await publishing?.()
  await readOn()
  const done = new AbortController()
  const until = async (work: () => Promise<void>) => {
    while (!done.signal.aborted) await work()
  }
  const others = [
    until(async () => {
      await readOn()
      await wait(1)
    }),
    // As on two nodes.
    ...(publishing === undefined ? [] : [until(publishing), until(publishing)]),
  ]
  await write(round)
  done.abort()
  await Promise.all(others)
  await publishing?.()
  await readOn()
  return copy
}

const inDatabase = async (): Promise<Map<string, string>> => {
  const rows = await db.selectFrom('occurrence').select(['id', 'name', 'placesTaken', 'capacity']).execute()
  return new Map(
    rows.map((row) => [`scheduled-session:${row.id}`, `${row.name}, ${row.capacity - row.placesTaken}`]),
  )
}

const readFeed: Read = async ({ modified, id }) => {
  const ready = await readFeedPage(
    db,
    { operator: 'demo', feed: 'scheduled-sessions', afterTimestamp: modified, afterId: id },
    site,
  )
  const { items } = openactive.feed.returns.parse(JSON.parse(ready.body))
  const last = items.at(-1)
  if (last === undefined) return null
  const found = new Map<string, string>()
  for (const item of items)
    if (item.kind === 'ScheduledSession' && item.state === 'updated')
      found.set(item.id, `${item.data.name}, ${item.data.remainingAttendeeCapacity}`)
  return { found, next: last }
}

it('anyone who pages while others write has in the end what the database has', async () => {
  const copy = await readWhileWriting(0, readFeed, () => publishFeeds(db, site, now))
  expect(copy.size).toBe(sessions)
  expect(copy).toEqual(await inDatabase())
  expect(await db.selectFrom('openactiveChange').selectAll().execute()).toEqual([])
})

it('ordered by when it was written instead, a change is lost', async () => {
  await sql`alter table occurrence add column written_at bigint not null default 0`.execute(db)
  await sql`
    create function mark_written() returns trigger language plpgsql as $$
    begin
      new.written_at := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
      return new;
    end
    $$`.execute(db)
  await sql`create trigger naive before update on occurrence for each row execute function mark_written()`.execute(
    db,
  )
  const readNaively: Read = async ({ modified, id }) => {
    const { rows } = await sql<{ id: number; name: string; left: number; writtenAt: number }>`
      select id, name, capacity - places_taken as left, written_at from occurrence
      where (written_at, id) > (${modified}::bigint, ${id === '' ? 0 : Number(id)}::int)
      order by written_at, id limit 500`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return null
    const found = new Map(rows.map((row) => [`scheduled-session:${row.id}`, `${row.name}, ${row.left}`]))
    return { found, next: { modified: last.writtenAt, id: String(last.id) } }
  }
  let isLost = false
  for (let round = 1; round <= 10 && !isLost; round += 1) {
    await db.updateTable('occurrence').set({ name: 'anew' }).execute()
    const copy = await readWhileWriting(round, readNaively)
    const truth = await inDatabase()
    expect(copy.size).toBe(sessions)
    isLost = [...truth].some(([id, text]) => copy.get(id) !== text)
  }
  expect(isLost).toBe(true)
})
