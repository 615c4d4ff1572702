import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import {
  aPartner,
  aUuid,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt: new Date('2027-03-03T18:00:00Z'), price: 650 })
})

const salesOf = (partnerId: number, from: string, to = from) =>
  world.desk.send(api.openBooking.partnerSales, { partnerId, from, to })

test('the sales of a partner are what it has taken less what it has paid back', async () => {
  const other = await aPartner(world.app, world.desk, 'OtherFinder')
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  const uuid = aUuid()
  const order = orderOf('Order', [place, place], paidWith(13))
  expect((await world.fitFinder.send('PUT', `/orders/${uuid}`, order)).status).toBe(201)
  await other.send('PUT', `/orders/${aUuid()}`, orderOf('Order', [place], paidWith(6.5)))
  world.app.clock.set(new Date('2027-03-02T00:30:00Z'))
  const { status } = await world.fitFinder.send('PATCH', `/orders/${uuid}`, {
    '@type': 'Order',
    orderedItem: [
      {
        '@type': 'OrderItem',
        '@id': `http://bookings.onside.localhost:3000/api/open-booking/orders/${uuid}#/orderedItem/1`,
        orderItemStatus: 'https://openactive.io/CustomerCancelled',
      },
    ],
  })
  expect(status).toBe(204)
  const supervisor = await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'supervisor' })
  await world.desk.logIn(supervisor.id)
  expect(await salesOf(world.fitFinder.id, '2027-03-01')).toMatchObject({
    partner: 'FitFinder',
    bookings: 2,
    sold: { raw: 1300 },
    refunded: { raw: 0 },
    owed: { raw: 1300 },
  })
  expect(await salesOf(world.fitFinder.id, '2027-03-02')).toMatchObject({
    bookings: 0,
    sold: { raw: 0 },
    refunded: { raw: 650 },
    owed: { raw: -650 },
  })
  expect(await salesOf(world.fitFinder.id, '2027-03-01', '2027-03-02')).toMatchObject({
    owed: { raw: 650, formatted: '£6.50' },
  })
  expect(await salesOf(other.id, '2027-03-01')).toMatchObject({ bookings: 1, owed: { raw: 650 } })
})

test('a partner keeps its commission, and the operator reads all of them at once', async () => {
  const other = await aPartner(world.app, world.desk, 'OtherFinder')
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  await db.updateTable('bookingPartner').set({ commissionRate: 750 }).where('id', '=', other.id).execute()
  await other.send('PUT', `/orders/${aUuid()}`, orderOf('Order', [place], paidWith(6.5)))
  await world.fitFinder.send('PUT', `/orders/${aUuid()}`, orderOf('Order', [place], paidWith(6.5)))
  const days = { from: '2027-03-01', to: '2027-03-01' }
  const { partners, total } = await world.desk.send(api.openBooking.allPartnerSales, days)
  expect(partners).toMatchObject([
    { partner: 'FitFinder', commission: { raw: 0 }, owed: { raw: 650 } },
    // 7.5% of £6.50 is 48.75p.
    { partner: 'OtherFinder', commission: { raw: 49 }, owed: { raw: 601 } },
  ])
  expect(total).toMatchObject({ bookings: 2, sold: { raw: 1300 }, owed: { raw: 1251 } })
  expect(await salesOf(other.id, '2027-03-01')).toMatchObject({ owed: { raw: 601 } })
})

test('stay readable after the operator has revoked a partner that goes on selling for others', async () => {
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  await world.fitFinder.send('PUT', `/orders/${aUuid()}`, orderOf('Order', [place], paidWith(6.5)))
  const { id: partnerId } = world.fitFinder
  const other = await anOperator(db, { slug: 'other' })
  await db.insertInto('bookingPartnerOperator').values({ partnerId, operatorId: other.id }).execute()
  await world.desk.send(api.openBooking.revokePartner, { partnerId })
  expect((await world.desk.send(api.openBooking.listPartners, {})).partners).toEqual([])
  expect(await salesOf(partnerId, '2027-03-01')).toMatchObject({ partner: 'FitFinder', owed: { raw: 650 } })
  const days = { from: '2027-03-01', to: '2027-03-01' }
  expect((await world.desk.send(api.openBooking.allPartnerSales, days)).total).toMatchObject({ bookings: 1 })
})

