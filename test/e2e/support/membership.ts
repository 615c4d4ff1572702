import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { registerCustomer } from './account.ts'
import type { Product } from './product.ts'

/** Registers a customer of this walk's own who is a member of Gold from today, and logs the browser in. */
export const joinGold = async (
  page: Page,
  product: Product,
  email: string,
  paymentMethod: 'card' | 'direct_debit',
): Promise<void> => {
  await registerCustomer(page, product, email)
  const status = await page.evaluate(
    async ({ method, today }) => {
      const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
        const answer = await fetch(path, {
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${text}`)
        return JSON.parse(text)
      }
      const venue = 'fernhill-leisure-centre'
      const { data: plans } = await call(`/api/online-joining/venues/${venue}/plans`)
      const plan = plans.find(({ name }: { name: string }) => name === 'Gold')
      const { data: joining } = await call('/api/online-joining/join', {
        plan_id: plan.id,
        venue_slug: venue,
        start_date: today,
        payment_method: method,
        billing_day: 1,
        bank_account: { account_name: 'Wilf Thrushgrove', sort_code: '000000', account_number: '12345678' },
        terms_accepted: true,
      })
      const what = { source: 'online-joining', joining_id: joining.id }
      const prepared = await call(`/api/checkout/prepare?source=online-joining&joining_id=${joining.id}`)
      const card = await call(
        `${new URL(prepared.url).pathname}/api/v1/card-identifiers`,
        {
          cardDetails: {
            cardholderName: 'Wilf Thrushgrove',
            cardNumber: '4000000000000006',
            expiryDate: '0940',
            securityCode: '123',
          },
        },
        { Authorization: `Bearer ${prepared.session_key}` },
      )
      const authorised = await call('/api/checkout/authorise', {
        ...what,
        session_key: prepared.session_key,
        card_identifier: card.cardIdentifier,
        billing_first_name: 'Wilf',
        billing_last_name: 'Thrushgrove',
        billing_postcode: 'ZZ1 1ZZ',
        billing_address_line_one: '1 Example Road',
        billing_city: 'Exampleton',
        terms_accepted: true,
      })
      const done = await call('/api/checkout/complete', {
        ...what,
        transaction_uuid: authorised.transaction_uuid,
        terms_accepted: true,
      })
      return done.status
    },
    {
      method: paymentMethod,
      today: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date()),
    },
  )
  expect(status).toBe('success')
}
