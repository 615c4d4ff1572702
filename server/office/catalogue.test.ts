import { beforeEach, expect, test } from 'vitest'
import type { CatalogueEdit, CatalogueList, CatalogueRow } from '#contract/office.ts'
import { importOperator } from '#server/import/run.ts'
import { transact } from '#server/platform/transact.ts'
import { exportOperator } from '#server/import/export.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { anOperatorFolder, countsOf, now } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/* The catalogue changed in the browser, of a small operator that has files. */

let folder: OperatorFolder
let app: TestApp
let desk: TestBrowser

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
  app = testApp(folder.db, { now })
  desk = app.browser({ site: 'desk' })
  const { id: operatorId } = await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  await desk.logIn(await staffId(folder.db, operatorId, { staffLevel: 'supervisor' }))
})

const staffId = async (...how: Parameters<typeof aMemberOfStaff>): Promise<number> =>
  (await aMemberOfStaff(...how)).id

const listed = async (list: CatalogueList): Promise<CatalogueRow[]> =>
  (await desk.send(api.office.catalogue, {})).lists[list]

const rowOf = async (list: CatalogueList, find: (row: CatalogueRow) => boolean): Promise<CatalogueRow> => {
  const row = (await listed(list)).find(find)
  if (row === undefined) throw new Error(`No such row of ${list}`)
  return row
}

const edit = (edits: CatalogueEdit[], more: { check?: boolean; accept?: ['browser_changes'] } = {}) =>
  desk.send(api.office.changeCatalogue, { edits, pictures: [], check: false, accept: [], ...more })

const aStudio = async (): Promise<CatalogueEdit> => {
  const centre = await rowOf('venues', () => true)
  const locations = [...(centre['locations'] as object[]), { slug: 'studio', name: 'Studio' }]
  return { list: 'venues', before: centre, after: { ...centre, locations } }
}

const zumbaInStudio: CatalogueEdit[] = [
  {
    list: 'activities',
    before: null,
    after: { slug: 'zumba', name: 'Zumba', kind: 'classes', venues: ['centre'] },
  },
  { list: 'prices', before: null, after: { venue: 'centre', activity: 'zumba', price: '6.50' } },
  {
    list: 'timetable',
    before: null,
    after: {
      venue: 'centre',
      activity: 'zumba',
      days: 'daily',
      start: '19:00',
      minutes: '45',
      locations: 'studio',
      capacity: '20',
    },
  },
]

test('what is saved is what was shown before, and nothing else changes', async () => {
  const before = await countsOf(folder.db)
  const edits = [await aStudio(), ...zumbaInStudio]
  const checked = await edit(edits, { check: true })
  expect(checked.lines).toEqual([
    'added     space centre/studio',
    'added     location centre/studio',
    'added     activity centre/zumba',
    'added     price centre/zumba/standard',
    'added     timetable line centre/zumba/daily-1900-studio',
  ])
  expect(checked.summary).toMatch(/3 sessions? added|3 added/)
  expect(await countsOf(folder.db)).toEqual(before)
  expect((await edit(edits)).lines).toEqual(checked.lines)
  expect((await countsOf(folder.db))?.['sessions']).toBe((before?.['sessions'] ?? 0) + 3)
})

test('what is wrong with a row is said by its field, and of the others which they are', async () => {
  await expect(
    edit([
      { list: 'terms', before: null, after: { slug: 'more', name: '', html: '<p>x</p>' } },
      {
        list: 'prices',
        before: null,
        after: { venue: 'centre', activity: 'yoga', option: 'late', price: '6,5' },
      },
    ]),
  ).rejects.toMatchObject({
    code: 'invalid',
    validationMessages: {
      'edits.0.name': [expect.any(String)],
      'edits.1.price': [expect.stringContaining('6.5')],
    },
  })
  const centre = await rowOf('venues', () => true)
  const locations = (centre['locations'] as { slug: string }[]).filter(({ slug }) => slug !== 'pool')
  await expect(
    edit([{ list: 'venues', before: centre, after: { ...centre, locations } }]),
  ).rejects.toMatchObject({ code: 'still_used', message: expect.stringContaining('Timetable aqua Mon') })
})

