import { beforeEach, expect, test } from 'vitest'
import type { RoleId } from '#contract/permissions.ts'
import type { CatalogueEdit } from '#contract/office.ts'
import { aDraftingOffice } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { venueInFiles } from '#test/support/operatorFiles.ts'
import { api } from '#web/platform/api.ts'
import { publishDueDrafts } from './goLive.ts'

/* Staff of one venue of two. */

let office: DraftingOffice

beforeEach(async () => {
  office = await aDraftingOffice(undefined, {
    'venues.json': [venueInFiles, { ...venueInFiles, slug: 'park', name: 'Park' }],
    'timetable.csv':
      'venue,activity,days,start,minutes,locations,capacity\ncentre,yoga,daily,18:00,60,hall,12\npark,yoga,daily,10:00,60,hall,12\ncentre park,aqua,daily,08:00,60,pool,9\n',
  })
})

const staffOfPark = async (role: RoleId) => {
  const { id: venueId } = await office.db
    .selectFrom('venue')
    .select('id')
    .where('slug', '=', 'park')
    .executeTakeFirstOrThrow()
  return office.browserOf({ roles: [{ role, venueId }] })
}

const later = async (venue: string): Promise<CatalogueEdit> => {
  const before = await office.rowOf('timetable', (row) => row['venue'] === venue)
  return { list: 'timetable', before, after: { ...before, start: '11:00' } }
}

test('staff of a venue see what the catalogue has of it, and the words for that', async () => {
  const manager = await staffOfPark('duty_manager')
  const { lists } = await manager.send(api.office.catalogue, {})
  expect(lists.venues.map(({ slug }) => slug)).toEqual(['park'])
  expect(lists.timetable.map(({ venue }) => String(venue)).toSorted()).toEqual(['centre park', 'park'])
  expect(lists.activities.length).toBeGreaterThan(0)
  expect([lists.operator, lists.terms, lists.themes, lists.memberships]).toEqual([[], [], [], []])
})

test('staff of a venue draft and publish its timetable, and undo that', async () => {
  const programme = await staffOfPark('programme')
  const { id: draftId } = await programme.send(api.drafts.add, { name: 'Park', edits: [await later('park')] })
  const { digest, problems } = await programme.send(api.drafts.preview, { draftId })
  expect(problems).toEqual([])
  await programme.send(api.drafts.publish, { draftId, digest: digest ?? '', accept: ['sessions_lost'] })
  expect(await office.rowOf('timetable', (row) => row['venue'] === 'park')).toMatchObject({ start: '11:00' })
  const [publication] = await programme.send(api.drafts.publications, {})
  const publicationId = publication?.id ?? 0
  const undo = await programme.send(api.drafts.previewUndo, { publicationId })
  await programme.send(api.drafts.undo, {
    publicationId,
    digest: undo.digest ?? '',
    accept: ['sessions_lost'],
  })
  expect(await office.rowOf('timetable', (row) => row['venue'] === 'park')).toMatchObject({ start: '10:00' })
})

test('they draft nothing of another venue, of several, or of the operator', async () => {
  const programme = await staffOfPark('programme')
  const { id: draftId } = await programme.send(api.drafts.add, { name: 'Park', edits: [await later('park')] })
  const park = await office.rowOf('timetable', (row) => row['venue'] === 'park')
  const others: CatalogueEdit[] = [
    await later('centre'),
    await later('centre park'),
    // To another venue, from another, and to all of them.
    { list: 'timetable', before: park, after: { ...park, venue: 'centre' } },
    { list: 'timetable', before: (await later('centre')).before, after: { ...park } },
    { list: 'timetable', before: null, after: { ...park, venue: '' } },
    { list: 'tags', before: null, after: { slug: 'new', name: 'New' } },
  ]
  for (const edit of others) {
    const notTheirs = { status: 404, message: 'This is of venues where you may not draft.' }
    await expect(programme.send(api.drafts.addEdits, { draftId, edits: [edit] })).rejects.toMatchObject(
      notTheirs,
    )
    await expect(programme.send(api.drafts.add, { name: 'Other', edits: [edit] })).rejects.toMatchObject(
      notTheirs,
    )
  }
  const [edit] = (await programme.send(api.drafts.one, { draftId })).edits
  const after = { ...edit?.after, venue: 'centre' }
  await expect(
    programme.send(api.drafts.changeEdit, {
      draftId,
      editId: edit?.id ?? 0,
      seen: edit?.after ?? null,
      after,
    }),
  ).rejects.toMatchObject({ status: 404 })
})

