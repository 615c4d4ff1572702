/**
 * Tills that are closed by two people at once, and while money is taken at them, on PostgreSQL. In the last part the row
 * locks are taken out, where the same races must be lost, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { openCopy, emptyTables } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { inARow } from '#test/support/inARow.ts'
import { outcome } from '#test/support/outcome.ts'
import { aMemberOfStaff, aTill } from '#test/support/tills.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T17:30:00Z')
const price = 500

/** A till at which six desks sell, with a supervisor at each. `on`: what the desks work on. */
const aBusyTill = async (db: Database, on = db) => {
  const app = testApp(on, { now })
  const world = await aBookableClass(db, {
    startsAt: new Date('2027-03-02T18:00:00Z'),
    capacity: 5000,
    price,
  })
  const { id: tillId } = await aTill(db, world.venue.id)
  const desks: TestBrowser[] = []
  for (let desk = 0; desk < 6; desk += 1) {
    const { id } = await aMemberOfStaff(db, world.operator.id, { staffLevel: 'supervisor' })
    const browser = app.browser({ site: 'desk' })
    await browser.logIn(id)
    await browser.send(api.tills.stand, { tillId })
    desks.push(browser)
  }
  const [closing, other, ...sellers] = desks
  if (closing === undefined || other === undefined) throw new Error('There is no desk.')
  return {
    tillId,
    closing,
    other,
    sellers,
    open: () => closing.send(api.tills.open, { tillId, float: 0 }),
    close: (desk: TestBrowser) => desk.send(api.tills.close, { tillId, counts: [], reason: 'Race' }),
    fill: (desk: TestBrowser) => desk.send(api.baskets.add, { items: [{ id: world.occurrence.id }] }),
    pay: (desk: TestBrowser) =>
      desk.send(api.checkout.payAtDesk, { payments: [{ tenderType: 'cash', amount: price }] }),
  }
}

/** What is wrong with the sessions of tills: numbers with gaps, and sums that are not those of their entries. */
const wrongWithSessions = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('till %s has %s numbers up to %s', till_id, count(z_number), max(z_number)) as wrong
      from till_session group by till_id having count(z_number) <> coalesce(max(z_number), 0)
    union all
    select format('session %s expected %s and holds %s', s.id, n.expected, coalesce(sum(e.amount), 0))
      from till_session s
      join till_count n on n.till_session_id = s.id and n.tender_type = 'cash'
      left join till_entry e on e.till_session_id = s.id and e.tender_type = 'cash'
      where s.closed_at is not null
      group by s.id, n.expected, s.float_amount
      having n.expected <> s.float_amount + coalesce(sum(e.amount), 0)`.execute(db)
  return rows.map(({ wrong }) => wrong)
}

/** The numbers of all closed sessions, in their order. */
const numbersOf = async (db: Database): Promise<number[]> => {
  const { rows } = await sql<{ z: number }>`
    select z_number as z from till_session where closed_at is not null order by z_number`.execute(db)
  return rows.map(({ z }) => z)
}

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

const burst = 200

/**
 * Closes 200 sessions of one till at the same moment. A till has one open at a time, by an index that is gone here: what
 * is left to keep their numbers apart is how a number is given.
 * @param on what the desks work on
 */
const closeInOneBurst = async (db: Database, on = db): Promise<string[]> => {
  const till = await aBusyTill(db, on)
  await sql`
    insert into till_session (till_id, float_amount, opened_at, opened_by)
    select ${till.tillId}, 0, ${now}, min(c.id) from customer c cross join generate_series(1, ${burst})
    where c.staff_level = 'supervisor' group by generate_series`.execute(db)
  const desks = [till.closing, till.other, ...till.sellers]
  return Promise.all(
    oneTo(burst).map((nth) => outcome(till.close(desks[nth % desks.length] ?? till.closing))),
  )
}

/** A database in which a till can have many sessions open. */
const openCopyWithoutIndex = async (): Promise<Opened> => {
  const opened = await openCopy(32)
  await sql`drop index till_session_open`.execute(opened.db)
  return opened
}

/** Sells at four desks while a fifth closes the till. */
const closeWhileSelling = async (till: Awaited<ReturnType<typeof aBusyTill>>): Promise<void> => {
  await till.open()
  for (const desk of till.sellers) await till.fill(desk)
  await Promise.all([...till.sellers.map((desk) => till.pay(desk)), till.close(till.closing)])
}

describe('a till', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  it('that two people close at once is closed by one', async () => {
    const till = await aBusyTill(opened.db)
    for (let round = 0; round < 20; round += 1) {
      await till.open()
      const outcomes = await Promise.all([till.closing, till.other].map((desk) => outcome(till.close(desk))))
      expect(outcomes.toSorted()).toEqual(['ok', 'till_closed'])
    }
    expect(await numbersOf(opened.db)).toEqual(oneTo(20))
    expect(await wrongWithSessions(opened.db)).toEqual([])
  }, 120_000)

  it('counts what is taken while it is closed in exactly one session', async () => {
    const till = await aBusyTill(opened.db)
    for (let round = 0; round < 12; round += 1) await closeWhileSelling(till)
    await till.open()
    await till.close(till.closing)
    expect(await wrongWithSessions(opened.db)).toEqual([])
    const entries = await opened.db.selectFrom('tillEntry').select('tillSessionId').execute()
    expect(entries).toHaveLength(12 * 4)
    expect(entries.filter(({ tillSessionId }) => tillSessionId === null)).toEqual([])
  }, 120_000)
})

describe('200 sessions that are closed in one burst', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopyWithoutIndex()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  it('have the numbers 1 to 200, without a gap or a twin', async () => {
    const outcomes = await closeInOneBurst(opened.db)
    expect(outcomes.filter((one) => one !== 'ok')).toEqual([])
    expect(await numbersOf(opened.db)).toEqual(oneTo(burst))
    expect(await wrongWithSessions(opened.db)).toEqual([])
  }, 120_000)

  it('control: have not where the number after the last is taken without a lock', async () => {
    await closeInOneBurst(opened.db, withoutRowLocks(opened.db))
    expect(await numbersOf(opened.db)).not.toEqual(oneTo(burst))
  }, 120_000)
})

describe('control: without the row locks', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(() => emptyTables(opened.db))
  afterAll(() => opened.close())

  it('two people close a till', async () => {
    const till = await aBusyTill(opened.db, withoutRowLocks(opened.db))
    await till.open()
    // Both have found it open before either writes what was counted.
    const outcomes = await inARow(
      opened.db,
      sql`lock table till_count in exclusive mode`,
      [till.closing, till.other].map((desk) => () => outcome(till.close(desk))),
    )
    // The second goes on to write what the first has written, instead of hearing that the till is closed.
    expect(outcomes).not.toContain('till_closed')
  })

  it('a session holds more than was counted', async () => {
    const till = await aBusyTill(opened.db, withoutRowLocks(opened.db))
    for (let round = 0; round < 40; round += 1) {
      await closeWhileSelling(till)
      if ((await wrongWithSessions(opened.db)).length > 0) break
    }
    expect(await wrongWithSessions(opened.db)).not.toEqual([])
  }, 120_000)
})
