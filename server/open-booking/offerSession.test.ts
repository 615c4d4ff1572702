import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testInterface } from '#test/open-booking/routes.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  aPartner,
  aUuid,
  failuresOf,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
  site,
} from '#test/support/partners.ts'
import type { Answer, Body, TestPartner } from '#test/support/partners.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { endProposals } from './decideProposal.ts'
import { amendOutdatedProposals } from './offerSession.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')
const paid = paidWith(6.5)

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let partner: TestPartner
let uuid: string
let first: Answer
let proposalId: number

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, capacity: 4, price: 650 })
  await db.updateTable('activity').set({ needsApproval: true }).execute()
  const app = testApp(db, { now, furtherApis: [testInterface] })
  partner = await aPartner(app, world.desk, 'Suite')
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  uuid = aUuid()
  first = await partner.send('PUT', `/order-proposals/${uuid}`, orderOf('OrderProposal', [place], paid))
  const { proposals } = await world.desk.send(api.openBooking.listProposals, {})
  proposalId = proposals[0]?.id ?? 0
})

const aClass = (at: string, capacity = 4) =>
  anOccurrence(
    db,
    { activity: world.activity, locationId: world.studio.id, startsAt: new Date(at) },
    { capacity },
  )
const offer = (to: number) =>
  world.desk.send(api.openBooking.offerOtherSession, { proposalId, from: world.occurrence.id, to })
const book = (orderProposalVersion: string) =>
  partner.send('PUT', `/orders/${uuid}`, { '@type': 'Order', orderProposalVersion, payment: paid.payment })
const published = async (): Promise<Body> => {
  await world.publish()
  const [item] = await partner.feed('order-proposals-rpde')
  return item?.['data'] as Body
}
const takenOf = async (id: number) => {
  const { placesTaken } = await db
    .selectFrom('occurrence')
    .select('placesTaken')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return placesTaken
}