test('a row that a colleague has changed since is not overwritten', async () => {
  const rules = await rowOf('terms', () => true)
  await edit([{ list: 'terms', before: rules, after: { ...rules, name: 'House rules' } }])
  await expect(
    edit([{ list: 'terms', before: rules, after: { ...rules, name: 'Our rules' } }]),
  ).rejects.toMatchObject({ code: 'changed_meanwhile' })
})

test('an import of files that would undo it is refused until it is accepted, and one of an export changes nothing', async () => {
  await edit([await aStudio(), ...zumbaInStudio])
  const importing = folder.load({}, { accept: [] })
  await expect(importing).rejects.toThrow(
    /undo what was changed in the browser: .*activity centre\/zumba.*\(browser_changes\)/,
  )
  const exported = await transact(folder.db, (tx) => exportOperator(tx, undefined, now))
  for (const [name, content] of exported) folder.write({ [name]: content.toString() })
  const { changes } = await importOperator(folder.db, folder.path, { now })
  expect(changes).toEqual([])
  // The files say so now: from here on they decide alone.
  await folder.load({}, { accept: ['sessions_lost'] })
  expect((await listed('activities')).map(({ slug }) => slug)).not.toContain('zumba')
})

test('a field that staff have set stays theirs, with what it is now', async () => {
  await desk.send(api.office.changeVenue, {
    venue: 'centre',
    field: 'phone',
    value: '01632 960002',
    before: '',
  })
  const centre = await rowOf('venues', () => true)
  await edit([
    { list: 'venues', before: centre, after: { ...centre, name: 'The Centre', phone: '01632 960003' } },
  ])
  expect(await folder.db.selectFrom('venue').select(['name', 'phone']).executeTakeFirstOrThrow()).toEqual({
    name: 'The Centre',
    phone: '01632 960003',
  })
  const overrides = await desk.send(api.office.differences, {})
  expect(overrides.map(({ field, value, filesValue }) => ({ field, value, filesValue }))).toEqual([
    { field: 'phone', value: '01632 960003', filesValue: '' },
  ])
})

test('prices that begin on a day, closures and where things stand in files are left as they are', async () => {
  await folder.load({
    'price_steps.csv': 'activity,option,from,price\nyoga,standard,+20d,7.60\n',
    'closures.csv': 'venue,locations,date,reason\ncentre,pool,+5d,Cleaning\n',
  })
  const staff = await folder.db
    .selectFrom('customer')
    .select('id')
    .where('role', '=', 'staff')
    .executeTakeFirstOrThrow()
  const step = await folder.db.selectFrom('priceStep').select(['id']).executeTakeFirstOrThrow()
  await folder.db
    .updateTable('priceStep')
    .set({ price: 780, setBy: staff.id, setAt: now })
    .where('id', '=', step.id)
    .execute()
  const closure = await folder.db.selectFrom('closure').selectAll().executeTakeFirstOrThrow()
  const { venueId, locationId, startsAt, endsAt, reason } = closure
  await folder.db.deleteFrom('closure').execute()
  await folder.db
    .insertInto('liftedClosure')
    .values({ venueId, locationId, startsAt, endsAt, reason, liftedBy: staff.id, liftedAt: now })
    .execute()
  const others = async () => ({
    steps: await folder.db.selectFrom('priceStep').selectAll().execute(),
    closures: await folder.db.selectFrom('closure').selectAll().execute(),
    lifted: await folder.db.selectFrom('liftedClosure').selectAll().execute(),
    positions: await folder.db.selectFrom('filePosition').selectAll().orderBy('line').execute(),
    people: await folder.db.selectFrom('customer').selectAll().orderBy('id').execute(),
  })
  const before = await others()
  expect(before.positions.length).toBeGreaterThan(0)
  await edit([await aStudio(), ...zumbaInStudio])
  expect(await others()).toEqual(before)
})

test('a theme comes with its logo', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#123456"/></svg>'
  const blue = { slug: 'blue', primaryColour: '#0F6173', logo: 'assets/logo-1.svg' }
  const pictures = [{ path: 'assets/logo-1.svg', contentBase64: Buffer.from(svg).toString('base64') }]
  const edits: CatalogueEdit[] = [{ list: 'themes', before: null, after: blue }]
  await expect(
    desk.send(api.office.changeCatalogue, { edits, pictures: [], check: true, accept: [] }),
  ).rejects.toMatchObject({ validationMessages: { 'edits.0.logo': [expect.stringContaining('logo-1.svg')] } })
  await desk.send(api.office.changeCatalogue, { edits, pictures, check: false, accept: [] })
  const theme = await folder.db
    .selectFrom('theme')
    .select(['primaryColour', 'appLogo'])
    .where('slug', '=', 'blue')
    .executeTakeFirstOrThrow()
  expect(theme.primaryColour).toBe('#0f6173')
  expect(theme.appLogo).toMatch(/^data:image\/svg\+xml/)
  expect(await listed('themes')).toContainEqual(
    expect.objectContaining({ slug: 'blue', primaryColour: '#0f6173', logo: 'assets/blue-logo.svg' }),
  )
})

