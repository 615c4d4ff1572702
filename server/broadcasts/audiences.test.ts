import { beforeEach, describe, expect, it } from 'vitest'
import type { AudiencePeople } from '#contract/audiences.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { aClassToAttend, now } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aChildOf, aCustomer, closeAccount, giveRoles } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { sentMessages } from '#test/support/messages.ts'
import { openPage } from '#test/support/pages.ts'
import { refusal } from '#test/support/refusal.ts'
import { jobHandlers } from '#server/jobs.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { deliverBroadcasts, followUpReturned } from './deliver.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let evening: ClassToAttend
const today = '2027-03-02'

beforeEach(async () => {
  evening = await aClassToAttend()
  await giveRoles(evening.db, evening.staff.id, [{ role: 'programme' }, { role: 'desk' }])
  await evening.db.updateTable('occurrence').set({ capacity: 20 }).execute()
})

const aPerson = (firstName: string, email = `${firstName.toLowerCase()}@example.test`) =>
  aCustomer(evening.db, evening.operator.id, { firstName, lastName: 'Example', email })

const wanted = (people: AudiencePeople, more: object = {}) => ({
  venue: evening.venue.slug,
  people,
  from: today,
  until: today,
  ...more,
})
const audience = (people: AudiencePeople, more: object = {}) =>
  evening.desk.send(api.broadcasts.audience, wanted(people, more))
const names = async (people: AudiencePeople, more: object = {}) => (await audience(people, more)).names

const send = async (people: AudiencePeople, more: object = {}, text = 'Dear {first_name}, come in.') =>
  evening.desk.send(api.broadcasts.send, {
    ...wanted(people, more),
    subject: 'News of the hall',
    text,
    digest: (await audience(people, more)).digest,
  })

const deliver = async () => {
  evening.app.clock.forward(60_000)
  await deliverBroadcasts(evening.db, evening.app.clock.now())
}
const mails = () => sentMessages(evening.db, evening.app, 'broadcast')
const toRing = () => evening.desk.send(api.bookings.followUps, { venue: evening.venue.slug })
const list = async () =>
  (await evening.desk.send(api.broadcasts.list, { venue: evening.venue.slug })).broadcasts

