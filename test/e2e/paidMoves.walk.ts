import type { Page } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { deskOf, logIn } from './support/desk.ts'
import type { Product } from './support/product.ts'
import { bookCourtByCall, logInByCall } from './support/calls.ts'
import { cards, typeCard, typeDetails, weekdayFromNow } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

/** A weekday: its evening is dearer. */
const day = weekdayFromNow(3)

/** Opens the confirmation of a court of that day, paid by card. */
const book = async (page: Page, product: Product): Promise<void> => {
  await page.goto(product.url + (await bookCourtByCall(page, product.url, { day })))
}

/** Chooses the first time of the day that costs more, and goes on to its payment. */
const chooseDearer = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Move this booking' })
  await dialog.getByRole('combobox', { name: 'Day' }).selectOption(day)
  await dialog.getByRole('radio', { name: / more/ }).first().check()
  await expect(dialog.getByText('Your booking stays where it is until you have paid.')).toBeVisible()
}

const pay = async (page: Page, card: string): Promise<void> => {
  await typeCard(page, card)
  await page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()
}

test('a customer moves a booking to a dearer time and pays the difference', async ({ page, product }) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await book(page, product)
  const order = page.url()
  await page.goto(`${accountOf(product)}/bookings`)
  await page
    .getByRole('link', { name: /^Move booking/ })
    .first()
    .click()
  await chooseDearer(page)
  await expectAccessibleAtWidths(page, 'a dearer time', [320, 768, 1280])
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/move-booking\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pay £[\d.]+ to move your booking$/)
  await expect(page.getByText("We're holding the new time for you until")).toBeVisible()
  await expectAccessibleAtWidths(page, 'paying for a move', [320, 768, 1280])

  await pay(page, cards.declined)
  const alert = page.getByRole('alert').filter({ hasText: 'declined' }).first()
  await expect(alert).toContainText('your booking is still at its old time')
  await expectAccessibleAtWidths(page, 'a move declined', [320, 768, 1280])

  await pay(page, cards.challengedAndPassed)
  await page.frameLocator('iframe[title*="ank"]').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has moved' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You paid £' })).toBeFocused()
  await expectAccessibleAtWidths(page, 'a move paid', [320, 768, 1280])
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Badminton' }).first()).toBeVisible()
  await page.goto(order)
  await expect(page.getByRole('main').getByText('Card')).toHaveCount(2)
  await expectAccessibleAtWidths(page, 'an order with a paid move', [320, 768, 1280])
})

test('a visitor moves a booking to a dearer time from their order', async ({ page, product }) => {
  await book(page, product)
  const order = page.url()
  await page.getByRole('link', { name: /^Move/ }).first().click()
  await chooseDearer(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/move-booking\/\d+$/)
  await typeDetails(page)
  await pay(page, cards.accepted)
  await expect(page.getByRole('heading', { name: 'Your booking has moved' })).toBeVisible()
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page).toHaveURL(order)
  await expectAccessibleAtWidths(page, "a visitor's order with a paid move")
})

test('the old time stays', async ({ page, product }) => {
  await book(page, product)
  const order = page.url()
  await page.getByRole('link', { name: /^Move/ }).first().click()
  await chooseDearer(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/move-booking\/\d+$/)
  const payment = page.url()
  await page.getByRole('button', { name: 'Keep my old time' }).click()
  await expect(page).toHaveURL(order)
  await page.goto(payment)
  await expect(page.getByText('This move has ended')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a move that has ended', [320, 768, 1280])
})

test('the desk takes the difference in cash', async ({ page, product }) => {
  await book(page, product)
  const path = new URL(page.url()).pathname
  await logIn(page, deskOf(product), 'desk@example.test')
  await page.goto(deskOf(product) + path)
  await page.getByRole('button', { name: /^Move/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Move this booking' })
  await dialog.getByRole('combobox', { name: 'Day' }).selectOption(day)
  await dialog.getByRole('radio', { name: / more/ }).first().check()
  await expect(dialog.getByText('The booking moves once you have recorded how.')).toBeVisible()
  await dialog.getByRole('button', { name: / paid in cash$/ }).scrollIntoViewIfNeeded()
  await expectAccessibleAtWidths(page, 'a dearer time at the desk', [320, 768, 1280])
  await dialog.getByRole('button', { name: / paid in cash$/ }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Moved to' })).toContainText(' taken')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/cash/i).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'an order moved at the desk', [320, 768, 1280])
})
