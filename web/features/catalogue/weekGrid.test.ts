import { expect, test } from 'vitest'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueRow } from '#contract/office.ts'
import type { DraftEdit } from '#contract/drafts.ts'
import type { Lists } from './choices.ts'
import { lineProblems } from './lineProblems.ts'
import { isEntry, mondayOf, nextItem, startAt, weekGrid } from './weekGrid.ts'
import type { GridRow } from './weekGrid.ts'

const empty = Object.fromEntries(
  catalogueLists.map((list) => [list, [] as CatalogueRow[]]),
) as unknown as Lists

const yoga = {
  venue: 'centre',
  activity: 'yoga',
  days: 'Mon Wed',
  start: '18:00',
  minutes: '60',
  locations: 'studio hall',
  instructors: 'asha',
}
const courts = {
  activity: 'badminton',
  days: 'daily',
  start: '09:00',
  minutes: '60',
  until: '17:00',
  locations: 'hall',
  to: '2027-01-06',
}
const gala = {
  venue: 'centre',
  activity: 'yoga',
  date: '2027-01-05',
  start: '10:30',
  minutes: '90',
  location: 'studio',
}

const lists: Lists = {
  ...empty,
  venues: [
    {
      slug: 'centre',
      name: 'Centre',
      locations: [
        { slug: 'studio', name: 'Studio' },
        { slug: 'hall', name: 'Hall' },
      ],
    },
    { slug: 'pool', name: 'Pool', locations: [] },
  ],
  activities: [
    { slug: 'fitness', venues: ['centre'], children: [{ slug: 'yoga', name: 'Yoga', kind: 'classes' }] },
    { slug: 'badminton', name: 'Badminton', kind: 'courts', venues: ['centre'] },
  ],
  instructors: [
    { slug: 'asha', name: 'Asha' },
    { slug: 'priti', name: 'Priti' },
  ],
  timetable: [yoga, courts],
  sessions: [gala],
}

/** Monday 4 January 2027. */
const monday = '2027-01-04'
const view = { venue: 'centre', monday, by: 'place' as const }

/** What stands in the week, one a line: `studio Mon 18:00 yoga same`. */
const entriesOf = (rows: readonly GridRow[]): string[] =>
  rows.flatMap(({ slug, cells }) =>
    cells.flatMap(({ day, items }) =>
      items.flatMap((item) =>
        isEntry(item)
          ? [
              `${slug ?? '-'} ${day.slice(8)} ${String(item.row['start'])} ${String(item.row['activity'])} ${item.state}`,
            ]
          : [],
      ),
    ),
  )

test('a week has what is on at each place or with each instructor, within the days of its line', () => {
  expect(entriesOf(weekGrid(lists, [], view))).toEqual([
    'studio 04 18:00 yoga same',
    'studio 05 10:30 yoga same',
    'studio 06 18:00 yoga same',
    'hall 04 09:00 badminton same',
    'hall 04 18:00 yoga same',
    'hall 05 09:00 badminton same',
    'hall 06 09:00 badminton same',
    'hall 06 18:00 yoga same',
  ])
  expect(entriesOf(weekGrid(lists, [], { ...view, by: 'instructor' }))).toEqual([
    'asha 04 18:00 yoga same',
    'asha 06 18:00 yoga same',
    '- 04 09:00 badminton same',
    '- 05 09:00 badminton same',
    '- 05 10:30 yoga same',
    '- 06 09:00 badminton same',
  ])
  expect(entriesOf(weekGrid(lists, [], { ...view, venue: 'pool' }))).toEqual([])
})

test('a line is not in the week on the days that it leaves out', () => {
  const except = {
    ...lists,
    timetable: [{ ...yoga, locations: 'studio', except: '2027-01-06 2027-02-15..2027-02-19' }],
  }
  const starts = (from: string) =>
    entriesOf(weekGrid(except, [], { ...view, monday: from })).filter((text) => text.includes('18:00'))
  expect(starts(monday)).toEqual(['studio 04 18:00 yoga same'])
  expect(starts('2027-02-15')).toEqual([])
  expect(starts('2027-02-22')).toHaveLength(2)
})

