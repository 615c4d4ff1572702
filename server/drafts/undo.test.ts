import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueEdit, CatalogueRow } from '#contract/office.ts'
import { aDraftingOffice } from '#test/support/drafts.ts'
import type { DraftingOffice } from '#test/support/drafts.ts'
import { small, venueInFiles } from '#test/support/operatorFiles.ts'
import { caseCount } from '#test/support/cases.ts'
import { api } from '#web/platform/api.ts'

let office: DraftingOffice

beforeEach(async () => {
  office = await aDraftingOffice()
})

const undo = async (publicationId: number): Promise<void> => {
  const { digest } = await office.desk.send(api.drafts.previewUndo, { publicationId })
  await office.desk.send(api.drafts.undo, {
    publicationId,
    digest: digest ?? '',
    accept: ['sessions_lost', 'price_jump'],
  })
}

const save = (edit: CatalogueEdit) =>
  office.desk.send(api.office.changeCatalogue, { edits: [edit], pictures: [], check: false, accept: [] })

describe('undoing a publication', () => {
  test('is shown before, and gives back what was there', async () => {
    const before = await office.exported()
    const draftId = await office.aDraftWith(await office.laterYoga())
    const publicationId = await office.publish(draftId)
    const { report, problems, lost } = await office.desk.send(api.drafts.previewUndo, { publicationId })
    expect(report?.lines.join('\n')).toMatch(/timetable line centre\/yoga\/daily-1800-hall/)
    expect({ problems, lost }).toEqual({ problems: [], lost: null })
    await undo(publicationId)
    expect(await office.exported()).toEqual(before)
    expect(await office.startsOf('Yoga')).toEqual(['03-01T18:00', '03-02T18:00', '03-03T18:00'])
    const [undoing, undone] = await office.desk.send(api.drafts.publications, {})
    expect(undoing).toMatchObject({ name: 'January', isUndo: true, isUndone: false })
    expect(undone).toMatchObject({ id: publicationId, isUndone: true })
    expect(await office.desk.send(api.drafts.one, { draftId })).toMatchObject({ state: 'undone' })
    await expect(undo(publicationId)).rejects.toMatchObject({
      code: 'not_reversible',
      message: 'This is undone already.',
    })
  })

  test('can itself be undone', async () => {
    const publicationId = await office.publish(await office.aDraftWith(await office.laterYoga()))
    const published = await office.exported()
    await undo(publicationId)
    const [undoing] = await office.desk.send(api.drafts.publications, {})
    await undo(undoing?.id ?? 0)
    expect(await office.exported()).toEqual(published)
  })

  test('is refused with the later publication that changed the same row', async () => {
    const publicationId = await office.publish(await office.aDraftWith(await office.laterYoga()))
    const yoga = await office.lineOf('yoga')
    const { id: other } = await office.desk.send(api.drafts.add, {
      name: 'Larger classes',
      edits: [{ list: 'timetable', before: yoga, after: { ...yoga, capacity: '16' } }],
    })
    const later = await office.publish(other)
    await expect(office.desk.send(api.drafts.previewUndo, { publicationId })).rejects.toMatchObject({
      code: 'not_reversible',
      message: '“Larger classes” changed this later. Undo that first.',
    })
    await undo(later)
    await undo(publicationId)
    expect(await office.lineOf('yoga')).toMatchObject({ start: '18:00', capacity: '12' })
  })

  test('is refused where the row was changed in the catalogue', async () => {
    const publicationId = await office.publish(await office.aDraftWith(await office.laterYoga()))
    const yoga = await office.lineOf('yoga')
    await save({ list: 'timetable', before: yoga, after: { ...yoga, capacity: '16' } })
    await expect(undo(publicationId)).rejects.toMatchObject({
      code: 'not_reversible',
      message: 'This was changed later. Change it back in the catalogue.',
    })
  })

  test('is refused once the first of its sessions has begun', async () => {
    const publicationId = await office.publish(await office.aDraftWith(await office.laterYoga()))
    office.app.clock.set(new Date('2027-03-01T18:00:00Z'))
    await office.logInAgain()
    await expect(undo(publicationId)).rejects.toMatchObject({
      code: 'too_late',
      message: 'This can be undone until the first session begins. It began at 18:00.',
    })
  })

  test('is refused with the effect it has now where somebody has booked since', async () => {
    const publicationId = await office.publish(await office.aDraftWith(await office.laterYoga()))
    const { digest } = await office.desk.send(api.drafts.previewUndo, { publicationId })
    await office.book('Yoga')
    await expect(
      office.desk.send(api.drafts.undo, { publicationId, digest: digest ?? '' }),
    ).rejects.toMatchObject({ code: 'effect_changed' })
  })

  test('says what does not come back: who was called off stays so', async () => {
    const studio = { slug: 'studio', name: 'Studio' }
    office = await aDraftingOffice(undefined, {
      'venues.json': [{ ...venueInFiles, locations: [...venueInFiles.locations, studio] }],
      'timetable.csv': (small['timetable.csv'] as string).replace('18:00,60,,hall', '18:00,60,,studio'),
      'closures.csv': 'venue,locations,date,reason\ncentre,court-1,today,Floor\n',
    })
    await office.buy('Yoga', '2027-03-01')
    const before = await office.rowOf('venues')
    const locations = (before['locations'] as CatalogueRow[]).map((location) =>
      location['slug'] === 'studio' ? { ...location, contains: ['court-1'] } : location,
    )
    const edit = { list: 'venues', before, after: { ...before, locations } } as const
    const draftId = await office.aDraftWith(edit)
    expect((await office.preview(draftId)).effect).toMatchObject({
      calledOff: 1,
      bookings: 1,
      customers: 1,
      refund: { raw: 740 },
    })
    const publicationId = await office.publish(draftId)
    const { lost } = await office.desk.send(api.drafts.previewUndo, { publicationId })
    expect(lost).toMatchObject({ bookings: 1, customers: 1, refund: { raw: 740 } })
    await undo(publicationId)
    expect(await office.startsOf('Yoga')).not.toContain('03-01T18:00')
  })

  test('asks for the same permission as publishing', async () => {
    const rules = await office.rowOf('terms')
    const renamed = { list: 'terms', before: rules, after: { ...rules, name: 'House rules' } } as const
    const publicationId = await office.publish(await office.aDraftWith(renamed))
    const programme = await office.browserOf({ roles: [{ role: 'programme' }] })
    await expect(programme.send(api.drafts.previewUndo, { publicationId })).rejects.toMatchObject({
      status: 403,
    })
  })
})

