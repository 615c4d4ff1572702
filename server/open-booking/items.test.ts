import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import {
  aUuid,
  ann,
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

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt, price: 650 })
})

const aPlace = async (slug: string, price: number, prepayment: 'unavailable' | 'optional' | null) => {
  const activity = await anActivity(db, world.venue.id, { slug, name: slug, price })
  await db.updateTable('activity').set({ prepayment }).where('id', '=', activity.id).execute()
  const session = await anOccurrence(db, { activity, locationId: world.studio.id, startsAt }, { capacity: 4 })
  return [sessionAddress(session.id), offerAddress(activity.pricingOptionId)] as const
}

test('what is paid in advance and what is paid at the venue cannot be in one order', async () => {
  const inAdvance = [
    sessionAddress(world.occurrence.id),
    offerAddress(world.activity.pricingOptionId),
  ] as const
  const atVenue = await aPlace('swim', 300, 'unavailable')
  const free = await aPlace('walk', 0, null)
  const either = await aPlace('run', 200, 'optional')
  const mixed = [inAdvance, atVenue, free]
  const calls = [
    ['order-quote-templates', orderOf('OrderQuote', mixed)],
    ['order-quotes', orderOf('OrderQuote', mixed, { customer: ann })],
    ['orders', orderOf('Order', mixed, paidWith(9.5))],
  ] as const
  for (const [path, order] of calls) {
    const { status, body } = await world.fitFinder.send('PUT', `/${path}/${aUuid()}`, order)
    expect(status).toBe(409)
    const conflict = [{ '@type': 'OpportunityIsInConflictError' }]
    expect(body['orderedItem']).toMatchObject([{ error: conflict }, { error: conflict }, {}])
    expect(body['orderedItem'][2].error).toBeUndefined()
  }
  for (const places of [
    [inAdvance, free, either],
    [atVenue, free, either],
  ]) {
    const order = orderOf('OrderQuote', places)
    const { status } = await world.fitFinder.send('PUT', `/order-quote-templates/${aUuid()}`, order)
    expect(status).toBe(200)
  }
})

describe('a partner sells what a visitor may buy, and nothing else', () => {
  const c1 = () => {
    const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
    const order = orderOf('OrderQuote', [place])
    return world.fitFinder.send('PUT', `/order-quote-templates/${aUuid()}`, order)
  }
  const refused = [{ '@type': 'OpportunityOfferPairNotBookableError' }]

  test.each(['waiver', 'induction', 'criteria'] as const)('not what asks for a %s', async (kind) => {
    expect((await c1()).status).toBe(200)
    await aRestriction(db, world.operator.id, [world.activity.id], { kind })
    const { status, body } = await c1()
    expect(status).toBe(409)
    expect(body['orderedItem']).toMatchObject([
      {
        acceptedOffer: { openBookingInAdvance: 'https://openactive.io/Unavailable' },
        error: refused,
      },
    ])
  })

  test('not what is sold to people with an account or with a proof alone', async () => {
    await db.updateTable('activity').set({ allowsAnonymousBookings: false }).execute()
    expect((await c1()).body['orderedItem']).toMatchObject([{ error: refused }])
    await db.updateTable('activity').set({ allowsAnonymousBookings: true }).execute()
    await db.updateTable('pricingOption').set({ proof: 'student' }).execute()
    expect((await c1()).body['orderedItem']).toMatchObject([{ error: refused }])
  })

  test('not an activity that is withdrawn, though a session that people have booked goes on', async () => {
    expect((await c1()).status).toBe(200)
    await db.updateTable('activity').set({ withdrawn: true }).execute()
    const { status, body } = await c1()
    expect(status).toBe(409)
    expect(body['orderedItem']).toMatchObject([{ error: refused }])
  })

  test('not a ticket of several places, since each item of an order is one', async () => {
    const single = await aTicketType(db, world.activity.id, { name: 'Adult' })
    const family = await aTicketType(db, world.activity.id, { name: 'Family of four', places: 4 })
    const c1Of = ({ pricingOptionId }: { pricingOptionId: number }) => {
      const place = [sessionAddress(world.occurrence.id), offerAddress(pricingOptionId)] as const
      const order = orderOf('OrderQuote', [place])
      return world.fitFinder.send('PUT', `/order-quote-templates/${aUuid()}`, order)
    }
    expect((await c1Of(single)).status).toBe(200)
    const { status, body } = await c1Of(family)
    expect(status).toBe(409)
    expect(body['orderedItem']).toMatchObject([
      { acceptedOffer: { openBookingInAdvance: 'https://openactive.io/Unavailable' }, error: refused },
    ])
  })

  test('not before booking has opened, and offers say when it does', async () => {
    await db.updateTable('activity').set({ releaseMinutes: 10 }).execute()
    const early = await c1()
    expect(early.status).toBe(409)
    expect(early.body['orderedItem']).toMatchObject([
      { acceptedOffer: { validFromBeforeStartDate: 'PT10M' }, error: refused },
    ])
    world.app.clock.set(new Date(startsAt.getTime() - 9 * 60_000))
    expect((await c1()).status).toBe(200)
  })

  test('with until when cancelling is free: until the start where it costs nothing later', async () => {
    const latest = async () =>
      (await c1()).body['orderedItem'][0].acceptedOffer.latestCancellationBeforeStartDate as
        | string
        | undefined
    await db.updateTable('activity').set({ freeCancelMinutes: 240, lateCancelFee: 200 }).execute()
    expect(await latest()).toBe('PT240M')
    await db.updateTable('activity').set({ lateCancelFee: 0 }).execute()
    expect(await latest()).toBe(undefined)
  })

  test('with the ages that it is for', async () => {
    await db.updateTable('activity').set({ ageMin: 16, ageMax: 70 }).execute()
    await db.updateTable('pricingOption').set({ ageMin: 18 }).execute()
    const { body } = await c1()
    expect(body['orderedItem']).toMatchObject([
      {
        acceptedOffer: { ageRestriction: { minValue: 18 } },
        orderedItem: { superEvent: { ageRange: { minValue: 16, maxValue: 70 } } },
      },
    ])
  })
})
