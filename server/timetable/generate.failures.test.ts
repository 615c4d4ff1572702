import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { anActivity } from '#test/support/factories/activities.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { anEmptyTimetable, now } from '#test/support/generation.ts'
import { generateNewDays } from './generate.ts'

test('a venue whose timetable cannot be made does not keep the others from their new days', async () => {
  const timetable = await anEmptyTimetable()
  const { db } = timetable
  const { venue, hall, gymnastics } = await timetable.aHall()
  const other = await aVenue(db, { operatorId: venue.operatorId }, { slug: 'other' })
  const yoga = await anActivity(db, other.id, { slug: 'yoga' })
  const studio = await aLocation(db, other.id, { slug: 'studio' })
  await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  await timetable.aSeries({ activityId: yoga.id, locationIds: [studio.id] })
  await sql`alter table occurrence add constraint made_elsewhere check (venue_id <> ${sql.lit(venue.id)})`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`alter table occurrence drop constraint made_elsewhere`.execute(db)
  })
  await expect(generateNewDays(db, now)).rejects.toThrow('1 of 2 failed')
  const made = await db.selectFrom('occurrence').select('venueId').distinct().execute()
  expect(made).toEqual([{ venueId: other.id }])
})
