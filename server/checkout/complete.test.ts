import { beforeEach, describe, expect, it } from 'vitest'
import { aClassToBuy, authorise, complete, startsAt, visitor } from '#test/support/buying.ts'
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

describe('complete', () => {
  it('E04: makes the order and captures the money', async () => {
    const browser = await shop.buyer()
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
      endReason: null,
      completeOrderId: placed.completeOrderId,
      reference: placed.reference,
    })
    expect(await shop.db.selectFrom('demoCardPayment').select(['state', 'captured']).execute()).toEqual([
      { state: 'captured', captured: 845 },
    ])
    expect(await browser.send(api.baskets.read, {})).toMatchObject({ itemCount: 0 })
  })

  it('returns the same order for repeated calls, and the next basket is a new one', async () => {
    const browser = await shop.buyer()
    const { transactionUuid } = await authorise(browser)
    const first = await complete(browser, transactionUuid)
    expect(await complete(browser, transactionUuid)).toEqual(first)
    expect(
      await complete(browser, undefined, {
        payments: [{ tenderType: 'card', transactionId: transactionUuid }],
      }),
    ).toEqual(first)
    const next = await browser.send(api.baskets.add, { items: [{ id: shop.occurrence.publicId }] })
    expect(next.uuid).not.toBe(first.orderUuid)
  })

  it('takes a payment that names its transaction alone for the card', async () => {
    const browser = await shop.buyer()
    const { transactionUuid } = await authorise(browser)
    const answer = await browser.fetch('/api/checkout/complete', {
      method: 'POST',
      body: JSON.stringify({ payments: [{ transaction_id: transactionUuid }], terms: [true] }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'success' }])
  })

  it('says that an authorised payment makes its order even if the call is refused for its form', async () => {
    const browser = await shop.buyer()
    const { transactionUuid } = await authorise(browser)
    const refused = async (body: object) => {
      const answer = await browser.fetch('/api/checkout/complete', {
        method: 'POST',
        body: JSON.stringify({ ...body, terms: [true], source: 'elsewhere' }),
      })
      return ((await answer.json()) as { status: number; errors: Record<string, string[]> }).errors
    }
    const why = [expect.stringContaining('We make the order within a few minutes')]
    expect(await refused({ transaction_uuid: transactionUuid })).toMatchObject({
      source: [expect.any(String)],
      transaction_uuid: why,
    })
    expect(await refused({ payments: [{ transaction_id: transactionUuid }] })).toMatchObject({
      transaction_uuid: why,
    })
    await complete(browser, transactionUuid)
    expect(await refused({ transaction_uuid: transactionUuid })).not.toHaveProperty('transaction_uuid')
    expect(await refused({ transaction_uuid: 'none' })).not.toHaveProperty('transaction_uuid')
  })

  it('E05: is refused until the bank has approved', async () => {
    const browser = await shop.buyer()
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

  it.each(['visitor', 'customer'])("answers another %s's payment like a missing one", async (who) => {
    const aBuyer = async () =>
      shop.buyer(who === 'customer' ? (await aCustomer(shop.db, shop.operator.id)).id : undefined)
    const { transactionUuid } = await authorise(await aBuyer())
    const other = await aBuyer()
    for (const uuid of [transactionUuid, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const refused = await refusal(complete(other, uuid))
      expect(refused).toMatchObject({
        status: 402,
        code: 'payment_not_authorised',
        message: "Your bank hasn't approved this payment.",
      })
    }
  })

  it('a hash with other items belongs to another basket', async () => {
    const browser = await shop.buyer()
    const { transactionUuid } = await authorise(browser)
    expect(
      await refusal(complete(browser, transactionUuid, { itemHash: Buffer.from('99').toString('base64') })),
    ).toMatchObject({ status: 409, code: 'basket_changed' })
  })

  it.each([
    ['unpaid_balance', 422, {}],
    ['basket_changed', 409, { itemHash: Buffer.from('99').toString('base64') }],
    ['basket_changed', 409, { totalDisplayed: 844 }],
  ])('without a payment: %s (%i)', async (code, status, more) => {
    expect(await refusal(complete(await shop.buyer(), undefined, more))).toMatchObject({ status, code })
  })

  it('without a basket there is nothing to pay for', async () => {
    expect(await refusal(complete(shop.app.browser()))).toMatchObject({ status: 422, code: 'basket_empty' })
  })

  it('the basket is unpaid while the bank has not decided', async () => {
    const browser = await shop.buyer()
    await authorise(browser, cardEnding.pending)
    expect(await refusal(complete(browser))).toMatchObject({ status: 402, code: 'payment_not_authorised' })
  })

  it('finds the payment of the basket once the bank has approved', async () => {
    const browser = await shop.buyer()
    const { transactionUuid } = await authorise(browser)
    const { completeOrderId } = await complete(browser)
    expect(await browser.send(api.checkout.transaction, { uuid: transactionUuid })).toMatchObject({
      completeOrderId,
    })
  })
})

describe('E13: a free order', () => {
  const free = async (): Promise<string> => {
    const activity = await anActivity(shop.db, shop.venue.id, { price: 0 })
    const room = await aLocation(shop.db, shop.venue.id)
    return (await anOccurrence(shop.db, { activity, locationId: room.id, startsAt }, { capacity: 1 }))
      .publicId
  }

  it('is completed without a payment, once for repeated calls', async () => {
    const browser = await shop.buyer(undefined, await free())
    const first = await complete(browser)
    expect(await complete(browser)).toEqual(first)
    expect(await shop.db.selectFrom('orderPayment').select('id').execute()).toEqual([])
    expect(await browser.send(api.bookings.order, { completeOrderId: first.completeOrderId })).toMatchObject({
      total: 0,
      payments: [],
      bookings: [{ price: '£0.00' }],
    })
  })

  it("a customer's hash names the lines", async () => {
    const customer = await aCustomer(shop.db, shop.operator.id)
    const browser = await shop.buyer(customer.id, await free())
    const { itemHash } = await browser.send(api.baskets.read, {})
    const first = await complete(browser, undefined, { itemHash })
    expect(await complete(browser, undefined, { itemHash })).toEqual(first)
  })

  it('a card is authorised for nothing at once, without a provider call', async () => {
    const browser = await shop.buyer(undefined, await free())
    const authorised = await browser.send(api.checkout.authorise, { ...visitor, sessionKey: 'none' })
    expect(authorised).toMatchObject({ transactionStatus: 'authorised', amount: 0 })
    const placed = await complete(browser)
    expect(await complete(browser, authorised.transactionUuid)).toEqual(placed)
  })

  it("requires a visitor's e-mail address and accepted terms", async () => {
    const id = await free()
    const termsId = await shop.houseRules()
    const browser = await shop.buyer(undefined, id)
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

  it('names a lapsed place that is taken', async () => {
    const id = await free()
    const browser = await shop.buyer(undefined, id)
    const { itemHash } = await browser.send(api.baskets.read, {})
    shop.app.clock.forward(601_000)
    await shop.buyer(undefined, id)
    expect(await refusal(complete(browser, undefined, { itemHash }))).toMatchObject({
      status: 409,
      code: 'place_lost',
    })
  })
})
