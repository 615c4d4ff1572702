import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import {
  aUuid,
  ann,
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
const minute = 60_000

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let place: readonly [string, string]
let uuid: string

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt: new Date('2027-03-02T18:00:00Z'), capacity: 4, price: 650 })
  place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)]
  uuid = aUuid()
})

const quote = () =>
  world.fitFinder.send('PUT', `/order-quotes/${uuid}`, orderOf('OrderQuote', [place], { customer: ann }))
const book = () =>
  world.fitFinder.send(
    'PUT',
    `/orders/${uuid}`,
    orderOf('Order', [place], { ...paidWith(6.5), customer: ann }),
  )
const move = (startsAt: string) =>
  world.desk.send(api.attendance.changeSession, { sessionId: world.occurrence.id, startsAt })

describe('a session that staff move while a partner has it on lease', () => {
  test('is not booked before a quote with its new time', async () => {
    await quote()
    await move('19:00')
    const refused = await book()
    expect(refused.status).toBe(409)
    expect(refused.body['orderedItem'][0].error).toMatchObject([
      {
        '@type': 'UnableToProcessOrderItemError',
        description: 'The session has another time or place since it was quoted. Ask for a new quote.',
      },
    ])
    expect(await failuresOf(refused.body, 'BResponseOrderItemError')).toEqual([])
    expect(await db.selectFrom('booking').select('id').execute()).toEqual([])
    // The lease stays.
    const { placesTaken } = await db.selectFrom('occurrence').select('placesTaken').executeTakeFirstOrThrow()
    expect(placesTaken).toBe(1)
    const { body } = await quote()
    expect(body['orderedItem'][0].orderedItem.startDate).toContain('19:00')
    expect((await book()).status).toBe(201)
    expect(await wrongWithPlaces(db, now)).toEqual([])
  })

  test('nor when the lease has run out', async () => {
    await quote()
    world.app.clock.forward(11 * minute)
    await move('19:00')
    expect((await book()).status).toBe(409)
  })

  test('is booked where only its name has changed', async () => {
    await quote()
    await world.desk.send(api.attendance.changeSession, {
      sessionId: world.occurrence.id,
      name: 'Yoga for all',
    })
    expect((await book()).status).toBe(201)
  })
})
