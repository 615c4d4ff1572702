import { expect, test } from 'vitest'
import { hoursLet, openingHoursOf, startsOf } from './rules.ts'

const day = (name: string) => `https://schema.org/${name}`
const hours = (days: string[], opens: string, closes: string) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: days.map(day),
  opens,
  closes,
})
const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

test('hours that people write are read, a later line being an exception', () => {
  expect(
    openingHoursOf([
      { days: 'Every day', hours: '6:30am to 10pm' },
      { days: 'Saturday and Sunday', hours: '8am to noon, 14:00 – 18:30' },
      { days: 'Sunday', hours: ' Closed ' },
      { days: 'Bank holidays', hours: '10am to midnight' },
    ]),
  ).toEqual([
    hours(week, '06:30', '22:00'),
    hours(['Saturday'], '08:00', '12:00'),
    hours(['Saturday'], '14:00', '18:30'),
    hours(['PublicHolidays'], '10:00', '00:00'),
  ])
})

test.each([
  ['  7:05AM  -  22:30 ', '07:05', '22:30'],
  ['07.30–midday', '07:30', '12:00'],
  ['7am to 24:00', '07:00', '00:00'],
  ['midnight to 23:59', '00:00', '23:59'],
  ['12am to 12pm', '00:00', '12:00'],
  ['1 pm to 11 pm', '13:00', '23:00'],
  ['7am  to  10pm', '07:00', '22:00'],
])('the times of "%s" are read', (written, opens, closes) => {
  expect(openingHoursOf([{ days: 'Monday', hours: written }])).toEqual([hours(['Monday'], opens, closes)])
})

test.each(['bank holiday', 'Public Holidays', '  Bank holidays '])(
  '"%s" names the public holidays',
  (days) => {
    expect(openingHoursOf([{ days, hours: '10am to 4pm' }])).toEqual([
      hours(['PublicHolidays'], '10:00', '16:00'),
    ])
  },
)

test.each([
  { days: 'Not bank holidays', hours: '9am to 5pm' },
  { days: 'Bank holidays in May', hours: '9am to 5pm' },
  { days: 'Monday', hours: '9am to 5pm to 7pm' },
  { days: 'Monday', hours: '9am to 5pm, see the door' },
  { days: 'Monday', hours: 'from 9am to 5pm' },
  { days: 'Monday', hours: '9am to 5pm sharp' },
  { days: 'Monday', hours: 'to 5pm' },
  { days: 'Monday', hours: 'a.m. to 5pm' },
  { days: 'Monday', hours: '9:60 to 10:75' },
  { days: 'Monday', hours: '13pm to 14pm' },
  { days: 'Term time', hours: '9am to 5pm' },
  { days: 'Monday', hours: 'See the door' },
  { days: 'Monday', hours: '9 to 5' },
  { days: 'Monday', hours: '25:00 to 26:00' },
  { days: 'Monday', hours: '9am' },
])('nothing is said where a line is not understood: $days, $hours', (line) => {
  expect(openingHoursOf([{ days: 'Every day', hours: '7am to 10pm' }, line])).toEqual([])
})

test('a line of the timetable begins once, or as often as fits before its end', () => {
  const line = { startTime: '07:00:00', durationMinutes: 60, untilTime: null, stepMinutes: null }
  expect(startsOf(line)).toEqual(['07:00'])
  expect(startsOf({ ...line, untilTime: '10:30:00', stepMinutes: 60 })).toEqual(['07:00', '08:00', '09:00'])
  expect(startsOf({ ...line, untilTime: '10:30:00' })).toEqual(['07:00', '08:00', '09:00'])
  expect(startsOf({ ...line, untilTime: '09:30:00', stepMinutes: 30 })).toEqual([
    '07:00',
    '07:30',
    '08:00',
    '08:30',
  ])
  expect(startsOf({ ...line, startTime: '23:00', untilTime: '00:00:00', stepMinutes: 30 })).toEqual(['23:00'])
})

test('courts are let from the first start of a line until its end', () => {
  const line = { weekdays: [1, 7], durationMinutes: 60, validFrom: null, validUntil: '2027-04-30' }
  expect(
    hoursLet([
      { ...line, startTime: '07:00:00', untilTime: '22:00:00' },
      { ...line, startTime: '23:30:00', untilTime: null },
    ]),
  ).toEqual([
    { ...hours(['Monday', 'Sunday'], '07:00', '22:00'), validThrough: '2027-04-30' },
    { ...hours(['Monday', 'Sunday'], '23:30', '00:30'), validThrough: '2027-04-30' },
  ])
  const always = { ...line, startTime: '07:00:00', untilTime: '22:00:00', validUntil: null }
  expect(hoursLet([always])).toEqual([hours(['Monday', 'Sunday'], '07:00', '22:00')])
  expect(hoursLet([{ ...always, validFrom: '2027-04-01' }])).toEqual([
    { ...hours(['Monday', 'Sunday'], '07:00', '22:00'), validFrom: '2027-04-01' },
  ])
})