describe('the desk offers another session than the one that a partner asks for', () => {
  test('which the partner reads as another version, and books that or nothing', async () => {
    const other = await aClass('2027-03-03T18:00:00Z')
    await aClass('2027-03-03T19:00:00Z', 0)
    const { sessions } = await world.desk.send(api.openBooking.listOtherSessions, {
      proposalId,
      sessionId: world.occurrence.id,
    })
    expect(sessions).toMatchObject([{ id: other.id, spaces: 4 }])
    expect(await offer(other.id)).toEqual({ status: 'accepted' })
    expect([await takenOf(world.occurrence.id), await takenOf(other.id)]).toEqual([0, 1])
    const data = await published()
    expect(data).toMatchObject({
      orderProposalStatus: 'https://openactive.io/SellerAccepted',
      totalPaymentDue: { price: 6.5 },
      orderedItem: [
        {
          '@id': first.body['orderedItem'][0]['@id'],
          orderedItem: { '@id': sessionAddress(other.id), startDate: '2027-03-03T18:00:00Z' },
        },
      ],
    })
    expect(await failuresOf(data, 'OrderProposalsFeed')).toEqual([])
    const outdated = await book(first.body['orderProposalVersion'])
    expect(outdated.body['@type']).toBe('OrderProposalVersionOutdatedError')
    const booked = await book(data['orderProposalVersion'])
    expect(booked.status).toBe(201)
    expect(booked.body['orderedItem'][0].orderedItem['@id']).toBe(sessionAddress(other.id))
    expect([await takenOf(world.occurrence.id), await takenOf(other.id)]).toEqual([0, 1])
    expect(await wrongWithMoney(db)).toEqual([])
    expect(await wrongWithPlaces(db, now)).toEqual([])
    const acts = await db.selectFrom('auditEntry').select('act').execute()
    expect(acts).toContainEqual({ act: 'booking request accepted for another session' })
  })

  test('which ends when that session is called off, whatever becomes of the first and of those of others', async () => {
    const [other, third] = [await aClass('2027-03-03T18:00:00Z'), await aClass('2027-03-04T18:00:00Z')]
    const visitor = world.app.browser()
    await visitor.send(api.baskets.add, { items: [{ id: third.publicId }] })
    const ofThird = [sessionAddress(third.id), offerAddress(world.activity.pricingOptionId)] as const
    await partner.send('PUT', `/order-proposals/${aUuid()}`, orderOf('OrderProposal', [ofThird], paid))
    await offer(other.id)
    const callOff = ({ id }: { id: number }) =>
      db.updateTable('occurrence').set({ status: 'withdrawn' }).where('id', '=', id).execute()
    await callOff(world.occurrence)
    await callOff(third)
    await endProposals(db, now)
    expect(await takenOf(other.id)).toBe(1)
    await callOff(other)
    await endProposals(db, now)
    expect(await takenOf(other.id)).toBe(0)
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('but none that is full or of another kind, and holds what was asked for then', async () => {
    const full = await aClass('2027-03-03T18:00:00Z', 0)
    const named = await aClass('2027-03-04T18:00:00Z')
    await db.updateTable('occurrence').set({ name: 'Pilates' }).where('id', '=', named.id).execute()
    expect((await refusal(offer(full.id))).code).toBe('full')
    expect((await refusal(offer(named.id))).code).toBe('not_found')
    expect(await takenOf(world.occurrence.id)).toBe(1)
    await world.desk.send(api.openBooking.decideProposal, { proposalId, accepted: true })
    expect((await book(first.body['orderProposalVersion'])).status).toBe(201)
  })

  test('and accepts nothing when it names a session that is not asked for', async () => {
    const [one, other] = [await aClass('2027-03-03T18:00:00Z'), await aClass('2027-03-04T18:00:00Z')]
    const ofAnother = world.desk.send(api.openBooking.offerOtherSession, {
      proposalId,
      from: one.id,
      to: other.id,
    })
    expect((await refusal(ofAnother)).code).toBe('not_found')
    expect((await world.desk.send(api.openBooking.listProposals, {})).proposals).toHaveLength(1)
  })

  test('only while it waits, and not of another operator’s', async () => {
    const other = await aClass('2027-03-03T18:00:00Z')
    const sessionId = world.occurrence.id
    const unknown = world.desk.send(api.openBooking.listOtherSessions, { proposalId: 999_999, sessionId })
    expect((await refusal(unknown)).code).toBe('not_found')
    await world.desk.send(api.openBooking.decideProposal, { proposalId, accepted: false })
    expect((await refusal(offer(other.id))).code).toBe('already_decided')
    expect(await takenOf(other.id)).toBe(0)
  })
})

describe('a session that staff move', () => {
  const move = (date: string) =>
    world.desk.send(api.attendance.changeSession, { sessionId: world.occurrence.id, date })

  test.each([
    ['waits', 'AwaitingSellerConfirmation'],
    ['is accepted', 'SellerAccepted'],
  ])('has a new version of a proposal that %s, and the one before is booked no more', async (_, status) => {
    const accept = () => world.desk.send(api.openBooking.decideProposal, { proposalId, accepted: true })
    if (status === 'SellerAccepted') await accept()
    await move('2027-03-03')
    const before = first.body['orderProposalVersion'] as string
    const outdated = 'OrderProposalVersionOutdatedError'
    if (status === 'SellerAccepted') expect((await book(before)).body['@type']).toBe(outdated)
    await amendOutdatedProposals(db, now)
    await amendOutdatedProposals(db, now)
    const data = await published()
    expect(data).toMatchObject({
      orderProposalStatus: `https://openactive.io/${status}`,
      orderedItem: [{ orderedItem: { startDate: '2027-03-03T18:00:00Z' } }],
    })
    expect((await book(before)).body['@type']).toBe(outdated)
    if (status !== 'SellerAccepted') await accept()
    const { status: booked, body } = await book(data['orderProposalVersion'])
    expect([booked, body['orderedItem'][0].orderedItem.startDate]).toEqual([201, '2027-03-03T18:00:00Z'])
    expect(await takenOf(world.occurrence.id)).toBe(1)
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })
})

test('the test interface makes another version that waits as before', async () => {
  const { status } = await partner.send('POST', '/test-interface/actions', {
    '@type': 'test:SellerAmendOrderProposalSimulateAction',
    object: { '@type': 'OrderProposal', '@id': `${site}/api/open-booking/order-proposals/${uuid}` },
  })
  expect(status).toBe(204)
  const { orderProposalStatus, orderProposalVersion } = await published()
  expect(orderProposalStatus).toBe('https://openactive.io/AwaitingSellerConfirmation')
  expect(orderProposalVersion).not.toBe(first.body['orderProposalVersion'])
  expect(await takenOf(world.occurrence.id)).toBe(1)
  await world.desk.send(api.openBooking.decideProposal, { proposalId, accepted: true })
  expect((await book(orderProposalVersion)).status).toBe(201)
})
