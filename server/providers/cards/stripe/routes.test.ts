import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { periodicJobs } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { startStripeStub } from '#test/support/stripe.ts'
import type { StripeStub } from '#test/support/stripe.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const webhookSecret = 'whsec_stub'

let stub: StripeStub
let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>

beforeAll(async () => {
  stub = await startStripeStub()
})
afterAll(() => stub.close())
beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  stub.breakDown(null)
  world = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z'), price: 845 })
  app = testApp(db, {
    now,
    settings: {
      CARDS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_stub',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_stub',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stub.url,
    },
  })
})

const buyer = async (customerId?: number): Promise<TestBrowser> => {
  const browser = app.browser()
  if (customerId !== undefined) await browser.logIn(customerId)
  await browser.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
  return browser
}

const authorise = async (browser: TestBrowser, cardIdentifier: string, more: object = {}) => {
  const { sessionKey } = await browser.send(api.checkout.prepare, {})
  return browser.send(api.checkout.authorise, {
    sessionKey,
    cardIdentifier,
    termsAccepted: true,
    email: 'ann@example.test',
    billingFirstName: 'Ann',
    billingLastName: 'Example',
    billingAddressLineOne: '1 Example Road',
    billingCity: 'Exampleton',
    billingPostcode: 'ZZ1 1ZZ',
    ...more,
  })
}

const complete = (browser: TestBrowser, transactionUuid: string) =>
  browser.send(api.checkout.complete, { transactionUuid, termsAccepted: true })

const message = (id: string, secret = webhookSecret) =>
  sendEvent('payment_intent.amount_capturable_updated', { id, object: 'payment_intent' }, secret)

const sendEvent = (type: string, object: object, secret = webhookSecret) => {
  const timestamp = Math.floor(app.clock.now().getTime() / 1000)
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, created: timestamp, data: { object } })
  const signature = new Stripe('sk_test_stub').webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp,
  })
  return app.browser().fetch('/api/webhooks/stripe', {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  })
}

const drive = async (name = 'payment reconciliation') => {
  const quiet = {
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    debug: () => undefined,
  }
  const jobs = { db, clock: app.clock, log: quiet, services: app.services }
  await periodicJobs(jobs)
    .find((job) => job.name === name)
    ?.run(app.clock.now())
}

