import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

const desk = (url: string): string => url.replace('//bookings.', '//desk.')
const password = 'onside-demo'

/** A code that has not been used yet: the next step counts, too. */
const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })

const typePassword = async (page: Page, email: string, typed = password): Promise<void> => {
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('staff set up two-step verification at the desk, a supervisor resets it and manages staff, and the log has it all', async ({
  page,
  product,
  browser,
}) => {
  // Sam, at the desk.
  const own = await browser.newContext()
  const sam = await own.newPage()
  await sam.goto(`${desk(product.url)}/login?redirect=/security`)
  await typePassword(sam, 'desk@example.test', 'a wrong password')
  await expect(sam.getByText('Invalid credentials')).toBeVisible()
  await typePassword(sam, 'desk@example.test')
  await expect(sam.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
  const twoStep = sam
    .locator('section')
    .filter({ has: sam.getByRole('heading', { name: 'Two-step verification', exact: true }) })
  await twoStep.getByLabel('Current password').fill(password)
  await sam.keyboard.press('Enter')
  await expect(sam.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await sam.locator('form code').innerText()).replaceAll(' ', '')
  await sam.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await sam.getByRole('button', { name: 'Turn on' }).click()
  await expect(sam.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await sam
    .locator('ul')
    .filter({ hasText: /^(\w{4}-\w{4}-\w{4}){10}$/ })
    .locator('li')
    .allInnerTexts()
  await sam.getByRole('button', { name: "I've saved them" }).click()
  await expect(sam.getByText('10 recovery codes left.')).toBeVisible()

  // In two other browsers: a code of the app, and a recovery code.
  const logInElsewhere = async (code: string): Promise<Page> => {
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${desk(product.url)}/login?redirect=/security`)
    await typePassword(elsewhere, 'desk@example.test')
    await expect(elsewhere.getByRole('textbox', { name: 'Code' })).toBeVisible()
    if (code === codes[0]) {
      await elsewhere.getByRole('textbox', { name: 'Code' }).fill('000000')
      await elsewhere.getByRole('button', { name: 'Log in' }).click()
      await expect(elsewhere.getByRole('alert').getByText("This code isn't right.")).toBeVisible()
    }
    await elsewhere.getByRole('textbox', { name: 'Code' }).fill(code)
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await expect(elsewhere.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
    return elsewhere
  }
  const second = await logInElsewhere(codeOf(secret, 1))
  const third = await logInElsewhere(codes[0] ?? '')

  // The list of log-ins, and out everywhere.
  const devices = second
    .locator('section')
    .filter({ has: second.getByRole('heading', { name: "Where you're logged in" }) })
  await second.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expectAccessibleAtWidths(second, 'log-in and security of staff')
  await devices.getByRole('button', { name: /log out everywhere else/i }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  for (const gone of [sam, third]) {
    await gone.goto(`${desk(product.url)}/security`)
    await expect(gone.getByLabel('Password')).toBeVisible()
  }
  await second.context().close()
  await third.context().close()

  // A supervisor resets, renames and gives rights.
  await page.goto(`${desk(product.url)}/login?redirect=/staff`)
  await typePassword(page, 'supervisor@example.test')
  await expect(page.getByRole('heading', { name: 'Staff', exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sam Deskford' })).toContainText(
    'desk@example.test',
  )
  await expectAccessibleAtWidths(page, 'staff')
  await page.getByRole('button', { name: 'Reset two-step verification for Sam Deskford' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Two-step verification for Sam Deskford has been reset.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Sam Deskford' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Last name').fill('')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByLabel('Last name')).toBeFocused()
  await expectAccessibleAtWidths(page, 'editing a member of staff')
  await dialog.getByLabel('Last name').fill('Marlow')
  await dialog.getByLabel('Rights').selectOption({ label: 'Supervisor' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const marlow = page.getByRole('listitem').filter({ hasText: 'Sam Marlow' })
  await expect(marlow).toContainText('Supervisor')

  // Sam logs in with the password alone, and sees what supervisors see until it ends.
  await typePassword(sam, 'desk@example.test')
  await expect(sam.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
  await sam.goto(`${desk(product.url)}/staff`)
  await expect(sam.getByRole('button', { name: 'Edit Sam Marlow' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Sam Marlow' }).click()
  await dialog.getByRole('button', { name: 'Remove from staff' }).click()
  await expect(dialog.getByText('Remove Sam Marlow from staff?')).toBeVisible()
  await expectAccessibleAtWidths(page, 'removing a member of staff')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Sam Marlow is no longer staff.')).toBeVisible()
  await expect(marlow).toHaveCount(0)
  await sam.goto(`${desk(product.url)}/staff`)
  await expect(sam.getByLabel('Password')).toBeVisible()
  await own.close()

  // The log: by kind, by person, by day, and with the keyboard's way back.
  await page
    .getByRole('navigation', { name: 'Staff and security' })
    .getByRole('link', { name: 'Security log' })
    .click()
  await expect(page.getByRole('heading', { name: 'Security log' })).toBeVisible()
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(entries.filter({ hasText: 'Staff details or rights changed' }).first()).toBeVisible({
      timeout: 5000,
    })
  }).toPass()
  for (const event of [
    'Logged in',
    'Wrong password or account',
    'Two-step verification turned on',
    'Wrong code',
    'Logged out elsewhere',
    'Two-step verification reset',
  ])
    await expect(entries.filter({ hasText: event }).first()).toBeVisible()
  await expect(entries.first()).toContainText('127.0.0.0/24')
  await expectAccessibleAtWidths(page, 'the security log')
  await page.getByLabel('What happened').selectOption({ label: 'Wrong code' })
  await page.getByLabel('Person').fill('marlow')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/event=second_factor_failed&person=marlow/)
  await expect(entries).toHaveCount(1)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expectAccessibleAtWidths(page, 'an empty security log')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(entries.nth(5)).toBeVisible()
})
