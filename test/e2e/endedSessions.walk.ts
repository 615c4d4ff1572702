import type { Locator, Page } from '@playwright/test'
import { logInAt } from './support/account.ts'
import { addFirst, agree, cards, dayFromNow, typeCard, venue } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

/** A session that has ended loses nothing: what was pressed or typed goes on after the next log-in. */

const courts = (days: number) => `/location/${venue.slug}/badminton-60min/${dayFromNow(days)}/location`

const isLive = (page: Page) => expect(page.locator('#root[data-live]')).toBeAttached()

/** Ends the session on the server, as a log-out everywhere does; the browser keeps its cookie. */
const endSession = async (page: Page): Promise<void> => {
  const token = (await page.context().cookies()).find(({ name }) => /token$/i.test(name))
  if (token === undefined) throw new Error('Nobody is logged in.')
  await page.context().addCookies([{ ...token, value: 'x'.repeat(43) }])
}

const logInAgain = async (form: Locator, email: string): Promise<void> => {
  await form.getByLabel('E-mail address or customer number').fill(email)
  await form.getByLabel('Password', { exact: true }).fill('onside-demo')
  await form.getByRole('button', { name: 'Log in' }).click()
}

test('F06: repeats the pressed action after logging in again when the session has ended', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'maya@example.test')
  // A read that comes late would notice the end first and reload the page: these come once it is hydrated.
  const lateReads = ['favourites', 'waitlist-ranges'].map((read) =>
    page.waitForResponse(`**/api/my-account/${read}`),
  )
  await page.goto(product.url + courts(2))
  await isLive(page)
  await Promise.all(lateReads)
  await page.waitForLoadState('networkidle')
  await endSession(page)
  const name = (await page.getByRole('button', { name: /^Add / }).first().getAttribute('aria-label')) ?? ''
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(
    page.getByText("You've been logged out. Log in and we'll finish what you started."),
  ).toBeVisible()
  await expectAccessible(page, 'the login after the session has ended')
  await logInAgain(dialog, 'maya@example.test')
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Basket/ })).toHaveAccessibleName(
    'Basket, 1 item',
  )
})

test('F06: a press whose page is loaded anew when the session has ended is finished after logging in again', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(product.url + courts(3))
  await isLive(page)
  const call = '**/api/activities/cart/add'
  await page.route(call, () => undefined)
  const sent = page.waitForRequest(call)
  await page.getByRole('button', { name: /^Add / }).first().click()
  await sent
  await endSession(page)
  await page.reload()
  await page.unroute(call)
  await expect(
    page.getByText("You've been logged out. Log in and we'll finish what you started."),
  ).toBeVisible()
  await logInAgain(page.getByRole('dialog'), 'maya@example.test')
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
})

test('F06: a checkout whose session has ended leads back to the basket', async ({ page, product }) => {
  await logInByCall(page, product.url + courts(4), 'nell@example.test')
  await page.goto(product.url + courts(4))
  await addFirst(page)
  await endSession(page)
  await page.goto(`${product.url}/basket/checkout`)
  const main = page.getByRole('main')
  await expect(main).toContainText('If you were logged in, log in again to see your basket.')
  await expect(page.getByText("You've been logged out. Log in again to continue.").first()).toBeVisible()
  await expectAccessible(page, 'the checkout without the basket')
  await main.getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await logInAgain(dialog, 'nell@example.test')
  await expect(main).toContainText('Badminton 60 min')
})

test('F06: keeps the order and the card at the checkout, and pays after logging in again', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url + courts(6), 'nell@example.test')
  await page.goto(product.url + courts(6))
  await addFirst(page)
  await page.goto(`${product.url}/basket/checkout`)
  await isLive(page)
  await page.waitForLoadState('networkidle')
  await typeCard(page, cards.accepted)
  await agree(page)
  await endSession(page)
  const pay = page.getByRole('button', { name: /^Pay £/ })
  await pay.click()
  await expect(page.getByRole('heading', { level: 1, name: "You've been logged out" })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).not.toContainText('nothing')
  await expectAccessible(page, 'the login in place of the checkout')
  await logInAgain(main, 'nell@example.test')
  // The card is still there, too.
  await pay.click()
  await expect(page).toHaveURL(/\/booking-confirmed\//)
})

test('F06: keeps what was typed when saving finds that the session has ended', async ({ page, product }) => {
  await logInAt(page, product, 'ravi@example.test', '/details')
  await isLive(page)
  await page.getByLabel('Address line 2').fill('Behind the mill')
  await endSession(page)
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: "You've been logged out" })).toBeFocused()
  await expectAccessible(page, 'the login in place of the details')
  const main = page.getByRole('main')
  await logInAgain(main, 'ravi@example.test')
  await expect(page.getByRole('heading', { level: 1, name: 'My details' })).toBeFocused()
  await expect(page.getByLabel('Address line 2')).toHaveValue('Behind the mill')
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(page.getByText('Changes saved').first()).toBeVisible()
})

test('F06: keeps what was typed for joining when the session has ended', async ({ page, product }) => {
  await logInAt(page, product, 'otis@example.test')
  await page.goto(`${product.url.replace('//bookings.', '//join.')}/location/${venue.slug}`)
  await page.getByRole('link', { name: 'Choose Swim' }).click()
  const name = page.getByLabel('Name on the account')
  await name.fill('Otis Farrowdale')
  await page.getByLabel('Sort code').fill('000003')
  await page.getByLabel('Account number').fill('12345678')
  await page.getByRole('checkbox', { name: /accept/ }).check()
  await endSession(page)
  await page.getByRole('main').locator('form').getByRole('button').last().click()
  await expect(page.getByRole('heading', { level: 1, name: "You've been logged out" })).toBeFocused()
  await expect(page.getByText('Unauthenticated')).toHaveCount(0)
  const main = page.getByRole('main')
  await logInAgain(main, 'otis@example.test')
  await expect(name).toBeVisible()
  await expect(name).toHaveValue('Otis Farrowdale')
})
