import type { Page } from '@playwright/test'
import { registerCustomer } from './account.ts'
import { call, payByCall } from './calls.ts'
import type { Product } from './product.ts'
import { dayFromNow, venue } from './steps.ts'

/** Registers a customer of this walk's own who is a member of Gold from today, and logs the browser in. */
export const joinGold = async (
  page: Page,
  product: Product,
  email: string,
  paymentMethod: 'card' | 'direct_debit',
): Promise<void> => {
  await registerCustomer(page, product, email)
  const { data: plans } = await call<{ data: { id: number; name: string }[] }>(
    page,
    `/api/online-joining/venues/${venue.slug}/plans`,
  )
  const { data: joining } = await call<{ data: { id: number } }>(page, '/api/online-joining/join', {
    body: {
      plan_id: plans.find(({ name }) => name === 'Gold')?.id,
      venue_slug: venue.slug,
      start_date: dayFromNow(0),
      payment_method: paymentMethod,
      billing_day: 1,
      bank_account: { account_name: 'Wilf Thrushgrove', sort_code: '000000', account_number: '12345678' },
      terms_accepted: true,
    },
  })
  await payByCall(
    page,
    { source: 'online-joining', joining_id: joining.id },
    { name: 'Wilf Thrushgrove', expiry: '0940' },
  )
}
