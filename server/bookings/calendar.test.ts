import { expect, test } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { presentCalendar } from './calendar.ts'

const booking = {
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  orderReference: 'ONS-7K2Q9X',
  name: 'Yoga',
  ticketName: null,
  status: 'booked' as const,
  accessCode: '7K2Q9X',
  sequence: 0,
  createdAt: new Date('2027-02-28T10:06:00Z'),
  cancelledAt: null,
  movedAt: null,
  startsAt: new Date('2027-07-01T17:00:00Z'),
  endsAt: new Date('2027-07-01T18:00:00Z'),
  timezone: 'Europe/London',
  venueName: 'Demo Centre',
  addressLineOne: '1 Example Road',
  town: 'Exampleton',
  postcode: 'ZZ1 1ZZ',
  lat: 53.5,
  lng: -2.01,
  locationName: 'Studio 2',
}
const calendar = (...more: object[]): string =>
  presentCalendar(
    operatorMessages(),
    more.map((one) => ({ ...booking, ...one })),
    { name: 'Demo Leisure' },
  ).replace(/\r\n[ \t]/g, '')

test('E14: the calendar gives wall times with their time zone', () => {
  const text = calendar({})
  expect(text).toContain('DTSTART;TZID=Europe/London:20270701T180000')
  expect(text).toContain('DTEND;TZID=Europe/London:20270701T190000')
  expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/London')
  expect(text).toContain('UID:6f9619ff-8b86-4011-b42d-00c04fc964ff@onside')
  expect(text).toContain('SEQUENCE:0')
  expect(text).toContain('DTSTAMP:20270228T100600Z')
  expect(text).toContain('STATUS:CONFIRMED')
  expect(text).toContain('SUMMARY:Yoga – Demo Centre')
  expect(text).toContain('LOCATION:Studio 2\\, Demo Centre\\, 1 Example Road\\, Exampleton\\, ZZ1 1ZZ')
})

test('E14: a start in winter has its winter wall time', () => {
  expect(
    calendar({ startsAt: new Date('2027-12-01T18:00:00Z'), endsAt: new Date('2027-12-01T19:00:00Z') }),
  ).toContain('DTSTART;TZID=Europe/London:20271201T180000')
})

test('a cancelled booking keeps its UID, is marked as cancelled and leaves its time free', () => {
  const text = calendar({ status: 'cancelled', sequence: 1 })
  expect(text).toContain('STATUS:CANCELLED')
  expect(text).toContain('X-MICROSOFT-CDO-BUSYSTATUS:FREE')
  expect(text).toContain('TRANSP:TRANSPARENT')
  expect(calendar({})).toContain('X-MICROSOFT-CDO-BUSYSTATUS:BUSY')
  expect(text).toContain('SEQUENCE:1')
})

test('each time zone that an event names is included', () => {
  const text = calendar({}, { uuid: 'another', timezone: 'Europe/Lisbon' })
  expect(text).toContain('DTSTART;TZID=Europe/Lisbon:20270701T180000')
  expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Lisbon')
})

test('an order without bookings is an empty calendar', () => {
  expect(calendar()).not.toContain('BEGIN:VEVENT')
})
