import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import { call, logInByCall, openSite } from './calls.ts'

export const accountOf = ({ url }: Product): string => url.replace('//bookings.', '//account.')

/** Opens a page of the account as somebody who has logged in. */
export const logInAt = async (page: Page, product: Product, email: string, path = '/'): Promise<void> => {
  await logInByCall(page, accountOf(product), email)
  await page.goto(accountOf(product) + path)
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Registers a customer of this walk's own and logs the browser in. */
export const registerCustomer = async (page: Page, product: Product, email: string): Promise<void> => {
  await openSite(page, product.url)
  await call(page, '/api/auth/customer/register', {
    body: {
      first_name: 'Wilf',
      last_name: 'Thrushgrove',
      email,
      password: 'a heron on the lock gate',
      date_of_birth: '1990-05-01',
      terms_accepted: true,
      client_id: 'quillmoor',
      source: 'bookings',
    },
  })
}
