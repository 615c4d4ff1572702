import { logIn } from './support/steps.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

const unique = (): string => `walker-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.test`

test('A21 F01: reports a wrong password in the dialog, and logs in with the right one', async ({
  page,
  product,
}) => {
  await page.goto(product.url)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the login dialog')
  await dialog.getByLabel(/e-?mail/i).fill('maya@example.test')
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill('not the password')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByText('Invalid credentials')).toBeVisible()
  await page.route('**/api/auth/customer/login', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  )
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByText('User signed out')).toBeVisible()
  await page.unroute('**/api/auth/customer/login')
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Maya')
})

test('A05 A06 F03 I03: registers, shows what is missing, and logs in', async ({ page, product }) => {
  await page.goto(`${product.url}/register?redirect=/basket`)
  await page
    .getByRole('button', { name: /sign up|create/i })
    .first()
    .click()
  await expect(page.getByRole('main')).toContainText(/fill this in|required|enter/i)
  // Every mistake at once: what is missing, what is wrong, and the terms.
  await page.getByLabel('Phone').fill('nonsense')
  await page.getByLabel('Postcode').fill('OL1')
  await page
    .getByRole('button', { name: /sign up|create/i })
    .first()
    .click()
  for (const mistake of [
    'Enter a first name.',
    'Enter a date of birth, like 31 March 1990.',
    'Enter a phone number, like 01632 960 001 or +44 1632 960 001.',
    'Enter the whole postcode, like OL1 9ZZ.',
    'You must accept the terms.',
  ])
    await expect(page.getByRole('main').getByText(mistake).first()).toBeVisible()
  await expectAccessible(page, 'sign-up with its mistakes')
  await page.getByLabel('Phone').fill('01632 960 001')
  await page.getByLabel('Postcode').fill('OL1 9ZZ')
  await page.getByLabel('First name').fill('Wanda')
  await page.getByLabel('Last name').fill('Walker')
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(unique())
  await page
    .getByLabel(/password/i)
    .first()
    .fill('a long enough phrase')
  await page
    .getByLabel(/date of birth/i)
    .first()
    .fill('1 May 1990')
  for (const box of await page.getByRole('checkbox', { name: /terms|agree/i }).all()) await box.check()
  await page
    .getByRole('button', { name: /sign up|create/i })
    .first()
    .click()
  await expect(page).toHaveURL(`${product.url}/basket`)
  await expect(page.getByRole('banner')).toContainText('Wanda')
  await page.goto(`${product.url}/register`)
  await expect(page).toHaveURL(`${product.url}/`)
})

test('F02: resets a forgotten password by the link in the e-mail', async ({ page, product }) => {
  await page.goto(`${product.url}/?forgotten=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill('ravi@example.test')
  await dialog
    .getByRole('button')
    .filter({ hasText: /send|reset|link/i })
    .first()
    .click()
  await expect(page.getByText('If we know you, an e-mail is on its way.').first()).toBeVisible()
  await page.goto(product.outbox)
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  const outbox = page.url()
  // A message that is in the list may not be written yet.
  await expect(async () => {
    await page.goto(outbox)
    await page
      .getByRole('link', { name: /password/i })
      .first()
      .click({ timeout: 5000 })
    expect(await page.content()).toContain('/new-password?code=')
  }).toPass()
  const link = /http[^"\s<]+\/new-password\?code=[\w-]+/.exec(await page.content())?.[0] ?? ''
  await page.goto(link)
  await page
    .getByLabel(/new password|password/i)
    .first()
    .fill('quiet-otter-42')
  await page
    .getByRole('button', { name: /password|save|log in/i })
    .first()
    .click()
  await expect(page.getByRole('banner')).toContainText('Ravi')
})

test('F05 F04: tabs share the login state', async ({ page, product, context }) => {
  await page.goto(product.url)
  const other = await context.newPage()
  await other.goto(`${product.url}/register`)
  await other.getByLabel('First name').fill('Half typed')
  const login = await context.newPage()
  await login.goto(`${product.url}/login?redirect=/basket`)
  await logIn(page, 'maya@example.test')
  await expect(login).toHaveURL(`${product.url}/basket`)
  await login.close()
  await expect(other.getByRole('banner')).toContainText('Maya')
  await page.goto(`${product.url}/?menu=1`)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('A32: the drawer shows links for visitors, customers and staff', async ({ page, product }) => {
  await page.goto(product.url)
  await page.getByRole('link', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog')
  for (const name of ['Book an activity', 'Shopping basket', 'Log in', 'Create an account']) {
    await expect(drawer.getByRole('link', { name })).toBeVisible()
  }
  await expectAccessible(page, 'the drawer')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})