/** A place on the waitlist of a session. */
const waits = (personId: number, joinedById = personId, occurrenceId = evening.occurrence.id) =>
  evening.db
    .insertInto('waitlistEntry')
    .values({ occurrenceId, personId, joinedById, idForm: 'v2', places: 1, joinedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A hirer with the studio on a day. */
const aHirer = async (
  name: string,
  localDate: string,
  contact: { contact?: string; email?: string } = {},
) => {
  const { operator, venue, studio, db } = evening
  const { id: hirerId } = await db
    .insertInto('hirer')
    .values({ operatorId: operator.id, name, createdAt: now, ...contact })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: hireId } = await db
    .insertInto('hire')
    .values({
      hirerId,
      venueId: venue.id,
      name,
      weekdays: [2],
      startTime: '17:00',
      endTime: '18:00',
      fromDay: localDate,
      untilDay: localDate,
      priceBy: 'hour',
      price: 100,
      isExempt: false,
      state: 'confirmed',
      createdAt: now,
      confirmedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('hireDate')
    .values({
      hireId,
      locationId: studio.id,
      localDate,
      price: 100,
      startsAt: new Date(`${localDate}T17:00:00Z`),
      endsAt: new Date(`${localDate}T18:00:00Z`),
    })
    .execute()
  return hirerId
}

describe('those who have booked', () => {
  it('are narrowed to a place, an activity and a session of one day', async () => {
    const { db, activity, venue, occurrence } = evening
    const hall = await aLocation(db, venue.id, { slug: 'hall', name: 'Main Hall' })
    const late = await anOccurrence(
      db,
      { activity, locationId: hall.id, startsAt: new Date('2027-03-02T20:00:00Z') },
      { capacity: 5, name: 'Late class' },
    )
    await evening.aBooking((await aPerson('Ben')).id)
    await evening.aBooking((await aPerson('Cy')).id, late.id)
    expect(await names('booked')).toEqual(['Ben Example', 'Cy Example'])
    expect(await names('booked', { placeId: hall.id })).toEqual(['Cy Example'])
    expect(await names('booked', { sessionId: occurrence.id })).toEqual(['Ben Example'])
    expect(await names('booked', { activityId: activity.id + 1 })).toEqual([])
    const { choices } = await audience('booked')
    expect(choices).toMatchObject({
      activities: [{ id: activity.id }],
      places: [{ name: 'Main Hall' }, { name: 'Studio 1' }],
      sessions: [
        { id: occurrence.id, startsAt: { format24Hour: '18:00' } },
        { id: late.id, name: 'Late class' },
      ],
      plans: [],
      hirers: [],
    })
    expect((await audience('booked', { until: '2027-03-03' })).choices.sessions).toEqual([])
    await send('booked', { placeId: hall.id })
    expect(await list()).toMatchObject([{ people: 'booked', narrowedTo: ['Main Hall'] }])
  })

  it('are those marked absent, where only they are written to', async () => {
    const ben = await evening.aBooking((await aPerson('Ben')).id)
    await evening.aBooking((await aPerson('Cy')).id)
    await evening.setClock(new Date('2027-03-02T18:30:00Z'))
    await evening.mark(ben.id, 'not_attended')
    expect(await names('absent')).toEqual(['Ben Example'])
    await send('absent', {}, 'We missed you at {session}.')
    await deliver()
    expect(await mails()).toMatchObject([
      { recipient: 'ben@example.test', text: expect.stringContaining('We missed you at yoga.') },
    ])
  })
})

describe('those who wait', () => {
  it('are written to once for all they wait for, a child by who books for it', async () => {
    const { db, activity, studio } = evening
    const ben = await aPerson('Ben')
    const tom = await aChildOf(db, evening.operator.id, ben.id)
    const late = await anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt: new Date('2027-03-02T20:00:00Z') },
      { capacity: 5, name: 'Late class' },
    )
    await waits(ben.id)
    await waits(tom.id, ben.id, late.id)
    const gone = await waits((await aPerson('Cy')).id)
    await send('waiting', {}, 'Dear {first_name}, {session} ({when}, {place}) may yet have a place.')
    expect(await list()).toMatchObject([{ people: 'waiting', reach: { emailed: 2, toRing: 0 } }])
    await db
      .updateTable('waitlistEntry')
      .set({ state: 'left', endedAt: now })
      .where('id', '=', gone.id)
      .execute()
    await deliver()
    const [toBen, toCy] = await mails()
    expect(toBen).toMatchObject({ recipient: 'ben@example.test', state: 'stored' })
    expect(toBen?.text).toContain(
      'Dear Ben, yoga (Tue 2 March 2027, 18:00 to 19:00, Studio 1, Demo Centre) may yet have a place.',
    )
    expect(toBen?.text).toContain('Late class')
    expect(toBen?.text).toContain('/bookings?show=waitlists')
    // Who waits no longer when the mail leaves does not get it, and need not be rung.
    expect(toCy).toMatchObject({ recipient: 'cy@example.test', state: 'dropped' })
    await followUpReturned(db, new Date(0), evening.app.clock.now())
    expect(await toRing()).toEqual([])
  })
})

describe('members', () => {
  it('are who pays, and adults with an address of their own, of a plan that is valid on the days', async () => {
    const { db, venue, ann } = evening
    const gold = await aPlan(db, venue)
    const swim = await aPlan(db, venue, { name: 'Swim' })
    const [ben, cy, di] = [await aPerson('Ben'), await aPerson('Cy'), await aPerson('Di')]
    const tom = await aChildOf(db, evening.operator.id, ben.id)
    const kit = await aCustomer(db, evening.operator.id, {
      firstName: 'Kit',
      email: 'kit@example.test',
      dateOfBirth: '2015-01-01',
    })
    await aMembership(db, { plan: gold, venue, customerIds: [ben.id, cy.id, tom.id, kit.id] })
    await aMembership(db, { plan: swim, venue, customerIds: [di.id] })
    await aMembership(
      db,
      { plan: gold, venue, customerIds: [ann.id] },
      { endsOn: '2027-03-01', status: 'ended' },
    )
    const { names: all, choices } = await audience('members')
    expect(all).toEqual(['Ben Example', 'Cy Example', 'Di Example'])
    expect(choices.plans).toEqual([
      { id: gold.id, name: 'Gold' },
      { id: swim.id, name: 'Swim' },
    ])
    expect(await names('members', { planId: swim.id })).toEqual(['Di Example'])
    // A place narrows no membership.
    await send('members', { planId: gold.id, placeId: evening.studio.id })
    expect(await list()).toMatchObject([{ people: 'members', narrowedTo: ['Gold'] }])
    await closeAccount(db, cy.id, now)
    await deliver()
    expect(await mails()).toMatchObject([
      { recipient: 'ben@example.test', text: expect.stringContaining('Dear Ben, come in.') },
    ])
  })

  it('without an address, or whose mail comes back, are on the list to ring until somebody has', async () => {
    const { db, venue, ann, app } = evening
    const gold = await aPlan(db, venue)
    await db
      .updateTable('customer')
      .set({ email: '', phone: '07700 900123' })
      .where('id', '=', ann.id)
      .execute()
    const ben = await aPerson('Ben')
    for (const { id } of [ann, ben]) await aMembership(db, { plan: gold, venue, customerIds: [id] })
    await send('members')
    await deliver()
    expect(await toRing()).toMatchObject([
      {
        name: 'Ann Example',
        phone: '07700 900123',
        reason: 'message',
        booking: null,
        message: 'Dear Ann, come in.',
      },
    ])
    const mail = { send: async () => 'no_such_address' as const }
    await runDueJobs(
      db,
      jobHandlers({ db, clock: app.clock, log: quiet, services: { ...app.services, mail } }),
      app.clock.now(),
      quiet,
    )
    for (let run = 0; run < 2; run += 1) await followUpReturned(db, new Date(0), app.clock.now())
    const [first, second, ...others] = await toRing()
    expect([second?.name, second?.message, others]).toEqual(['Ben Example', 'Dear Ben, come in.', []])
    expect(await list()).toMatchObject([{ undelivered: 1, reach: { emailed: 1, toRing: 1 } }])
    await evening.desk.send(api.bookings.finishFollowUp, { followUpId: first?.id ?? 0 })
    expect(await toRing()).toMatchObject([{ name: 'Ben Example' }])
  })

  it('have no session that a word in braces could stand for', async () => {
    const gold = await aPlan(evening.db, evening.venue)
    await aMembership(evening.db, { plan: gold, venue: evening.venue, customerIds: [evening.ann.id] })
    expect(await refusal(send('members', {}, 'Come to {session}.'))).toMatchObject({
      code: 'invalid',
      validationMessages: { text: ['"{session}" stands for nothing here. Use {first_name}.'] },
    })
  })
})

describe('hirers', () => {
  it('are written to at their contact, with the link to their dates', async () => {
    await aHirer('Park School', today, { contact: 'Ines Park', email: 'ines@school.test' })
    await aHirer('Judo Club', '2027-03-09', { email: 'judo@club.test' })
    const clubId = await aHirer('Chess Club', today, { contact: 'Cy Rook' })
    const { names: found, choices, reach } = await audience('hirers')
    expect(found).toEqual(['Cy Rook', 'Ines Park'])
    expect(reach).toEqual({ emailed: 1, byPartner: 0, toRing: 1 })
    expect(choices).toMatchObject({
      places: [{ name: 'Studio 1' }],
      hirers: [{ name: 'Chess Club' }, { name: 'Park School' }],
    })
    expect(await names('hirers', { hirerId: clubId })).toEqual(['Cy Rook'])
    await send('hirers')
    await deliver()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.recipient).toBe('ines@school.test')
    expect(mail?.text).toContain('Dear Ines Park, come in.')
    expect(mail?.text).toMatch(/\/hires\?code=[\w-]{32}/)
    expect(await toRing()).toMatchObject([{ name: 'Cy Rook', booking: null, customerId: null }])
  })
})

