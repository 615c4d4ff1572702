import type { Locator, Page } from '@playwright/test'
import { agree, cardFrame, cards, logIn, typeCard, typeDetails } from './support/steps.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

/*
 * How much it takes from home to paid, on a phone. The aims are 5 taps and 5 fields for a court as a guest (the search,
 * e-mail, name, postcode and card), and 2 taps for the same again with a saved card. Lower a limit when it takes less.
 */
const limits = { courtAsGuest: { taps: 5, fields: 5 }, sameAgain: { taps: 2, fields: 1 } }

/** Counts what a person presses and fills in. */
const createCounter = () => {
  const counted = { taps: 0, fields: 0 }
  return {
    counted,
    tap: async (target: Locator): Promise<void> => {
      counted.taps += 1
      await target.click()
    },
    fill: async (target: Locator, text: string): Promise<void> => {
      counted.fields += 1
      await target.fill(text)
    },
  }
}

const phone = { width: 375, height: 812 }

const expectConfirmed = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
}

test('a visitor finds a court and pays', async ({ page, product }) => {
  await page.setViewportSize(phone)
  const { counted, tap, fill } = createCounter()
  await page.goto(product.url)
  await expectAccessible(page, 'home on a phone')
  await fill(page.getByRole('searchbox'), 'badminton 60 tomorrow')
  const first = page.getByRole('link', { name: /^Tomorrow \d\d:\d\d £.*courts? left$/ }).first()
  await expect(first).toBeVisible()
  await expectAccessible(page, 'results on a phone')
  await tap(first)
  await tap(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Add to basket/ })
      .first(),
  )
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Go to checkout' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await fill(page.getByLabel(/e-?mail/i).first(), 'visitor@example.test')
  await fill(page.getByLabel('Full name'), 'Ann Example')
  await fill(page.getByLabel('Postcode'), 'ZZ1 1ZZ')
  // The card is one field: its number, expiry and code are in one box, which browsers fill at once.
  await fill(cardFrame(page).getByLabel(/card number/i), cards.accepted)
  await cardFrame(page)
    .getByLabel(/expiry/i)
    .fill('12/30')
  await cardFrame(page)
    .getByLabel(/security code/i)
    .fill('123')
  await expect(page.getByRole('main').locator('form').getByRole('textbox')).toHaveCount(3)
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all())
    if (!(await box.isChecked())) await tap(box)
  await tap(page.getByRole('button', { name: /^Pay £/ }).first())
  await expectConfirmed(page)
  expect(counted.taps).toBeLessThanOrEqual(limits.courtAsGuest.taps)
  expect(counted.fields).toBeLessThanOrEqual(limits.courtAsGuest.fields)
})

test('a customer books the same again with their saved card', async ({ page, product }) => {
  await page.setViewportSize(phone)
  await page.goto(product.url)
  await logIn(page, 'maya@example.test')
  // Once with a new card, which is saved.
  await page.goto(`${product.url}/?q=sunrise+yoga+tomorrow`)
  await page
    .getByRole('link', { name: /^Tomorrow 07:00/ })
    .first()
    .click()
  const added = page.waitForResponse('**/api/activities/cart/add')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Book now/ })
    .click()
  await added
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await typeDetails(page, 'maya@example.test')
  const other = page.getByRole('radio', { name: /another card|new card/i })
  if (await other.isVisible()) await other.check()
  await typeCard(page, cards.accepted)
  await page.getByLabel('Save this card for next time').check()
  await agree(page)
  await page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()
  await expectConfirmed(page)
  await expect(page.getByRole('button', { name: /^Book Sunrise yoga for £/ })).toBeVisible()

  const { counted, tap, fill } = createCounter()
  await page.goto(product.url)
  await expect(page.getByRole('heading', { name: 'Book it again' })).toBeVisible()
  await expectAccessible(page, 'home of a customer on a phone')
  await tap(page.getByRole('button', { name: /^Book Sunrise yoga for £/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await fill(cardFrame(page).getByLabel(/security code/i), '123')
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all())
    if (!(await box.isChecked())) await tap(box)
  await tap(page.getByRole('button', { name: /^Pay £/ }).first())
  await expectConfirmed(page)
  expect(counted.taps).toBeLessThanOrEqual(limits.sameAgain.taps)
  expect(counted.fields).toBeLessThanOrEqual(limits.sameAgain.fields)
})
