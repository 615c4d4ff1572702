import type { Page } from '@playwright/test'
import type { Product } from './support/product.ts'
import {
  addFirst,
  agree,
  cardFrame,
  cards,
  dayFromNow,
  typeCard,
  typeDetails,
  venue,
} from './support/steps.ts'
import { addCourtByCall, logInByCall } from './support/calls.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtWidths,
  expectLargeTextReadable,
  test,
  widths,
} from './support/walk.ts'

/** Stands at checkout with a court. Each walk takes another day, so that none meets the others'. */
const toCheckout = async (page: Page, product: Product, days: number): Promise<void> => {
  await addCourtByCall(page, product.url, { day: dayFromNow(days) })
  await page.goto(`${product.url}/basket/checkout`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
}

const pay = (page: Page) =>
  page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()

const expectConfirmed = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText("You're booked")
}

test('E01 E04 E14 A07 A08 A09 D01: a visitor books a court and pays by card', async ({
  page,
  product,
  browser,
}) => {
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(1)}/location`)
  await addFirst(page)
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping basket')
  await expectAccessibleAtWidths(page, 'the basket', [320, ...widths])
  await page
    .getByRole('link', { name: /checkout/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await expectAccessibleAtWidths(page, 'checkout', [320, ...widths])
  await typeDetails(page)
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectLargeTextReadable(page, `checkout at ${width} px and 200 % text`)
  }
  await typeCard(page, cards.accepted)
  await agree(page)
  await pay(page)
  await expectConfirmed(page)
  await expect(page.getByText('Order completed Successfully.').first()).toBeVisible()
  await expect(page.getByText('Badminton 60 min').first()).toBeVisible()
  await expectAccessible(page, 'the confirmation')

  const calendar = await page.getByRole('link', { name: /calendar/i }).getAttribute('href')
  const file = await page.evaluate(async (address) => (await fetch(address)).text(), calendar ?? '')
  expect(file).toContain('BEGIN:VEVENT')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText("You're booked")
  const stranger = await browser.newPage()
  const refused = await stranger.goto(page.url())
  expect(refused?.status(), 'somebody else').toBe(404)
  await stranger.close()
})

test('E02: places the order after a passed challenge', async ({ page, product }) => {
  await toCheckout(page, product, 2)
  await typeDetails(page)
  await typeCard(page, cards.challengedAndPassed)
  await agree(page)
  await pay(page)
  const bank = page.frameLocator('iframe[title*="ank"]')
  await bank.getByRole('button', { name: 'Continue' }).click()
  await expectConfirmed(page)
})

test('E03: keeps what is typed after a failed challenge, and another card pays', async ({
  page,
  product,
}) => {
  await toCheckout(page, product, 3)
  await typeDetails(page)
  await typeCard(page, cards.challengedAndFailed)
  await agree(page)
  await pay(page)
  await page.frameLocator('iframe[title*="ank"]').getByRole('button', { name: 'Continue' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /bank|declined|not/i })
      .first(),
  ).toBeVisible()
  await expect(page.getByLabel(/e-?mail/i)).toHaveValue('visitor@example.test')
  await expectAccessible(page, 'checkout after a failed challenge')
  await typeCard(page, cards.accepted)
  await pay(page)
  await expectConfirmed(page)
})

/** I04: on a phone the button to pay stays at the lower edge, where messages appear. */
const expectToastClear = async (page: Page): Promise<void> => {
  const toast = page.getByRole('alert').locator('p', { hasText: 'The card was declined.' }).last()
  const button = page.getByRole('button', { name: /^Pay £/ }).last()
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expect(button).toBeInViewport({ ratio: 1 })
  const [message, bar] = [await toast.boundingBox(), await button.boundingBox()]
  expect(message !== null && bar !== null && message.y + message.height <= bar.y, 'above the button').toBe(
    true,
  )
}

test('E01 E05 I04: reports a declined card, keeps the places, and another card pays', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await toCheckout(page, product, 4)
  await typeDetails(page)
  await typeCard(page, cards.declined)
  await agree(page)
  await pay(page)
  await expect(page.getByText('The card was declined.').first()).toBeVisible()
  // First, because the message goes by itself.
  await expectToastClear(page)
  await expectAccessible(page, 'checkout after a declined card')
  await typeCard(page, cards.accepted)
  await pay(page)
  await expectConfirmed(page)
})

test('E01 E05: paying at once after a declined card waits for the new session instead of doing nothing', async ({
  page,
  product,
}) => {
  await toCheckout(page, product, 5)
  await typeDetails(page)
  await typeCard(page, cards.declined)
  await agree(page)
  await page.route('**/api/checkout/prepare', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 3000)
    })
    await route.continue()
  })
  const preparing = page.waitForRequest('**/api/checkout/prepare')
  await pay(page)
  await preparing
  await typeCard(page, cards.accepted)
  await pay(page)
  await expectConfirmed(page)
})

test('E01 I03: lists and links what is missing, and keeps what is typed', async ({ page, product }) => {
  await toCheckout(page, product, 5)
  await page.getByLabel('Full name').fill('Ann Example')
  await pay(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeVisible()
  await expect(summary.getByRole('link').first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Example')
  await expectAccessible(page, 'checkout with its mistakes listed')
})

test('E01: a customer saves a card and pays with it the next time', async ({ page, product }) => {
  await logInByCall(page, product.url, 'nell@example.test')
  await toCheckout(page, product, 1)
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await page.getByRole('checkbox', { name: /save|keep|remember/i }).check()
  await agree(page)
  await pay(page)
  await expectConfirmed(page)

  await toCheckout(page, product, 2)
  await page.getByRole('radio', { name: /0006/ }).check()
  await cardFrame(page)
    .getByLabel(/security code/i)
    .fill('123')
  await agree(page)
  await pay(page)
  await expectConfirmed(page)
})

test('E01: a guest pays by wallet on a phone, which supplies name, e-mail and postcode', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await toCheckout(page, product, 5)
  const wallets = page.frameLocator('iframe[title="Wallets"]')
  const open = wallets.getByRole('button', { name: 'Pay with Demo wallet' })
  // At once: the words beside the button say that paying accepts the terms.
  await expect(page.getByText(/^By paying with a wallet you accept/)).toBeVisible()
  await open.click()
  await expect(wallets.getByText('Robin Example')).toBeVisible()
  await expectAccessible(page, 'checkout with an open wallet')
  await wallets.getByRole('combobox', { name: 'Card' }).selectOption({ label: 'Visa ending 0002: declined' })
  await wallets.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The card was declined.' }).first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Robin Example')
  await open.click()
  await wallets.getByRole('combobox', { name: 'Card' }).selectOption({ label: 'Visa ending 0001: accepted' })
  await wallets.getByRole('button', { name: /^Pay £/ }).click()
  await expectConfirmed(page)
})
