import { sql } from 'kysely'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import { anOperatorFolder, makeFolder, now, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import type { FieldValue } from '#contract/office.ts'
import { exportOperator } from './export.ts'
import { importObjectionCodes } from '#contract/office.ts'
import { importOperator } from './run.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

/** The catalogue as files, in a folder of their own. */
const exported = async (db: Database): Promise<{ path: string; files: Record<string, string> }> => {
  const files = await transact(db, (tx) => exportOperator(tx, undefined, now))
  const to = makeFolder()
  mkdirSync(path.join(to, 'assets'))
  for (const [name, content] of files) writeFileSync(path.join(to, name), content)
  return {
    path: to,
    files: Object.fromEntries([...files].map(([name, content]) => [name, content.toString()])),
  }
}

/** What importing an export changes, without accepting anything. */
const changesOfExport = async (db: Database) => {
  const { changes, occurrences } = await importOperator(db, (await exported(db)).path, { now })
  const { added, changed, withdrawn, cancelled } = occurrences
  return { changes, added, changed, withdrawn, cancelled }
}

const nothing = { changes: [], added: 0, changed: 0, withdrawn: 0, cancelled: 0 }

/** Something of everything that a catalogue may hold. */
const rich: Files = {
  'restrictions.json': [
    {
      slug: 'form',
      name: 'Health form',
      kind: 'waiver',
      html: '<p>Take care.</p>',
      per: 'booking',
      valid_months: 12,
      questions: [{ slug: 'size', text: 'Size, if "small"?', type: 'select', options: ['S, small', 'L'] }],
    },
    { slug: 'gym', name: 'Gym induction', kind: 'induction' },
  ],
  'activities.json': [
    {
      slug: 'fitness',
      name: 'Fitness',
      kind: 'classes',
      vat_rate: 17.5,
      level: 'easy',
      release: { days: 28, time: '09:00' },
      children: [
        { slug: 'yoga', name: 'Yoga', description: 'Slow,\nand "kind".', restrictions: ['form'], level: '' },
        { slug: 'aqua', name: 'Aqua', vat_rate: 5, gives: ['gym'], weekly_limit: 2 },
      ],
    },
    {
      slug: 'badminton',
      name: 'Badminton',
      kind: 'courts',
      late_cancel_fee: '2.50',
      icon: 'assets/logo.svg',
    },
    {
      slug: 'swim',
      name: 'Swim',
      kind: 'tickets',
      release: { minutes: 240 },
      tickets: [
        { slug: 'adult', name: 'Adult' },
        { slug: 'child', name: 'Child', age_max: 15 },
      ],
    },
  ],
  'prices.csv': `${small['prices.csv'] as string}swim,child,,,2.05,\n`,
  'timetable.csv':
    `${small['timetable.csv'] as string}centre,aqua,Tue,19:00,50,,pool,16,sam,calm\n`.replaceAll(
      /(tags|calm|,)\n/g,
      (_, end: string) =>
        `${end},${end === 'tags' ? 'except' : end === 'calm' ? '2027-03-05 2027-03-09..2027-03-12' : ''}\n`,
    ),
  'closures.csv':
    'venue,locations,date,until,days,start,end,reason\ncentre,hall,+20d,+30d,Sat Sun,,,Fair\ncentre,,+40d,+44d,,09:00,12:00,"Clean, dry"\n',
  'block_bookings.csv':
    'venue,activity,locations,days,start,until,places,desk_only,note,key\ncentre,badminton,court-1 court-2,Mon,08:00,10:00,all,,Shuttle Club,club\ncentre,aqua,,,,,2,yes,,\n',
  'memberships.json': [
    {
      slug: 'gold',
      name: 'Gold',
      price: '35.00',
      terms: ['rules'],
      benefits: [
        { slug: 'half', name: 'Half price', percent_off: 50, activities: ['fitness'] },
        { slug: 'swim', name: 'Swims', price: '1.00', allowance: { uses: 3, per: 'week' } },
      ],
    },
  ],
  'packages.json': [{ slug: 'ten', name: 'Ten', uses: 10, valid_days: 365, activities: ['fitness'] }],
}

test('importing an export changes nothing, and a second export is the same', async () => {
  await folder.load(rich)
  const first = await exported(folder.db)
  expect(await changesOfExport(folder.db)).toEqual(nothing)
  expect((await exported(folder.db)).files).toEqual(first.files)
  expect(first.files['timetable.csv']?.split('\n')[0]).toMatch(/^activity,venue,name,days,/)
  expect(JSON.stringify(first.files)).not.toContain('"id"')
})

test('an export makes the same catalogue in an empty database', async () => {
  await folder.load(rich)
  const first = await exported(folder.db)
  const again = await anOperatorFolder()
  await importOperator(again.db, first.path, { now })
  expect((await exported(again.db)).files).toEqual(first.files)
})

test('a session as staff have changed it is exported so', async () => {
  await folder.load()
  await sql`
    update occurrence set planned_name = name, planned_starts_at = starts_at, planned_location_id = location_id,
      name = 'Aqua gala', staff_capacity = 44, capacity = 44
    where slug is not null`.execute(folder.db)
  expect((await exported(folder.db)).files['sessions.csv']).toContain('Aqua gala,2027-03-11,15:00,90,pool,44')
  expect(await changesOfExport(folder.db)).toEqual(nothing)
})

test('after 200 random changes importing an export changes nothing', async () => {
  await folder.load(rich)
  let seed = 11
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const edits = [
    () =>
      sql`update pricing_option set price = ${random(3000)}, position = ${random(9)},
        vat_rate = ${[null, 0, 1750][random(3)]} where id % 3 = ${random(3)}`,
    () => sql`update series set capacity = ${random(30)}, weekdays = ${[random(3) + 1, random(3) + 4]}::int[]
      where id % 4 = ${random(4)}`,
    () =>
      sql`update series set name = ${['Evening, late', null, 'Früh "1"'][random(3)]} where id % 3 = ${random(3)}`,
    () => sql`update series set instructor_ids = array(select id from instructor where ${random(2)} = 0)`,
    () => sql`update activity set late_cancel_fee = ${random(2) === 0 ? null : random(900)},
      description = ${['', 'a\n# b', null][random(3)]}, age_min = ${random(9)} where id % 3 = ${random(3)}`,
    () => sql`update venue set phone = ${['', '01632 960123'][random(2)]}, opening_hours =
      ${JSON.stringify([{ days: 'Every day', hours: `${random(9)}am` }])}::jsonb`,
    () =>
      sql`update block_booking set places = ${random(2) === 0 ? null : random(5) + 1}, note = ${`Club ${random(9)}`}`,
    () => sql`update closure set reason = ${['', 'Fair, "big"'][random(2)]} where id % 2 = ${random(2)}`,
    () => sql`update membership_plan set price = ${random(9000) + 100}, max_members = ${random(5) + 1}`,
    () => sql`update occurrence set staff_capacity = ${random(40) + 20}, capacity = ${random(40) + 60}
      where slug is not null`,
    () => sql`update series set withdrawn = id % 3 = ${random(3)}`,
    () => sql`update terms set html = ${`<p>Version ${random(9)}</p>`}`,
  ]
  for (let batch = 0; batch < 20; batch += 1) {
    for (let edit = 0; edit < 10; edit += 1) await edits[random(edits.length)]!().execute(folder.db)
    const { changes } = await importOperator(folder.db, (await exported(folder.db)).path, {
      now,
      accept: importObjectionCodes,
    })
    expect({ batch, changes }).toEqual({ batch, changes: [] })
  }
}, 120_000)

/** What staff may type in, by the field. */
const valuesToType: Readonly<Record<string, readonly FieldValue[]>> = {
  status: ['open', 'maintenance', 'closed'],
  description: ['', 'Two\nlines, "quoted"', '# no comment'],
  openingHours: [[], [{ days: 'Every day', hours: '6am – 10pm' }]],
  phone: ['', '01632 960 123'],
  email: ['', 'Desk@Example.test'],
  amenities: [[], ['Parking', 'Café, upstairs']],
  accessibility: [[], ['Hoist']],
  preBookingNotice: [null, 'Bring a mat.'],
  whatToBring: [null, 'A mat and a towel.'],
  lastBookableMinutes: [10, -30, 0],
  freeCancelMinutes: [0, 90, 1440],
  lateCancelFee: [null, '0', '3.5'],
  noShowPenalty: [null, '0', '12'],
  nominalCode: ['', '4010'],
  waitlist: [true, false],
}
const releasesToType: Readonly<Record<'venue' | 'activity', readonly FieldValue[]>> = {
  venue: [
    { visitorDays: 0, customerDays: 1, time: '22:00' },
    { visitorDays: 2, customerDays: 3, time: '7:30' },
  ],
  activity: [null, { minutes: 240 }, { days: 3, time: '09:00' }],
}

test('after random changes in the browser importing an export changes nothing and ends what differed', async () => {
  await folder.load(rich)
  const { db } = folder
  const { id: operatorId } = await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  const staff = testApp(db, { now }).browser({ site: 'desk' })
  await staff.logIn((await aMemberOfStaff(db, operatorId, { staffLevel: 'supervisor' })).id)
  const activities = await staff.send(api.office.activities, { venue: 'centre' })
  let seed = 7
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return from[Math.floor((seed / 2_147_483_648) * from.length)] as T
  }
  const changeAny = async () => {
    const activity = pick([null, ...activities.activities])
    const { fields } =
      activity === null
        ? await staff.send(api.office.venue, { venue: 'centre' })
        : await staff.send(api.office.activity, { activityId: activity.id })
    const { name: field, value: before } = pick(fields)
    const of = activity === null ? 'venue' : 'activity'
    const typed = field === 'release' ? releasesToType[of] : (valuesToType[field] ?? [])
    const change = { field, before, value: pick(typed) }
    await (activity === null
      ? staff.send(api.office.changeVenue, { venue: 'centre', ...change })
      : staff.send(api.office.changeActivity, { activityId: activity.id, ...change }))
  }
  for (let batch = 0; batch < 8; batch += 1) {
    for (let edit = 0; edit < 12; edit += 1) await changeAny()
    expect(await staff.send(api.office.differences, {})).not.toEqual([])
    const { changes } = await importOperator(db, (await exported(db)).path, {
      now,
      accept: importObjectionCodes,
    })
    expect({ batch, changes }).toEqual({ batch, changes: [] })
    expect(await staff.send(api.office.differences, {})).toEqual([])
  }
}, 120_000)
