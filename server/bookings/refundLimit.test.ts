import { beforeEach, expect, it } from 'vitest'
import { aDeskToPayAt, cash } from '#test/support/deskPayments.ts'
import type { DeskToPayAt } from '#test/support/deskPayments.ts'
import { outcome } from '#test/support/outcome.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import type { TestBrowser } from '#test/support/app.ts'
import type { RoleId } from '#contract/permissions.ts'
import { api } from '#web/platform/api.ts'

let shop: DeskToPayAt

beforeEach(async () => {
  shop = await aDeskToPayAt()
})

const aPersonAs = async (role: RoleId): Promise<TestBrowser> => {
  const browser = shop.app.browser({ site: 'desk' })
  await browser.logIn((await aMemberOfStaff(shop.db, shop.operator.id, { roles: [{ role }] })).id)
  return browser
}

/** A sale of £8.45. @returns its booking */
const sell = async (): Promise<number> => {
  await shop.addFor(null)
  const { completeOrderId } = await shop.pay(null, cash(845), { phone: '01632 960001' })
  const { bookings } = await shop.desk.send(api.bookings.order, { completeOrderId })
  return bookings[0]?.id ?? 0
}

const refund = (browser: TestBrowser, bookingId: number, amount = 845) =>
  browser.send(api.bookings.refundAtDesk, { bookingId, amount, to: 'cash', reason: 'Cold pool' })

it('lets a duty manager refund £50 a day beyond the terms, by refund or cancellation, and finance any amount', async () => {
  const manager = await aPersonAs('duty_manager')
  for (let sale = 0; sale < 4; sale += 1) await refund(manager, await sell())
  await manager.send(api.bookings.cancelAtDesk, { bookingId: await sell(), refund: 'full', to: 'cash' })
  const [next, last] = [await sell(), await sell()]
  expect(await refusal(refund(manager, next))).toMatchObject({
    status: 403,
    code: 'over_limit',
    message: 'Your limit is £50.00 a day, £7.75 left. Ask a duty manager.',
  })
  expect(
    await outcome(manager.send(api.bookings.cancelAtDesk, { bookingId: next, refund: 'full', to: 'cash' })),
  ).toBe('over_limit')
  // Refused, nothing has come of it; at once, one of two is.
  const both = [outcome(refund(manager, next, 500)), outcome(refund(manager, last, 500))]
  expect((await Promise.all(both)).toSorted()).toEqual(['ok', 'over_limit'])
  expect(await outcome(refund(await aPersonAs('finance'), last, 300))).toBe('ok')
  expect(await outcome(refund(shop.desk, last, 1))).toBe('forbidden')
  // What the terms give is not counted.
  expect(await outcome(manager.send(api.bookings.cancelAtDesk, { bookingId: await sell() }))).toBe('ok')
  shop.app.clock.forward(24 * 3_600_000)
  const tomorrow = await aPersonAs('duty_manager')
  expect(await outcome(refund(tomorrow, next, 100))).toBe('ok')
})
