import { describe, expect, it } from 'vitest'
import { collectMemberships } from '#server/memberships/collect.ts'
import type { Database } from '#server/platform/database.ts'
import { promoteWaitlists } from '#server/waitlists/offer.ts'
import { aClassToAttend, startsAt } from '#test/support/attendance.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { recordedEvents, recordEvents } from '#test/support/events.ts'
import { aJoinableCentre, aMemberWho, goodAccount } from '#test/support/joining.ts'
import { aMemberOfStaff, aTill } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/* What happens at the desk, on waitlists and to memberships, as programs of the operator are told of it. */

const recordAll = async (db: Database, operatorId: number): Promise<void> =>
  recordEvents(db, operatorId, (await aMemberOfStaff(db, operatorId)).id)

const eventsNamed = async (db: Database, name: string) =>
  (await recordedEvents(db)).filter(({ type }) => type.startsWith(name))

describe('an event is recorded', () => {
  it('when people are marked as there or absent, and not when that is undone', async () => {
    const evening = await aClassToAttend()
    const { db, desk } = evening
    const { id: bookingId } = await evening.aBooking(evening.ann.id)
    await recordAll(db, evening.operator.id)
    await evening.setClock(new Date(startsAt.getTime() + 60_000))
    const mark = (status: 'attended' | 'not_attended' | 'booked') =>
      desk.send(api.attendance.mark, { bookingId, status })
    await mark('attended')
    await mark('booked')
    await mark('not_attended')
    expect(await eventsNamed(db, 'booking.')).toMatchObject([
      {
        type: 'booking.attended',
        subjectKind: 'booking',
        subjectId: bookingId,
        data: { status: 'attended' },
      },
      { type: 'booking.not_attended', subjectId: bookingId, data: { status: 'not_attended' } },
    ])
  })

  it('when a waitlist is joined, and a place is offered and passed by', async () => {
    const { db } = await testDatabase()
    const centre = await aCentre(db, monday)
    const session = await centre.aClassOf(await centre.yoga(), '18:00', { capacity: 1 })
    const holder = await centre.customer()
    await centre.add(holder.browser, session)
    const ann = await centre.customer()
    await recordAll(db, centre.operatorId)
    await ann.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: ann.id } })
    await holder.browser.send(api.baskets.clear, {})
    await promoteWaitlists(db, centre.app.clock.now())
    // Whoever is offered a place has some time to take it.
    centre.app.clock.forward(7 * 86_400_000)
    await promoteWaitlists(db, centre.app.clock.now())
    const entry = await db.selectFrom('waitlistEntry').select('id').executeTakeFirstOrThrow()
    expect(await eventsNamed(db, 'waitlist.')).toMatchObject(
      ['joined', 'offered', 'passed'].map((what) => ({
        type: `waitlist.${what}`,
        subjectKind: 'waitlist',
        subjectId: entry.id,
        data: { session_id: session.id },
      })),
    )
  })

  it('when a membership is frozen, and when its payment fails', async () => {
    const { db } = await testDatabase()
    const centre = await aJoinableCentre(db)
    const plan = await centre.gold({ minimumTermMonths: 0, freezeMonths: 3 })
    const { browser, membershipId } = await aMemberWho(centre, plan)
    await aMemberWho(centre, plan, { bankAccount: { ...goodAccount, sortCode: '00-00-02' } })
    await recordAll(db, centre.operatorId)
    await browser.send(api.memberships.freeze, { membershipId, from: '2027-05-01', months: 1 })
    const { debits, cards } = centre.app.services
    for (const day of ['2027-03-22', '2027-04-01', '2027-04-08'])
      await collectMemberships({ db, debits, cards: cards.provider }, new Date(`${day}T12:00:00Z`))
    const events = await eventsNamed(db, 'membership.')
    expect(events[0]).toMatchObject({
      type: 'membership.frozen',
      subjectId: membershipId,
      data: { from: '2027-05-01', until: '2027-06-01' },
    })
    expect(events[1]).toMatchObject({ type: 'membership.payment_failed', data: { reason: 'no_funds' } })
  })

  it('when a till is closed', async () => {
    const { db } = await testDatabase()
    const centre = await aCentre(db, monday)
    const { id: tillId } = await aTill(db, centre.venue.id)
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, centre.operatorId)).id)
    await recordAll(db, centre.operatorId)
    await desk.send(api.tills.stand, { tillId })
    await desk.send(api.tills.open, { tillId, float: 5000 })
    await desk.send(api.tills.close, { tillId, counts: [{ tenderType: 'cash', counted: 5000 }] })
    expect(await eventsNamed(db, 'till.')).toMatchObject([
      { type: 'till.closed', subjectKind: 'till', subjectId: tillId, reference: 'Z 1' },
    ])
  })
})
