import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { withdrawOffers } from '#server/holds/offers.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { transact } from '#server/platform/transact.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, on, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'
import { notifyWaitlist } from './notify.ts'
import { promoteWaitlists } from './offer.ts'

let db: Database
let centre: Centre
let yoga: Awaited<ReturnType<Centre['yoga']>>
/** One place, and a person in it. */
let session: Awaited<ReturnType<Centre['aClassOf']>>
let holder: { id: number; browser: TestBrowser }

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, monday)
  yoga = await centre.yoga()
  session = await centre.aClassOf(yoga, '18:00', { capacity: 1 })
  holder = await centre.customer()
  await centre.add(holder.browser, session)
})

const link = async (parent: number, child: number): Promise<void> => {
  await db
    .insertInto('linkedCustomer')
    .values({ customerId: parent, linkedId: child, relation: 'child' })
    .execute()
}

type Waiter = { id: number; browser: TestBrowser }

const join = ({ browser, id }: Waiter, of = session) =>
  browser.send(api.waitlists.join, { id: of.publicId, data: { userId: id } })

/** Frees the place of the holder, whoever waits. */
const declineOffer = async () => {
  const { items } = await holder.browser.send(api.baskets.read, {})
  await holder.browser.send(api.baskets.remove, { cartItemIds: items.map(({ id }) => id) })
}

/** What the clock and the jobs do. */
const turn = async (minutes = 0) => {
  centre.app.clock.forward(minutes * 60_000)
  const now = centre.app.clock.now()
  ;(await promoteWaitlists(db, now)).forEach(db.invalidate)
  await notifyWaitlist(db, now)
}

const seen = async (browser: TestBrowser, of = session) =>
  (await browser.send(api.timetable.occurrence, { id: of.publicId })).actionToShow

const auditWaitlists = async () => {
  expect(await wrongWithPlaces(db, centre.app.clock.now())).toEqual([])
  expect(await wrongWithWaitlists(db, centre.app.clock.now())).toEqual([])
}

