import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import { venue } from './steps.ts'
import { logInByCall } from './calls.ts'

export const deskOf = ({ port }: Product): string => `http://desk.onside.localhost:${port}`

/** Opens the desk at the day of the venue, as somebody who has logged in. */
export const logIn = async (page: Page, url: string, email: string): Promise<void> => {
  await logInByCall(page, url, email)
  await page.goto(url)
  await expect(page).toHaveURL(new RegExp(`/today/${venue.slug}/`))
}

/** Logs in with the form of the desk, which opens at the day of the venue. */
export const logInByForm = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(url)
  await page.getByLabel('E-mail address or customer number').fill(email)
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(new RegExp(`/today/${venue.slug}/`))
}

/** Where the desk says who is being served. */
export const served = (page: Page) => page.getByRole('region', { name: 'Customer being served' })

/** Chooses a customer without a mouse. */
export const choose = async (page: Page, typed: string, name: string): Promise<void> => {
  // Keys are heard once the page is hydrated.
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Find a customer' }).fill(typed)
  await expect(page.getByRole('option', { name: new RegExp(name) })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(served(page).getByText(name)).toBeVisible()
}
