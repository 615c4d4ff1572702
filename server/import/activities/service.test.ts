import { expect, test } from 'vitest'
import { anOperatorFolder, small } from '#test/support/operatorFiles.ts'

test('an operator says whether partners may book, and of an activity how', { timeout: 120_000 }, async () => {
  const folder = await anOperatorFolder()
  await folder.load({
    'operator.json': {
      ...(small['operator.json'] as object),
      open_booking: { on: true, terms: 'https://town.example/terms' },
    },
    'activities.json': [
      {
        slug: 'yoga',
        name: 'Yoga',
        kind: 'classes',
        partners: { refund: false, prepayment: 'optional', attendee: true },
      },
      { slug: 'badminton', name: 'Badminton', kind: 'courts' },
    ],
    'prices.csv': 'activity,price\n',
    'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
    'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
  })
  const operator = await folder.db
    .selectFrom('operator')
    .select(['openBooking', 'taxMode', 'bookingTermsUrl'])
    .executeTakeFirst()
  expect(operator).toEqual({
    openBooking: true,
    taxMode: 'gross',
    bookingTermsUrl: 'https://town.example/terms',
  })
  const activities = await folder.db
    .selectFrom('activity')
    .select(['slug', 'customerRefund', 'prepayment', 'needsAttendee'])
    .orderBy('slug')
    .execute()
  expect(activities).toEqual([
    { slug: 'badminton', customerRefund: true, prepayment: null, needsAttendee: false },
    { slug: 'yoga', customerRefund: false, prepayment: 'optional', needsAttendee: true },
  ])
})
