import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, on, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'

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

const seen = async (browser: TestBrowser, of = session) =>
  (await browser.send(api.timetable.occurrence, { id: of.publicId })).actionToShow

const auditWaitlists = async () => {
  expect(await wrongWithPlaces(db, centre.app.clock.now())).toEqual([])
  expect(await wrongWithWaitlists(db, centre.app.clock.now())).toEqual([])
}

describe('C08 F09: a waitlist', () => {
  it('can be joined by a public id, and shows the position in the queue', async () => {
    const ann = await centre.customer({ firstName: 'Ann' })
    const bo = await centre.customer()
    const entry = await join(ann)
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      waitlistId: entry.id,
      userId: ann.id,
      firstName: 'Ann',
      status: 'waiting',
      position: 1,
      waitlistLength: 1,
      joinedAt: '2027-03-01T09:00:00Z',
      offerExpiresAt: null,
      closesAt: '2027-03-04T18:00:00Z',
      item: expect.objectContaining({
        id: session.publicId,
        name: 'Yoga',
        categorySlug: 'yoga',
        venueSlug: 'demo-centre',
        venueName: 'Demo Centre',
        startsAt: { format12Hour: '6:00pm', format24Hour: '18:00' },
      }) as unknown,
      history: [{ what: 'joined', message: 'Joined the waitlist', at: '2027-03-01T09:00:00Z' }],
    })
    expect(await join(bo)).toMatchObject({ position: 2, waitlistLength: 2 })
    const visible = await bo.browser.send(api.timetable.occurrence, { id: session.publicId })
    expect(visible).toMatchObject({ waitlistLength: 2, spaces: 0, waitlistId: expect.any(Number) as number })
    expect(visible.actionToShow).toMatchObject({ status: 'LEAVE_WAITLIST', waitlistId: visible.waitlistId })
    await auditWaitlists()
  })

  it('can be joined and left by a numeric id', async () => {
    const ann = await centre.customer()
    const entry = await ann.browser.send(api.waitlists.joinNumeric, {
      item: { id: session.id, type: 'activity' },
    })
    expect(entry).toMatchObject({ userId: ann.id, status: 'waiting', item: { id: session.id } })
    expect(await ann.browser.send(api.waitlists.leaveNumeric, { waitlistId: entry.waitlistId })).toEqual({
      id: entry.id,
      waitlistId: entry.id,
      status: 'left',
    })
    expect(await ann.browser.send(api.waitlists.mine, {})).toEqual([])
    expect(
      (await refusalOf(ann.browser.send(api.waitlists.leaveNumeric, { waitlistId: entry.id }))).status,
    ).toBe(404)
    await auditWaitlists()
  })

  it('can be left by a public id', async () => {
    const ann = await centre.customer()
    await join(ann)
    const where = { occurrenceId: session.publicId, userId: ann.id }
    expect(await ann.browser.send(api.waitlists.leave, where)).toMatchObject({ status: 'left' })
    expect((await refusalOf(ann.browser.send(api.waitlists.leave, where))).code).toBe('not_found')
    expect(await join(ann)).toMatchObject({ position: 1 })
  })

  it('returns the first answer again for the same idempotency key', async () => {
    const ann = await centre.customer()
    const args = { id: session.publicId, data: { userId: ann.id } }
    const first = await ann.browser.send(api.waitlists.join, args, { idempotencyKey: 'once' })
    expect(await ann.browser.send(api.waitlists.join, args, { idempotencyKey: 'once' })).toEqual(first)
  })
})

