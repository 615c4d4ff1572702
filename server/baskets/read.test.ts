import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClass, callOff, hour, lineOf, minute, read, remove } from '#test/support/baskets.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  visitor = centre.app.browser()
})

describe('an empty basket', () => {
  const nothing = {
    source: 'activity-booking',
    status: 'open',
    completeOrderId: null,
    selectedUserId: null,
    total: 0,
    formattedTotal: '£0.00',
    taxTotal: 0,
    subTotal: 0,
    balance: 0,
    formattedBalance: '£0.00',
    itemCount: 0,
    items: [],
    lapsedItems: [],
    notices: [],
    payments: [],
    credits: {
      membership: { type: 'membership', totalAvailable: 0, maxApplicable: 0 },
      general: { type: 'general', totalAvailable: 0, maxApplicable: 0 },
    },
    attendeeWaiversRequired: false,
    totalWaiversRequired: 0,
    itemHash: '',
    expiresAt: null,
    now: '2027-03-01T09:00:00Z',
    renewalsLeft: 10,
  }
  const stored = () => db.selectFrom('basket').select(['id', 'uuid', 'customerId']).execute()

  it('of a visitor has no id, and no call stores anything', async () => {
    const none = { ...nothing, id: null, cartId: null, uuid: null }
    expect(await read(visitor)).toEqual(none)
    expect(await remove(visitor, { id: 61001 })).toEqual(none)
    expect(await visitor.send(api.baskets.clear, {})).toEqual(none)
    expect(await visitor.send(api.baskets.renew, {})).toEqual(none)
    expect(await stored()).toEqual([])
    // No cookie of a basket; a call that may change something leaves its time.
    expect([...visitor.cookies.keys()]).toEqual(['changed-at'])
  })

  it('of a customer is created once', async () => {
    const { id, browser } = await centre.customer()
    const basket = await read(browser)
    const [row] = await stored()
    expect(row?.customerId).toBe(id)
    expect(basket).toEqual({ ...nothing, id: row?.id, cartId: row?.id, uuid: row?.uuid })
    expect(await read(browser)).toEqual(basket)
    expect(await centre.app.browser().fetch('/api/activities/cart')).toHaveProperty('status', 200)
    expect(await stored()).toHaveLength(1)
  })

  it('has keys of the wire', async () => {
    const answer = (await (await visitor.fetch('/api/activities/cart')).json()) as { data: object }
    expect(Object.keys(answer)).toEqual(['data'])
    expect(answer.data).toMatchObject({
      cart_id: null,
      formattedTotal: '£0.00',
      itemHash: '',
      lapsed_items: [],
    })
  })
})

/** Every version of every row; any write changes it. */
const rowVersions = async (): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = current_schema() order by 1`.execute(db)
  const versions = tables.map(async ({ name }) => {
    const { rows } = await sql<{ version: string }>`
      select ${name} || ' ' || ctid::text || ' ' || xmin::text as version from ${sql.table(name)}`.execute(db)
    return rows.map(({ version }) => version)
  })
  return (await Promise.all(versions)).flat()
}

describe('a basket that is as it was displayed', () => {
  it('is read without a write, by a visitor and by a customer', async () => {
    const { browser } = await centre.customer()
    for (const caller of [visitor, browser]) {
      await centre.add(caller, await aClass(centre))
      const before = await rowVersions()
      expect((await read(caller)).itemCount).toBe(1)
      expect(await rowVersions()).toEqual(before)
    }
  })
})

describe('notices', () => {
  const notifiedOnce = async (browser: TestBrowser): Promise<Basket['notices']> => {
    const { notices } = await read(browser)
    expect((await read(browser)).notices).toEqual([])
    return notices
  }

  it('say once that a hold has ended', async () => {
    const line = lineOf(await centre.add(visitor, await aClass(centre)))
    expect((await read(visitor)).notices).toEqual([])
    centre.app.clock.forward(10 * minute)
    expect(await notifiedOnce(visitor)).toEqual([
      { code: 'hold_lapsed', message: "We're no longer holding Yoga for you.", cartItemId: line.id },
    ])
  })

  it('say once that a session was cancelled', async () => {
    const session = await aClass(centre)
    const line = lineOf(await centre.add(visitor, session))
    centre.app.clock.forward(10 * minute)
    await callOff(db, session)
    expect(await notifiedOnce(visitor)).toEqual([
      { code: 'item_unavailable', message: 'Yoga has been cancelled.', cartItemId: line.id },
    ])
  })

  it('say once that a price has changed, and the basket has the new price at once', async () => {
    const line = lineOf(await centre.add(visitor, await aClass(centre)))
    await db.updateTable('pricingOption').set({ price: 650 }).execute()
    expect(await notifiedOnce(visitor)).toEqual([
      { code: 'price_changed', message: 'Yoga now costs £6.50.', cartItemId: line.id },
    ])
    expect(await read(visitor)).toMatchObject({ total: 650 })
  })

  it('lapsed lines are displayed for 24 hours', async () => {
    await centre.add(visitor, await aClass(centre))
    centre.app.clock.forward(10 * minute + 24 * hour - 1)
    expect((await read(visitor)).lapsedItems).toHaveLength(1)
    centre.app.clock.forward(1)
    expect(await read(visitor)).toMatchObject({ lapsedItems: [], items: [] })
  })
})