type Random = {
  list: 'timetable' | 'prices' | 'activities' | 'instructors' | 'terms'
  act: number
  nth: number
  value: number
}

const randomEdit: fc.Arbitrary<Random> = fc.record({
  list: fc.constantFrom('timetable', 'prices', 'activities', 'instructors', 'terms'),
  act: fc.nat({ max: 2 }),
  nth: fc.nat({ max: 9 }),
  value: fc.integer({ min: 1, max: 40 }),
})

/** What is random becomes edits of what is there, of each row at most one. */
const editsOf = async (randoms: readonly Random[]): Promise<CatalogueEdit[]> => {
  const { lists } = await office.desk.send(api.office.catalogue, {})
  const edited = new Set<CatalogueRow>()
  return randoms.flatMap(({ list, act, nth, value }, index): CatalogueEdit[] => {
    const rows = lists[list]
    if (act === 0) return [{ list, before: null, after: added(list, value, index) }]
    const before = rows[nth % rows.length]
    if (before === undefined || edited.has(before)) return []
    edited.add(before)
    // Without its price or its activity a class could not be sold.
    if (act === 1 && list !== 'prices' && list !== 'activities') return [{ list, before, after: null }]
    return [{ list, before, after: { ...before, ...changed(list, value) } }]
  })
}

const added = (list: Random['list'], value: number, index: number): CatalogueRow => {
  const slug = `new-${index}`
  switch (list) {
    case 'timetable':
      return {
        venue: 'centre',
        activity: 'aqua',
        days: 'Tue',
        start: `${String(6 + (value % 14)).padStart(2, '0')}:15`,
        minutes: '30',
        locations: 'pool',
        capacity: String(value),
        key: slug,
      }
    case 'prices':
      return { venue: 'centre', activity: 'yoga', option: slug, name: slug, price: `${value}.00` }
    case 'activities':
      return { slug, name: slug, kind: 'classes', venues: ['centre'] }
    case 'instructors':
      return { slug, name: slug }
    case 'terms':
      return { slug, name: slug, html: '<p>Be kind.</p>' }
  }
}

const changed = (list: Random['list'], value: number): CatalogueRow => {
  switch (list) {
    case 'timetable':
      return { capacity: String(value) }
    case 'prices':
      return { price: `${value}.50` }
    default:
      return { name: `Other ${value}` }
  }
}

test('whatever was published, undoing it gives the files before', async () => {
  let published = 0
  await fc.assert(
    fc.asyncProperty(fc.array(randomEdit, { minLength: 1, maxLength: 6 }), async (randoms) => {
      const edits = await editsOf(randoms)
      if (edits.length === 0) return
      const before = await office.exported()
      const draftId = await office.aDraftWith(...edits)
      const { digest } = await office.preview(draftId)
      // What an import refuses is no publication: a line whose instructor is taken out.
      if (digest === null) return
      const publicationId = await office.publish(draftId)
      await undo(publicationId)
      expect(await office.exported()).toEqual(before)
      published += 1
    }),
    { numRuns: caseCount(24) },
  )
  expect(published).toBeGreaterThan(0)
})
