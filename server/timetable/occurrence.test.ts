import { expect, it } from 'vitest'
import { bookableClass } from '#contract/bookables.ts'
import { camelName } from '#contract/wire.ts'
import { anEmptyTimetable } from '#test/support/generation.ts'
import { generateOccurrences } from './generate.ts'
import { occurrenceColumns, lineColumns, writtenColumns } from './occurrence.ts'
import type { Occurrence, LineColumn } from './occurrence.ts'

const now = new Date('2027-03-01T06:00:00Z')

type OfLine = Pick<Occurrence, LineColumn>

/** Two lines of the programme that say something else in every column. */
const one: OfLine = {
  name: 'Flow',
  description: 'Slow.',
  capacity: 7,
  band: 'peak',
  instructorIds: [1],
  tagIds: [1],
}
const other: OfLine = {
  name: 'Yin',
  description: 'Slower.',
  capacity: 9,
  band: '',
  instructorIds: [2, 1],
  tagIds: [2, 1],
}

const aLine = async () => {
  const { db, aHall } = await anEmptyTimetable()
  const { venue, hall, gymnastics } = await aHall()
  const { id } = await db
    .insertInto('series')
    .values({
      activityId: gymnastics.id,
      slug: 'line',
      weekdays: [1],
      startTime: '18:00',
      durationMinutes: 60,
      ...one,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('seriesLocation').values({ seriesId: id, locationId: hall.id }).execute()
  const generate = () => generateOccurrences(db, { now, operatorId: venue.operatorId })
  const sessions = () =>
    db
      .selectFrom('occurrence')
      .select([...lineColumns])
      .where('seriesId', '=', id)
      .execute()
  return { db, id, venue, hall, gymnastics, generate, sessions }
}

it.each(lineColumns)('%s of a line comes to its sessions, and so does a change of it', async (column) => {
  expect(one[column]).not.toEqual(other[column])
  const { db, id, generate, sessions } = await aLine()
  await generate()
  const made = await sessions()
  expect(made.length).toBeGreaterThan(0)
  for (const session of made) expect(session).toEqual(one)
  expect(await generate()).toMatchObject({ added: 0, changed: 0 })
  await db
    .updateTable('series')
    .set({ [column]: other[column] })
    .where('id', '=', id)
    .execute()
  expect(await generate()).toMatchObject({ changed: made.length })
  for (const session of await sessions()) expect(session).toEqual({ ...one, [column]: other[column] })
})

it('what a session of its own says comes to the timetable, and so does a change of it', async () => {
  const { db, venue, hall, gymnastics } = await aLine()
  const generate = (ofLine: OfLine) => {
    const oneOff = {
      activityId: gymnastics.id,
      locationId: hall.id,
      slug: 'gala',
      date: '2027-03-02',
      startTime: '10:00',
      durationMinutes: 60,
      ...ofLine,
    }
    return generateOccurrences(db, {
      now,
      operatorId: venue.operatorId,
      oneOffs: new Map([[venue.id, [oneOff]]]),
    })
  }
  const gala = () =>
    db
      .selectFrom('occurrence')
      .select([...lineColumns])
      .where('slug', '=', 'gala')
      .executeTakeFirst()
  await generate(one)
  expect(await gala()).toEqual(one)
  for (const column of lineColumns) {
    await generate({ ...one, [column]: other[column] })
    expect(await gala()).toEqual({ ...one, [column]: other[column] })
  }
})

/** By which field of a class the timetable answers each column, or why by none. */
const onTheWire: Readonly<Record<keyof Occurrence, { field: string } | { why: string }>> = {
  id: { field: 'id' },
  publicId: { field: 'id' },
  venueId: { field: 'venueSlug' },
  activityId: { field: 'categorySlug' },
  locationId: { field: 'location' },
  seriesId: { why: 'how the programme is written' },
  slug: { why: 'how the programme is written' },
  name: { field: 'name' },
  description: { field: 'description' },
  startsAt: { field: 'startsAt' },
  endsAt: { field: 'endsAt' },
  localDate: { field: 'date' },
  compositeKey: { field: 'compositeKey' },
  capacity: { field: 'capacity' },
  placesTaken: { field: 'bookingsCount' },
  status: { field: 'actionToShow' },
  band: { field: 'price' },
  instructorIds: { field: 'instructors' },
  tagIds: { field: 'tags' },
  plannedStartsAt: { why: 'what staff have changed' },
  plannedLocationId: { why: 'what staff have changed' },
  plannedName: { why: 'what staff have changed' },
  plannedInstructorIds: { why: 'what staff have changed' },
  staffCapacity: { why: 'what staff have changed' },
  meetingPoint: { why: 'in mails to those who have booked' },
  joinLink: { why: 'in mails to those who have booked' },
  plannedCapacity: { why: 'what is to be once places are given back' },
}

it('every column is answered by a field of the contract, or has a reason not to be', async () => {
  const { db } = await anEmptyTimetable()
  const tables = await db.introspection.getTables()
  const stored =
    tables.find(({ name }) => name === 'occurrence')?.columns.map(({ name }) => camelName(name)) ?? []
  expect(Object.keys(onTheWire).toSorted()).toEqual(stored.toSorted())
  expect(Object.keys(occurrenceColumns).toSorted()).toEqual(stored.toSorted())
  const fields = Object.values(onTheWire).flatMap((how) => ('field' in how ? [how.field] : []))
  expect(fields.filter((field) => !(field in bookableClass.shape))).toEqual([])
  expect(writtenColumns.length).toBeGreaterThan(lineColumns.length)
})