describe('a place that becomes free', () => {
  it('is offered to the next person alone, who takes it with cart/add', async () => {
    const [ann, bo] = [await centre.customer(), await centre.customer()]
    await join(ann)
    await join(bo)
    await declineOffer()
    // Three days and nine hours before: twelve hours to decide.
    const [entry] = await ann.browser.send(api.waitlists.mine, {})
    expect(entry).toMatchObject({
      status: 'offered',
      position: 0,
      waitlistLength: 1,
      offerExpiresAt: '2027-03-01T21:00:00Z',
    })
    expect(await seen(ann.browser)).toMatchObject({
      status: 'BOOK',
      availableAt: '2027-03-01T21:00:00Z',
      otherActions: ['LEAVE_WAITLIST'],
      waitlistId: entry?.id,
    })
    expect(await seen(bo.browser)).toMatchObject({ status: 'LEAVE_WAITLIST' })
    for (const one of [bo, holder]) {
      expect(await refusalOf(centre.add(one.browser, session))).toMatchObject({ code: 'full' })
    }
    const basket = await centre.add(ann.browser, session)
    expect(basket.items).toMatchObject([{ heldUntil: '2027-03-01T21:00:00Z' }])
    expect(await seen(ann.browser)).toMatchObject({ status: 'CANCEL_RESERVATION' })
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'taken', history: [{ what: 'joined' }, { what: 'offered' }, { what: 'taken' }] },
    ])
    await auditWaitlists()
  })

  it('goes to the next person when it is declined, and when the offer lapses', async () => {
    const [ann, bo, cy] = [await centre.customer(), await centre.customer(), await centre.customer()]
    for (const one of [ann, bo, cy]) await join(one)
    await declineOffer()
    const [first] = await ann.browser.send(api.waitlists.mine, {})
    await ann.browser.send(api.waitlists.leaveNumeric, { waitlistId: first?.id ?? 0 })
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'passed' }])
    expect(await bo.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'offered' }])
    await turn(12 * 60)
    expect(await bo.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'passed', history: [{ what: 'joined' }, { what: 'offered' }, { what: 'lapsed' }] },
    ])
    expect(await cy.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'offered', offerExpiresAt: '2027-03-02T09:00:00Z' },
    ])
    await auditWaitlists()
  })

  it('is not displayed as offered once the offer has lapsed, before the job has run too', async () => {
    const ann = await centre.customer()
    await join(ann)
    await declineOffer()
    centre.app.clock.forward(12 * 3_600_000)
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'passed', offerExpiresAt: null },
    ])
    const stranger = await centre.customer()
    expect(await seen(stranger.browser)).toMatchObject({ status: 'BOOK', otherActions: [] })
    await centre.add(stranger.browser, session)
    await turn()
    await auditWaitlists()
  })

  it('is not lost to a person whose offer runs out while the venue is under maintenance', async () => {
    const [ann, bo] = [await centre.customer(), await centre.customer()]
    for (const one of [ann, bo]) await join(one)
    await declineOffer()
    const setVenue = (status: 'maintenance' | 'open') => db.updateTable('venue').set({ status }).execute()
    await setVenue('maintenance')
    await turn(12 * 60)
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([
      {
        status: 'waiting',
        position: 1,
        history: [{ what: 'joined' }, { what: 'offered' }, { what: 'withdrawn' }],
      },
    ])
    await auditWaitlists()
    await setVenue('open')
    await turn(1)
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'offered', offerExpiresAt: '2027-03-02T09:01:00Z' },
    ])
    expect(await bo.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'waiting' }])
    await auditWaitlists()
  })

  it('is offered to a child through the parent, who takes it for them', async () => {
    const parent = await centre.customer()
    const { id: child } = await aCustomer(db, centre.operatorId)
    await link(parent.id, child)
    await parent.browser.logIn(parent.id)
    await parent.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: child } })
    await declineOffer()
    expect(await seen(parent.browser)).toMatchObject({ status: 'JOIN_WAITLIST', otherActions: ['BOOK'] })
    const items = [{ id: session.publicId, purchasedForUserId: child }]
    await parent.browser.send(api.baskets.add, { items })
    expect(await parent.browser.send(api.waitlists.mine, {})).toMatchObject([
      { userId: child, status: 'taken' },
    ])
    await auditWaitlists()
  })

  it('is not offered after the start, and the history says so', async () => {
    const ann = await centre.customer()
    await join(ann)
    await centre.buy(holder.browser)
    centre.app.clock.forward(on('18:00').getTime() - monday.getTime())
    await turn()
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'closed', history: [{ what: 'joined' }, { what: 'too_late' }] },
    ])
  })

  it('is withdrawn from a person who books something else at that time', async () => {
    const [ann, bo] = [await centre.customer(), await centre.customer()]
    const beside = await centre.aClassOf(yoga, '18:30')
    await join(ann)
    await join(bo)
    await declineOffer()
    await centre.add(ann.browser, beside)
    // In the basket it is no decision yet.
    expect(await refusalOf(centre.add(ann.browser, session))).toMatchObject({ code: 'clash' })
    await turn()
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'offered' }])
    await centre.buy(ann.browser)
    await turn()
    expect(await ann.browser.send(api.waitlists.mine, {})).toMatchObject([
      { status: 'closed', history: [{ what: 'joined' }, { what: 'offered' }, { what: 'clash' }] },
    ])
    expect(await bo.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'offered' }])
    await auditWaitlists()
  })

  it('is not offered when the venue cancels the session', async () => {
    const [ann, bo] = [await centre.customer(), await centre.customer()]
    await join(ann)
    await join(bo)
    await declineOffer()
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    await turn()
    for (const one of [ann, bo]) {
      expect(await one.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'closed' }])
    }
    await auditWaitlists()
  })

  it('of a session sold by tickets is offered for one ticket; more tickets need free places', async () => {
    const swim = await centre.swim(['09:00'])
    const [pool] = swim.sessions
    if (pool === undefined) throw new Error('There is no swim.')
    const buyer = await centre.customer()
    const addTickets = (browser: TestBrowser, quantity: number) =>
      browser.send(api.baskets.add, {
        items: [{ id: pool.publicId, ticketId: swim.adult.publicId, quantity }],
      })
    const other = await centre.customer()
    await addTickets(buyer.browser, 8)
    await addTickets(other.browser, 1)
    const ann = await centre.customer()
    await join(ann, pool)
    await other.browser.send(api.baskets.clear, {})
    expect(await refusalOf(addTickets(ann.browser, 2))).toMatchObject({ code: 'held' })
    const basket = await addTickets(ann.browser, 1)
    expect(basket.items).toMatchObject([{ quantity: 1 }])
    await auditWaitlists()
  })
})

