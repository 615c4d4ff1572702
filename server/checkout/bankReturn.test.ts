import { beforeEach, describe, expect, it } from 'vitest'
import { aClassToBuy, authorise, complete } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let shop: ClassToBuy

beforeEach(async () => {
  shop = await aClassToBuy()
})

describe('E02: the return from the bank', () => {
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
    [cardEnding.challengedAndFailed, 'failed', "Your bank hasn't approved the payment.", 'open'],
  ])(
    "%s: the bank's page, its button, and the return without a cookie: %s",
    async (number, status, heading, basketStatus) => {
      const browser = await shop.buyer()
      const { transactionUuid, scaUrl, scaData } = await authorise(browser, number)
      const bank = shop.app.browser()
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

  it('the page continues to the order after the bank has approved', async () => {
    const browser = await shop.buyer()
    const { transactionUuid, scaUrl, scaData } = await authorise(browser, cardEnding.challengedAndPassed)
    await browser.fetch(
      new URL(scaUrl ?? '').pathname,
      form({ creq: scaData?.[0]?.value ?? '', answer: 'continue' }),
    )
    expect(await complete(browser, transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('ignores the status that the browser sends', async () => {
    const browser = await shop.buyer()
    const { transactionUuid } = await authorise(browser, cardEnding.challengedAndFailed)
    const back = await shop.app
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
    '%s: not found',
    async (path) => {
      const answer = await shop.app.browser().fetch(path, form({ creq: 'creq_unknown' }))
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )
})
