import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall } from '#test/fixtures/operatorFolder.ts'
import { requiresAccount, valueOf } from './rules.ts'

const waiver = { slug: 'health', kind: 'waiver', name: 'Health', html: '<p>I am well.</p>' }
const induction = { slug: 'induction', kind: 'induction', name: 'Induction' }
const members = { slug: 'members', kind: 'criteria', name: 'Members' }
const question = (slug: string, more: object = {}) => ({ slug, text: 'A mat?', ...more })

describe('restrictions.json', () => {
  const problems = async (...restrictions: object[]) =>
    (await problemsIn({ 'restrictions.json': restrictions })).map((line) =>
      line.replace('restrictions.json, ', ''),
    )

  it('a waiver has a text, and it alone has questions and months', async () => {
    expect(await problems({ ...waiver, html: '' })).toEqual([expect.stringMatching(/^html: /)])
    expect(await problems({ ...induction, questions: [question('a')] })).toEqual([
      expect.stringMatching(/^questions: /),
    ])
    expect(await problems({ ...induction, valid_months: 12 })).toEqual([
      expect.stringMatching(/^valid_months: /),
    ])
  })

  it('questions have one name each, and answers where they are chosen from', async () => {
    const select = { type: 'select', options: ['Yes', 'No'] }
    const asking = (...questions: object[]) => problems({ ...waiver, questions })
    expect(await asking(question('a'), question('b'), question('a'))).toEqual([
      'questions.2.slug: a appears twice.',
    ])
    expect(await asking(question('a', { ...select, options: ['Yes'] }))).toEqual([
      expect.stringMatching(/^questions\.0\.options: /),
    ])
    expect(await asking(question('a', { options: ['Yes', 'No'] }))).toEqual([
      expect.stringMatching(/^questions\.0\.options: /),
    ])
    expect(await asking(question('a', { ...select, options: ['Yes!', 'yes', 'No'] }))).toEqual([
      expect.stringMatching(/^questions\.0\.options: /),
    ])
    const { restrictions } = await readSmall({
      'restrictions.json': [
        { ...waiver, valid_months: 12, questions: [question('a', select), question('b')] },
        induction,
      ],
    })
    expect(restrictions).toHaveLength(2)
  })
})

it('an activity asks for what there is, and of each kind for one', async () => {
  const yoga = (restrictions: string[]) => ({
    'prices.csv': 'activity,price\n',
    'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
    'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
    'restrictions.json': [waiver, { ...waiver, slug: 'water' }, induction, members],
    'activities.json': [{ slug: 'yoga', name: 'Yoga', kind: 'classes', restrictions }],
  })
  expect(await problemsIn(yoga(['health', 'none', 'water']))).toEqual([
    'activities.json, restrictions: there is no none in restrictions.json.',
    expect.stringMatching(/^activities\.json, restrictions: .*waiver/),
  ])
  expect((await readSmall(yoga(['health', 'induction', 'members']))).activities[0]).toMatchObject({
    restrictions: ['health', 'induction', 'members'],
    allowsAnonymousBookings: false,
  })
})

it('people have had inductions that there are', async () => {
  const person = {
    reference: 'S-1',
    email: 'ann@example.test',
    first_name: 'Ann',
    last_name: 'Example',
    inductions: ['induction', 'health'],
    children: [{ reference: 'S-2', first_name: 'Bo', last_name: 'Example', inductions: ['none'] }],
  }
  expect(await problemsIn({ 'restrictions.json': [waiver, induction], 'people.json': [person] })).toEqual([
    'people.json, inductions: there is no health in the inductions of restrictions.json.',
    'people.json, children.0.inductions: there is no none in the inductions of restrictions.json.',
  ])
})

it('what cannot be checked for a visitor needs an account', async () => {
  const { restrictions } = await readSmall({ 'restrictions.json': [waiver, induction] })
  const needs = (more: object) =>
    requiresAccount({ slug: 'yoga', name: 'Yoga', ...more } as never, restrictions)
  expect(needs({})).toBe(false)
  expect(needs({ restrictions: ['health'] })).toBe(false)
  expect(needs({ restrictions: ['health', 'induction'] })).toBe(true)
  expect(needs({ weeklyLimit: 2 })).toBe(true)
})

it.each([
  ['No, thank you!', 'no-thank-you'],
  ['  Yes', 'yes'],
  ['Grüße & Küsse', 'grüße-küsse'],
  ['10+', '10'],
  ['???', '???'],
])('the answer %s is stored as %s', (label, value) => {
  expect(valueOf(label)).toBe(value)
})
