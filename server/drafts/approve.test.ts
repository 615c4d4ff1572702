import { beforeEach, expect, test } from 'vitest'
import type { CatalogueEdit } from '#contract/office.ts'
import { aDraftingOffice, lastPublication } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { small } from '#test/support/operatorFiles.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { api } from '#web/platform/api.ts'
import { publishDueDrafts } from './goLive.ts'

/* An operator where a second person approves what is above the limits of one. */

let office: DraftingOffice
let second: TestBrowser

beforeEach(async () => {
  office = await aDraftingOffice(undefined, {
    'operator.json': { ...(small['operator.json'] as object), second_person: true },
  })
  second = await office.browserOf({
    roles: [{ role: 'administrator' }],
    firstName: 'Alex',
    lastName: 'Second',
  })
})

const priceOf = async (): Promise<unknown> =>
  (await office.rowOf('prices', (row) => row['activity'] === 'yoga' && row['option'] === 'standard'))['price']

/** Yoga for £20 instead of £7.40. */
const aPriceJump = async (): Promise<CatalogueEdit> => {
  const before = await office.rowOf(
    'prices',
    (row) => row['activity'] === 'yoga' && row['option'] === 'standard',
  )
  return { list: 'prices', before, after: { ...before, price: '20.00' } }
}

const accept = ['price_jump' as const]

/** What the first person asks for. */
const askFor = async (goesLiveAt?: { day: string; time: string }) => {
  const draftId = await office.aDraftWith(await aPriceJump())
  const { digest, needsSecondPerson } = await office.preview(draftId)
  expect(needsSecondPerson).toBe(true)
  const waiting = await office.desk.send(api.drafts.publish, {
    draftId,
    digest: digest ?? '',
    accept,
    ...(goesLiveAt === undefined ? {} : { goesLiveAt }),
  })
  return { draftId, waiting }
}

const approve = async (by: TestBrowser, draftId: number) => {
  const { digest } = await by.send(api.drafts.preview, { draftId })
  return by.send(api.drafts.approve, { draftId, digest: digest ?? '', accept })
}

const actsOf = async (draftId: number) =>
  (
    await office.db
      .selectFrom('auditEntry as a')
      .innerJoin('customer as c', 'c.id', 'a.actorId')
      .select(['a.act', 'c.firstName'])
      .where('a.subject', '=', `draft:${draftId}`)
      .orderBy('a.id')
      .execute()
  ).map(({ act, firstName }) => `${act}, ${firstName}`)

test('what is above the limits of one person waits, and is published once another has approved it', async () => {
  const { draftId, waiting } = await askFor()
  expect(waiting).toMatchObject({
    state: 'awaiting_approval',
    requestedBy: 'Sam Deskford',
    isOwnRequest: true,
    approvers: ['Alex Second'],
    goesLiveAt: null,
  })
  expect(await priceOf()).toBe('7.40')
  expect(await second.send(api.drafts.list, {})).toMatchObject([{ id: draftId, isOwnRequest: false }])
  expect(await approve(second, draftId)).toMatchObject({ state: 'published' })
  expect(await priceOf()).toBe('20.00')
  expect(await office.desk.send(api.drafts.publications, {})).toMatchObject([
    { publishedBy: 'Sam Deskford', approvedBy: 'Alex Second' },
  ])
  expect(await actsOf(draftId)).toEqual([
    'draft begun, Sam',
    'approval of a draft requested, Sam',
    'draft approved, Alex',
    'draft published, Sam',
  ])
})

test('nobody approves what they have asked for, or without the right to publish it', async () => {
  const { draftId } = await askFor()
  await expect(approve(office.desk, draftId)).rejects.toMatchObject({
    status: 409,
    code: 'own_draft',
    message: 'Somebody else has to approve what you asked for.',
  })
  // Programme staff publish lines, and no prices.
  const programme = await office.browserOf({ roles: [{ role: 'programme' }] })
  await expect(approve(programme, draftId)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await priceOf()).toBe('7.40')
})

