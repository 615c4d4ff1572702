import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall, smallVenues } from '#test/fixtures/operatorFolder.ts'

const plan = (more: object = {}) => ({ slug: 'gold', name: 'Gold', price: '42.00', ...more })
const ten = (more: object = {}) => ({
  slug: 'ten',
  name: 'Ten swims',
  uses: 2,
  valid_days: 180,
  activities: ['swim'],
  ...more,
})
const ann = (more: object) => ({
  reference: 'S-1',
  email: 'ann@example.test',
  first_name: 'Ann',
  last_name: 'Example',
  children: [{ reference: 'S-2', first_name: 'Bo', last_name: 'Example' }],
  ...more,
})

describe('memberships.json', () => {
  const problems = (more: object) =>
    problemsIn({ 'memberships.json': [plan(more)] }).then((all) =>
      all.map((line) => line.replace('memberships.json, ', '')),
    )

  it.each([
    [{ venues: ['centre', 'nowhere'] }, ['venues: there is no nowhere in the venues.']],
    [{ age_min: 18, age_max: 17 }, ['age_max: is less than age_min.']],
    [{ terms: ['rules', 'none'] }, ['terms: there is no none in terms.json.']],
    [
      { benefits: [{ slug: 'a', name: 'A', activities: ['yoga', 'fitness', 'golf'] }] },
      ['benefits.0.activities: there is no golf in activities.json.'],
    ],
    [
      { benefits: ['a', 'b', 'a'].map((slug) => ({ slug, name: slug })) },
      ['benefits.2.slug: a appears twice.'],
    ],
    [
      { benefits: [{ slug: 'a', name: 'A', percent_off: 10, price: '1.00' }] },
      ["benefits.0.price: can't be used together with percent_off. Use one of them."],
    ],
  ])('%j is refused', async (more, expected) => {
    expect(await problems(more)).toEqual(expected)
  })

  it('a card pays something on the first day', async () => {
    const free = { first_days: 'free', payment_methods: ['card'] }
    expect(await problems(free)).toHaveLength(1)
    expect(await problems({ ...free, payment_methods: ['direct_debit', 'card'] })).toEqual([
      expect.stringMatching(/^payment_methods: /),
    ])
  })

  it.each([
    { first_days: 'free', joining_fee: '5.00', payment_methods: ['card'] },
    { first_days: 'share', payment_methods: ['card'] },
    { first_days: 'free', payment_methods: ['cash'] },
    { first_days: 'free', payment_methods: ['card'], sold_online: false },
    { first_days: 'free', payment_methods: ['card'], price: '0.00' },
    { age_min: 18, age_max: 18, venues: ['centre'], terms: ['rules'] },
    { age_min: 18 },
    { age_max: 12 },
    {
      benefits: [
        { slug: 'a', name: 'A', percent_off: 10 },
        { slug: 'b', name: 'B', price: '1.00' },
      ],
    },
  ])('%j is as it should be', async (more) => {
    const { memberships } = await readSmall({ 'memberships.json': [plan(more)] })
    expect(memberships).toHaveLength(1)
  })
})

it('packages.json names venues and activities that there are', async () => {
  expect(
    await problemsIn({ 'packages.json': [ten({ venues: ['nowhere'], activities: ['swim', 'golf'] })] }),
  ).toEqual([
    'packages.json, venues: there is no nowhere in the venues.',
    'packages.json, activities: there is no golf in activities.json.',
  ])
  expect((await readSmall({ 'packages.json': [ten({ venues: ['centre'] })] })).packages).toHaveLength(1)
})

