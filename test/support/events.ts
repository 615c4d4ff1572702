import type { Database } from '#server/platform/database.ts'
import { eventTypes } from '#contract/eventTypes.ts'

/** Has every event recorded that happens to an operator from now on. */
export const recordEvents = async (db: Database, operatorId: number, createdBy: number): Promise<void> => {
  await db
    .insertInto('webhook')
    .values({
      operatorId,
      address: 'https://hooks.example.test/in',
      events: [...eventTypes],
      secret: Buffer.from('secret'),
      createdBy,
      createdAt: new Date('2027-01-01T00:00:00Z'),
    })
    .execute()
}

/** What was recorded, in order: the type, what it is about, and what is said of it. */
export const recordedEvents = (db: Database) =>
  db
    .selectFrom('domainEvent')
    .select(['type', 'subjectKind', 'subjectId', 'reference', 'data'])
    .orderBy('id')
    .execute()

/** What the row of an account is when it has been closed. */
export const closeAccount = async (db: Database, id: number, closedAt: Date): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ closedAt, email: '', firstName: 'Former', lastName: 'customer', dateOfBirth: null })
    .where('id', '=', id)
    .execute()
}
