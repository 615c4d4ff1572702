import { beforeEach, describe, expect, test } from 'vitest'
import { aClassToAttend, now } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { runCallOffJobs } from '#test/support/callOffJobs.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let supervisor: TestBrowser
let sessionId: number
let supervisorId: number

beforeEach(async () => {
  evening = await aClassToAttend()
  sessionId = evening.occurrence.id
  const { id } = await aMemberOfStaff(evening.db, evening.operator.id, { staffLevel: 'supervisor' })
  supervisorId = id
  supervisor = evening.app.browser({ site: 'desk' })
  await supervisor.logIn(id)
})

const preview = () => supervisor.send(api.attendance.previewCallOff, { sessionId })
const callOff = async (reason = 'The roof leaks') =>
  supervisor.send(api.attendance.callOff, { sessionId, reason, digest: (await preview()).digest })
const takeBack = () => supervisor.send(api.attendance.takeBackCallOff, { sessionId })
const register = () => supervisor.send(api.attendance.register, { sessionId })

const later = async (seconds: number) => {
  evening.app.clock.set(new Date(now.getTime() + seconds * 1000))
  await runCallOffJobs(evening)
}

/** All that has left the house. */
const gone = async () => {
  const { db } = evening
  const count = async (table: 'notice' | 'refund' | 'tillEntry') =>
    (await db.selectFrom(table).select('id').execute()).length
  return { notices: await count('notice'), refunds: await count('refund') }
}

const paidByCard = async () => {
  const buyer = evening.app.browser()
  await buyer.send(api.baskets.add, { items: [{ id: sessionId }] })
  const { transactionUuid } = await authorise(buyer)
  await complete(buyer, transactionUuid)
}

