import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import {
  aUuid,
  failuresOf,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')
const later = new Date('2027-03-04T18:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let uuid: string
let bookingId: number

const aClass = (at: Date, capacity = 10) =>
  anOccurrence(db, { activity: world.activity, locationId: world.studio.id, startsAt: at }, { capacity })

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, capacity: 4, price: 650 })
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  uuid = aUuid()
  await world.fitFinder.send('PUT', `/orders/${uuid}`, orderOf('Order', [place], paidWith(6.5)))
  ;({ id: bookingId } = await db.selectFrom('booking').select('id').executeTakeFirstOrThrow())
})

const taken = async (id: number): Promise<number> => {
  const { placesTaken } = await db
    .selectFrom('occurrence')
    .select('placesTaken')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return placesTaken
}

const replace = (sessionId: number, message = '') =>
  world.desk.send(api.openBooking.replaceSession, { bookingId, sessionId, message })

describe('replacing the session of a partner’s customer', () => {
  test('offers sessions of the same kind with places, the nearest first', async () => {
    const next = await aClass(later)
    const soon = await aClass(new Date('2027-03-03T18:00:00Z'))
    await aClass(new Date('2027-03-03T20:00:00Z'), 0)
    await aClass(new Date('2027-02-27T18:00:00Z'))
    const offered = await world.desk.send(api.openBooking.listReplacements, { bookingId })
    expect(offered.partner).toBe('FitFinder')
    expect(offered.sessions.map(({ id }) => id)).toEqual([soon.id, next.id])
    expect(offered.sessions[0]).toMatchObject({ date: { raw: '2027-03-03' }, spaces: 10 })
  })

  test('moves the place, and has the partner read it in its orders feed at the same price', async () => {
    const next = await aClass(later)
    expect(await replace(next.id, 'The instructor is away.')).toEqual({ sessionId: next.id })
    expect([await taken(world.occurrence.id), await taken(next.id)]).toEqual([0, 1])
    await world.publish()
    const [item] = await world.fitFinder.feed()
    expect(item?.['data']).toMatchObject({
      totalPaymentDue: { price: 6.5 },
      orderedItem: [
        {
          orderItemStatus: 'https://openactive.io/OrderItemConfirmed',
          customerNotice: 'The instructor is away.',
          acceptedOffer: { '@id': offerAddress(world.activity.pricingOptionId), price: 6.5 },
          orderedItem: { '@id': sessionAddress(next.id), startDate: '2027-03-04T18:00:00Z' },
        },
      ],
    })
    expect(await failuresOf(item?.['data'], 'OrdersFeed')).toEqual([])
    const { body } = await world.fitFinder.send('GET', `/orders/${uuid}`)
    expect(body['orderedItem'][0].orderedItem['@id']).toBe(sessionAddress(next.id))
    expect(await wrongWithMoney(db)).toEqual([])
    expect(await wrongWithPlaces(db, world.app.clock.now())).toEqual([])
  })

  test('writes to nobody, is audited, and moves the customer on the desk’s register', async () => {
    const next = await aClass(later)
    await db.deleteFrom('notice').execute()
    await replace(next.id)
    expect(await db.selectFrom('notice').selectAll().execute()).toEqual([])
    const register = await world.desk.send(api.attendance.register, { sessionId: next.id })
    expect(register.expected).toMatchObject([{ bookingId, firstName: 'Ann', lastName: 'Lee' }])
    const acts = await db.selectFrom('auditEntry').select(['act', 'subject']).execute()
    expect(acts).toContainEqual({
      act: 'session of a booking replaced',
      subject: `booking:${bookingId}`,
    })
  })

  test('lets the customer cancel by the terms of the new session', async () => {
    const next = await aClass(later)
    await replace(next.id)
    world.app.clock.set(new Date('2027-03-02T17:30:00Z'))
    const { status } = await world.fitFinder.send('PATCH', `/orders/${uuid}`, {
      '@context': 'https://openactive.io/',
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
    expect(await taken(next.id)).toBe(0)
  })

  test('is refused into a full session, another kind of session or one that has begun', async () => {
    const full = await aClass(later, 0)
    const other = await aClass(new Date('2027-03-05T18:00:00Z'))
    await db.updateTable('occurrence').set({ name: 'Pilates' }).where('id', '=', other.id).execute()
    const past = await aClass(new Date('2027-02-27T18:00:00Z'))
    expect((await refusal(replace(full.id))).code).toBe('full')
    expect((await refusal(replace(other.id))).code).toBe('not_found')
    expect((await refusal(replace(past.id))).code).toBe('not_found')
    expect((await refusal(replace(world.occurrence.id))).code).toBe('not_found')
    expect(await taken(world.occurrence.id)).toBe(1)
  })

  test('is refused of a booking that is cancelled, and of one that no partner has sold', async () => {
    const next = await aClass(later)
    await world.fitFinder.send('DELETE', `/orders/${uuid}`)
    expect((await refusal(replace(next.id))).code).toBe('not_found')
    const own = world.desk.send(api.openBooking.listReplacements, { bookingId: 999_999 })
    expect((await refusal(own)).code).toBe('not_found')
  })
})
