import { beforeEach, expect, test } from 'vitest'
import { aDraftingOffice, lastPublication } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { now } from '#test/support/operatorFiles.ts'
import { api } from '#web/platform/api.ts'
import { publishDueDrafts } from './goLive.ts'

let office: DraftingOffice

beforeEach(async () => {
  office = await aDraftingOffice()
})

const noon = new Date('2027-03-01T12:00:00Z')

/** Scheduled for noon. */
const aScheduledDraft = async (): Promise<number> => {
  const draftId = await office.aDraftWith(await office.laterYoga())
  const { digest } = await office.preview(draftId)
  const goesLiveAt = { day: '2027-03-01', time: '12:00' }
  await office.desk.send(api.drafts.publish, { draftId, digest: digest ?? '', goesLiveAt })
  return draftId
}

const stateOf = async (id: number) =>
  office.db.selectFrom('draft').select(['state', 'goesLiveAt']).where('id', '=', id).executeTakeFirstOrThrow()

const mails = () =>
  office.db
    .selectFrom('notice')
    .select(['recipient', 'data'])
    .where('kind', '=', 'publication_held')
    .execute()

test('a draft is published when its time has come, by the person who has scheduled it', async () => {
  const draftId = await aScheduledDraft()
  await publishDueDrafts(office.db, new Date(noon.getTime() - 1000))
  expect(await stateOf(draftId)).toMatchObject({ state: 'scheduled' })
  await publishDueDrafts(office.db, noon)
  expect(await stateOf(draftId)).toEqual({ state: 'published', goesLiveAt: null })
  expect(await office.startsOf('Yoga')).toEqual(['03-01T18:30', '03-02T18:30', '03-03T18:30'])
  expect(await lastPublication(office.db)).toMatchObject({ draftId, publishedAt: noon })
  expect(await office.desk.send(api.drafts.publications, {})).toMatchObject([
    { name: 'January', publishedBy: 'Sam Deskford' },
  ])
  await publishDueDrafts(office.db, new Date(noon.getTime() + 60_000))
  expect(await office.desk.send(api.drafts.publications, {})).toHaveLength(1)
  expect(await mails()).toEqual([])
})

test('one that clashes by then with what people have booked is held back, and its author told once', async () => {
  const draftId = await aScheduledDraft()
  await office.book('Yoga')
  await publishDueDrafts(office.db, noon)
  await publishDueDrafts(office.db, new Date(noon.getTime() + 60_000))
  expect(await stateOf(draftId)).toEqual({ state: 'open', goesLiveAt: null })
  expect(await office.startsOf('Yoga')).toEqual(['03-01T18:00', '03-02T18:00', '03-03T18:00'])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.data).toMatchObject({ draftId, name: 'January', clashes: 1, calledOff: 0, problems: 0 })
  const held = await office.db
    .selectFrom('auditEntry')
    .select('subject')
    .where('act', '=', 'draft held back')
    .execute()
  expect(held).toEqual([{ subject: `draft:${draftId}` }])
})

test('one whose rows were changed since is held back', async () => {
  const draftId = await aScheduledDraft()
  const yoga = await office.lineOf('yoga')
  await office.desk.send(api.office.changeCatalogue, {
    edits: [{ list: 'timetable', before: yoga, after: { ...yoga, capacity: '15' } }],
    pictures: [],
    check: false,
    accept: [],
  })
  await publishDueDrafts(office.db, noon)
  expect(await stateOf(draftId)).toMatchObject({ state: 'open' })
  expect((await mails()).map(({ data }) => data)).toMatchObject([{ problems: 1 }])
})

test('one that does the same, with other sessions because days have passed, is published', async () => {
  const draftId = await aScheduledDraft()
  await publishDueDrafts(office.db, new Date(now.getTime() + 5 * 86_400_000))
  expect(await stateOf(draftId)).toMatchObject({ state: 'published' })
  expect(await mails()).toEqual([])
})

test.each([
  ['has left', { lastDay: '2027-02-28' }],
  ['has lost the right', { role: 'duty_manager' as const }],
])('one that was scheduled by somebody who %s is held back', async (_, change) => {
  const another = await office.browserOf({ roles: [{ role: 'programme' }] })
  const draftId = await office.aDraftWith(await office.laterYoga())
  const { digest } = await another.send(api.drafts.preview, { draftId })
  const goesLiveAt = { day: '2027-03-01', time: '12:00' }
  await another.send(api.drafts.publish, { draftId, digest: digest ?? '', goesLiveAt })
  const { by } = await office.db
    .selectFrom('draft')
    .select('scheduledBy as by')
    .where('id', '=', draftId)
    .executeTakeFirstOrThrow()
  await office.db.updateTable('staffRole').set(change).where('customerId', '=', by).execute()
  await publishDueDrafts(office.db, noon)
  expect(await stateOf(draftId)).toEqual({ state: 'open', goesLiveAt: null })
  expect(await office.startsOf('Yoga')).toEqual(['03-01T18:00', '03-02T18:00', '03-03T18:00'])
  expect((await mails()).map(({ data }) => data)).toMatchObject([{ draftId, mayNot: true }])
})

test('one whose scheduler has closed the account is held back', async () => {
  const draftId = await aScheduledDraft()
  await office.db.updateTable('draft').set({ scheduledBy: null }).where('id', '=', draftId).execute()
  await publishDueDrafts(office.db, noon)
  expect(await stateOf(draftId)).toMatchObject({ state: 'open' })
  expect((await mails()).map(({ data }) => data)).toMatchObject([{ mayNot: true }])
})
