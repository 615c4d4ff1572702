import { beforeEach, describe, expect, test } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  aUuid,
  failuresOf,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let uuid: string
let itemIds: string[]

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, capacity: 4, price: 650 })
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  uuid = aUuid()
  const { body } = await world.fitFinder.send(
    'PUT',
    `/orders/${uuid}`,
    orderOf('Order', [place, place], paidWith(13)),
  )
  itemIds = body['orderedItem'].map((item: { '@id': string }) => item['@id'])
})

const patch = (ids: readonly string[], more: object = {}, status = 'CustomerCancelled', path = uuid) =>
  world.fitFinder.send('PATCH', `/orders/${path}`, {
    '@context': 'https://openactive.io/',
    '@type': 'Order',
    orderedItem: ids.map((id) => ({
      '@type': 'OrderItem',
      '@id': id,
      orderItemStatus: `https://openactive.io/${status}`,
    })),
    ...more,
  })

const feed = async () => {
  await world.publish()
  return world.fitFinder.feed()
}

const audit = async () => {
  expect(await wrongWithMoney(db)).toEqual([])
  expect(await wrongWithPlaces(db, world.app.clock.now())).toEqual([])
}

describe('a customer', () => {
  test('cancels one of two places; the partner reads it and pays it back', async () => {
    expect(await patch(itemIds.slice(0, 1))).toMatchObject({ status: 204, text: '' })
    expect(await patch(itemIds.slice(0, 1))).toMatchObject({ status: 204 })
    const [item] = await feed()
    expect(item).toMatchObject({
      state: 'updated',
      kind: 'Order',
      id: uuid,
      data: {
        identifier: uuid,
        orderedItem: [
          { '@id': itemIds[0], orderItemStatus: 'https://openactive.io/CustomerCancelled' },
          { '@id': itemIds[1], orderItemStatus: 'https://openactive.io/OrderItemConfirmed' },
        ],
        totalPaymentDue: { price: 6.5 },
        totalPaymentTax: [{ price: 1.08 }],
      },
    })
    expect(JSON.stringify(item)).not.toMatch(/ann@example|Ann|FitFinder|pi_12345|ONS-/)
    expect(await failuresOf(item?.['data'] as object, 'OrdersFeed')).toEqual([])
    const { body } = await world.fitFinder.send('GET', `/orders/${uuid}`)
    expect(body).toMatchObject({ totalPaymentDue: { price: 6.5 }, customer: { givenName: 'Ann' } })
    expect(await failuresOf(body, 'OrderStatus')).toEqual([])
    expect(await db.selectFrom('refund').select(['destination', 'amount', 'status']).execute()).toEqual([
      { destination: 'partner', amount: 650, status: 'done' },
    ])
    expect(await db.selectFrom('customerOrder').select('status').execute()).toEqual([
      { status: 'partly_refunded' },
    ])
    const { placesTaken } = await db.selectFrom('occurrence').select('placesTaken').executeTakeFirstOrThrow()
    expect(placesTaken).toBe(1)
    expect(await db.selectFrom('notice').select('id').execute()).toEqual([])
    await audit()
  })

  test('cannot cancel after the cutoff, nor a part of what is named', async () => {
    world.app.clock.set(new Date('2027-03-02T16:01:00Z'))
    const { status, body } = await patch(itemIds)
    expect({ status, type: body['@type'] }).toEqual({ status: 400, type: 'CancellationNotPermittedError' })
    expect(await failuresOf(body, 'OpenBookingError')).toEqual([])
    expect(await feed()).toEqual([])
  })

  test.each([
    ['PatchContainsExcessivePropertiesError', 400, () => patch(itemIds, { '@id': 'x' })],
    ['PatchNotAllowedOnPropertyError', 400, () => patch(itemIds, {}, 'SellerCancelled')],
    ['OrderItemIdInvalidError', 500, () => patch([`${itemIds[0]?.slice(0, -1)}9`])],
    ['OrderItemNotWithinOrderError', 500, () => patch(itemIds, {}, 'CustomerCancelled', aUuid())],
    ['OrderItemNotWithinOrderError', 500, () => patch([(itemIds[0] ?? '').replace(uuid, aUuid())])],
    ['OpenBookingError', 400, () => patch([])],
    ['UnexpectedOrderTypeError', 500, () => patch(itemIds, { '@type': 'OrderQuote' })],
  ])('is refused with %s (%i)', async (type, expected, call) => {
    const { status, body } = await call()
    expect({ status, type: body['@type'] }).toEqual({ status: expected, type })
  })
})

