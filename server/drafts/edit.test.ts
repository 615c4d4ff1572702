import { beforeEach, expect, test } from 'vitest'
import type { CatalogueEdit } from '#contract/office.ts'
import { aDraftingOffice } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { api } from '#web/platform/api.ts'

let office: DraftingOffice

beforeEach(async () => {
  office = await aDraftingOffice()
})

const pilates: CatalogueEdit = {
  list: 'instructors',
  before: null,
  after: { slug: 'priti', name: 'Priti Example' },
}

test('edits are kept and change nothing until they are published', async () => {
  const before = await office.exported()
  const later = await office.laterYoga()
  const draftId = await office.aDraftWith(later)
  const draft = await office.desk.send(api.drafts.addEdits, { draftId, edits: [pilates] })
  expect(draft).toMatchObject({
    name: 'January',
    reason: 'New term',
    state: 'open',
    author: 'Sam Deskford',
    goesLiveAt: null,
    edits: [later, pilates],
  })
  expect(await office.exported()).toEqual(before)
  expect(await office.desk.send(api.drafts.list, {})).toMatchObject([{ id: draftId, editCount: 2 }])
})

test('an edit can be struck, and the draft renamed', async () => {
  const draftId = await office.aDraftWith(await office.laterYoga(), pilates)
  const { edits } = await office.desk.send(api.drafts.one, { draftId })
  const editId = edits[0]?.id ?? 0
  const struck = await office.desk.send(api.drafts.strikeEdit, { draftId, editId })
  expect(struck.edits).toMatchObject([pilates])
  await expect(office.desk.send(api.drafts.strikeEdit, { draftId, editId })).rejects.toMatchObject({
    status: 404,
    message: 'This is not in the draft any more.',
  })
  await office.desk.send(api.drafts.change, { draftId, name: 'February', reason: '' })
  expect(await office.desk.send(api.drafts.one, { draftId })).toMatchObject({ name: 'February', reason: '' })
})

test('edits of one row in turn are one edit, and none where it is as it was', async () => {
  const before = await office.lineOf('yoga')
  const draftId = await office.aDraftWith({ list: 'timetable', before, after: { ...before, start: '18:30' } })
  const add = async (after: CatalogueEdit['after']) =>
    (await office.desk.send(api.drafts.addEdits, { draftId, edits: [{ list: 'timetable', before, after }] }))
      .edits
  expect(await add({ ...before, capacity: '14' })).toMatchObject([
    { before, after: { ...before, start: '18:30', capacity: '14' } },
  ])
  expect(await add(null)).toMatchObject([{ before, after: null }])
  expect(await add(before)).toEqual([])
})

test('an edit says anew what it makes of its row, unless somebody has changed it since', async () => {
  const before = await office.lineOf('yoga')
  const later = { ...before, start: '18:30' }
  const draftId = await office.aDraftWith({ list: 'timetable', before, after: later }, pilates)
  const [edit, added] = (await office.desk.send(api.drafts.one, { draftId })).edits
  const change = (editId: number, seen: CatalogueEdit['after'], after: CatalogueEdit['after']) =>
    office.desk.send(api.drafts.changeEdit, { draftId, editId, seen, after })
  const ids = [edit?.id ?? 0, added?.id ?? 0] as const
  // Another field, and the first one as it is in force: no second edit could say that.
  expect((await change(ids[0], later, { ...before, capacity: '14' })).edits[0]).toMatchObject({
    before,
    after: { ...before, capacity: '14' },
  })
  await expect(change(ids[0], later, before)).rejects.toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    message: 'This was changed since you looked. Here is what it is now.',
  })
  await expect(change(ids[1], pilates.after, null)).rejects.toMatchObject({ status: 422 })
  const renamed = { slug: 'priti', name: 'Priti Sample' }
  expect((await change(ids[1], pilates.after, renamed)).edits[1]).toMatchObject({
    before: null,
    after: renamed,
  })
  expect((await change(ids[0], { ...before, capacity: '14' }, before)).edits).toMatchObject([{ id: ids[1] }])
  await expect(change(ids[0], before, later)).rejects.toMatchObject({ status: 404 })
})

test('a draft that is discarded takes no more edits', async () => {
  const draftId = await office.aDraftWith(pilates)
  await office.desk.send(api.drafts.discard, { draftId })
  expect(await office.desk.send(api.drafts.list, {})).toEqual([])
  const closed = { code: 'draft_closed', message: 'This draft was discarded. Begin another one.' }
  const acts = [
    () => office.desk.send(api.drafts.addEdits, { draftId, edits: [pilates] }),
    () => office.desk.send(api.drafts.change, { draftId, name: 'Other' }),
    () => office.desk.send(api.drafts.discard, { draftId }),
    () => office.desk.send(api.drafts.strikeEdit, { draftId, editId: 1 }),
    () => office.desk.send(api.drafts.changeEdit, { draftId, editId: 1, seen: null, after: null }),
    () => office.desk.send(api.drafts.preview, { draftId }),
    () => office.desk.send(api.drafts.publish, { draftId, digest: 'x' }),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject(closed)
  await expect(office.desk.send(api.drafts.unschedule, { draftId })).rejects.toMatchObject(closed)
})

test('an edit says something, and a draft has a name and holds so many of them', async () => {
  const nothing: CatalogueEdit = { list: 'tags', before: null, after: null }
  await expect(office.aDraftWith(pilates, nothing)).rejects.toMatchObject({
    validationMessages: { 'edits.1': ['Say what is added, changed or taken out.'] },
  })
  await expect(office.desk.send(api.drafts.add, { name: ' ', edits: [pilates] })).rejects.toMatchObject({
    validationMessages: { name: [expect.any(String)] },
  })
  const many = (from: number) =>
    Array.from({ length: 150 }, (_, index): CatalogueEdit => {
      const slug = `tag-${from + index}`
      return { list: 'tags', before: null, after: { slug, name: slug } }
    })
  const draftId = await office.aDraftWith(...many(0))
  await expect(office.desk.send(api.drafts.addEdits, { draftId, edits: many(150) })).rejects.toMatchObject({
    code: 'too_large',
  })
})

test('duty managers draft and do not publish; the desk does neither', async () => {
  const draftId = await office.aDraftWith(await office.laterYoga())
  const manager = await office.browserOf({ roles: [{ role: 'duty_manager' }] })
  await manager.send(api.office.catalogue, {})
  const checked = await manager.send(api.office.changeCatalogue, {
    edits: [pilates],
    pictures: [],
    check: true,
    accept: [],
  })
  expect(checked.lines).toEqual(['added     instructor priti'])
  await expect(
    manager.send(api.office.changeCatalogue, { edits: [pilates], pictures: [], check: false, accept: [] }),
  ).rejects.toMatchObject({ status: 403 })
  await manager.send(api.drafts.addEdits, { draftId, edits: [pilates] })
  const { digest } = await manager.send(api.drafts.preview, { draftId })
  await expect(manager.send(api.drafts.publish, { draftId, digest: digest ?? '' })).rejects.toMatchObject({
    status: 403,
  })
  const desk = await office.browserOf({ staffLevel: 'desk' })
  await expect(desk.send(api.drafts.list, {})).rejects.toMatchObject({ status: 403 })
})
