import { beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueEdit } from '#contract/office.ts'
import { aDraftingOffice, lastPublication } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { api } from '#web/platform/api.ts'

let office: DraftingOffice

beforeEach(async () => {
  office = await aDraftingOffice()
})

const yogaOf = (start: string) => [`03-01T${start}`, `03-02T${start}`, `03-03T${start}`]

describe('a preview', () => {
  test('says what publishing does, in numbers and in words, and changes nothing', async () => {
    const before = await office.exported()
    const draftId = await office.aDraftWith(await office.laterYoga())
    const { digest, effect, report, problems } = await office.preview(draftId)
    expect(digest).toMatch(/^[\w-]{43}$/)
    expect(problems).toEqual([])
    expect((effect?.added ?? 0) + (effect?.changed ?? 0)).toBe(3)
    expect(report?.lines.join('\n')).toMatch(/timetable line centre\/yoga\/daily-1830-hall/)
    expect(await office.exported()).toEqual(before)
    expect((await office.preview(draftId)).digest).toBe(digest)
  })

  test('names the edits that stop it', async () => {
    const yoga = await office.lineOf('yoga')
    const draftId = await office.aDraftWith(
      { list: 'timetable', before: yoga, after: { ...yoga, start: 'late' } },
      { list: 'prices', before: null, after: { venue: 'centre', activity: 'golf', price: '3.00' } },
    )
    const { edits } = await office.desk.send(api.drafts.one, { draftId })
    const { digest, problems } = await office.preview(draftId)
    expect(digest).toBeNull()
    expect(new Set(problems.map(({ editId }) => editId))).toEqual(new Set(edits.map(({ id }) => id)))
    await expect(office.desk.send(api.drafts.publish, { draftId, digest: 'x' })).rejects.toMatchObject({
      code: 'blocked',
      message: expect.stringMatching(/^\d+ problems stop this\./),
    })
  })

  test('of a row that was changed since says so', async () => {
    const draftId = await office.aDraftWith(await office.laterYoga())
    const yoga = await office.lineOf('yoga')
    await office.desk.send(api.office.changeCatalogue, {
      edits: [{ list: 'timetable', before: yoga, after: { ...yoga, capacity: '15' } }],
      pictures: [],
      check: false,
      accept: [],
    })
    const { digest, problems } = await office.preview(draftId)
    expect({ digest, problems }).toEqual({
      digest: null,
      problems: [
        {
          editId: expect.any(Number),
          text: 'yoga daily 18:00 was changed since it was put into this draft. Strike it and make your change again.',
        },
      ],
    })
  })

  test('of an empty draft says that it is empty', async () => {
    const draftId = await office.aDraftWith()
    expect((await office.preview(draftId)).problems).toEqual([
      { editId: null, text: 'There is nothing in this draft yet.' },
    ])
    await expect(office.desk.send(api.drafts.publish, { draftId, digest: 'x' })).rejects.toMatchObject({
      code: 'blocked',
      message: 'There is nothing in this draft yet.',
    })
  })
})

