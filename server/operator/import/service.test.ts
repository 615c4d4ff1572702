import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  demoLogins,
  importOperator,
  isEmpty,
  recountDays,
  sellToday,
  sellTodayJob,
} from '#server/operator/service.ts'
import { projectRoot } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { isPassword } from '#server/sessions/service.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { wrongWithTills } from '#test/support/tills.ts'
import { FilesRefused } from './service.ts'

const now = new Date('2027-03-01T06:00:00Z')
const quiet = createLog('silent')
const demo = path.join(projectRoot(), 'demo')
let db: Database
let folder: string

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  folder = mkdtempSync(path.join(tmpdir(), 'operator-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Files = Record<string, string | object>

/** A small operator: one venue, a class by the week and courts that make a hall. */
const small: Files = {
  'operator.json': {
    slug: 'small',
    name: 'Small Leisure',
    theme: 'plain',
    footer: '<p onclick="x()">Hello</p>',
  },
  'themes.json': [
    { slug: 'plain', logo: 'assets/logo.svg', primary_colour: '#5B2A86', secondary_colour_1: '#f2b705' },
  ],
  'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#fff"/></svg>',
  'venues.json': [
    {
      slug: 'centre',
      name: 'Centre',
      theme: 'plain',
      migration_date: '+3d',
      release: { visitor_days: 0, customer_days: 1, time: '22:00' },
      locations: [
        { slug: 'hall', name: 'Hall', contains: ['court-1', 'court-2'] },
        { slug: 'court-1', name: 'Court 1' },
        { slug: 'court-2', name: 'Court 2' },
        { slug: 'pool', name: 'Pool', shared: true },
      ],
    },
  ],
  'activities.json': [
    {
      slug: 'fitness',
      name: 'Fitness',
      kind: 'classes',
      vat_rate: 20,
      children: [
        { slug: 'yoga', name: 'Yoga' },
        { slug: 'aqua', name: 'Aqua', vat_rate: 5 },
      ],
    },
    { slug: 'badminton', name: 'Badminton', kind: 'courts' },
    { slug: 'swim', name: 'Swim', kind: 'tickets', tickets: [{ slug: 'adult', name: 'Adult' }] },
  ],
  'instructors.json': [{ slug: 'sam', name: 'Sam Example' }],
  'tags.json': [{ slug: 'calm', name: 'Calm' }],
  'prices.csv':
    'activity,ticket,option,name,price,concession\nyoga,,standard,Standard,7.40,no\nyoga,,junior,Junior,£3,yes\naqua,,,,5.00,\nbadminton,,,,9.80,\nswim,adult,,,4.05,\n',
  'timetable.csv':
    'venue,activity,days,start,minutes,until,locations,capacity,instructors,tags\ncentre,yoga,daily,18:00,60,,hall,12,sam,calm\n,aqua,Mon-Fri,10:00,45,,pool,20,,\ncentre,badminton,daily,08:00,60,12:00,court-1 court-2,,,\ncentre,swim,daily,07:00,60,09:00,pool,30,,\n',
  'sessions.csv':
    'venue,activity,name,date,start,minutes,location,capacity\ncentre,aqua,Aqua party,+10d,15:00,90,pool,40\n',
  'terms.json': [{ slug: 'rules', name: 'Rules', html: '<p>Be kind.</p><script>x</script>' }],
  'people.json': [
    {
      reference: 'S-1',
      email: 'ann@example.test',
      password: 'a-good-password',
      first_name: 'Ann',
      last_name: 'Example',
      home_venue: 'centre',
      note: 'a parent',
      children: [{ reference: 'S-2', first_name: 'Bo', last_name: 'Example', date_of_birth: '2018-01-01' }],
    },
    { reference: 'S-3', email: 'desk@example.test', first_name: 'Di', last_name: 'Example', role: 'staff' },
  ],
}

const write = (files: Files): void => {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

const load = (files: Files = {}, how: { check?: boolean; now?: Date } = {}) => {
  write({ ...small, ...files })
  return importOperator(db, folder, { now, ...how })
}

const counts = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from operator)::int as operators, (select count(*) from venue)::int as venues,
      (select count(*) from activity)::int as activities, (select count(*) from pricing_option)::int as prices,
      (select count(*) from series)::int as series, (select count(*) from occurrence)::int as sessions,
      (select count(*) from customer)::int as people`.execute(db)
  return rows[0]
}

const refused = async (files: Files): Promise<string[]> => {
  const error = await load(files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(FilesRefused)
  return (error as FilesRefused).message
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
}

describe('a first import', () => {
  test('fills the catalogue, the people and the timetable', async () => {
    expect(await isEmpty(db)).toBe(true)
    const { occurrences } = await load()
    expect(await isEmpty(db)).toBe(false)
    expect(occurrences.notMade).toEqual([])
    // Three days: yoga 3, aqua 3 (Monday to Wednesday) and the party, badminton 4 × 2 × 3, swim 2 × 3.
    expect(await counts()).toEqual({
      operators: 1,
      venues: 1,
      activities: 5,
      prices: 5,
      series: 4,
      sessions: 37,
      people: 3,
    })
  })

  test('reads what the files mean', async () => {
    await load()
    const venue = await db.selectFrom('venue').selectAll().executeTakeFirstOrThrow()
    expect(venue).toMatchObject({
      timezone: 'Europe/London',
      migrationDate: '2027-03-04',
      releaseDaysCustomer: 1,
    })
    const activities = await db
      .selectFrom('activity')
      .select(['slug', 'vatRate', 'parentId'])
      .orderBy('slug')
      .execute()
    const heading = await db
      .selectFrom('activity')
      .select('id')
      .where('slug', '=', 'fitness')
      .executeTakeFirstOrThrow()
    expect(activities).toEqual([
      { slug: 'aqua', vatRate: 500, parentId: heading.id },
      { slug: 'badminton', vatRate: 0, parentId: null },
      { slug: 'fitness', vatRate: 2000, parentId: null },
      { slug: 'swim', vatRate: 0, parentId: null },
      { slug: 'yoga', vatRate: 2000, parentId: heading.id },
    ])
    const prices = await db
      .selectFrom('pricingOption')
      .select(['slug', 'price', 'concession'])
      .orderBy('price')
      .execute()
    expect(prices.map(({ price }) => price)).toEqual([300, 405, 500, 740, 980])
    expect(prices[0]).toMatchObject({ slug: 'junior', concession: true })
    const [ticket] = await db.selectFrom('ticketType').select('publicId').execute()
    expect(ticket?.publicId).toMatch(/^AQT[A-Za-z]{31}$/)
  })

  test('A29: makes HTML safe, and pictures part of the data', async () => {
    await load()
    const operator = await db.selectFrom('operator').select('footerHtml').executeTakeFirstOrThrow()
    expect(operator.footerHtml).toBe('<p>Hello</p>')
    const terms = await db.selectFrom('terms').select('html').executeTakeFirstOrThrow()
    expect(terms.html).toBe('<p>Be kind.</p>')
    const theme = await db.selectFrom('theme').selectAll().executeTakeFirstOrThrow()
    expect(theme.primaryColour).toBe('#5b2a86')
    expect(decodeURIComponent(theme.appLogo ?? '')).toBe(
      `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect fill='#fff'/></svg>`,
    )
  })

  test('gives people with a password in the files that password, and nobody else one', async () => {
    await load()
    const people = await db
      .selectFrom('customer')
      .select(['reference', 'passwordHash', 'role'])
      .orderBy('reference')
      .execute()
    expect(await isPassword(people[0]?.passwordHash, 'a-good-password')).toBe(true)
    expect(people[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(people.slice(1)).toMatchObject([
      { reference: 'S-2', passwordHash: null, role: 'customer' },
      { reference: 'S-3', passwordHash: null, role: 'staff' },
    ])
    expect(await demoLogins(folder)).toEqual([
      { who: 'a parent', email: 'ann@example.test', password: 'a-good-password' },
    ])
    const linked = await db.selectFrom('linkedCustomer').selectAll().execute()
    expect(linked).toMatchObject([{ relation: 'child' }])
  })
})

describe('the second import', () => {
  test('of the same files changes nothing', async () => {
    await load()
    const before = await db.selectFrom('occurrence').selectAll().orderBy('id').execute()
    expect(await load()).toMatchObject({
      changes: [],
      occurrences: { added: 0, changed: 0, withdrawn: 0, notMade: [] },
    })
    // And not only because the files are known: what is read once more is found to be the same.
    await sql`update operator set imported_digest = null`.execute(db)
    expect(await load()).toMatchObject({
      changes: [],
      occurrences: { added: 0, changed: 0, withdrawn: 0, notMade: [] },
    })
    expect(await db.selectFrom('occurrence').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('says what changed, and by which field', async () => {
    await load()
    const { changes } = await load({
      'operator.json': { ...(small['operator.json'] as object), name: 'Smaller Leisure' },
      'prices.csv': (small['prices.csv'] as string).replace('7.40', '7.60'),
    })
    expect(changes).toEqual([
      { what: 'operator', which: 'small', how: 'changed', fields: ['name'] },
      { what: 'price', which: 'centre/yoga/standard', how: 'changed', fields: ['price'] },
    ])
  })

  test('withdraws what the files no longer have, and brings it back when they do', async () => {
    await load()
    const activities = small['activities.json'] as object[]
    const without = (name: string, text: string) =>
      (small[name] as string)
        .split('\n')
        .filter((line) => !line.includes(text))
        .join('\n')
    const { changes, occurrences } = await load({
      'activities.json': activities.slice(0, 2),
      'prices.csv': without('prices.csv', 'swim'),
      'timetable.csv': without('timetable.csv', 'swim').replace('sam', ''),
      'instructors.json': [],
    })
    expect(changes.filter(({ how }) => how === 'withdrawn').map(({ what }) => what)).toEqual([
      'activity',
      'ticket type',
      'price',
      'timetable line',
    ])
    expect(occurrences.withdrawn).toBe(6)
    expect(await db.selectFrom('activity').select('slug').where('withdrawn', '=', true).execute()).toEqual([
      { slug: 'swim' },
    ])

    const back = await load()
    expect(back.occurrences).toMatchObject({ added: 0, changed: 9 })
    expect(await counts()).toMatchObject({ sessions: 37, activities: 5, prices: 5 })
  })

  test('closes a venue that is gone and keeps its name', async () => {
    const venues = small['venues.json'] as object[]
    const two = [...venues, { slug: 'annexe', name: 'Annexe' }]
    // A line without a venue is for all that have the activity, and the annexe has no pool.
    const timetable = {
      'timetable.csv': (small['timetable.csv'] as string).replace('\n,aqua', '\ncentre,aqua'),
    }
    await load({ 'venues.json': two, ...timetable })
    const { changes } = await load({ ...timetable, 'venues.json': venues })
    expect(changes).toContainEqual({ what: 'venue', which: 'annexe', how: 'withdrawn' })
    const annexe = await db
      .selectFrom('venue')
      .select('status')
      .where('slug', '=', 'annexe')
      .executeTakeFirstOrThrow()
    expect(annexe.status).toBe('closed')
  })

  test('leaves people what they changed themselves, and their password', async () => {
    await load()
    await sql`update customer set phone = '01632 960999', password_hash = 'chosen' where reference = 'S-1'`.execute(
      db,
    )
    const people = small['people.json'] as object[]
    const { changes } = await load({
      'people.json': [{ ...people[0], phone: '01632 960000', role: 'staff' }, people[1]!],
    })
    expect(changes).toEqual([{ what: 'person', which: 'S-1', how: 'changed', fields: ['role'] }])
    const ann = await db
      .selectFrom('customer')
      .selectAll()
      .where('reference', '=', 'S-1')
      .executeTakeFirstOrThrow()
    expect(ann).toMatchObject({ phone: '01632 960999', passwordHash: 'chosen', role: 'staff' })
  })

  test('a day later counts days anew', async () => {
    await load()
    const { changes } = await load({}, { now: new Date('2027-03-02T06:00:00Z') })
    expect(changes).toContainEqual({
      what: 'venue',
      which: 'centre',
      how: 'changed',
      fields: ['migrationDate'],
    })
  })
})

describe('memberships and packages', () => {
  const sold: Files = {
    'terms.json': [
      { slug: 'rules', name: 'Rules', html: '<p>Be kind.</p>' },
      { slug: 'joining', name: 'Joining', html: '<p>A month.</p>', for: 'membership' },
    ],
    'memberships.json': [
      {
        slug: 'gold',
        name: 'Gold',
        price: '42.00',
        terms: ['joining'],
        benefits: [
          {
            slug: 'classes',
            name: 'Gold classes',
            allowance: { uses: 3, per: 'week' },
            activities: ['fitness'],
          },
          { slug: 'courts', name: 'Gold courts', percent_off: 20, activities: ['badminton'] },
          { slug: 'rest', name: 'The rest', price: '1.00' },
        ],
      },
    ],
    'packages.json': [{ slug: 'ten', name: 'Ten swims', uses: 10, valid_days: 180, activities: ['swim'] }],
    'people.json': [
      {
        reference: 'S-1',
        email: 'ann@example.test',
        first_name: 'Ann',
        last_name: 'Example',
        children: [{ reference: 'S-2', first_name: 'Bo', last_name: 'Example' }],
        memberships: [
          { reference: 'GM-1', plan: 'gold', venue: 'centre', starts_on: '-10d', members: ['S-1', 'S-2'] },
        ],
        packages: [{ reference: 'QP-1', package: 'ten', bought_on: '-40d', used_on: ['-30d', '-9d'] }],
      },
    ],
  }

  test('are for the activities under a heading, and for who is said to have them', async () => {
    await load(sold)
    const { rows: covered } = await sql<{ slug: string; kind: string; activities: string[] }>`
      select b.slug, b.kind, array(select a.slug from benefit_activity ba join activity a on a.id = ba.activity_id
        where ba.benefit_id = b.id order by a.slug) as activities
      from benefit b order by b.position`.execute(db)
    expect(covered).toEqual([
      { slug: 'classes', kind: 'free', activities: ['aqua', 'yoga'] },
      { slug: 'courts', kind: 'percent', activities: ['badminton'] },
      { slug: 'rest', kind: 'fixed', activities: [] },
    ])
    const { rows: members } = await sql<{ reference: string; member: string; startsOn: string }>`
      select m.reference, c.reference as member, m.starts_on from membership m
      join membership_member mm on mm.membership_id = m.id join customer c on c.id = mm.customer_id
      order by mm.id`.execute(db)
    expect(members.map(({ member, startsOn }) => [member, startsOn])).toEqual([
      ['S-1', '2027-02-19'],
      ['S-2', '2027-02-19'],
    ])
    expect(await db.selectFrom('package').select(['totalUses', 'usesLeft', 'expiresOn']).execute()).toEqual([
      { totalUses: 10, usesLeft: 8, expiresOn: '2027-07-19' },
    ])
    expect(await db.selectFrom('packageUse').select(['state', 'usedOn']).orderBy('usedOn').execute()).toEqual(
      [
        { state: 'used', usedOn: '2027-01-30' },
        { state: 'used', usedOn: '2027-02-20' },
      ],
    )
    expect(await load(sold)).toMatchObject({ changes: [] })
  })

  test('payments that failed before and joinings left unfinished are there once, and what is frozen stays so', async () => {
    const person = (reference: string, more: object) => ({
      reference,
      email: `${reference.toLowerCase()}@example.test`,
      first_name: 'Ann',
      last_name: 'Example',
      ...more,
    })
    const held = { plan: 'gold', venue: 'centre', starts_on: '-60d' }
    const files: Files = {
      ...sold,
      'operator.json': { ...(small['operator.json'] as object), online_joining: true },
      'venues.json': (small['venues.json'] as object[]).map((venue) => ({ ...venue, online_joining: true })),
      'people.json': [
        person('S-1', {
          memberships: [{ ...held, reference: 'A', failed_payment: { period_from: '-4d', again_on: '+3d' } }],
        }),
        person('S-2', {
          memberships: [{ ...held, reference: 'B', failed_payment: { period_from: '-9d' } }],
          joining: { plan: 'gold', venue: 'centre' },
        }),
      ],
    }
    await load(files)
    const standing = async () => ({
      collections: await db
        .selectFrom('membershipCollection as c')
        .innerJoin('membership as m', 'm.id', 'c.membershipId')
        .select(['m.reference', 'm.status', 'c.state', 'c.dueOn', 'c.amount'])
        .orderBy('m.reference')
        .execute(),
      penalties: await db.selectFrom('penalty').select(['amount', 'status']).execute(),
      joinings: await db.selectFrom('joining').select(['status', 'price']).execute(),
    })
    const expected = {
      collections: [
        { reference: 'A', status: 'active', state: 'waiting', dueOn: '2027-03-04', amount: 4200 },
        { reference: 'B', status: 'frozen', state: 'failed', dueOn: '2027-02-20', amount: 4200 },
      ],
      penalties: [{ amount: 4200, status: 'outstanding' }],
      joinings: [{ status: 'awaiting_payment', price: 4200 }],
    }
    expect(await standing()).toEqual(expected)
    expect(await load(files)).toMatchObject({ changes: [] })
    expect(await standing()).toEqual(expected)
  })

  test('stay as far used as they are when the files are loaded again, and are withdrawn', async () => {
    await load(sold)
    await db.updateTable('package').set({ usesLeft: 5 }).execute()
    await load({
      ...sold,
      'memberships.json': [],
      'packages.json': sold['packages.json'] ?? [],
      'people.json': [],
    })
    expect(await db.selectFrom('package').select('usesLeft').execute()).toEqual([{ usesLeft: 5 }])
    expect(await db.selectFrom('membershipPlan').select('withdrawn').execute()).toEqual([{ withdrawn: true }])
    expect(await db.selectFrom('benefit').select('withdrawn').distinct().execute()).toEqual([
      { withdrawn: true },
    ])
    expect(await db.selectFrom('membership').select('reference').execute()).toEqual([{ reference: 'GM-1' }])
  })

  test('name only what is there', async () => {
    const [ann] = sold['people.json'] as [Record<string, unknown>]
    const held = (more: object) => ({ 'people.json': [{ ...ann, ...more }] })
    const problems = await refused({
      ...sold,
      ...held({
        memberships: [
          { reference: 'A', plan: 'silver', venue: 'centre', starts_on: 'today', members: ['S-9'] },
          {
            reference: 'A',
            plan: 'gold',
            venue: 'nowhere',
            starts_on: 'today',
            ends_on: '-1d',
            payment_method: 'cash',
          },
          { reference: 'B', plan: 'gold', venue: 'centre', starts_on: 'today', frozen_until: '+3d' },
        ],
        packages: [{ reference: 'C', package: 'five', bought_on: 'today' }],
      }),
    })
    expect(problems.map((problem) => problem.replace(/^people.json line \d+, /, ''))).toEqual([
      'memberships.0.plan: there is no silver in memberships.json.',
      'memberships.0.members: there is no S-9 in people.json.',
      'memberships.1.reference: A is there twice.',
      'memberships.1.venue: there is no nowhere in the venues.',
      'memberships.1.payment_method: gold is not paid in this way.',
      'memberships.1.ends_on: is before starts_on.',
      'memberships.2.frozen_until: is not after frozen_from.',
      'packages.0.package: there is no five in packages.json.',
    ])
  })
})

describe('what is asked of people', () => {
  const asked: Files = {
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
      db,
    )
    return rows
  }

  test('is handed down by a heading, and what only known people can have is theirs alone', async () => {
    await load(asked)
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
    const { html } = await db
      .selectFrom('restriction')
      .select('html')
      .where('slug', '=', 'health')
      .executeTakeFirstOrThrow()
    expect(html).toBe('<p>I am well.</p>')
    expect(await db.selectFrom('induction').select('givenOn').execute()).toEqual([{ givenOn: '2027-03-01' }])
  })

  test('of the same files changes nothing the second time, and what is gone is withdrawn', async () => {
    await load(asked)
    // Another file differs, so that all of them are read again.
    const { changes } = await load({ ...asked, 'tags.json': [{ slug: 'new', name: 'New' }] })
    expect(changes.filter(({ what }) => what !== 'tag')).toEqual([])
    await load({
      ...asked,
      'restrictions.json': [],
      'activities.json': [{ slug: 'yoga', name: 'Yoga', kind: 'classes' }],
      'people.json': [],
    })
    const left = await db.selectFrom('restriction').select('slug').where('withdrawn', '=', false).execute()
    const asking = await db.selectFrom('question').select('slug').where('withdrawn', '=', false).execute()
    expect([left, asking]).toEqual([[], []])
    // What staff have noted stays.
    expect(await db.selectFrom('induction').select('givenOn').execute()).toHaveLength(1)
  })

  test.each([
    [{ restrictions: ['nowhere'] }, 'restrictions: there is no nowhere in restrictions.json.'],
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
      ...asked,
      'restrictions.json': [...(asked['restrictions.json'] as object[]), two],
      'activities.json': [{ slug: 'yoga', name: 'Yoga', kind: 'classes', ...fields }],
    }
    const refused: unknown = await load(files).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FilesRefused)
    expect((refused as Error).message).toContain(sentence)
  })

  test('a waiver says what is agreed to, and only what there is can have been shown', async () => {
    const refused: unknown = await load({
      ...asked,
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
    }).catch((error: unknown) => error)
    expect((refused as Error).message).toContain('html: is missing: people must read what they agree to.')
    expect((refused as Error).message).toContain('valid_months: is only for a waiver.')
    expect((refused as Error).message).toContain(
      'inductions: there is no health in the inductions of restrictions.json.',
    )
  })
})

describe('files that count days from the import', () => {
  const migrationDate = async () =>
    (await db.selectFrom('venue').select('migrationDate').executeTakeFirstOrThrow()).migrationDate

  test('are loaded again on the next day, once', async () => {
    await load()
    expect(await recountDays(db, folder, now)).toBe(false)
    expect(await migrationDate()).toBe('2027-03-04')
    const tomorrow = new Date('2027-03-02T00:00:00Z')
    expect(await recountDays(db, folder, tomorrow)).toBe(true)
    expect(await migrationDate()).toBe('2027-03-05')
    expect(await recountDays(db, folder, tomorrow)).toBe(false)
  })

  test('are not, when they are other files than those that were loaded', async () => {
    await load()
    write({ 'tags.json': [{ slug: 'calm', name: 'Calmer' }] })
    expect(await recountDays(db, folder, new Date('2027-03-02T00:00:00Z'))).toBe(false)
    expect(await recountDays(db, path.join(folder, 'not-there'), now)).toBe(false)
  })
})

describe('all or nothing', () => {
  test('--check says what would change and changes nothing', async () => {
    const { changes, occurrences } = await load({}, { check: true })
    expect(changes).toContainEqual({ what: 'venue', which: 'centre', how: 'added' })
    expect(occurrences.added).toBe(37)
    expect(await counts()).toMatchObject({ operators: 0, venues: 0, sessions: 0, people: 0 })
  })

  test('a fault in the middle leaves nothing behind', async () => {
    await sql`alter table customer add constraint fault check (reference <> 'S-3')`.execute(db)
    try {
      await expect(load()).rejects.toThrow('fault')
    } finally {
      await sql`alter table customer drop constraint fault`.execute(db)
    }
    expect(await counts()).toMatchObject({ operators: 0, venues: 0, sessions: 0, people: 0 })
  })
})

describe('errors name file, line and field', () => {
  const timetable = (line: string) => ({
    'timetable.csv': `venue,activity,days,start,minutes,until,locations,capacity,band,key\n${line}\n`,
  })

  test.each(
    (
      [
        [
          timetable('centre,yoga,daily,25:00,60,,hall,12,,'),
          'timetable.csv line 2, start: should be a time of the form 18:30.',
        ],
        [
          timetable('centre,yoga,Funday,18:00,60,,hall,12,,'),
          'timetable.csv line 2, days: Funday is no weekday; write Mon, Mon-Fri, daily.',
        ],
        [timetable('centre,yoga,daily,18:00,,,hall,12,,'), 'timetable.csv line 2, minutes: is missing.'],
        [
          timetable('centre,yoga,daily,18:00,60,,hall,many,,'),
          'timetable.csv line 2, capacity: should be a whole number.',
        ],
        [timetable('centre,yoga,daily,18:00,60,,hall,,,'), 'timetable.csv line 2, capacity: is missing.'],
        [
          timetable('centre,yoga,daily,18:00,60,,gym,12,,'),
          'timetable.csv line 2, locations: there is no gym in the locations of centre.',
        ],
        [
          timetable('center,yoga,daily,18:00,60,,hall,12,,'),
          'timetable.csv line 2, venue: there is no center in the venues.',
        ],
        [
          timetable('centre,yogha,daily,18:00,60,,hall,12,,'),
          'timetable.csv line 2, activity: there is no yogha at centre in activities.json.',
        ],
        [
          timetable('centre,fitness,daily,18:00,60,,hall,12,,'),
          'timetable.csv line 2, activity: fitness is a heading; people book what stands under it.',
        ],
        [
          timetable('centre,yoga,daily,18:00,60,18:30,hall,12,,'),
          'timetable.csv line 2, until: leaves no time for one session.',
        ],
        [
          timetable('centre,badminton,daily,18:00,60,,hall,,,\ncentre,badminton,daily,18:00,60,,hall,,,'),
          'timetable.csv line 3, key: the line is like one above; give it a key of its own.',
        ],
        [
          { 'timetable.csv': 'venue,activity,day\ncentre,yoga,daily\n' },
          'timetable.csv line 2, day: is not a field of this file; is it misspelt?',
        ],
        [
          { 'timetable.csv': 'venue,activity\ncentre,yoga,daily\n' },
          'timetable.csv line 2: Invalid Record Length: columns length is 2, got 3 on line 2',
        ],
        [
          { 'prices.csv': 'activity,price\nyoga,7.4\n' },
          'prices.csv line 2, price: should be pounds and pence such as 13.45.',
        ],
        [
          { 'prices.csv': 'activity,option,price\nyoga,a,1\nyoga,a,2\n' },
          'prices.csv line 3, option: a has a price already on a line above.',
        ],
        [{ 'prices.csv': 'activity,price\nswim,1\n' }, 'prices.csv line 2, ticket: is missing.'],
        [
          {
            'memberships.json': [
              {
                slug: 'gold',
                name: 'Gold',
                price: '42.00',
                benefits: [{ slug: 'all', name: 'All', activities: ['golf'] }],
              },
            ],
          },
          'memberships.json line 10, benefits.0.activities: there is no golf in activities.json.',
        ],
        [
          {
            'memberships.json': [
              {
                slug: 'gold',
                name: 'Gold',
                price: '42.00',
                benefits: [{ slug: 'all', name: 'All', price: '1.00', percent_off: 5 }],
              },
            ],
          },
          'memberships.json line 10, benefits.0.price: is said beside percent_off; say one of them.',
        ],
        [
          { 'packages.json': [{ slug: 'ten', name: 'Ten', uses: 10, valid_days: 30, activities: [] }] },
          'packages.json line 7, activities: names no activity.',
        ],
        [
          { 'prices.csv': 'activity,price,age_min,age_max\nyoga,1,60,50\n' },
          'prices.csv line 2, age_max: is less than age_min.',
        ],
        [
          { 'closures.csv': 'venue,date\ncentre,2027-02-30\n' },
          'closures.csv line 2, date: should be a day such as 2027-03-04, today or +3d.',
        ],
        [{ 'tags.json': '[\n  { "slug": "calm" }\n]' }, 'tags.json line 2, name: is missing.'],
        [
          {
            'tags.json':
              '[\n  { "slug": "calm", "name": "Calm" },\n  { "slug": "calm",\n    "name": "Calm" }\n]',
          },
          'tags.json line 3, slug: calm is there twice.',
        ],
        [
          { 'tags.json': '[{ "slug": "calm" "name": "Calm" }]' },
          'tags.json line 1: expected "}" or a comma after "slug", found """.',
        ],
        [
          { 'themes.json': [{ slug: 'plain', primary_colour: 'purple' }] },
          'themes.json line 4, primary_colour: should be a colour such as #5b2a86.',
        ],
        [
          { 'themes.json': [{ slug: 'plain', logo: 'assets/no.svg' }] },
          'themes.json line 4, logo: there is no assets/no.svg in the folder.',
        ],
        [
          { 'venues.json': [{ slug: 'basket', name: 'Basket' }] },
          'venues.json line 3, slug: is an address the sites use themselves; choose another name.',
        ],
        [{ 'tickets.csv': 'a\n1\n' }, 'tickets.csv: is not one of the files of an operator; is it misspelt?'],
      ] as [Files, string][]
    ).map(([files, sentence]) => ({ files, sentence })),
  )('$sentence', async ({ files, sentence }) => {
    expect(await refused(files)).toContain(sentence)
    expect(await counts()).toMatchObject({ operators: 0 })
  })

  test('all of them at once', async () => {
    const found = await refused({
      ...timetable('centre,yoga,daily,25:00,x,,hall,12,,'),
      'tags.json': '[{ "slug": "Calm", "name": "" }]',
    })
    expect(found).toHaveLength(4)
  })

  test('a session in a band without a price names the price that is missing', async () => {
    const found = await refused({
      'prices.csv': 'activity,band,ticket,price\nyoga,off-peak,,1\nbadminton,,,1\nswim,,adult,1\naqua,,,1\n',
    })
    expect(found).toEqual(['timetable.csv line 2, activity: prices.csv has no price for yoga at centre.'])
  })

  test('a hall that contains itself', async () => {
    const locations = [
      { slug: 'a', name: 'A', contains: ['b'] },
      { slug: 'b', name: 'B', contains: ['a'] },
    ]
    const found = await refused({ 'venues.json': [{ slug: 'centre', name: 'Centre', locations }] })
    expect(found[0]).toBe('venues.json line 9, locations.0.contains: b is shared, or contains a in its turn.')
  })

  test('a folder without operator.json', async () => {
    await expect(importOperator(db, folder, { now })).rejects.toThrow('operator.json: is missing')
  })
})

describe('proofs that people have given before', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const person = (small['people.json'] as object[])[0]
  const withProof = (file: string) => ({
    'people.json': [
      {
        ...person,
        documents: [
          {
            key: 'card',
            type: 'student-card',
            uploaded_on: '-10d',
            expires_on: '+20d',
            file: `assets/${file}`,
          },
        ],
      },
    ],
  })
  const keptIn = (kept: Map<string, Buffer>) => async (key: string, bytes: Buffer) =>
    void kept.set(key, bytes)

  test('are taken over once, with their files, and not when they are only looked at', async () => {
    mkdirSync(path.join(folder, 'assets'), { recursive: true })
    writeFileSync(path.join(folder, 'assets', 'card.png'), png)
    write({ ...small, ...withProof('card.png') })
    const kept = new Map<string, Buffer>()
    await importOperator(db, folder, { now, check: true, keepFile: keptIn(kept) })
    expect(kept.size).toBe(0)
    await importOperator(db, folder, { now, keepFile: keptIn(kept) })
    await db.updateTable('operator').set({ importedDigest: null }).execute()
    await importOperator(db, folder, { now, keepFile: keptIn(kept) })
    const found = await db
      .selectFrom('document')
      .select(['documentType', 'status', 'mediaType', 'fileKey'])
      .execute()
    expect(found).toMatchObject([
      { documentType: 'student-card', status: 'accepted', mediaType: 'image/png' },
    ])
    expect(kept.get(found[0]?.fileKey ?? '')).toEqual(png)
  })

  test('are refused when the file is missing, or is none of those that people may send', async () => {
    mkdirSync(path.join(folder, 'assets'), { recursive: true })
    writeFileSync(path.join(folder, 'assets', 'card.png'), 'not a picture')
    await expect(load(withProof('card.png'))).rejects.toThrow('is no JPEG, PNG or PDF')
    await expect(load(withProof('none.png'))).rejects.toThrow('there is no assets/none.png in the folder')
  })

  test('of somebody who has closed their account are not taken over again, and neither are they', async () => {
    mkdirSync(path.join(folder, 'assets'), { recursive: true })
    writeFileSync(path.join(folder, 'assets', 'card.png'), png)
    write({ ...small, ...withProof('card.png') })
    await importOperator(db, folder, { now, keepFile: keptIn(new Map()) })
    await db.deleteFrom('document').execute()
    await db
      .updateTable('customer')
      .set({
        closedAt: now,
        email: '',
        phone: '',
        passwordHash: null,
        dateOfBirth: null,
        firstName: 'Former',
      })
      .execute()
    await db.updateTable('operator').set({ importedDigest: null }).execute()
    await importOperator(db, folder, { now, keepFile: keptIn(new Map()) })
    expect(await db.selectFrom('document').select('id').execute()).toEqual([])
    const people = await db.selectFrom('customer').select(['firstName', 'email']).execute()
    expect(people.every(({ firstName, email }) => firstName === 'Former' && email === '')).toBe(true)
  })
})

describe('the demo operator', () => {
  test('loads without a complaint and shows every state', async () => {
    const { occurrences } = await importOperator(db, demo, { now: new Date() })
    expect(occurrences.notMade).toEqual([])
    expect(occurrences.added).toBeGreaterThan(5000)

    const { rows: venues } = await sql<{
      slug: string
      status: string
      activities: number
      kinds: number
      lat: number | null
      themes: number
    }>`
      select v.slug, v.status, v.lat, v.migration_date,
        (select count(distinct o.activity_id) from occurrence o where o.venue_id = v.id)::int as activities,
        (select count(distinct a.kind) from activity a join occurrence o on o.activity_id = a.id where a.venue_id = v.id)::int as kinds
      from venue v order by v.position`.execute(db)
    const open = venues.filter(({ status }) => status === 'open')
    expect(open.length).toBeGreaterThanOrEqual(5)
    expect(open.every(({ activities }) => activities >= 10)).toBe(true)
    expect(open.filter(({ kinds }) => kinds === 3).length).toBeGreaterThanOrEqual(4)
    expect(venues.some(({ lat, status }) => lat === null && status === 'open')).toBe(true)
    expect(venues.some(({ status }) => status === 'maintenance')).toBe(true)
    expect(venues.some(({ status }) => status === 'closed')).toBe(true)
    const { rows: migrating } = await sql<{ days: number }>`
      select migration_date - current_date as days from venue where migration_date is not null`.execute(db)
    expect(migrating[0]?.days).toBeGreaterThanOrEqual(2)

    const { rows: states } = await sql<Record<string, number>>`
      select count(*) filter (where taken = capacity)::int as full_up,
        count(*) filter (where capacity - taken between 1 and 2 and capacity > 5)::int as nearly,
        count(*) filter (where status = 'cancelled')::int as off,
        count(*) filter (where exists (
          select 1 from hold h where h.occurrence_id = o.id and h.state = 'held' and h.held_until > now()
        ))::int as held,
        count(*) filter (where not exists (
          select 1 from pricing_option p where p.activity_id = o.activity_id and p.price > 0
        ))::int as free_of_charge,
        count(*) filter (where exists (
          select 1 from activity a where a.id = o.activity_id and coalesce(a.release_days, a.release_minutes) is not null
        ))::int as own_rule
      from occurrence o`.execute(db)
    for (const [state, count] of Object.entries(states[0] ?? {}))
      expect({ [state]: count > 0 }).toEqual({ [state]: true })

    // The full venue: every session of it is sold, or stands on floor that is.
    const { rows: left } = await sql<{ n: number }>`
      select count(*)::int as n from occurrence o
      join venue v on v.id = o.venue_id and v.slug = 'brindle-park-arena'
      join activity a on a.id = o.activity_id
      where o.taken < o.capacity and not (a.kind = 'courts' and exists (
        select 1 from location_space ls join space_claim c on c.space_id = ls.space_id
        where ls.location_id = o.location_id and c.during && tstzrange(o.starts_at, o.ends_at)
      ))`.execute(db)
    expect(left[0]?.n).toBe(0)

    const again = await importOperator(db, demo, { now: new Date() })
    expect(again).toMatchObject({
      changes: [],
      occurrences: { added: 0, changed: 0, withdrawn: 0, cancelled: 0 },
    })
    expect((await demoLogins(demo)).map(({ who }) => who)).toEqual([
      'a customer',
      'a customer with two children',
      'a member',
      'a member whose payment failed and is tried again',
      'a member who owes a payment, and is frozen',
      'has begun to join, and not paid',
      'waits for places, and has one on offer',
      'a student who has to show a proof',
      'staff at the front desk',
      'a supervisor of the front desk',
    ])
  }, 120_000)
})

describe('money that people begin with', () => {
  const ann = (small['people.json'] as object[])[0] as object
  const files: Files = {
    'operator.json': { ...(small['operator.json'] as object), outstanding_penalties: 'block' },
    'people.json': [
      {
        ...ann,
        credits: [
          { key: 'voucher', amount: '4.50', expires_on: '+6d', description: 'Voucher' },
          { key: 'gold', type: 'membership', amount: '12.00', description: 'Gold' },
        ],
        penalties: [{ key: 'yoga', amount: '3.00', description: 'Missed: Yoga' }],
        account_limit: '60.00',
      },
    ],
  }

  test('credit and penalties are there once, however often the files are imported', async () => {
    for (const at of [now, new Date('2027-03-02T06:00:00Z')]) await load(files, { now: at })
    expect(
      await db.selectFrom('creditLot').select(['type', 'available', 'expiresOn']).orderBy('id').execute(),
    ).toEqual([
      { type: 'general', available: 450, expiresOn: '2027-03-07' },
      { type: 'membership', available: 1200, expiresOn: null },
    ])
    expect(await db.selectFrom('penalty').select(['description', 'amount', 'status']).execute()).toEqual([
      { description: 'Missed: Yoga', amount: 300, status: 'outstanding' },
    ])
    expect(
      await db.selectFrom('customer').select('accountLimit').where('reference', '=', 'S-1').execute(),
    ).toEqual([{ accountLimit: 6000 }])
    expect(await db.selectFrom('operator').select('outstandingPenalties').execute()).toEqual([
      { outstandingPenalties: 'block' },
    ])
  })
})

describe('what was sold today', () => {
  const staff = { reference: 'S-3', email: 'desk@example.test', first_name: 'Di', last_name: 'Example' }
  const files: Files = {
    'venues.json': (small['venues.json'] as object[]).map((venue) => ({
      ...venue,
      release: { visitor_days: 7, customer_days: 7, time: '00:00' },
      tills: [{ slug: 'front', name: 'Front' }],
    })),
    'people.json': [(small['people.json'] as object[])[0] as object, { ...staff, role: 'staff' }],
    'sales.json': [
      {
        session: 'over',
        to: 'S-1',
        till: 'front',
        tender: 'cash',
        tendered: '20.00',
        attendance: 'attended',
      },
      { session: 'over', to: null, till: null, tender: 'cheque', number: '17', attendance: 'not_attended' },
      { session: 'over', to: null, till: null, tender: 'cash' },
    ].map((sale) => ({ ...sale, venue: 'centre', activity: 'badminton', by: 'S-3' })),
  }

  test('is sold by the calls of the desk, once a day, and those who came are marked', async () => {
    const touched = new Set<number>()
    const open = async (now: Date): Promise<void> => {
      const sell = (payload: unknown) => sellToday(db, payload, (venueId) => void touched.add(venueId), now)
      await load(files, { now })
      await runDueJobs(db, { [sellTodayJob]: sell }, now, quiet)
    }
    await open(new Date('2027-03-01T12:00:00Z'))
    const entries = async () =>
      db
        .selectFrom('tillEntry as e')
        .innerJoin('customerOrder as o', 'o.id', 'e.orderId')
        .innerJoin('booking as b', 'b.orderId', 'o.id')
        .leftJoin('till as t', 't.id', 'e.tillId')
        .select(['e.tenderType', 'e.amount', 'e.tendered', 'e.localDate', 't.slug', 'b.status'])
        .orderBy('e.id')
        .execute()
    const sold = { amount: 980, localDate: '2027-03-01' }
    const first = [
      { ...sold, tenderType: 'cash', tendered: 2000, slug: 'front', status: 'attended' },
      { ...sold, tenderType: 'cheque', tendered: null, slug: null, status: 'not_attended' },
      { ...sold, tenderType: 'cash', tendered: 980, slug: null, status: 'booked' },
    ]
    expect(await entries()).toEqual(first)
    expect(await wrongWithTills(db)).toEqual([])
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
    expect(touched.size).toBe(1)
    await open(new Date('2027-03-01T12:30:00Z'))
    expect(await entries()).toEqual(first)
    await open(new Date('2027-03-02T12:00:00Z'))
    expect((await entries()).slice(3).map(({ localDate }) => localDate)).toEqual(Array(3).fill('2027-03-02'))
  })

  test('what is full is waited for, and what is cancelled is paid back and offered to the first of them', async () => {
    const people = ['S-4', 'S-5'].map((reference) => ({
      reference,
      email: `${reference.toLowerCase()}@example.test`,
      first_name: 'Wil',
      last_name: 'Example',
    }))
    const session = { venue: 'centre', activity: 'yoga', on: '+2d', at: '18:00' }
    const today: Files = {
      ...files,
      'people.json': [...(files['people.json'] as object[]), ...people],
      'block_bookings.csv': 'venue,activity,days,places\ncentre,yoga,daily,11\n',
      'sales.json': [{ ...session, to: 'S-1', by: 'S-3', tender: 'cash', cancelled: true }],
      'waitlists.json': [{ ...session, people: ['S-5', 'S-4'] }],
    }
    const state = async () => ({
      waiting: await db
        .selectFrom('waitlistEntry as w')
        .innerJoin('customer as c', 'c.id', 'w.personId')
        .innerJoin('occurrence as o', 'o.id', 'w.occurrenceId')
        .select(['c.reference', 'w.state', 'o.localDate'])
        .orderBy('w.id')
        .execute(),
      bookings: await db.selectFrom('booking').select(['status', 'price']).execute(),
      credit: await db.selectFrom('creditLot').select(['available']).execute(),
    })
    const open = async (now: Date): Promise<void> => {
      const sell = (payload: unknown) => sellToday(db, payload, () => {}, now)
      await load(today, { now })
      await runDueJobs(db, { [sellTodayJob]: sell }, now, quiet)
    }
    await open(new Date('2027-03-01T12:00:00Z'))
    const first = {
      waiting: [
        { reference: 'S-5', state: 'offered', localDate: '2027-03-03' },
        { reference: 'S-4', state: 'waiting', localDate: '2027-03-03' },
      ],
      bookings: [{ status: 'cancelled', price: 740 }],
      credit: [{ available: 740 }],
    }
    expect(await state()).toEqual(first)
    expect(await wrongWithTills(db)).toEqual([])
    await open(new Date('2027-03-01T12:30:00Z'))
    expect(await state()).toEqual(first)
  })

  test('says which session is meant in one way, and cancels for somebody', async () => {
    const sale = { venue: 'centre', activity: 'yoga', by: 'S-3', tender: 'cash' }
    const problems = await refused({
      ...files,
      'sales.json': [
        { ...sale, session: 'next', at: '18:00' },
        { ...sale, on: 'today' },
        { ...sale, session: 'next', cancelled: true },
        { ...sale, to: 'S-1', session: 'next', cancelled: true, attendance: 'attended' },
      ],
      'waitlists.json': [{ venue: 'centre', activity: 'yoga', session: 'next', people: ['S-1', 'S-9'] }],
    })
    expect(problems.map((problem) => problem.replace(/^(\w+\.json) line \d+, /, '$1 '))).toEqual([
      'sales.json session: say either session, or on and at.',
      'sales.json session: say either session, or on and at.',
      'sales.json cancelled: a walk-in has nothing to cancel with.',
      'sales.json attendance: nobody comes to what they have cancelled.',
      'waitlists.json people.1: there is no S-9 in people.json.',
    ])
  })

  test('is refused where it names what is not there', async () => {
    const sale = { venue: 'centre', activity: 'chess', session: 'next', to: 'S-9', by: 'S-1', till: 'back' }
    const problems = await refused({ ...files, 'sales.json': [{ ...sale, tender: 'cheque' }] })
    expect(problems.map((problem) => problem.replace(/^sales.json line \d+, /, ''))).toEqual([
      'activity: there is no chess in the activities of centre.',
      'to: there is no S-9 in people.json.',
      'by: there is no S-1 in the staff of people.json.',
      'till: there is no back in the tills of centre.',
      'number: is missing, of the cheque.',
    ])
  })
})
