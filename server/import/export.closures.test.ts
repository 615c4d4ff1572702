import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { daysAfter } from '#contract/time.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { anOperatorFolder, makeFolder, now } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { exportOperator } from './export.ts'
import { importOperator } from './run.ts'

/* What staff have closed, in an export, and what an import of it does. */

let folder: OperatorFolder
let staff: TestBrowser
let places: Record<string, number>

const files = {
  'closures.csv':
    'venue,locations,date,until,start,end,reason\ncentre,hall,2027-03-20,2027-03-24,09:00,12:00,Fair\n',
}

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load(files)
  const { db } = folder
  const { id: operatorId } = await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  staff = testApp(db, { now }).browser({ site: 'desk' })
  await staff.logIn((await aMemberOfStaff(db, operatorId, { staffLevel: 'supervisor' })).id)
  const locations = await db.selectFrom('location').select(['id', 'slug']).execute()
  places = Object.fromEntries(locations.map(({ id, slug }) => [slug, id]))
})

type Wanted = { from: string; until: string | null; at?: readonly string[]; publicReason?: string }

const close = async ({ from, until, at = [], publicReason = '' }: Wanted): Promise<number> => {
  const wanted = { venue: 'centre', locationIds: at.map((slug) => places[slug] ?? 0), from, until }
  const { digest } = await staff.send(api.closures.preview, wanted)
  return (await staff.send(api.closures.close, { ...wanted, publicReason, digest })).id
}

const end = (closureId: number) => staff.send(api.closures.end, { closureId })

const exported = async () => {
  const made = await transact(folder.db, (tx) => exportOperator(tx, undefined, now))
  const to = makeFolder()
  mkdirSync(path.join(to, 'assets'))
  for (const [name, content] of made) writeFileSync(path.join(to, name), content)
  return { path: to, closures: made.get('closures.csv')?.toString().trimEnd().split('\n').slice(1) ?? [] }
}

const importAt = async (to: string) => (await importOperator(folder.db, to, { now })).changes

/** Everything that is closed, by whom. */
const closed = () =>
  folder.db
    .selectFrom('closure')
    .select(['locationId', 'startsAt', 'endsAt', 'reason', 'closingId'])
    .orderBy('id')
    .execute()

test('each is a line, from an hour of a day to an hour of another or until further notice', async () => {
  await close({ from: '2027-03-05T14:00', until: '2027-03-11T12:00', at: ['pool'], publicReason: 'Pump' })
  await close({ from: '2027-03-06T08:00', until: null, at: ['hall'] })
  await close({ from: '2027-03-08T10:00', until: '2027-03-08T12:00', at: ['hall'] })
  const { closures } = await exported()
  expect(closures.toSorted()).toEqual(
    [
      'centre,hall,2027-03-06,,,08:00,,later,,',
      'centre,hall,2027-03-08,2027-03-08,,10:00,12:00,,,',
      'centre,hall,2027-03-20,2027-03-24,,09:00,12:00,,,Fair',
      'centre,pool,2027-03-05,,,14:00,,2027-03-11,12:00,Pump',
    ].toSorted(),
  )
})

test('an import of it closes nothing a second time, and leaves them to staff', async () => {
  await close({ from: '2027-03-05T14:00', until: '2027-03-11T12:00', publicReason: 'Pump' })
  const before = await closed()
  expect(await importAt((await exported()).path)).toEqual([])
  expect(await closed()).toEqual(before)
})

test('what staff open again stays open while the files have it, and Settings lists it', async () => {
  const id = await close({ from: '2027-03-05T14:00', until: null, at: ['pool'], publicReason: 'Pump' })
  const { path: to } = await exported()
  await importAt(to)
  await end(id)
  expect(await staff.send(api.office.liftedClosures, {})).toMatchObject([
    { places: [expect.any(String)], reason: 'Pump', until: null },
  ])
  await importAt(to)
  expect((await closed()).filter(({ reason }) => reason === 'Pump')).toEqual([])
  // The export of now has it no more.
  await importAt((await exported()).path)
  expect(await staff.send(api.office.liftedClosures, {})).toEqual([])
})

test('what the files never had is not said to be in them once staff open it again', async () => {
  await end(await close({ from: '2027-03-05T14:00', until: null }))
  expect(await staff.send(api.office.liftedClosures, {})).toEqual([])
})

test('an export makes the same closures in an empty database', async () => {
  await close({ from: '2027-03-05T14:00', until: '2027-03-11T12:00', at: ['pool'], publicReason: 'Pump' })
  await close({ from: '2027-03-06T08:00', until: null, at: ['hall'] })
  const first = await exported()
  folder = await anOperatorFolder()
  await importAt(first.path)
  expect((await exported()).closures).toEqual(first.closures)
  expect(await importAt(first.path)).toEqual([])
})

test('after random closures and openings importing an export changes nothing and closes what was closed', async () => {
  let seed = 5
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return from[Math.floor((seed / 2_147_483_648) * from.length)] as T
  }
  const days = Array.from({ length: 30 }, (_, index) => daysAfter('2027-03-02', index))
  const hours = ['00:00', '07:30', '12:00', '23:30']
  const open: number[] = []
  const closeAny = async () => {
    const from = `${pick(days)}T${pick(hours)}`
    const until = pick([null, `${pick(days)}T${pick(hours)}`, `${from.slice(0, 11)}24:00`])
    if (until !== null && (until <= from || until.endsWith('24:00'))) return
    const at = pick([[], ['pool'], ['hall'], ['hall', 'pool']])
    open.push(await close({ from, until, at, publicReason: pick(['', 'Pump, "again"']) }))
  }
  const endAny = async () => {
    const id = pick(open)
    await end(id)
    open.splice(open.indexOf(id), 1)
  }
  for (let batch = 0; batch < 12; batch += 1) {
    for (let act = 0; act < 6; act += 1) await (open.length > 6 ? endAny() : closeAny())
    const before = await closed()
    expect({ batch, changes: await importAt((await exported()).path) }).toEqual({ batch, changes: [] })
    expect(await closed()).toEqual(before)
  }
}, 120_000)
