import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { anOperatorFolder, now, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { api } from '#web/platform/api.ts'
import { describeImport } from './words.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
})

const linesOf = async (files: Files, how: Parameters<OperatorFolder['load']>[1] = {}): Promise<string[]> =>
  describeImport(await folder.load(files, how)).map((line) => line.trim())

const timetable = (more = '', from = '', to = ''): Files => ({
  'timetable.csv': `${(small['timetable.csv'] as string).replace(from, to)}${more}`,
})

test('says the old and the new value of each field, and leaves out what only stands elsewhere in its file', async () => {
  const [fitness, ...others] = small['activities.json'] as { children: object[] }[]
  const [yoga, aqua] = fitness!.children
  expect(
    await linesOf({
      'activities.json': [
        ...others,
        { ...fitness, children: [aqua, { ...yoga, late_cancel_fee: '2.50', description: 'x'.repeat(90) }] },
      ],
      'prices.csv': (small['prices.csv'] as string)
        .replace('7.40', '7.60')
        .replace('aqua,,,,5.00', 'aqua,,,,50.00'),
      ...timetable('', 'daily,18:00,60,,hall,12,sam', 'Mon-Fri,18:00,60,,court-1 court-2,10,'),
    }),
  ).toEqual(
    [
      'changed   activity centre/yoga: description changed; late cancellation fee none → £2.50',
      'changed   price centre/yoga/standard: price £7.40 → £7.60',
      'changed   price centre/aqua/standard: price £5.00 → £50.00',
      'added     timetable line centre/yoga/mon-tue-wed-thu-fri-1800-court-1-court-2',
      'withdrawn timetable line centre/yoga/daily-1800-hall',
    ].map((line) => line.trim()),
  )
})

test('says what a line has now and had before: its days, places, instructors and locations', async () => {
  const keyed = (line: string): Files => ({
    'timetable.csv': `${(small['timetable.csv'] as string).replace('venue,', 'key,venue,').replaceAll(/\n(?=.)/g, '\n,')}evening,${line}`,
  })
  await folder.load(keyed('centre,aqua,Mon-Tue,19:00,60,,pool,16,sam,calm\n'))
  expect(await linesOf(keyed('centre,aqua,Tue,19:00,60,,hall pool,10,,calm\n'))).toEqual([
    'changed   timetable line centre/aqua/evening: days Mon, Tue → Tue; places 16 → 10; instructors sam → none',
    'changed   timetable line centre/aqua/evening: locations pool → hall, pool',
  ])
})

test('names the session that has the floor, also on a day that is made later', async () => {
  const clash = 'centre,badminton,Sun,18:30,60,,court-1,,,\ncentre,aqua,Sun,18:30,60,,hall,9,,\n'
  const lines = await linesOf(timetable(clash), { check: true, until: '2027-03-15' })
  expect(lines.filter((line) => line.startsWith('not made'))).toEqual([
    'not made  Aqua at centre, 2027-03-07 18:30: Yoga, 2027-03-07 18:00, has its space',
    'not made  Aqua at centre, 2027-03-14 18:30: Yoga, 2027-03-14 18:00, has its space',
  ])
})

test('lists the sessions that stay because people have booked them', async () => {
  const { id } = await folder.db
    .selectFrom('occurrence')
    .select('id')
    .where('name', '=', 'Yoga')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await sql`select create_hold(${id}, null, null, null, null, 2, null, ${now})`.execute(folder.db)
  expect(await linesOf(timetable('', 'daily,18:00', 'daily,18:15'))).toContain(
    'kept      Yoga at centre, 2027-03-01 18:00: 2 places are booked, and the files no longer have it',
  )
})

test('says what is added beside a session that stays, as if it had been moved', async () => {
  await bookAqua()
  const lines = await linesOf(timetable('', 'Mon-Fri,10:00,45,,pool,20,,', 'Mon-Fri,11:30,45,,pool,20,,'), {
    check: true,
  })
  expect(lines.filter((line) => line.startsWith('kept'))).toEqual([
    'kept      Aqua at centre, 2027-03-01 10:00: 1 place is booked, and the files no longer have it. Aqua, 2027-03-01 11:30, is added beside it',
  ])
  await folder.load(timetable('', 'pool,20,,', 'pool,20,sam,'))
  const staffed = await linesOf(
    timetable('', 'Mon-Fri,10:00,45,,pool,20,,', 'Mon-Fri,11:30,45,,pool,20,sam,'),
    { check: true },
  )
  expect(staffed.filter((line) => line.startsWith('kept'))).toEqual([
    expect.stringContaining('11:30, is added beside it, and Sam Example would take both'),
  ])
})

test('says what a closure does to people and money, of a check and of an import', async () => {
  await bookAqua()
  const closed: Files = { 'closures.csv': 'venue,locations,date,reason\ncentre,pool,today,Pump\n' }
  const expected = [
    'cancelled Aqua at centre, 2027-03-01 10:00: 1 booking of 1 customer, £5.00 back',
    'people    1 booking of 1 customer, £5.00 back, write to 1',
  ]
  expect((await linesOf(closed, { check: true })).slice(0, 2)).toEqual(expected)
  expect((await linesOf(closed)).slice(0, 2)).toEqual(expected)
  expect(await folder.db.selectFrom('refund').select('id').execute()).toEqual([])
})

test('says that an import is done where it cannot be read what that does to people', async () => {
  await bookAqua()
  await sql`alter table booking add constraint stuck check (status = 'booked')`.execute(folder.db)
  onTestFinished(async () => {
    await sql`alter table booking drop constraint stuck`.execute(folder.db)
  })
  await expect(
    folder.load({ 'closures.csv': 'venue,locations,date,reason\ncentre,pool,today,Pump\n' }),
  ).rejects.toThrow('The files are imported. What that does to people and money could not be read: ')
  expect(await folder.db.selectFrom('closure').select('reason').execute()).toEqual([{ reason: 'Pump' }])
})

const aquaId = async (): Promise<string> => {
  const { publicId } = await folder.db
    .selectFrom('occurrence')
    .select('publicId')
    .where('name', '=', 'Aqua')
    .orderBy('startsAt')
    .executeTakeFirstOrThrow()
  return publicId
}

/** Ann has bought a place of the first one by card. */
const bookAqua = async () => {
  const browser = testApp(folder.db, { now }).browser()
  const { id } = await folder.db
    .selectFrom('customer')
    .select('id')
    .where('reference', '=', 'S-1')
    .executeTakeFirstOrThrow()
  await browser.logIn(id)
  await browser.send(api.baskets.add, { items: [{ id: await aquaId() }] })
  const { transactionUuid } = await authorise(browser)
  await complete(browser, transactionUuid)
}

test('says which block bookings cover no session, and which waivers belong to no activity', async () => {
  expect(
    await linesOf({
      'block_bookings.csv':
        'venue,activity,locations,days,start,until,places,key\ncentre,badminton,,Mon,08:00,10:00,all,club\ncentre,badminton,,Mon,20:00,21:00,all,late\n',
      'restrictions.json': [
        { slug: 'climbing', name: 'Climbing', kind: 'waiver', html: '<p>Take care.</p>' },
      ],
    }),
  ).toEqual([
    'added     block booking centre/badminton/club',
    'added     block booking centre/badminton/late',
    'added     restriction climbing',
    'note      block booking centre/badminton/late covers no session. Check place, days and times.',
    'note      waiver climbing belongs to no activity, so nobody is asked.',
  ])
})
