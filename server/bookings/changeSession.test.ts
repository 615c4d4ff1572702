import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { aClassToAttend, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { api } from '#web/platform/api.ts'
import { sendReminders } from './remind.ts'

let evening: ClassToAttend

const silent = {
  info: () => {},
  warn: () => {},
  debug: () => {},
  error: (fields: object) => {
    throw new Error(`A job failed: ${JSON.stringify(fields)}`)
  },
}

beforeEach(async () => {
  evening = await aClassToAttend()
})

const change = (body: { date?: string; startsAt?: string }) =>
  evening.desk.send(api.attendance.changeSession, { sessionId: evening.occurrence.id, ...body })

const statuses = async () =>
  (await evening.db.selectFrom('booking').select('status').orderBy('id').execute()).map(
    ({ status }) => status,
  )

describe("a booked session that the operator's files change", () => {
  const mails = () =>
    evening.db
      .selectFrom('notice')
      .select(['kind', 'recipient', 'subject', 'textBody'])
      .where('kind', 'in', ['session_changed', 'waitlist_changed'])
      .orderBy('id')
      .execute()

  /** Makes the class one of a line of the timetable, as an import does. */
  const aLine = async () => {
    const { db, occurrence, activity } = evening
    const { locationId, name, capacity } = await db
      .selectFrom('occurrence')
      .select(['locationId', 'name', 'capacity'])
      .where('id', '=', occurrence.id)
      .executeTakeFirstOrThrow()
    const instructor = async (slug: string, called: string) =>
      (
        await db
          .insertInto('instructor')
          .values({ operatorId: evening.operator.id, slug, name: called })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const jo = await instructor('jo', 'Jo Lark')
    const bea = await instructor('bea', 'Bea Moss')
    const { id } = await db
      .insertInto('series')
      .values({
        activityId: activity.id,
        slug: 'evening',
        name,
        weekdays: [2],
        startTime: '18:00',
        durationMinutes: 60,
        capacity,
        instructorIds: [jo],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('seriesLocation').values({ seriesId: id, locationId }).execute()
    await db
      .updateTable('occurrence')
      .set({ seriesId: id, instructorIds: [jo] })
      .where('id', '=', occurrence.id)
      .execute()
    return {
      bea,
      import: async (change: { name?: string; instructorIds?: number[] }) => {
        await db.updateTable('series').set(change).where('id', '=', id).execute()
        await generateOccurrences(db, { now: evening.app.clock.now() })
      },
    }
  }

  const runJobs = async () => {
    const { app, db } = evening
    const jobs = { db, clock: app.clock, log: silent, services: app.services }
    while ((await runDueJobs(db, jobHandlers(jobs), app.clock.now(), silent)) > 0);
  }

  it('writes to who has booked it and who waits, as a change by staff does', async () => {
    const line = await aLine()
    await evening.aBooking(evening.ann.id)
    await evening.db.updateTable('activity').set({ hasWaitlist: true }).execute()
    await evening.db.updateTable('occurrence').set({ capacity: 1 }).execute()
    await evening.db.updateTable('series').set({ capacity: 1 }).execute()
    const ben = await aCustomer(evening.db, evening.operator.id, { email: 'ben@example.test' })
    const waiting = evening.app.browser()
    await waiting.logIn(ben.id)
    await waiting.send(api.waitlists.join, { id: evening.occurrence.id, data: { userId: ben.id } })
    await line.import({ name: 'Slow yoga' })
    await runJobs()
    expect(await mails()).toMatchObject([
      { kind: 'waitlist_changed', recipient: 'ben@example.test' },
      {
        kind: 'session_changed',
        subject: expect.stringContaining('Slow yoga'),
      },
    ])
    const { sequence } = await evening.db.selectFrom('booking').select('sequence').executeTakeFirstOrThrow()
    expect(sequence).toBe(1)
  })

  it('says who takes it now, and who would have', async () => {
    const line = await aLine()
    await evening.aBooking(evening.ann.id)
    await line.import({ instructorIds: [line.bea] })
    await runJobs()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.textBody).toContain('With Bea Moss')
    expect(mail?.textBody).toMatch(/Before it was .*, with Jo Lark\./)
  })

  it('says nothing where another import has changed it back before', async () => {
    const line = await aLine()
    await evening.aBooking(evening.ann.id)
    const { name } = await evening.db.selectFrom('series').select('name').executeTakeFirstOrThrow()
    await line.import({ name: 'Slow yoga' })
    await line.import({ name: name ?? '' })
    await runJobs()
    expect(await mails()).toEqual([])
  })
})

describe('a session that staff move to another day', () => {
  it('has nobody there yet who had come on the day that was planned', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    await evening.mark(id, 'attended')
    await change({ startsAt: '19:00' })
    expect(await statuses()).toEqual(['attended'])
    await change({ date: '2027-03-03' })
    expect(await statuses()).toEqual(['booked'])
    expect(await evening.register()).toMatchObject({ expected: [{ status: 'booked', attendanceAt: null }] })
  })

  it('counts the visits that pay for it on its new day', async () => {
    await aPackage(evening.db, {
      operatorId: evening.operator.id,
      customerId: evening.ann.id,
      activityIds: [evening.activity.id],
    })
    await evening.desk.send(api.baskets.add, {
      items: [{ id: evening.occurrence.id }],
      selectedUserId: evening.ann.id,
    })
    await evening.desk.send(api.checkout.payAtDesk, { selectedUserId: evening.ann.id, payments: [] })
    await change({ date: '2027-03-05' })
    const ann = evening.app.browser()
    await ann.logIn(evening.ann.id)
    expect(await ann.send(api.packages.mine, {})).toMatchObject([
      { usages: [expect.objectContaining({ usedOn: '2027-03-05' })] },
    ])
  })

  it('is reminded of on the day before it takes place, also after a reminder of the day that was planned', async () => {
    const dayBefore = (days: number) => new Date(startsAt.getTime() + (days - 1) * 86_400_000)
    await evening.aBooking(evening.ann.id)
    await evening.db
      .updateTable('booking')
      .set({ createdAt: new Date(startsAt.getTime() - 10 * 86_400_000) })
      .execute()
    await sendReminders(evening.db, dayBefore(0))
    await change({ date: '2027-03-09' })
    await sendReminders(evening.db, dayBefore(7))
    await sendReminders(evening.db, dayBefore(7))
    const reminded = await evening.db
      .selectFrom('notice')
      .select('about')
      .where('kind', '=', 'booking_reminder')
      .orderBy('id')
      .execute()
    const { orderId, occurrenceId } = await evening.db
      .selectFrom('booking')
      .select(['orderId', 'occurrenceId'])
      .executeTakeFirstOrThrow()
    const about = `order:${orderId} occurrence:${occurrenceId}`
    expect(reminded).toEqual([{ about }, { about: `${about} on 2027-03-09` }])
  })
})
