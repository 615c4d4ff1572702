/**
 * Staff let a hall while people book its courts, on PostgreSQL: whoever is first has the floor, and the other is refused. In
 * the last part what prevents it is taken out, where both must have it, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aHallToHire, now } from '#test/support/hires.ts'
import { removeLocks } from '#test/support/locks.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})

afterAll(() => opened.close())

/** One lets the hall on a Thursday; so much later two people put its courts of that hour into their baskets. */
const race = async (delayMs: number): Promise<{ hired: string; booked: string[] }> => {
  const world = await aHallToHire(db)
  const courts = (await world.onSale('2027-03-04')).filter(({ at }) => at === '17:00')
  const buyers = await Promise.all(
    courts.map(async ({ publicId }) => {
      const browser = world.app.browser()
      await browser.logIn((await aCustomer(db, world.operator.id)).id)
      return () => outcome(browser.send(api.baskets.add, { items: [{ id: publicId }] }))
    }),
  )
  const wanted = { ...world.wanted({ until: '2027-03-04' }), name: 'PE lessons' }
  const { digest } = await world.preview({ until: '2027-03-04' })
  const [hired, ...booked] = await Promise.all([
    outcome(world.office.send(api.hirers.hire, { ...wanted, digest })),
    ...buyers.map(async (book) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return book()
    }),
  ])
  return { hired, booked }
}

it('a hall is let or its courts are booked, never both', async () => {
  const hired = new Set<string>()
  for (let round = 0; round < 5; round += 1) {
    const result = await race(round * 100)
    hired.add(result.hired)
    expect(['ok', 'effect_changed']).toContain(result.hired)
    if (result.hired === 'ok') expect(result.booked).not.toContain('ok')
    else expect(result.booked).toContain('ok')
    expect(await wrongWithPlaces(db, now)).toEqual([])
  }
  // Each of them has been first.
  expect([...hired].toSorted()).toEqual(['effect_changed', 'ok'])
})

it('negative control: without the locks and the constraint both have it', async () => {
  await sql`alter table space_claim drop constraint no_overlapping_claims`.execute(db)
  await sql`create index on space_claim (space_id)`.execute(db)
  await removeLocks(db)
  let wrong: string[] = []
  for (let round = 0; round < 30 && wrong.length === 0; round += 1) {
    await race(round * 6)
    wrong = await wrongWithPlaces(db, now)
  }
  expect(wrong).not.toEqual([])
})
