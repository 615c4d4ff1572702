import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { rightsOf } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { removeStaff } from '#server/sessions/staff.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { testApp } from '#test/support/app.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { inARow } from '#test/support/inARow.ts'
import { outcome } from '#test/support/outcome.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'

const now = new Date('2027-02-28T10:00:00Z')

let opened: Opened
let db: Database
beforeAll(async () => {
  opened = await openCopy()
  db = opened.db
})
afterAll(() => opened.close())

/** How many administrators are left after two have ended each other's rights at the same moment. */
const administratorsLeft = async (isLocked: boolean): Promise<number> => {
  await emptyTables(db)
  const operator = await anOperator(db)
  const supervisor = () =>
    aCustomer(db, operator.id, { role: 'staff', staffLevel: 'supervisor' }) as Promise<{ id: number }>
  const [ann, bo] = [await supervisor(), await supervisor()]
  const actorOf = ({ id }: { id: number }) =>
    ({
      operator,
      person: {
        id,
        role: 'staff',
        rights: rightsOf([{ role: 'administrator', venueId: null, instructorId: null }]),
      },
      isStaff: true,
    }) as unknown as Actor
  let arrived = 0
  let open = (): void => {}
  const both = new Promise<void>((resolve) => (open = resolve))
  const remove = (by: { id: number }, of: { id: number }) =>
    transact(db, async (tx) => {
      if (isLocked) return removeStaff(tx, actorOf(by), of.id, now)
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from staff_role where role = 'administrator'`.execute(tx)
      arrived += 1
      if (arrived === 2) open()
      await both
      if ((rows[0]?.n ?? 0) > 1) await sql`delete from staff_role where customer_id = ${of.id}`.execute(tx)
      return []
    })
  await Promise.allSettled([remove(ann, bo), remove(bo, ann)])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from staff_role where role = 'administrator'`.execute(db)
  return rows[0]?.n ?? 0
}

it('of two administrators who end the rights of each other at once, one stays', async () => {
  for (let run = 0; run < 10; run += 1) expect(await administratorsLeft(true)).toBe(1)
})

it('both would go if they were only counted (negative control)', async () => {
  expect(await administratorsLeft(false)).toBe(0)
})

/** What two log-ins of one member of staff come to, on two screens at the same moment. */
const bothLogIns = async (seen: Database): Promise<string[]> => {
  await emptyTables(db)
  const operator = await anOperator(db)
  await aVenue(db, { operatorId: operator.id }, {})
  await db.updateTable('operator').set({ onePlace: true }).execute()
  const password = 'rain on court four'
  const email = 'desk@example.test'
  await aCustomer(db, operator.id, {
    role: 'staff',
    staffLevel: 'desk',
    email,
    passwordHash: await hashOf(password),
  })
  const logIn = () =>
    outcome(
      testApp(seen, { now })
        .browser({ site: 'desk' })
        .send(api.sessions.login, { username: email, password }),
    )
  // Each has looked for the other when it comes to this.
  return inARow(db, sql`lock table session in share mode`, [logIn, logIn])
}

it('who may be logged in on one screen only is, when they log in on two at once', async () => {
  expect(await bothLogIns(db)).toEqual(['ok', 'logged_in_elsewhere'])
})

it('both log-ins would pass without the lock (negative control)', async () => {
  expect(await bothLogIns(withoutRowLocks(db))).toEqual(['ok', 'ok'])
})
