import { beforeEach, describe, expect, it } from 'vitest'
import { collectMemberships } from '#server/memberships/collect.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { promoteWaitlists } from '#server/waitlists/offer.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { aMembership } from '#test/support/factories/memberships.ts'
import { aJoinableCentre, aMemberWho, goodAccount } from '#test/support/joining.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { openPage } from '#test/support/pages.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { accountLinks, links } from '#web/platform/links.ts'

/* What people read on pages, from the real API. */

let db: Database

beforeEach(async () => {
  db = (await testDatabase()).db
})

/** A class that Ann has paid for by card, and the id of her order. */
const aPaidOrder = async (centre: Centre) => {
  const session = await centre.aClassOf(await centre.yoga(), '10:00')
  const ann = await centre.customer({ firstName: 'Ann', lastName: 'Ash' })
  await centre.add(ann.browser, session)
  const { transactionUuid } = await authorise(ann.browser)
  const { completeOrderId: orderId } = await complete(ann.browser, transactionUuid)
  return { session, ...ann, orderId }
}

describe('a paid order', () => {
  let centre: Centre

  beforeEach(async () => {
    centre = await aCentre(db)
    await db
      .updateTable('operator')
      .set({ legalName: 'Larkhaven Leisure Trust Ltd', vatNumber: 'GB000000000' })
      .execute()
  })

  it('E11: has a receipt with seller, payer, price and method, linked from the confirmation and the payments', async () => {
    const { browser, orderId } = await aPaidOrder(centre)
    const receiptPath = `${links.bookingConfirmed(orderId)}/receipt`
    const confirmation = await openPage(browser, links.bookingConfirmed(orderId))
    const payments = await openPage(browser, accountLinks.payments(), 'account')
    for (const { html } of [confirmation, payments]) expect(html).toContain(`${receiptPath}"`)
    const { text } = await openPage(browser, receiptPath)
    for (const part of [
      'Receipt ONS-',
      'Larkhaven Leisure Trust Ltd',
      'GB000000000',
      'Ann Ash',
      'Yoga',
      'Card',
    ])
      expect(text).toContain(part)
  })

  it('names on paper who has sold it, with address and VAT number', async () => {
    const { browser, orderId } = await aPaidOrder(centre)
    const { text } = await openPage(browser, links.bookingConfirmed(orderId))
    expect(text).toContain('Larkhaven Leisure Trust Ltd Demo Centre VAT number GB000000000')
  })

  it('stands in the register of its session, which names the venue', async () => {
    const { session } = await aPaidOrder(centre)
    const { id } = await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'desk' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(id)
    const { text } = await openPage(desk, deskLinks.session(session.id), 'desk')
    expect(text).toMatch(/Studio 1 · Demo Centre .*Ann Ash/)
  })
})

it('C08: an entry of a session that was called off says that the venue has cancelled it', async () => {
  const centre = await aCentre(db)
  const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
  const ann = await centre.customer()
  const bo = await centre.customer()
  await centre.add(ann.browser, session)
  await centre.buy(ann.browser)
  await bo.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: bo.id } })
  await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
  await promoteWaitlists(db, centre.app.clock.now())
  db.invalidate(centre.venue.id)
  const { text } = await openPage(bo.browser, accountLinks.waitlists(), 'account')
  expect(text).toContain('Cancelled by the venue')
})

describe('a link', () => {
  it('to a court that does not exist says so and preselects no other', async () => {
    const centre = await aCentre(db)
    await centre.badminton(['10:00'])
    const path = `/location/demo-centre/badminton-60min/${thursday}/by-time/slot/10:00-11:00/00000000`
    const { text } = await openPage(centre.app.browser(), `${path}/court-99`)
    expect(text).toContain("We couldn't find the court in your link")
    expect((await openPage(centre.app.browser(), `${path}/court-b`)).text).not.toContain("couldn't find")
  })

  it.each([
    ['v1', thursday],
    ['v2', '2027-03-06'],
  ])('A12: to a class of a day of %s ids opens it by either id', async (_generation, date) => {
    const centre = await aCentre(db)
    const session = await centre.aClassOf(await centre.yoga(), '10:00', { date, name: 'Sunrise yoga' })
    const { browser } = await centre.customer()
    for (const id of [session.publicId, String(session.id)]) {
      const { status, text } = await openPage(
        browser,
        `/location/demo-centre/yoga/${date}/by-time/class/${id}`,
      )
      expect([id, status]).toEqual([id, 200])
      expect(text).toMatch(/Sunrise yoga.*Add to basket/)
    }
  })
})

it('G07: a membership payment that failed is listed with Pay now', async () => {
  const centre = await aJoinableCentre(db)
  const bankAccount = { ...goodAccount, sortCode: '000002' }
  const { browser, id } = await aMemberWho(centre, await centre.gold(), { bankAccount })
  const { clock, services } = centre.app
  while (clock.now() < new Date('2027-04-12T12:00:00Z')) {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    await collectMemberships({ db, debits: services.debits, cards: services.cards.provider }, clock.now())
  }
  await browser.logIn(id)
  const { text } = await openPage(browser, accountLinks.payments(), 'account')
  expect(text).toContain('Pay now')
})