describe('publishing', () => {
  test('does what was seen, and is recorded with its reason', async () => {
    const edit = await office.laterYoga()
    const draftId = await office.aDraftWith(edit)
    const { effect } = await office.preview(draftId)
    await office.publish(draftId)
    expect(await office.startsOf('Yoga')).toEqual(yogaOf('18:30'))
    const [publication, ...others] = await office.desk.send(api.drafts.publications, {})
    expect(others).toEqual([])
    expect(publication).toMatchObject({
      name: 'January',
      reason: 'New term',
      publishedBy: 'Sam Deskford',
      isUndone: false,
      isUndo: false,
      effect,
      edits: [edit],
      undoUntil: { utc: '2027-03-01T18:00:00+00:00' },
    })
    const { detail } = await office.db
      .selectFrom('auditEntry')
      .select('detail')
      .where('act', '=', 'draft published')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ name: 'January', reason: 'New term' })
    await expect(office.desk.send(api.drafts.publish, { draftId, digest: 'x' })).rejects.toMatchObject({
      code: 'draft_closed',
      message: 'This draft is published. Begin another one.',
    })
  })

  test('is refused with the effect it has now where somebody has booked since', async () => {
    const draftId = await office.aDraftWith(await office.laterYoga())
    const { digest } = await office.preview(draftId)
    await office.book('Yoga')
    await expect(
      office.desk.send(api.drafts.publish, { draftId, digest: digest ?? '' }),
    ).rejects.toMatchObject({
      code: 'effect_changed',
      message: expect.stringMatching(
        /^This has changed since you looked: .*1 session stay.* now\. Check it again\.$/,
      ),
    })
    expect(await office.startsOf('Yoga')).toEqual(yogaOf('18:00'))
    await office.publish(draftId)
    expect(await office.startsOf('Yoga')).toContain('03-01T18:00')
  })

  test('is refused where the draft has other edits than were seen', async () => {
    const draftId = await office.aDraftWith(await office.laterYoga())
    const { digest } = await office.preview(draftId)
    const aqua = await office.lineOf('aqua')
    await office.desk.send(api.drafts.addEdits, {
      draftId,
      edits: [{ list: 'timetable', before: aqua, after: { ...aqua, capacity: '30' } }],
    })
    await expect(
      office.desk.send(api.drafts.publish, { draftId, digest: digest ?? '' }),
    ).rejects.toMatchObject({ code: 'effect_changed' })
  })

  test('what an import objects to is accepted first', async () => {
    const before = await office.rowOf('prices', (row) => row['activity'] === 'aqua')
    const dear: CatalogueEdit = { list: 'prices', before, after: { ...before, price: '50.00' } }
    const draftId = await office.aDraftWith(dear)
    const { digest, report } = await office.preview(draftId)
    expect(report?.objections.map(({ code }) => code)).toEqual(['price_jump'])
    const seen = { draftId, digest: digest ?? '' }
    await expect(office.desk.send(api.drafts.publish, seen)).rejects.toMatchObject({ code: 'import_refused' })
    const goesLiveAt = { day: '2027-03-05', time: '06:00' }
    await expect(office.desk.send(api.drafts.publish, { ...seen, goesLiveAt })).rejects.toMatchObject({
      code: 'import_refused',
    })
    await office.desk.send(api.drafts.publish, { ...seen, accept: ['price_jump'] })
    expect(await office.rowOf('prices', (row) => row['activity'] === 'aqua')).toMatchObject({
      price: '50.00',
    })
  })

  test('asks for the permission of what is changed', async () => {
    const programme = await office.browserOf({ roles: [{ role: 'programme' }] })
    const publishing = async (edit: CatalogueEdit) => {
      const draftId = await office.aDraftWith(edit)
      const { digest } = await programme.send(api.drafts.preview, { draftId })
      return programme.send(api.drafts.publish, { draftId, digest: digest ?? '' })
    }
    const price = await office.rowOf('prices')
    const rules = await office.rowOf('terms')
    for (const edit of [
      { list: 'prices', before: price, after: { ...price, price: '7.50' } },
      { list: 'terms', before: rules, after: { ...rules, name: 'House rules' } },
    ] as const)
      await expect(publishing(edit)).rejects.toMatchObject({ status: 403 })
    await publishing(await office.laterYoga())
    expect(await office.startsOf('Yoga')).toEqual(yogaOf('18:30'))
  })
})

describe('scheduling', () => {
  const friday = { day: '2027-03-05', time: '06:00' }

  test('keeps the draft as it is until its schedule is taken back', async () => {
    const draftId = await office.aDraftWith(await office.laterYoga())
    const { digest } = await office.preview(draftId)
    const scheduled = await office.desk.send(api.drafts.publish, {
      draftId,
      digest: digest ?? '',
      goesLiveAt: friday,
    })
    expect(scheduled).toMatchObject({ state: 'scheduled', goesLiveAt: { utc: '2027-03-05T06:00:00+00:00' } })
    expect(await office.startsOf('Yoga')).toEqual(yogaOf('18:00'))
    await expect(
      office.desk.send(api.drafts.addEdits, { draftId, edits: [await office.laterYoga()] }),
    ).rejects.toMatchObject({
      code: 'draft_closed',
      message: 'This draft is scheduled. Take its schedule back first.',
    })
    const open = await office.desk.send(api.drafts.unschedule, { draftId })
    expect(open).toMatchObject({ state: 'open', goesLiveAt: null })
  })

  test.each([
    ['2027-03-01', '05:59', 'This day and time have passed.'],
    ['2028-06-01', '06:00', 'Choose a day within 400 days.'],
  ])('is for a time to come: %s %s', async (day, time, message) => {
    const draftId = await office.aDraftWith(await office.laterYoga())
    await expect(
      office.desk.send(api.drafts.publish, { draftId, digest: 'x', goesLiveAt: { day, time } }),
    ).rejects.toMatchObject({ validationMessages: { 'goes_live_at.day': [message] } })
  })
})

test('a draft of another operator is not found', async () => {
  const draftId = await office.aDraftWith(await office.laterYoga())
  await office.publish(draftId)
  const publication = await lastPublication(office.db)
  await office.db
    .updateTable('draft')
    .set({ operatorId: await anotherOperator() })
    .execute()
  await office.db
    .updateTable('publication')
    .set({ operatorId: await anotherOperator() })
    .execute()
  await expect(office.desk.send(api.drafts.preview, { draftId })).rejects.toMatchObject({ status: 404 })
  await expect(
    office.desk.send(api.drafts.previewUndo, { publicationId: publication.id }),
  ).rejects.toMatchObject({ status: 404 })
})

const anotherOperator = async (): Promise<number> => {
  const found = await office.db
    .selectFrom('operator')
    .select('id')
    .where('slug', '=', 'other')
    .executeTakeFirst()
  if (found !== undefined) return found.id
  const { id } = await office.db
    .insertInto('operator')
    .values({ slug: 'other', name: 'Other' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
