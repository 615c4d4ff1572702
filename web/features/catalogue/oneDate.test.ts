import { expect, test } from 'vitest'
import { elsewhere, isOfVenueAlone, isRowOfSessions, leavingOut, sessionOf } from './oneDate.ts'

const line = {
  venue: 'centre',
  activity: 'yoga',
  days: 'Mon Wed',
  start: '18:00',
  minutes: '60',
  locations: 'studio hall',
  capacity: '12',
  except: '2027-02-15..2027-02-19',
  from: '2027-01-04',
}

test('a line leaves one more date out', () => {
  expect(leavingOut(line, '2027-03-03')['except']).toBe('2027-02-15..2027-02-19 2027-03-03')
  expect(leavingOut({ ...line, except: undefined }, '2027-03-03')['except']).toBe('2027-03-03')
})

test('on that date it is a session at each of its places, with what the line says of it', () => {
  const studio = {
    venue: 'centre',
    activity: 'yoga',
    date: '2027-03-03',
    start: '18:00',
    minutes: '60',
    location: 'studio',
    capacity: '12',
  }
  expect(sessionOf(line, '2027-03-03', 'studio')).toEqual(studio)
  expect(elsewhere(line, '2027-03-03', 'studio')).toEqual([
    { list: 'sessions', before: null, after: { ...studio, location: 'hall' } },
  ])
})

test('a line of several venues, or with several sessions a day, is told apart', () => {
  expect(
    [line, { ...line, venue: 'centre pool' }, { ...line, venue: undefined }].map((one) =>
      isOfVenueAlone(one, 'centre'),
    ),
  ).toEqual([true, false, false])
  expect([line, { ...line, until: '21:00' }].map(isRowOfSessions)).toEqual([false, true])
})
