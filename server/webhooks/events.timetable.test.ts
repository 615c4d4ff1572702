import { describe, expect, it } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { aDraftingOffice } from '#test/support/drafts.ts'
import { recordedEvents, recordEvents } from '#test/support/events.ts'
import { aMovableClass } from '#test/support/moves.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/* What becomes of the timetable, as programs of the operator are told of it. */

const aWatchedClass = async () => {
  const { db } = await testDatabase()
  const world = await aMovableClass(db)
  const { id: staffId } = await aMemberOfStaff(db, world.operatorId, { staffLevel: 'supervisor' })
  await recordEvents(db, world.operatorId, staffId)
  const desk = world.app.browser({ site: 'desk' })
  await desk.logIn(staffId)
  return { db, world, desk }
}

describe('an event is recorded', () => {
  it('when a session is added, and when it is given another time, name or number of places', async () => {
    const { db, world, desk } = await aWatchedClass()
    const evening = await world.classAt('20:00')
    await desk.send(api.attendance.changeSession, {
      sessionId: evening.id,
      startsAt: '20:30',
      endsAt: '21:30',
    })
    await desk.send(api.attendance.resize, { sessionId: evening.id, places: 8 })
    const about = { subjectKind: 'session', subjectId: evening.id, reference: evening.publicId }
    expect(await recordedEvents(db)).toMatchObject([
      { type: 'session.added', ...about, data: { venue_id: world.venue.id, activity_id: world.activity.id } },
      { type: 'session.changed', ...about, data: { starts_at: '2027-03-04T20:30:00+00:00', capacity: 10 } },
      { type: 'session.changed', ...about, data: { capacity: 8 } },
    ])
  })

  it('when the last place of a session is taken, and when there is one again', async () => {
    const { db, world } = await aWatchedClass()
    const pair = await world.classAt('20:00', undefined, { capacity: 2 })
    const [first, second] = [await world.customer(), await world.customer()]
    await world.add(first.browser, pair)
    await world.add(second.browser, pair)
    await second.browser.send(api.baskets.clear, {})
    const events = (await recordedEvents(db)).filter(({ type }) => /\.(full|has_places)$/.test(type))
    expect(events).toMatchObject([
      { type: 'session.full', subjectId: pair.id, data: { capacity: 2, taken: 2 } },
      { type: 'session.has_places', subjectId: pair.id, data: { capacity: 2, taken: 1 } },
    ])
  })

  it('when a draft is published and undone, with the import that each is', async () => {
    const office = await aDraftingOffice()
    const { db } = office
    await recordEvents(db, office.operatorId, (await aMemberOfStaff(db, office.operatorId)).id)
    const publicationId = await office.publish(await office.aDraftWith(await office.laterYoga()))
    const { digest } = await office.desk.send(api.drafts.previewUndo, { publicationId })
    await office.desk.send(api.drafts.undo, { publicationId, digest: digest ?? '', accept: [] })
    const types = (await recordedEvents(db)).filter(({ type }) => /^(publication|import)\./.test(type))
    expect(types).toMatchObject([
      { type: 'publication.published', subjectId: publicationId },
      { type: 'publication.undone', subjectId: publicationId },
    ])
  })

  it('when files are imported, not when they change nothing', async () => {
    const { folder, db, operatorId } = await aDraftingOffice()
    await recordEvents(db, operatorId, (await aMemberOfStaff(db, operatorId)).id)
    await folder.load()
    expect(await recordedEvents(db)).toEqual([])
    await folder.load({ 'tags.json': [{ slug: 'calm', name: 'Quiet' }] })
    expect(await recordedEvents(db)).toContainEqual(
      expect.objectContaining({ type: 'import.done', subjectKind: 'operator', subjectId: operatorId }),
    )
  })
})
