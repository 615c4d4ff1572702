import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accountOf } from './support/account.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

const password = 'onside-demo'

/** A code that has not been used yet: the next step counts, too. */
const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })

const typePassword = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const secretOn = async (page: Page): Promise<string> =>
  (await page.locator('form code').innerText()).replaceAll(' ', '')

test('two-step verification is set up in the account and then needed at log-in', async ({
  page,
  product,
  browser,
}) => {
  await page.goto(`${accountOf(product)}/login?redirect=/security`)
  await typePassword(page, 'maya@example.test')
  const twoStep = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-step verification', exact: true }) })
  await expect(page.getByRole('heading', { name: 'Log-in and security' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'security')
  await twoStep.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'connecting the app')
  const secret = await secretOn(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('alert').getByText("This code isn't right.")).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await page
    .locator('ul')
    .filter({ hasText: /^(\w{4}-\w{4}-\w{4}){10}$/ })
    .locator('li')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page, 'the recovery codes')
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()
  await expectAccessible(page, 'two-step verification turned on')

  // Without script: a plain form, wrong first, then with a recovery code.
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const other = await plain.newPage()
  await other.goto(`${accountOf(product)}/login?redirect=/bookings`)
  await typePassword(other, 'maya@example.test')
  await expect(other.getByText('Enter the code from your authenticator app.').first()).toBeVisible()
  await other.getByRole('textbox', { name: 'Code' }).fill('000000')
  await other.getByRole('button', { name: 'Log in' }).click()
  // A phone whose clock is wrong shows wrong codes.
  await expect(
    other.getByRole('alert').getByText("This code isn't right. Wait for the next one and try again."),
  ).toContainText('let your phone set its time automatically')
  await other.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
  await other.getByLabel("Don't ask for a code in this browser for 30 days").check()
  await other.getByRole('button', { name: 'Log in' }).click()
  await expect(other).toHaveURL(`${accountOf(product)}/bookings`)
  // This browser is remembered: the password alone is enough.
  await plain.clearCookies({ name: /^authToken/ })
  await other.goto(`${accountOf(product)}/login?redirect=/bookings`)
  await typePassword(other, 'maya@example.test')
  await expect(other).toHaveURL(`${accountOf(product)}/bookings`)
  await plain.close()

  // With script, in the dialog of the bookings site and by keyboard alone.
  const scripted = await browser.newContext()
  const third = await scripted.newPage()
  await third.goto(`${product.url}/?login=1`)
  const dialog = third.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill('maya@example.test')
  await dialog.getByLabel('Password').fill(password)
  await third.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  // Back to the password, the address is still there.
  await dialog.getByRole('button', { name: 'Start again' }).click()
  await expect(dialog.getByLabel(/e-?mail/i)).toHaveValue('maya@example.test')
  await dialog.getByLabel('Password').fill(password)
  await third.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessibleAtWidths(third, 'the second step')
  await third.keyboard.type('000000')
  await third.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'let your phone set its time automatically',
  )
  await dialog.getByRole('textbox', { name: 'Code' }).fill('')
  await third.keyboard.type(codeOf(secret, 1))
  await third.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(third.getByRole('banner')).toContainText('Maya')
  await scripted.close()

  // Turned off with the password and a recovery code.
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('heading', { name: 'Turn off two-step verification' })).toBeFocused()
  await twoStep.getByLabel('Current password').fill(password)
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '')
  await expectAccessible(page, 'turning two-step verification off')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(twoStep.getByLabel('Current password')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Two-step verification is off.')
})
