import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  ann,
  aPartner,
  aUuid,
  failuresOf,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import type { Answer, Body } from '#test/support/partners.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { endProposals } from './decideProposal.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let place: readonly [string, string]

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, capacity: 4, price: 650 })
  await db.updateTable('activity').set({ needsApproval: true }).execute()
  place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)]
})

const send = (method: string, path: string, body?: object) => world.fitFinder.send(method, path, body)
const paid = paidWith(6.5)
const { payment } = paid
const p = (uuid: string, more: object = {}): Promise<Answer> =>
  send('PUT', `/order-proposals/${uuid}`, orderOf('OrderProposal', [place], { ...paid, ...more }))
const b = (uuid: string, orderProposalVersion: string): Promise<Answer> =>
  send('PUT', `/orders/${uuid}`, { '@type': 'Order', orderProposalVersion, payment })
const reject = (uuid: string, more: object = {}): Promise<Answer> =>
  send('PATCH', `/order-proposals/${uuid}`, {
    '@context': 'https://openactive.io/',
    '@type': 'OrderProposal',
    orderProposalStatus: 'https://openactive.io/CustomerRejected',
    orderCustomerNote: 'Plans changed.',
    ...more,
  })
const waiting = () => world.desk.send(api.openBooking.listProposals, {})
const decide = async (accepted: boolean) => {
  const { proposals } = await waiting()
  return world.desk.send(api.openBooking.decideProposal, { proposalId: proposals[0]?.id ?? 0, accepted })
}
const published = async (): Promise<Body[]> => {
  await world.publish()
  return world.fitFinder.feed('order-proposals-rpde')
}
const taken = async () =>
  (await db.selectFrom('occurrence').select('placesTaken').executeTakeFirstOrThrow()).placesTaken

test('staff get an e-mail about a proposal, without the name of the customer', async () => {
  await db.updateTable('operator').set({ email: 'hello@demo.example', proposalEmail: '' }).execute()
  await p(aUuid())
  await db.updateTable('operator').set({ proposalEmail: 'desk@demo.example' }).execute()
  const uuid = aUuid()
  await p(uuid)
  await p(uuid)
  const notices = await db.selectFrom('notice').select(['kind', 'recipient', 'data']).orderBy('id').execute()
  expect(notices).toMatchObject([
    { kind: 'booking_requested', recipient: 'hello@demo.example' },
    {
      recipient: 'desk@demo.example',
      data: { partner: 'FitFinder', heldUntil: '2027-03-02T09:00:00.000Z', sessions: [{ places: 1 }] },
    },
  ])
  expect(JSON.stringify(notices)).not.toContain('Lee')
})

