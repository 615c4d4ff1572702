import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToAttend, now, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let evening: ClassToAttend
let supervisor: TestBrowser
let sessionId: number
let [jo, bea] = [0, 0]

const session = () =>
  evening.db.selectFrom('occurrence').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()

const anInstructor = async (slug: string, name: string) =>
  (
    await evening.db
      .insertInto('instructor')
      .values({ operatorId: evening.operator.id, slug, name })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Makes the class one of a line of the timetable, as an import does. */
const aLine = async () => {
  const { db, activity } = evening
  const { name, locationId } = await session()
  const { id } = await db
    .insertInto('series')
    .values({
      activityId: activity.id,
      slug: 'evening',
      name,
      weekdays: [2],
      startTime: '18:00',
      durationMinutes: 60,
      capacity: 2,
      instructorIds: [jo],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('seriesLocation').values({ seriesId: id, locationId }).execute()
  await db.updateTable('occurrence').set({ seriesId: id }).where('id', '=', sessionId).execute()
  return () => generateOccurrences(db, { now })
}

beforeEach(async () => {
  evening = await aClassToAttend()
  sessionId = evening.occurrence.id
  const { id } = await aMemberOfStaff(evening.db, evening.operator.id, { staffLevel: 'supervisor' })
  supervisor = evening.app.browser({ site: 'desk' })
  await supervisor.logIn(id)
  jo = await anInstructor('jo', 'Jo Lark')
  bea = await anInstructor('bea', 'Bea Moss')
  await evening.db
    .updateTable('occurrence')
    .set({ instructorIds: [jo] })
    .where('id', '=', sessionId)
    .execute()
})

describe('another instructor takes a session', () => {
  const cover = (body: object = {}) =>
    supervisor.send(api.attendance.cover, { sessionId, instructorIds: [bea], ...body })
  const options = () => supervisor.send(api.attendance.coverOptions, { sessionId })
  const mails = async () => {
    const { db, app } = evening
    const handlers = jobHandlers({ db, clock: app.clock, log: quiet, services: app.services })
    while ((await runDueJobs(db, handlers, app.clock.now(), quiet)) > 0);
    return db.selectFrom('notice').select('textBody').where('kind', '=', 'session_changed').execute()
  }

  test('and who has booked it is told who, and what staff say', async () => {
    await evening.aBooking(evening.ann.id)
    expect(await options()).toEqual([
      { id: bea, name: 'Bea Moss', busyWith: null },
      { id: jo, name: 'Jo Lark', busyWith: null },
    ])
    expect(await cover({ message: 'Jo is ill.' })).toMatchObject({ notified: 1 })
    const register = await supervisor.send(api.attendance.register, { sessionId })
    expect(register.instructors).toEqual([{ id: bea, name: 'Bea Moss' }])
    const [mail] = await mails()
    for (const words of ['Bea Moss', 'Jo Lark', 'Jo is ill.']) expect(mail?.textBody).toContain(words)
    const audited = await evening.db
      .selectFrom('auditEntry')
      .select('detail')
      .where('act', '=', 'instructor of a session replaced')
      .execute()
    expect(audited).toEqual([{ detail: { before: ['Jo Lark'], after: ['Bea Moss'] } }])
  })

  test('and the timetable leaves it so, but for what it changes besides', async () => {
    const generate = await aLine()
    await cover()
    await evening.db.updateTable('series').set({ name: 'Slow yoga' }).execute()
    await generate()
    expect(await session()).toMatchObject({
      instructorIds: [bea],
      plannedInstructorIds: [jo],
      name: 'Slow yoga',
      plannedStartsAt: null,
    })
  })

  test('unless they have another session then, which staff may accept', async () => {
    const other = await anOccurrence(evening.db, {
      activity: evening.activity,
      locationId: evening.studio.id,
      startsAt: new Date(startsAt.getTime() + 30 * 60_000),
    })
    await evening.db
      .updateTable('occurrence')
      .set({ instructorIds: [bea] })
      .where('id', '=', other.id)
      .execute()
    expect((await options())[1]?.busyWith).toMatch(/ at 18:30$/)
    expect(await refusal(cover())).toMatchObject({
      code: 'instructor_clash',
      message: expect.stringMatching(/^Bea Moss already has .+ at 18:30 at that time\./),
    })
    await cover({ acceptClash: true })
    expect((await session()).instructorIds).toEqual([bea])
  })

  test('but none of another operator, not after the start, and only by a supervisor', async () => {
    expect(await refusal(cover({ instructorIds: [bea + 1000] }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(cover({ instructorIds: [] }))).toMatchObject({ status: 422 })
    const byDesk = evening.desk.send(api.attendance.cover, { sessionId, instructorIds: [bea] })
    expect(await refusal(byDesk)).toMatchObject({ code: 'forbidden' })
    const read = evening.desk.send(api.attendance.coverOptions, { sessionId })
    expect(await refusal(read)).toMatchObject({ code: 'forbidden' })
    await evening.db
      .updateTable('occurrence')
      .set({ startsAt: new Date(now.getTime() - 60_000) })
      .execute()
    expect(await refusal(cover())).toMatchObject({ code: 'begun' })
    await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect(await refusal(cover())).toMatchObject({ code: 'cancelled' })
  })
})

describe('a session gets another number of places', () => {
  const resize = (places: number) => supervisor.send(api.attendance.resize, { sessionId, places })

  test('fewer than are taken: nobody loses one, and none that comes free is sold', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    await evening.aBooking(null)
    expect(await resize(1)).toEqual({ capacity: 2, taken: 2 })
    await evening.desk.send(api.bookings.cancelAtDesk, { bookingId: id })
    expect(await session()).toMatchObject({ capacity: 1, placesTaken: 1, plannedCapacity: null })
    expect(await wrongWithPlaces(evening.db, now)).toEqual([])
  })

  test('more: people who wait are offered them', async () => {
    const { db, app, operator } = evening
    await evening.aBooking(evening.ann.id)
    await evening.aBooking(null)
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const ben = await aCustomer(db, operator.id, { email: 'ben@example.test' })
    const waiting = app.browser()
    await waiting.logIn(ben.id)
    await waiting.send(api.waitlists.join, { id: sessionId, data: { userId: ben.id } })
    await resize(3)
    expect(await db.selectFrom('waitlistEntry').select('state').execute()).toEqual([{ state: 'offered' }])
    await resize(2)
    expect(await db.selectFrom('waitlistEntry').select('state').execute()).toEqual([{ state: 'waiting' }])
    expect(await session()).toMatchObject({ capacity: 2, placesTaken: 2 })
    expect(await wrongWithWaitlists(db, now)).toEqual([])
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('and the timetable leaves it so', async () => {
    const generate = await aLine()
    await resize(7)
    await generate()
    expect((await session()).capacity).toBe(7)
  })

  test('but not fewer than none, not a court, not after the start, and only by a supervisor', async () => {
    expect(await refusal(resize(-1))).toMatchObject({ status: 422 })
    const byDesk = evening.desk.send(api.attendance.resize, { sessionId, places: 3 })
    expect(await refusal(byDesk)).toMatchObject({ code: 'forbidden' })
    await evening.db.updateTable('activity').set({ kind: 'courts' }).execute()
    expect(await refusal(resize(3))).toMatchObject({ code: 'is_court', message: 'A court has one place.' })
    await evening.db.updateTable('activity').set({ kind: 'classes' }).execute()
    await evening.db
      .updateTable('occurrence')
      .set({ startsAt: new Date(now.getTime() - 60_000) })
      .execute()
    expect(await refusal(resize(3))).toMatchObject({ code: 'begun' })
    await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect(await refusal(resize(3))).toMatchObject({ code: 'cancelled' })
  })
})
