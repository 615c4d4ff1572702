import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aDebtor,
  heldUntil,
  hour,
  lineOf,
  minute,
  put,
  read,
  remove,
  takenOf,
} from '#test/support/baskets.ts'
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

describe('removing items', () => {
  it('C08: an item can be removed from the timetable, and booked again', async () => {
    const session = await aClass(centre, '10:00', {}, 1)
    const seen = async (browser: TestBrowser) =>
      (await browser.send(api.timetable.occurrence, { id: session.publicId })).actionToShow
    expect(await seen(visitor)).toMatchObject({ status: 'BOOK', cartItemId: null })
    const line = lineOf(await centre.add(visitor, session))
    expect(await seen(visitor)).toMatchObject({ status: 'CANCEL_RESERVATION', cartItemId: line.id })
    const other = centre.app.browser()
    expect(await seen(other)).toMatchObject({ status: null, reasonCode: 'held', availableAt: heldUntil })
    expect(await remove(visitor, line)).toMatchObject({
      itemCount: 0,
      total: 0,
      expiresAt: null,
      lapsedItems: [],
    })
    expect(await seen(visitor)).toMatchObject({ status: 'BOOK' })
    expect(await centre.add(other, session)).toMatchObject({ itemCount: 1 })
  })

  it('ignores unknown ids and ids of other baskets', async () => {
    const [ten, twelve] = [await aClass(centre, '10:00'), (await centre.badminton(['12:00'])).slots[0]!]
    const { items } = await centre.add(visitor, ten, twelve)
    const other = centre.app.browser()
    const theirs = lineOf(await centre.add(other, ten))
    const left = await remove(visitor, { id: 1 }, theirs, items[0]!, items[0]!)
    expect(left.items.map(({ id }) => id)).toEqual([items[1]?.id])
    expect((await read(other)).items.map(({ id }) => id)).toEqual([theirs.id])
  })

  it('removes lapsed items too', async () => {
    const line = lineOf(await centre.add(visitor, await aClass(centre)))
    centre.app.clock.forward(hour)
    expect(await remove(visitor, line)).toMatchObject({ items: [], lapsedItems: [] })
  })

  it('D08: clearing removes all lines and penalties; the basket’s id stays', async () => {
    const { browser, owe } = await aDebtor(centre)
    const [penalty, session, lapsing] = [
      await owe(),
      await aClass(centre, '10:00'),
      await aClass(centre, '14:00'),
    ]
    await put(browser, { id: penalty, type: 'penalty' }, { id: lapsing.id })
    centre.app.clock.forward(11 * minute)
    const before = await centre.add(browser, session)
    expect(before).toMatchObject({ itemCount: 2, lapsedItems: [{ cartableType: 'activity' }] })
    const after = await browser.send(api.baskets.clear, {})
    expect(after).toMatchObject({
      id: before.id,
      uuid: before.uuid,
      items: [],
      lapsedItems: [],
      payments: [],
      total: 0,
      balance: 0,
      itemHash: '',
    })
    expect(await takenOf(db, session)).toBe(0)
  })
})
