import { expect, test } from 'vitest'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueRow } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { editsOf, emptyDraft, errorsByField, removalOf, slugOf } from './drafts.ts'
import { listForms } from './fields.ts'
import type { Lists } from './choices.ts'
import type { Field } from './fields.ts'

const empty = Object.fromEntries(
  catalogueLists.map((list) => [list, [] as CatalogueRow[]]),
) as unknown as Lists

const centre = { slug: 'centre', name: 'Centre', locations: [] }
const lists: Lists = {
  ...empty,
  venues: [centre],
  activities: [
    { slug: 'fitness', name: 'Fitness', venues: ['centre'], children: [{ slug: 'yoga', name: 'Yoga' }] },
  ],
}

const draftOf = (row: CatalogueRow, more: object = {}) => ({ row, price: {}, line: {}, heading: '', ...more })

test('a thing gets a name of its own for addresses, also in other letters', () => {
  expect(slugOf('Café & Bar', [], 'place')).toBe('cafe-bar')
  expect(slugOf('Hall', ['hall', 'hall-2'], 'place')).toBe('hall-3')
  expect(slugOf('健身', [], 'place')).toBe('place')
  expect(slugOf('5', [], 'place')).toBe('place')
})

test('days that are left out are written without what is empty, and one day alone without an end', () => {
  const after = (except: string) =>
    editsOf(lists, 'timetable', null, draftOf({ activity: 'yoga', except }))[0]?.after?.['except']
  expect(after('2027-02-15..2027-02-19 ..')).toBe('2027-02-15..2027-02-19')
  expect(after('2027-03-01.. ..2027-03-02 2027-03-03..2027-03-03')).toBe('2027-03-01 2027-03-02 2027-03-03')
  expect(after('..')).toBeUndefined()
})

test('a hall is made of the courts that were added with it, by the names they get', () => {
  const row = {
    ...centre,
    phone: '',
    locations: [
      { slug: '#1', name: 'Hall', contains: ['#2', '#3'] },
      { slug: '#2', name: 'Court' },
      { slug: '#3', name: 'Court' },
    ],
  }
  const [edit] = editsOf(lists, 'venues', { index: 0, child: null }, draftOf(row))
  expect(edit).toEqual({
    list: 'venues',
    before: centre,
    after: {
      slug: 'centre',
      name: 'Centre',
      locations: [
        { slug: 'hall', name: 'Hall', contains: ['court', 'court-2'] },
        { slug: 'court', name: 'Court' },
        { slug: 'court-2', name: 'Court' },
      ],
    },
  })
})

test('a new activity comes with its price and its time, and what is wrong with them stands at their fields', () => {
  const draft = draftOf(
    { ...emptyDraft(lists, 'activities', null).row, name: 'Zumba' },
    { price: { price: '6.50' }, line: { days: 'Mon', start: '18:00', minutes: '' } },
  )
  const edits = editsOf(lists, 'activities', null, draft)
  expect(edits).toEqual([
    {
      list: 'activities',
      before: null,
      after: expect.objectContaining({ kind: 'classes', venues: ['centre'], name: 'Zumba', slug: 'zumba' }),
    },
    { list: 'prices', before: null, after: { venue: 'centre', activity: 'zumba', price: '6.50' } },
    {
      list: 'timetable',
      before: null,
      after: { venue: 'centre', activity: 'zumba', days: 'Mon', start: '18:00' },
    },
  ])
  expect(
    errorsByField(edits, null, {
      'edits.0.name': ['a'],
      'edits.1.price': ['b'],
      'edits.2.minutes': ['c'],
    }),
  ).toEqual({ name: ['a'], 'price.price': ['b'], 'line.minutes': ['c'] })
})

test('what is said together is left out as a whole when nothing of it is said', () => {
  const benefit = (allowance: object) => ({
    name: 'Gold',
    price: '30.00',
    benefits: [{ slug: 'swim', name: 'Swim', allowance }],
  })
  const benefitsOf = (allowance: object) =>
    editsOf(lists, 'memberships', null, draftOf(benefit(allowance)))[0]?.after?.['benefits']
  expect(benefitsOf({ uses: '', per: undefined })).toEqual([{ slug: 'swim', name: 'Swim' }])
  expect(benefitsOf({ uses: 2, per: 'week' })).toEqual([
    { slug: 'swim', name: 'Swim', allowance: { uses: 2, per: 'week' } },
  ])
})

test('an activity under a heading is a part of it, and the heading stays when it goes', () => {
  const place = { index: 0, child: 0 }
  const [heading] = lists.activities
  const edits = editsOf(lists, 'activities', place, draftOf({ slug: 'yoga', name: 'Slow yoga' }))
  expect(edits).toEqual([
    {
      list: 'activities',
      before: heading,
      after: { ...heading, children: [{ slug: 'yoga', name: 'Slow yoga' }] },
    },
  ])
  expect(errorsByField(edits, place, { 'edits.0.children.0.name': ['a'] })).toEqual({ name: ['a'] })
  const added = editsOf(lists, 'activities', null, draftOf({ name: 'Yoga' }, { heading: 'fitness' }))
  expect(added[0]?.after?.['children']).toEqual([
    { slug: 'yoga', name: 'Yoga' },
    { slug: 'yoga-2', name: 'Yoga' },
  ])
  expect(errorsByField(added, null, { 'edits.0.children.1.name': ['a'] })).toEqual({ name: ['a'] })
  expect(removalOf(lists, 'activities', place)).toEqual([
    { list: 'activities', before: heading, after: { ...heading, children: [] } },
  ])
})

test('every field and every choice has words', () => {
  const wordless: string[] = []
  const look = (path: string, fields: readonly Field[]): void => {
    for (const field of fields) {
      const name = `${path}.${field.name}`
      if (messages.fields[name] === undefined) wordless.push(name)
      if (field.kind === 'choice' || field.kind === 'several')
        for (const { value, label } of field.options({ lists, row: {}, owner: {} }))
          if (label === '' && messages.options[field.name]?.[value] === undefined)
            wordless.push(`${name} ${value}`)
      if (field.kind === 'rows') {
        if (messages.addPart[field.name] === undefined) wordless.push(`add ${name}`)
        look(name, field.fields)
      }
      if (field.kind === 'part') look(name, field.fields)
    }
  }
  for (const list of catalogueLists) {
    if (messages.lists[list] === undefined) wordless.push(list)
    look(list, listForms[list].fields)
  }
  expect(wordless).toEqual([])
})

test('a heading of several venues is one choice', () => {
  const [heading = {}] = lists.activities
  const twice: Lists = { ...lists, activities: [heading, { ...heading, venues: ['baths'] }] }
  const [activities] = listForms.packages.fields.filter(({ name }) => name === 'activities')
  if (activities?.kind !== 'several') throw new Error('Packages name activities')
  expect(activities.options({ lists: twice, row: {} })).toEqual([
    { value: 'fitness', label: 'Fitness' },
    { value: 'yoga', label: 'Yoga' },
  ])
})