test('what is paid at the venue is due on the day of its session until it is cancelled', async () => {
  await db.updateTable('activity').set({ prepayment: 'unavailable' }).execute()
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  const uuid = aUuid()
  const body = orderOf('Order', [place, place], { ...paidWith(13), payment: undefined })
  expect((await world.fitFinder.send('PUT', `/orders/${uuid}`, body)).status).toBe(201)
  const duesOn = (day: string) => world.desk.send(api.openBooking.dueAtVenue, { from: day, to: day })
  const { total, orders } = await duesOn('2027-03-03')
  expect(total.raw).toBe(1300)
  expect(orders).toMatchObject([
    {
      partner: 'FitFinder',
      customer: 'Ann Lee',
      startsText: 'Wed 3 Mar, 18:00',
      places: 2,
      due: { raw: 1300 },
    },
  ])
  expect((await duesOn('2027-03-01')).orders).toEqual([])
  expect((await world.fitFinder.send('DELETE', `/orders/${uuid}`)).status).toBe(204)
  expect((await duesOn('2027-03-03')).orders).toEqual([])
  const orderId = orders[0]?.orderId ?? 0
  expect(await world.desk.send(api.bookings.order, { completeOrderId: orderId })).toMatchObject({
    total: 0,
    payments: [],
  })
  const collect = world.desk.send(api.openBooking.collectDue, { orderId, tenderType: 'cash' })
  expect((await refusal(collect)).code).toBe('nothing_due')
  expect(await salesOf(world.fitFinder.id, '2027-03-01')).toMatchObject({ atVenue: { raw: 0 } })
  expect(await wrongWithMoney(db)).toEqual([])
})

test('what is due is taken at the desk once, and is in the takings, in the order and in the audit log', async () => {
  await db.updateTable('activity').set({ prepayment: 'unavailable' }).execute()
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  const uuid = aUuid()
  const body = orderOf('Order', [place, place], { ...paidWith(13), payment: undefined })
  const { body: booked } = await world.fitFinder.send('PUT', `/orders/${uuid}`, body)
  const first = booked['orderedItem'][0]['@id'] as string
  // One of the two is cancelled before the customer arrives.
  const cancelled = { '@type': 'OrderItem', '@id': first }
  const patch = {
    '@type': 'Order',
    orderedItem: [{ ...cancelled, orderItemStatus: 'https://openactive.io/CustomerCancelled' }],
  }
  expect((await world.fitFinder.send('PATCH', `/orders/${uuid}`, patch)).status).toBe(204)
  expect(await salesOf(world.fitFinder.id, '2027-03-01')).toMatchObject({ atVenue: { raw: 650 } })
  const dues = () => world.desk.send(api.openBooking.dueAtVenue, { from: '2027-03-03', to: '2027-03-03' })
  const orderId = (await dues()).orders[0]?.orderId ?? 0
  const pay = () => world.desk.send(api.openBooking.collectDue, { orderId, tenderType: 'cash' })
  expect((await pay()).amount.raw).toBe(650)
  expect((await refusal(pay())).code).toBe('already_settled')
  expect((await dues()).orders).toEqual([])
  const takings = await world.desk.send(api.tills.takings, { venue: 'demo-centre', date: '2027-03-01' })
  expect(takings.tenders).toMatchObject([{ tenderType: 'cash', net: { raw: 650 } }])
  expect(
    await db.selectFrom('orderPayment').select(['tenderType', 'amount', 'collectedBy']).execute(),
  ).toMatchObject([{ tenderType: 'cash', amount: 650, collectedBy: world.supervisor.id }])
  const acts = await db.selectFrom('auditEntry').select(['act', 'subject']).execute()
  expect(acts).toContainEqual({ act: 'payment at the venue taken', subject: `order:${orderId}` })
  expect(await salesOf(world.fitFinder.id, '2027-03-01')).toMatchObject({ atVenue: { raw: 650 } })
  expect(await wrongWithMoney(db)).toEqual([])
  const order = () => world.desk.send(api.bookings.order, { completeOrderId: orderId })
  expect(await order()).toMatchObject({ total: 650, payments: [{ amount: 650 }], status: 'confirmed' })
  // What is given back afterwards is paid out at the desk.
  expect((await world.fitFinder.send('DELETE', `/orders/${uuid}`)).status).toBe(204)
  expect(await db.selectFrom('refund').select(['destination', 'amount', 'status']).execute()).toEqual([
    { destination: 'desk', amount: 650, status: 'due' },
  ])
  expect(await order()).toMatchObject({ status: 'refunded' })
  expect(
    (await refusal(world.desk.send(api.openBooking.collectDue, { orderId: 999_999, tenderType: 'cash' })))
      .status,
  ).toBe(404)
})

test('are for supervisors of the operator', async () => {
  expect((await refusal(salesOf(999_999, '2027-03-01'))).status).toBe(404)
  const desk = world.app.browser({ site: 'desk' })
  await desk.logIn((await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'desk' })).id)
  const call = desk.send(api.openBooking.partnerSales, {
    partnerId: world.fitFinder.id,
    from: '2027-03-01',
    to: '2027-03-01',
  })
  expect((await refusal(call)).code).toBe('forbidden')
})
