import type { Page } from '@playwright/test'
import type { Product } from './support/product.ts'
import { accountOf, heading } from './support/account.ts'
import { joinGold } from './support/membership.ts'
import { cards, typeCard } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

const toMemberships = async (page: Page, product: Product): Promise<void> => {
  await page.goto(`${accountOf(product)}/memberships`)
  await expect(heading(page)).toHaveText('Memberships')
}

const toCardForm = async (page: Page, product: Product): Promise<void> => {
  await toMemberships(page, product)
  await page.getByRole('link', { name: 'Change card: Gold' }).click()
  await expect(heading(page)).toHaveText('Change card for Gold')
  await expect(page.getByText('Loading the card form')).toHaveCount(0)
}

const save = (page: Page) => page.getByRole('button', { name: 'Save card' }).click()

const bank = (page: Page) => page.frameLocator('iframe[title="Bank verification"]')

test('G03: the card of a membership is changed while nothing is owed', async ({ page, product }) => {
  test.slow()
  await joinGold(page, product, 'wilf-card@example.test', 'card')
  await toMemberships(page, product)
  await expect(page.getByText('Visa ending in 0006, expires 09/40')).toBeVisible()
  await expectAccessible(page, 'a membership paid by card')
  await toCardForm(page, product)
  await expect(heading(page)).toBeFocused()
  await expectAccessibleAtWidths(page, 'changing the card', [320, ...widths])

  await page.getByLabel('Full name').fill('')
  await save(page)
  await expect(page.getByText('Enter your name')).toBeVisible()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByLabel('Full name').fill('Wilf Thrushgrove')

  await typeCard(page, cards.declined)
  await save(page)
  const problem = page.getByRole('alert').filter({ hasText: 'The card was declined.' })
  await expect(problem).toContainText("Your card isn't changed.")
  await expectAccessible(page, 'a declined card')

  // The line is cut; the same press works once it is back.
  await typeCard(page, cards.accepted)
  await page.route('**/api/my-account/memberships/*/card', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't connect" })).toBeVisible({
    timeout: 20_000,
  })
  await expectAccessible(page, 'without a connection')
  await page.unroute('**/api/my-account/memberships/*/card')
  await save(page)
  await expect(page).toHaveURL(`${accountOf(product)}/memberships`)
  await expect(page.getByText('Your card is changed.').first()).toBeVisible()
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText('Visa ending in 0006, expires 12/30')).toBeVisible()
})

test('G03: the bank asks the cardholder before the card of a membership is changed', async ({
  page,
  product,
}) => {
  test.slow()
  await joinGold(page, product, 'wilf-bank@example.test', 'card')
  await toCardForm(page, product)
  await typeCard(page, cards.challengedAndPassed)
  await save(page)
  await expect(bank(page).getByText('save this card for later payments')).toBeVisible()
  await expectAccessible(page, "the bank's question")
  await page.getByRole('button', { name: 'Leave bank verification' }).click()
  await expect(page.getByText("Your card isn't changed then.")).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You left the bank verification' })).toBeVisible()

  await typeCard(page, cards.challengedAndFailed)
  await save(page)
  await bank(page).getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: "Your bank couldn't confirm that it's you" }),
  ).toBeVisible()

  await typeCard(page, cards.challengedAndPassed)
  await save(page)
  await bank(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your card is changed.').first()).toBeVisible()
  await expect(page.getByText('Visa ending in 0003, expires 12/30')).toBeVisible()
})

test('G03: a bank that takes its time leaves the card as it is', async ({ page, product }) => {
  test.slow()
  await joinGold(page, product, 'wilf-slow@example.test', 'card')
  await toCardForm(page, product)
  await typeCard(page, cards.pending)
  await save(page)
  await expect(page.getByText("We're waiting for your bank.")).toBeVisible()
  await expect(page.getByText(/we'll e-mail you when the card is changed/)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page, 'waiting for the bank')
  await toMemberships(page, product)
  await expect(page.getByText('Visa ending in 0006, expires 09/40')).toBeVisible()
})

test('G03: the bank account of a membership is changed while nothing is owed', async ({ page, product }) => {
  test.slow()
  await joinGold(page, product, 'wilf-debit@example.test', 'direct_debit')
  await toMemberships(page, product)
  await page.getByRole('link', { name: 'Change bank account: Gold' }).click()
  await expect(heading(page)).toHaveText('Change bank account for Gold')
  await expectAccessibleAtWidths(page, 'changing the bank account', [320, ...widths])
  await page.getByLabel('Name on the account').fill('Wilf Thrushgrove')
  await page.getByLabel('Sort code').fill('08-99-99')
  await page.getByLabel('Account number').fill('66374959')
  await page.getByRole('button', { name: 'Save bank account' }).click()
  await expect(
    page.getByText("This account number doesn't match the sort code. Check both.").first(),
  ).toBeVisible()
  await expect(page.getByLabel('Account number')).toBeFocused()
  await expectAccessible(page, 'a wrong account number')
  await page.getByLabel('Account number').fill('66374958')
  await page.getByRole('button', { name: 'Save bank account' }).click()
  await expect(page).toHaveURL(`${accountOf(product)}/memberships`)
  await expect(page.getByText('Your bank account is changed.').first()).toBeVisible()
  await expect(heading(page)).toBeFocused()
})