test('what waits is not changed, is approved as it was seen, and can be taken back', async () => {
  const { draftId } = await askFor()
  await expect(
    office.desk.send(api.drafts.addEdits, { draftId, edits: [await office.laterYoga()] }),
  ).rejects.toMatchObject({ message: 'This draft waits for approval. Take that back first.' })
  await expect(second.send(api.drafts.approve, { draftId, digest: 'x', accept })).rejects.toMatchObject({
    code: 'effect_changed',
  })
  const { digest } = await second.send(api.drafts.preview, { draftId })
  await expect(
    second.send(api.drafts.approve, { draftId, digest: digest ?? '', accept: [] }),
  ).rejects.toMatchObject({ code: 'import_refused' })
  expect(await office.desk.send(api.drafts.unschedule, { draftId })).toMatchObject({
    state: 'open',
    requestedBy: null,
    isOwnRequest: false,
    approvers: [],
  })
  await expect(approve(second, draftId)).rejects.toMatchObject({ message: 'This draft is open.' })
  expect(await actsOf(draftId)).toContain('approval of a draft not wanted any more, Sam')
})

const noon = new Date('2027-03-01T12:00:00Z')

test('what is to go live later is scheduled by its approval', async () => {
  const { draftId, waiting } = await askFor({ day: '2027-03-01', time: '12:00' })
  expect(waiting).toMatchObject({
    state: 'awaiting_approval',
    goesLiveAt: { utc: '2027-03-01T12:00:00+00:00' },
  })
  await publishDueDrafts(office.db, noon)
  expect(await priceOf()).toBe('7.40')
  expect(await approve(second, draftId)).toMatchObject({ state: 'scheduled' })
  await publishDueDrafts(office.db, noon)
  expect(await priceOf()).toBe('20.00')
  expect((await lastPublication(office.db)).approvedBy).not.toBeNull()
})

test('what was scheduled without approval is held back where it needs one by then', async () => {
  const setTo = (secondPerson: boolean) => office.db.updateTable('operator').set({ secondPerson }).execute()
  await setTo(false)
  const draftId = await office.aDraftWith(await aPriceJump())
  const { digest, needsSecondPerson } = await office.preview(draftId)
  expect(needsSecondPerson).toBe(false)
  const goesLiveAt = { day: '2027-03-01', time: '12:00' }
  await office.desk.send(api.drafts.publish, { draftId, digest: digest ?? '', accept, goesLiveAt })
  await setTo(true)
  await publishDueDrafts(office.db, noon)
  expect(await priceOf()).toBe('7.40')
  const mails = await office.db
    .selectFrom('notice')
    .select('data')
    .where('kind', '=', 'publication_held')
    .execute()
  expect(mails.map(({ data }) => data)).toMatchObject([{ draftId, isAbove: true }])
})

test('who has published it does not undo it alone, and neither saves it without a draft', async () => {
  const { draftId } = await askFor()
  await approve(second, draftId)
  const { id: publicationId } = await lastPublication(office.db)
  const undo = async (by: TestBrowser) => {
    const { digest } = await by.send(api.drafts.previewUndo, { publicationId })
    return by.send(api.drafts.undo, { publicationId, digest: digest ?? '', accept })
  }
  await expect(undo(office.desk)).rejects.toMatchObject({
    status: 403,
    code: 'needs_second_person',
    message: 'This price is above what one person may do. Alex Second can approve.',
  })
  await undo(second)
  expect(await priceOf()).toBe('7.40')
  await expect(
    office.desk.send(api.office.changeCatalogue, {
      edits: [await aPriceJump()],
      pictures: [],
      check: false,
      accept,
    }),
  ).rejects.toMatchObject({ status: 403, code: 'needs_second_person' })
})

test('what is within the limits is published by one person', async () => {
  const draftId = await office.aDraftWith(await office.laterYoga())
  expect((await office.preview(draftId)).needsSecondPerson).toBe(false)
  await office.publish(draftId)
  expect((await lastPublication(office.db)).approvedBy).toBeNull()
})