test('places are kept for the desk, with what they are for, until the rule is taken out', async () => {
  const rule = {
    venue: 'centre',
    activity: 'yoga',
    days: 'Mon Tue',
    places: '4',
    deskOnly: 'yes',
    note: 'Walk-ins',
  }
  await edit([{ list: 'blocks', before: null, after: rule }])
  const heldForDesk = () =>
    folder.db
      .selectFrom('hold')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('blockBookingId', 'is not', null)
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow()
  expect((await heldForDesk()).count).toBeGreaterThan(0)
  const row = await rowOf('blocks', ({ note }) => note === 'Walk-ins')
  expect(row).toMatchObject(rule)
  await edit([{ list: 'blocks', before: row, after: null }])
  expect(await heldForDesk()).toEqual({ count: 0 })
  await expect(
    edit([{ list: 'blocks', before: null, after: { ...rule, places: 'some' } }]),
  ).rejects.toMatchObject({
    validationMessages: { 'edits.0.places': ['Should be a number from 1 to 10000, or all.'] },
  })
})

test('an activity asks its questions, has an icon, and a price of a band has its own VAT', async () => {
  const badminton = await rowOf('activities', ({ slug }) => slug === 'badminton')
  const questions = [{ slug: 'racket', text: 'Do you need a racket?', type: 'checkbox', required: false }]
  const peak = {
    venue: 'centre',
    activity: 'badminton',
    band: 'peak',
    name: 'Peak',
    price: '12.00',
    vatRate: '5',
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#123456"/></svg>'
  await desk.send(api.office.changeCatalogue, {
    edits: [
      {
        list: 'activities',
        before: badminton,
        after: { ...badminton, questions, icon: 'assets/icon-1.svg' },
      },
      { list: 'prices', before: null, after: peak },
    ],
    pictures: [{ path: 'assets/icon-1.svg', contentBase64: Buffer.from(svg).toString('base64') }],
    check: false,
    accept: [],
  })
  expect(await rowOf('activities', ({ slug }) => slug === 'badminton')).toMatchObject({
    questions,
    icon: 'assets/badminton-icon.svg',
  })
  expect(await rowOf('prices', ({ band }) => band === 'peak')).toMatchObject({ price: '12.00', vatRate: '5' })
})

test('what is taken out is said before, and is not offered any more', async () => {
  const yoga = await rowOf('timetable', ({ activity }) => activity === 'yoga')
  const checked = await edit([{ list: 'timetable', before: yoga, after: null }], { check: true })
  expect(checked.lines).toEqual([expect.stringMatching(/^withdrawn timetable line centre\/yoga\//)])
  await edit([{ list: 'timetable', before: yoga, after: null }])
  expect(await listed('timetable')).not.toContainEqual(yoga)
})

test('only administrators change it, and it stands in the audit', async () => {
  const { id: operatorId } = await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  const other = app.browser({ site: 'desk' })
  await other.logIn(await staffId(folder.db, operatorId, { staffLevel: 'desk' }))
  await expect(other.send(api.office.catalogue, {})).rejects.toMatchObject({ status: 403 })
  const rules = await rowOf('terms', () => true)
  const rename: CatalogueEdit = { list: 'terms', before: rules, after: { ...rules, name: 'House rules' } }
  await expect(
    other.send(api.office.changeCatalogue, { edits: [rename], pictures: [], check: true, accept: [] }),
  ).rejects.toMatchObject({ status: 403 })
  await edit([rename], { check: true })
  const entries = () =>
    folder.db.selectFrom('auditEntry').select('detail').where('act', '=', 'catalogue changed').execute()
  expect(await entries()).toEqual([])
  await edit([rename])
  expect(await entries()).toMatchObject([
    { detail: { edits: [{ list: 'terms', after: { name: 'House rules' } }] } },
  ])
})
