import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { on } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { aMovableClass, beginMove, move } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }

beforeEach(async () => {
  db = (await testDatabase()).db
  world = await aMovableClass(db)
  ann = await world.customer()
})

const times = (browser: TestBrowser, bookingId: number, date?: string) =>
  browser.send(api.moves.times, { bookingId, date })

const startsOf = ({ times: found }: Awaited<ReturnType<typeof times>>) =>
  found.map(({ startsAt }) => startsAt.format24Hour)

describe('the times that a booking can be moved to', () => {
  it('are those of one day, with free places and what each pays back or costs more', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const found = await times(ann.browser, booking.id)
    expect(found).toMatchObject({
      days: ['2027-03-04', '2027-03-05'],
      day: { raw: '2027-03-04' },
      reason: null,
      times: [
        {
          id: world.early.publicId,
          startsAt: { format24Hour: '07:00' },
          spaces: 10,
          price: { raw: 695 },
          refund: { raw: 150, formatted: '£1.50', parts: [{ to: 'credit', amount: 150 }] },
          surcharge: { raw: 0 },
        },
        { startsAt: { format24Hour: '12:00' }, refund: { raw: 0, parts: [] }, surcharge: { raw: 0 } },
        {
          startsAt: { format24Hour: '18:00' },
          price: { raw: 945 },
          surcharge: { raw: 100, formatted: '£1.00' },
        },
      ],
    })
    expect(startsOf(await times(ann.browser, booking.id, '2027-03-05'))).toEqual(['10:00'])
  })

  it('say where it is too late to cancel free of charge, and how the timetable names their kind', async () => {
    const booking = await world.buy(ann.browser, world.friday)
    world.app.clock.forward(on('09:00').getTime() - world.app.clock.now().getTime())
    const found = await times(ann.browser, booking.id)
    expect(found).toMatchObject({ v2Type: 'classes', day: { raw: '2027-03-04' } })
    expect(found.times.map(({ startsAt, isAfterCutoff }) => [startsAt.format24Hour, isAfterCutoff])).toEqual([
      ['10:00', true],
      ['12:00', true],
      ['18:00', false],
    ])
  })

  it('leave out what is full, in the past, another class or at the time of another booking', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const full = await world.classAt('13:00', undefined, { capacity: 1 })
    const bob = await world.customer()
    await world.buy(bob.browser, full)
    await world.classAt('16:00', undefined, { name: 'Pilates' })
    await world.buy(ann.browser, world.late)
    expect(startsOf(await times(ann.browser, booking.id))).toEqual(['07:00', '12:00'])
    world.app.clock.forward(on('05:00').getTime() + 1 - world.app.clock.now().getTime())
    await db.updateTable('activity').set({ lastBookableMinutes: -180 }).execute()
    expect(startsOf(await times(ann.browser, booking.id))).toEqual(['12:00'])
  })

  it('say why a person cannot go on a day, and that there are none', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    await db.updateTable('activity').set({ ageMax: 12 }).execute()
    await db.updateTable('customer').set({ dateOfBirth: '1990-05-01' }).execute()
    expect(await times(ann.browser, booking.id)).toMatchObject({
      times: [],
      reason: "You are too old for this. It's for ages up to 12.",
    })
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '<>', world.ten.id).execute()
    expect(await times(ann.browser, booking.id)).toEqual({
      days: [],
      day: null,
      canPay: true,
      v2Type: 'classes',
      times: [],
      reason: null,
    })
  })

  it('are none while the venue is under maintenance, which they say', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    await db.updateTable('venue').set({ status: 'maintenance' }).execute()
    const paused = { code: 'cannot_move', message: expect.stringContaining('planned maintenance') as string }
    expect(await refusal(times(ann.browser, booking.id))).toMatchObject(paused)
    expect(await refusal(beginMove(ann.browser, booking.id, world.late))).toMatchObject(paused)
  })

  it('are one for each start of a court, of the same length, its own court first and on its own floor', async () => {
    const { activity, courts, slots } = await world.badminton(['10:00', '12:00'])
    await world.badminton(['14:00'], 40, 'badminton-40min')
    const [courtB, locationB] = [slots[1], courts[1]]
    if (courtB === undefined || locationB === undefined) throw new Error('There is no court.')
    const halfPast = await anOccurrence(
      db,
      { activity, locationId: locationB.id, startsAt: on('10:30') },
      { compositeKey: '00000009' },
    )
    const booking = await world.buy(ann.browser, courtB)
    const found = await times(ann.browser, booking.id)
    expect(found.times.map(({ startsAt, location }) => [startsAt.format24Hour, location.name])).toEqual([
      ['10:30', 'Court B'],
      ['12:00', 'Court B'],
    ])
    await move(ann.browser, booking.id, halfPast, 500)
    await world.audit()
  })

  it('are for those who may see the order: a visitor by its link, and no one else', async () => {
    const visitor = world.app.browser()
    const booking = await world.buy(visitor, world.ten)
    const { orderId: completeOrderId, id: bookingId } = booking
    const which = { completeOrderId, bookingId }
    expect(startsOf(await visitor.send(api.moves.timesOfOrder, which))).toEqual(['07:00', '12:00', '18:00'])
    const other = await world.buy(ann.browser, world.ten)
    for (const [browser, ids] of [
      [world.app.browser(), which],
      [ann.browser, which],
      [visitor, { completeOrderId, bookingId: other.id }],
    ] as const) {
      expect(await refusal(browser.send(api.moves.timesOfOrder, ids))).toMatchObject({ status: 404 })
      const to = { ...ids, to: world.noon.publicId, price: 845 }
      expect(await refusal(browser.send(api.moves.moveOfOrder, to))).toMatchObject({ status: 404 })
    }
    const to = { ...which, to: world.early.publicId, price: 695 }
    const { refund } = await visitor.send(api.moves.moveOfOrder, to)
    expect(refund.parts).toMatchObject([{ to: 'card', amount: 150 }])
    await world.sendMails()
    const mail = await db
      .selectFrom('notice')
      .select('recipient')
      .where('kind', '=', 'booking_moved')
      .executeTakeFirstOrThrow()
    expect(mail.recipient).toBe('ann@example.test')
    await world.audit()
  })
})

