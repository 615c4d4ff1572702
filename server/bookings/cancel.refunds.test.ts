import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let ann: Awaited<ReturnType<typeof aCustomer>>
let sam: TestBrowser
let ines: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 500 })
  ann = await aCustomer(db, world.operator.id)
  const at = { homeVenueId: world.venue.id }
  sam = app.browser({ site: 'desk' })
  await sam.logIn((await aMemberOfStaff(db, world.operator.id, at)).id)
  ines = app.browser({ site: 'desk' })
  const supervisor = await aMemberOfStaff(db, world.operator.id, { ...at, staffLevel: 'supervisor' })
  await ines.logIn(supervisor.id)
})

const sold = async (to: number | null, email?: string) => {
  await sam.send(api.baskets.add, { items: [{ id: world.occurrence.id }], selectedUserId: to })
  const { completeOrderId } = await sam.send(api.checkout.payAtDesk, {
    selectedUserId: to,
    payments: [{ tenderType: 'cash', amount: 500 }],
    email,
  })
  const { id } = await db
    .selectFrom('booking')
    .select('id')
    .where('orderId', '=', completeOrderId)
    .executeTakeFirstOrThrow()
  return id
}

const cancel = (browser: TestBrowser, bookingId: number, how: object = {}) =>
  browser.send(api.bookings.cancelAtDesk, { bookingId, ...how })

const orderOf = async (bookingId: number): Promise<number> =>
  (await db.selectFrom('booking').select('orderId').where('id', '=', bookingId).executeTakeFirstOrThrow())
    .orderId

const cashOf = async (browser: TestBrowser) =>
  (await browser.send(api.tills.takings, { venue: 'demo-centre', date: '2027-03-02' })).tenders.find(
    ({ tenderType }) => tenderType === 'cash',
  )

/** No refund within the last four hours. */
const late = async () => {
  await db
    .updateTable('activity')
    .set({ freeCancelMinutes: 24 * 60 })
    .execute()
}

describe('cancelling at the desk', () => {
  it('enters cash in the books that a supervisor takes out of the till for a booking of their own', async () => {
    const { id: supervisorId } = await db
      .selectFrom('customer')
      .select('id')
      .where('staffLevel', '=', 'supervisor')
      .executeTakeFirstOrThrow()
    const id = await sold(ann.id)
    await db.updateTable('booking').set({ customerId: supervisorId }).where('id', '=', id).execute()
    expect(await cancel(ines, id, { to: 'cash' })).toMatchObject({ handOut: { raw: 500 } })
    expect(await cashOf(ines)).toMatchObject({ givenBack: { raw: 500 } })
  })

  it('refunds a customer as credit according to the terms', async () => {
    const id = await sold(ann.id)
    expect(await cancel(sam, id)).toMatchObject({
      status: 'cancelled',
      refund: { raw: 500, to: 'credit' },
      handOut: { raw: 0 },
    })
    expect(await refusal(cancel(sam, id))).toMatchObject({ status: 409, code: 'already_cancelled' })
    const acts = await db.selectFrom('auditEntry').select(['act', 'forCustomerId']).orderBy('id').execute()
    expect(acts.at(-1)).toEqual({ act: 'booking cancelled', forCustomerId: ann.id })
  })

  it('lets a supervisor refund cash from the till, and records it', async () => {
    const id = await sold(ann.id)
    expect(await refusal(cancel(sam, id, { to: 'cash' }))).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'Only a duty manager or finance can refund cash, or more than the terms allow.',
    })
    expect(await cancel(ines, id, { to: 'cash', reason: 'Moved away' })).toMatchObject({
      handOut: { raw: 500, formatted: '£5.00' },
    })
    expect(await cashOf(ines)).toMatchObject({ givenBack: { raw: 500 }, net: { raw: -500 } })
    const [refund] = await db.selectFrom('refund').selectAll().execute()
    expect(refund).toMatchObject({ destination: 'desk', status: 'done', amount: 500 })
  })

  it('goes by the terms under which the place was bought, or by those of now where they are better', async () => {
    const before = await sold(ann.id)
    await late()
    expect(await cancel(sam, before)).toMatchObject({ refund: { raw: 500 } })
    const after = await sold(null)
    const completeOrderId = await orderOf(after)
    const terms = async () =>
      (await sam.send(api.bookings.order, { completeOrderId })).bookings[0]?.cancellationRefund.raw
    expect(await terms()).toBe(0)
    await db.updateTable('activity').set({ freeCancelMinutes: 60 }).execute()
    expect(await terms()).toBe(500)
  })

  it('lets only a supervisor refund after the cutoff and after the start', async () => {
    await late()
    const id = await sold(ann.id)
    expect(await refusal(cancel(sam, id, { refund: 'full' }))).toMatchObject({ status: 403 })
    app.clock.set(new Date('2027-03-02T18:30:00Z'))
    await sam.logIn((await aMemberOfStaff(db, world.operator.id)).id)
    await ines.logIn((await aMemberOfStaff(db, world.operator.id, { staffLevel: 'supervisor' })).id)
    expect(await refusal(cancel(sam, id))).toMatchObject({ status: 410, code: 'past_cutoff' })
    expect(await cancel(ines, id, { refund: 'full' })).toMatchObject({ refund: { raw: 500, to: 'credit' } })
  })

  it("leaves a walk-in's refund due until a supervisor pays it out, once", async () => {
    const id = await sold(null)
    await cancel(sam, id)
    const { due } = await sam.send(api.tills.takings, { venue: 'demo-centre', date: '2027-03-02' })
    expect(due).toMatchObject([{ amount: { raw: 500 }, what: 'yoga' }])
    const refundId = due[0]?.refundId ?? 0
    expect((await refusal(sam.send(api.bookings.handOut, { refundId }))).code).toBe('forbidden')
    expect(await ines.send(api.bookings.handOut, { refundId })).toMatchObject({
      amount: { formatted: '£5.00' },
    })
    expect(await refusal(ines.send(api.bookings.handOut, { refundId }))).toMatchObject({
      status: 409,
      code: 'already_settled',
    })
    expect(await cashOf(ines)).toMatchObject({ givenBack: { raw: 500 } })
    expect((await refusal(ines.send(api.bookings.handOut, { refundId: 999_999 }))).status).toBe(404)
  })

  it('writes to the address given with the sale to a customer whose account has none', async () => {
    const { id } = await aCustomer(db, world.operator.id, { email: '' })
    const bookingId = await sold(id, 'bo@example.test')
    await sam.send(api.attendance.changeSession, { sessionId: world.occurrence.id, name: 'Flow yoga' })
    await cancel(sam, bookingId)
    const notices = await db.selectFrom('notice').select(['kind', 'recipient']).orderBy('id').execute()
    expect(notices).toEqual(
      ['booking_confirmed', 'session_changed', 'booking_cancelled'].map((kind) => ({
        kind,
        recipient: 'bo@example.test',
      })),
    )
  })

  it('is refused to customers', async () => {
    const id = await sold(ann.id)
    const customer = app.browser()
    await customer.logIn(ann.id)
    expect((await refusal(cancel(customer, id))).code).toBe('forbidden')
    expect((await refusal(customer.send(api.bookings.handOut, { refundId: 1 }))).code).toBe('forbidden')
    expect((await refusal(cancel(sam, 999_999))).status).toBe(404)
  })
})

