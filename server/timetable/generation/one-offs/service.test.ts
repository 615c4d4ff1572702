import { expect, test } from 'vitest'
import { generateOccurrences } from '#server/timetable/generation/service.ts'
import type { OneOff } from '#server/timetable/generation/service.ts'
import { anEmptyTimetable } from '#test/support/generation.ts'

test('a one-off session is made again under its slug once the one before is over', async () => {
  const timetable = await anEmptyTimetable()
  const { venue, hall, gymnastics } = await timetable.aHall()
  const openDay = (date: string): OneOff => ({
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
  })
  const generateOn = (now: string, date: string) =>
    generateOccurrences(timetable.db, {
      now: new Date(now),
      operatorId: venue.operatorId,
      oneOffs: new Map([[venue.id, [openDay(date)]]]),
    })
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