describe('what pays for a booking moves with it', () => {
  const left = async () =>
    (await db.selectFrom('package').select('usesLeft').executeTakeFirstOrThrow()).usesLeft

  it('the visit of a package, also the last one, but not past its end', async () => {
    const of = { operatorId: world.operatorId, customerId: ann.id, activityIds: [world.activity.id] }
    await aPackage(db, of, { totalUses: 1, expiresOn: '2027-03-04' })
    const booking = await world.buy(ann.browser, world.ten)
    expect(await left()).toBe(0)
    const found = await times(ann.browser, booking.id)
    // Prices of the day do not matter: the visit pays for any of them.
    expect(found.times.map(({ price }) => price.raw)).toEqual([0, 0, 0])
    await move(ann.browser, booking.id, world.late, 0)
    expect(await db.selectFrom('packageUse').select(['state', 'visits', 'usedOn']).execute()).toEqual([
      { state: 'used', visits: 1, usedOn: '2027-03-04' },
    ])
    expect(await refusal(move(ann.browser, booking.id, world.friday, 0))).toMatchObject({
      code: 'costs_more',
    })
    expect(await left()).toBe(0)
    await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
    expect(await left()).toBe(1)
    await world.audit()
  })

  it('a benefit, counted on the new day as far as its allowance goes', async () => {
    const plan = await aPlan(db, world.venue, { benefits: [{ allowance: 1, allowancePeriod: 'day' }] })
    await aMembership(db, { plan, venue: world.venue, customerIds: [ann.id] })
    const booking = await world.buy(ann.browser, world.ten)
    await move(ann.browser, booking.id, world.friday, 0)
    expect(await db.selectFrom('benefitUse').select(['state', 'countedOn']).execute()).toEqual([
      { state: 'used', countedOn: '2027-03-05' },
    ])
    const second = await world.buy(ann.browser, world.noon)
    expect(second.price).toBe('£0.00')
    expect(await refusal(move(ann.browser, booking.id, world.ten, 0))).toMatchObject({ code: 'costs_more' })
    await world.audit()
  })

  it('and no visit is used where none was', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const of = { operatorId: world.operatorId, customerId: ann.id, activityIds: [world.activity.id] }
    await aPackage(db, of, { totalUses: 5 })
    await move(ann.browser, booking.id, world.noon)
    expect(await left()).toBe(5)
    await world.audit()
  })
})

it('a booking of a partner is changed there', async () => {
  const booking = await world.buy(ann.browser, world.ten)
  await db.updateTable('customerOrder').set({ source: 'open-booking' }).execute()
  expect((await ann.browser.send(api.bookings.one, { bookingId: booking.id })).canBeMoved).toBe(false)
  expect(await refusal(times(ann.browser, booking.id))).toMatchObject({ code: 'cannot_move', status: 409 })
})
