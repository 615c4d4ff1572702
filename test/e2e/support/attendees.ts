import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'

/** From the basket to the step that asks who comes. */
export const toAttendees = async (page: Page, product: Product): Promise<void> => {
  await page.goto(`${product.url}/basket`)
  await page.getByRole('link', { name: 'Go to checkout' }).first().click()
  await expect(page).toHaveURL(/\/attendees$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Attendees')
  await expect(page.getByRole('button', { name: 'Continue to checkout' })).toBeVisible()
}
