import { beforeEach, describe, expect, it } from 'vitest'
import { newsOfOnePerson } from '#contract/audiences.ts'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer, giveRoles } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { openPage } from '#test/support/pages.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Message } from '#server/providers/mail/smtp.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { deliverBroadcasts } from './deliver.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let evening: ClassToAttend
const today = '2027-03-02'

beforeEach(async () => {
  evening = await aClassToAttend()
  await giveRoles(evening.db, evening.staff.id, [{ role: 'programme' }, { role: 'desk' }])
  await evening.db.updateTable('occurrence').set({ capacity: 20 }).execute()
})

const aPerson = async (firstName: string, agrees: boolean) => {
  const person = await aCustomer(evening.db, evening.operator.id, {
    firstName,
    lastName: 'Example',
    email: `${firstName.toLowerCase()}@example.test`,
  })
  await evening.db
    .updateTable('customer')
    .set({ marketingConsent: agrees })
    .where('id', '=', person.id)
    .execute()
  return person
}

const wanted = (more: object = {}) => ({
  venue: evening.venue.slug,
  kind: 'news' as const,
  from: today,
  until: today,
  ...more,
})
const audience = (more: object = {}) => evening.desk.send(api.broadcasts.audience, wanted(more))
const send = async (more: object = {}) =>
  evening.desk.send(api.broadcasts.send, {
    ...wanted(more),
    subject: 'A new class, {first_name}',
    text: 'Try pilates.',
    digest: (await audience(more)).digest,
  })
const deliver = async () => {
  evening.app.clock.forward(60_000)
  await deliverBroadcasts(evening.db, evening.app.clock.now())
}
const list = async (by = evening.desk) =>
  (await by.send(api.broadcasts.list, { venue: evening.venue.slug })).broadcasts

/** What a mail server gets. */
const mailed = async (): Promise<Message[]> => {
  const messages: Message[] = []
  const mail = {
    send: async (message: Message) => {
      messages.push(message)
    },
  }
  const { app, db } = evening
  const handlers = jobHandlers({ db, clock: app.clock, log: quiet, services: { ...app.services, mail } })
  while ((await runDueJobs(db, handlers, app.clock.now(), quiet)) > 0);
  return messages.filter(({ unsubscribeAt }) => unsubscribeAt !== undefined)
}

const consents = () =>
  evening.db.selectFrom('consentEvent').select(['customerId', 'given', 'how']).orderBy('id').execute()

describe('news', () => {
  it('is for those who agreed to it alone, and says how many did not', async () => {
    for (const [name, agrees] of [
      ['Ben', true],
      ['Cy', false],
    ] as const)
      await evening.aBooking((await aPerson(name, agrees)).id)
    expect(await audience()).toMatchObject({
      names: ['Ben Example'],
      notAgreed: 1,
      reach: { emailed: 1, byPartner: 0, toRing: 0 },
    })
    expect(await audience({ kind: 'service' })).toMatchObject({ notAgreed: 0, reach: { emailed: 2 } })
    await send()
    await deliver()
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'ben@example.test', subject: 'A new class, Ben' })
    expect(mail?.text).toContain('You get this because you agreed to news and offers by e-mail.')
    expect(await list()).toMatchObject([{ kind: 'news', state: 'sent', undelivered: 0 }])
    const { text } = await openPage(
      evening.desk,
      deskLinks.messages({ venue: evening.venue.slug, kind: 'news', from: today, until: today }),
      'desk',
    )
    expect(text).toContain('1 other did not agree to news and gets none.')
    expect(text).toContain('Send to 1')
  })

  it('is refused where none of them agreed, and has no session to name', async () => {
    await evening.aBooking((await aPerson('Cy', false)).id)
    expect(await refusal(send())).toMatchObject({
      status: 422,
      code: 'no_consent',
      message: '1 person would get this, and did not agree to news.',
    })
    await evening.aBooking((await aPerson('Ben', true)).id)
    const words = { subject: 'Hello', text: 'Come to {session}.' }
    expect(await refusal(evening.desk.send(api.broadcasts.preview, { ...wanted(), ...words }))).toMatchObject(
      {
        validationMessages: { text: ['"{session}" stands for nothing here. Use {first_name}.'] },
      },
    )
  })

  it('does not reach who withdraws between queueing and sending', async () => {
    const ben = await aPerson('Ben', true)
    await evening.aBooking(ben.id)
    await send()
    await deliver()
    const customer = evening.app.browser({ site: 'account' })
    await customer.logIn(ben.id)
    await customer.send(api.customers.changeDetails, { marketingConsent: false })
    expect(await mailed()).toEqual([])
    expect(await list()).toMatchObject([{ undelivered: 1 }])
    expect(await evening.desk.send(api.bookings.followUps, { venue: evening.venue.slug })).toEqual([])
  })
})

