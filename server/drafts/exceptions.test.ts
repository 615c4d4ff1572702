import { beforeEach, expect, test } from 'vitest'
import type { CatalogueEdit } from '#contract/office.ts'
import { aDraftingOffice } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { api } from '#web/platform/api.ts'

let office: DraftingOffice

beforeEach(async () => {
  office = await aDraftingOffice()
})

/** Yoga is daily, and its sessions are made until the third day. */
const everyDay = ['03-01T18:00', '03-02T18:00', '03-03T18:00']

const without = async (except: string): Promise<CatalogueEdit> => {
  const before = await office.lineOf('yoga')
  return { list: 'timetable', before, after: { ...before, except } }
}

test('a line has no sessions on the days that a draft leaves out, and has them again when that is undone', async () => {
  const draftId = await office.aDraftWith(await without('2027-03-02..2027-03-03 2027-03-29'))
  expect((await office.preview(draftId)).effect).toMatchObject({ withdrawn: 2, added: 0, calledOff: 0 })
  const publicationId = await office.publish(draftId)
  expect(await office.startsOf('Yoga')).toEqual(everyDay.slice(0, 1))
  expect((await office.exported())['timetable.csv']).toContain('2027-03-02..2027-03-03 2027-03-29')
  // What is exported comes back as it is.
  expect(await office.lineOf('yoga')).toMatchObject({ except: '2027-03-02..2027-03-03 2027-03-29' })
  const { digest } = await office.desk.send(api.drafts.previewUndo, { publicationId })
  await office.desk.send(api.drafts.undo, { publicationId, digest: digest ?? '', accept: [] })
  expect(await office.startsOf('Yoga')).toEqual(everyDay)
})

test('what people have booked on those days stays, and is said', async () => {
  await office.book('Yoga')
  const draftId = await office.aDraftWith(await without('2027-03-01..2027-03-02'))
  expect((await office.preview(draftId)).effect).toMatchObject({ withdrawn: 1, retained: 1, calledOff: 0 })
  await office.publish(draftId)
  expect(await office.startsOf('Yoga')).toEqual([everyDay[0], everyDay[2]])
})

test('one date of a line is left out, and comes as a session of its own', async () => {
  const leftOut = await without('2027-03-02')
  const { venue, activity, minutes, capacity } = leftOut.before ?? {}
  const once = { venue, activity, date: '2027-03-02', start: '19:00', minutes, location: 'pool', capacity }
  const draftId = await office.aDraftWith(leftOut, { list: 'sessions', before: null, after: once })
  expect(await office.preview(draftId)).toMatchObject({ problems: [], effect: { added: 1, withdrawn: 1 } })
  await office.publish(draftId)
  expect(await office.startsOf('Yoga')).toEqual(['03-01T18:00', '03-02T19:00', '03-03T18:00'])
})
