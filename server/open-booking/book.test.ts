import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import {
  aPartner,
  aUuid,
  ann,
  failuresOf,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let place: readonly [string, string]

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, capacity: 4, price: 650 })
  place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)]
})

const send = (method: string, path: string, body?: object) => world.fitFinder.send(method, path, body)
const c1 = (uuid: string, count = 1, more: object = {}) =>
  send(
    'PUT',
    `/order-quote-templates/${uuid}`,
    orderOf(
      'OrderQuote',
      Array.from({ length: count }, () => place),
      more,
    ),
  )
const c2 = (uuid: string, count = 1, more: object = {}) =>
  send(
    'PUT',
    `/order-quotes/${uuid}`,
    orderOf(
      'OrderQuote',
      Array.from({ length: count }, () => place),
      { customer: ann, ...more },
    ),
  )
const b = (uuid: string, count = 1, more: object = {}) =>
  send(
    'PUT',
    `/orders/${uuid}`,
    orderOf(
      'Order',
      Array.from({ length: count }, () => place),
      { ...paidWith(6.5 * count), ...more },
    ),
  )

const taken = async () =>
  (await db.selectFrom('occurrence').select('placesTaken').executeTakeFirstOrThrow()).placesTaken

describe('quotes', () => {
  test('C1 quotes the price and holds the places, which the holder goes on seeing', async () => {
    const { status, body } = await c1(aUuid(), 2)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      '@type': 'OrderQuote',
      orderRequiresApproval: false,
      lease: { '@type': 'Lease', leaseExpires: '2027-03-01T09:10:00Z' },
      totalPaymentDue: { price: 13, priceCurrency: 'GBP' },
      totalPaymentTax: [{ price: 2.16, rate: 0.2 }],
      seller: { name: 'Demo Leisure', taxMode: 'https://openactive.io/TaxGross' },
    })
    expect(body['orderedItem']).toMatchObject([
      {
        position: 0,
        orderedItem: { '@id': place[0], remainingAttendeeCapacity: 4, superEvent: { name: 'Yoga' } },
        acceptedOffer: { '@id': place[1], price: 6.5 },
        unitTaxSpecification: [{ price: 1.08 }],
      },
      { position: 1 },
    ])
    expect(await taken()).toBe(2)
    expect(await failuresOf(body, 'C1Response')).toEqual([])
  })

  test('a new quote of the same uuid replaces the one before', async () => {
    const uuid = aUuid()
    await c1(uuid, 3)
    expect(await taken()).toBe(3)
    const { status, body } = await c2(uuid, 1)
    expect(status).toBe(200)
    expect(body['customer']).toEqual(ann)
    expect(await taken()).toBe(1)
    expect(await failuresOf(body, 'C2Response')).toEqual([])
    expect((await c2(uuid, 4)).status).toBe(200)
    expect(await taken()).toBe(4)
    expect((await send('DELETE', `/order-quotes/${uuid}`)).status).toBe(204)
    expect(await taken()).toBe(0)
    expect((await send('DELETE', `/order-quotes/${uuid}`)).status).toBe(204)
  })

  test('says which places cannot be had and why, and then holds none', async () => {
    const other = await aPartner(world.app, world.desk, 'OtherFinder')
    await other.send('PUT', `/order-quote-templates/${aUuid()}`, orderOf('OrderQuote', [place, place]))
    await b(aUuid(), 1)
    const uuid = aUuid()
    const { status, body } = await c2(uuid, 4)
    expect(status).toBe(409)
    expect(body['orderedItem'].map((item: { error?: object[] }) => item.error)).toMatchObject([
      undefined,
      [{ '@type': 'OpportunityCapacityIsReservedByLeaseError', statusCode: 409 }],
      [{ '@type': 'OpportunityCapacityIsReservedByLeaseError' }],
      [{ '@type': 'OpportunityHasInsufficientCapacityError' }],
    ])
    expect(body['totalPaymentDue']).toMatchObject({ price: 6.5 })
    expect(body['lease']).toBeUndefined()
    expect(await taken()).toBe(3)
    expect(await failuresOf(body, 'C2ResponseOrderItemError')).toEqual([])
  })

  test('a session without places is full, one of the past cannot be booked', async () => {
    await db.updateTable('occurrence').set({ capacity: 0 }).execute()
    const full = await c1(aUuid())
    expect(full.body['orderedItem']).toMatchObject([
      { orderedItem: { remainingAttendeeCapacity: 0 }, error: [{ '@type': 'OpportunityIsFullError' }] },
    ])
    world.app.clock.set(new Date('2027-03-02T19:30:00Z'))
    expect((await c1(aUuid())).body['orderedItem']).toMatchObject([
      { error: [{ '@type': 'OpportunityOfferPairNotBookableError' }] },
    ])
  })

  test('a lease ends by itself, and can be had again while there are places', async () => {
    const uuid = aUuid()
    await c2(uuid, 4)
    world.app.clock.forward(601_000)
    expect((await c1(aUuid(), 3)).status).toBe(200)
    expect((await c2(uuid, 4)).status).toBe(409)
    expect((await c2(uuid, 1)).status).toBe(200)
  })

  test('a lease lasts no longer than it can be booked', async () => {
    await db.updateTable('activity').set({ lastBookableMinutes: -90 }).execute()
    const uuid = aUuid()
    const leaseExpires = async () => (await c2(uuid)).body['lease'].leaseExpires as string
    expect(await leaseExpires()).toBe('2027-03-01T09:10:00Z')
    world.app.clock.set(new Date('2027-03-02T16:25:00Z'))
    expect(await leaseExpires()).toBe('2027-03-02T16:30:00Z')
    world.app.clock.set(new Date('2027-03-02T16:29:59Z'))
    expect((await b(uuid)).status).toBe(201)
  })

  test.each([
    ['IncompleteBrokerDetailsError', 400, { broker: { '@type': 'Organization' } }],
    ['IncompleteBrokerDetailsError', 400, { brokerRole: 'https://openactive.io/NoBroker' }],
    ['SellerNotFoundError', 500, { seller: 'https://nowhere.example/seller' }],
    ['UnexpectedOrderTypeError', 500, { '@type': 'Order' }],
    ['OpenBookingError', 400, { orderedItem: [] }],
  ])('refuses with %s', async (type, statusCode, more) => {
    const { status, body } = await c1(aUuid(), 1, more)
    expect({ status, type: body['@type'] }).toEqual({ status: statusCode, type })
    expect(await failuresOf(body, 'OpenBookingError')).toEqual([])
    expect(await taken()).toBe(0)
  })

  test.each([
    ['IncompleteOrderItemError', { orderedItem: undefined }],
    ['IncompleteOrderItemError', { acceptedOffer: undefined }],
    ['UnknownOpportunityError', { orderedItem: sessionAddress(1) }],
    ['UnknownOpportunityError', { orderedItem: 'https://elsewhere.example/session' }],
    ['UnknownOfferError', { acceptedOffer: offerAddress(1) }],
  ])('says %s of an item that has %o', async (type, more) => {
    const item = { '@type': 'OrderItem', position: 5, orderedItem: place[0], acceptedOffer: place[1] }
    const { status, body } = await c1(aUuid(), 1, { orderedItem: [{ ...item, ...more }] })
    expect(status).toBe(409)
    expect(body['orderedItem']).toMatchObject([{ position: 5, error: [{ '@type': type, statusCode: 409 }] }])
  })

  test('a customer without an e-mail address is incomplete from C2 on', async () => {
    const customer = { '@type': 'Person', givenName: 'Ann' }
    expect((await c1(aUuid(), 1, { customer })).status).toBe(200)
    expect((await c2(aUuid(), 1, { customer })).body['@type']).toBe('IncompleteCustomerDetailsError')
    expect((await b(aUuid(), 1, { customer })).body['@type']).toBe('IncompleteCustomerDetailsError')
  })
})

