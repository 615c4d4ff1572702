import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { refusal } from '#test/support/refusal.ts'
import { aClassToAttend, afterwards } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend

beforeEach(async () => {
  evening = await aClassToAttend()
})

const day = (show: 'booked' | 'all' = 'booked', date = '2027-03-02') =>
  evening.desk.send(api.attendance.day, { venue: 'demo-centre', date, show })

describe('the sessions of a day', () => {
  it('lists sessions with bookings and their number, or all sessions on request', async () => {
    expect((await day()).sessions).toEqual([])
    expect((await day('all')).sessions).toMatchObject([{ id: evening.occurrence.id, capacity: 2, booked: 0 }])
    const { id } = await evening.aBooking(evening.ann.id)
    await evening.mark(id, 'attended')
    await evening.aBooking(null)
    const { sessions, today, date } = await day()
    expect([today, date.raw]).toEqual(['2027-03-02', '2027-03-02'])
    expect(sessions).toMatchObject([
      {
        name: 'yoga',
        locationName: 'Studio 1',
        startsAt: { format24Hour: '18:00' },
        capacity: 2,
        booked: 1,
        attended: 1,
        absent: 0,
        held: 0,
        waiting: 0,
        cancelled: false,
      },
    ])
    expect((await day('all', '2027-03-03')).sessions).toEqual([])
  })

  it('shows staff the venues of their operator only', async () => {
    const ask = (browser: TestBrowser, venue: string) =>
      browser.send(api.attendance.day, { venue, date: '2027-03-02' })
    expect((await refusal(ask(evening.desk, 'nowhere'))).status).toBe(404)
    expect(
      (await refusal(evening.desk.send(api.attendance.day, { venue: 'demo-centre', date: 'today' }))).status,
    ).toBe(422)
    const customer = evening.app.browser()
    await customer.logIn(evening.ann.id)
    expect((await refusal(ask(customer, 'demo-centre'))).code).toBe('forbidden')
    expect((await refusal(ask(evening.app.browser(), 'demo-centre'))).code).toBe('logged_out')
  })
})

describe('attendance', () => {
  it('is recorded, undone, and audited', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    expect(await evening.mark(id, 'attended')).toMatchObject({
      expected: { status: 'attended', attendanceAt: '2027-03-02T09:00:00Z' },
      session: { name: 'yoga', startsAt: { format24Hour: '18:00' }, minutesToStart: 540 },
    })
    expect(await evening.mark(id, 'booked')).toMatchObject({
      expected: { status: 'booked', attendanceAt: null },
    })
    await evening.setClock(afterwards)
    await evening.mark(id, 'not_attended')
    await evening.mark(id, 'not_attended')
    const [mine] = await evening.desk.send(api.bookings.mine, {
      selectedUserId: evening.ann.id,
      filter: 'all',
    })
    expect(mine?.status).toBe('not_attended')
    const acts = await evening.db
      .selectFrom('auditEntry')
      .select(['act', 'subject', 'actorId', 'forCustomerId'])
      .where('subject', '=', `booking:${id}`)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['checked in', 'attendance undone', 'marked absent'])
    expect(acts[0]).toMatchObject({ actorId: evening.staff.id, forCustomerId: evening.ann.id })
  })

  it('is refused too early and for cancelled bookings', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    expect(await refusal(evening.mark(id, 'not_attended'))).toMatchObject({ status: 409, code: 'too_early' })
    const later = await anOccurrence(
      evening.db,
      {
        activity: evening.activity,
        locationId: evening.studio.id,
        startsAt: new Date('2027-03-04T18:00:00Z'),
      },
      { capacity: 2 },
    )
    const another = await evening.aBooking(evening.ann.id, later.id)
    expect(await refusal(evening.mark(another.id, 'attended'))).toMatchObject({ code: 'too_early' })
    await evening.cancelBooking(id)
    expect(await refusal(evening.mark(id, 'attended'))).toMatchObject({
      status: 409,
      code: 'booking_cancelled',
    })
    expect((await refusal(evening.mark(999_999, 'attended'))).status).toBe(404)
    const customer = evening.app.browser()
    await customer.logIn(evening.ann.id)
    const byCustomer = customer.send(api.attendance.mark, { bookingId: id, status: 'attended' })
    expect((await refusal(byCustomer)).code).toBe('forbidden')
  })

  it('of a session that the venue has called off is not recorded: its bookings are about to be refunded', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    await evening.setClock(afterwards)
    for (const status of ['attended', 'not_attended'] as const)
      expect(await refusal(evening.mark(id, status))).toMatchObject({
        code: 'booking_cancelled',
        message: 'This session has been cancelled.',
      })
  })

  it('raises no penalty for a person who has closed their account since', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    await evening.db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
    await evening.setClock(afterwards)
    await evening.db
      .updateTable('customer')
      .set({ closedAt: afterwards, email: '', dateOfBirth: null })
      .where('id', '=', evening.ann.id)
      .execute()
    await evening.mark(id, 'not_attended')
    expect(await evening.db.selectFrom('penalty').select('id').execute()).toEqual([])
  })
})
