import { beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/platform/queue.ts'
import { aClassToAttend, now } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer, giveRoles } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { openPage } from '#test/support/pages.ts'
import { refusal } from '#test/support/refusal.ts'
import { jobHandlers } from '#server/jobs.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { deliverBroadcasts } from './deliver.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let evening: ClassToAttend
const today = '2027-03-02'
const later = new Date('2027-03-02T20:00:00Z')

/** Ben books twice, Ann has no e-mail address, a stranger has booked through a partner. */
beforeEach(async () => {
  evening = await aClassToAttend()
  const { db, operator, ann, staff } = evening
  await giveRoles(db, staff.id, [{ role: 'programme' }, { role: 'desk' }])
  await db.updateTable('occurrence').set({ capacity: 20 }).execute()
  await db
    .updateTable('customer')
    .set({ email: '', phone: '07700 900123' })
    .where('id', '=', ann.id)
    .execute()
  const ben = await aCustomer(db, operator.id, {
    firstName: 'Ben',
    lastName: 'Example',
    email: 'ben@example.test',
  })
  await evening.aBooking(ben.id)
  const { id: lateId } = await anOccurrence(
    db,
    { activity: evening.activity, locationId: evening.studio.id, startsAt: later },
    { capacity: 5, name: 'Late class' },
  )
  await evening.aBooking(ben.id, lateId)
  await evening.aBooking(ann.id)
  const { id } = await evening.aBooking(null)
  await db
    .updateTable('customerOrder')
    .set({ source: 'open-booking' })
    .where('id', 'in', (of) => of.selectFrom('booking').select('orderId').where('id', '=', id))
    .execute()
})

const wanted = (more: object = {}) => ({ venue: evening.venue.slug, from: today, until: today, ...more })
const audience = (more: object = {}) => evening.desk.send(api.broadcasts.audience, wanted(more))
const words = {
  subject: 'The hall is cold, {first_name}',
  text: 'Bring a coat.\n\nSee you at {session}, {when}.',
}
const send = async (more: object = {}) =>
  evening.desk.send(api.broadcasts.send, {
    ...wanted(),
    ...words,
    digest: (await audience()).digest,
    ...more,
  })
const list = async () =>
  (await evening.desk.send(api.broadcasts.list, { venue: evening.venue.slug })).broadcasts

const forward = async (seconds: number, most?: number): Promise<void> => {
  evening.app.clock.forward(seconds * 1000)
  await deliverBroadcasts(evening.db, evening.app.clock.now(), most)
}

const sendMails = async (): Promise<void> => {
  const { app, db } = evening
  const services = { ...app.services, mail: null }
  await runDueJobs(db, jobHandlers({ db, clock: app.clock, log: quiet, services }), app.clock.now(), quiet)
}

const mails = () =>
  evening.db
    .selectFrom('notice')
    .select(['recipient', 'subject', 'textBody', 'state'])
    .where('kind', '=', 'broadcast')
    .orderBy('id')
    .execute()

