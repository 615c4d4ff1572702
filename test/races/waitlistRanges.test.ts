/**
 * Waitlists for any court between two times, on PostgreSQL: several courts come free at once, and each person gets one
 * offer, in turn. With the locks taken out it goes wrong, or the test proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRange, promoteWaitlist } from '#server/holds/offers.ts'
import { freeHolds, takeBatch } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { removeLocks, whileLocked } from '#test/support/locks.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'

const now = new Date('2027-03-01T09:00:00Z')
const connections = 16
/** A court at 18:00, 19:00 and 20:00. */
const hours = ['18:00', '19:00', '20:00']

type World = { slots: number[]; holder: number; basket: number; pricingOptionId: number; waiters: number[] }

const build = async (db: Database): Promise<World> => {
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const court = await aLocation(db, venue.id, { slug: 'court-a', spaces: ['a'] })
  const activity = await anActivity(db, venue.id, { slug: 'badminton', kind: 'courts' })
  const slots: number[] = []
  for (const hour of hours) {
    const of = { activity, locationId: court.id, startsAt: new Date(`2027-03-04T${hour}:00Z`) }
    slots.push((await anOccurrence(db, of, {})).id)
  }
  const people: number[] = []
  for (let one = 0; one < 7; one += 1) people.push((await aCustomer(db, operator.id)).id)
  const [holder = 0, ...waiters] = people
  const { id: basket } = await db
    .insertInto('basket')
    .values({ operatorId: operator.id, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { slots, holder, basket, pricingOptionId: activity.pricingOptionId, waiters }
}

const open = async (): Promise<Opened> => {
  const url = await copyDatabase()
  return openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: String(connections) }))
}

const racing = (db: Database, { slots, holder, basket, pricingOptionId, waiters }: World) => ({
  /** All courts are taken. Answers the holds. */
  fill: async (): Promise<number[]> => {
    await db.deleteFrom('basketItem').execute()
    await writeReservations(db, async (tx) => {
      await tx.deleteFrom('spaceClaim').execute()
      await tx.deleteFrom('hold').execute()
      await tx.deleteFrom('waitlistEvent').execute()
      await tx.deleteFrom('waitlistEntry').execute()
      await tx.updateTable('occurrence').set({ placesTaken: 0 }).execute()
    })
    const items = slots.map((occurrenceId) => ({
      occurrenceId,
      places: 1,
      idForm: 'v2' as const,
      ticketTypeId: null,
      pricingOptionId,
      quantity: 1,
      unitPrice: 500,
      purchasedForId: null,
      customerReference: null,
      personId: holder,
      mayOverlap: false,
    }))
    const heldUntil = new Date(now.getTime() + 600_000)
    expect((await takeBatch(db, [{ basketId: basket, heldUntil, items }], now))[0]?.outcome).toBe('ok')
    const holds = await db.selectFrom('hold').select('id').orderBy('occurrenceId').execute()
    return holds.map(({ id }) => id)
  },
  /** A person waits for the courts of these hours. */
  join: (who: number, first: number, last: number) => {
    const personId = waiters[who] ?? 0
    const occurrenceIds = slots.slice(first, last + 1)
    const joining = {
      occurrenceIds,
      personId,
      actorId: personId,
      form: 'v2',
      from: '18:00',
      to: '21:00',
    } as const
    return addRange(db, joining, now)
  },
  free: (holdId: number | undefined) => freeHolds(db, [holdId ?? 0], 'released', now),
  /** Frees all courts behind everybody's back, so that only the promoters find them. */
  freeQuietly: async (holds: readonly number[]) => {
    await sql`select end_holds(${holds}::bigint[], 'released', ${now})`.execute(db)
  },
  promote: (index: number) =>
    transact(db, (tx) => promoteWaitlist(tx, slots[index % slots.length] ?? 0, now)),
  wrong: async () => [...(await wrongWithPlaces(db, now)), ...(await wrongWithWaitlists(db, now))],
  /** Who has an offer of which hour. */
  offers: async () =>
    (
      await db
        .selectFrom('waitlistEntry')
        .select(['personId', 'occurrenceId'])
        .where('state', '=', 'offered')
        .orderBy('personId')
        .execute()
    ).map(({ personId, occurrenceId }) => [waiters.indexOf(personId), slots.indexOf(occurrenceId)]),
})

describe('waitlists for any court between two times', () => {
  let opened: Opened
  let race: ReturnType<typeof racing>
  let holds: number[]

  beforeAll(async () => {
    opened = await open()
    race = racing(opened.db, await build(opened.db))
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    holds = await race.fill()
  })

  it('I5: of two people whose times overlap the first is offered the freed court, once', async () => {
    await race.join(0, 0, 1)
    await race.join(1, 1, 2)
    await race.freeQuietly([holds[1] ?? 0])
    await Promise.all(Array.from({ length: 9 }, (_, index) => race.promote(index)))
    expect(await race.offers()).toEqual([[0, 1]])
    expect(await race.wrong()).toEqual([])
  })

  it('courts that come free at once are offered to different people', async () => {
    for (let round = 0; round < 5; round += 1) {
      await race.join(0, 0, 2)
      await race.join(1, 0, 2)
      await race.join(2, 0, 2)
      await Promise.all(holds.map(race.free))
      const offers = await race.offers()
      expect(offers.map(([who]) => who)).toEqual([0, 1, 2])
      expect(new Set(offers.map(([, hour]) => hour))).toEqual(new Set([0, 1, 2]))
      expect(await race.wrong()).toEqual([])
      holds = await race.fill()
    }
  })

  it('a person who waits alone is offered one of several freed courts', async () => {
    await race.join(0, 0, 2)
    await Promise.all(holds.map(race.free))
    expect(await race.offers()).toHaveLength(1)
    expect(await race.wrong()).toEqual([])
  })

  it('many who join at once for overlapping times are all in the queues', async () => {
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map((who) => race.join(who, who % 2, 1 + (who % 2))))
    expect(results.map(({ outcome }) => outcome)).toEqual(Array<string>(6).fill('ok'))
    expect(await race.wrong()).toEqual([])
  })

  it('hold no one up at the courts of other times', async () => {
    const { rangeId } = await race.join(0, 0, 0)
    await whileLocked(opened.db, { table: 'waitlist_range', id: rangeId ?? 0 }, (tx) =>
      freeHolds(tx, [holds[1] ?? 0], 'released', now),
    )
    expect(await race.offers()).toEqual([])
  })
})

describe('waitlists for any court between two times with the locks taken out', () => {
  it('go wrong: the races above can be lost', async () => {
    const opened = await open()
    const race = racing(opened.db, await build(opened.db))
    await removeLocks(opened.db)
    let wentWrong = 0
    for (let tries = 0; tries < 20 && wentWrong === 0; tries += 1) {
      const holds = await race.fill()
      await race.join(0, 0, 2)
      await race.freeQuietly(holds)
      const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => race.promote(index)))
      const refused = outcomes.some(({ status }) => status === 'rejected')
      if (refused || (await race.offers()).length !== 1 || (await race.wrong()).length > 0) wentWrong += 1
    }
    await opened.close()
    expect(wentWrong).toBeGreaterThan(0)
  })
})
