import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anActivity, aTicketType } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aQuestion, aRestriction } from '#test/support/factories/restrictions.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { takeChanges } from './feeds.ts'

/** A statement that changes more rows than this is published behind single ones. */
const bulkRows = 200

let db: Database
let operatorId: number
let venueId: number
let elsewhereId: number
let activityId: number
let occurrenceId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  venueId = (await aVenue(db, { operatorId })).id
  const { id: locationId } = await aLocation(db, venueId, { spaces: ['hall'] })
  const activity = await anActivity(db, venueId, { kind: 'tickets' })
  activityId = activity.id
  await aTicketType(db, activityId)
  const startsAt = new Date('2027-03-01T09:00:00Z')
  occurrenceId = (await anOccurrence(db, { activity, locationId, startsAt })).id
  elsewhereId = (await aVenue(db, { operatorId: (await anOperator(db, { slug: 'other' })).id })).id
  await sql`insert into series (activity_id, slug, weekdays, start_time, duration_minutes, capacity)
    values (${activityId}, 'early', '{1}', '09:00', 60, 5)`.execute(db)
  await sql`insert into tag (operator_id, slug, name) values (${operatorId}, 'gentle', 'Gentle')`.execute(db)
  await noted()
})

const noted = async () => {
  const [first, later] = [await takeChanges(db, 1000, false), await takeChanges(db, 1000, true)]
  return {
    series: first.seriesIds.length,
    activities: first.activityIds,
    venues: first.venueIds,
    single: first.occurrenceIds.length + first.floor.length,
    bulk: later.occurrenceIds.length + later.floor.length,
  }
}

const nothing = { series: 0, activities: [], venues: [], single: 0, bulk: 0 }

describe('a change of the catalogue', () => {
  it('is noted for what displays it, and is none when everything stays as it was', async () => {
    for (const [table, more] of [
      ['series', { series: 1 }],
      ['activity', { activities: [activityId] }],
      ['pricing_option', { activities: [activityId] }],
      ['ticket_type', { activities: [activityId] }],
      ['location', { venues: [venueId] }],
      ['tag', { venues: [venueId] }],
    ] as const) {
      const update = sql`update ${sql.table(table)} set name = 'Anew'`
      await update.execute(db)
      expect([table, await noted()]).toEqual([table, { ...nothing, ...more }])
      await update.execute(db)
      expect([table, await noted()]).toEqual([table, nothing])
    }
    await sql`update tag set slug = 'anew'`.execute(db)
    expect(await noted()).toEqual(nothing)
  })

  it('of an operator is noted for its own venues, and none is that the feeds do not display', async () => {
    await sql`update operator set name = 'Anew' where id = ${operatorId}`.execute(db)
    expect(await noted()).toEqual({ ...nothing, venues: [venueId] })
    await sql`update operator set refunds_to = 'card' where id = ${operatorId}`.execute(db)
    expect(await noted()).toEqual(nothing)
  })

  it('of what people answer for an activity is noted, and of what a waiver asks is not', async () => {
    const { id } = await aQuestion(db, operatorId, { activityId })
    expect(await noted()).toEqual({ ...nothing, activities: [activityId] })
    await sql`update question set required = true where id = ${id}`.execute(db)
    expect(await noted()).toEqual({ ...nothing, activities: [activityId] })
    const { id: restrictionId } = await aRestriction(db, operatorId, [])
    await aQuestion(db, operatorId, { restrictionId })
    expect(await noted()).toEqual(nothing)
  })

  it('of the floor of a room is noted for its own venue', async () => {
    await aLocation(db, elsewhereId, { spaces: ['hall'] })
    await noted()
    const { id } = await aLocation(db, venueId, { spaces: ['studio'] })
    expect(await noted()).toEqual({ ...nothing, venues: [venueId] })
    await db.deleteFrom('locationSpace').where('locationId', '=', id).execute()
    expect(await noted()).toEqual({ ...nothing, venues: [venueId] })
  })
})

describe('a statement of many rows', () => {
  const claimFloor = (rows: number) =>
    writeReservations(db, (tx) =>
      sql`insert into space_claim (space_id, during, occurrence_id)
        select s.id, tstzrange(day, day + interval '1 hour'), ${occurrenceId} from space s,
          generate_series(timestamptz '2027-03-01', timestamptz '2027-03-01' + ${rows - 1} * interval '1 day', '1 day') day`.execute(
        tx,
      ),
    )
  const releaseFloor = () => writeReservations(db, (tx) => tx.deleteFrom('spaceClaim').execute())
  const copySessions = (rows: number) =>
    sql`insert into occurrence (public_id, venue_id, activity_id, location_id, name, starts_at, ends_at, local_date,
        composite_key, capacity)
      select o.public_id || n, venue_id, activity_id, location_id, name, starts_at, ends_at, local_date,
        composite_key || n, capacity
      from occurrence o, generate_series(1, ${rows}) n where o.id = ${occurrenceId}`.execute(db)

  it('is published behind single ones when it changes more than a batch of baskets may', async () => {
    for (const [rows, kind] of [
      [bulkRows, 'single'],
      [bulkRows + 1, 'bulk'],
    ] as const) {
      for (const work of [claimFloor, releaseFloor, copySessions]) {
        await work(rows)
        expect(await noted()).toEqual({ ...nothing, [kind]: rows })
      }
      await db.deleteFrom('occurrence').where('id', '!=', occurrenceId).execute()
      await noted()
    }
  })
})
