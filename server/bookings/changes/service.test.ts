import { beforeEach, describe, expect, it } from 'vitest'
import { sendReminders } from '#server/bookings/reminders/service.ts'
import { aClassToAttend, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend

beforeEach(async () => {
  evening = await aClassToAttend()
})

const change = (body: { date?: string; startsAt?: string }) =>
  evening.desk.send(api.attendance.changeSession, { sessionId: evening.occurrence.id, ...body })

const statuses = async () =>
  (await evening.db.selectFrom('booking').select('status').orderBy('id').execute()).map(
    ({ status }) => status,
  )

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
    const { id } = await evening.db.selectFrom('booking').select('id').executeTakeFirstOrThrow()
    expect(reminded).toEqual([{ about: `booking:${id}` }, { about: `booking:${id} on 2027-03-09` }])
  })
})
