import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { noticesByIds } from '#server/notices/sql.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { refusal } from '#test/support/refusal.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { sweepOrderLinks } from './links.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-04T18:00:00Z')
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let buyer: TestBrowser
let orderId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 845, capacity: 5 })
  buyer = app.browser()
  await buyer.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
  const { transactionUuid } = await authorise(buyer)
  orderId = (await complete(buyer, transactionUuid)).completeOrderId
})

const sendMails = () =>
  runDueJobs(
    db,
    jobHandlers({
      db,
      clock: app.clock,
      log: quiet,
      services: { ...app.services, mail: null },
    }),
    app.clock.now(),
    quiet,
  )

/** The path of the link in the newest mail. */
const linkInMail = async (): Promise<string> => {
  await sendMails()
  const text = (await receivedMessages(db, app)).at(-1)?.text ?? ''
  return /\/order-links\/[\w-]+/.exec(text)?.[0] ?? 'no link'
}

/** A link that was asked for just now. */
const freshLink = async (): Promise<string> => {
  const { reference } = await db
    .selectFrom('customerOrder')
    .select('reference')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await app.browser().send(api.bookings.requestLink, { reference, email: 'ann@example.test' })
  return linkInMail()
}

const follow = async (browser: TestBrowser, link: string): Promise<string> => {
  const answer = await browser.fetch(link)
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '').pathname
}

const sees = (browser: TestBrowser) => browser.send(api.bookings.order, { completeOrderId: orderId })