describe('joining', () => {
  it('H05: is allowed for oneself and linked people, and to staff for any customer of the operator', async () => {
    const parent = await centre.customer()
    const { id: child } = await aCustomer(db, centre.operatorId)
    const { id: stranger } = await aCustomer(db, centre.operatorId)
    await link(parent.id, child)
    // Who is linked is known from the log-in on.
    await parent.browser.logIn(parent.id)
    const asParent = (userId: number) =>
      parent.browser.send(api.waitlists.join, { id: session.publicId, data: { userId } })
    expect(await asParent(child)).toMatchObject({ userId: child })
    expect((await refusalOf(asParent(stranger))).status).toBe(403)
    expect(await parent.browser.send(api.waitlists.mine, {})).toMatchObject([{ userId: child }])

    const desk = await centre.customer({ role: 'staff' })
    const atDesk = (userId: number) =>
      desk.browser.send(api.waitlists.join, { id: session.publicId, data: { userId } })
    expect(await atDesk(stranger)).toMatchObject({ userId: stranger, position: 2 })
    expect((await refusalOf(atDesk(999_999))).status).toBe(404)
    const selected = await desk.browser.send(api.waitlists.joinNumeric, {
      item: { id: session.id },
      selectedUserId: parent.id,
    })
    expect(selected).toMatchObject({ userId: parent.id, position: 3 })
    expect(await desk.browser.send(api.waitlists.mine, { selectedUserId: stranger })).toMatchObject([
      { userId: stranger },
    ])
    const acts = await db.selectFrom('auditEntry').select(['act', 'forCustomerId']).orderBy('id').execute()
    expect(acts).toEqual([
      { act: 'waitlist joined', forCustomerId: stranger },
      { act: 'waitlist joined', forCustomerId: parent.id },
    ])
  })

  it('H05: is refused to visitors, and no one can remove another customer’s entry', async () => {
    const ann = await centre.customer()
    const bo = await centre.customer()
    const { id } = await join(ann)
    expect((await refusalOf(join({ id: ann.id, browser: centre.app.browser() }))).status).toBe(401)
    expect((await refusalOf(centre.app.browser().send(api.waitlists.mine, {}))).status).toBe(401)
    expect((await refusalOf(bo.browser.send(api.waitlists.leaveNumeric, { waitlistId: id }))).status).toBe(
      404,
    )
    const annsPlace = { occurrenceId: session.publicId, userId: ann.id }
    expect((await refusalOf(bo.browser.send(api.waitlists.leave, annsPlace))).status).toBe(404)
  })

  it('is refused with a reason', async () => {
    const ann = await centre.customer({ dateOfBirth: '1990-01-01' })
    const codeOf = async (of = session) => (await refusalOf(join(ann, of))).code
    await join(ann)
    expect(await codeOf()).toBe('already_on_waitlist')
    expect((await refusalOf(join(ann))).message).toBe("You're already on the waitlist.")
    const free = await centre.aClassOf(yoga, '20:00')
    expect(await codeOf(free)).toBe('places_free')
    const notYet = await centre.aClassOf(yoga, '18:00', { date: '2027-03-20', capacity: 1 })
    expect(await refusalOf(join(ann, notYet))).toMatchObject({ status: 422, code: 'not_open_yet' })
    expect((await refusalOf(join(ann, { ...session, publicId: 'AQGnothing' }))).status).toBe(404)

    await db.updateTable('activity').set({ ageMax: 15 }).execute()
    const bo = await centre.customer({ dateOfBirth: '1990-01-01' })
    expect(await refusalOf(join(bo))).toMatchObject({ status: 403, code: 'age' })
    await db.updateTable('activity').set({ ageMax: null, hasWaitlist: false }).execute()
    expect((await refusalOf(join(bo))).status).toBe(404)
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()

    // It is their own basket that makes it full.
    expect(await refusalOf(join(holder))).toMatchObject({ status: 409, code: 'places_free' })
    await centre.buy(holder.browser)
    const booked = { status: 409, code: 'already_booked', message: 'You have already booked this.' }
    expect(await refusalOf(join(holder))).toMatchObject(booked)
    const beside = await centre.aClassOf(yoga, '18:30', { capacity: 1 })
    const other = await centre.customer()
    await centre.add(other.browser, beside)
    expect(await refusalOf(join(holder, beside))).toMatchObject({ status: 409, code: 'clash' })

    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', session.id).execute()
    expect(await refusalOf(join(bo))).toMatchObject({ status: 410, code: 'cancelled' })
    await db.updateTable('occurrence').set({ status: 'scheduled' }).where('id', '=', session.id).execute()
    centre.app.clock.forward(on('18:00').getTime() - monday.getTime())
    expect(await refusalOf(join(bo))).toMatchObject({ status: 410, code: 'closed' })
  })

  it('is refused to people who do not meet the booking requirements, until they do', async () => {
    const ann = await centre.customer({ dateOfBirth: '1990-01-01' })
    const { operatorId, venue } = centre
    const induction = await aRestriction(db, operatorId, [yoga.activity.id], { kind: 'induction' })
    expect(await refusalOf(join(ann))).toMatchObject({ status: 403, code: 'induction_required' })
    await db
      .insertInto('induction')
      .values({ customerId: ann.id, restrictionId: induction.id, givenOn: '2027-02-01' })
      .execute()

    await aRestriction(db, operatorId, [yoga.activity.id], { kind: 'criteria' })
    expect(await refusalOf(join(ann))).toMatchObject({ status: 403, code: 'membership_required' })
    await aMembership(db, { plan: await aPlan(db, venue), venue, customerIds: [ann.id] })

    await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
    await db
      .insertInto('penalty')
      .values({ operatorId, customerId: ann.id, description: 'Missed', amount: 300, createdAt: monday })
      .execute()
    expect(await refusalOf(join(ann))).toMatchObject({ status: 403, code: 'penalty_outstanding' })
    await db.updateTable('penalty').set({ status: 'waived', settledAt: monday }).execute()

    await db.updateTable('pricingOption').set({ proof: 'student-card' }).execute()
    expect(await refusalOf(join(ann))).toMatchObject({ status: 403, code: 'document_required' })
    await db
      .insertInto('document')
      .values({
        operatorId,
        customerId: ann.id,
        documentType: 'student-card',
        fileKey: 'a',
        fileName: 'card.png',
        mediaType: 'image/png',
        size: 1,
        status: 'accepted',
        uploadedAt: monday,
        expiresOn: '2027-12-31',
      })
      .execute()
    expect(await join(ann)).toMatchObject({ status: 'waiting', userId: ann.id })
  })

  it('is possible while the last places are held, and people on the waitlist come first', async () => {
    const ann = await centre.customer()
    expect(await seen(ann.browser)).toMatchObject({ status: null, otherActions: ['JOIN_WAITLIST'] })
    await join(ann)
    // The hold lapses; no one has swept yet. A stranger is not faster than who waits.
    centre.app.clock.forward(601_000)
    const stranger = await centre.customer()
    expect(await seen(stranger.browser)).toMatchObject({ status: 'JOIN_WAITLIST' })
    expect(await refusalOf(centre.add(stranger.browser, session))).toMatchObject({ code: 'full' })
    expect(await seen(ann.browser)).toMatchObject({ status: 'BOOK' })
    await auditWaitlists()
  })
})
