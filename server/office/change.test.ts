import { beforeEach, describe, expect, test } from 'vitest'
import type { FieldValue } from '#contract/office.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { anOperatorFolder, now, venueInFiles } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { outcome } from '#test/support/outcome.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let folder: OperatorFolder
let app: TestApp
let operatorId: number
let priti: TestBrowser
let yogaId: number

/** A member of staff with a browser of their own. */
const aPerson = async (firstName: string, staffLevel: 'desk' | 'supervisor' = 'supervisor') => {
  const browser = app.browser({ site: 'desk' })
  await browser.logIn((await aMemberOfStaff(folder.db, operatorId, { firstName, staffLevel })).id)
  return browser
}

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
  app = testApp(folder.db, { now })
  operatorId = (await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id
  yogaId = await activityId('yoga')
  priti = await aPerson('Priti')
})

const activityId = async (slug: string) =>
  (await folder.db.selectFrom('activity').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id

const changeVenue = (field: string, before: FieldValue, value: FieldValue, browser = priti) =>
  browser.send(api.office.changeVenue, { venue: 'centre', field, before, value })
const changeYoga = (field: string, before: FieldValue, value: FieldValue, browser = priti) =>
  browser.send(api.office.changeActivity, { activityId: yogaId, field, before, value })

const fieldIn = ({ fields }: { fields: readonly { name: string }[] }, name: string) =>
  fields.find((field) => field.name === name)

describe('changing a field', () => {
  test('of a venue is seen by customers, and says what the files say', async () => {
    const hours = [{ days: 'Every day', hours: '7am to 9pm' }]
    await changeVenue('openingHours', [], hours)
    const saved = await changeVenue('phone', '', ' 01632 960 123 ')
    expect(fieldIn(saved, 'openingHours')).toMatchObject({
      value: hours,
      override: { filesValue: [], changedBy: 'Priti Deskford', hasFilesChanged: false },
    })
    expect(fieldIn(saved, 'status')).toEqual({
      name: 'status',
      value: 'open',
      inFiles: { file: 'venues.json', line: 2 },
      override: null,
    })
    const visitor = app.browser()
    expect(await visitor.send(api.venues.one, { venue: 'centre' })).toMatchObject({
      openingHours: hours,
      phone: '01632 960 123',
    })
  })

  test('of an activity is seen by customers once the cached answer is a second old', async () => {
    const visitor = app.browser()
    const seen = () => visitor.send(api.activities.category, { venue: 'centre', activity: 'yoga' })
    expect(await seen()).toMatchObject({ freeCancelMinutes: 0, lateCancelFee: null })
    await changeYoga('freeCancelMinutes', 0, 120)
    await changeYoga('lateCancelFee', null, '2.5')
    await expect
      .poll(seen, { timeout: 5000 })
      .toMatchObject({ freeCancelMinutes: 120, lateCancelFee: { raw: 250 } })
  })

  test('description: sessions of the timetable and one-off sessions have the new one', async () => {
    const aqua = await activityId('aqua')
    await priti.send(api.office.changeActivity, {
      activityId: aqua,
      field: 'description',
      before: null,
      value: 'In the deep end.',
    })
    const texts = await folder.db
      .selectFrom('occurrence')
      .select('description')
      .distinct()
      .where('activityId', '=', aqua)
      .execute()
    expect(texts).toEqual([{ description: 'In the deep end.' }])
  })

  test('release rule: more days are in the timetable', async () => {
    const lastDay = async () =>
      (
        await folder.db
          .selectFrom('occurrence')
          .select(({ fn }) => fn.max('localDate').as('day'))
          .where('slug', 'is', null)
          .executeTakeFirstOrThrow()
      ).day
    expect(await lastDay()).toBe('2027-03-03')
    const before = { visitorDays: 0, customerDays: 1, time: '22:00' }
    await changeVenue('release', before, { visitorDays: 5, customerDays: 10, time: '07:00' })
    expect(await lastDay()).toBe('2027-03-12')
  })

  test('back to what the files say leaves no difference', async () => {
    await changeYoga('release', null, { minutes: 90 })
    expect(await priti.send(api.office.differences, {})).toHaveLength(1)
    const saved = await changeYoga('release', { minutes: 90 }, null)
    expect(fieldIn(saved, 'release')).toMatchObject({ name: 'release', value: null, override: null })
    expect(await priti.send(api.office.differences, {})).toEqual([])
  })

  test('is in the audit log with before and after', async () => {
    await priti.send(api.office.changeActivity, {
      activityId: yogaId,
      field: 'noShowPenalty',
      before: null,
      value: '5',
      reason: 'Empty mats',
    })
    const entries = await folder.db.selectFrom('auditEntry').select(['act', 'subject', 'detail']).execute()
    expect(entries).toEqual([
      {
        act: 'activity changed',
        subject: `activity:${yogaId}`,
        detail: {
          field: 'noShowPenalty',
          before: { noShowPenalty: null },
          after: { noShowPenalty: 500 },
          reason: 'Empty mats',
        },
      },
    ])
  })

  test('sent again with its key is done once', async () => {
    const args = { venue: 'centre', field: 'phone', before: '', value: '01632 960123' }
    const options = { idempotencyKey: 'the-same-press-again' }
    const first = await priti.send(api.office.changeVenue, args, options)
    expect(await priti.send(api.office.changeVenue, args, options)).toEqual(first)
    expect(await folder.db.selectFrom('auditEntry').select('id').execute()).toHaveLength(1)
  })
})

describe('what is refused', () => {
  test('a value that the files could not say either, in the words of the files', async () => {
    const wrong = async (field: string, before: FieldValue, value: FieldValue) =>
      (await refusal(changeYoga(field, before, value))).validationMessages['value']
    expect(await wrong('lateCancelFee', null, '2,50')).toEqual([
      'Should be pounds and pence such as 13.45. Did you mean 2.50?',
    ])
    expect(await wrong('freeCancelMinutes', 0, 1.5)).toEqual(['Should be a whole number.'])
    expect(await wrong('freeCancelMinutes', 0, -1)).toEqual(['Should be at least 0.'])
    expect(await wrong('release', null, { days: 400, time: '09:00' })).toEqual(['Should be at most 365.'])
    expect(await folder.db.selectFrom('fieldOverride').select('id').execute()).toEqual([])
  })

  test('a value that somebody has changed since: by whom, when, and what it is now stays', async () => {
    await changeYoga('freeCancelMinutes', 0, 60, await aPerson('Omar'))
    expect(await refusal(changeYoga('freeCancelMinutes', 0, 90))).toMatchObject({
      code: 'changed_meanwhile',
      message: 'Omar Deskford changed this at 06:00. Here is what it is now.',
    })
    const { fields } = await priti.send(api.office.activity, { activityId: yogaId })
    expect(fieldIn({ fields }, 'freeCancelMinutes')).toMatchObject({ value: 60 })
  })

  test('a value that the files have changed since', async () => {
    await folder.load({ 'venues.json': [{ ...venueInFiles, phone: '01632 960999' }] })
    expect(await refusal(changeVenue('phone', '', '01632 960123'))).toMatchObject({
      code: 'changed_meanwhile',
      message: 'This was changed since you looked. Here is what it is now.',
    })
  })

  test('what the files alone may change: a name, a rule of a heading', async () => {
    expect(await refusal(changeVenue('name', 'Centre', 'Other'))).toMatchObject({
      code: 'from_files',
      message: 'This is set in venues.json, line 4. Change it there.',
    })
    const ofHeading = priti.send(api.office.changeActivity, {
      activityId: await activityId('fitness'),
      field: 'freeCancelMinutes',
      before: 0,
      value: 60,
    })
    expect(await refusal(ofHeading)).toMatchObject({
      code: 'from_files',
      message: 'This is set in activities.json, line 2. Change it there.',
    })
  })

  test('staff of the desk, and what is of another operator', async () => {
    const desk = await aPerson('Dee', 'desk')
    const byDesk = [
      changeVenue('phone', '', '1', desk),
      changeYoga('freeCancelMinutes', 0, 60, desk),
      desk.send(api.office.differences, {}),
    ]
    expect(await Promise.all(byDesk.map(outcome))).toEqual(byDesk.map(() => 'forbidden'))

    const other = await anOperator(folder.db, { slug: 'other' })
    const otherVenue = await aVenue(folder.db, { operatorId: other.id }, { slug: 'elsewhere' })
    const otherActivity = await folder.db
      .insertInto('activity')
      .values({ venueId: otherVenue.id, slug: 'judo', name: 'Judo', kind: 'classes' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const change = { field: 'phone', before: '', value: '1' }
    const ofOther = [
      priti.send(api.office.venue, { venue: 'elsewhere' }),
      priti.send(api.office.changeVenue, { venue: 'elsewhere', ...change }),
      priti.send(api.office.activities, { venue: 'elsewhere' }),
      priti.send(api.office.activity, { activityId: otherActivity.id }),
      priti.send(api.office.changeActivity, { activityId: otherActivity.id, ...change }),
    ]
    expect(await Promise.all(ofOther.map(outcome))).toEqual(ofOther.map(() => 'not_found'))
  })
})

test('activities are listed under their headings, with how many fields differ from the files', async () => {
  await changeYoga('freeCancelMinutes', 0, 60)
  const { activities } = await priti.send(api.office.activities, { venue: 'centre' })
  expect(activities.map(({ name, heading, overrides }) => [heading, name, overrides])).toEqual([
    [null, 'Fitness', 0],
    ['Fitness', 'Yoga', 1],
    ['Fitness', 'Aqua', 0],
    [null, 'Badminton', 0],
    [null, 'Swim', 0],
  ])
})