describe('the link to an order of a visitor', () => {
  it('opens the order, its calendar and its codes in any browser, and no other order', async () => {
    const elsewhere = app.browser()
    expect(await refusal(sees(elsewhere))).toMatchObject({ status: 404 })
    expect(await follow(elsewhere, await linkInMail())).toBe(`/booking-confirmed/${orderId}`)
    expect((await sees(elsewhere)).bookings[0]?.accessCode).toMatch(/^\w{6}$/)
    const calendar = await elsewhere.fetch(`/api/activities/orders/${orderId}/calendar`)
    expect(await calendar.text()).toContain('BEGIN:VEVENT')
    const other = app.browser()
    await other.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    const { transactionUuid } = await authorise(other)
    const { completeOrderId } = await complete(other, transactionUuid)
    expect(await refusal(elsewhere.send(api.bookings.order, { completeOrderId }))).toMatchObject({
      status: 404,
    })
  })

  it('gives the pages of another browser the look of the venue, unless one was chosen there', async () => {
    const venueIn = async (headers: Record<string, string> = {}) => {
      const answer = await app.browser().fetch(await linkInMail(), { headers })
      return /selected-venue=([\w-]+)/.exec(answer.headers.getSetCookie().join('; '))?.[1]
    }
    expect(await venueIn()).toBe(world.venue.slug)
    expect(await venueIn({ cookie: 'selected-venue=fernhill' })).toBeUndefined()
  })

  it('makes an account that owns the order, in a browser that opened a link asked for just now alone', async () => {
    const details = { password: 'crimson-otter-42', dateOfBirth: '1990-05-01', termsAccepted: true }
    const makeIn = (browser: TestBrowser) =>
      browser.send(api.bookings.makeAccount, { completeOrderId: orderId, ...details })
    expect((await sees(buyer)).isAddressProven).toBe(false)
    expect(await refusal(makeIn(buyer))).toMatchObject({ status: 403, code: 'email_unverified' })
    expect(await refusal(makeIn(app.browser()))).toMatchObject({ status: 404 })

    // A confirmation is passed on to who comes along.
    const friend = app.browser()
    await follow(friend, await linkInMail())
    expect((await sees(friend)).isAddressProven).toBe(false)
    expect(await refusal(makeIn(friend))).toMatchObject({ status: 403, code: 'email_unverified' })

    const elsewhere = app.browser()
    await follow(elsewhere, await freshLink())
    expect((await sees(elsewhere)).isAddressProven).toBe(true)
    app.clock.forward(60 * 60_000)
    expect(await refusal(makeIn(elsewhere))).toMatchObject({ code: 'email_unverified' })
    await follow(elsewhere, await freshLink())
    const young = { completeOrderId: orderId, ...details, dateOfBirth: '2026-01-01' }
    expect(await refusal(elsewhere.send(api.bookings.makeAccount, young))).toMatchObject({
      validationMessages: { date_of_birth: [expect.any(String)] },
    })
    await makeIn(elsewhere)
    expect(await elsewhere.send(api.customers.details, {})).toMatchObject({
      email: 'ann@example.test',
      emailVerified: true,
    })
    expect(await elsewhere.send(api.bookings.mine, {})).toHaveLength(1)
    expect((await sees(elsewhere)).isVisitors).toBe(false)
    expect(await refusal(sees(buyer))).toMatchObject({ status: 404 })
    const [mail, ...others] = await sentMessages(db, app, 'account_made_of_order')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'ann@example.test' })
    const { reference } = (await elsewhere.send(api.sessions.user, {})).data
    expect(mail?.text).toContain(`Your customer number is ${reference}.`)
    expect(await sentMessages(db, app, 'order_claimed')).toEqual([])
  })

  it('gives back to the card what was paid before the account was made', async () => {
    // Not at the moment of the payment: an account is younger than the orders it takes over.
    app.clock.forward(60_000)
    const elsewhere = app.browser()
    await follow(elsewhere, await freshLink())
    const details = { password: 'crimson-otter-42', dateOfBirth: '1990-05-01', termsAccepted: true }
    await elsewhere.send(api.bookings.makeAccount, { completeOrderId: orderId, ...details })
    const [booking] = await elsewhere.send(api.bookings.mine, {})
    expect(await elsewhere.send(api.bookings.cancel, { bookingId: booking?.id ?? 0 })).toMatchObject({
      refund: { raw: 845, to: 'card' },
    })
    expect((await elsewhere.send(api.sessions.user, {})).data.credit.balance).toBe(0)
  })

  it('does not prove the address when the browser asked for a new link itself', async () => {
    await buyer.send(api.bookings.renewLink, { completeOrderId: orderId })
    expect((await sees(buyer)).isAddressProven).toBe(false)
  })

  it('is stored as a digest, and appears in no log', async () => {
    const link = await linkInMail()
    await follow(app.browser(), link)
    const secret = link.split('/').at(-1) ?? ''
    const { secretDigest } = await db.selectFrom('orderLink').selectAll().executeTakeFirstOrThrow()
    expect(Buffer.from(secretDigest).toString('latin1')).not.toContain(secret)
    expect(JSON.stringify(app.logged)).not.toContain(secret)
  })

  it('stays with the browser that paid after the next thing is added', async () => {
    await buyer.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    expect((await sees(buyer)).id).toBe(orderId)
  })

  it('is not seen by the next person after a log-out', async () => {
    await buyer.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    await buyer.send(api.sessions.logout, {})
    expect(await refusal(sees(buyer))).toMatchObject({ status: 404 })
  })

  it('ends when a new one is sent, which works', async () => {
    const first = await linkInMail()
    const elsewhere = app.browser()
    await follow(elsewhere, first)
    await elsewhere.send(api.bookings.renewLink, { completeOrderId: orderId })
    expect((await sees(elsewhere)).id).toBe(orderId)
    expect(await follow(app.browser(), first)).toBe('/find-booking')
    const third = app.browser()
    expect(await follow(third, await linkInMail())).toBe(`/booking-confirmed/${orderId}`)
    expect((await sees(third)).id).toBe(orderId)
  })

  it('ends a month after the last booking', async () => {
    const link = await linkInMail()
    app.clock.forward(34 * 86_400_000)
    expect(await follow(app.browser(), link)).toBe(`/booking-confirmed/${orderId}`)
    app.clock.forward(86_400_000)
    expect(await follow(app.browser(), link)).toBe('/find-booking')
    // The one to the order and the one to its receipt.
    expect(await sweepOrderLinks(db, app.clock.now())).toBe(2)
  })

  it('is sent again to the address of the order alone', async () => {
    const { reference } = await sees(buyer)
    const notices = async () =>
      (await db.selectFrom('notice').select(['kind', 'recipient']).execute()).filter(
        ({ kind }) => kind === 'order_link_sent',
      )
    const visitor = app.browser()
    await visitor.send(api.bookings.requestLink, { reference, email: 'eve@example.test' })
    expect(await notices()).toEqual([])
    await visitor.send(api.bookings.requestLink, {
      reference: reference.toLowerCase(),
      email: 'Ann@example.test',
    })
    expect(await notices()).toEqual([{ kind: 'order_link_sent', recipient: 'ann@example.test' }])
  })

  it('is sent with those of all recent orders of the address, where no order number is given', async () => {
    const notices = async () =>
      (await db.selectFrom('notice').select(['kind', 'recipient', 'data']).execute()).filter(
        ({ kind }) => kind === 'order_links_sent',
      )
    const visitor = app.browser()
    await visitor.send(api.bookings.requestLink, { email: 'eve@example.test' })
    expect(await notices()).toEqual([])
    await visitor.send(api.bookings.requestLink, { email: 'Ann@example.test' })
    expect(await notices()).toMatchObject([{ recipient: 'ann@example.test', data: { orderIds: [orderId] } }])
    expect(await follow(app.browser(), await linkInMail())).toBe(`/booking-confirmed/${orderId}`)
    app.clock.forward(60 * 86_400_000)
    await visitor.send(api.bookings.requestLink, { email: 'ann@example.test' })
    expect(await notices()).toHaveLength(1)
  })

  it('is sent five times an hour at most, whoever asks', async () => {
    const { reference } = await sees(buyer)
    const sent = async () =>
      (await db.selectFrom('notice').select('id').where('kind', '=', 'order_link_sent').execute()).length
    for (let nth = 0; nth < 7; nth += 1) {
      app.clock.forward(1000)
      const visitor = app.browser({ headers: { 'x-rendering-for': `198.51.100.${nth}` } })
      await visitor.send(api.bookings.requestLink, { reference, email: 'ann@example.test' })
    }
    expect(await sent()).toBe(5)
    expect(await refusal(buyer.send(api.bookings.renewLink, { completeOrderId: orderId }))).toMatchObject({
      code: 'too_many',
    })
    app.clock.forward(3_600_000)
    await buyer.send(api.bookings.renewLink, { completeOrderId: orderId })
    expect(await sent()).toBe(6)
  })

  it('cancels within the terms, refunds the card, and refuses a stranger', async () => {
    const elsewhere = app.browser()
    const [booking] = (await sees(buyer)).bookings
    const body = { completeOrderId: orderId, bookingIds: [booking?.id ?? 0] }
    expect(await refusal(elsewhere.send(api.bookings.cancelOfOrder, body))).toMatchObject({ status: 404 })
    await follow(elsewhere, await linkInMail())
    expect(await elsewhere.send(api.bookings.cancelOfOrder, body)).toMatchObject([
      { status: 'cancelled', refund: { raw: 845, to: 'card' } },
    ])
    expect(await refusal(elsewhere.send(api.bookings.cancelOfOrder, body))).toMatchObject({
      code: 'already_cancelled',
    })
  })

  it('does not cancel a booking of another order', async () => {
    const { id, browser: ann } = await ownerOf('bo@example.test')
    await ann.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    const { transactionUuid } = await authorise(ann)
    const theirs = await ann.send(api.bookings.order, await complete(ann, transactionUuid))
    expect(id).toBeGreaterThan(0)
    const bookingIds = theirs.bookings.map((booking) => booking.id)
    expect(
      await refusal(buyer.send(api.bookings.cancelOfOrder, { completeOrderId: orderId, bookingIds })),
    ).toMatchObject({ status: 404 })
  })

  it('needs one of our pages to change anything', async () => {
    const elsewhere = app.browser({ origin: 'https://evil.example' })
    await follow(elsewhere, await linkInMail())
    const [booking] = (await sees(buyer)).bookings
    const body = { completeOrderId: orderId, bookingIds: [booking?.id ?? 0] }
    expect(await refusal(elsewhere.send(api.bookings.cancelOfOrder, body))).toMatchObject({
      code: 'origin_refused',
    })
  })
})

