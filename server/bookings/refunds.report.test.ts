import { expect, it } from 'vitest'
import { aClassToAttend } from '#test/support/attendance.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

it('R7: a supervisor reads what was refunded and waived, by whom, why and whether beyond the terms', async () => {
  const evening = await aClassToAttend()
  const { db, operator, desk } = evening
  const ines = evening.app.browser({ site: 'desk' })
  const { id } = await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor', firstName: 'Ines' })
  await ines.logIn(id)
  const { id: bookingId } = await evening.aBooking(null)
  await ines.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full', to: 'cash', reason: 'Ill' })
  const missed = await evening.aBooking(evening.ann.id)
  evening.app.clock.forward(60_000)
  await db
    .insertInto('penalty')
    .values({
      operatorId: operator.id,
      customerId: evening.ann.id,
      bookingId: missed.id,
      description: 'Missed',
      amount: 300,
      status: 'waived',
      createdAt: evening.app.clock.now(),
      settledAt: evening.app.clock.now(),
      waivedBy: id,
      waiveReason: 'First time',
    })
    .execute()
  const period = {
    report: 'refunds',
    venues: evening.venue.slug,
    from: '2027-03-01',
    until: '2027-03-02',
  } as const
  const { rows } = await ines.send(api.reports.read, period)
  expect(rows).toMatchObject([
    { person: 'Ines Deskford', to: 'desk', amount: 500, reason: 'Ill', beyondTerms: true },
    { person: 'Ines Deskford', to: 'waived', amount: 300, reason: 'First time', beyondTerms: true },
  ])
  expect((await ines.send(api.reports.read, { ...period, until: '2027-03-01' })).rows).toEqual([])
  expect((await refusal(desk.send(api.reports.read, period))).status).toBe(403)
})