describe('D P5: a notice about a waitlist', () => {
  const outbox = async () => {
    const quiet = {
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
      debug: () => undefined,
    }
    const handlers = jobHandlers({
      db,
      clock: centre.app.clock,
      log: quiet,
      services: { ...centre.app.services, mail: null },
    })
    while ((await runDueJobs(db, handlers, centre.app.clock.now(), quiet)) > 0);
    return db
      .selectFrom('notice')
      .select(['kind', 'recipient', 'subject', 'textBody'])
      .where('kind', '!=', 'waitlist_joined')
      .orderBy('id')
      .execute()
  }

  it('is sent once, however often the job runs', async () => {
    const ann = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
    await join(ann)
    await declineOffer()
    for (let times = 0; times < 3; times += 1) await turn()
    const [offered, ...none] = await outbox()
    expect(none).toEqual([])
    expect(offered).toMatchObject({ kind: 'waitlist_offered', recipient: 'ann@example.test' })
    expect(offered?.subject).toBe('A place for you: Yoga, Thu 4 March 2027, 18:00 to 19:00')
    expect(offered?.textBody).toContain("We've reserved a place for you until Mon 1 Mar, 21:00.")
    expect(offered?.textBody).toContain('Thu 4 March 2027, 18:00 to 19:00')
    expect(offered?.textBody).toContain(`/location/demo-centre/yoga/${thursday}/class/${session.publicId}`)
    await turn(12 * 60)
    await turn()
    expect((await outbox()).map(({ kind }) => kind)).toEqual(['waitlist_offered', 'waitlist_lapsed'])
  })

  it('tells whose place is withdrawn because the session has fewer places than it had', async () => {
    const two = await centre.aClassOf(yoga, '19:00', { capacity: 2 })
    const ann = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
    await centre.add((await centre.customer()).browser, two)
    await centre.add(holder.browser, two)
    await join(ann, two)
    await declineOffer()
    await turn()
    await transact(db, async (tx) => {
      await withdrawOffers(tx, [{ id: two.id, capacity: 1 }], centre.app.clock.now())
      await tx.updateTable('occurrence').set({ capacity: 1 }).where('id', '=', two.id).execute()
    })
    await turn()
    const [, withdrawn, ...none] = await outbox()
    expect(none).toEqual([])
    expect(withdrawn).toMatchObject({ kind: 'waitlist_withdrawn', recipient: 'ann@example.test' })
  })

  it('tells who has a place reserved, and who waits, that the venue has called the session off, and why', async () => {
    const ann = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
    await join(ann)
    await join(await centre.customer({ email: 'bo@example.test' }))
    await declineOffer()
    await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    const { venueId, startsAt, endsAt } = await db
      .selectFrom('occurrence')
      .select(['venueId', 'startsAt', 'endsAt'])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('closure')
      .values({ venueId, locationId: null, startsAt, endsAt, reason: 'The boiler has failed.' })
      .execute()
    for (let times = 0; times < 3; times += 1) await turn()
    const [offered, calledOff, waiting, ...none] = await outbox()
    expect(none).toEqual([])
    expect(waiting).toMatchObject({ kind: 'waitlist_called_off', recipient: 'bo@example.test' })
    expect(calledOff?.textBody).toContain('The reason: The boiler has failed.')
    expect(offered).toMatchObject({ kind: 'waitlist_offered' })
    expect(calledOff).toMatchObject({
      kind: 'waitlist_called_off',
      recipient: 'ann@example.test',
      subject: 'Cancelled: Yoga, Thu 4 March 2027, 18:00 to 19:00',
    })
    expect(calledOff?.textBody).toContain('/location/demo-centre/yoga')
  })

  it('is sent to the parent of a child without an address', async () => {
    const parent = await centre.customer({ email: 'parent@example.test' })
    const { id: child } = await aCustomer(db, centre.operatorId, { email: '' })
    await link(parent.id, child)
    await parent.browser.logIn(parent.id)
    await parent.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: child } })
    await declineOffer()
    await turn()
    expect(await outbox()).toMatchObject([{ recipient: 'parent@example.test' }])
  })
})

describe('the duration of an offer', () => {
  const offerEnds = async (at: string, closes: string): Promise<string> => {
    const { rows } = await sql<{ ends: Date }>`
      select offer_expires_at(${new Date(at)}, ${new Date(closes)}) as ends`.execute(db)
    return rows[0]?.ends.toISOString() ?? ''
  }

  it.each([
    ['twelve hours at most', '2027-03-01T09:00:00Z', '2027-03-08T18:00:00Z', '2027-03-01T21:00:00.000Z'],
    ['a quarter of what is left', '2027-03-04T10:00:00Z', '2027-03-04T18:00:00Z', '2027-03-04T12:00:00.000Z'],
    ['ten minutes at least', '2027-03-04T17:30:00Z', '2027-03-04T18:00:00Z', '2027-03-04T17:40:00.000Z'],
    ['never past the end', '2027-03-04T17:55:00Z', '2027-03-04T18:00:00Z', '2027-03-04T18:00:00.000Z'],
    ['up to a whole minute', '2027-03-04T17:30:20Z', '2027-03-04T18:00:00Z', '2027-03-04T17:41:00.000Z'],
    // 18:00 on the Saturday to 10:00 on the Sunday of the change: fifteen hours, not sixteen.
    [
      'elapsed when the clocks go forward',
      '2027-03-27T18:00:00Z',
      '2027-03-28T09:00:00Z',
      '2027-03-27T21:45:00.000Z',
    ],
    // 18:00 to 10:00 over the autumn change: seventeen hours.
    [
      'elapsed when the clocks go back',
      '2027-10-30T17:00:00Z',
      '2027-10-31T10:00:00Z',
      '2027-10-30T21:15:00.000Z',
    ],
  ])('is %s', async (_, at, closes, ends) => {
    expect(await offerEnds(at, closes)).toBe(ends)
  })
})