describe('a list of people under a name', () => {
  const save = (more: object = {}) =>
    evening.desk.send(api.broadcasts.saveAudience, {
      ...wanted('booked', { from: '2027-03-03', until: '2027-03-09' }),
      name: 'Next seven days',
      ...more,
    })
  const saved = async () =>
    (await evening.desk.send(api.broadcasts.savedAudiences, { venue: evening.venue.slug })).audiences

  it('finds its people anew, on days that move on with the calendar', async () => {
    const { db, activity, studio } = evening
    await save({ activityId: activity.id })
    const { id } = await anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt: new Date('2027-03-12T18:00:00Z') },
      { capacity: 5 },
    )
    await evening.aBooking((await aPerson('Ben')).id, id)
    const [before] = await saved()
    expect(before).toMatchObject({ from: '2027-03-03', until: '2027-03-09', activityId: activity.id })
    expect(await names('booked', before)).toEqual([])
    await evening.setClock(new Date('2027-03-06T09:00:00Z'))
    const [after] = await saved()
    expect(after).toMatchObject({ name: 'Next seven days', from: '2027-03-07', until: '2027-03-13' })
    expect(await names('booked', { from: after?.from, until: after?.until })).toEqual(['Ben Example'])
  })

  it('is narrowed by nothing that another venue or another operator has, or nobody', async () => {
    const other = await anOperator(evening.db, { slug: 'other' })
    const { id: venueId } = await aVenue(evening.db, { operatorId: other.id }, { slug: 'other-centre' })
    const elsewhere = await aLocation(evening.db, venueId, {})
    for (const more of [{ placeId: elsewhere.id }, { placeId: 999_999 }, { activityId: 999_999 }])
      expect(await refusal(save(more))).toMatchObject({ code: 'not_found' })
    for (const more of [
      { people: 'members', planId: 999_999 },
      { people: 'hirers', hirerId: 999_999 },
    ])
      expect(await refusal(save(more))).toMatchObject({ code: 'not_found' })
    expect(await saved()).toEqual([])
  })

  it('is one of its name at the venue, can be deleted, and both are audited', async () => {
    const { id } = await save()
    expect(await refusal(save())).toMatchObject({
      code: 'name_in_use',
      message: 'There is a list called "Next seven days" already. Choose another name.',
    })
    const address = deskLinks.messages({ venue: evening.venue.slug, from: today, until: today })
    const { text } = await openPage(evening.desk, address, 'desk')
    expect(text).toContain('Next seven days')
    expect(await refusal(save({ until: '2027-06-01' }))).toMatchObject({ code: 'invalid' })
    await evening.desk.send(api.broadcasts.forgetAudience, { audienceId: id })
    expect(await saved()).toEqual([])
    expect(await refusal(evening.desk.send(api.broadcasts.forgetAudience, { audienceId: id }))).toMatchObject(
      { code: 'not_found' },
    )
    const acts = await evening.db
      .selectFrom('auditEntry')
      .select('act')
      .where('subject', '=', `audience:${id}`)
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['list of people saved', 'list of people deleted'])
  })
})