describe('a proposal', () => {
  test('is what an order becomes where the desk accepts it first', async () => {
    const quoted = await send(
      'PUT',
      `/order-quotes/${aUuid()}`,
      orderOf('OrderQuote', [place], { customer: ann }),
    )
    expect(quoted.body).toMatchObject({ orderRequiresApproval: true })
    const refused = await send('PUT', `/orders/${aUuid()}`, orderOf('Order', [place], paidWith(6.5)))
    expect(refused).toMatchObject({ status: 500, body: { '@type': 'OrderCreationFailedError' } })
  })

  test('holds its places until it is decided on, and is answered alike when repeated', async () => {
    const uuid = aUuid()
    const { status, body, text } = await p(uuid)
    expect(status).toBe(201)
    expect(await failuresOf(body, 'PResponse')).toEqual([])
    expect(body).toMatchObject({
      '@type': 'OrderProposal',
      orderProposalStatus: 'https://openactive.io/AwaitingSellerConfirmation',
      orderProposalVersion: expect.stringMatching(new RegExp(`/order-proposals/${uuid}/versions/.+$`)),
      lease: { leaseExpires: '2027-03-02T09:00:00Z' },
      totalPaymentDue: { price: 6.5 },
      orderedItem: [{ '@id': expect.stringContaining('#/orderedItem/1') }],
    })
    expect(body['orderedItem'][0]).not.toHaveProperty('orderItemStatus')
    expect(await taken()).toBe(1)
    expect((await p(uuid)).text).toBe(text)
    expect(await taken()).toBe(1)
    const other = await p(uuid, { customer: { ...ann, givenName: 'Anne' } })
    expect(other).toMatchObject({ status: 500, body: { '@type': 'OrderAlreadyExistsError' } })
    const requote = await send(
      'PUT',
      `/order-quotes/${uuid}`,
      orderOf('OrderQuote', [place], { customer: ann }),
    )
    expect(requote.body['@type']).toBe('OrderAlreadyExistsError')
    expect(await published()).toEqual([])
  })

  test('is refused as a quote is', async () => {
    const proposal = (items: Parameters<typeof orderOf>[1], more: object) =>
      send('PUT', `/order-proposals/${aUuid()}`, orderOf('OrderProposal', items, more))
    const { body, status } = await proposal([place, place, place, place, place], paid)
    expect(status).toBe(409)
    expect(await failuresOf(body, 'PResponseOrderItemError')).toEqual([])
    expect(await taken()).toBe(0)
    expect((await proposal([place], { customer: ann })).body['@type']).toBe('TotalPaymentDueMismatchError')
    expect((await proposal([place], { ...paid, customer: undefined })).body['@type']).toBe(
      'IncompleteCustomerDetailsError',
    )
    const paidBy = async (sent?: object) =>
      (await proposal([place], { ...paid, payment: sent })).body['@type']
    expect(await paidBy({ '@type': 'Payment' })).toBe('IncompletePaymentDetailsError')
    expect(await paidBy()).toBe('MissingPaymentDetailsError')
    await db.updateTable('activity').set({ prepayment: 'unavailable' }).execute()
    expect(await paidBy(payment)).toBe('UnnecessaryPaymentDetailsError')
    expect(await paidBy({ '@type': 'Payment' })).toBe('UnnecessaryPaymentDetailsError')
    await db.updateTable('activity').set({ prepayment: null }).execute()
    await db.updateTable('activity').set({ needsApproval: false }).execute()
    expect((await proposal([place], paid)).body['@type']).toBe('OrderCreationFailedError')
    expect(await taken()).toBe(0)
  })

  test('is booked once the desk has accepted it', async () => {
    const uuid = aUuid()
    const proposed = await p(uuid)
    const version = String(proposed.body['orderProposalVersion'])
    expect(await b(uuid, version)).toMatchObject({
      status: 500,
      body: { '@type': 'OrderCreationFailedError' },
    })
    expect(await waiting()).toMatchObject({
      isOn: true,
      proposals: [
        {
          partner: 'FitFinder',
          customer: 'Ann Lee',
          heldUntil: '2027-03-02T09:00:00Z',
          total: { formatted: '£6.50' },
          items: [{ occurrenceId: world.occurrence.id, startsAt: '2027-03-02T18:00:00Z', places: 1 }],
        },
      ],
    })
    expect(await decide(true)).toEqual({ status: 'accepted' })
    expect((await waiting()).proposals).toEqual([])
    const [accepted] = await published()
    expect(accepted).toMatchObject({
      state: 'updated',
      id: uuid,
      data: { orderProposalStatus: 'https://openactive.io/SellerAccepted', orderProposalVersion: version },
    })
    expect(await failuresOf(accepted?.['data'] as object, 'OrderProposalsFeed')).toEqual([])
    expect(JSON.stringify(accepted)).not.toContain('Ann')

    expect((await b(uuid, `${version}0`)).body['@type']).toBe('OrderProposalVersionOutdatedError')
    const bare = await send('PUT', `/orders/${uuid}`, { '@type': 'Order', orderProposalVersion: version })
    expect(bare.body['@type']).toBe('MissingPaymentDetailsError')
    const booked = await b(uuid, version)
    expect(booked.status).toBe(201)
    expect(await failuresOf(booked.body, 'BResponse')).toEqual([])
    expect(booked.body['orderedItem']).toMatchObject([
      {
        '@id': proposed.body['orderedItem'][0]['@id'],
        orderItemStatus: 'https://openactive.io/OrderItemConfirmed',
        accessCode: [{}],
      },
    ])
    expect(booked.body['orderedItem'][0]).not.toHaveProperty('position')
    expect((await b(uuid, version)).text).toBe(booked.text)
    expect(await published()).toMatchObject([{ state: 'deleted', id: uuid }])
    expect(await taken()).toBe(1)
    const { request, answer } = await db
      .selectFrom('partnerProposal')
      .select(['request', 'answer'])
      .executeTakeFirstOrThrow()
    expect([request, answer]).toEqual([null, null])
    expect((await send('GET', `/orders/${uuid}`)).status).toBe(200)
    expect(await wrongWithPlaces(db, now)).toEqual([])
    expect(await wrongWithMoney(db)).toEqual([])
  })

  test('that the desk rejects is never booked, and a minute later its places are free', async () => {
    const uuid = aUuid()
    const { body } = await p(uuid)
    const version = String(body['orderProposalVersion'])
    expect(await decide(false)).toEqual({ status: 'rejected' })
    expect(await published()).toMatchObject([
      { state: 'updated', data: { orderProposalStatus: 'https://openactive.io/SellerRejected' } },
    ])
    expect((await b(uuid, version)).body['@type']).toBe('OrderCreationFailedError')
    await endProposals(db, now)
    expect(await taken()).toBe(1)
    await endProposals(db, new Date(now.getTime() + 60_000))
    expect(await taken()).toBe(0)
    expect((await p(uuid)).body['@type']).toBe('OrderAlreadyExistsError')
    expect((await b(uuid, version)).body['@type']).toBe('OrderCreationFailedError')
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('is rejected when the customer says so, and by nothing else', async () => {
    const uuid = aUuid()
    await p(uuid)
    expect((await reject(uuid, { '@id': 'x' })).body['@type']).toBe('PatchContainsExcessivePropertiesError')
    const confirm = { orderProposalStatus: 'https://openactive.io/SellerAccepted' }
    expect((await reject(uuid, confirm)).body['@type']).toBe('PatchNotAllowedOnPropertyError')
    expect((await reject(uuid, { '@type': 'Order' })).body['@type']).toBe('UnexpectedOrderTypeError')
    expect((await reject(aUuid())).body['@type']).toBe('UnknownOrderError')
    expect((await reject(uuid)).status).toBe(204)
    expect((await reject(uuid)).status).toBe(204)
    expect(await published()).toMatchObject([
      { data: { orderProposalStatus: 'https://openactive.io/CustomerRejected' } },
    ])
    expect((await waiting()).proposals).toEqual([])
    await endProposals(db, new Date(now.getTime() + 60_000))
    expect(await taken()).toBe(0)
    expect(await published()).toMatchObject([
      { data: { orderProposalStatus: 'https://openactive.io/CustomerRejected' } },
    ])
  })

  test('lapses when it is neither decided on nor booked in time', async () => {
    await p(aUuid())
    await p(aUuid())
    await decide(true)
    const end = new Date('2027-03-02T09:00:00Z')
    await endProposals(db, new Date(end.getTime() - 1))
    expect(await taken()).toBe(2)
    await endProposals(db, end)
    expect(await taken()).toBe(0)
    expect((await published()).map(({ data }) => data['orderProposalStatus'])).toEqual([
      'https://openactive.io/SellerRejected',
      'https://openactive.io/SellerRejected',
    ])
  })

  test('is not accepted for a session that has been called off; one that was accepted before is rejected', async () => {
    await p(aUuid())
    const uuid = aUuid()
    await p(uuid)
    await decide(true)
    await db.updateTable('occurrence').set({ status: 'withdrawn' }).execute()
    expect(await refusal(decide(true))).toMatchObject({
      status: 410,
      code: 'cancelled',
      message: 'This session has been cancelled. Offer another one, or reject the request.',
    })
    await endProposals(db, now)
    expect((await published()).map(({ data }) => data['orderProposalStatus'])).toEqual([
      'https://openactive.io/SellerRejected',
    ])
    // The other may be answered still, with another session.
    expect((await waiting()).proposals).toHaveLength(1)
    expect(await decide(false)).toEqual({ status: 'rejected' })
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('of a partner that is revoked ends, accepted or not: nobody could book it', async () => {
    await p(aUuid())
    await p(aUuid())
    await decide(true)
    const { partners } = await world.desk.send(api.openBooking.listPartners, {})
    await world.desk.send(api.openBooking.revokePartner, { partnerId: partners[0]?.id ?? 0 })
    expect((await waiting()).proposals).toEqual([])
    await endProposals(db, now)
    expect(await taken()).toBe(0)
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('holds nothing after its session has begun', async () => {
    await db.updateTable('operator').set({ proposalHours: 168 }).execute()
    expect((await p(aUuid())).body['lease']).toMatchObject({ leaseExpires: '2027-03-02T18:00:00Z' })
  })

  test('holds nothing after booking has closed, since it could not be booked any more', async () => {
    await db.updateTable('operator').set({ proposalHours: 168 }).execute()
    await db.updateTable('activity').set({ lastBookableMinutes: -90 }).execute()
    expect((await p(aUuid())).body['lease']).toMatchObject({ leaseExpires: '2027-03-02T16:30:00Z' })
  })

  test('is decided once, by staff of its operator, and that is in the audit log', async () => {
    await p(aUuid())
    const { proposals } = await waiting()
    const proposalId = proposals[0]?.id ?? 0
    expect(await decide(true)).toEqual({ status: 'accepted' })
    const again = world.desk.send(api.openBooking.decideProposal, { proposalId, accepted: false })
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'already_decided' })
    const unknown = world.desk.send(api.openBooking.decideProposal, { proposalId: 999_999, accepted: true })
    expect(await refusal(unknown)).toMatchObject({ status: 404 })
    const entries = await db
      .selectFrom('auditEntry')
      .select(['act', 'subject'])
      .where('act', 'like', 'booking request%')
      .execute()
    expect(entries).toEqual([{ act: 'booking request accepted', subject: `booking-request:${proposalId}` }])
  })

  test('is its own partner’s alone', async () => {
    const uuid = aUuid()
    const { body } = await p(uuid)
    await decide(true)
    const other = await aPartner(world.app, world.desk, 'OtherFinder')
    const taking = await other.send('PUT', `/orders/${uuid}`, {
      '@type': 'Order',
      orderProposalVersion: body['orderProposalVersion'],
      payment,
    })
    expect(taking.body['@type']).toBe('OrderCreationFailedError')
    expect(
      (
        await other.send('PATCH', `/order-proposals/${uuid}`, {
          '@type': 'OrderProposal',
          orderProposalStatus: 'https://openactive.io/CustomerRejected',
        })
      ).body['@type'],
    ).toBe('UnknownOrderError')
    await world.publish()
    expect(await other.feed('order-proposals-rpde')).toEqual([])
  })
})
