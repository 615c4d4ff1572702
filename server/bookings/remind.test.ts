import { beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { api } from '#web/platform/api.ts'
import { sendLateReminders, sendReminders } from './remind.ts'

let db: Database

beforeAll(async () => {
  db = (await testDatabase()).db
})

const minute = 60_000
const hour = 60 * minute
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** A class at a UTC hour, and a customer who books it now. */
const aBooking = async (now: Date, date: string, time: string) => {
  const centre = await aCentre(db, now)
  const session = await centre.aClassOf(await centre.yoga(), time, { date })
  const { id, browser } = await centre.customer({ email: 'ann@example.test' })
  await centre.add(browser, session)
  const bookingId = await centre.book(browser, id)
  const { orderId, occurrenceId } = await db
    .selectFrom('booking')
    .select(['orderId', 'occurrenceId'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return { centre, browser, session, startsAt: session.startsAt, bookingId, orderId, occurrenceId }
}

const reminders = () =>
  db.selectFrom('notice').select(['about', 'recipient']).where('kind', '=', 'booking_reminder').execute()

/** What becomes of the reminder when it is sent. */
const deliver = async ({ app }: Centre) => {
  const handlers = jobHandlers({
    db,
    clock: app.clock,
    log: quiet,
    services: app.services,
  })
  await runDueJobs(db, handlers, app.clock.now(), quiet)
  return db
    .selectFrom('notice')
    .select(['state', 'subject'])
    .where('kind', '=', 'booking_reminder')
    .executeTakeFirstOrThrow()
}

/** What the job would do at an instant. */
const remindAt = async ({ app }: Centre, at: Date): Promise<number> => {
  app.clock.forward(at.getTime() - app.clock.now().getTime())
  await sendReminders(db, app.clock.now())
  return (await reminders()).length
}

describe('a reminder', () => {
  it('is sent once, from a day before the start, however often the job runs', async () => {
    const { centre, startsAt, orderId, occurrenceId } = await aBooking(
      new Date('2027-03-01T09:00:00Z'),
      '2027-03-04',
      '10:00',
    )
    const dayBefore = startsAt.getTime() - 24 * hour
    expect(await remindAt(centre, new Date(dayBefore - minute))).toBe(0)
    expect(await remindAt(centre, new Date(dayBefore))).toBe(1)
    await Promise.all([sendReminders(db, centre.app.clock.now()), sendReminders(db, centre.app.clock.now())])
    for (const later of [5, 30, 59, 61, 600])
      expect(await remindAt(centre, new Date(dayBefore + later * minute))).toBe(1)
    expect(await reminders()).toEqual([
      { about: `order:${orderId} occurrence:${occurrenceId}`, recipient: 'ann@example.test' },
    ])
    const jobs = await db.selectFrom('job').select('id').where('kind', '=', 'send_notice').execute()
    expect(jobs).toHaveLength(1)
  })

  it('is not sent for a cancelled booking', async () => {
    const { centre, browser, startsAt, bookingId } = await aBooking(
      new Date('2027-03-01T09:00:00Z'),
      '2027-03-04',
      '10:00',
    )
    await browser.send(api.bookings.cancel, { bookingId })
    expect(await remindAt(centre, new Date(startsAt.getTime() - 24 * hour))).toBe(0)
  })

  it('is not sent for a booking made only just before', async () => {
    const { centre, startsAt } = await aBooking(new Date('2027-03-03T09:00:00Z'), '2027-03-04', '10:00')
    expect(await remindAt(centre, new Date(startsAt.getTime() - 24 * hour))).toBe(0)
  })

  it('is sent half a day after a booking that was made late, with until when it can be cancelled', async () => {
    const { centre } = await aBooking(new Date('2027-03-03T09:00:00Z'), '2027-03-04', '10:00')
    const { app } = centre
    await sendLateReminders(db, new Date('2027-03-03T20:59:00Z'))
    expect(await reminders()).toEqual([])
    app.clock.forward(new Date('2027-03-03T21:01:00Z').getTime() - app.clock.now().getTime())
    await sendLateReminders(db, app.clock.now())
    expect(await deliver(centre)).toMatchObject({ subject: 'Tomorrow 10:00: Yoga' })
    const { textBody } = await db
      .selectFrom('notice')
      .select('textBody')
      .where('kind', '=', 'booking_reminder')
      .executeTakeFirstOrThrow()
    expect(textBody).toMatch(/Free to cancel until Thu 4 Mar, \d\d:00/)
  })

  it('is one for a family', async () => {
    const centre = await aCentre(db, new Date('2027-03-01T09:00:00Z'))
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { date: '2027-03-04' })
    const { id, browser } = await centre.customer({ email: 'ann@example.test' })
    const kit = await aChildOf(db, centre.operatorId, id, { firstName: 'Kit' })
    await browser.send(api.baskets.add, {
      items: [{ id: session.publicId }, { id: session.publicId, purchasedForUserId: kit.id }],
    })
    const { transactionUuid } = await authorise(browser)
    await complete(browser, transactionUuid)
    expect(await remindAt(centre, new Date(session.startsAt.getTime() - 24 * hour))).toBe(1)
    await deliver(centre)
    const { textBody } = await db
      .selectFrom('notice')
      .select('textBody')
      .where('kind', '=', 'booking_reminder')
      .executeTakeFirstOrThrow()
    expect(textBody?.match(/Access code/g)).toHaveLength(2)
  })

  it.each([
    ['forward', '2027-03-25T09:00:00Z', '2027-03-28', '09:00', '10:00'],
    ['back', '2027-10-28T09:00:00Z', '2027-10-31', '10:00', '10:00'],
  ])(
    'is sent once when the clocks go %s overnight, and gives the wall time',
    async (_, booked, date, time, onTheWall) => {
      const { centre, startsAt } = await aBooking(new Date(booked), date, time)
      const before = startsAt.getTime() - 26 * hour
      const counts: number[] = []
      // Every quarter of an hour until it starts.
      for (let at = before; at < startsAt.getTime(); at += 15 * minute)
        counts.push(await remindAt(centre, new Date(at)))
      expect(counts.indexOf(1)).toBe(8)
      expect(counts.at(-1)).toBe(1)
      const handlers = jobHandlers({
        db,
        clock: centre.app.clock,
        log: quiet,
        services: centre.app.services,
      })
      await runDueJobs(db, handlers, centre.app.clock.now(), quiet)
      const { textBody } = await db
        .selectFrom('notice')
        .select('textBody')
        .where('kind', '=', 'booking_reminder')
        .executeTakeFirstOrThrow()
      expect(textBody).toContain(onTheWall)
    },
  )

  it('that was due while the server was down is sent later, and says which day it is', async () => {
    const { centre, startsAt, orderId, occurrenceId } = await aBooking(
      new Date('2027-03-01T09:00:00Z'),
      '2027-03-04',
      '18:00',
    )
    const { app } = centre
    app.clock.forward(startsAt.getTime() - 8 * hour - app.clock.now().getTime())
    await sendReminders(db, app.clock.now())
    expect(await reminders()).toEqual([])
    await sendLateReminders(db, app.clock.now())
    await sendLateReminders(db, app.clock.now())
    expect(await reminders()).toMatchObject([{ about: `order:${orderId} occurrence:${occurrenceId}` }])
    expect(await deliver(centre)).toMatchObject({ state: 'stored', subject: 'Today 18:00: Yoga' })
  })

  it('is sent for all who have one to come, however many are due at once', async () => {
    const { centre, startsAt } = await aBooking(new Date('2027-03-01T09:00:00Z'), '2027-03-04', '18:00')
    const { id, browser } = await centre.customer()
    const session = await db.selectFrom('occurrence').select('publicId').executeTakeFirstOrThrow()
    await centre.add(browser, session)
    await centre.book(browser, id)
    await sendReminders(db, new Date(startsAt.getTime() - 24 * hour), 1)
    expect(await reminders()).toHaveLength(2)
  })

  it('is late no more shortly before the start', async () => {
    const { startsAt } = await aBooking(new Date('2027-03-01T09:00:00Z'), '2027-03-04', '18:00')
    await sendLateReminders(db, new Date(startsAt.getTime() - 2 * hour))
    expect(await reminders()).toEqual([])
  })

  it('is not sent once the booking is cancelled or the session has begun, however late the mail server takes it', async () => {
    for (const what of ['cancelled', 'begun'] as const) {
      const { centre, browser, startsAt, bookingId } = await aBooking(
        new Date('2027-03-01T09:00:00Z'),
        '2027-03-04',
        '18:00',
      )
      await remindAt(centre, new Date(startsAt.getTime() - 24 * hour))
      if (what === 'cancelled') await browser.send(api.bookings.cancel, { bookingId })
      else centre.app.clock.forward(25 * hour)
      expect(await deliver(centre)).toEqual({ state: 'dropped', subject: null })
    }
  })
})
