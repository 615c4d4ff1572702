import { beforeEach, expect, it } from 'vitest'
import { aClassToCancel, startsAt } from '#test/support/cancellations.ts'
import type { ClassToCancel } from '#test/support/cancellations.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { textOfPdf } from '#test/support/pdf.ts'
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
    'Total: £16.90',
    'Refunded: £8.45 as credit',
    'VAT included at 20 %: £1.41',
    'Paid by Card: £16.90',
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
  expect(await receiptOf(ann.browser, orderId)).toContain('VAT included at 20 %: £0.50')
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
  expect(words).toContain('Payment failed, Card: £8.45')
  expect(words).not.toContain('Paid by Card')
})
