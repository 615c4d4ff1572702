import { beforeEach, describe, expect, it } from 'vitest'
import { freeHolds } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, refusalOf, thrice, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'
import { promoteWaitlists } from './offer.ts'

/*
 * Three courts at 17:00, 18:00, 19:00 and 20:00, all of them taken: a person waits for any of them from 18:00 to 21:00.
 */

let db: Database
let centre: Centre
let courts: Awaited<ReturnType<Centre['badminton']>>

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, monday)
  courts = await centre.badminton(['17:00', '18:00', '19:00', '20:00'])
  await db.updateTable('activity').set({ hasWaitlist: true }).execute()
  for (const court of [0, 1, 2]) {
    const holder = await centre.customer()
    await centre.add(holder.browser, ...courts.slots.filter((_, index) => index % 3 === court))
    await centre.buy(holder.browser)
  }
})

type Waiter = { id: number; browser: TestBrowser }

const join = ({ browser, id }: Waiter, from = '18:00', to = '21:00') =>
  browser.send(api.waitlists.joinRange, {
    venue: 'demo-centre',
    activity: 'badminton-60min',
    date: thursday,
    from,
    to,
    userId: id,
  })

const ranges = ({ browser }: Waiter) => browser.send(api.waitlists.ranges, {})

/** Frees a court of an hour: the hours are 0 to 3, the courts 0 to 2. */
const free = async (hour: number, court = 0): Promise<void> => {
  const occurrenceId = courts.slots[hour * 3 + court]?.id ?? 0
  const holds = await db
    .selectFrom('hold')
    .select('id')
    .where('occurrenceId', '=', occurrenceId)
    .where('state', '=', 'confirmed')
    .execute()
  const ids = holds.map(({ id }) => id)
  await freeHolds(db, ids, 'released', centre.app.clock.now())
  db.invalidate(centre.venue.id)
}

const turn = async (minutes = 0): Promise<void> => {
  centre.app.clock.forward(minutes * 60_000)
  ;(await promoteWaitlists(db, centre.app.clock.now())).forEach(db.invalidate)
}

const statesOf = async (rangeId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('waitlistEntry')
      .select('state')
      .where('rangeId', '=', rangeId)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)

const audit = async () => {
  expect(await wrongWithPlaces(db, centre.app.clock.now())).toEqual([])
  expect(await wrongWithWaitlists(db, centre.app.clock.now())).toEqual([])
}

const slotAt = async ({ browser }: Waiter, hour: number, court = 0) =>
  browser.send(api.timetable.occurrence, { id: courts.slots[hour * 3 + court]?.publicId ?? '' })

