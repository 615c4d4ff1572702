import { beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { grantCredit } from '#server/credits/grant.ts'
import { aClassToCancel, now, quiet } from '#test/support/cancellations.ts'
import type { ClassToCancel } from '#test/support/cancellations.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { failRefund, reconcileRefunds } from './refunds.ts'

let shop: ClassToCancel

beforeEach(async () => {
  shop = await aClassToCancel()
})

describe('F10 G05: cancelling a booking', () => {
  it('refunds to the card once, even when the provider is unreachable at first', async () => {
    await shop.refundToCards()
    const ann = await shop.customer()
    const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId, shop.later.publicId])
    const [first, second] = bookings
    expect(first?.cancellationRefund).toMatchObject({ raw: 845, to: 'card' })
    expect(await shop.cancel(ann.browser, first?.id ?? 0)).toMatchObject({ refund: { to: 'card' } })
    expect(await shop.statusOf(ann.browser, orderId)).toBe('partly_refunded')
    // The provider is unreachable, so the result is unknown.
    const cards = shop.app.services.cards.provider
    const away = {
      ...cards,
      refund: async (ask: Parameters<typeof cards.refund>[0]) => {
        await cards.refund(ask)
        throw new Error('No answer.')
      },
    }
    const services = { db: shop.db, cards, log: quiet }
    await reconcilePayments(services, shop.app.clock.now())
    await reconcileRefunds({ ...services, cards: away }, shop.app.clock.now())
    shop.app.clock.forward(60_000)
    await shop.reconcileAll()
    await shop.cancel(ann.browser, second?.id ?? 0)
    await shop.reconcileAll()
    const given = await shop.db.selectFrom('demoCardRefund').select('amount').execute()
    expect(given).toEqual([{ amount: 845 }, { amount: 845 }])
    expect(await shop.statusOf(ann.browser, orderId)).toBe('refunded')
    expect(await shop.creditBalance(ann.id)).toBe(0)
    await shop.auditBooks()
  })

  it('writes to the buyer once the card company has paid a refund, and again when the bank sends it back', async () => {
    await shop.refundToCards()
    const ann = await shop.customer({ email: 'ann@example.test' })
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
    expect(await sentMessages(shop.db, shop.app, 'refund_paid')).toEqual([])
    await shop.reconcileAll()
    await shop.reconcileAll()
    expect(await sentMessages(shop.db, shop.app, 'refund_paid')).toMatchObject([
      {
        recipient: 'ann@example.test',
        subject: expect.stringMatching(/^£8\.45 refunded: .+, Thu 4 Mar, 18:00$/) as string,
        text: expect.stringMatching(/We've sent £8\.45 of order \S+ back to the card/) as string,
      },
    ])
    const { uuid: refundKey } = await shop.db.selectFrom('refund').select('uuid').executeTakeFirstOrThrow()
    const failedAt = shop.app.clock.now()
    await failRefund({ db: shop.db, log: quiet }, { refundKey, failedAt }, failedAt)
    await failRefund({ db: shop.db, log: quiet }, { refundKey, failedAt }, failedAt)
    expect(await sentMessages(shop.db, shop.app, 'refund_failed')).toMatchObject([
      {
        recipient: 'ann@example.test',
        subject: expect.stringMatching(/^Your refund of £8\.45 hasn't reached your card: /) as string,
      },
    ])
  })

  it('does not refund to a card before its payment is captured', async () => {
    await shop.refundToCards()
    const ann = await shop.customer()
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
    const services = { db: shop.db, cards: shop.app.services.cards.provider, log: quiet }
    // The provider has not confirmed the capture yet.
    const took = (at: Date | null) =>
      shop.db.updateTable('paymentTransaction').set({ capturedAt: at }).execute()
    await took(null)
    expect(await reconcileRefunds(services, shop.app.clock.now())).toBe(1)
    expect(await shop.refundState()).toEqual({ captured: [null], refunds: ['due'], given: 0 })
    await took(shop.app.clock.now())
    shop.app.clock.forward(60_000)
    await shop.reconcileAll()
    expect(await shop.refundState()).toMatchObject({ refunds: ['done'], given: 1 })
    await shop.auditBooks()
  })

  it('is made late where nothing ran for a day, or the capture took one: no key can have been forgotten', async () => {
    await shop.refundToCards()
    const ann = await shop.customer()
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    const services = { db: shop.db, cards: shop.app.services.cards.provider, log: quiet }
    await reconcilePayments(services, shop.app.clock.now())
    const captureAt = (at: Date | null) =>
      shop.db.updateTable('paymentTransaction').set({ capturedAt: at }).execute()
    await captureAt(null)
    await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
    shop.app.clock.forward(30 * 3_600_000)
    await reconcileRefunds(services, shop.app.clock.now())
    shop.app.clock.forward(30 * 3_600_000)
    await captureAt(shop.app.clock.now())
    await reconcileRefunds(services, shop.app.clock.now())
    expect(await shop.refundState()).toMatchObject({ refunds: ['done'], given: 1 })
    await shop.auditBooks()
  })

  it.each([
    [
      'that the provider has not answered for a day',
      async () => {
        const cards = { ...shop.app.services.cards.provider, refund: () => Promise.reject(new Error('away')) }
        await reconcileRefunds({ db: shop.db, cards, log: quiet }, shop.app.clock.now())
        shop.app.clock.forward(21 * 3_600_000)
      },
    ],
    [
      'of a payment that was never captured',
      async () => void (await shop.db.updateTable('orderPayment').set({ status: 'failed' }).execute()),
    ],
  ])('leaves a refund to staff %s', async (_, happen) => {
    await shop.refundToCards()
    const ann = await shop.customer()
    const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
    const cards = shop.app.services.cards.provider
    await reconcilePayments({ db: shop.db, cards, log: quiet }, shop.app.clock.now())
    await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
    await happen()
    const sentNotices: string[] = []
    const log = { ...quiet, error: (_fields: object, words: string) => void sentNotices.push(words) }
    await reconcileRefunds({ db: shop.db, cards, log }, shop.app.clock.now())
    expect(await shop.refundState()).toMatchObject({ refunds: ['failed'], given: 0 })
    expect(sentNotices).toEqual(['a refund is left to staff'])
    // Nothing has been given back yet.
    await ann.browser.logIn(ann.id)
    expect(await shop.statusOf(ann.browser, orderId)).toBe('confirmed')
    expect(await reconcileRefunds({ db: shop.db, cards, log }, shop.app.clock.now())).toBe(0)
  })

  it('of a mixed order refunds credit first, then the card', async () => {
    await shop.refundToCards()
    const ann = await shop.customer()
    await grantCredit(
      shop.db,
      {
        operatorId: shop.operator.id,
        customerId: ann.id,
        type: 'general',
        amount: 1000,
        expiresOn: null,
        description: 'A present',
        from: 'grant',
      },
      now,
    )
    const { bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId, shop.later.publicId], 1000)
    expect(await shop.creditBalance(ann.id)).toBe(0)
    const [first, second] = bookings
    expect((await shop.cancel(ann.browser, first?.id ?? 0)).refund).toMatchObject({ raw: 845, to: 'credit' })
    expect(await shop.creditBalance(ann.id)).toBe(845)
    const preview = await ann.browser.send(api.bookings.one, { bookingId: second?.id ?? 0 })
    expect(preview.cancellationRefund).toMatchObject({
      raw: 845,
      to: 'card',
      parts: [
        { to: 'credit', amount: 155 },
        { to: 'card', amount: 690 },
      ],
    })
    await shop.cancel(ann.browser, second?.id ?? 0)
    expect(await shop.creditBalance(ann.id)).toBe(1000)
    await shop.reconcileAll()
    expect(await shop.db.selectFrom('demoCardRefund').select('amount').execute()).toEqual([{ amount: 690 }])
    await shop.auditBooks()
  })
})