describe('calling a session off', () => {
  beforeEach(async () => {
    await evening.aBooking(evening.ann.id)
    await evening.aBooking(null)
  })

  test('is shown before it is done: who gets what back, who is written to, whom somebody has to ring', async () => {
    const before = await gone()
    expect(await preview()).toMatchObject({
      bookings: 2,
      places: 2,
      refunds: [
        { to: 'credit', amount: { formatted: '£5.00' } },
        { to: 'desk', amount: { formatted: '£5.00' } },
      ],
      refundTotal: { formatted: '£10.00' },
      reach: { emailed: 1, byPartner: 0, toRing: 1 },
      waiting: 0,
    })
    expect(await gone()).toEqual(before)
    expect((await register()).session).toMatchObject({ cancelled: false, booked: 2 })
    expect(await wrongWithPlaces(evening.db, now)).toEqual([])
  })

  test('ends its sale at once, and nothing leaves the house for a minute', async () => {
    const before = await gone()
    const { takeBackUntil } = await callOff()
    expect(takeBackUntil).toBe('2027-03-02T09:01:00Z')
    expect(await register()).toMatchObject({
      session: { cancelled: true, booked: 2 },
      callOff: { reason: 'The roof leaks', takeBackUntil },
    })
    const add = supervisor.send(api.baskets.add, { items: [{ id: sessionId }], selectedUserId: null })
    expect(await refusal(add)).toMatchObject({ code: 'cancelled', status: 410 })
    await later(59)
    expect(await gone()).toEqual(before)
  })

  test('then refunds in full and tells people why', async () => {
    await callOff()
    await later(60)
    const { db } = evening
    expect(await db.selectFrom('booking').select('status').execute()).toEqual([
      { status: 'cancelled_by_venue' },
      { status: 'cancelled_by_venue' },
    ])
    const refunds = await db.selectFrom('refund').select(['amount', 'destination']).execute()
    expect(refunds).toEqual([
      { amount: 500, destination: 'credit' },
      { amount: 500, destination: 'desk' },
    ])
    const mails = await db
      .selectFrom('notice')
      .select(['recipient', 'textBody'])
      .where('kind', '=', 'booking_called_off')
      .execute()
    expect(mails).toMatchObject([{ textBody: expect.stringContaining('The roof leaks') }])
    expect((await register()).callOff).toEqual({ reason: 'The roof leaks', takeBackUntil: null })
    expect(await wrongWithPlaces(db, evening.app.clock.now())).toEqual([])
  })

  test('can be taken back within the minute, and is then as if it had never been', async () => {
    const before = await gone()
    await callOff()
    await later(30)
    await takeBack()
    await later(120)
    expect(await gone()).toEqual(before)
    expect(await register()).toMatchObject({ session: { cancelled: false, booked: 2 }, callOff: null })
    await evening.db.updateTable('occurrence').set({ capacity: 3 }).execute()
    await paidByCard()
    expect((await register()).session.booked).toBe(3)
    expect(await wrongWithPlaces(evening.db, evening.app.clock.now())).toEqual([])
  })

  test('cannot be taken back afterwards', async () => {
    await callOff()
    await later(60)
    expect(await refusal(takeBack())).toMatchObject({
      code: 'too_late',
      message: "It's too late to take this back. People are being told.",
    })
    expect((await register()).session.cancelled).toBe(true)
  })

  test('is refused where somebody has booked since it was looked at', async () => {
    await evening.db.updateTable('occurrence').set({ capacity: 3 }).execute()
    const { digest } = await preview()
    await paidByCard()
    const late = supervisor.send(api.attendance.callOff, { sessionId, digest })
    expect(await refusal(late)).toMatchObject({
      code: 'effect_changed',
      message: 'This has changed since you looked: 3 bookings, £15.00 back now. Check it again.',
    })
    expect((await register()).session.cancelled).toBe(false)
  })

  test('returns a card payment to the card', async () => {
    await evening.db.updateTable('occurrence').set({ capacity: 3 }).execute()
    await paidByCard()
    expect((await preview()).refunds).toMatchObject([
      { to: 'credit', amount: { formatted: '£5.00' } },
      { to: 'card', amount: { formatted: '£5.00' } },
      { to: 'desk', amount: { formatted: '£5.00' } },
    ])
  })

  test('happens once, and not after the start', async () => {
    await callOff()
    const again = supervisor.send(api.attendance.callOff, { sessionId, digest: 'seen' })
    expect(await refusal(again)).toMatchObject({ code: 'already_called_off' })
    expect(await refusal(preview())).toMatchObject({ code: 'already_called_off' })
    await takeBack()
    evening.app.clock.set(new Date('2027-03-02T18:00:00Z'))
    await supervisor.logIn(supervisorId)
    expect(await refusal(preview())).toMatchObject({ code: 'begun' })
  })

  test('is for supervisors, and for sessions of their own operator', async () => {
    const { digest } = await preview()
    const { desk } = evening
    expect(await refusal(desk.send(api.attendance.previewCallOff, { sessionId }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await refusal(desk.send(api.attendance.callOff, { sessionId, digest }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await refusal(desk.send(api.attendance.takeBackCallOff, { sessionId }))).toMatchObject({
      code: 'forbidden',
    })
    const elsewhere = { sessionId: sessionId + 1000, digest }
    expect(await refusal(supervisor.send(api.attendance.callOff, elsewhere))).toMatchObject({
      code: 'not_found',
    })
  })

  test('is read in the timetable, with the reason', async () => {
    const { venue, activity, app } = evening
    const read = async () => {
      const day = await app
        .browser()
        .fetch(`/api/activities/venue/${venue.slug}/activity/${activity.slug}/v2/timetable?date=2027-03-02`)
      return day.text()
    }
    await callOff()
    expect(await read()).toContain('This session has been cancelled. The reason: The roof leaks')
    await takeBack()
    expect(await read()).not.toContain('cancelled')
  })

  test('stands in the audit log, with what was seen', async () => {
    await callOff()
    await takeBack()
    const entries = await evening.db
      .selectFrom('auditEntry')
      .select(['act', 'subject', 'detail'])
      .where('subject', '=', `session:${sessionId}`)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      {
        act: 'session cancelled',
        subject: `session:${sessionId}`,
        detail: { reason: 'The roof leaks', offers: [], bookings: 2, refund: 1000 },
      },
      { act: 'cancellation of a session taken back', subject: `session:${sessionId}`, detail: {} },
    ])
  })

  test('tells people who wait after the minute, and leaves their list alone before', async () => {
    const { db, app, operator } = evening
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const ben = await aCustomer(db, operator.id, { email: 'ben@example.test' })
    const waiting = app.browser()
    await waiting.logIn(ben.id)
    await waiting.send(api.waitlists.join, { id: sessionId, data: { userId: ben.id } })
    const states = async () => (await db.selectFrom('waitlistEntry').select('state').execute())[0]?.state
    expect((await preview()).waiting).toBe(1)
    await callOff()
    await later(59)
    expect(await states()).toBe('waiting')
    await later(60)
    expect(await states()).toBe('closed')
    const mails = db
      .selectFrom('notice')
      .select(['recipient', 'textBody'])
      .where('kind', '=', 'waitlist_called_off')
    expect(await mails.execute()).toMatchObject([
      { recipient: 'ben@example.test', textBody: expect.stringContaining('The roof leaks') },
    ])
    expect(await wrongWithWaitlists(db, app.clock.now())).toEqual([])
  })
})
