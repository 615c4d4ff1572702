import { beforeEach, describe, expect, test } from 'vitest'
import type { FieldValue } from '#contract/office.ts'
import { testApp } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { anOperatorFolder, now, small, venueInFiles } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import type { ImportOptions } from './load.ts'
import { describeImport } from './words.ts'

let folder: OperatorFolder
let app: TestApp
let priti: TestBrowser

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
  const { id } = await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  app = testApp(folder.db, { now })
  priti = app.browser({ site: 'desk' })
  await priti.logIn(
    (await aMemberOfStaff(folder.db, id, { firstName: 'Priti', staffLevel: 'supervisor' })).id,
  )
})

/** Yoga's fee and notice set in the browser, and the venue's release. */
const changeInBrowser = async () => {
  const { id } = await folder.db
    .selectFrom('activity')
    .select('id')
    .where('slug', '=', 'yoga')
    .executeTakeFirstOrThrow()
  const changeYoga = (field: string, value: FieldValue) =>
    priti.send(api.office.changeActivity, { activityId: id, field, before: null, value })
  await changeYoga('lateCancelFee', '3.00')
  await changeYoga('preBookingNotice', 'Bring a mat.')
  await priti.send(api.office.changeVenue, {
    venue: 'centre',
    field: 'release',
    before: { visitorDays: 0, customerDays: 1, time: '22:00' },
    value: { visitorDays: 0, customerDays: 2, time: '22:00' },
  })
}

/** Imports files in which yoga says this too; what they otherwise say is what they said before, save the order of tags. */
const loadWith = (yoga: object, how: Partial<ImportOptions> = {}) => {
  const [fitness, ...others] = small['activities.json'] as { children?: { slug: string }[] }[]
  const children = fitness?.children?.map((child) => (child.slug === 'yoga' ? { ...child, ...yoga } : child))
  return folder.load(
    { 'activities.json': [{ ...fitness, children }, ...others], 'instructors.json': otherInstructors },
    how,
  )
}
/** So that the files are not those imported before. */
const otherInstructors = [
  { slug: 'sam', name: 'Sam Example' },
  { slug: 'kim', name: 'Kim Example' },
]

/** Ann books yoga of this evening. */
const bookYoga = async () => {
  const ann = app.browser()
  const { id } = await folder.db
    .selectFrom('customer')
    .select('id')
    .where('reference', '=', 'S-1')
    .executeTakeFirstOrThrow()
  await ann.logIn(id)
  const { publicId } = await folder.db
    .selectFrom('occurrence as o')
    .innerJoin('activity as a', 'a.id', 'o.activityId')
    .select('o.publicId')
    .where('a.slug', '=', 'yoga')
    .orderBy('o.startsAt')
    .executeTakeFirstOrThrow()
  await ann.send(api.baskets.add, { items: [{ id: publicId }] })
  await complete(ann, (await authorise(ann)).transactionUuid)
}

const yogaNow = () =>
  folder.db
    .selectFrom('activity')
    .select(['lateCancelFee', 'preBookingNotice'])
    .where('slug', '=', 'yoga')
    .executeTakeFirstOrThrow()

const differences = () => priti.send(api.office.differences, {})

