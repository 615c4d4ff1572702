import type { Page } from '@playwright/test'
import type { Product } from './support/product.ts'
import { agree, cards, dayFromNow, typeCard, typeDetails } from './support/steps.ts'
import { logInByCall, addCourtByCall } from './support/calls.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

/*
 * Paying with credit: Maya has £20.00, some of which ends soon; Nell has membership credit and an account; Ravi owes
 * a penalty. Each walk takes another day, so that none meets the others'.
 */

const add = async (page: Page, product: Product, days: number): Promise<void> => {
  await addCourtByCall(page, product.url, { day: dayFromNow(days) })
}

const toCheckout = async (page: Page, product: Product): Promise<void> => {
  await page.goto(`${product.url}/basket/checkout`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
}

const expectConfirmed = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText("You're booked")
}

/** What the summary beside the form says is still to pay. */
const toPay = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Order summary' })
    .locator('div')
    .filter({ hasText: /^To pay/ })

test('E06 E07 E08 E13: pays with credit when chosen, alone or with a card', async ({ page, product }) => {
  await logInByCall(page, product.url, 'maya@example.test')
  await add(page, product, 1)
  await toCheckout(page, product)

  // Credit pays only when it is chosen; what would remain is said before.
  const use = page.getByRole('checkbox', { name: /^Use £[\d.]+ credit/ })
  await expect(use).not.toBeChecked()
  await expect(page.getByText(/£[\d.]+ credit remaining/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  await expectAccessible(page, 'checkout with credit to use')
  const requests = page.waitForRequest('**/api/credits/apply')
  await use.check()
  expect((await requests).postDataJSON()).toMatchObject({ cart_source: 'activity-booking' })
  await expect(page.getByText('Credit successfully applied.').first()).toBeVisible()
  await expect(page.getByText('Nothing left to pay')).toBeVisible()
  await expect(toPay(page)).toContainText('£0.00')
  await expect(page.getByRole('button', { name: 'Confirm booking' })).toBeVisible()
  await expectAccessible(page, 'checkout paid by credit')
  await page.reload()
  await expect(use).toBeChecked()

  // Kept for another time, it stays so when the page is loaded again; then a card is requested.
  await use.uncheck()
  await expect(page.getByText("We've saved your credit for another time.")).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  await expect(use).not.toBeChecked()

  await use.check()
  await expect(page.getByRole('button', { name: 'Confirm booking' })).toBeVisible()
  await agree(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expectConfirmed(page)
  await expect(page.getByText('Order completed Successfully.').first()).toBeVisible()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('Your credit')
  await expect(payment).not.toContainText('card')
  await expectAccessible(page, 'an order paid by credit')

  // What is left is less than the next booking: the card pays the rest.
  await add(page, product, 2)
  await add(page, product, 3)
  await toCheckout(page, product)
  await use.check()
  // What is to pay is said before and after.
  await expect(page.getByText('Credit successfully applied.').first()).toBeVisible()
  await expect(page.getByText(/^To pay: £/)).toBeVisible()
  await page.goto(`${product.url}/basket`)
  await expect(page.getByText('Your credit').first()).toBeVisible()
  await expect(page.getByText('To pay').first()).toBeVisible()
  await expectAccessible(page, 'a basket with credit')
  await toCheckout(page, product)
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await agree(page)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expectConfirmed(page)
  await expect(payment).toContainText('Your credit')
  await expect(payment).toContainText('Paid by card')
})

test('E06: says that credit could not be applied when it was spent meanwhile', async ({ page, product }) => {
  await logInByCall(page, product.url, 'nell@example.test')
  await add(page, product, 4)
  await page.route('**/api/credits/apply', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({
        status: 422,
        code: 'credit_not_applicable',
        message: 'Credit amount could not be applied.',
      }),
    }),
  )
  await toCheckout(page, product)
  const use = page.getByRole('checkbox', { name: /membership credit/ })
  // Not check(): it is unchecked again at once.
  await use.click()
  await expect(page.getByText('Credit amount could not be applied.').first()).toBeVisible()
  await expect(use).not.toBeChecked()
  await expectAccessible(page, 'checkout where credit could not be applied')
})

test('G07: shows a penalty beside the basket, and pays it with the basket', async ({ page, product }) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await page.goto(`${product.url}/basket`)
  await expect(page.getByText('You have a penalty to pay')).toBeVisible()
  await expectAccessible(page, 'an empty basket of somebody who owes')
  await page.getByRole('button', { name: /^Add to basket: Missed: Yoga/ }).click()
  await expect(page.getByRole('heading', { name: 'Penalty: Missed: Yoga' })).toBeVisible()
  await expect(page.getByText('You have a penalty to pay')).toBeHidden()
  await expectAccessible(page, 'a basket with a penalty')
  await toCheckout(page, product)
  await expect(toPay(page)).toContainText('£3.00')
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await agree(page)
  await page.getByRole('button', { name: /^Pay £3.00/ }).click()
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await expect(page.getByRole('main')).toContainText('Missed: Yoga')
  await expectAccessible(page, 'a penalty that is paid')
})
