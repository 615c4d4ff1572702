import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { openShop } from '#test/support/shop.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

let db: Database

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
})

it('credit stays reserved past its time while its basket is paid for or holds something', async () => {
  const shop = await openShop(db, { now })
  const { basketUuid } = await shop.buyer()
  await shop.buyer()
  // Whatever is paid for in another basket.
  await db
    .updateTable('basket')
    .set({ status: 'paymentProcessing' })
    .where('uuid', '<>', basketUuid ?? '')
    .execute()
  const basket = db.selectFrom('basket').select('id').where('uuid', '=', basketUuid)
  const { id: basketId } = await basket.executeTakeFirstOrThrow()
  const isReserved = async (minutes: number): Promise<boolean | undefined> => {
    const { rows } = await sql<{ reserved: boolean }>`
      select is_credit_reserved(${basketId}, ${inMinutes(5)}, ${inMinutes(minutes)}) as reserved`.execute(db)
    return rows[0]?.reserved
  }
  const setStatus = (status: 'open' | 'paymentProcessing') =>
    db.updateTable('basket').set({ status }).where('id', '=', basketId).execute()
  const setHold = (hold: { state: 'held' | 'confirmed'; heldUntil: Date | null }) =>
    writeReservations(db, (tx) => tx.updateTable('hold').set(hold).where('basketId', '=', basketId).execute())
  await setHold({ state: 'held', heldUntil: inMinutes(7) })
  expect([await isReserved(4), await isReserved(5), await isReserved(6), await isReserved(7)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  await setStatus('paymentProcessing')
  expect(await isReserved(8)).toBe(true)
  await setStatus('open')
  // What is bought holds no credit back.
  await setHold({ state: 'confirmed', heldUntil: null })
  expect([await isReserved(4), await isReserved(5)]).toEqual([true, false])
})