describe('an import of files that say', () => {
  beforeEach(changeInBrowser)

  test('what they said before leaves what staff have set, and counts it', async () => {
    const { overrides, changes, ...imported } = await loadWith({})
    expect(changes).toEqual([{ what: 'instructor', which: 'kim', how: 'added' }])
    expect(await yogaNow()).toEqual({ lateCancelFee: 300, preBookingNotice: 'Bring a mat.' })
    expect(describeImport({ ...imported, overrides, changes })).toContain(
      '  retained  3 fields that were changed in the browser',
    )
    expect((await differences()).map((one) => one.hasFilesChanged)).toEqual([false, false, false])
  })

  test('the very same files leaves it, too', async () => {
    expect((await folder.load()).overrides.retained).toHaveLength(3)
    expect(await yogaNow()).toMatchObject({ lateCancelFee: 300 })
  })

  test('the same as staff have set ends the difference', async () => {
    const { overrides, changes } = await loadWith({ late_cancel_fee: '3.00' })
    expect(changes).toEqual([{ what: 'instructor', which: 'kim', how: 'added' }])
    expect(overrides).toMatchObject({ differs: [], lost: [] })
    expect(overrides.retained.map(({ field }) => field)).toEqual(['release', 'preBookingNotice'])
    expect(await differences()).toHaveLength(2)
    // From now on it follows the files.
    await loadWith({ late_cancel_fee: '4.00' })
    expect(await yogaNow()).toMatchObject({ lateCancelFee: 400 })
  })

  test('something new leaves what staff have set, lists both first, and is not news the next time', async () => {
    const imported = await loadWith({ late_cancel_fee: '2.00' })
    expect(imported.changes).toEqual([{ what: 'instructor', which: 'kim', how: 'added' }])
    expect(describeImport(imported).slice(0, 2)).toEqual([
      '  differs   activity centre/yoga: late cancellation fee £3.00 → £2.00 in the files. What Priti Deskford set on 2027-03-01 stays; Settings, From files has both.',
      '  retained  2 fields that were changed in the browser',
    ])
    expect(await yogaNow()).toMatchObject({ lateCancelFee: 300 })
    expect((await differences())[0]).toMatchObject({
      field: 'lateCancelFee',
      value: '3.00',
      filesValue: '2.00',
      hasFilesChanged: true,
      activity: { name: 'Yoga' },
    })
    const again = await loadWith({ late_cancel_fee: '2.00', name: 'Yoga, slowly' })
    expect(again.overrides).toMatchObject({ differs: [] })
    expect((await differences())[0]).toMatchObject({ hasFilesChanged: true })
  })

  test('something new is only said by a check', async () => {
    const { overrides } = await loadWith({ late_cancel_fee: '2.00' }, { check: true })
    expect(overrides.differs).toHaveLength(1)
    expect((await differences()).map((one) => one.hasFilesChanged)).toEqual([false, false, false])
  })

  test('nothing of an activity any more says first that staff have changed it and that people have booked it', async () => {
    await bookYoga()
    const [, ...others] = small['activities.json'] as object[]
    const rows = (file: string) =>
      (small[file] as string)
        .split('\n')
        .filter((line) => !/yoga|aqua/.test(line))
        .join('\n')
    const imported = await folder.load({
      'activities.json': others,
      'prices.csv': rows('prices.csv'),
      'timetable.csv': rows('timetable.csv'),
      'sessions.csv': rows('sessions.csv'),
    })
    expect(describeImport(imported)[0]).toBe(
      '  withdrawn activity centre/yoga, although 1 booking is to come and late cancellation fee and notice before booking were changed in the browser',
    )
  })
})

test('a venue that the files no longer have is closed, whatever staff have set', async () => {
  const other = { slug: 'other', name: 'Other', locations: [{ slug: 'pool', name: 'Pool', shared: true }] }
  await folder.load({ 'venues.json': [venueInFiles, other] })
  await priti.send(api.office.changeVenue, {
    venue: 'other',
    field: 'status',
    before: 'open',
    value: 'maintenance',
  })
  await folder.load()
  const { status } = await folder.db
    .selectFrom('venue')
    .select('status')
    .where('slug', '=', 'other')
    .executeTakeFirstOrThrow()
  expect(status).toBe('closed')
  expect(await differences()).toEqual([])
})

describe('--files-win', () => {
  beforeEach(changeInBrowser)

  test('takes what the files say of everything, prints what is lost, and stands in the audit log', async () => {
    const imported = await folder.load({}, { filesWin: { reason: 'Season start' } })
    expect(describeImport(imported).slice(0, 3).toSorted()).toEqual([
      '  lost      activity centre/yoga: late cancellation fee £3.00 → none. Priti Deskford had changed it on 2027-03-01.',
      '  lost      activity centre/yoga: notice before booking Bring a mat. → none. Priti Deskford had changed it on 2027-03-01.',
      '  lost      venue centre: days ahead for customers 2 → 1. Priti Deskford had changed it on 2027-03-01.',
    ])
    expect(await yogaNow()).toEqual({ lateCancelFee: null, preBookingNotice: null })
    expect(await differences()).toEqual([])
    const { detail } = await folder.db
      .selectFrom('auditEntry')
      .select('detail')
      .where('act', '=', 'all values of the files taken')
      .where('actorId', 'is', null)
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({
      reason: 'Season start',
      lost: expect.arrayContaining([
        {
          subject: 'centre/yoga',
          field: 'lateCancelFee',
          before: { lateCancelFee: 300 },
          after: { lateCancelFee: null },
        },
      ]) as unknown,
    })
  })

  test('with a check loses nothing', async () => {
    const { overrides } = await folder.load({}, { filesWin: { reason: 'Looking' }, check: true })
    expect(overrides.lost).toHaveLength(3)
    expect(await differences()).toHaveLength(3)
  })
})
