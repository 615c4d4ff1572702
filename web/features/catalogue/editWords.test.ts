import { expect, test } from 'vitest'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueRow } from '#contract/office.ts'
import { editInWords } from './editWords.ts'
import type { Lists } from './choices.ts'

const empty = Object.fromEntries(
  catalogueLists.map((list) => [list, [] as CatalogueRow[]]),
) as unknown as Lists

const yoga = { slug: 'yoga', name: 'Yoga' }
const fitness = { slug: 'fitness', name: 'Fitness', venues: ['centre'], children: [yoga] }
const lists: Lists = {
  ...empty,
  venues: [{ slug: 'centre', name: 'Centre', locations: [{ slug: 'hall', name: 'Hall' }] }],
  activities: [fitness],
  instructors: [{ slug: 'sam', name: 'Sam Example' }],
}
const line = {
  activity: 'yoga',
  venue: 'centre',
  days: 'daily',
  start: '18:00',
  minutes: '60',
  locations: 'hall',
}

test('days that are left out are told as days', () => {
  const after = { ...line, except: '2027-02-15..2027-02-19 2027-03-01' }
  expect(editInWords({ list: 'timetable', before: line, after }, lists).changes).toEqual([
    'No sessions: Mon 15 Feb – Fri 19 Feb, Mon 1 Mar',
  ])
})

test('a change is told field by field, with names in place of what the files call things', () => {
  const after = { ...line, start: '18:30', instructors: 'sam' }
  expect(editInWords({ list: 'timetable', before: line, after }, lists)).toEqual({
    kind: 'changed',
    of: 'Weekly timetable: Yoga, daily, 18:00',
    changes: ['Begins at: 18:00 → 18:30', 'Instructors: Sam Example'],
  })
})

test('what is added is told whole, and what is taken out by its name', () => {
  expect(editInWords({ list: 'timetable', before: null, after: line }, lists)).toEqual({
    kind: 'added',
    of: 'Weekly timetable: Yoga, daily, 18:00',
    changes: [
      'Activity: Yoga',
      'Venues: Centre',
      'Days: daily',
      'Begins at: 18:00',
      'Lasts, minutes: 60',
      'Places: Hall',
    ],
  })
  expect(editInWords({ list: 'timetable', before: line, after: null }, lists)).toMatchObject({
    kind: 'takenOut',
    changes: [],
  })
})

test('activities under a heading are told each by itself', () => {
  const after = {
    ...fitness,
    children: [
      { ...yoga, name: 'Hot yoga' },
      { slug: 'zumba', name: 'Zumba' },
    ],
  }
  expect(editInWords({ list: 'activities', before: fitness, after }, lists).changes).toEqual([
    'Activities: nothing → Zumba',
    'Hot yoga: Name: Yoga → Hot yoga',
  ])
  expect(
    editInWords({ list: 'activities', before: fitness, after: { ...fitness, children: [] } }, lists).changes,
  ).toEqual(['Activities: Yoga → nothing'])
})

test('long texts are not repeated', () => {
  const terms = { slug: 'rules', name: 'Rules', html: '<p>Be kind.</p>' }
  expect(
    editInWords({ list: 'terms', before: terms, after: { ...terms, html: 'x'.repeat(90) } }, lists).changes,
  ).toEqual(['Text: another text'])
})
