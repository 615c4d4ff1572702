import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import {
  aPartner,
  aUuid,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
  site,
} from '#test/support/partners.ts'
import type { Body, TestPartner } from '#test/support/partners.ts'
import { testInterface } from './routes.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let partner: TestPartner
let place: readonly [string, string]

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, capacity: 4, price: 650 })
  const app = testApp(db, { now, furtherApis: [testInterface] })
  partner = await aPartner(app, world.desk, 'Suite')
  place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)]
})

const run = (name: string, kind: 'orders' | 'order-proposals', uuid: string) =>
  partner.send('POST', '/test-interface/actions', {
    '@type': `test:${name}SimulateAction`,
    object: { '@type': 'Order', '@id': `${site}/api/open-booking/${kind}/${uuid}` },
  })

describe('an action of the test interface', () => {
  const book = async (): Promise<{ uuid: string; item: Body }> => {
    const uuid = aUuid()
    const { body } = await partner.send('PUT', `/orders/${uuid}`, orderOf('Order', [place], paidWith(6.5)))
    return { uuid, item: body['orderedItem'][0] as Body }
  }
  const changed = async (): Promise<Body> => {
    await world.publish()
    const [item] = await partner.feed()
    return item?.['data']['orderedItem'][0] as Body
  }

  test.each([
    ['AttendeeAttended', 'AttendeeAttended'],
    ['AttendeeAbsent', 'AttendeeAbsent'],
    ['SellerRequestedCancellation', 'SellerCancelled'],
  ])('%s makes an item %s', async (name, status) => {
    const { uuid } = await book()
    expect((await run(name, 'orders', uuid)).status).toBe(204)
    expect(await changed()).toMatchObject({ orderItemStatus: `https://openactive.io/${status}` })
  })

  test('AccessCodeUpdate gives another access code', async () => {
    const { uuid, item } = await book()
    expect((await run('AccessCodeUpdate', 'orders', uuid)).status).toBe(204)
    const { accessCode } = await changed()
    expect(accessCode[0].description).toMatch(/^\w{6}$/)
    expect(accessCode).not.toEqual(item['accessCode'])
  })

  test('AccessChannelUpdate gives another link to join online, which the feeds do not have', async () => {
    await db.updateTable('activity').set({ joinLink: 'https://online.example/yoga' }).execute()
    const { uuid, item } = await book()
    expect(item['accessChannel']).toMatchObject({
      '@type': 'VirtualLocation',
      url: 'https://online.example/yoga',
    })
    expect(item['orderedItem'].eventAttendanceMode).toBe('https://schema.org/MixedEventAttendanceMode')
    expect(JSON.stringify(item['orderedItem'])).not.toContain('online.example')
    const { body } = await partner.send('GET', `/orders/${uuid}`)
    expect(body['orderedItem'][0].accessChannel).toEqual(item['accessChannel'])
    expect((await run('AccessChannelUpdate', 'orders', uuid)).status).toBe(204)
    const { accessChannel } = await changed()
    expect(accessChannel.url).toMatch(/^https:/)
    expect(accessChannel).not.toEqual(item['accessChannel'])
    await run('SellerRequestedCancellation', 'orders', uuid)
    expect(await changed()).not.toHaveProperty('accessChannel')
  })

  test('another link of the activity is in the orders feed', async () => {
    await db.updateTable('activity').set({ joinLink: 'https://online.example/yoga' }).execute()
    await book()
    await db.updateTable('activity').set({ joinLink: 'https://online.example/room-2' }).execute()
    expect(await changed()).toMatchObject({ accessChannel: { url: 'https://online.example/room-2' } })
  })

  test('Replacement puts an item into another session of the same kind', async () => {
    const { activity, studio } = world
    const at = { activity, locationId: studio.id, startsAt: new Date('2027-03-03T18:00:00Z') }
    const next = await anOccurrence(db, at)
    const { uuid } = await book()
    expect((await run('Replacement', 'orders', uuid)).status).toBe(204)
    expect(await changed()).toMatchObject({ orderedItem: { '@id': sessionAddress(next.id) } })
  })

  test.each([
    ['Name', { name: 'yoga for all' }],
    ['Time', { endDate: '2027-03-02T18:55:00Z', duration: 'PT55M' }],
    ['Location', { meetingPoint: 'Side entrance' }],
  ])('ChangeOfLogistics%s changes the session in the orders feed', async (what, changedTo) => {
    const { item } = await book()
    const at = { '@type': 'ScheduledSession', '@id': place[0] }
    const type = `test:ChangeOfLogistics${what}SimulateAction`
    const body = { '@type': type, object: at }
    expect((await partner.send('POST', '/test-interface/actions', body)).status).toBe(204)
    const { orderedItem } = await changed()
    expect(orderedItem).toMatchObject({ ...item['orderedItem'], ...changedTo })
    expect(orderedItem).not.toMatchObject(item['orderedItem'] as Body)
    const unknown = { ...body, object: { ...at, '@id': sessionAddress(1) } }
    expect((await partner.send('POST', '/test-interface/actions', unknown)).body['@type']).toBe(
      'UnknownOpportunityError',
    )
  })

  test('decides on a proposal, once', async () => {
    await db.updateTable('activity').set({ needsApproval: true }).execute()
    const uuid = aUuid()
    await partner.send('PUT', `/order-proposals/${uuid}`, orderOf('OrderProposal', [place], paidWith(6.5)))
    expect((await run('CustomerNotice', 'order-proposals', uuid)).status).toBe(400)
    expect((await run('SellerRejectOrderProposal', 'order-proposals', uuid)).status).toBe(204)
    expect((await run('SellerAcceptOrderProposal', 'order-proposals', uuid)).status).toBe(400)
    await world.publish()
    expect(await partner.feed('order-proposals-rpde')).toMatchObject([
      { data: { orderProposalStatus: 'https://openactive.io/SellerRejected' } },
    ])
  })

  test('is refused of an order that is not there, and by a name that is none', async () => {
    expect((await run('AttendeeAttended', 'orders', aUuid())).body['@type']).toBe('UnknownOrderError')
    const { uuid } = await book()
    expect((await run('Nothing', 'orders', uuid)).status).toBe(400)
  })
})
