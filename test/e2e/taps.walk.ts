import type { Locator, Page } from '@playwright/test'
import { agree, cardFrame, cards, typeCard, typeDetails } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { createCounter } from './support/taps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

/*
 * How much it takes from home to paid, on a phone. The aims are 5 taps and 5 fields for a court as a guest, and 2 taps
 * for the same again with a saved card. Every input that is filled in counts: one search, e-mail, name and postcode,
 * and the card's number, expiry and code. A typed card cannot take fewer: the card company requires its three, and the
 * API requires e-mail, name and postcode of a new card. With a wallet only the search is typed. Lower a limit when it
 * takes less.
 */
const limits = {
  courtByCard: { taps: 4, fields: 7 },
  courtByWallet: { taps: 5, fields: 1 },
  sameAgain: { taps: 2, fields: 1 },
  memberClass: { taps: 4, fields: 1 },
}

const phone = { width: 375, height: 812 }

const expectConfirmed = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
}

type Counter = ReturnType<typeof createCounter>

/** Waits for the results: late in the evening the times listed before are tomorrow's as well. */
const search = async (page: Page, words: string, fill: Counter['fill']): Promise<void> => {
  await fill(page.getByRole('searchbox'), words)
  await expect(page).toHaveURL(/[?&]q=/)
}

const openCheckoutWithCourt = async (
  page: Page,
  {
    url,
    tap,
    fill,
    look = async () => {},
  }: { url: string; look?: (where: string) => Promise<void> } & Pick<Counter, 'tap' | 'fill'>,
): Promise<void> => {
  await page.goto(url)
  await look('home')
  await search(page, 'badminton 60 tomorrow', fill)
  const first = page.getByRole('link', { name: /^Tomorrow \d\d:\d\d £.*courts? left$/ }).first()
  await expect(first).toBeVisible()
  await look('results')
  await tap(first)
  await look('a court of an hour')
  await tap(page.getByRole('dialog').getByRole('button', { name: /^Book Court .* now$/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
}

const acceptTerms = async (page: Page, tap: Counter['tap']): Promise<void> => {
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all())
    if (!(await box.isChecked())) await tap(box)
}

/** The inputs of a place that a person can fill in. */
const inputsIn = (place: Locator): Locator =>
  place.locator('input:not([type=checkbox], [type=radio]), select, textarea').filter({ visible: true })

test('a visitor finds a court and pays by card', async ({ page, product }) => {
  await page.setViewportSize(phone)
  const { counted, tap, fill } = createCounter()
  const look = (where: string) => expectAccessibleAtWidths(page, where)
  await openCheckoutWithCourt(page, { url: product.url, tap, fill, look })
  const card = cardFrame(page)
  await expect(card.getByLabel(/card number/i)).toBeVisible()
  const toFill = [
    inputsIn(page.getByRole('main').locator('form')),
    // The company's own fields are inputs like ours.
    inputsIn(card.locator('body')),
  ]
  const numberOfInputs = (await Promise.all(toFill.map((inputs) => inputs.count()))).reduce((a, b) => a + b)
  const afterSearch = counted.fields
  await fill(page.getByLabel(/e-?mail/i).first(), 'visitor@example.test')
  await fill(page.getByLabel('Full name'), 'Ann Example')
  await fill(page.getByLabel('Postcode'), 'ZZ1 1ZZ')
  await fill(card.getByLabel(/card number/i), cards.accepted)
  await fill(card.getByLabel(/expiry/i), '12/30')
  await fill(card.getByLabel(/security code/i), '123')
  expect(counted.fields - afterSearch).toBe(numberOfInputs)
  await acceptTerms(page, tap)
  await expectAccessibleAtWidths(page, 'checkout of a visitor')
  await tap(page.getByRole('button', { name: /^Pay £/ }).first())
  await expectConfirmed(page)
  await expectAccessibleAtWidths(page, 'the confirmation for a visitor')
  expect(counted.taps).toBeLessThanOrEqual(limits.courtByCard.taps)
  expect(counted.fields).toBeLessThanOrEqual(limits.courtByCard.fields)
})

test('a visitor finds a court and pays by wallet', async ({ page, product }) => {
  await page.setViewportSize(phone)
  const { counted, tap, fill } = createCounter()
  await openCheckoutWithCourt(page, { url: product.url, tap, fill })
  await acceptTerms(page, tap)
  const wallets = page.frameLocator('iframe[title="Wallets"]')
  await tap(wallets.getByRole('button', { name: 'Pay with Demo wallet' }))
  await tap(wallets.getByRole('button', { name: /^Pay £/ }))
  await expectConfirmed(page)
  expect(counted.taps).toBeLessThanOrEqual(limits.courtByWallet.taps)
  expect(counted.fields).toBeLessThanOrEqual(limits.courtByWallet.fields)
})

test('a customer books the same again with their saved card', async ({ page, product }) => {
  await page.setViewportSize(phone)
  await logInByCall(page, product.url, 'maya@example.test')
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
  await expectAccessibleAtWidths(page, 'home of a customer')
  await tap(page.getByRole('button', { name: /^Book Sunrise yoga for £/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await fill(cardFrame(page).getByLabel(/security code/i), '123')
  await acceptTerms(page, tap)
  await tap(page.getByRole('button', { name: /^Pay £/ }).first())
  await expectConfirmed(page)
  expect(counted.taps).toBeLessThanOrEqual(limits.sameAgain.taps)
  expect(counted.fields).toBeLessThanOrEqual(limits.sameAgain.fields)
})

test('a member books a class that the membership covers', async ({ page, product }) => {
  await page.setViewportSize(phone)
  await logInByCall(page, product.url, 'nell@example.test')
  await page.goto(product.url)
  const { counted, tap, fill } = createCounter()
  await search(page, 'yoga saddle moor tomorrow', fill)
  await tap(page.getByRole('link', { name: /^Tomorrow \d\d:\d\d .*places? left$/ }).first())
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(/covers this/).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'a class that a membership covers')
  await tap(panel.getByRole('button', { name: /^Book now/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await acceptTerms(page, tap)
  await expectAccessibleAtWidths(page, 'checkout of a member')
  await tap(page.getByRole('button', { name: /^(Book|Pay £|Confirm)/ }).first())
  await expectConfirmed(page)
  await expectAccessibleAtWidths(page, 'the confirmation for a member')
  expect(counted.taps).toBeLessThanOrEqual(limits.memberClass.taps)
  expect(counted.fields).toBeLessThanOrEqual(limits.memberClass.fields)
})
