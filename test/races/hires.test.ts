/**
 * Staff let a hall while people book its courts, on PostgreSQL: whoever is first has the floor, and the other is refused. In
 * the last part what prevents it is taken out, where both must have it, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aHallToHire, now } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { removeLocks } from '#test/support/locks.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database
let world: HallToHire

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})
beforeEach(async () => {
  world = await aHallToHire(db)
})
afterAll(() => opened.close())

/** One who lets the hall on a Thursday at 17:00 as it was looked at, and two who put a court of that hour into their baskets. */
const aRace = async () => {
  const buyers = await Promise.all(
    (await world.onSale('2027-03-04'))
      .filter(({ at }) => at === '17:00')
      .map(async ({ publicId: id }) => {
        const browser = world.app.browser()
        await browser.logIn((await aCustomer(db, world.operator.id)).id)
        return () => outcome(browser.send(api.baskets.add, { items: [{ id }] }))
      }),
  )
  const wanted = world.wanted({ until: '2027-03-04' })
  const { digest } = await world.preview(wanted)
  return {
    hire: () => outcome(world.office.send(api.hirers.hire, { ...wanted, name: 'PE lessons', digest })),
    book: () => Promise.all(buyers.map((book) => book())),
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('a hall that is let is booked by nobody, and one whose courts lie in baskets is not let', async () => {
  const first = await aRace()
  expect(await first.hire()).toBe('ok')
  expect(await first.book()).toEqual(['cancelled', 'cancelled'])
  world = await aHallToHire(db)
  const second = await aRace()
  expect(await second.book()).toEqual(['ok', 'ok'])
  expect(await second.hire()).toBe('effect_changed')
})

it.each([0, 60, 120, 180])('at once, and %i ms apart, one of them has it', async (delayMs) => {
  const { hire, book } = await aRace()
  const [hired, booked] = await Promise.all([hire(), wait(delayMs).then(book)])
  if (hired === 'ok') expect(booked).not.toContain('ok')
  else {
    expect(hired).toBe('effect_changed')
    expect(booked).toContain('ok')
  }
  expect(await wrongWithPlaces(db, now)).toEqual([])
})

/** Until a hire has claimed its floor and sleeps. */
const aClaimThatSleeps = async (): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
      db,
    )
    if (rows.length > 0) return
    await wait(25)
  }
  throw new Error('No hire sleeps.')
}

it('control: without the locks and the constraint both have it', async () => {
  await sql`alter table space_claim drop constraint no_overlapping_claims`.execute(db)
  await sql`create index on space_claim (space_id)`.execute(db)
  await removeLocks(db)
  await sql`
    create function sleep_after_claim() returns trigger language plpgsql as $$
    begin perform pg_sleep(1); return null; end $$`.execute(db)
  await sql`
    create trigger sleeps after insert on space_claim for each row when (new.hire_date_id is not null)
      execute function sleep_after_claim()`.execute(db)
  const { hire, book } = await aRace()
  const hired = hire()
  await aClaimThatSleeps()
  expect(await book()).toContain('ok')
  expect(await hired).toBe('ok')
  expect(await wrongWithPlaces(db, now)).not.toEqual([])
})
