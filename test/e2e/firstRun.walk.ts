/** An operator opens without a file: from an empty database to the first sale. */
import { startProduct } from './support/product.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ OPERATOR_FILES: 'none' })
})

test.afterAll(async () => {
  await product.stop()
})

test('an operator opens without a file, in counted steps', async ({ page }) => {
  await page.goto(product.plain)
  await expect(page.getByRole('heading', { name: "This site isn't set up yet" })).toBeVisible()

  await page.goto(product.setUp)
  await expectAccessibleAtWidths(page, 'first run')
  await page.getByLabel('Name', { exact: true }).fill('Town Leisure')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('E-mail address').fill('ada@example.test')
  await page.getByLabel('Password').fill('tall green kettles')
  await page.getByRole('button', { name: 'Open the front desk' }).click()
  await expect(page.getByLabel('Name of the venue')).toBeFocused()
  await expectAccessibleAtWidths(page, 'first run refused')
  await page.getByLabel('Name of the venue').fill('Riverside Centre')
  await page.getByLabel('Password').fill('tall green kettles')
  await page.getByRole('button', { name: 'Open the front desk' }).click()

  await page.getByLabel('E-mail address or customer number').fill('ada@example.test')
  await page.getByLabel('Password').fill('tall green kettles')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Four steps to your first sale' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'catalogue')
  await page.getByRole('link', { name: 'Venues and places' }).click()
  await expectAccessibleAtWidths(page, 'catalogue venues')
  await page.getByRole('link', { name: 'Riverside Centre' }).click()
  await page.getByRole('button', { name: 'Add a hall with courts' }).click()
  await page.getByRole('button', { name: 'Add a hall with courts' }).click()
  await page.getByRole('button', { name: 'Add a place' }).click()
  await page.getByLabel('Name of the place').last().fill('Pool')
  await page
    .getByLabel(/Several sessions go on here/)
    .last()
    .check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'This is what it does' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'catalogue venue')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Riverside Centre is saved.')).toBeVisible()
})
