import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from './cancel.ts'
import { followUpUndelivered } from './followUps.ts'
import { clearVisitorContacts } from '#server/privacy/retention.ts'
import { aClassToAttend, afterwards, now } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { openPage } from '#test/support/pages.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'

let evening: ClassToAttend

/** Ann has no e-mail address. */
beforeEach(async () => {
  evening = await aClassToAttend()
  await evening.db.updateTable('occurrence').set({ capacity: 10 }).execute()
  await evening.db
    .updateTable('customer')
    .set({ email: '', phone: '07700 900123' })
    .where('id', '=', evening.ann.id)
    .execute()
})

const followUps = () => evening.desk.send(api.bookings.followUps, { venue: evening.venue.slug })
const finish = (followUpId: number) => evening.desk.send(api.bookings.finishFollowUp, { followUpId })
const notify = (message = 'Bring a mat.') =>
  evening.desk.send(api.attendance.notifySession, { sessionId: evening.occurrence.id, message })
const aCustomerWith = (email: string, firstName: string) =>
  aCustomer(evening.db, evening.operator.id, { firstName, lastName: 'Example', email })
const callOff = async () => {
  await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
  await cancelBookingsOfCancelledOccurrences(evening.db, now)
}

describe('a message to a session', () => {
  it('answers whom it was sent to and who is to be rung, who then stand on the list', async () => {
    const ben = await aCustomerWith('ben@example.test', 'Ben')
    await evening.aBooking(ben.id)
    await evening.aBooking(evening.ann.id)
    await evening.aBooking(null)
    expect((await evening.register()).reach).toEqual({ emailed: 1, byPartner: 0, toRing: 2 })
    const answer = await notify()
    expect(answer).toMatchObject({
      notified: 3,
      emailed: ['Ben Example'],
      byPartner: [],
      toRing: [
        { name: 'Ann Example', phone: '07700 900123' },
        { name: '', phone: '' },
      ],
    })
    expect(await followUps()).toMatchObject([
      {
        id: answer.toRing[0]?.id,
        name: 'Ann Example',
        phone: '07700 900123',
        reason: 'message',
        message: 'Bring a mat.',
        booking: { sessionId: evening.occurrence.id, startsAt: { format24Hour: '18:00' } },
      },
      { name: '', reason: 'message' },
    ])
    const { text } = await openPage(evening.desk, deskLinks.session(evening.occurrence.id), 'desk')
    expect(text).toContain('Send to 1, 2 to ring')
    expect(text).toContain('Save, e-mail 1, 2 to ring')
  })

  it('has a buyer of several places rung once', async () => {
    const child = await aCustomer(evening.db, evening.operator.id, { firstName: 'Cy', lastName: 'Example' })
    await evening.db
      .insertInto('linkedCustomer')
      .values({ customerId: evening.ann.id, linkedId: child.id, relation: 'child' })
      .execute()
    for (const purchasedForUserId of [evening.ann.id, child.id])
      await evening.desk.send(api.baskets.add, {
        items: [{ id: evening.occurrence.id, purchasedForUserId }],
        selectedUserId: evening.ann.id,
      })
    await evening.desk.send(api.checkout.payAtDesk, {
      selectedUserId: evening.ann.id,
      payments: [{ tenderType: 'cash', amount: 1000 }],
    })
    expect(await notify()).toMatchObject({ notified: 2, toRing: [{ name: 'Ann Example' }] })
    expect(await followUps()).toHaveLength(1)
  })

  it('leaves the customers of a partner to the partner', async () => {
    await evening.aBooking(null)
    await evening.db.updateTable('customerOrder').set({ source: 'open-booking' }).execute()
    expect(await notify()).toMatchObject({ emailed: [], byPartner: [''], toRing: [] })
  })
})