describe('G03: the days of a membership are the same on the page and in the mail', () => {
  const runJobs = async ({ app: { clock, services } }: Centre): Promise<void> => {
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const handlers = jobHandlers({ db, clock, log, services })
    while ((await runDueJobs(db, handlers, clock.now(), log)) > 0);
  }

  /** `30 June 2027`, as the page writes days. */
  const daysIn = (text: string): string[] => [
    ...new Set([...text.matchAll(/0?(\d{1,2} [A-Z][a-z]+ 20\d\d)/g)].map(([, day = '']) => day)),
  ]

  it.each([
    [
      'is to be frozen',
      'membership_frozen',
      /Frozen from .*? 20\d\d to .*? 20\d\d/,
      ['1 May 2027', '30 June 2027'],
    ],
    ['is cancelled', 'membership_cancelled', /use it until .*? 20\d\d/, ['31 March 2027']],
  ])('that %s', async (_title, kind, onPage, days) => {
    const centre = await aJoinableCentre(db)
    const plan = await centre.gold({ minimumTermMonths: 0, cancellationNoticeDays: 30, freezeMonths: 3 })
    const { browser, membershipId } = await aMemberWho(centre, plan)
    await (kind === 'membership_frozen'
      ? browser.send(api.memberships.freeze, { membershipId, from: '2027-05-01', months: 2 })
      : browser.send(api.memberships.cancel, { membershipId }))
    await runJobs(centre)
    const mail = (await receivedMessages(db, centre.app)).find((one) => one.kind === kind)
    const [onPageText = ''] =
      onPage.exec((await openPage(browser, accountLinks.memberships(), 'account')).text) ?? []
    expect(daysIn(onPageText)).toEqual(days)
    expect(daysIn(mail?.text ?? '')).toEqual(expect.arrayContaining(days))
  })
})

it('A19 A20: unknown plans, venues and addresses of the joining site are not found', async () => {
  const centre = await aJoinableCentre(db)
  const visitor = centre.app.browser()
  for (const path of ['/location/nowhere', '/location/demo-centre/9999', '/nonsense'])
    expect([path, (await openPage(visitor, path, 'join')).status]).toEqual([path, 404])
})

it('H01: a membership that covers the same is named before the form', async () => {
  const centre = await aJoinableCentre(db)
  await centre.yoga()
  const gold = await centre.gold({ name: 'Gold' })
  const ann = await centre.customer()
  await aMembership(db, { plan: gold, venue: centre.venue, customerIds: [ann.id] })
  const { text } = await openPage(ann.browser, `/location/demo-centre/${gold.id}`, 'join')
  expect(text).toMatch(/You already have Gold.* Start date/)
})

describe('a basket left at the desk', () => {
  it('H04: is asked about when the next customer is served', async () => {
    const centre = await aCentre(db)
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, centre.operatorId)).id)
    const path = deskLinks.sell(centre.venue.slug, thursday) + '?left=1'
    const question = 'Continue with 1 line (Yoga 10:00) or empty it?'
    expect((await openPage(desk, path, 'desk')).text).not.toContain(question)
    await centre.add(desk, session)
    const { text } = await openPage(desk, path, 'desk')
    for (const part of [question, 'Continue with 1 line', 'Empty the basket', 'Next customer'])
      expect(text).toContain(part)
  })
})

describe('a day of the timetable', () => {
  it('counts the times that the filters leave', async () => {
    const centre = await aCentre(db)
    const yoga = await centre.yoga()
    for (const time of ['10:00', '14:00', '18:00']) await centre.aClassOf(yoga, time)
    const path = `/location/demo-centre/yoga/${thursday}`
    expect((await openPage(centre.app.browser(), path)).text).toContain('3 sessions available')
    expect((await openPage(centre.app.browser(), `${path}?from=12:00`)).text).toContain(
      '2 sessions available',
    )
  })

  it('counts an hour of several courts once', async () => {
    const centre = await aCentre(db)
    await centre.badminton(['10:00', '11:00'])
    const path = `/location/demo-centre/badminton-60min/${thursday}`
    for (const view of ['', '/location'])
      expect((await openPage(centre.app.browser(), path + view)).text).toContain('2 times available')
  })
})

it('A14: prices by a customer number are those of the venue of the session', async () => {
  const centre = await aCentre(db)
  const { sessions } = await centre.swim()
  await aVenue(db, { operatorId: centre.operatorId }, { slug: 'another', name: 'Another Centre' })
  await db.updateTable('venue').set({ position: 9 }).where('slug', '=', 'demo-centre').execute()
  const { text } = await openPage(centre.app.browser(), `/pricing?id=${sessions[0]?.publicId}`)
  expect(text).toContain('Prices at Demo Centre')
})

it('H04: a session in the sale is not said to be full', async () => {
  const centre = await aCentre(db)
  const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, centre.operatorId)).id)
  await centre.add(desk, session)
  const { text } = await openPage(desk, deskLinks.sell(centre.venue.slug, thursday), 'desk')
  expect(text).toContain('In this sale')
  expect(text).not.toContain('Full')
})

it('cancelled bookings are listed apart', async () => {
  const centre = await aCentre(db)
  const { browser, orderId } = await aPaidOrder(centre)
  const { bookings } = await browser.send(api.bookings.order, { completeOrderId: orderId })
  expect((await openPage(browser, accountLinks.bookings(), 'account')).text).not.toContain('Cancelled')
  await browser.send(api.bookings.cancel, { bookingId: bookings[0]?.id ?? 0 })
  const { text } = await openPage(browser, accountLinks.bookings(), 'account')
  expect(text).toMatch(/No upcoming bookings.* Cancelled Thu .*Yoga/)
})
