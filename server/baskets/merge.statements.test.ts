import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer, closeAccount } from '#test/support/factories/customers.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { adoptBasket, moveItems, nameAttendee } from './sql/lines.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof aBookableClass>>

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  world = await aBookableClass(db, { startsAt: new Date('2027-03-03T09:00:00Z') })
})

const aPerson = async (): Promise<number> => (await aCustomer(db, world.operator.id)).id

const aBasket = async (): Promise<number> => {
  const values = { operatorId: world.operator.id, createdAt: now, updatedAt: now }
  return (await db.insertInto('basket').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const aLine = async (basketId: number, more: { personId?: number; removedAt?: Date } = {}) => {
  const { occurrence, activity } = world
  const { personId = null, removedAt = null } = more
  const holdId = await writeReservations(db, async (tx) => {
    const values = { occurrenceId: occurrence.id, basketId, personId, places: 1, createdAt: now }
    const hold = tx.insertInto('hold').values({ ...values, heldUntil: now })
    return (await hold.returning('id').executeTakeFirstOrThrow()).id
  })
  const line = await db
    .insertInto('basketItem')
    .values({
      basketId,
      occurrenceId: occurrence.id,
      holdId,
      idForm: 'v2',
      pricingOptionId: activity.pricingOptionId,
      quantity: 1,
      unitPrice: 500,
      sortBy: 0,
      addedAt: now,
      removedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: line.id, holdId }
}

const holds = () => db.selectFrom('hold').select(['id', 'basketId', 'personId']).orderBy('id').execute()

it('a visitor who logs in gets their own basket, unless they have one, and no other visitor loses theirs', async () => {
  const [own, other, late] = [await aBasket(), await aBasket(), await aBasket()]
  const ann = await aPerson()
  const adopt = (basketId: number) =>
    transact(db, (tx) => adoptBasket(tx, basketId, { customerId: ann, loginDigest: null }))
  expect(await adopt(own)).toBe(true)
  expect(await adopt(late)).toBe(false)
  const baskets = await db.selectFrom('basket').select(['id', 'customerId']).orderBy('id').execute()
  expect(baskets).toEqual([
    { id: own, customerId: ann },
    { id: other, customerId: null },
    { id: late, customerId: null },
  ])
})

it('an account that is closed while its person logs in gets no basket', async () => {
  const ann = await aPerson()
  const basketId = await aBasket()
  await closeAccount(db, ann, now)
  await expect(adoptBasket(db, basketId, { customerId: ann, loginDigest: null })).rejects.toThrow(
    'has been closed',
  )
})

it('moving a line moves its hold, and those of other lines stay', async () => {
  const [from, to, third] = [await aBasket(), await aBasket(), await aBasket()]
  const moved = await aLine(from)
  await aLine(from)
  await aLine(third)
  await transact(db, (tx) => moveItems(tx, [moved.id], to))
  expect((await holds()).map(({ basketId }) => basketId)).toEqual([to, from, third])
})

it('a person is named on the holds that have none', async () => {
  const basketId = await aBasket()
  const [ann, ben] = [await aPerson(), await aPerson()]
  const lines = [await aLine(basketId), await aLine(basketId, { personId: ben })]
  await aLine(basketId)
  const ids = lines.map(({ holdId }) => holdId)
  await transact(db, (tx) => nameAttendee(tx, ids, ann))
  expect((await holds()).map(({ personId }) => personId)).toEqual([ann, ben, null])
})

it('the version of a basket changes with its lines and holds, not with what was taken out of it', async () => {
  const basketId = await aBasket()
  const line = await aLine(basketId)
  const removed = await aLine(basketId, { removedAt: now })
  const version = async () =>
    (await sql<{ version: string }>`select basket_version(${basketId}) as version`.execute(db)).rows[0]
      ?.version
  const first = await version()
  const end = ({ holdId }: { holdId: number }) =>
    writeReservations(db, (tx) =>
      tx.updateTable('hold').set({ state: 'expired' }).where('id', '=', holdId).execute(),
    )
  await end(removed)
  await db.updateTable('basketItem').set({ lapseNotified: true }).where('id', '=', removed.id).execute()
  expect(await version()).toBe(first)
  await end(line)
  expect(await version()).not.toBe(first)
})
