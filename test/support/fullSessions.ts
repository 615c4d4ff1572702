import { sql } from 'kysely'
import { addEntry, addRange, promoteWaitlist } from '#server/holds/offers.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from './database.ts'
import { anActivity } from './factories/activities.ts'
import { aCustomer } from './factories/customers.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'
import { writeReservations } from './reservations.ts'

const now = new Date('2027-03-01T09:00:00Z')
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

export type FullSessions = Awaited<ReturnType<typeof openFullSessions>>

/** Empties the database; two customers, and what they do at sessions that are full. It is 9:00 on 1 March 2027. */
export const openFullSessions = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const operatorId = (await anOperator(db)).id
  const venueId = (await aVenue(db, { operatorId })).id
  const locationId = (await aLocation(db, venueId, { slug: 'studio' })).id
  const personId = (await aCustomer(db, operatorId)).id
  const otherId = (await aCustomer(db, operatorId)).id
  const classes = await anActivity(db, venueId, { kind: 'classes' })

  /** One place more that someone has bought, or holds in a basket until an instant. */
  const hold = (occurrenceId: number, person: number | null, heldUntil: Date | null = null): Promise<void> =>
    writeReservations(db, async (tx) => {
      const state = heldUntil === null ? ('confirmed' as const) : ('held' as const)
      await tx
        .insertInto('hold')
        .values({ occurrenceId, personId: person, places: 1, state, heldUntil, createdAt: now })
        .execute()
      await tx
        .updateTable('occurrence')
        .set(({ eb }) => ({
          placesTaken: eb('placesTaken', '+', 1),
          capacity: sql<number>`greatest(capacity, places_taken + 1)`,
        }))
        .where('id', '=', occurrenceId)
        .execute()
    })

  /** A full occurrence, so many hours from now. */
  const aFullOne = async (hours: number, activity = classes, status?: 'cancelled'): Promise<number> => {
    const of = { activity, locationId, startsAt: inHours(hours) }
    const { id } = await anOccurrence(db, of, { capacity: 1, ...(status === undefined ? {} : { status }) })
    await hold(id, null)
    return id
  }

  const joinRange = (occurrenceIds: number[], person = personId) =>
    transact(db, (tx) =>
      addRange(
        tx,
        { occurrenceIds, personId: person, actorId: person, form: 'v2', from: '09:00', to: '23:00' },
        now,
      ),
    )

  const join = async (occurrenceId: number, person: number): Promise<number> => {
    const joining = { occurrenceId, personId: person, actorId: person, form: 'v2' as const, places: 1 }
    return (await transact(db, (tx) => addEntry(tx, joining, now))).entryId ?? 0
  }

  const entriesOf = (person: number) =>
    db
      .selectFrom('waitlistEntry')
      .select(['occurrenceId', 'state', 'places'])
      .where('personId', '=', person)
      .orderBy('occurrenceId')
      .orderBy('id')
      .execute()

  const promote = (occurrenceId: number, at = now) =>
    transact(db, (tx) => promoteWaitlist(tx, occurrenceId, at))

  const setCapacity = (occurrenceId: number, capacity: number) =>
    db.updateTable('occurrence').set({ capacity }).where('id', '=', occurrenceId).execute()

  const callOff = (occurrenceId: number) =>
    db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', occurrenceId).execute()

  const statesOf = async (person: number) => (await entriesOf(person)).map(({ state }) => state)

  /** The entries to which something happened, one for each time. */
  const entriesWith = async (what: 'passed_over' | 'withdrawn' | 'resumed'): Promise<number[]> =>
    (
      await db.selectFrom('waitlistEvent').select('entryId').where('what', '=', what).orderBy('id').execute()
    ).map(({ entryId }) => entryId)

  return {
    db,
    operatorId,
    venueId,
    personId,
    otherId,
    classes,
    hold,
    aFullOne,
    joinRange,
    join,
    entriesOf,
    promote,
    setCapacity,
    callOff,
    statesOf,
    entriesWith,
  }
}