describe('a session that was called off', () => {
  it('shows its people with what each was told and what came back', async () => {
    const ben = await aCustomerWith('ben@example.test', 'Ben')
    await evening.aBooking(evening.ann.id)
    await evening.aBooking(ben.id)
    await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect((await evening.register()).calledOff).toMatchObject([
      { name: 'Ann Example', contact: 'pending', refunds: [] },
      { name: 'Ben Example', contact: 'pending', refunds: [] },
    ])
    await cancelBookingsOfCancelledOccurrences(evening.db, now)
    const { calledOff, expected } = await evening.register()
    expect(expected).toEqual([])
    expect(calledOff).toMatchObject([
      {
        name: 'Ann Example',
        phone: '07700 900123',
        contact: 'to_ring',
        refunds: [{ amount: 500, formatted: '£5.00' }],
      },
      { name: 'Ben Example', contact: 'email_waiting', refunds: [{ amount: 500 }] },
    ])
    await evening.db.updateTable('notice').set({ state: 'sent' }).execute()
    await finish(calledOff[0]?.followUpId ?? 0)
    expect((await evening.register()).calledOff.map(({ contact }) => contact)).toEqual(['rung', 'emailed'])
    const { text } = await openPage(evening.desk, deskLinks.session(evening.occurrence.id), 'desk')
    expect(text).toMatch(/2 bookings.*Ann Example.*Rung.*07700 900123.*£5\.00.*Ben Example.*E-mail sent/)
    expect(text).not.toContain('No bookings yet')
  })

  it('puts those on the list to ring whose e-mail could not be delivered, once', async () => {
    const ben = await aCustomerWith('ben@example.test', 'Ben')
    await evening.aBooking(ben.id)
    await callOff()
    expect(await followUps()).toEqual([])
    await evening.db.updateTable('notice').set({ state: 'dropped', settledAt: now }).execute()
    const since = new Date(now.getTime() - 1000)
    for (let run = 0; run < 2; run += 1) await followUpUndelivered(evening.db, since, now)
    expect(await followUps()).toMatchObject([{ name: 'Ben Example', reason: 'called_off' }])
    expect((await evening.register()).calledOff).toMatchObject([{ contact: 'to_ring' }])
  })
})

it('a booking that the desk cancels is told by telephone where there is no e-mail', async () => {
  const { id: bookingId } = await evening.aBooking(evening.ann.id)
  await evening.desk.send(api.bookings.cancelAtDesk, { bookingId })
  expect(await followUps()).toMatchObject([{ name: 'Ann Example', reason: 'cancelled' }])
})

describe('ticking off', () => {
  it('takes people off the list, is audited, and is refused a second time', async () => {
    await evening.aBooking(evening.ann.id)
    const { toRing } = await notify()
    const id = toRing[0]?.id ?? 0
    await finish(id)
    expect(await followUps()).toEqual([])
    expect(await refusal(finish(id))).toMatchObject({
      status: 409,
      code: 'already_done',
      message: 'Sam ticked this off at 09:00.',
    })
    const acts = await evening.db.selectFrom('auditEntry').select(['act', 'forCustomerId']).execute()
    expect(acts).toContainEqual({ act: 'rung about a booking', forCustomerId: evening.ann.id })
  })

  it('is not for another operator, nor for customers', async () => {
    await evening.aBooking(evening.ann.id)
    const { toRing } = await notify()
    const id = toRing[0]?.id ?? 0
    const other = await anOperator(evening.db, { slug: 'other' })
    await evening.db.updateTable('customerOrder').set({ operatorId: other.id }).execute()
    expect(await refusal(finish(id))).toMatchObject({ status: 404 })
    const customer = evening.app.browser()
    await customer.logIn(evening.ann.id)
    expect(await refusal(customer.send(api.bookings.followUps, { venue: evening.venue.slug }))).toMatchObject(
      { status: 403 },
    )
  })
})

describe('the personal data of a call to make', () => {
  it('is in the data of the customer', async () => {
    await evening.aBooking(evening.ann.id)
    await notify()
    const customer = evening.app.browser({ site: 'account' })
    await customer.logIn(evening.ann.id)
    expect((await customer.send(api.privacy.data, {})).followUps).toMatchObject([
      { reason: 'message', message: 'Bring a mat.', doneAt: null },
    ])
  })

  it('goes with the contact of a visitor', async () => {
    await evening.aBooking(null)
    await notify()
    const later = new Date(afterwards.getTime() + 400 * 86_400_000)
    await clearVisitorContacts(evening.db, later, 10, later)
    expect(await evening.db.selectFrom('followUp').select('id').execute()).toEqual([])
  })
})
