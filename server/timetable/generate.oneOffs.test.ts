import { expect, test } from 'vitest'
import { anEmptyTimetable } from '#test/support/generation.ts'
import type { EmptyTimetable } from '#test/support/generation.ts'
import { generateOccurrences } from './generate.ts'
import type { OneOff } from './programme.ts'

type Hall = Awaited<ReturnType<EmptyTimetable['aHall']>>

/** What the files say of an open day. */
const generateOpenDay = (
  { db }: EmptyTimetable,
  { venue, hall, gymnastics }: Hall,
  { now, date }: { now: string; date: string },
) => {
  const openDay: OneOff = {
    activityId: gymnastics.id,
    locationId: hall.id,
    slug: 'open-day',
    name: 'Open day',
    description: null,
    date,
    startTime: '10:00',
    durationMinutes: 60,
    capacity: 10,
    band: '',
    instructorIds: [],
    tagIds: [],
  }
  const { operatorId } = venue
  return generateOccurrences(db, {
    now: new Date(now),
    operatorId,
    oneOffs: new Map([[venue.id, [openDay]]]),
  })
}

test('a one-off session is made again under its slug once the one before is over', async () => {
  const timetable = await anEmptyTimetable()
  const hall = await timetable.aHall()
  const generateOn = (now: string, date: string) => generateOpenDay(timetable, hall, { now, date })
  expect(await generateOn('2027-03-01T06:00:00Z', '2027-03-02')).toMatchObject({ added: 1 })
  expect(await generateOn('2027-03-08T06:00:00Z', '2027-03-09')).toMatchObject({ added: 1, notMade: [] })
  expect(await generateOn('2027-03-08T06:00:00Z', '2027-03-09')).toMatchObject({ added: 0, changed: 0 })
  const made = await timetable.db
    .selectFrom('occurrence')
    .select(['localDate', 'status'])
    .orderBy('localDate')
    .execute()
  expect(made).toEqual([
    { localDate: '2027-03-02', status: 'scheduled' },
    { localDate: '2027-03-09', status: 'scheduled' },
  ])
})

test('a one-off session whose day is over is said not to be made, unless it took place', async () => {
  const timetable = await anEmptyTimetable()
  const hall = await timetable.aHall()
  const generateOn = async (now: string, date: string) => {
    const { notMade } = await generateOpenDay(timetable, hall, { now, date })
    return notMade.map(({ name, startsAt, why }) => [name, startsAt.toISOString(), why])
  }
  // The year is last year's.
  expect(await generateOn('2027-03-01T06:00:00Z', '2026-03-02')).toEqual([
    ['Open day', '2026-03-02T10:00:00.000Z', 'day_over'],
  ])
  expect(await generateOn('2027-03-01T06:00:00Z', '2027-03-02')).toEqual([])
  expect(await generateOn('2027-03-08T06:00:00Z', '2027-03-02')).toEqual([])
  // Nor is it once another has its name.
  expect(await generateOn('2027-03-08T06:00:00Z', '2027-03-09')).toEqual([])
  expect(await generateOn('2027-03-16T06:00:00Z', '2027-03-02')).toEqual([])
  expect(await generateOn('2027-03-16T06:00:00Z', '2027-03-15')).toEqual([
    ['Open day', '2027-03-15T10:00:00.000Z', 'day_over'],
  ])
})

test('places of the desk are its own until a one-off session ends, on another day as well', async () => {
  const timetable = await anEmptyTimetable()
  const hall = await timetable.aHall()
  const [desk, club] = ['desk', 'club'].map((slug) => ({
    activityId: hall.gymnastics.id,
    slug,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startTime: '00:00',
    untilTime: '24:00',
    places: 2,
    deskOnly: slug === 'desk',
  }))
  await timetable.db.insertInto('blockBooking').values([desk!, club!]).execute()
  const heldUntil = async (date: string) => {
    await generateOpenDay(timetable, hall, { now: '2027-03-01T06:00:00Z', date })
    const holds = timetable.db.selectFrom('hold').select('heldUntil').orderBy('blockBookingId').orderBy('id')
    return (await holds.execute()).map((hold) => hold.heldUntil)
  }
  expect(await heldUntil('2027-03-02')).toEqual([new Date('2027-03-02T11:00:00Z'), null])
  expect(await heldUntil('2027-03-04')).toEqual([new Date('2027-03-04T11:00:00Z'), null])
})