describe('C08: one waitlist for any court between two times', () => {
  it('waits for every court in the range, and is one in the list', async () => {
    const ann = await centre.customer({ firstName: 'Ann' })
    const range = await join(ann)
    expect(range).toMatchObject({
      userId: ann.id,
      firstName: 'Ann',
      status: 'waiting',
      kind: 'courts',
      categorySlug: 'badminton-60min',
      venueSlug: 'demo-centre',
      date: { raw: thursday },
      from: { format24Hour: '18:00' },
      to: { format24Hour: '21:00' },
      places: 9,
      offer: null,
    })
    expect(await ranges(ann)).toEqual([range])
    expect(await ann.browser.send(api.waitlists.mine, {})).toEqual([])
    expect((await slotAt(ann, 1)).actionToShow).toMatchObject({
      status: 'LEAVE_WAITLIST',
      waitlistRangeId: range.id,
    })
    expect((await slotAt(ann, 0)).actionToShow.waitlistId).toBeNull()
    await audit()
  })

  it('offers the first court that comes free, and one at a time', async () => {
    const ann = await centre.customer()
    const bo = await centre.customer()
    const { id } = await join(ann)
    await join(bo)
    await free(0)
    expect((await ranges(ann))[0]?.offer).toBeNull()
    await free(2)
    const [offered] = await ranges(ann)
    expect(offered).toMatchObject({
      status: 'offered',
      offer: { status: 'offered', item: { startsAt: { format24Hour: '19:00' } } },
    })
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'offered' }])
    // Another court goes to the next person, because Ann has an offer.
    await free(3)
    expect((await ranges(bo))[0]?.offer?.item.startsAt.format24Hour).toBe('20:00')
    expect((await statesOf(id)).filter((state) => state === 'paused')).toHaveLength(8)
    // A third is free for anyone.
    await free(1)
    const cleo = await centre.customer()
    expect((await slotAt(cleo, 1)).actionToShow.status).toBe('BOOK')
    await audit()
  })

  it('ends for the other courts when the offer is taken', async () => {
    const ann = await centre.customer()
    const { id } = await join(ann)
    await free(2, 1)
    await centre.add(ann.browser, { publicId: courts.slots[7]?.publicId ?? '' })
    expect(await ranges(ann)).toEqual([])
    expect((await statesOf(id)).toSorted()).toEqual([...Array<string>(8).fill('left'), 'taken'])
    await audit()
  })

  it('goes on for the other courts when an offer is declined, and offers what came free meanwhile', async () => {
    const ann = await centre.customer()
    await join(ann)
    await free(1)
    await free(3, 2)
    const [range] = await ranges(ann)
    await ann.browser.send(api.waitlists.leave, { occurrenceId: range?.offer?.item.id ?? 0, userId: ann.id })
    await turn()
    expect(await ranges(ann)).toMatchObject([
      { status: 'offered', places: 8, offer: { item: { startsAt: { format24Hour: '20:00' } } } },
    ])
    await audit()
  })

  it('ends when an offer is not taken in time, or another court of the range is booked', async () => {
    const ann = await centre.customer()
    const bo = await centre.customer()
    await join(ann)
    await join(bo)
    await free(1)
    await turn(13 * 60)
    expect(await ranges(ann)).toEqual([])
    expect((await ranges(bo))[0]?.status).toBe('offered')
    // Bo has an offer and books another court that is free.
    await free(2)
    await centre.add(bo.browser, { publicId: courts.slots[6]?.publicId ?? '' })
    await centre.buy(bo.browser)
    await turn()
    await turn()
    expect(await ranges(bo)).toEqual([])
    await audit()
  })

  it('can be left, and leaving undone for some minutes with the old position', async () => {
    const ann = await centre.customer()
    const bo = await centre.customer()
    const { id } = await join(ann)
    await join(bo)
    expect(await ann.browser.send(api.waitlists.leaveRange, { id })).toMatchObject({
      status: 'left',
      places: 0,
    })
    expect(await ranges(ann)).toMatchObject([{ id, status: 'left' }])
    expect(await ann.browser.send(api.waitlists.rejoinRange, { id })).toMatchObject({
      status: 'waiting',
      places: 9,
    })
    await free(1)
    expect((await ranges(ann))[0]?.status).toBe('offered')
    expect((await ranges(bo))[0]?.status).toBe('waiting')
    // Leaving with an offer gives it to the next.
    await ann.browser.send(api.waitlists.leaveRange, { id })
    expect((await ranges(bo))[0]?.status).toBe('offered')
    await turn(11)
    expect(await ranges(ann)).toEqual([])
    expect((await refusalOf(ann.browser.send(api.waitlists.rejoinRange, { id }))).code).toBe('too_late')
    expect((await refusalOf(ann.browser.send(api.waitlists.leaveRange, { id }))).status).toBe(404)
    expect((await refusalOf(bo.browser.send(api.waitlists.leaveRange, { id }))).status).toBe(404)
    await audit()
  })

  it('is named in the audit log when staff join, leave and rejoin for a customer', async () => {
    const ann = await centre.customer()
    const { id: staffId } = await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'desk' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(staffId)
    const { id } = await join({ id: ann.id, browser: desk })
    await desk.send(api.waitlists.leaveRange, { id })
    await desk.send(api.waitlists.rejoinRange, { id })
    const entries = await db.selectFrom('auditEntry').select(['forCustomerId', 'subject']).execute()
    expect(entries).toEqual(thrice({ forCustomerId: ann.id, subject: `waitlist range:${id}` }))
  })

  it('is refused where there is nothing to wait for', async () => {
    const ann = await centre.customer()
    const refused = async (from: string, to: string) => (await refusalOf(join(ann, from, to))).code
    expect(await refused('18:00', '18:00')).toBe('invalid')
    expect(await refused('10:00', '12:00')).toBe('not_found')
    await free(1)
    expect(await refused('18:00', '21:00')).toBe('places_free')
    await join(ann, '19:00', '21:00')
    expect(await refused('19:00', '20:00')).toBe('already_on_waitlist')
    const bo = await centre.customer()
    const forAnn = { ...ann, browser: bo.browser }
    expect((await refusalOf(join(forAnn, '19:00', '21:00'))).status).toBe(403)
    await audit()
  })
})

it('until 23:59 takes in what lasts past midnight, and says when that ends', async () => {
  await db
    .updateTable('occurrence')
    .set({ endsAt: new Date('2027-03-05T02:30:00Z') })
    .where('startsAt', '=', new Date('2027-03-04T20:00:00Z'))
    .execute()
  const { id, browser } = await centre.customer()
  expect(await join({ id, browser }, '20:00', '23:59')).toMatchObject({ places: 3 })
  expect(await ranges({ id, browser })).toMatchObject([{ to: { format24Hour: '23:59' }, end: '02:30 (Fri)' }])
})