describe('a penalty', () => {
  /** Ann has not come, which costs her 300. */
  const miss = async (): Promise<number> => {
    await db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
    const bookingId = await sold(ann.id)
    app.clock.set(new Date('2027-03-02T18:30:00Z'))
    await sam.logIn((await aMemberOfStaff(db, world.operator.id)).id)
    await ines.logIn((await aMemberOfStaff(db, world.operator.id, { staffLevel: 'supervisor' })).id)
    await sam.send(api.attendance.mark, { bookingId, status: 'not_attended' })
    return bookingId
  }

  it('is raised for an absence, and waived by a supervisor with a reason', async () => {
    await miss()
    const owed = async () => (await sam.send(api.payments.mine, { selectedUserId: ann.id })).penalties
    const [penalty] = await owed()
    expect(penalty).toMatchObject({ amount: 300, status: 'outstanding' })
    const waive = (browser: TestBrowser, penaltyId = penalty?.id ?? 0) =>
      browser.send(api.penalties.waive, { penaltyId, reason: 'Was ill' })
    expect((await refusal(waive(sam))).code).toBe('forbidden')
    expect(await waive(ines)).toEqual({ id: penalty?.id, status: 'waived' })
    expect(await owed()).toMatchObject([{ status: 'waived' }])
    // Another page of the desk displays it still.
    expect(await refusal(waive(ines))).toMatchObject({
      status: 409,
      code: 'already_settled',
      message: 'This penalty has been paid or waived already.',
    })
    expect((await refusal(waive(ines, 999_999))).status).toBe(404)
    const refused = await refusal(ines.send(api.penalties.waive, { penaltyId: 1, reason: ' ' }))
    expect(refused.validationMessages).toHaveProperty('reason')
  })

  it('is waived when a supervisor refunds the booking in full', async () => {
    const bookingId = await miss()
    await cancel(ines, bookingId, { refund: 'full', reason: 'Was ill' })
    const { penalties } = await sam.send(api.payments.mine, { selectedUserId: ann.id })
    expect(penalties).toMatchObject([{ status: 'waived' }])
    const [penalty] = await db.selectFrom('penalty').select('waiveReason').execute()
    expect(penalty).toEqual({ waiveReason: 'Was ill' })
  })

  it('is waived when the absence is undone', async () => {
    await db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
    const bookingId = await sold(ann.id)
    app.clock.set(new Date('2027-03-02T18:30:00Z'))
    await sam.logIn((await aMemberOfStaff(db, world.operator.id)).id)
    await sam.send(api.attendance.mark, { bookingId, status: 'not_attended' })
    await sam.send(api.attendance.mark, { bookingId, status: 'booked' })
    const { penalties } = await sam.send(api.payments.mine, { selectedUserId: ann.id })
    expect(penalties).toMatchObject([{ status: 'waived' }])
  })
})
