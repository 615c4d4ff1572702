import { beforeEach, describe, expect, it } from 'vitest'
import { paymentReference } from '#contract/paymentReference.ts'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToBuy, authorise } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { cardEnding } from '#test/support/payments.ts'
import { api } from '#web/platform/api.ts'
import { sweepPaymentLinks } from './paymentLinks.ts'
import { reconcilePayments } from './reconcile.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let shop: ClassToBuy
let buyer: TestBrowser
let uuid: string

const reconcileAfter = async (seconds: number): Promise<void> => {
  const { db, app } = shop
  app.clock.forward(seconds * 1000)
  const services = { db, cards: app.services.cards.provider, log: quiet }
  await reconcilePayments(services, app.clock.now())
  const jobs = jobHandlers({
    db,
    clock: app.clock,
    log: quiet,
    services: { ...app.services, mail: null },
  })
  await runDueJobs(db, jobs, app.clock.now(), quiet)
}

const newestMail = async (): Promise<string> => (await receivedMessages(shop.db, shop.app)).at(-1)?.text ?? ''

const linkIn = (mail: string): string => /\/payment-links\/[\w-]+/.exec(mail)?.[0] ?? 'no link'

beforeEach(async () => {
  shop = await aClassToBuy()
  buyer = await shop.buyer()
  uuid = (await authorise(buyer, cardEnding.pending)).transactionUuid
  await reconcileAfter(61)
})

describe('E02: the link in a message about a payment', () => {
  it('says in any browser that the bank has not answered, for what, and what to quote', async () => {
    const mail = await newestMail()
    expect(mail).toContain(`quote payment reference ${paymentReference(uuid)}`)
    const answer = await shop.app.browser().fetch(linkIn(mail))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const page = await answer.text()
    for (const expected of [
      'We&#39;re waiting for your bank',
      '£8.45',
      paymentReference(uuid),
      '18:00 to 19:00',
    ])
      expect(page).toContain(expected)
    expect(page).not.toContain('href=')
  })

  it('says that the bank did not answer in time, not that someone else took the place', async () => {
    await reconcileAfter(30 * 60)
    await reconcileAfter(15)
    expect(await buyer.send(api.checkout.transaction, { uuid })).toMatchObject({
      transactionStatus: 'aborted',
      endReason: 'unanswered',
    })
    const mail = await newestMail()
    expect(mail).toContain(`quote payment reference ${paymentReference(uuid)}`)
    const elsewhere = await (await shop.app.browser().fetch(linkIn(mail))).text()
    expect(elsewhere).toContain('Your bank didn&#39;t answer in time. You haven&#39;t been charged.')
    expect(elsewhere).toContain('Nothing is booked.')
    expect(elsewhere).toMatch(/href="[^"]*\/">Book again/)
    expect(await (await buyer.fetch(linkIn(mail))).text()).toMatch(/href="[^"]*\/basket">Go to your basket/)
  })

  it('says that the bank declined', async () => {
    const link = linkIn(await newestMail())
    await shop.db.updateTable('paymentTransaction').set({ status: 'failed', nextAttemptAt: null }).execute()
    expect(await (await buyer.fetch(link)).text()).toContain('Your bank declined the payment.')
    expect(await buyer.send(api.checkout.transaction, { uuid })).toMatchObject({ endReason: 'declined' })
  })

  it('leads to the order once there is one, in any browser', async () => {
    const link = linkIn(await newestMail())
    await shop.db.updateTable('demoCardPayment').set({ state: 'authorised' }).execute()
    await reconcileAfter(11)
    await reconcileAfter(61)
    const browser = shop.app.browser()
    const answer = await browser.fetch(link)
    expect(answer.status).toBe(303)
    const { pathname } = new URL(answer.headers.get('location') ?? '')
    expect(pathname).toMatch(/^\/order-links\/[\w-]{32}$/)
    const order = await browser.fetch(pathname)
    expect(new URL(order.headers.get('location') ?? '').pathname).toMatch(/^\/booking-confirmed\/\d+$/)
  })

  it('opens nothing for a secret that is unknown, or of a link that has expired', async () => {
    const link = linkIn(await newestMail())
    const browser = shop.app.browser()
    const unknown = await browser.fetch(`/payment-links/${'a'.repeat(32)}`)
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('/find-booking')])
    shop.app.clock.forward(31 * 86_400_000)
    expect((await browser.fetch(link)).status).toBe(404)
    expect(await sweepPaymentLinks(shop.db, shop.app.clock.now())).toBe(1)
  })
})