describe('the link out of news', () => {
  const linkOf = async (): Promise<string> => {
    await send()
    await deliver()
    const [mail] = await mailed()
    const { pathname } = new URL(mail?.unsubscribeAt ?? '')
    expect(mail?.text).toContain(pathname)
    return pathname
  }

  it('asks when it is opened, and its form ends the news without a log-in, which is recorded', async () => {
    const ben = await aPerson('Ben', true)
    await evening.aBooking(ben.id)
    const path = await linkOf()
    const browser = evening.app.browser({ site: 'account' })
    const question = await browser.fetch(path)
    expect(await question.text()).toContain('Stop news by e-mail?')
    // Mail programs open links to look at them.
    expect(await consents()).toEqual([])
    const done = await browser.fetch(path, { method: 'POST' })
    expect(await done.text()).toContain('You get no more news')
    await browser.fetch(path, { method: 'POST' })
    expect(await consents()).toEqual([{ customerId: ben.id, given: false, how: 'link' }])
    expect(await audience()).toMatchObject({ names: [], notAgreed: 1 })
    await browser.logIn(ben.id)
    expect(await browser.send(api.privacy.overview, {})).toMatchObject({
      news: false,
      newsHistory: [{ given: false, how: 'link' }],
    })
  })

  it('ends the news by the one click of a mail program', async () => {
    const ben = await aPerson('Ben', true)
    await evening.aBooking(ben.id)
    const path = await linkOf()
    const answer = await evening.app.browser({ site: 'account' }).fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(204)
    expect(await consents()).toEqual([{ customerId: ben.id, given: false, how: 'link' }])
  })

  it('is of one person, and no other can be made of it', async () => {
    const [ben, cy] = [await aPerson('Ben', true), await aPerson('Cy', true)]
    await evening.aBooking(ben.id)
    const path = await linkOf()
    const browser = evening.app.browser({ site: 'account' })
    for (const forged of [
      path.replace(String(ben.id), String(cy.id)),
      path.slice(0, -1),
      '/news-links/x',
      `/news-links/${ben.id}.${'A'.repeat(43)}`,
    ]) {
      expect((await browser.fetch(forged, { method: 'POST' })).status).toBe(404)
      expect((await browser.fetch(forged)).status).toBe(404)
    }
    expect(await consents()).toEqual([])
  })
})

describe('news to many people', () => {
  const manyMembers = async (count: number) => {
    const { db, venue, operator } = evening
    const plan = await aPlan(db, venue)
    for (let person = 0; person < count; person += 1) {
      const { id } = await aCustomer(db, operator.id, { email: `reader-${person}@example.test` })
      await aMembership(db, { plan, venue, customerIds: [id] })
    }
    await db
      .updateTable('customer')
      .set({ marketingConsent: true })
      .where('email', 'like', 'reader-%')
      .execute()
  }
  const aColleague = async () => {
    const { db, operator, app } = evening
    const { id } = await aMemberOfStaff(db, operator.id)
    await giveRoles(db, id, [{ role: 'programme' }])
    const browser = app.browser({ site: 'desk' })
    await browser.logIn(id)
    return browser
  }

  it('leaves a minute after a second person has approved it, who is not its writer', async () => {
    await manyMembers(newsOfOnePerson + 1)
    const { id } = await send({ people: 'members' })
    expect(await list()).toMatchObject([{ state: 'awaiting_approval', isOwn: true }])
    await deliver()
    expect(await list()).toMatchObject([{ state: 'awaiting_approval', handedOver: 0 }])
    const approve = (by = evening.desk) => by.send(api.broadcasts.approve, { broadcastId: id })
    expect(await refusal(approve())).toMatchObject({ status: 403, code: 'needs_second_person' })
    const colleague = await aColleague()
    expect(await list(colleague)).toMatchObject([{ isOwn: false }])
    evening.app.clock.forward(300_000)
    expect(await approve(colleague)).toMatchObject({ state: 'queued' })
    expect(await refusal(approve(colleague))).toMatchObject({ status: 409, code: 'already_approved' })
    await deliverBroadcasts(evening.db, evening.app.clock.now())
    expect(await list()).toMatchObject([{ state: 'queued', handedOver: 0 }])
    await deliver()
    expect(await list()).toMatchObject([{ state: 'sending', handedOver: 100 }])
    const acts = await evening.db
      .selectFrom('auditEntry')
      .select('act')
      .where('subject', '=', `broadcast:${id}`)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['message to many sent', 'message to many approved'])
  })

  it('can be stopped while it waits, and then not be approved', async () => {
    await manyMembers(newsOfOnePerson + 1)
    const { id } = await send({ people: 'members' })
    await evening.desk.send(api.broadcasts.stop, { broadcastId: id })
    const approve = (await aColleague()).send(api.broadcasts.approve, { broadcastId: id })
    expect(await refusal(approve)).toMatchObject({ code: 'already_approved' })
    await deliver()
    expect(await list()).toMatchObject([{ state: 'stopped', handedOver: 0 }])
  })

  it('needs nobody else up to the limit, nor does service to any number', async () => {
    await manyMembers(newsOfOnePerson)
    expect(await send({ people: 'members' })).toMatchObject({ state: 'queued' })
    await manyMembersMore()
    expect(await send({ people: 'members', kind: 'service' })).toMatchObject({ state: 'queued' })
  })
  const manyMembersMore = async () => {
    const { db, venue, operator } = evening
    const { id } = await aCustomer(db, operator.id, { email: 'last@example.test' })
    await aMembership(db, { plan: await aPlan(db, venue, { name: 'Swim' }), venue, customerIds: [id] })
  }
})
