/**
 * A database that is lost in the middle of a call: whether the call was made or not, the same call with the same key makes
 * it once, and nobody waits for a call that has ended.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClass, aSwim, putUnkeyed, takenOf } from '#test/support/baskets.ts'
import type { Wanted } from '#test/support/baskets.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { copyDatabase } from '#test/support/database.ts'
import { startProxy } from '#test/support/proxy.ts'
import type { Proxy } from '#test/support/proxy.ts'

let proxy: Proxy
let direct: Opened
let opened: Opened
let centre: Centre
let customer: TestBrowser
let customerId: number

const open = (url: string): Promise<Opened> =>
  openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4' }))

beforeEach(async () => {
  const url = await copyDatabase()
  direct = await open(url)
  proxy = await startProxy(url)
  opened = await open(proxy.url)
  centre = await aCentre(direct.db)
  customer = testApp(opened.db, { now: centre.app.clock.now() }).browser()
  customerId = (await centre.customer({ firstName: 'Mo' })).id
  await customer.logIn(customerId)
  await sql`
    create function hesitate() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return null; end $$`.execute(
    direct.db,
  )
})
afterEach(async () => {
  await opened.close()
  await direct.close()
  await proxy.close()
})

const addChild = (): Promise<Response> =>
  customer.fetch('/api/my-account/family', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'one-child' },
    body: JSON.stringify({ first_name: 'Tom', last_name: 'Example', date_of_birth: '2017-06-01' }),
  })
const children = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from linked_customer where customer_id = ${customerId}`.execute(direct.db)
  return rows[0]?.n ?? 0
}
const untilHesitating = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`.execute(direct.db)
      expect(rows).toHaveLength(1)
    },
    { timeout: 20_000, interval: 20 },
  )

it('a call whose commit nobody heard of is answered as it was made, once', async () => {
  // Runs within the commit.
  await sql`
    create constraint trigger hesitate after insert on linked_customer deferrable initially deferred
    for each row execute function hesitate()`.execute(direct.db)
  const first = addChild()
  await untilHesitating()
  proxy.reset()
  expect((await first).status).toBe(503)
  await vi.waitFor(async () => expect(await children()).toBe(1), { timeout: 10_000 })
  const again = await vi.waitFor(
    async () => {
      const answer = await addChild()
      expect(answer.status).toBe(200)
      return answer
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await children()).toBe(1)
})

it('a call that was lost with the database is made again as soon as the database is back', async () => {
  await sql`
    create trigger hesitate after insert on linked_customer for each row execute function hesitate()`.execute(
    direct.db,
  )
  const first = addChild()
  await untilHesitating()
  proxy.refuse()
  expect((await first).status).toBe(503)
  expect(await children()).toBe(0)
  proxy.restore()
  // Sooner than the minute after which a call without an answer counts as abandoned.
  await vi.waitFor(async () => expect((await addChild()).status).toBe(200), {
    timeout: 20_000,
    interval: 100,
  })
  expect(await children()).toBe(1)
})

/** Adds without a key; the commit succeeds and nobody hears of it. Then adds again. */
const addTwiceAfterLoss = async (item: Wanted) => {
  await sql`
    create constraint trigger hesitate after insert on basket_item deferrable initially deferred
    for each row execute function hesitate()`.execute(direct.db)
  const first = putUnkeyed(customer, item).catch((refusal: Error) => refusal.message)
  await untilHesitating()
  proxy.reset()
  expect(await first).toContain('unavailable')
  await vi.waitFor(
    async () => expect(await direct.db.selectFrom('basketItem').select('id').execute()).toHaveLength(1),
    { timeout: 10_000 },
  )
  await sql`drop trigger hesitate on basket_item`.execute(direct.db)
  return vi.waitFor(() => putUnkeyed(customer, item), { timeout: 20_000, interval: 100 })
}

it('a ticket added without a key whose answer was lost is added again as a line of its own, which says so', async () => {
  const { session, ticket } = await aSwim(centre)
  const basket = await addTwiceAfterLoss(ticket())
  expect(basket).toMatchObject({
    items: [{ quantity: 1 }, { quantity: 1 }],
    notices: [{ code: 'added_again', cartItemId: basket.items[1]?.id }],
  })
  expect(await takenOf(direct.db, session)).toBe(2)
})

it('a class added without a key whose answer was lost stays one line, which says so', async () => {
  const session = await aClass(centre)
  const basket = await addTwiceAfterLoss({ id: session.id })
  expect(basket).toMatchObject({
    items: [{ quantity: 1 }],
    notices: [{ code: 'added_again', cartItemId: basket.items[0]?.id }],
  })
  expect(await takenOf(direct.db, session)).toBe(1)
})
