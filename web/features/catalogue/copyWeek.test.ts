import { expect, test } from 'vitest'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueRow } from '#contract/office.ts'
import { copyOfWeek } from './copyWeek.ts'
import type { Lists } from './choices.ts'

const yoga = {
  venue: 'centre',
  activity: 'yoga',
  days: 'Mon',
  start: '18:00',
  minutes: '60',
  capacity: '12',
  locations: 'studio',
  to: '2027-01-10',
}
const courts = {
  venue: 'centre',
  activity: 'badminton',
  days: 'Tue',
  start: '09:00',
  minutes: '60',
  until: '12:00',
  every: '90',
  locations: 'hall',
  to: '2027-01-10',
}
const gala = {
  venue: 'centre',
  activity: 'yoga',
  name: 'Gala',
  date: '2027-01-09',
  start: '10:00',
  minutes: '90',
  location: 'hall',
  capacity: '40',
}
const always = { ...yoga, days: 'Fri', to: '' }
const lists = {
  ...(Object.fromEntries(catalogueLists.map((list) => [list, []])) as unknown as Lists),
  venues: [{ slug: 'centre', name: 'Centre', locations: [{ slug: 'studio' }, { slug: 'hall' }] }],
  timetable: [yoga, courts, always],
  sessions: [gala],
} satisfies Lists

const of = { venue: 'centre', from: '2027-01-04', to: '2027-01-18', places: ['studio', 'hall'] }
const copied = (more: Partial<typeof of> = {}, edits: Parameters<typeof copyOfWeek>[1] = []) =>
  copyOfWeek(lists, edits, { ...of, ...more }).map(({ list, before, after }) => {
    expect([list, before]).toEqual(['sessions', null])
    const { date, start, location, activity, capacity } = after as CatalogueRow
    return [date, start, location, activity, capacity].join(' ')
  })

test('a week is copied session by session, without what is on then already', () => {
  expect(copied()).toEqual([
    '2027-01-18 18:00 studio yoga 12',
    '2027-01-19 09:00 hall badminton 1',
    '2027-01-19 10:30 hall badminton 1',
    '2027-01-23 10:00 hall yoga 40',
  ])
  expect(copyOfWeek(lists, [], of).at(-1)?.after).toEqual({ ...gala, date: '2027-01-23' })
  expect(copied({ places: ['studio'] })).toEqual(['2027-01-18 18:00 studio yoga 12'])
  expect(copied({ to: of.from })).toEqual([])
})

test('a week is copied as the draft makes it, and once', () => {
  const out = { id: 1, list: 'timetable' as const, before: courts, after: null }
  const there = { id: 2, list: 'sessions' as const, before: null, after: { ...gala, date: '2027-01-23' } }
  expect(copied({}, [out, there])).toEqual(['2027-01-18 18:00 studio yoga 12'])
})
