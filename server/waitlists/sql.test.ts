import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'
import { promoteWaitlists } from './offer.ts'

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, monday)
})

type Waiter = { id: number; browser: TestBrowser }

const join = ({ browser, id }: Waiter, of: { publicId: string }) =>
  browser.send(api.waitlists.join, { id: of.publicId, data: { userId: id } })

/** A class whose one place lies in a basket. */
const aFullClass = async (of: Awaited<ReturnType<Centre['yoga']>>, at: string) => {
  const full = await centre.aClassOf(of, at, { capacity: 1 })
  await centre.add((await centre.customer()).browser, full)
  return full
}

it('a free place is found in turn where more lists are open than a run checks', async () => {
  const yoga = await centre.yoga()
  const waiters: Waiter[] = []
  for (const time of ['18:00', '20:00']) {
    const waiter = await centre.customer()
    await join(waiter, await aFullClass(yoga, time))
    waiters.push(waiter)
  }
  await db.updateTable('occurrence').set({ capacity: 2 }).execute()
  const offered = async () => {
    const lists = await Promise.all(waiters.map(({ browser }) => browser.send(api.waitlists.mine, {})))
    return lists.flat().filter(({ status }) => status === 'offered').length
  }
  const now = centre.app.clock.now()
  await promoteWaitlists(db, now, 1)
  expect(await offered()).toBe(1)
  await promoteWaitlists(db, now, 1)
  expect(await offered()).toBe(2)
})

it('a list that promoting would leave as it is is not promoted again and again', async () => {
  const dance = await centre.yoga({ allowsOverlap: true })
  const ann = await centre.customer()
  await centre.add(ann.browser, await centre.aClassOf(dance, '18:30'))
  await centre.buy(ann.browser)
  await join(ann, await aFullClass(dance, '18:00'))
  expect(await promoteWaitlists(db, centre.app.clock.now())).toEqual([])
  expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'waiting' }])
})
