import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { aClassToBuy, authorise, complete, typeCard, visitor } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { cardEnding } from '#test/support/payments.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let shop: ClassToBuy

beforeEach(async () => {
  shop = await aClassToBuy()
})

/** Billing details as the client sends them. */
const sent = {
  billing_first_name: 'Ann',
  billing_last_name: 'Example',
  billing_address_line_one: '1 Example Road',
  billing_city: 'Exampleton',
  billing_postcode: 'ZZ1 1ZZ',
  email: 'ann@example.test',
}

describe('authorise', () => {
  it('E01: authorises the amount and holds the places for half an hour', async () => {
    const browser = await shop.buyer()
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

  it('E02: a challenge comes with the form to post to the bank', async () => {
    const requested = await authorise(await shop.buyer(), cardEnding.challengedAndPassed)
    expect(requested).toMatchObject({
      transactionStatus: 'challenge',
      scaUrl: 'http://bookings.onside.localhost:3000/api/demo-cards/challenge',
      scaData: [{ name: 'creq', value: expect.stringMatching(/^creq_/) as string }],
    })
  })

  it('a bank may decide later', async () => {
    expect(await authorise(await shop.buyer(), cardEnding.pending)).toMatchObject({
      transactionStatus: 'pending',
    })
  })

  it('E03: a declined card leaves the basket open and its places held for ten minutes', async () => {
    const browser = await shop.buyer()
    shop.app.clock.forward(540_000)
    const card = await typeCard(browser, cardEnding.declined)
    const answer = await browser.fetch('/api/checkout/authorise', {
      method: 'POST',
      body: JSON.stringify({
        session_key: card.sessionKey,
        card_identifier: card.cardIdentifier,
        ...sent,
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

  it('accepts the alternative field names that clients use', async () => {
    const browser = await shop.buyer()
    const { sessionKey, cardIdentifier } = await typeCard(browser)
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
        ...sent,
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
    ['basket_changed', 409, { totalDisplayed: 844 }],
    ['session_expired', 410, { sessionKey: 'ses_unknown' }],
    ['invalid', 422, { email: null }],
    ['invalid', 422, { billingPostcode: '' }],
    ['invalid', 422, { cardIdentifier: null }],
    ['invalid', 422, { savedCardId: '31' }],
  ])('is refused: %s (%i) for %j', async (code, status, more) => {
    await shop.houseRules()
    const browser = await shop.buyer()
    expect(await refusal(authorise(browser, undefined, more))).toMatchObject({ status, code })
    expect(await browser.send(api.baskets.read, {})).toMatchObject({ status: 'open', itemCount: 1 })
  })

  it('a new card needs name and postcode, and a whole address only where the operator demands it', async () => {
    const withoutAddress = { billingAddressLineOne: '', billingCity: '', billingLastName: '' }
    const browser = await shop.buyer()
    expect((await browser.send(api.checkout.prepare, {})).billingAddress).toBe('postcode')
    expect(await authorise(browser, undefined, withoutAddress)).toMatchObject({
      transactionStatus: 'authorised',
    })
    // Settings are read at most once a second.
    const demanding = await aClassToBuy()
    await demanding.db.updateTable('operator').set({ billingAddress: 'full' }).execute()
    const other = await demanding.buyer()
    expect((await other.send(api.checkout.prepare, {})).billingAddress).toBe('full')
    expect((await refusal(authorise(other, undefined, withoutAddress))).validationMessages).toMatchObject({
      billing_address_line_one: ['Enter the first line of the address.'],
      billing_city: ['Enter the town or city.'],
    })
  })

  it('a customer accepts each version of the terms once', async () => {
    const houseRules = await shop.houseRules()
    const { id } = await aCustomer(shop.db, shop.operator.id)
    const accepted = async (browser: TestBrowser) =>
      (await browser.send(api.checkout.terms, {})).map((terms) => terms.accepted)
    const first = await shop.buyer(id)
    expect(await accepted(first)).toEqual([false])
    const refused = { termsAccepted: false, terms: [] }
    expect(await refusal(authorise(first, undefined, refused))).toMatchObject({ code: 'terms_not_accepted' })
    const { transactionUuid } = await authorise(first, undefined, {
      termsAccepted: true,
      terms: [houseRules],
    })
    await complete(first, transactionUuid)
    expect(await accepted(first)).toEqual([true])
    expect(await accepted(shop.app.browser())).toEqual([false])
    await shop.db.updateTable('terms').set({ html: '<p>Be kinder.</p>' }).execute()
    await shop.db
      .updateTable('terms')
      .set({ changedAt: new Date('2027-03-01T00:00:00Z') })
      .execute()
    expect(await accepted(first)).toEqual([false])
  })

  it('a card that the provider rejects is declined with our own message', async () => {
    const refused = await refusal(authorise(await shop.buyer(), undefined, { cardIdentifier: 'cid_unknown' }))
    expect(refused).toMatchObject({ status: 402, code: 'card_declined' })
    expect(refused.message).toContain('Enter them again')
  })

  it('a card of another session is refused', async () => {
    const [one, other] = [await shop.buyer(), await shop.buyer()]
    const { cardIdentifier } = await typeCard(one)
    expect(await refusal(authorise(other, undefined, { cardIdentifier }))).toMatchObject({
      code: 'card_declined',
    })
  })

  it('the session of the card form expires', async () => {
    const browser = await shop.buyer()
    const card = await typeCard(browser)
    shop.app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    shop.app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    shop.app.clock.forward(500_000)
    await browser.send(api.baskets.renew, {})
    shop.app.clock.forward(400_000)
    const refused = await refusal(browser.send(api.checkout.authorise, { ...visitor, ...card }))
    expect(refused).toMatchObject({ status: 410, code: 'session_expired' })
    expect(await browser.send(api.baskets.read, {})).toMatchObject({ status: 'open', itemCount: 1 })
  })

  it('one idempotency key gives one result; without a key an authorised payment is returned again', async () => {
    const browser = await shop.buyer()
    const body = { ...visitor, ...(await typeCard(browser)) }
    const first = await browser.send(api.checkout.authorise, body, { idempotencyKey: 'one' })
    expect(await browser.send(api.checkout.authorise, body, { idempotencyKey: 'one' })).toEqual(first)
    expect(await browser.send(api.checkout.authorise, body, { idempotencyKey: 'two' })).toEqual(first)
    expect(await shop.db.selectFrom('demoCardPayment').select('state').execute()).toEqual([
      { state: 'authorised' },
    ])
  })

  it('accepted cards are not limited', async () => {
    for (let orders = 0; orders < 25; orders += 1) {
      const browser = await shop.buyer()
      await authorise(browser)
      await shop.db.updateTable('occurrence').set({ capacity: 100 }).execute()
    }
    const { rows } = await sql<{
      attempts: number
    }>`select coalesce(max(attempts), 0) as attempts from rate_count`.execute(shop.db)
    expect(rows[0]?.attempts).toBe(0)
  })

  it('card testing is stopped', async () => {
    const browser = await shop.buyer()
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await refusal(authorise(browser, cardEnding.declined))).toMatchObject({ code: 'card_declined' })
    }
    expect(await refusal(authorise(browser, cardEnding.declined))).toMatchObject({
      status: 429,
      code: 'too_many',
    })
  })
})
