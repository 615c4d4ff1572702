import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Authorisation } from '#contract/checkout.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer, aLocation, anActivity, anOccurrence, aBookableClass } from '#test/support/factories.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt, price: 845, capacity: 2 })
})

/** A browser with the class in its basket. */
const buyer = async (customerId?: number, id = world.occurrence.publicId): Promise<TestBrowser> => {
  const browser = app.browser()
  if (customerId !== undefined) await browser.logIn(customerId)
  await browser.send(api.baskets.add, { items: [{ id }] })
  return browser
}

/** What the card fields do: the number goes to the company, the page learns its name. */
const identify = async (browser: TestBrowser, number: string = cardEnding.accepted) => {
  const { sessionKey, url } = await browser.send(api.checkout.prepare, {})
  const answer = await browser.fetch(`${new URL(url).pathname}/api/v1/card-identifiers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionKey}` },
    body: JSON.stringify({
      cardDetails: {
        cardholderName: 'A Example',
        cardNumber: number,
        expiryDate: '0930',
        securityCode: '123',
      },
    }),
  })
  expect(answer.status).toBe(200)
  const { cardIdentifier } = (await answer.json()) as { cardIdentifier: string }
  return { sessionKey, cardIdentifier }
}

const billing = {
  billingFirstName: 'Ann',
  billingLastName: 'Example',
  billingAddressLineOne: '1 Example Road',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
}
const visitor = { ...billing, email: 'ann@example.test', termsAccepted: true }

const authorise = async (browser: TestBrowser, number?: string, more: object = {}): Promise<Authorisation> =>
  browser.send(api.checkout.authorise, { ...visitor, ...(await identify(browser, number)), ...more })

