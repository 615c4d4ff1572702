import { expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import { buildPaymentOrder } from './purchase.ts'
import type { Purchase } from './purchase.ts'

const orderOf = (basket: Basket | null) =>
  buildPaymentOrder({
    purchase: { basket, order: { source: 'activity-booking' } } as Purchase,
    terms: [],
    values: { billingName: '' } as Parameters<typeof buildPaymentOrder>[0]['values'],
    required: { email: false, billing: false, address: false, terms: false },
    session: null,
    channel: { checkout: {} } as Parameters<typeof buildPaymentOrder>[0]['channel'],
    saveCard: false,
    onAccount: false,
  })

it('the total that the page displays is sent with a payment and with an order, so that nobody pays another', () => {
  const { authorise, complete } = orderOf({ total: 845 } as Basket)
  expect([authorise.totalDisplayed, complete.totalDisplayed]).toEqual([845, 845])
  expect(orderOf(null).complete).not.toHaveProperty('totalDisplayed')
})
