import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { writeReservations } from '#test/support/reservations.ts'

it("holds are taken from the waitlist entries of people who leave, and not from others'", async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const now = new Date('2027-03-01T09:00:00Z')
  const { operator, occurrence } = await aBookableClass(db, { startsAt: new Date('2027-03-03T09:00:00Z') })
  const people: number[] = []
  for (let count = 0; count < 2; count += 1) {
    const { id: personId } = await aCustomer(db, operator.id)
    const { id } = await db
      .insertInto('waitlistEntry')
      .values({
        occurrenceId: occurrence.id,
        personId,
        joinedById: personId,
        idForm: 'v2',
        places: 1,
        state: 'offered',
        joinedAt: now,
        offerExpiresAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeReservations(db, async (tx) => {
      const values = { occurrenceId: occurrence.id, personId, waitlistEntryId: id, places: 1 }
      await tx
        .insertInto('hold')
        .values({ ...values, heldUntil: now, createdAt: now })
        .execute()
    })
    people.push(personId)
  }
  const [left, stays] = people
  await sql`select detach_waitlist_holds(array[${left}]::int[])`.execute(db)
  const stored = db.selectFrom('hold').select('personId').where('waitlistEntryId', 'is not', null)
  expect(await stored.execute()).toEqual([{ personId: stays }])
})