/** Terms that every buyer must agree to. */
const houseRules = async (): Promise<number> => {
  const row = await db
    .insertInto('terms')
    .values({ operatorId: world.operator.id, slug: 'house', name: 'House rules', html: '<p>Be kind.</p>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const complete = (browser: TestBrowser, transactionUuid?: string, more: object = {}) =>
  browser.send(api.checkout.complete, {
    termsAccepted: true,
    email: 'ann@example.test',
    ...(transactionUuid === undefined ? {} : { transactionUuid }),
    ...more,
  })

describe('prepare', () => {
  it('E01: names the company, its session and what may pay', async () => {
    const prepared = await (await buyer()).send(api.checkout.prepare, {})
    expect(prepared).toEqual({
      paymentProvider: 'demo',
      sessionKey: expect.stringMatching(/^ses_/) as string,
      sessionExpiresAt: '2027-02-28T10:30:00Z',
      mode: 'test',
      url: 'http://bookings.onside.localhost:3000/api/demo-cards',
      paymentProviderConfiguration: {
        url: 'http://bookings.onside.localhost:3000/api/demo-cards',
        fieldsUrl: 'http://bookings.onside.localhost:3000/api/demo-cards/fields',
      },
      savedCard: null,
      savedCards: [],
      tenders: ['card'],
      balance: 845,
      formattedBalance: '£8.45',
    })
  })

  it('is refused when there is nothing to pay for', async () => {
    expect(await refusal(app.browser().send(api.checkout.prepare, {}))).toMatchObject({
      status: 422,
      code: 'basket_empty',
    })
  })

  it('is refused when nothing is held any more, and names it', async () => {
    const browser = await buyer()
    app.clock.forward(601_000)
    const refused = await refusal(browser.send(api.checkout.prepare, {}))
    expect(refused).toMatchObject({ status: 409, code: 'place_lost' })
    expect(refused.validationMessages['items']?.[0]).toContain('yoga')
  })

  it('a visitor must log in for what is not sold to strangers', async () => {
    await db.updateTable('activity').set({ allowsAnonymousBookings: false }).execute()
    const browser = await buyer()
    expect(await refusal(browser.send(api.checkout.prepare, {}))).toMatchObject({
      status: 403,
      code: 'login_required',
    })
    const customer = await aCustomer(db, world.operator.id)
    expect(await (await buyer(customer.id)).send(api.checkout.prepare, {})).toMatchObject({ balance: 845 })
  })
})

describe('authorise', () => {
  it('E01: sets the money aside and keeps the places for half an hour', async () => {
    const browser = await buyer()
    const authorised = await authorise(browser)
    expect(authorised).toEqual({
      transactionUuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      transactionStatus: 'authorised',
      scaUrl: null,
      scaData: null,
      amount: 845,
    })
    const basket = await browser.send(api.baskets.read, {})
    expect(basket).toMatchObject({ status: 'paymentProcessing', expiresAt: '2027-02-28T10:30:00Z' })
  })

  it("E02: the bank's question comes with what to post where", async () => {
    const asked = await authorise(await buyer(), cardEnding.challengedAndPassed)
    expect(asked).toMatchObject({
      transactionStatus: 'challenge',
      scaUrl: 'http://bookings.onside.localhost:3000/api/demo-cards/challenge',
      scaData: [{ name: 'creq', value: expect.stringMatching(/^creq_/) as string }],
    })
  })

  it('a bank may take its time', async () => {
    expect(await authorise(await buyer(), cardEnding.pending)).toMatchObject({ transactionStatus: 'pending' })
  })

  it('E03: a declined card leaves the basket open and its places held for ten minutes', async () => {
    const browser = await buyer()
    app.clock.forward(540_000)
    const card = await identify(browser, cardEnding.declined)
    const answer = await browser.fetch('/api/checkout/authorise', {
      method: 'POST',
      body: JSON.stringify({
        session_key: card.sessionKey,
        card_identifier: card.cardIdentifier,
        billing_first_name: 'Ann',
        billing_last_name: 'Example',
        billing_address_line_one: '1 Example Road',
        billing_city: 'Exampleton',
        billing_postcode: 'ZZ1 1ZZ',
        email: 'ann@example.test',
        terms: [true],
      }),
    })
    expect(answer.status).toBe(402)
    expect(await answer.json()).toEqual({
      status: 402,
      code: 'card_declined',
      message: 'The card was declined.',
      transaction_uuid: expect.any(String) as string,
      transaction_status: 'failed',
      error: { message: 'The card was declined.' },
    })
    expect(await browser.send(api.baskets.read, {})).toMatchObject({
      status: 'open',
      expiresAt: '2027-02-28T10:19:00Z',
    })
    expect(await authorise(browser)).toMatchObject({ transactionStatus: 'authorised' })
  })

  it('knows the other names that programs use', async () => {
    const browser = await buyer()
    const { sessionKey, cardIdentifier } = await identify(browser)
    const answer = await browser.fetch('/api/checkout/authorise', {
      method: 'POST',
      body: JSON.stringify({
        session_key: sessionKey,
        card_identifier: cardIdentifier,
        card_holder_name: 'A Example',
        browser_color_depth: 24,
        browser_java_enabled: 0,
        browser_tz: 0,
        challenge_window_size: 'small',
        notification_url: 'https://elsewhere.example',
        billing_first_name: 'Ann',
        billing_last_name: 'Example',
        billing_address_line_one: '1 Example Road',
        billing_city: 'Exampleton',
        billing_postcode: 'ZZ1 1ZZ',
        email: 'ann@example.test',
        terms: true,
        item_hash: 'something-else',
        payments: [{ tender_type: 'credit', type: 'general', amount: 0 }],
        saved_card_id: '',
        selected_user_id: 0,
      }),
    })
    expect(await answer.json()).toMatchObject({
      transaction_status: 'authorised',
      sca_url: null,
      amount: 845,
    })
  })

  it.each([
    ['terms_not_accepted', 422, { termsAccepted: false }],
    ['payment_mismatch', 422, { payments: [{ tenderType: 'credit', type: 'general', amount: 500 }] }],
    ['basket_changed', 409, { itemHash: Buffer.from('99').toString('base64') }],
    ['session_expired', 410, { sessionKey: 'ses_unknown' }],
    ['invalid', 422, { email: null }],
    ['invalid', 422, { billingPostcode: '' }],
    ['invalid', 422, { cardIdentifier: null }],
    ['invalid', 422, { savedCardId: '31' }],
  ])('is refused: %s (%i) for %j', async (code, status, more) => {
    await houseRules()
    const browser = await buyer()
    expect(await refusal(authorise(browser, undefined, more))).toMatchObject({ status, code })
    expect(await browser.send(api.baskets.read, {})).toMatchObject({ status: 'open', itemCount: 1 })
  })

  it('a card that the company does not know is declined in words of ours', async () => {
    const refused = await refusal(authorise(await buyer(), undefined, { cardIdentifier: 'cid_unknown' }))
    expect(refused).toMatchObject({ status: 402, code: 'card_declined' })
    expect(refused.message).toContain('Please enter them again')
  })

  it("another session's card is not to be had", async () => {
    const [one, other] = [await buyer(), await buyer()]
    const { cardIdentifier } = await identify(one)
    expect(await refusal(authorise(other, undefined, { cardIdentifier }))).toMatchObject({
      code: 'card_declined',
    })
  })

  it('the session of the card form runs out', async () => {
    const browser = await buyer()
    const card = await identify(browser)
    app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    app.clock.forward(400_000)
    const refused = await refusal(browser.send(api.checkout.authorise, { ...visitor, ...card }))
    expect(refused).toMatchObject({ status: 410, code: 'session_expired' })
    expect(await browser.send(api.baskets.read, {})).toMatchObject({ status: 'open', itemCount: 1 })
  })

  it('takes a place again that lapsed while the card was typed in', async () => {
    const browser = await buyer()
    const { itemHash } = await browser.send(api.baskets.read, {})
    const card = await identify(browser)
    app.clock.forward(601_000)
    const authorised = await browser.send(api.checkout.authorise, { ...visitor, ...card, itemHash })
    expect(authorised).toMatchObject({ transactionStatus: 'authorised', amount: 845 })
  })

  it('names the place that somebody else has by then, and asks no bank', async () => {
    const browser = await buyer()
    const { itemHash } = await browser.send(api.baskets.read, {})
    const card = await identify(browser)
    app.clock.forward(601_000)
    await buyer()
    await buyer()
    const refused = await refusal(browser.send(api.checkout.authorise, { ...visitor, ...card, itemHash }))
    expect(refused).toMatchObject({ status: 409, code: 'place_lost' })
    expect(refused.validationMessages['items']).toEqual([expect.stringContaining('yoga')])
    expect(refused.message).not.toMatch(/full|valid days/)
    expect(await db.selectFrom('paymentTransaction').select('id').execute()).toEqual([])
  })

  it('the same key is answered once; without one an authorised payment is answered again', async () => {
    const browser = await buyer()
    const body = { ...visitor, ...(await identify(browser)) }
    const first = await browser.send(api.checkout.authorise, body, { idempotencyKey: 'one' })
    expect(await browser.send(api.checkout.authorise, body, { idempotencyKey: 'one' })).toEqual(first)
    expect(await browser.send(api.checkout.authorise, body, { idempotencyKey: 'two' })).toEqual(first)
    expect(await db.selectFrom('demoCardPayment').select('state').execute()).toEqual([
      { state: 'authorised' },
    ])
  })

  it("a new card takes the place of one whose bank's question was left", async () => {
    const browser = await buyer()
    const left = await authorise(browser, cardEnding.challengedAndPassed)
    const paid = await authorise(browser)
    expect(paid).toMatchObject({ transactionStatus: 'authorised' })
    expect(await browser.send(api.checkout.transaction, { uuid: left.transactionUuid })).toMatchObject({
      transactionStatus: 'aborted',
    })
    expect(await complete(browser, paid.transactionUuid)).toMatchObject({ status: 'success' })
  })

  it("whoever changes the basket has turned away from the bank's question", async () => {
    const browser = await buyer()
    const left = await authorise(browser, cardEnding.challengedAndPassed)
    const activity = await anActivity(db, world.venue.id, { price: 300 })
    const room = await aLocation(db, world.venue.id)
    const more = await anOccurrence(db, {
      activity,
      locationId: room.id,
      startsAt: new Date('2027-03-03T18:00:00Z'),
    })
    expect(await browser.send(api.baskets.add, { items: [{ id: more.publicId }] })).toMatchObject({
      status: 'open',
      total: 1145,
    })
    expect(await browser.send(api.checkout.transaction, { uuid: left.transactionUuid })).toMatchObject({
      transactionStatus: 'aborted',
    })
    const paid = await authorise(browser)
    expect(paid).toMatchObject({ amount: 1145 })
    // It is paid for now: nothing may change before the order.
    expect(await refusal(browser.send(api.baskets.clear, {}))).toMatchObject({ status: 409, code: 'busy' })
    expect(await complete(browser, paid.transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('cards that are good are never too many', async () => {
    for (let orders = 0; orders < 25; orders += 1) {
      const browser = await buyer()
      await authorise(browser)
      await db.updateTable('occurrence').set({ capacity: 100 }).execute()
    }
    const { rows } = await sql<{
      attempts: number
    }>`select max(attempts) as attempts from rate_count`.execute(db)
    expect(rows[0]?.attempts).toBe(0)
  })

  it('a thief trying cards is stopped', async () => {
    const browser = await buyer()
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await refusal(authorise(browser, cardEnding.declined))).toMatchObject({ code: 'card_declined' })
    }
    expect(await refusal(authorise(browser, cardEnding.declined))).toMatchObject({
      status: 429,
      code: 'too_many',
    })
  })
})

describe('a transaction', () => {
  it('is told to whoever has its uuid, from any browser', async () => {
    const { transactionUuid } = await authorise(await buyer())
    expect(await app.browser().send(api.checkout.transaction, { uuid: transactionUuid })).toEqual({
      transactionUuid,
      transactionStatus: 'authorised',
      completeOrderId: null,
      reference: null,
    })
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense'])('%s is not there', async (uuid) => {
    expect(await refusal(app.browser().send(api.checkout.transaction, { uuid }))).toMatchObject({
      status: 404,
    })
  })
})

describe("E02: the bank's road", () => {
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

  it.each([
    [
      cardEnding.challengedAndPassed,
      'authorised',
      'Your bank has approved the payment.',
      'paymentProcessing',
    ],
    [cardEnding.challengedAndFailed, 'failed', 'Your bank has not approved the payment.', 'open'],
  ])(
    '%s: the page, its button, and back to us without a cookie: %s',
    async (number, status, heading, basketStatus) => {
      const browser = await buyer()
      const { transactionUuid, scaUrl, scaData } = await authorise(browser, number)
      const bank = app.browser()
      const path = new URL(scaUrl ?? '').pathname
      const creq = scaData?.[0]?.value ?? ''
      const question = await bank.fetch(path, form({ creq }))
      expect(question.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await question.text()).toMatch(/£8\.45[\s\S]*<button type="submit">Continue<\/button>/)
      expect(question.headers.get('content-security-policy')).toContain(
        "form-action 'self' http://bookings.onside.localhost:3000",
      )

      const onward = await bank.fetch(path, form({ creq, answer: 'continue' }))
      expect(onward.status).toBe(307)
      const back = await bank.fetch(
        new URL(onward.headers.get('location') ?? '').pathname,
        form({ creq, answer: 'continue' }),
      )
      expect(back.status).toBe(200)
      expect(back.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(back.headers.get('content-security-policy')).toMatch(/default-src 'none';.*script-src 'sha256-/)
      expect(back.headers.getSetCookie()).toEqual([])
      const page = await back.text()
      expect(page).toContain(heading)
      expect(page).toContain(
        `data-uuid="${transactionUuid}" data-status="${status}" data-origin="http://bookings.onside.localhost:3000"`,
      )
      expect(page).toContain('{ transaction_uuid: uuid, transaction_status: status }')

      expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toMatchObject({
        transactionStatus: status,
      })
      expect(await browser.send(api.baskets.read, {})).toMatchObject({ status: basketStatus, itemCount: 1 })
    },
  )

  it('the page goes on to the order after the bank has said yes', async () => {
    const browser = await buyer()
    const { transactionUuid, scaUrl, scaData } = await authorise(browser, cardEnding.challengedAndPassed)
    await browser.fetch(
      new URL(scaUrl ?? '').pathname,
      form({ creq: scaData?.[0]?.value ?? '', answer: 'continue' }),
    )
    expect(await complete(browser, transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('what the browser brings back is not believed', async () => {
    const browser = await buyer()
    const { transactionUuid } = await authorise(browser, cardEnding.challengedAndFailed)
    const back = await app
      .browser()
      .fetch(
        `/api/checkout/transactions/${transactionUuid}/challenge`,
        form({ transaction_status: 'authorised' }),
      )
    expect(await back.text()).toContain('data-status="challenge"')
    expect(await refusal(complete(browser, transactionUuid))).toMatchObject({
      status: 402,
      code: 'payment_not_authorised',
    })
  })

  it.each(['/api/demo-cards/challenge', '/api/checkout/transactions/nonsense/challenge'])(
    '%s: nothing is asked there',
    async (path) => {
      const answer = await app.browser().fetch(path, form({ creq: 'creq_unknown' }))
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )
})

describe('complete', () => {
  it('E04: makes the order and takes the money', async () => {
    const browser = await buyer()
    const { uuid } = await browser.send(api.baskets.read, {})
    const { transactionUuid } = await authorise(browser)
    const placed = await complete(browser, transactionUuid)
    expect(placed).toEqual({
      status: 'success',
      completeOrderId: expect.any(Number) as number,
      reference: expect.stringMatching(/^ONS-[2-9A-HJKMNP-Z]{6}$/) as string,
      orderUuid: uuid,
      data: { completeOrderId: placed.completeOrderId, reference: placed.reference },
    })
    expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toEqual({
      transactionUuid,
      transactionStatus: 'completed',
      completeOrderId: placed.completeOrderId,
      reference: placed.reference,
    })
    expect(await db.selectFrom('demoCardPayment').select(['state', 'captured']).execute()).toEqual([
      { state: 'captured', captured: 845 },
    ])
    expect(await browser.send(api.baskets.read, {})).toMatchObject({ itemCount: 0 })
  })

  it('is the same order however often it is asked for, and the next basket is another', async () => {
    const browser = await buyer()
    const { transactionUuid } = await authorise(browser)
    const first = await complete(browser, transactionUuid)
    expect(await complete(browser, transactionUuid)).toEqual(first)
    expect(
      await complete(browser, undefined, {
        payments: [{ tenderType: 'card', transactionId: transactionUuid }],
      }),
    ).toEqual(first)
    const next = await browser.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
    expect(next.uuid).not.toBe(first.orderUuid)
  })

  it('E05: is refused while the bank has not said yes', async () => {
    const browser = await buyer()
    const { transactionUuid } = await authorise(browser, cardEnding.pending)
    const answer = await browser.fetch('/api/checkout/complete', {
      method: 'POST',
      body: JSON.stringify({ transaction_uuid: transactionUuid, terms: [true] }),
    })
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({
      code: 'payment_not_authorised',
      transaction_uuid: transactionUuid,
      transaction_status: 'pending',
    })
  })

  it("another's payment, and one that is not there, are answered alike", async () => {
    const { transactionUuid } = await authorise(await buyer())
    const other = await buyer()
    for (const uuid of [transactionUuid, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const refused = await refusal(complete(other, uuid))
      expect(refused).toMatchObject({
        status: 402,
        code: 'payment_not_authorised',
        message: 'This payment has not been authorised.',
      })
    }
  })

  it('a hash that names other items is of another basket', async () => {
    const browser = await buyer()
    const { transactionUuid } = await authorise(browser)
    expect(
      await refusal(complete(browser, transactionUuid, { itemHash: Buffer.from('99').toString('base64') })),
    ).toMatchObject({ status: 409, code: 'basket_changed' })
  })

  it.each([
    ['unpaid_balance', 422, {}],
    ['basket_changed', 409, { itemHash: Buffer.from('99').toString('base64') }],
  ])('without a payment: %s (%i)', async (code, status, more) => {
    expect(await refusal(complete(await buyer(), undefined, more))).toMatchObject({ status, code })
  })

  it('without a basket there is nothing to pay for', async () => {
    expect(await refusal(complete(app.browser()))).toMatchObject({ status: 422, code: 'basket_empty' })
  })

  it('while the bank has not decided, nothing says that the basket is paid', async () => {
    const browser = await buyer()
    await authorise(browser, cardEnding.pending)
    expect(await refusal(complete(browser))).toMatchObject({ status: 402, code: 'payment_not_authorised' })
  })

  it('finds the payment of the basket by itself once the bank has said yes', async () => {
    const browser = await buyer()
    const { transactionUuid } = await authorise(browser)
    const { completeOrderId } = await complete(browser)
    expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toMatchObject({
      completeOrderId,
    })
  })
})

describe('E13: what costs nothing', () => {
  const free = async (): Promise<string> => {
    const activity = await anActivity(db, world.venue.id, { price: 0 })
    const room = await aLocation(db, world.venue.id)
    return (await anOccurrence(db, { activity, locationId: room.id, startsAt }, { capacity: 1 })).publicId
  }

  it('is completed alone, once however often it is asked for', async () => {
    const browser = await buyer(undefined, await free())
    const first = await complete(browser)
    expect(await complete(browser)).toEqual(first)
    expect(await db.selectFrom('orderPayment').select('id').execute()).toEqual([])
    expect(await browser.send(api.bookings.order, { completeOrderId: first.completeOrderId })).toMatchObject({
      total: 0,
      payments: [],
      bookings: [{ price: '£0.00' }],
    })
  })

  it('the same for a customer, whose hash names the lines', async () => {
    const customer = await aCustomer(db, world.operator.id)
    const browser = await buyer(customer.id, await free())
    const { itemHash } = await browser.send(api.baskets.read, {})
    const first = await complete(browser, undefined, { itemHash })
    expect(await complete(browser, undefined, { itemHash })).toEqual(first)
  })

  it('a card is authorised for nothing at once and asked nothing', async () => {
    const browser = await buyer(undefined, await free())
    const authorised = await browser.send(api.checkout.authorise, { ...visitor, sessionKey: 'none' })
    expect(authorised).toMatchObject({ transactionStatus: 'authorised', amount: 0 })
    const placed = await complete(browser)
    expect(await complete(browser, authorised.transactionUuid)).toEqual(placed)
  })

  it('a visitor says where the confirmation goes, and terms are terms', async () => {
    const id = await free()
    const termsId = await houseRules()
    const browser = await buyer(undefined, id)
    expect((await refusal(complete(browser, undefined, { email: null }))).validationMessages).toHaveProperty(
      'email',
    )
    expect(await refusal(complete(browser, undefined, { termsAccepted: false }))).toMatchObject({
      status: 422,
      code: 'terms_not_accepted',
    })
    expect(await complete(browser, undefined, { termsAccepted: false, terms: [termsId] })).toMatchObject({
      status: 'success',
    })
  })

  it('a place that lapsed and is gone is named', async () => {
    const id = await free()
    const browser = await buyer(undefined, id)
    const { itemHash } = await browser.send(api.baskets.read, {})
    app.clock.forward(601_000)
    await buyer(undefined, id)
    expect(await refusal(complete(browser, undefined, { itemHash }))).toMatchObject({
      status: 409,
      code: 'place_lost',
    })
  })
})

describe('E01: saved cards', () => {
  const save = async (): Promise<{ browser: TestBrowser; customerId: number }> => {
    const { id: customerId } = await aCustomer(db, world.operator.id)
    const browser = await buyer(customerId)
    const { transactionUuid } = await authorise(browser, undefined, { saveCard: true })
    await complete(browser, transactionUuid)
    const other = await anActivity(db, world.venue.id, { price: 300 })
    const room = await aLocation(db, world.venue.id)
    const later = await anOccurrence(db, {
      activity: other,
      locationId: room.id,
      startsAt: new Date('2027-03-03T18:00:00Z'),
    })
    await browser.send(api.baskets.add, { items: [{ id: later.publicId }] })
    return { browser, customerId }
  }

  it('is kept for the customer who asked, and pays without being typed in', async () => {
    const { browser } = await save()
    const { savedCard, savedCards, sessionKey } = await browser.send(api.checkout.prepare, {})
    expect(savedCard).toEqual({
      id: expect.any(Number) as number,
      externalIdentifier: expect.stringMatching(/^card_/) as string,
      cardHolderName: 'A Example',
      brand: 'Visa',
      lastFour: '0006',
      expiry: '0930',
    })
    expect(savedCards).toHaveLength(1)
    const paid = await browser.send(api.checkout.authorise, {
      sessionKey,
      savedCardId: savedCard?.id ?? 0,
      termsAccepted: true,
    })
    expect(paid).toMatchObject({ transactionStatus: 'authorised', amount: 300 })
    expect(await complete(browser, paid.transactionUuid)).toMatchObject({ status: 'success' })
  })

  it.each(['savedCardId', 'cardIdentifier'] as const)(
    'is known by its external name in %s too',
    async (field) => {
      const { browser } = await save()
      const { savedCard, sessionKey } = await browser.send(api.checkout.prepare, {})
      const code = await browser.fetch(
        `/api/demo-cards/api/v1/card-identifiers/${savedCard?.externalIdentifier}/security-code`,
        {
          method: 'POST',
          headers: { Authorization: `Bearer ${sessionKey}` },
          body: JSON.stringify({ securityCode: '123' }),
        },
      )
      expect([code.status, await code.text()]).toEqual([204, ''])
      expect(
        await browser.send(api.checkout.authorise, {
          sessionKey,
          [field]: savedCard?.externalIdentifier ?? '',
          termsAccepted: true,
        }),
      ).toMatchObject({ transactionStatus: 'authorised' })
    },
  )

  it("is nobody else's, and is not shown where many people stand", async () => {
    const { browser } = await save()
    const savedCardId = (await browser.send(api.checkout.prepare, {})).savedCard?.id ?? 0
    const stranger = await buyer((await aCustomer(db, world.operator.id)).id)
    const { sessionKey, savedCards } = await stranger.send(api.checkout.prepare, {})
    expect(savedCards).toEqual([])
    expect(
      await refusal(stranger.send(api.checkout.authorise, { sessionKey, savedCardId, termsAccepted: true })),
    ).toMatchObject({ status: 422, code: 'invalid' })
    expect(await browser.send(api.checkout.prepare, { kiosk: true })).toMatchObject({
      savedCard: null,
      savedCards: [],
    })
    expect(
      await refusal(
        browser.send(api.checkout.authorise, { sessionKey, savedCardId, kiosk: true, termsAccepted: true }),
      ),
    ).toMatchObject({ code: 'invalid' })
  })

  it('a visitor keeps none, nor does a card that was refused', async () => {
    const browser = await buyer()
    await authorise(browser, undefined, { saveCard: true })
    const customer = await buyer((await aCustomer(db, world.operator.id)).id)
    await refusal(authorise(customer, cardEnding.declined, { saveCard: true }))
    expect(await db.selectFrom('savedCard').select('id').execute()).toEqual([])
  })

  it('a card is kept after the bank has said yes', async () => {
    const browser = await buyer((await aCustomer(db, world.operator.id)).id)
    const { transactionUuid, scaData } = await authorise(browser, cardEnding.challengedAndPassed, {
      saveCard: true,
    })
    expect(await db.selectFrom('savedCard').select('id').execute()).toEqual([])
    await browser.fetch('/api/demo-cards/challenge', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ creq: scaData?.[0]?.value ?? '', answer: 'continue' }).toString(),
    })
    await complete(browser, transactionUuid)
    expect(await db.selectFrom('savedCard').select(['lastFour']).execute()).toEqual([{ lastFour: '0003' }])
  })
})

it('terms: what the operator asks buyers to agree to', async () => {
  const id = await houseRules()
  expect(await app.browser().send(api.checkout.terms, {})).toEqual([
    { id, name: 'House rules', html: '<p>Be kind.</p>', required: true },
  ])
})

it('neither card numbers nor names of people are written into the log', async () => {
  const browser = await buyer()
  const { transactionUuid } = await authorise(browser)
  await complete(browser, transactionUuid)
  const lines = JSON.stringify(app.logged)
  expect(lines).not.toContain('4000')
  expect(lines).not.toContain('ann@example.test')
  const kept = JSON.stringify(await db.selectFrom('demoCard').selectAll().execute())
  expect(kept).not.toContain('4000000000000006')
  expect(kept).not.toContain('123')
})
