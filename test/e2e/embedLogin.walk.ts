import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accountOf } from './support/account.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { frameOf, test } from './support/town.ts'
import { expect, expectAccessible } from './support/walk.ts'

const logInWithPassword = async (at: Page | Locator, email: string): Promise<void> => {
  await at.getByLabel(/e-?mail/i).fill(email)
  await at.getByLabel('Password').fill('onside-demo')
  await at.getByRole('button', { name: 'Log in' }).click()
}

/** Connects an app, as staff have to at their next log-in. @returns the secret of its codes */
const connectApp = async (at: Page | Locator): Promise<string> => {
  await at.getByRole('button', { name: 'Set up' }).click()
  const secret = (await at.locator('form code').innerText()).replaceAll(' ', '')
  await at.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await at.getByRole('button', { name: 'Turn on' }).click()
  await expect(at.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  return secret
}

test('H03: in a frame staff set up their second step, and copy their recovery codes', async ({
  page,
  town,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(town.url)
  const frame = frameOf(page)
  await frame.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = frame.getByRole('dialog')
  await logInWithPassword(dialog, 'desk@example.test')
  await connectApp(dialog)
  await dialog.getByRole('button', { name: 'Copy codes' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toEqual(await dialog.locator('ul li').allInnerTexts())
  await dialog.getByRole('button', { name: /saved/ }).click()
  await expect(dialog).toBeHidden()
  await expect(frame.getByRole('banner')).toContainText('Sam')
})

test('H03: who has nothing but a passkey for the second step is led from the frame to our own site', async ({
  page,
  town,
}) => {
  await addAuthenticator(page)
  await page.goto(`${accountOf(town.product)}/login?redirect=/security`)
  await logInWithPassword(page, 'supervisor@example.test')
  const secret = await connectApp(page)
  await page.getByRole('button', { name: /saved/ }).click()
  const passkeys = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  await passkeys.getByLabel('Name').fill('My phone')
  await passkeys.getByLabel('Current password').fill('onside-demo')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Not used yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const twoStep = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-step verification', exact: true }) })
  await twoStep.getByLabel('Current password').fill('onside-demo')
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('main')).toContainText('Two-step verification is off.')

  await page.goto(town.url)
  const frame = frameOf(page)
  await frame.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = frame.getByRole('dialog')
  await logInWithPassword(dialog, 'supervisor@example.test')
  await expect(dialog.getByText('Use your passkey to log in.')).toBeVisible()
  await expect(dialog.getByText("Passkeys don't work inside another website.")).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Open this page on our own site' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectAccessible(page, 'a passkey as the only second step, in a frame')
})
