import { beforeEach, expect, it } from 'vitest'
import { aClassToCancel, startsAt } from '#test/support/cancellations.ts'
import type { ClassToCancel } from '#test/support/cancellations.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { textOfPdf } from '#test/support/pdf.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let shop: ClassToCancel

beforeEach(async () => {
  shop = await aClassToCancel()
  await shop.db.updateTable('activity').set({ vatRate: 2000, printReceipt: true }).execute()
})

const receiptOf = async (browser: TestBrowser, orderId: number): Promise<string> => {
  const answer = await browser.fetch(`/api/activities/orders/${orderId}/receipt`)
  return textOfPdf(Buffer.from(await answer.arrayBuffer())).replaceAll('\n', ' ')
}

const orderOf = (browser: TestBrowser, completeOrderId: number) =>
  browser.send(api.bookings.order, { completeOrderId })

it('says what has come back of a part that was cancelled, on the order and on the receipt, with the tax that is left', async () => {
  const ann = await shop.customer()
  const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId, shop.later.publicId])
  expect(await orderOf(ann.browser, orderId)).toMatchObject({ refunds: [], taxTotal: 282, netTaxTotal: 282 })
  await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
  expect(await orderOf(ann.browser, orderId)).toMatchObject({
    total: 1690,
    taxTotal: 282,
    netTaxTotal: 141,
    refunds: [{ to: 'credit', amount: 845, formatted: '£8.45', status: 'done' }],
  })
  const words = await receiptOf(ann.browser, orderId)
  for (const expected of [
    '(cancelled)',
    'Total £16.90',
    'Refunded as credit',
    'VAT included at 20% (net £7.04) £1.41',
    'Paid: Card',
  ])
    expect(words).toContain(expected)
})

it('has the tax in a fee for cancelling late', async () => {
  const ann = await shop.customer()
  const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
  shop.app.clock.set(new Date(startsAt.getTime() - 60_000))
  await ann.browser.logIn(ann.id)
  await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
  expect(await orderOf(ann.browser, orderId)).toMatchObject({
    refunds: [{ to: 'credit', amount: 545 }],
    netTaxTotal: 50,
  })
  expect(await receiptOf(ann.browser, orderId)).toContain('VAT included at 20% (net £2.50) £0.50')
})

it('does not count a refund that the card company has refused, nor call a payment made that it could not take', async () => {
  await shop.refundToCards()
  const ann = await shop.customer()
  const { orderId, bookings } = await shop.buy(ann.browser, [shop.occurrence.publicId])
  await shop.cancel(ann.browser, bookings[0]?.id ?? 0)
  await shop.db.updateTable('refund').set({ status: 'failed', nextAttemptAt: null }).execute()
  expect(await orderOf(ann.browser, orderId)).toMatchObject({
    refunds: [{ to: 'card', amount: 845, status: 'failed' }],
    netTaxTotal: 141,
  })
  expect(await receiptOf(ann.browser, orderId)).not.toContain('Refunded')
  await shop.db.updateTable('orderPayment').set({ status: 'failed' }).execute()
  expect((await orderOf(ann.browser, orderId)).payments).toMatchObject([{ amount: 845, status: 'failed' }])
  const words = await receiptOf(ann.browser, orderId)
  expect(words).toContain('Payment failed: Card')
  expect(words).not.toContain('Paid: Card')
})

it('each paid order has one for its buyer alone, and one that cost nothing has none', async () => {
  await shop.db.updateTable('activity').set({ printReceipt: false }).execute()
  const ann = await shop.customer()
  const { orderId } = await shop.buy(ann.browser, [shop.occurrence.publicId])
  expect(await ann.browser.send(api.bookings.receipt, { completeOrderId: orderId })).toMatchObject({
    total: '£8.45',
    entries: [{ label: 'Paid: Card', amount: '£8.45' }],
  })
  expect(await receiptOf(ann.browser, orderId)).toContain('£8.45')
  const other = await shop.customer()
  for (const browser of [other.browser, shop.app.browser()])
    expect(await refusal(browser.send(api.bookings.receipt, { completeOrderId: orderId }))).toMatchObject({
      status: 404,
    })
  await shop.db.updateTable('customerOrder').set({ total: 0, items: '[]' }).execute()
  expect(await refusal(ann.browser.send(api.bookings.receipt, { completeOrderId: orderId }))).toMatchObject({
    status: 404,
  })
})
