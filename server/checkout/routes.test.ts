import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToBuy, authorise, complete } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let shop: ClassToBuy

beforeEach(async () => {
  shop = await aClassToBuy()
})

describe('prepare', () => {
  it('E01: names the provider, its session and the tenders', async () => {
    const prepared = await (await shop.buyer()).send(api.checkout.prepare, {})
    expect(prepared).toEqual({
      paymentProvider: 'demo',
      sessionKey: expect.stringMatching(/^ses_/) as string,
      sessionExpiresAt: '2027-02-28T10:30:00Z',
      mode: 'test',
      url: 'http://bookings.onside.localhost:3000/api/demo-cards',
      paymentProviderConfiguration: {
        url: 'http://bookings.onside.localhost:3000/api/demo-cards',
        fieldsUrl: 'http://bookings.onside.localhost:3000/api/demo-cards/fields',
        walletsUrl: 'http://bookings.onside.localhost:3000/api/demo-cards/wallets',
        currency: 'gbp',
      },
      savedCard: null,
      savedCards: [],
      billingAddress: 'postcode',
      tenders: ['card'],
      balance: 845,
      formattedBalance: '£8.45',
    })
  })

  it('E01: a card is charged in the currency that prices are in', async () => {
    await shop.db.updateTable('operator').set({ currencySymbol: '€' }).execute()
    const browser = await shop.buyer()
    expect(await browser.send(api.checkout.prepare, {})).toMatchObject({
      paymentProviderConfiguration: { currency: 'eur' },
      formattedBalance: '€8.45',
    })
    await authorise(browser)
    const paid = await shop.db.selectFrom('paymentTransaction').select('currency').executeTakeFirstOrThrow()
    expect(paid.currency).toBe('eur')
  })

  it('is refused when there is nothing to pay for', async () => {
    expect(await refusal(shop.app.browser().send(api.checkout.prepare, {}))).toMatchObject({
      status: 422,
      code: 'basket_empty',
    })
  })

  it('is refused when no hold is live, and names the items', async () => {
    const browser = await shop.buyer()
    shop.app.clock.forward(601_000)
    const refused = await refusal(browser.send(api.checkout.prepare, {}))
    expect(refused).toMatchObject({ status: 409, code: 'place_lost' })
    expect(refused.validationMessages['items']?.[0]).toContain('yoga')
  })

  it('a visitor must log in for items that need an account', async () => {
    await shop.db.updateTable('activity').set({ allowsAnonymousBookings: false }).execute()
    const browser = await shop.buyer()
    expect(await refusal(browser.send(api.checkout.prepare, {}))).toMatchObject({
      status: 403,
      code: 'login_required',
    })
    const customer = await aCustomer(shop.db, shop.operator.id)
    expect(await (await shop.buyer(customer.id)).send(api.checkout.prepare, {})).toMatchObject({
      balance: 845,
    })
  })
})

describe('a transaction', () => {
  it('can be read by its uuid from any browser', async () => {
    const { transactionUuid } = await authorise(await shop.buyer())
    expect(await shop.app.browser().send(api.checkout.transaction, { uuid: transactionUuid })).toEqual({
      transactionUuid,
      transactionStatus: 'authorised',
      endReason: null,
      completeOrderId: null,
      reference: null,
    })
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense'])('%s is not found', async (uuid) => {
    expect(await refusal(shop.app.browser().send(api.checkout.transaction, { uuid }))).toMatchObject({
      status: 404,
    })
  })
})

describe('E01: saved cards', () => {
  const save = async (): Promise<{ browser: TestBrowser; customerId: number }> => {
    const { id: customerId } = await aCustomer(shop.db, shop.operator.id)
    const browser = await shop.buyer(customerId)
    const { transactionUuid } = await authorise(browser, undefined, { saveCard: true })
    await complete(browser, transactionUuid)
    const other = await anActivity(shop.db, shop.venue.id, { price: 300 })
    const room = await aLocation(shop.db, shop.venue.id)
    const later = await anOccurrence(shop.db, {
      activity: other,
      locationId: room.id,
      startsAt: new Date('2027-03-03T18:00:00Z'),
    })
    await browser.send(api.baskets.add, { items: [{ id: later.publicId }] })
    return { browser, customerId }
  }

  it('is saved for the customer who agreed, and pays without being entered again', async () => {
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
    'is accepted by its external id as %s too',
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

  it('is private, and not offered at a kiosk', async () => {
    const { browser } = await save()
    const savedCardId = (await browser.send(api.checkout.prepare, {})).savedCard?.id ?? 0
    const stranger = await shop.buyer((await aCustomer(shop.db, shop.operator.id)).id)
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

  it('is not saved for a visitor or when it is declined', async () => {
    const browser = await shop.buyer()
    await authorise(browser, undefined, { saveCard: true })
    const customer = await shop.buyer((await aCustomer(shop.db, shop.operator.id)).id)
    await refusal(authorise(customer, cardEnding.declined, { saveCard: true }))
    expect(await shop.db.selectFrom('savedCard').select('id').execute()).toEqual([])
  })

  it('is saved after the bank has approved', async () => {
    const browser = await shop.buyer((await aCustomer(shop.db, shop.operator.id)).id)
    const { transactionUuid, scaData } = await authorise(browser, cardEnding.challengedAndPassed, {
      saveCard: true,
    })
    expect(await shop.db.selectFrom('savedCard').select('id').execute()).toEqual([])
    await browser.fetch('/api/demo-cards/challenge', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ creq: scaData?.[0]?.value ?? '', answer: 'continue' }).toString(),
    })
    await complete(browser, transactionUuid)
    expect(await shop.db.selectFrom('savedCard').select(['lastFour']).execute()).toEqual([
      { lastFour: '0003' },
    ])
  })
})

it("terms: lists the operator's terms for buyers", async () => {
  const id = await shop.houseRules()
  expect(await shop.app.browser().send(api.checkout.terms, {})).toEqual([
    { id, name: 'House rules', html: '<p>Be kind.</p>', required: true, accepted: false },
  ])
})

it('terms: leaves out those that the operator has withdrawn', async () => {
  const id = await shop.houseRules()
  const customer = await shop.buyer((await aCustomer(shop.db, shop.operator.id)).id)
  await shop.db.updateTable('terms').set({ withdrawn: true }).where('id', '=', id).execute()
  for (const one of [shop.app.browser(), customer]) expect(await one.send(api.checkout.terms, {})).toEqual([])
})

it("neither card numbers nor customers' names are logged", async () => {
  const browser = await shop.buyer()
  const { transactionUuid } = await authorise(browser)
  await complete(browser, transactionUuid)
  const lines = JSON.stringify(shop.app.logged)
  expect(lines).not.toContain('4000')
  expect(lines).not.toContain('ann@example.test')
  const savedCards = JSON.stringify(await shop.db.selectFrom('demoCard').selectAll().execute())
  expect(savedCards).not.toContain('4000000000000006')
  expect(savedCards).not.toContain('123')
})
