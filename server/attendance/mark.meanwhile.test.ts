/** What a page of the desk displays, while another desk or the person at a kiosk has done something else. */
import { beforeEach, describe, expect, it } from 'vitest'
import { aClassToAttend, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let bookingId: number
let accessCode: string

beforeEach(async () => {
  evening = await aClassToAttend()
  await evening.db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
  ;({ id: bookingId, accessCode } = await evening.aBooking(evening.ann.id))
})

const statusOf = async () => (await evening.register()).expected[0]?.status

const penalties = () => evening.db.selectFrom('penalty').select(['amount', 'status']).execute()

describe('a register that is not up to date', () => {
  it('marks nobody absent who has checked in at the kiosk meanwhile', async () => {
    await evening.setClock(new Date(startsAt.getTime() + 60_000))
    const kiosk = evening.app.browser()
    await kiosk.send(api.attendance.checkInSelf, { venue: evening.venue.slug, code: accessCode })
    const absent = { bookingId, status: 'not_attended', from: 'booked' } as const
    expect(await refusal(evening.desk.send(api.attendance.mark, absent))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message: 'Ann Example has been checked in since, at 18:01. Nothing was changed.',
    })
    expect([await statusOf(), await penalties()]).toEqual(['attended', []])
    // Whoever has seen it may.
    await evening.desk.send(api.attendance.mark, { ...absent, from: 'attended' })
    expect(await statusOf()).toBe('not_attended')
  })

  it('undoes nothing else than it displays', async () => {
    await evening.setClock(new Date(startsAt.getTime() + 60_000))
    await evening.mark(bookingId, 'not_attended')
    const undo = { bookingId, status: 'booked', from: 'attended' } as const
    expect((await refusal(evening.desk.send(api.attendance.mark, undo))).message).toBe(
      'Ann Example has been marked as absent since. Nothing was changed.',
    )
    expect(await penalties()).toEqual([{ amount: 300, status: 'outstanding' }])
    await evening.mark(bookingId, 'booked')
    // What is so already is no change.
    expect((await evening.desk.send(api.attendance.mark, undo)).expected.status).toBe('booked')
    const absent = { bookingId, status: 'not_attended', from: 'attended' } as const
    expect((await refusal(evening.desk.send(api.attendance.mark, absent))).message).toBe(
      'Someone else has undone this for Ann Example. Nothing was changed.',
    )
  })

  it('does not take back what another desk has changed of the session', async () => {
    const { version } = await evening.register()
    const sessionId = evening.occurrence.id
    const change = (body: object) => evening.desk.send(api.attendance.changeSession, { sessionId, ...body })
    await change({ startsAt: '19:00', endsAt: '20:00', version })
    // A form of before has the old hours beside what is new in it.
    const form = { startsAt: '18:00', endsAt: '19:00', meetingPoint: 'Reception' }
    expect(await refusal(change({ ...form, version }))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message:
        'Someone else has just changed this session. This page is up to date now: check it and save again.',
    })
    const now = await evening.register()
    expect([now.session.startsAt.format24Hour, now.meetingPoint]).toEqual(['19:00', ''])
    await change({ startsAt: '19:00', endsAt: '20:00', meetingPoint: 'Reception', version: now.version })
    expect((await evening.register()).meetingPoint).toBe('Reception')
  })
})