test('drafts and publications of other venues are not there for them', async () => {
  const programme = await staffOfPark('programme')
  const draftId = await office.aDraftWith(await later('centre'), await later('park'))
  const empty = await office.aDraftWith()
  expect(await programme.send(api.drafts.list, {})).toEqual([])
  const { edits } = await office.desk.send(api.drafts.one, { draftId })
  const editId = edits[0]?.id ?? 0
  const after = edits[0]?.after ?? null
  const digest = 'x'
  for (const id of [draftId, empty])
    for (const act of [
      () => programme.send(api.drafts.one, { draftId: id }),
      () => programme.send(api.drafts.change, { draftId: id, name: 'Mine' }),
      () => programme.send(api.drafts.discard, { draftId: id }),
      async () => programme.send(api.drafts.addEdits, { draftId: id, edits: [await later('park')] }),
      () => programme.send(api.drafts.changeEdit, { draftId: id, editId, seen: after, after }),
      () => programme.send(api.drafts.strikeEdit, { draftId: id, editId }),
      () => programme.send(api.drafts.preview, { draftId: id }),
      () => programme.send(api.drafts.publish, { draftId: id, digest }),
      () => programme.send(api.drafts.unschedule, { draftId: id }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 404, message: 'This draft is not here any more.' })
  const publicationId = await office.publish(draftId)
  expect(await programme.send(api.drafts.publications, {})).toEqual([])
  for (const act of [
    () => programme.send(api.drafts.previewUndo, { publicationId }),
    () => programme.send(api.drafts.undo, { publicationId, digest }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404 })
})

test('who drafts at a venue and publishes at none is refused, and an empty draft is its author’s', async () => {
  const manager = await staffOfPark('duty_manager')
  const { id: draftId } = await manager.send(api.drafts.add, { name: 'Park' })
  expect(await manager.send(api.drafts.list, {})).toMatchObject([{ id: draftId, editCount: 0 }])
  await manager.send(api.drafts.addEdits, { draftId, edits: [await later('park')] })
  const { digest } = await manager.send(api.drafts.preview, { draftId })
  await expect(manager.send(api.drafts.publish, { draftId, digest: digest ?? '' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  // Somebody else of the same venue goes on with it.
  const programme = await staffOfPark('programme')
  expect(await programme.send(api.drafts.list, {})).toMatchObject([{ id: draftId, editCount: 1 }])
})

test('a scheduled draft is held back where its scheduler has the right at another venue by then', async () => {
  const programme = await staffOfPark('programme')
  const { id: draftId } = await programme.send(api.drafts.add, { name: 'Park', edits: [await later('park')] })
  const { digest } = await programme.send(api.drafts.preview, { draftId })
  await programme.send(api.drafts.publish, {
    draftId,
    digest: digest ?? '',
    accept: ['sessions_lost'],
    goesLiveAt: { day: '2027-03-01', time: '12:00' },
  })
  await office.db
    .updateTable('staffRole')
    .set((rows) => ({ venueId: rows.selectFrom('venue').select('id').where('slug', '=', 'centre') }))
    .where('role', '=', 'programme')
    .execute()
  await publishDueDrafts(office.db, new Date('2027-03-01T12:00:00Z'))
  expect(await office.desk.send(api.drafts.one, { draftId })).toMatchObject({ state: 'open' })
  expect(await office.rowOf('timetable', (row) => row['venue'] === 'park')).toMatchObject({ start: '10:00' })
})