describe('a message to everybody booked', () => {
  it('reaches each person once: by e-mail, through the partner, or on the list to ring', async () => {
    expect(await audience()).toMatchObject({
      reach: { emailed: 1, byPartner: 1, toRing: 1 },
      names: ['Ben Example', 'Ann Example', ''],
      choices: { activities: [{ id: evening.activity.id }] },
    })
    expect(await send()).toMatchObject({ state: 'queued', handedOver: 0, sentBy: expect.any(String) })

    await forward(59)
    expect(await mails()).toEqual([])
    expect(await evening.desk.send(api.bookings.followUps, { venue: evening.venue.slug })).toEqual([])

    await forward(1)
    await sendMails()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'ben@example.test', subject: 'The hall is cold, Ben' })
    expect(mail?.textBody).toContain('Bring a coat.\n\nSee you at ')
    expect(mail?.textBody).toContain('Tue 2 March 2027, 18:00 to 19:00')
    expect(await evening.desk.send(api.bookings.followUps, { venue: evening.venue.slug })).toMatchObject([
      { name: 'Ann Example', phone: '07700 900123', reason: 'message' },
    ])
    const noted = await evening.db.selectFrom('booking').select('customerNotice').execute()
    expect(noted.map(({ customerNotice }) => customerNotice)).toEqual(
      Array(4).fill(expect.stringContaining('Bring a coat.')),
    )
    expect(await list()).toMatchObject([{ state: 'sent', handedOver: 1, undelivered: 0 }])

    await forward(60)
    expect(await mails()).toHaveLength(1)
  })

  it('stopped within its minute leaves no trace, and afterwards sends no more', async () => {
    const { id } = await send()
    expect(await evening.desk.send(api.broadcasts.stop, { broadcastId: id })).toMatchObject({
      state: 'stopped',
      handedOver: 0,
    })
    await forward(120)
    expect(await mails()).toEqual([])
    expect(await list()).toMatchObject([{ state: 'stopped', handedOver: 0 }])
    const acts = await evening.db
      .selectFrom('auditEntry')
      .select('act')
      .where('subject', '=', `broadcast:${id}`)
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['message to many sent', 'message to many stopped'])
  })

  it('hands over so many mails at a time, so that there is time to stop', async () => {
    for (const email of ['cy@example.test', 'di@example.test', 'ed@example.test']) {
      const { id } = await aCustomer(evening.db, evening.operator.id, { email })
      await evening.aBooking(id)
    }
    const { id } = await send()
    await forward(60, 2)
    expect(await list()).toMatchObject([{ state: 'sending', handedOver: 2, reach: { emailed: 4 } }])
    await evening.desk.send(api.broadcasts.stop, { broadcastId: id })
    await forward(5, 2)
    expect(await mails()).toHaveLength(2)
    expect(await list()).toMatchObject([{ state: 'stopped', handedOver: 2 }])
  })

  it('is refused where it would reach other people than were seen', async () => {
    const { digest } = await audience()
    const cy = await aCustomer(evening.db, evening.operator.id, { email: 'cy@example.test' })
    await evening.aBooking(cy.id)
    expect(await refusal(send({ digest }))).toMatchObject({
      code: 'effect_changed',
      message:
        'This has changed since you looked: 2 by e-mail, 1 through partners, 1 to ring. Check it again.',
    })
  })

  it('is refused for nobody, for days that end before they begin, and for words in braces that mean nothing', async () => {
    const elsewhere = { from: '2027-04-02', until: '2027-04-02' }
    const { digest } = await audience(elsewhere)
    expect(await refusal(send({ ...elsewhere, digest }))).toMatchObject({ code: 'empty_audience' })
    expect(await refusal(audience({ until: '2027-03-01' }))).toMatchObject({ code: 'invalid' })
    expect(await refusal(audience({ until: '2027-06-01' }))).toMatchObject({ code: 'invalid' })
    expect(await refusal(send({ text: 'Hello {name}' }))).toMatchObject({ code: 'invalid' })
  })

  it('cannot be stopped once everybody has it', async () => {
    const { id } = await send()
    await forward(60)
    expect(await refusal(evening.desk.send(api.broadcasts.stop, { broadcastId: id }))).toMatchObject({
      code: 'already_sent',
      message: 'This message has been sent to everybody.',
    })
  })

  it('is not for somebody who has cancelled before it leaves', async () => {
    await send()
    await evening.db.updateTable('booking').set({ status: 'cancelled', cancelledAt: now }).execute()
    await forward(60)
    await sendMails()
    expect((await mails()).map(({ state }) => state)).toEqual(['dropped'])
  })

  it('is read as the first person will, before it is sent', async () => {
    const { subject, text } = await evening.desk.send(api.broadcasts.preview, { ...wanted(), ...words })
    expect(subject).toBe('The hall is cold, Ben')
    expect(text).toContain(', Tue 2 March 2027, 18:00 to 19:00.')
    expect(await mails()).toEqual([])
  })

  it('is written on a page that says whom it reaches, where the day at the desk leads', async () => {
    const day = await openPage(evening.desk, deskLinks.today(evening.venue.slug, today), 'desk')
    const address = deskLinks.messages({ venue: evening.venue.slug, from: today, until: today })
    expect(day.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`)
    const { text } = await openPage(evening.desk, address, 'desk')
    expect(text).toContain('Send to 2, 1 to ring')
    expect(text).toContain('1 person left no address and is put on the list of people to ring.')
    expect(text).toContain('No message has been sent here yet.')
  })
})
