import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'

export const accountOf = ({ url }: Product): string => url.replace('//bookings.', '//account.')

/** Logs in at a page of the account, which shows the log-in first. */
export const logInAt = async (page: Page, product: Product, email: string, path = '/'): Promise<void> => {
  await page.goto(accountOf(product) + path)
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(accountOf(product) + path)
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Registers a customer of this walk's own and logs the browser in. */
export const registerCustomer = async (page: Page, product: Product, email: string): Promise<void> => {
  await page.goto(product.url)
  const status = await page.evaluate(
    async (address) =>
      (
        await fetch('/api/auth/customer/register', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            first_name: 'Wilf',
            last_name: 'Thrushgrove',
            email: address,
            password: 'a heron on the lock gate',
            date_of_birth: '1990-05-01',
            terms_accepted: true,
            client_id: 'quillmoor',
            source: 'bookings',
          }),
        })
      ).status,
    email,
  )
  expect(status).toBe(200)
}
