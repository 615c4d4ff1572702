import { beforeEach, describe, expect, it } from 'vitest'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { tom } from '#test/support/waivers.ts'
import { aClassToAttend, afterwards, now, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend

beforeEach(async () => {
  evening = await aClassToAttend()
})

describe('the register of a session', () => {
  it('lists attendees by surname, and walk-ins without a name', async () => {
    const zoe = await aCustomer(evening.db, evening.operator.id, { firstName: 'Zoe', lastName: 'Able' })
    const first = await evening.aBooking(evening.ann.id)
    await evening.aBooking(zoe.id)
    const { expected, session, date } = await evening.register()
    expect(date.raw).toBe('2027-03-02')
    expect(session.booked).toBe(2)
    expect(expected.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Zoe', 'booked'],
      ['Ann', 'booked'],
    ])
    expect(expected[1]).toMatchObject({
      bookingId: first.id,
      accessCode: first.accessCode,
      customerId: evening.ann.id,
      customerReference: evening.ann.reference,
      quantity: 1,
      age: 36,
      boughtBy: null,
      soldByPartner: false,
      attendanceAt: null,
    })
    expect((await refusal(evening.register(999_999))).status).toBe(404)
  })

  it('counts places as the timetable does: what is held and waited for is not left', async () => {
    await evening.db.updateTable('activity').set({ hasWaitlist: true }).execute()
    await evening.db
      .updateTable('occurrence')
      .set({ capacity: 4 })
      .where('id', '=', evening.occurrence.id)
      .execute()
    const spaces = async () => {
      const item = await evening.app
        .browser()
        .send(api.timetable.occurrence, { id: evening.occurrence.publicId })
      return { timetable: item.spaces, register: (await evening.register()).session.spaces }
    }
    expect(await spaces()).toEqual({ timetable: 4, register: 4 })
    await evening.aBooking(evening.ann.id)
    const visitor = evening.app.browser()
    await visitor.send(api.baskets.add, { items: [{ id: evening.occurrence.id }] })
    expect(await spaces()).toEqual({ timetable: 2, register: 2 })
    await evening.aBooking(null)
    await evening.aBooking(null)
    for (const firstName of ['Bo', 'Cy']) {
      const { id: userId } = await aCustomer(evening.db, evening.operator.id, { firstName })
      await evening.desk.send(api.waitlists.join, { id: evening.occurrence.publicId, data: { userId } })
    }
    await visitor.send(api.baskets.clear, {})
    await evening.db
      .updateTable('occurrence')
      .set({ capacity: 6 })
      .where('id', '=', evening.occurrence.id)
      .execute()
    const both = await spaces()
    expect(both.register).toBe(both.timetable)
  })

  it('counts the places of a ticket, not the tickets', async () => {
    const activity = await anActivity(evening.db, evening.venue.id, { kind: 'tickets', price: 500 })
    const family = await aTicketType(evening.db, activity.id, { name: 'Family', places: 4 })
    const swim = await anOccurrence(
      evening.db,
      { activity, locationId: evening.studio.id, startsAt: startsAt },
      { capacity: 10 },
    )
    await evening.desk.send(api.baskets.add, {
      items: [{ id: swim.publicId, ticketId: family.publicId }],
      selectedUserId: evening.ann.id,
    })
    await evening.desk.send(api.checkout.payAtDesk, {
      selectedUserId: evening.ann.id,
      payments: [{ tenderType: 'cash', amount: 500 }],
    })
    const { session } = await evening.register(swim.id)
    expect([session.booked, session.spaces]).toEqual([4, 6])
  })

  it('shows a court whose floor another booking uses as taken', async () => {
    const hall = await aLocation(evening.db, evening.venue.id, { spaces: ['a', 'b'] })
    const half = await aLocation(evening.db, evening.venue.id, { spaces: ['a'] })
    const activity = await anActivity(evening.db, evening.venue.id, { kind: 'courts' })
    const whole = await anOccurrence(evening.db, { activity, locationId: hall.id, startsAt: startsAt })
    const part = await anOccurrence(evening.db, { activity, locationId: half.id, startsAt: startsAt })
    expect((await evening.register(whole.id)).session).toMatchObject({ spaces: 1, floorInUse: false })
    await evening.aBooking(null, part.id)
    expect((await evening.register(part.id)).session).toMatchObject({
      spaces: 0,
      floorInUse: false,
      booked: 1,
    })
    expect((await evening.register(whole.id)).session).toMatchObject({
      spaces: 0,
      floorInUse: true,
      booked: 0,
    })
  })

  it("shows staff a person's photo", async () => {
    const document = await evening.db
      .insertInto('document')
      .values({
        operatorId: evening.operator.id,
        customerId: evening.ann.id,
        documentType: 'profile-photo',
        fileKey: 'photo',
        fileName: 'photo.png',
        mediaType: 'image/png',
        size: 1,
        status: 'accepted',
        uploadedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await evening.aBooking(evening.ann.id)
    const [person] = (await evening.register()).expected
    expect(person?.profilePhoto).toMatch(new RegExp(`/api/my-account/documents/${document.id}/file$`))
  })

  it('shows what is agreed to for a child and by whom, also where an earlier agreement still holds', async () => {
    const health = await aRestriction(evening.db, evening.operator.id, [evening.activity.id], {
      name: 'Health statement',
      validMonths: 12,
    })
    const child = await aChildOf(evening.db, evening.operator.id, evening.ann.id)
    const { items } = await evening.desk.send(api.baskets.add, {
      items: [{ id: evening.occurrence.publicId, purchasedForUserId: child.id }],
      selectedUserId: evening.ann.id,
    })
    await evening.desk.send(api.waivers.send, {
      selectedUserId: evening.ann.id,
      waivers: [
        {
          cartItemId: items[0]?.id ?? 0,
          restrictionId: health.id,
          attendee: tom,
          accepted: true,
        },
      ],
      guardian: { name: 'Bo Example', relation: 'guardian' },
    })
    const signed = {
      name: 'Health statement',
      agreedOn: '2027-03-02',
      validUntil: '2028-03-02',
      signedBy: 'Bo Example',
      signedByRelation: 'guardian',
    }
    const { id: bookingId } = await evening.payAtDesk(evening.ann.id)
    const waiversOf = async () =>
      (await evening.register()).expected.find((one) => one.bookingId === bookingId)?.waivers
    expect(await waiversOf()).toEqual([signed])
    // A later session of the same person has no agreement of its own.
    await evening.db.updateTable('waiver').set({ basketItemId: null }).execute()
    expect(await waiversOf()).toEqual([signed])
  })

  it('lists the waitlist, and staff can offer a free place out of turn', async () => {
    await evening.aBooking(evening.ann.id)
    const second = await evening.aBooking(null)
    await evening.db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const people = []
    for (const firstName of ['Bo', 'Cy']) {
      const person = await aCustomer(evening.db, evening.operator.id, { firstName })
      people.push(person)
      await evening.desk.send(api.waitlists.join, {
        id: evening.occurrence.publicId,
        data: { userId: person.id },
      })
    }
    const before = (await evening.register()).waitlist
    expect(before.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Bo', 'waiting'],
      ['Cy', 'waiting'],
    ])
    const waitlistId = before[1]?.waitlistId ?? 0
    const offer = () => evening.desk.send(api.attendance.offer, { waitlistId })
    expect(await refusal(offer())).toMatchObject({ status: 409, code: 'full' })
    await evening.db
      .updateTable('occurrence')
      .set({ capacity: 3 })
      .where('id', '=', evening.occurrence.id)
      .execute()
    expect(await offer()).toMatchObject({ userId: people[1]?.id, status: 'offered' })
    expect((await evening.register()).waitlist.map(({ firstName, status }) => [firstName, status])).toEqual([
      ['Cy', 'offered'],
      ['Bo', 'waiting'],
    ])
    expect(second.id).toBeGreaterThan(0)
    expect(await refusal(offer())).toMatchObject({ status: 409, code: 'offered' })
    for (const state of ['left', 'passed', 'taken'] as const) {
      await evening.db
        .updateTable('waitlistEntry')
        .set({ state, endedAt: evening.app.clock.now() })
        .where('id', '=', waitlistId)
        .execute()
      expect(await refusal(offer())).toMatchObject({ status: 409, code: state })
    }
    expect((await refusal(evening.desk.send(api.attendance.offer, { waitlistId: 999_999 }))).status).toBe(404)
    const customer = evening.app.browser()
    await customer.logIn(evening.ann.id)
    expect((await refusal(customer.send(api.attendance.offer, { waitlistId }))).code).toBe('forbidden')
  })

  /** A fully booked session that one person waits for. @returns the id of their entry */
  const aWaitlist = async (): Promise<number> => {
    await evening.aBooking(evening.ann.id)
    await evening.aBooking(null)
    await evening.db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const person = await aCustomer(evening.db, evening.operator.id)
    const { waitlistId } = await evening.desk.send(api.waitlists.join, {
      id: evening.occurrence.publicId,
      data: { userId: person.id },
    })
    return waitlistId
  }

  it.each([
    [
      'whose venue takes no bookings',
      () => evening.db.updateTable('venue').set({ status: 'maintenance' }).execute(),
    ],
    [
      'whose activity is sold no more',
      () => evening.db.updateTable('activity').set({ withdrawn: true }).execute(),
    ],
  ])('offers no place of a session %s: nobody could take it', async (_, shut) => {
    const waitlistId = await aWaitlist()
    await evening.db.updateTable('occurrence').set({ capacity: 3 }).execute()
    await shut()
    expect(await refusal(evening.desk.send(api.attendance.offer, { waitlistId }))).toMatchObject({
      code: 'closed',
    })
  })

  it.each(['cancelled', 'closed'])('offers no place of a session that is %s', async (code) => {
    const waitlistId = await aWaitlist()
    if (code === 'closed') await evening.setClock(afterwards)
    else await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
    expect(await refusal(evening.desk.send(api.attendance.offer, { waitlistId }))).toMatchObject({
      status: 410,
      code,
    })
  })
})
