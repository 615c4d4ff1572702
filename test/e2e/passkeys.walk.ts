import { accountOf } from './support/account.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

test('a passkey is added in the account, logs in without a password, and is removed', async ({
  page,
  product,
}) => {
  const account = accountOf(product)
  await addAuthenticator(page)
  await page.goto(`${account}/login?redirect=/security`)
  await page.getByLabel(/e-?mail/i).fill('maya@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  const passkeys = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  await expect(passkeys.getByText("You don't have a passkey yet.")).toBeVisible()
  await passkeys.getByLabel('Name').fill('My phone')
  await passkeys.getByLabel('Current password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Your current password is wrong.')).toBeVisible()
  await passkeys.getByLabel('Current password').fill('onside-demo')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Not used yet.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'passkeys')
  // One passkey is good on all sites under one domain.
  await page.context().clearCookies({ name: /^authToken/ })
  await page.goto(`${product.url}/?login=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Maya')

  await page.goto(`${account}/security`)
  await expect(passkeys.getByText(/^Added on .* Last used on /)).toBeVisible()
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click()
  await expectAccessible(page, 'removing a passkey')
  await dialog.getByLabel('Current password').fill('onside-demo')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByText("You don't have a passkey yet.")).toBeVisible()

  await page.context().clearCookies({ name: /^authToken/ })
  await page.goto(`${account}/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText('log in with your password')
  await expectAccessible(page, 'a log-in page with a refused passkey')
})