const ownerOf = async (email: string) => {
  const { id } = await aCustomer(db, world.operator.id, { email })
  const browser = app.browser()
  await browser.logIn(id)
  return { id, browser }
}

describe('making an account of an order', () => {
  it('adds it to the account of the same address, and closes it to the link', async () => {
    const link = await linkInMail()
    const { browser } = await ownerOf('ann@example.test')
    await follow(browser, link)
    await browser.send(api.bookings.claim, { completeOrderId: orderId })
    await browser.send(api.bookings.claim, { completeOrderId: orderId })
    expect(await browser.send(api.bookings.mine, {})).toHaveLength(1)
    expect((await sees(browser)).isVisitors).toBe(false)
    const elsewhere = app.browser()
    await follow(elsewhere, link)
    expect(await refusal(sees(elsewhere))).toMatchObject({ status: 404 })
    expect(await refusal(sees(buyer))).toMatchObject({ status: 404 })
  })

  it('is refused to another address, and to who cannot see the order', async () => {
    const { browser } = await ownerOf('bo@example.test')
    const claim = () => refusal(browser.send(api.bookings.claim, { completeOrderId: orderId }))
    expect(await claim()).toMatchObject({ status: 404 })
    await follow(browser, await linkInMail())
    expect(await claim()).toMatchObject({ code: 'email_differs' })
  })
})

describe('the language of who has no account', () => {
  const languageOf = async () => {
    const { id } = await db.selectFrom('notice').select('id').orderBy('id').executeTakeFirstOrThrow()
    return (await noticesByIds(db, [id])).map(({ language }) => language)
  }

  it('is the one that they ordered in, also for what is written to them later', async () => {
    expect(await languageOf()).toEqual(['en-GB'])
    await db.updateTable('customerOrder').set({ language: 'cy' }).execute()
    expect(await languageOf()).toEqual(['cy'])
  })

  it('is that of their account once they have one', async () => {
    await db.updateTable('customerOrder').set({ language: 'cy' }).execute()
    const { id } = await aCustomer(db, world.operator.id, { email: 'ann@example.test' })
    await db.updateTable('customer').set({ language: 'en-GB' }).where('id', '=', id).execute()
    expect(await languageOf()).toEqual(['en-GB'])
  })
})