describe('what people have', () => {
  const files = (person: object, more: object = {}) => ({
    'memberships.json': [plan(more), plan({ slug: 'free', name: 'Free', price: '0.00' })],
    'packages.json': [ten()],
    'venues.json': [...smallVenues, { slug: 'annexe', name: 'Annexe', locations: [] }],
    'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
    'people.json': [ann(person)],
  })
  const problems = (person: object, more: object = {}) =>
    problemsIn(files(person, more)).then((all) => all.map((line) => line.replace('people.json, ', '')))
  const held = (more: object = {}) => ({
    reference: 'A',
    plan: 'gold',
    venue: 'centre',
    starts_on: 'today',
    ...more,
  })

  it.each([
    ['a plan that is not sold', held({ plan: 'silver' }), 'plan: there is no silver in memberships.json.'],
    ['a venue that is not there', held({ venue: 'nowhere' }), 'venue: there is no nowhere in the venues.'],
    ['an end before the start', held({ ends_on: '-1d' }), 'ends_on: is before starts_on.'],
    [
      'a freeze without a beginning',
      held({ frozen_until: '+3d' }),
      'frozen_until: is not after frozen_from.',
    ],
    [
      'a freeze of no days',
      held({ frozen_from: '+3d', frozen_until: '+3d' }),
      'frozen_until: is not after frozen_from.',
    ],
    [
      'a member who is not there',
      held({ members: ['S-1', 'S-2', 'S-9'] }),
      'members: there is no S-9 in people.json.',
    ],
    ['another way to pay', held({ payment_method: 'cash' }), "payment_method: gold can't be paid this way."],
  ])('is refused with %s', async (_what, membership, sentence) => {
    expect(await problems({ memberships: [membership] })).toEqual([`memberships.0.${sentence}`])
  })

  it('is refused where the plan is not valid, or free', async () => {
    expect(await problems({ memberships: [held({ venue: 'annexe' })] }, { venues: ['centre'] })).toEqual([
      expect.stringMatching(/^memberships\.0\.venue: .*gold.*annexe|^memberships\.0\.venue: .*annexe.*gold/),
    ])
    const failed = { plan: 'free', failed_payment: { period_from: '-4d' } }
    expect(await problems({ memberships: [held(failed)] })).toEqual([
      expect.stringMatching(/^memberships\.0\.failed_payment: /),
    ])
  })

  it('is refused where it is there twice', async () => {
    const bought = { reference: 'P', package: 'ten', bought_on: 'today' }
    expect(await problems({ memberships: [held(), held()], packages: [bought, bought] })).toEqual([
      'memberships.1.reference: A appears twice.',
      'packages.1.reference: P appears twice.',
    ])
  })

  it('is no more than a package has, and only of those sold', async () => {
    const bought = (more: object) => ({ reference: 'P', package: 'ten', bought_on: '-40d', ...more })
    expect(await problems({ packages: [bought({ used_on: ['-3d', '-2d', '-1d'] })] })).toEqual([
      expect.stringMatching(/^packages\.0\.used_on: .*2/),
    ])
    expect(await problems({ packages: [bought({ package: 'five' })] })).toEqual([
      'packages.0.package: there is no five in packages.json.',
    ])
  })

  it('begins with a joining to a plan and a venue that there are', async () => {
    expect(await problems({ joining: { plan: 'silver', venue: 'nowhere' } })).toEqual([
      'joining.plan: there is no silver in memberships.json.',
      'joining.venue: there is no nowhere in the venues.',
    ])
  })

  it('is taken as it should be', async () => {
    const { people } = await readSmall(
      files(
        {
          memberships: [
            held({
              members: ['S-1', 'S-2'],
              ends_on: 'today',
              frozen_from: '+1d',
              frozen_until: '+2d',
              failed_payment: { period_from: '-4d' },
            }),
            held({ reference: 'B', plan: 'free', venue: 'annexe' }),
          ],
          packages: [{ reference: 'A', package: 'ten', bought_on: '-40d', used_on: ['-3d', '-2d'] }],
          joining: { plan: 'gold', venue: 'centre' },
        },
        { venues: ['centre'] },
      ),
    )
    expect(people[0]?.memberships).toHaveLength(2)
  })
})