describe('booking', () => {
  test('makes an order of ours, paid by the partner, with a booking for each place', async () => {
    const uuid = aUuid()
    await c2(uuid, 2)
    const { status, body } = await b(uuid, 2)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Order',
      '@id': `http://bookings.onside.localhost:3000/api/open-booking/orders/${uuid}`,
      orderNumber: expect.stringMatching(/^ONS-/),
      payment: { identifier: 'pi_12345' },
      totalPaymentDue: { price: 13 },
    })
    expect(body['orderedItem']).toMatchObject([
      { '@id': `${body['@id']}#/orderedItem/1`, orderItemStatus: 'https://openactive.io/OrderItemConfirmed' },
      { '@id': `${body['@id']}#/orderedItem/2`, position: 1 },
    ])
    expect(await failuresOf(body, 'BResponse')).toEqual([])
    const bookings = await db.selectFrom('booking').select(['status', 'price', 'tax', 'quantity']).execute()
    expect(bookings).toEqual(bookings.map(() => ({ status: 'booked', price: 650, tax: 108, quantity: 1 })))
    expect(bookings).toHaveLength(2)
    expect(await db.selectFrom('orderPayment').select(['tenderType', 'amount']).execute()).toEqual([
      { tenderType: 'booking_partner', amount: 1300 },
    ])
    expect(await taken()).toBe(2)
    expect(await wrongWithMoney(db)).toEqual([])
    expect(await wrongWithPlaces(db, now)).toEqual([])
    // The partner writes to its customer.
    expect(await db.selectFrom('notice').select('id').execute()).toEqual([])
    expect(await world.fitFinder.feed()).toEqual([])
  })

  test('needs no quote, and repeats its answer byte for byte', async () => {
    const uuid = aUuid()
    const first = await b(uuid)
    expect(first.status).toBe(201)
    expect(await b(uuid)).toEqual(first)
    expect(await b(uuid, 2)).toMatchObject({ status: 500, body: { '@type': 'OrderAlreadyExistsError' } })
    expect(await c1(uuid)).toMatchObject({ status: 500, body: { '@type': 'OrderAlreadyExistsError' } })
    expect(await taken()).toBe(1)
  })

  test('books all or nothing, and keeps the lease', async () => {
    const uuid = aUuid()
    await c2(uuid, 2)
    const { status, body } = await b(uuid, 5)
    expect(status).toBe(409)
    expect(body['orderedItem'][4].error).toMatchObject([
      { '@type': 'OpportunityHasInsufficientCapacityError' },
    ])
    expect(await failuresOf(body, 'BResponseOrderItemError')).toEqual([])
    expect(await db.selectFrom('booking').select('id').execute()).toEqual([])
    expect(await taken()).toBe(2)
  })

  test.each([
    ['TotalPaymentDueMismatchError', { totalPaymentDue: { price: 6.49 } }],
    ['TotalPaymentDueMismatchError', { totalPaymentDue: { price: 6.5, priceCurrency: 'EUR' } }],
    ['MissingPaymentDetailsError', { payment: undefined }],
    ['IncompletePaymentDetailsError', { payment: { '@type': 'Payment', name: 'Card' } }],
  ])('refuses with %s and keeps the lease', async (type, more) => {
    const uuid = aUuid()
    await c2(uuid)
    const { status, body } = await b(uuid, 1, more)
    expect({ status, type: body['@type'] }).toEqual({ status: 400, type })
    expect(await failuresOf(body, 'OpenBookingError')).toEqual([])
    expect(await taken()).toBe(1)
  })

  test('free places take no payment', async () => {
    await db.updateTable('pricingOption').set({ price: 0 }).execute()
    const payment = { '@type': 'Payment', identifier: 'pi_1' }
    const refused = await b(aUuid(), 1, { ...paidWith(0), payment })
    expect(refused.body['@type']).toBe('UnnecessaryPaymentDetailsError')
    const { status, body } = await b(aUuid(), 1, { ...paidWith(0), payment: undefined })
    expect(status).toBe(201)
    expect(body['payment']).toBeUndefined()
    expect(await failuresOf(body, 'BResponse')).toEqual([])
    expect(await wrongWithMoney(db)).toEqual([])
  })

  test('a partner neither sees nor changes the orders of another under the same uuid', async () => {
    const other = await aPartner(world.app, world.desk, 'OtherFinder')
    const uuid = aUuid()
    const { body } = await b(uuid)
    expect((await other.send('GET', `/orders/${uuid}`)).body['@type']).toBe('UnknownOrderError')
    expect((await other.send('DELETE', `/orders/${uuid}`)).body['@type']).toBe('UnknownOrderError')
    const patch = {
      '@context': 'https://openactive.io/',
      '@type': 'Order',
      orderedItem: [
        {
          '@type': 'OrderItem',
          '@id': body['orderedItem'][0]['@id'],
          orderItemStatus: 'https://openactive.io/CustomerCancelled',
        },
      ],
    }
    expect((await other.send('PATCH', `/orders/${uuid}`, patch)).body['@type']).toBe(
      'OrderItemNotWithinOrderError',
    )
    const mine = await other.send('PUT', `/orders/${uuid}`, orderOf('Order', [place], paidWith(6.5)))
    expect(mine.status).toBe(201)
    expect(mine.body['orderNumber']).not.toBe(body['orderNumber'])
    expect((await send('PATCH', `/orders/${uuid}`, patch)).status).toBe(204)
    await world.publish()
    expect(await other.feed()).toEqual([])
    expect(await world.fitFinder.feed()).toHaveLength(1)
  })
})