describe('our staff', () => {
  test('cancel at the desk: the partner reads that the seller has', async () => {
    const [booking] = await db.selectFrom('booking').select('id').orderBy('position').execute()
    await world.desk.send(api.bookings.cancelAtDesk, { bookingId: booking?.id ?? 0 })
    expect(await feed()).toMatchObject([
      {
        data: {
          orderedItem: [
            {
              orderItemStatus: 'https://openactive.io/SellerCancelled',
              cancellationMessage: 'The venue has cancelled this session.',
            },
            { orderItemStatus: 'https://openactive.io/OrderItemConfirmed' },
          ],
          totalPaymentDue: { price: 6.5 },
        },
      },
    ])
    // No till pays anything out.
    expect(await db.selectFrom('tillEntry').select('id').execute()).toEqual([])
    await audit()
  })

  test('call a session off: every place of it is cancelled in the feed', async () => {
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect(await cancelBookingsOfCancelledOccurrences(db, now)).toBe(2)
    const [item] = await feed()
    expect(item).toMatchObject({
      data: {
        orderedItem: [
          { orderItemStatus: 'https://openactive.io/SellerCancelled' },
          { orderItemStatus: 'https://openactive.io/SellerCancelled' },
        ],
        totalPaymentDue: { price: 0 },
      },
    })
    expect(await failuresOf(item?.['data'] as object, 'OrdersFeed')).toEqual([])
    const refund = { destination: 'partner', status: 'done' }
    expect(await db.selectFrom('refund').select(['destination', 'status']).execute()).toEqual([
      refund,
      refund,
    ])
    expect(await db.selectFrom('notice').select('id').execute()).toEqual([])
    await audit()
  })

  test('record who came', async () => {
    world.app.clock.set(startsAt)
    const { id } = await db.selectFrom('booking').select('id').orderBy('position').executeTakeFirstOrThrow()
    await db.updateTable('booking').set({ status: 'attended' }).where('id', '=', id).execute()
    expect(await feed()).toMatchObject([
      { data: { orderedItem: [{ orderItemStatus: 'https://openactive.io/AttendeeAttended' }, {}] } },
    ])
  })

  test('move a session to another time and room', async () => {
    const later = new Date('2027-03-02T19:00:00Z')
    await db
      .updateTable('occurrence')
      .set({ startsAt: later, endsAt: new Date('2027-03-02T20:00:00Z') })
      .execute()
    const [item] = await feed()
    expect(item).toMatchObject({
      data: { orderedItem: [{ orderedItem: { startDate: '2027-03-02T19:00:00Z' } }, {}] },
    })
    expect(await failuresOf(item?.['data'] as object, 'OrdersFeed')).toEqual([])
  })
})

describe('deletion', () => {
  const remove = (path = uuid) => world.fitFinder.send('DELETE', `/orders/${path}`)

  test('reverses the order and leaves nothing personal', async () => {
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect((await remove(aUuid())).body['@type']).toBe('UnknownOrderError')
    expect((await world.fitFinder.send('GET', `/orders/${uuid}`)).body['@type']).toBe('UnknownOrderError')
    expect(await feed()).toEqual([])
    const stored = JSON.stringify([
      await db.selectFrom('partnerOrder').selectAll().execute(),
      await db.selectFrom('partnerOrderItem').selectAll().execute(),
      await db.selectFrom('customerOrder').selectAll().execute(),
    ])
    expect(stored).not.toMatch(/ann@example|Lee|pi_12345/)
    const again = await world.fitFinder.send(
      'PUT',
      `/order-quotes/${uuid}`,
      orderOf('OrderQuote', [['a', 'b']], paidWith(0)),
    )
    expect(again).toMatchObject({ status: 500, body: { '@type': 'OrderAlreadyExistsError' } })
    const { placesTaken } = await db.selectFrom('occurrence').select('placesTaken').executeTakeFirstOrThrow()
    expect(placesTaken).toBe(0)
    await audit()
  })

  test('is in the feed if the order was', async () => {
    await patch(itemIds.slice(0, 1))
    expect(await feed()).toHaveLength(1)
    await remove()
    const items = await feed()
    expect(items).toMatchObject([{ state: 'deleted', kind: 'Order', id: uuid }])
    expect(items[0]).not.toHaveProperty('data')
  })
})
