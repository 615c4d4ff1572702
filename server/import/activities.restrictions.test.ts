import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { anOperatorFolder } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { InvalidFiles } from './files/folder.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('what is asked of people', () => {
  const base: Files = {
    'prices.csv': 'activity,price\n',
    'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
    'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
    'restrictions.json': [
      {
        slug: 'health',
        kind: 'waiver',
        name: 'Health statement',
        html: '<p onclick="x()">I am well.</p>',
        valid_months: 12,
        questions: [{ slug: 'injury', text: 'Any injury?', required: false }],
      },
      { slug: 'shown', kind: 'induction', name: 'Induction' },
    ],
    'activities.json': [
      {
        slug: 'fitness',
        name: 'Fitness',
        kind: 'classes',
        restrictions: ['health'],
        children: [
          {
            slug: 'yoga',
            name: 'Yoga',
            questions: [{ slug: 'mat', text: 'A mat?', type: 'select', options: ['Yes', 'No, thanks'] }],
          },
          { slug: 'gym', name: 'Gym', restrictions: ['shown'], weekly_limit: 2 },
          { slug: 'first-visit', name: 'First visit to the gym', restrictions: [], gives: ['shown'] },
        ],
      },
      { slug: 'badminton', name: 'Badminton', kind: 'courts' },
    ],
    'people.json': [
      {
        reference: 'S-1',
        email: 'ann@example.test',
        first_name: 'Ann',
        last_name: 'Example',
        inductions: ['shown'],
      },
    ],
  }
  const read = async () => {
    const { rows } = await sql<{
      activity: string
      restrictions: string[]
      weeklyLimit: number | null
      anonymous: boolean
      questions: string[]
    }>`
      select a.slug as activity, a.weekly_limit, a.allows_anonymous_bookings as anonymous,
        array(select r.slug from activity_restriction ar join restriction r on r.id = ar.restriction_id
          where ar.activity_id = a.id) as restrictions,
        array(select q.options->1->>'value' from question q where q.activity_id = a.id and not q.withdrawn) as questions
      from activity a where a.slug in ('fitness', 'yoga', 'gym') and not a.withdrawn order by a.slug`.execute(
      folder.db,
    )
    return rows
  }

  test('is handed down by a heading, and what only known people can have is theirs alone', async () => {
    await folder.load(base)
    expect(await read()).toEqual([
      { activity: 'fitness', restrictions: [], weeklyLimit: null, anonymous: true, questions: [] },
      { activity: 'gym', restrictions: ['shown'], weeklyLimit: 2, anonymous: false, questions: [] },
      {
        activity: 'yoga',
        restrictions: ['health'],
        weeklyLimit: null,
        anonymous: true,
        questions: ['no-thanks'],
      },
    ])
    const { html } = await folder.db
      .selectFrom('restriction')
      .select('html')
      .where('slug', '=', 'health')
      .executeTakeFirstOrThrow()
    expect(html).toBe('<p>I am well.</p>')
    expect(await folder.db.selectFrom('induction').select('givenOn').execute()).toEqual([
      { givenOn: '2027-03-01' },
    ])
  })

  test('of the same files changes nothing the second time, and what is gone is withdrawn', async () => {
    await folder.load(base)
    // Another file differs, so that all of them are read again.
    const { changes } = await folder.load({ ...base, 'tags.json': [{ slug: 'new', name: 'New' }] })
    expect(changes.filter(({ what }) => what !== 'tag')).toEqual([])
    await folder.load({
      ...base,
      'restrictions.json': [],
      'activities.json': [{ slug: 'yoga', name: 'Yoga', kind: 'classes' }],
      'people.json': [],
    })
    const left = await folder.db
      .selectFrom('restriction')
      .select('slug')
      .where('withdrawn', '=', false)
      .execute()
    const asking = await folder.db
      .selectFrom('question')
      .select('slug')
      .where('withdrawn', '=', false)
      .execute()
    expect([left, asking]).toEqual([[], []])
    // What staff have noted stays.
    expect(await folder.db.selectFrom('induction').select('givenOn').execute()).toHaveLength(1)
  })

  test.each([
    [{ restrictions: ['nowhere'] }, 'restrictions: there is no nowhere in restrictions.json.'],
    [{ gives: ['health'] }, 'gives: there is no health in the inductions of restrictions.json.'],
    [{ restrictions: ['health', 'health-2'] }, 'restrictions: names more than one waiver.'],
    [
      { questions: [{ slug: 'a', text: 'A?', type: 'select' }] },
      'questions.0.options: should name two answers or more.',
    ],
    [
      { questions: [{ slug: 'a', text: 'A?', options: ['x', 'y'] }] },
      'questions.0.options: is only for a select.',
    ],
  ])('%j is refused', async (fields, sentence) => {
    const two = { slug: 'health-2', kind: 'waiver', name: 'Another', html: '<p>Yes.</p>' }
    const files = {
      ...base,
      'restrictions.json': [...(base['restrictions.json'] as object[]), two],
      'activities.json': [{ slug: 'yoga', name: 'Yoga', kind: 'classes', ...fields }],
    }
    const refused: unknown = await folder.load(files).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(InvalidFiles)
    expect((refused as Error).message).toContain(sentence)
  })

  test('a waiver says what is agreed to, and documents can only be of kinds that exist', async () => {
    const refused: unknown = await folder
      .load({
        ...base,
        'restrictions.json': [
          { slug: 'health', kind: 'waiver', name: 'Health' },
          { slug: 'shown', kind: 'induction', name: 'Induction', valid_months: 3 },
        ],
        'people.json': [
          {
            reference: 'S-1',
            email: 'ann@example.test',
            first_name: 'Ann',
            last_name: 'Example',
            inductions: ['health'],
          },
        ],
      })
      .catch((error: unknown) => error)
    expect((refused as Error).message).toContain('html: is missing: people must read what they agree to.')
    expect((refused as Error).message).toContain('valid_months 3: is only for a waiver.')
    expect((refused as Error).message).toContain(
      'inductions: there is no health in the inductions of restrictions.json.',
    )
  })
})
