import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, thrice, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { slots, times } from '#test/support/timetables.ts'
import { writeReservations } from '#test/support/reservations.ts'

let centre: Centre
let visitor: TestBrowser

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  visitor = centre.app.browser()
})

describe('courts', () => {
  it('C02: first the hours over all courts, then the courts of an hour with their location', async () => {
    const { slots: made, courts } = await centre.badminton(['10:00', '11:00'])
    const [ten, eleven] = await times(visitor)
    expect(ten).toMatchObject({
      date: thursday,
      startsAt: { format24Hour: '10:00' },
      location: 'Multiple',
      spaces: 3,
      capacity: 3,
      actionToShow: { status: 'BOOK' },
    })
    expect(ten).not.toHaveProperty('id')
    expect(ten).not.toHaveProperty('pricingOptions')
    expect(eleven?.startsAt.format24Hour).toBe('11:00')

    const ofTen = await slots(visitor, undefined, {
      startTime: '10:00',
      endTime: '11:00',
      compositeKey: ten?.compositeKey,
    })
    expect(ofTen.map(({ id, location }) => [id, location.name])).toEqual([
      [made[0]?.publicId, 'Court A'],
      [made[1]?.publicId, 'Court B'],
      [made[2]?.publicId, 'Court C'],
    ])
    expect(ofTen.map(({ compositeKey }) => compositeKey)).toEqual(['00000000', '00000000', '00000000'])
    expect(await slots(visitor)).toHaveLength(6)
    expect(
      (await slots(visitor, undefined, { locationId: courts[1]?.id })).map(
        (slot) => slot.startsAt.format24Hour,
      ),
    ).toEqual(['10:00', '11:00'])
    expect(await slots(visitor, undefined, { startTime: '11:00' })).toHaveLength(3)
    expect(await slots(visitor, undefined, { endTime: '11:00' })).toHaveLength(3)
    expect(await slots(visitor, undefined, { compositeKey: 'ffffffff' })).toEqual([])
  })

  it('name the one that is left, and keep the sum of the free ones', async () => {
    const { slots: made } = await centre.badminton(['10:00'])
    const [a, , c] = made
    if (a === undefined || c === undefined) throw new Error('No courts.')
    const other = centre.app.browser()
    await centre.add(other, a, c)
    expect(await times(visitor)).toMatchObject([
      {
        location: 'Court B, Demo Centre',
        locationName: 'Court B',
        spaces: 1,
        capacity: 3,
        heldByOthers: 2,
        bookingsCount: 0,
      },
    ])
    await centre.buy(other)
    expect(await times(visitor)).toMatchObject([{ spaces: 1, heldByOthers: 0, bookingsCount: 2 }])
    // What can be booked comes first.
    expect((await slots(visitor)).map(({ location }) => location.name)).toEqual([
      'Court B',
      'Court A',
      'Court C',
    ])
  })

  it('a hall that is taken takes its courts with it, and a court its hall', async () => {
    const { slots: made } = await centre.badminton(['10:00', '11:00'])
    const [hall, hallAtEleven] = await centre.fiveASide(['10:00', '11:00'])
    const other = centre.app.browser()
    await centre.add(other, hall ?? { publicId: '' })
    const inBasket = await slots(visitor)
    expect(
      inBasket
        .slice(0, 3)
        .map(({ actionToShow, spaces }) => [actionToShow.reasonCode, actionToShow.availableAt, spaces]),
    ).toEqual(thrice(['held', '2027-03-01T09:10:00Z', 0]))
    expect(inBasket.slice(3).map(({ actionToShow }) => actionToShow.status)).toEqual(['BOOK', 'BOOK', 'BOOK'])
    await centre.buy(other)
    expect(
      (await slots(visitor))
        .slice(0, 3)
        .map(({ actionToShow, bookingsCount }) => [actionToShow.status, bookingsCount]),
    ).toEqual(thrice(['JOIN_WAITLIST', 1]))

    await centre.add(centre.app.browser(), made[4] ?? { publicId: '' })
    const halls = await slots(visitor, 'five-a-side')
    expect(halls.find(({ id }) => id === hallAtEleven?.publicId)?.actionToShow.reasonCode).toBe('held')
  })

  it('of two lengths on one floor exclude each other where they overlap', async () => {
    await centre.badminton(['10:00', '11:00'])
    const { slots: short } = await centre.badminton(['10:00', '10:40', '11:20'], 40, 'badminton-40min')
    // Court A from 10:40 to 11:20 stands in the way of both hours of court A, and of nothing else.
    await centre.add(centre.app.browser(), short[3] ?? { publicId: '' })
    const free = (await slots(visitor)).filter(({ spaces }) => spaces > 0)
    expect(free.map(({ location, startsAt }) => `${location.name} ${startsAt.format24Hour}`)).toEqual([
      'Court B 10:00',
      'Court C 10:00',
      'Court B 11:00',
      'Court C 11:00',
    ])
    expect((await slots(visitor, 'badminton-40min')).filter(({ spaces }) => spaces === 0)).toHaveLength(1)
  })

  it('on which a class stands are not let at all', async () => {
    const { slots: made, courts } = await centre.badminton(['10:00'])
    const space = await centre.db
      .selectFrom('space')
      .select('id')
      .where('slug', '=', 'a')
      .executeTakeFirstOrThrow()
    const session = await centre.aClassOf(
      { ...(await centre.yoga()), studio: courts[0] ?? { id: 0, slug: '', name: '' } },
      '10:00',
    )
    const during = '[2027-03-04T10:00:00Z,2027-03-04T11:00:00Z)'
    await writeReservations(centre.db, (tx) =>
      tx.insertInto('spaceClaim').values({ spaceId: space.id, during, occurrenceId: session.id }).execute(),
    )
    expect((await slots(visitor)).map(({ id }) => id)).toEqual([made[1]?.publicId, made[2]?.publicId])
  })
})