describe('E01: paying through Stripe', () => {
  it('authorise, order, capture', async () => {
    const browser = await buyer()
    expect(await browser.send(api.checkout.prepare, {})).toMatchObject({
      paymentProvider: 'stripe',
      paymentProviderConfiguration: {
        fieldsUrl: 'http://bookings.onside.localhost:3000/api/stripe-cards/fields',
        walletsUrl: 'http://bookings.onside.localhost:3000/api/stripe-cards/wallets',
        currency: 'gbp',
      },
    })
    const { transactionUuid } = await authorise(browser, 'pm_fine')
    await complete(browser, transactionUuid)
    const [intent] = [...stub.intents.values()].slice(-1)
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 845,
      metadata: { transaction: transactionUuid },
    })
  })

  it('E03: a declined card is declined in our words', async () => {
    const refused = await refusal(authorise(await buyer(), 'pm_declined'))
    expect(refused).toMatchObject({ status: 402, code: 'card_declined', message: 'The card was declined.' })
  })

  it('when Stripe is down nothing is held up', async () => {
    const browser = await buyer()
    const { sessionKey } = await browser.send(api.checkout.prepare, {})
    stub.breakDown(/./)
    expect(await refusal(authorise(browser, 'pm_fine', { sessionKey }))).toMatchObject({
      status: 503,
      code: 'provider_unavailable',
    })
    stub.breakDown(null)
    const { transactionUuid } = await authorise(browser, 'pm_fine')
    expect(await complete(browser, transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('a customer saves a card and pays with it the next time', async () => {
    const customer = await aCustomer(db, world.operator.id)
    const browser = await buyer(customer.id)
    const first = await authorise(browser, 'pm_fine', { saveCard: true })
    await complete(browser, first.transactionUuid)
    await db.updateTable('activity').set({ allowsOverlap: true }).execute()
    await browser.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    const { savedCard } = await browser.send(api.checkout.prepare, {})
    expect(savedCard).toMatchObject({ externalIdentifier: 'pm_fine', brand: 'Visa', lastFour: '4242' })
    await authorise(browser, 'pm_fine', { cardIdentifier: null, savedCardId: savedCard?.id ?? 0 })
    const customers = new Set([...stub.intents.values()].slice(-2).map((intent) => intent.customer))
    expect([...customers]).toEqual([expect.stringMatching(/^cus_/)])
  })
})

describe("E02: Stripe's challenge", () => {
  it('leads through a page of ours to the bank', async () => {
    const { scaUrl, scaData } = await authorise(await buyer(), 'pm_bank')
    const reference = scaData?.[0]?.value ?? ''
    const page = await app.browser().fetch(new URL(scaUrl ?? '').pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ payment: reference }).toString(),
    })
    expect(await page.text()).toContain(`data-address="https://bank.example/question/${reference}"`)
    stub.answerBank(reference, false)
    const after = await app.browser().fetch(new URL(scaUrl ?? '').pathname, {
      method: 'POST',
      body: new URLSearchParams({ payment: reference }).toString(),
    })
    expect(after.status).toBe(404)
  })

  it('comes back by a redirect, without a cookie', async () => {
    const browser = await buyer()
    const { transactionUuid, scaData } = await authorise(browser, 'pm_bank')
    stub.answerBank(scaData?.[0]?.value ?? '', true)
    const back = await app
      .browser()
      .fetch(
        `/api/checkout/transactions/${transactionUuid}/challenge?payment_intent=pi_x&redirect_status=failed`,
      )
    expect(await back.text()).toContain('data-status="authorised"')
    expect(await complete(browser, transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('a signed message makes the driver look at once; after a minute the order is made without the client', async () => {
    const browser = await buyer()
    const { transactionUuid, scaData } = await authorise(browser, 'pm_bank')
    const reference = scaData?.[0]?.value ?? ''
    stub.answerBank(reference, true)
    await drive()
    expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toMatchObject({
      transactionStatus: 'challenge',
    })
    const answer = await message(reference)
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
    await drive()
    expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toMatchObject({
      transactionStatus: 'authorised',
    })
    app.clock.forward(61_000)
    await drive()
    expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toMatchObject({
      transactionStatus: 'completed',
    })
    expect(stub.intents.get(reference)?.status).toBe('succeeded')
  })

  it('a message that Stripe has not signed is refused and changes nothing', async () => {
    const { scaData } = await authorise(await buyer(), 'pm_bank')
    expect((await message(scaData?.[0]?.value ?? '', 'whsec_other')).status).toBe(400)
  })
})

describe('a refund that comes back from the card days later', () => {
  const failed = (refundKey: string, type = 'refund.failed') =>
    sendEvent(type, { id: 're_1', object: 'refund', status: 'failed', metadata: { refund: refundKey } })
  const due = async () => {
    const staff = app.browser()
    await staff.logIn(supervisorId)
    const { due: listed } = await staff.send(api.tills.takings, {
      venue: world.venue.slug,
      date: '2027-03-03',
    })
    return { staff, listed }
  }
  let supervisorId: number
  let browser: TestBrowser
  let orderId: number
  let refundKey: string

  beforeEach(async () => {
    await db.updateTable('operator').set({ refundsTo: 'card' }).execute()
    await db.updateTable('activity').set({ freeCancelMinutes: 240 }).execute()
    const person = await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'supervisor' })
    supervisorId = person.id
    const customer = await aCustomer(db, world.operator.id)
    browser = await buyer(customer.id)
    const { transactionUuid } = await authorise(browser, 'pm_fine')
    const placed = await complete(browser, transactionUuid)
    const order = await browser.send(api.bookings.order, placed)
    orderId = order.id
    await drive()
    await browser.send(api.bookings.cancel, { bookingId: order.bookings[0]?.id ?? 0, source: 'bookings' })
    await drive('card refunds')
    refundKey = stub.requests.findLast(({ path }) => path === '/v1/refunds')?.body['metadata[refund]'] ?? ''
    app.clock.forward(3 * 86_400_000)
    await browser.logIn(customer.id)
  })
  const status = async () => (await browser.send(api.bookings.order, { completeOrderId: orderId })).status

  it('is listed for a supervisor, once, and the order says that nothing has come back', async () => {
    expect([await status(), (await due()).listed]).toEqual(['refunded', []])
    expect((await failed(refundKey)).status).toBe(200)
    expect((await failed(refundKey, 'charge.refund.updated')).status).toBe(200)
    expect(await status()).toBe('confirmed')
    expect((await due()).listed).toMatchObject([{ amount: { raw: 845 }, isFailedCardRefund: true }])
  })

  it('stays settled when staff have seen to it and Stripe repeats its message', async () => {
    await failed(refundKey)
    const failedAt = app.clock.now()
    app.clock.forward(86_400_000)
    const { staff, listed } = await due()
    await staff.send(api.bookings.handOut, { refundId: listed[0]?.refundId ?? 0, by: 'card' })
    app.clock.set(failedAt)
    await failed(refundKey)
    expect([await status(), (await due()).listed]).toEqual(['refunded', []])
  })

  it('changes nothing where the message is about a refund that was paid, or is not ours', async () => {
    await sendEvent('refund.updated', {
      id: 're_1',
      object: 'refund',
      status: 'succeeded',
      metadata: { refund: refundKey },
    })
    await sendEvent('refund.failed', { id: 're_2', object: 'refund', status: 'failed', metadata: {} })
    expect((await failed('6a3f2c1e-0000-4000-8000-000000000000')).status).toBe(200)
    expect([await status(), (await due()).listed]).toEqual(['refunded', []])
  })
})

describe('a payment that its cardholder disputes', () => {
  const report = (type: string, status: string, id = 'dp_1') =>
    sendEvent(type, {
      id,
      object: 'dispute',
      payment_intent: [...stub.intents.keys()].at(-1),
      amount: 845,
      status,
    })
  const opened = () => report('charge.dispute.created', 'needs_response')
  const listed = async () =>
    (await staff.send(api.tills.takings, { venue: world.venue.slug, date: '2027-03-03' })).disputes
  const credit = async () =>
    (await db.selectFrom('creditLot').select('available').execute()).reduce(
      (sum, lot) => sum + lot.available,
      0,
    )
  let staff: TestBrowser
  let browser: TestBrowser
  let bookingId: number

  beforeEach(async () => {
    await db.updateTable('activity').set({ freeCancelMinutes: 240 }).execute()
    staff = app.browser()
    await staff.logIn(
      (await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'supervisor' })).id,
    )
    browser = await buyer((await aCustomer(db, world.operator.id)).id)
    const placed = await complete(browser, (await authorise(browser, 'pm_fine')).transactionUuid)
    bookingId = (await browser.send(api.bookings.order, placed)).bookings[0]?.id ?? 0
    await drive()
  })
  const cancel = () => browser.send(api.bookings.cancel, { bookingId, source: 'bookings' })

  it('keeps its credit on hold, once, and staff see it; the bank gives it back or it is gone', async () => {
    await cancel()
    expect([await credit(), await listed()]).toEqual([845, []])
    for (let times = 0; times < 2; times += 1) expect((await opened()).status).toBe(200)
    expect(await credit()).toBe(0)
    expect(await listed()).toMatchObject([{ amount: { raw: 845 }, status: 'open', frozen: { raw: 845 } }])
    for (let times = 0; times < 2; times += 1) await report('charge.dispute.closed', 'won')
    await opened()
    expect([await credit(), await listed()]).toMatchObject([845, [{ status: 'won', frozen: { raw: 0 } }]])
    await report('charge.dispute.created', 'needs_response', 'dp_2')
    await report('charge.dispute.closed', 'lost', 'dp_2')
    await report('charge.dispute.closed', 'won', 'dp_2')
    expect(await credit()).toBe(0)
    expect((await listed()).map(({ status, frozen }) => [status, frozen.raw])).toEqual([
      ['lost', 0],
      ['won', 0],
    ])
  })

  it('keeps credit on hold that is given after it', async () => {
    await opened()
    await cancel()
    expect(await credit()).toBe(0)
    await report('charge.dispute.closed', 'won')
    expect(await credit()).toBe(845)
  })

  it('changes nothing where no money has been taken, or no order is known', async () => {
    await cancel()
    await report('charge.dispute.created', 'warning_needs_response')
    await sendEvent('charge.dispute.created', {
      id: 'dp_9',
      object: 'dispute',
      payment_intent: 'pi_unknown',
      amount: 845,
      status: 'needs_response',
    })
    expect([await credit(), await listed()]).toEqual([845, []])
  })
})

it("Stripe's own fields stand in a page of ours, which may run Stripe's script and no other", async () => {
  const answer = await app.browser().fetch('/api/stripe-cards/fields')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self' https://js.stripe.com")
  expect(policy).toContain("default-src 'none'")
  expect(await answer.text()).toContain('data-key="pk_test_stub"')
})

it('Apple Pay and Google Pay stand in a page of ours with the same rules', async () => {
  const answer = await app.browser().fetch('/api/stripe-cards/wallets')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self' https://js.stripe.com")
  expect(policy).toContain("default-src 'none'")
  const html = await answer.text()
  expect(html).toContain('data-key="pk_test_stub"')
  expect(html).toContain('<script type="module" src="/web/frames/stripeWallets.ts">')
})

it('the demo company is not there beside it', async () => {
  expect((await app.browser().fetch('/api/demo-cards/fields')).status).toBe(404)
})
