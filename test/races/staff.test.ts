import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { rightsOf } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { removeStaff } from '#server/sessions/staff.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
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