test('a draft shows what it adds, changes and ends, each at its own days and places', () => {
  const edits: DraftEdit[] = [
    // Wednesday goes, Friday comes, Monday is later, and the hall is free.
    {
      id: 1,
      list: 'timetable',
      before: yoga,
      after: { ...yoga, days: 'Mon Fri', start: '18:30', locations: 'studio' },
    },
    { id: 2, list: 'timetable', before: courts, after: { ...courts, to: '2027-01-05' } },
    { id: 3, list: 'sessions', before: gala, after: null },
    {
      id: 4,
      list: 'timetable',
      before: null,
      after: { ...yoga, days: 'Sun', start: '08:00', locations: 'hall' },
    },
  ]
  expect(entriesOf(weekGrid(lists, edits, view))).toEqual([
    'studio 04 18:30 yoga changed',
    'studio 05 10:30 yoga ended',
    'studio 06 18:00 yoga ended',
    'studio 08 18:30 yoga added',
    'hall 04 09:00 badminton changed',
    'hall 04 18:00 yoga ended',
    'hall 05 09:00 badminton changed',
    'hall 06 09:00 badminton ended',
    'hall 06 18:00 yoga ended',
    'hall 10 08:00 yoga added',
  ])
})

test('between what is on there are free times, also where a draft ends something', () => {
  const free = (edits: DraftEdit[]) =>
    (weekGrid(lists, edits, view)[0]?.cells[1]?.items ?? [])
      .filter((item) => !isEntry(item))
      .map(({ start, end }) => [start / 60, end / 60])
  expect(free([])).toEqual([
    [9, 10.5],
    [12, 21],
  ])
  expect(free([{ id: 3, list: 'sessions', before: gala, after: null }])).toEqual([[9, 21]])
})

test('arrow keys go through a day and to the day beside at about the same time', () => {
  const rows = weekGrid(lists, [], view)
  const at = (row: number, day: number) => rows[row]?.cells[day]?.items.map(({ key }) => key) ?? []
  const [first = '', evening = ''] = at(0, 0)
  expect(nextItem(rows, first, 'ArrowDown')).toBe(evening)
  expect(nextItem(rows, at(0, 0).at(-1) ?? '', 'ArrowDown')).toBe(at(1, 0)[0])
  expect(nextItem(rows, first, 'ArrowUp')).toBeUndefined()
  // 18:00 on Monday, and on Tuesday what is free from 12:00.
  expect(nextItem(rows, evening, 'ArrowRight')).toBe(at(0, 1)[2])
  expect(nextItem(rows, first, 'ArrowLeft')).toBeUndefined()
  expect(nextItem(rows, evening, 'Home')).toBe(first)
  expect(nextItem(rows, evening, 'End')).toBe(at(1, 0).at(-1))
})

test('at a free place the form begins with place or instructor, day and time', () => {
  const of = { venue: 'centre', day: '2027-01-06', start: 615 }
  expect(startAt({ slug: 'hall' }, { ...of, by: 'place' })).toEqual({
    timetable: { venue: 'centre', days: 'Wed', start: '10:15', minutes: '60', locations: 'hall' },
    sessions: { venue: 'centre', date: '2027-01-06', start: '10:15', minutes: '60', location: 'hall' },
  })
  expect(startAt({ slug: 'asha' }, { ...of, by: 'instructor' }).timetable).toEqual({
    venue: 'centre',
    days: 'Wed',
    start: '10:15',
    minutes: '60',
    instructors: 'asha',
  })
  expect(startAt({ slug: null }, { ...of, by: 'place' }).timetable).not.toHaveProperty('locations')
  expect([monday, '2027-01-10'].map(mondayOf)).toEqual([monday, monday])
})

test('what is missing in a line is said beside its field', () => {
  const of = { lists, before: null, today: '2027-01-04' }
  expect(lineProblems('timetable', {}, of)).toEqual({
    activity: ['Choose an activity.'],
    days: ['Choose at least one day.'],
    start: ['Say when it begins.'],
    minutes: ['Say how long it lasts: 5 to 600 minutes.'],
    locations: ['Choose a place.'],
  })
  expect(lineProblems('timetable', { ...yoga, minutes: '601', from: '2027-01-03' }, of)).toEqual({
    minutes: ['Say how long it lasts: 5 to 600 minutes.'],
    capacity: ['Say how many people it has room for.'],
    from: ['This day has passed.'],
  })
  // What is in force already stays.
  const old = { ...yoga, capacity: '9', from: '2026-09-01' }
  expect(lineProblems('timetable', { ...old, start: '19:00' }, { ...of, before: old })).toEqual({})
  expect(lineProblems('timetable', { ...old, from: '2027-02-02', to: '2027-02-01' }, of)).toEqual({
    to: ['The last day comes before the first.'],
  })
  expect(
    lineProblems('sessions', { activity: 'yoga', start: '9:00', minutes: '60', date: '2027-01-03' }, of),
  ).toEqual({
    capacity: ['Say how many people it has room for.'],
    location: ['Choose a place.'],
    date: ['This day has passed.'],
  })
})
