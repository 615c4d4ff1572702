import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdExistingOccurrence } from '#server/holds/blockBookings.ts'
import { sweepLapsedHolds } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { change, hour, lineOf, minute, put, read, remove, takenOf } from '#test/support/baskets.ts'
import { aCentre, monday, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import type { OccurrenceRow } from '#test/support/factories/occurrences.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let staffId: number
let desk: TestBrowser
let online: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  staffId = (await aMemberOfStaff(db, centre.operatorId)).id
  desk = centre.app.browser({ site: 'desk' })
  await desk.logIn(staffId)
  online = (await centre.customer()).browser
})

/** Keeps places of a session for the desk. */
const keep = async (occurrence: OccurrenceRow, places: number): Promise<void> => {
  const { activityId, endsAt } = await db
    .selectFrom('occurrence')
    .select(['activityId', 'endsAt'])
    .where('id', '=', occurrence.id)
    .executeTakeFirstOrThrow()
  const { id: blockId } = await db
    .insertInto('blockBooking')
    .values({
      activityId,
      slug: `desk-${occurrence.id}`,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startTime: '00:00',
      untilTime: '24:00',
      places,
      deskOnly: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hold = { occurrenceId: occurrence.id, blockId, places, deskOnly: true, endsAt: endsAt.getTime() }
  expect(await holdExistingOccurrence(db, hold, monday)).toBe(true)
}

/** A class of as many places, of which the desk keeps some. */
const aClassWith = async (capacity: number, deskPlaces: number): Promise<OccurrenceRow> => {
  const occurrence = await centre.aClassOf(await centre.yoga(), '10:00', { capacity })
  await keep(occurrence, deskPlaces)
  return occurrence
}

const deskPlacesOf = async (occurrence: OccurrenceRow): Promise<number> =>
  (
    await db
      .selectFrom('hold')
      .select('places')
      .where('occurrenceId', '=', occurrence.id)
      .where('blockBookingId', 'is not', null)
      .executeTakeFirstOrThrow()
  ).places

const buy = (browser: TestBrowser, { id }: OccurrenceRow) => put(browser, { id })

const isFull = async (adding: Promise<unknown>) =>
  expect(await refusalOf(adding)).toMatchObject({ status: 409, code: expect.stringMatching(/^(full|held)$/) })

describe('places that the desk keeps', () => {
  it('are sold at the desk once there are no others, and never online', async () => {
    const session = await aClassWith(3, 2)
    expect((await buy(desk, session)).itemCount).toBe(1)
    expect(await deskPlacesOf(session)).toBe(2)
    await isFull(buy(online, session))
    await buy(desk, session)
    expect(await deskPlacesOf(session)).toBe(1)
    expect((await buy(desk, session)).itemCount).toBe(3)
    expect(await deskPlacesOf(session)).toBe(0)
    await isFull(buy(desk, session))
    await isFull(buy(online, session))
    expect(await takenOf(db, session)).toBe(3)
    await centre.buy(desk)
    expect(await wrongWithPlaces(db, monday)).toEqual([])
  })

  it('are kept again when they are taken out of the basket, lapse or are cancelled', async () => {
    const session = await aClassWith(1, 1)
    await remove(desk, lineOf(await buy(desk, session)))
    expect(await deskPlacesOf(session)).toBe(1)
    await isFull(buy(online, session))
    await buy(desk, session)
    const later = new Date(monday.getTime() + hour)
    centre.app.clock.set(later)
    await sweepLapsedHolds(db, later)
    expect(await deskPlacesOf(session)).toBe(1)
    await isFull(buy(online, session))
    expect(await takenOf(db, session)).toBe(1)
    expect(await wrongWithPlaces(db, later)).toEqual([])
  })

  it('that lapsed in a basket of the desk are held again there', async () => {
    const session = await aClassWith(1, 1)
    await buy(desk, session)
    const later = new Date(monday.getTime() + 15 * minute)
    centre.app.clock.set(later)
    await sweepLapsedHolds(db, later)
    expect(await deskPlacesOf(session)).toBe(1)
    expect((await desk.send(api.baskets.renew, {})).items).toHaveLength(1)
    expect(await deskPlacesOf(session)).toBe(0)
    expect(await wrongWithPlaces(db, later)).toEqual([])
  })

  it('are on the timetable of the desk, and not on that of others', async () => {
    const session = await aClassWith(2, 2)
    const seenBy = async (browser: TestBrowser) =>
      browser.send(api.timetable.occurrence, { id: session.publicId })
    expect(await seenBy(desk)).toMatchObject({ spaces: 2, actionToShow: { status: 'BOOK' } })
    const { spaces, actionToShow } = await seenBy(online)
    expect(spaces).toBe(0)
    expect(actionToShow.status).not.toBe('BOOK')
  })

  it('go past who waits: they are offered the other places alone', async () => {
    const session = await aClassWith(2, 1)
    await buy(online, session)
    await centre.buy(online)
    const { browser: waiter, id: userId } = await centre.customer()
    await waiter.send(api.waitlists.join, { id: session.publicId, data: { userId } })
    expect((await buy(desk, session)).itemCount).toBe(1)
    await remove(desk, lineOf(await read(desk)))
    expect(await deskPlacesOf(session)).toBe(1)
    expect(await db.selectFrom('waitlistEntry').select('state').execute()).toEqual([{ state: 'waiting' }])
  })

  it('of a court are sold with its floor, which no other length of it gets when the basket lapses', async () => {
    const { slots, courts } = await centre.badminton(['10:00'])
    const { slots: shorter } = await centre.badminton(['10:00'], 40, 'badminton-40min')
    const [court, short] = [slots[0], shorter[0]]
    if (court === undefined || short === undefined || courts.length === 0) throw new Error('No court.')
    await keep(court, 1)
    await isFull(buy(online, court))
    expect((await buy(desk, court)).itemCount).toBe(1)
    expect(await wrongWithPlaces(db, monday)).toEqual([])
    const later = new Date(monday.getTime() + hour)
    centre.app.clock.set(later)
    await isFull(buy(online, short))
    await sweepLapsedHolds(db, later)
    expect(await deskPlacesOf(court)).toBe(1)
    expect(await wrongWithPlaces(db, later)).toEqual([])
  })

  it('of tickets make up what is missing, and are given back first', async () => {
    const { sessions, adult } = await centre.swim()
    const session = sessions[0]
    if (session === undefined) throw new Error('No swim.')
    await keep(session, 3)
    const line = lineOf(await put(desk, { id: session.id, ticketId: adult.id, quantity: 7 }))
    expect(await deskPlacesOf(session)).toBe(2)
    await change(desk, line, { quantity: 8 })
    expect(await deskPlacesOf(session)).toBe(1)
    await change(desk, line, { quantity: 6 })
    expect(await deskPlacesOf(session)).toBe(3)
    expect(await takenOf(db, session)).toBe(9)
    expect(await wrongWithPlaces(db, monday)).toEqual([])
  })
})

it('the day of the desk shows what it still keeps', async () => {
  const session = await aClassWith(2, 2)
  await buy(desk, session)
  const { sessions } = await desk.send(api.attendance.day, {
    venue: centre.venue.slug,
    date: thursday,
    show: 'all',
  })
  expect(sessions).toMatchObject([{ held: 1, blocks: [{ places: 1, deskOnly: true }] }])
})
