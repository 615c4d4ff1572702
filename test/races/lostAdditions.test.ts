/**
 * Tickets that are added to a basket while the database is lost: their places are taken, and the answer is stored nowhere.
 * The same call with the same key adds them once.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aSwim, takenOf } from '#test/support/baskets.ts'
import { aCentre } from '#test/support/centre.ts'
import { copyDatabase } from '#test/support/database.ts'

let opened: Opened
let customer: TestBrowser
let swim: Awaited<ReturnType<typeof aSwim>>

beforeEach(async () => {
  opened = await openDatabase(readConfig({ DATABASE_URL: await copyDatabase(), DATABASE_POOL: '4' }))
  const centre = await aCentre(opened.db)
  swim = await aSwim(centre)
  customer = testApp(opened.db, { now: centre.app.clock.now() }).browser()
  await customer.logIn((await centre.customer()).id)
  await sql`
    create function lose_connection() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(opened.db)
})
afterEach(async () => {
  await opened.close()
})

const add = (key: string, quantity: number): Promise<Response> => {
  const { id, ticketId } = swim.ticket()
  return customer.fetch('/api/activities/cart/add', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ items: [{ id, ticket_id: ticketId, quantity }] }),
  })
}

/** The call takes its places; then the connection that would store its answer is lost. */
const addAndLoseAnswer = async (key: string, quantity: number): Promise<void> => {
  await sql`
    create trigger lose_connection before update on idempotent_answer
      for each row execute function lose_connection()`.execute(opened.db)
  expect((await add(key, quantity)).status).toBe(503)
  await sql`drop trigger lose_connection on idempotent_answer`.execute(opened.db)
}

const addAgain = (key: string, quantity: number): Promise<unknown> =>
  vi.waitFor(
    async () => {
      const answer = await add(key, quantity)
      expect(answer.status).toBe(200)
      return answer.json()
    },
    { timeout: 20_000, interval: 100 },
  )

it('tickets added to those in the basket are added once, and by another call once more', async () => {
  await addAgain('first', 2)
  await addAndLoseAnswer('more', 3)
  expect(await takenOf(opened.db, swim.session)).toBe(5)
  expect(await addAgain('more', 3)).toMatchObject({ data: { items: [{ quantity: 2 }, { quantity: 3 }] } })
  expect(await takenOf(opened.db, swim.session)).toBe(5)
  // Eight is the maximum; the lost call counts once towards it.
  expect(await addAgain('other', 3)).toMatchObject({
    data: { items: [{ quantity: 2 }, { quantity: 3 }, { quantity: 3 }] },
  })
  expect(await takenOf(opened.db, swim.session)).toBe(8)
})

it('the first tickets of a basket are added once', async () => {
  await addAndLoseAnswer('first', 5)
  expect(await addAgain('first', 5)).toMatchObject({ data: { items: [{ quantity: 5 }] } })
  expect(await takenOf(opened.db, swim.session)).toBe(5)
})
