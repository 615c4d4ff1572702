/** An operator opens without a file: from an empty database to the first sale, in counted steps. */
import type { Locator } from '@playwright/test'
import { deskOf } from './support/desk.ts'
import { startProduct } from './support/product.ts'
import type { Product } from './support/product.ts'
import { addFirst, dayFromNow, payByCard, typeDetails } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ OPERATOR_FILES: 'none' })
})

test.afterAll(async () => {
  await product.stop()
})

/** What a person does: presses and fields that are filled in. Thirty minutes are some thirty seconds for each of these. */
const mostSteps = 60

test('an operator opens without a file, and sells the first place', async ({ page }) => {
  let steps = 0
  const press = async (target: Locator): Promise<void> => {
    steps += 1
    await target.click()
  }
  const fill = async (label: string, value: string): Promise<void> => {
    steps += 1
    await page.getByLabel(label, { exact: true }).last().fill(value)
  }
  page.setDefaultTimeout(20_000)
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true })

  await page.goto(product.plain)
  await expect(page.getByRole('heading', { name: "This site isn't set up yet" })).toBeVisible()

  await page.goto(product.setUp)
  await fill('Name', 'Town Leisure')
  await fill('First name', 'Ada')
  await fill('Last name', 'Example')
  await fill('E-mail address', 'ada@example.test')
  await fill('Password', 'tall green kettles')
  await press(button('Open the front desk'))
  await expect(page.getByLabel('Name of the venue')).toBeFocused()
  await expectAccessibleAtWidths(page, 'first run refused')
  await fill('Name of the venue', 'Riverside Centre')
  await fill('Password', 'tall green kettles')
  await press(button('Open the front desk'))
  await fill('E-mail address or customer number', 'ada@example.test')
  await fill('Password', 'tall green kettles')
  await press(button('Log in'))

  // A hall with four courts, and a pool.
  await expect(page.getByRole('heading', { name: 'Four steps to your first sale' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'catalogue')
  await press(link('Venues and places'))
  await press(link('Riverside Centre'))
  await press(button('Add a hall with courts'))
  await press(button('Add a hall with courts'))
  await press(button('Add a place'))
  await fill('Name of the place', 'Pool')
  await press(page.getByLabel(/Several sessions go on here/).last())
  await press(button('Continue'))
  await expect(page.getByText('added location riverside-centre/hall')).toBeVisible()
  await expectAccessibleAtWidths(page, 'catalogue venue')
  await press(button('Save'))
  await expect(page.getByText('Riverside Centre is saved.')).toBeVisible()

  // A class with its price and its times.
  await press(link('All of the catalogue'))
  await press(link('Activities').last())
  await press(link('Add an activity'))
  await press(button('Continue'))
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expectAccessibleAtWidths(page, 'catalogue activity refused')
  await fill('Name', 'Zumba')
  await fill('Price', '6.50')
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    await press(page.getByLabel(day, { exact: true }))
  await fill('Begins at', '18:00')
  await fill('Lasts, minutes', '45')
  await press(page.getByLabel('Hall', { exact: true }))
  await fill('How many people', '20')
  await press(button('Continue'))
  await expect(page.getByText('added activity riverside-centre/zumba')).toBeVisible()
  await press(button('Save'))
  await expect(page.getByText('Zumba is saved.')).toBeVisible()
  await expect(link('Zumba')).toBeVisible()
  test.info().annotations.push({ type: 'steps', description: String(steps) })
  expect(steps).toBeLessThanOrEqual(mostSteps)

  // A change that is drafted, looked at, published and undone.
  await page.goto(`${deskOf(product)}/office/settings/catalogue?list=timetable&row=0`)
  await page.getByLabel('How many people', { exact: true }).fill('24')
  await button('Continue').click()
  await button('Add to a draft').click()
  // The form behind the dialog has a name, too, and the dialog has one once it knows which drafts there are.
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('January')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('How many people: 20 → 24')).toBeVisible()
  // The same in the week, in which it is one tab stop.
  await page.goto(
    `${deskOf(product)}/office/timetable/riverside-centre/${dayFromNow(7)}?draft=${new URL(page.url()).searchParams.get('draft') ?? ''}`,
  )
  await expect(page.getByText(/\d+ sessions changed/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'week of a draft')
  await page
    .getByRole('button', { name: /Zumba.*Changed/ })
    .first()
    .click()
  await expect(page.getByLabel('How many people', { exact: true })).toHaveValue('24')
  await expectAccessibleAtWidths(page, 'line of a draft')
  await button('Close').click()
  await link('Open the draft').click()
  const publish = page.getByRole('button', { name: /^Publish: \d+ sessions changed$/ })
  await expect(publish).toBeVisible()
  await expectAccessibleAtWidths(page, 'draft')
  await publish.click()
  await expect(page.getByText('“January” is published.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'drafts')
  await button('Undo: January').click()
  await page.getByRole('button', { name: /^Undo: \d+ sessions changed$/ }).click()
  await expect(page.getByText('“January” is undone.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Undoing of “January”' })).toBeVisible()

  // Other forms, as they are before something is typed.
  for (const list of ['memberships', 'themes', 'blocks', 'activities']) {
    await page.goto(`${deskOf(product)}/office/settings/catalogue?list=${list}&row=new`)
    if (list === 'activities') await page.getByText('More', { exact: true }).click()
    await expectAccessibleAtWidths(page, `catalogue ${list}`)
  }

  // The first sale, to a visitor.
  await page.context().clearCookies()
  await page.goto(`${product.url}/location/riverside-centre/zumba/${dayFromNow(1)}`)
  await addFirst(page)
  await page.goto(`${product.url}/basket/checkout`)
  await typeDetails(page)
  await payByCard(page)
  await expect(page).toHaveURL(/\/booking-confirmed\//)
})
