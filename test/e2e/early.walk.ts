import type { Page } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { addFirst, dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

/** A slow line: the page has arrived, and none of its script until it is let through. */
const holdScripts = async (page: Page): Promise<() => Promise<void>> => {
  let letThrough = (): void => {}
  const open = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await open
    await route.continue()
  })
  return async () => {
    await expect(page.locator('#root[data-live]')).not.toBeAttached()
    letThrough()
    await expect(page.locator('#root[data-live]')).toBeAttached()
  }
}

test('replays clicks made before hydration once', async ({ page, product }) => {
  const arrive = await holdScripts(page)
  const adds: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/cart/add')) adds.push(request.url())
  })
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(2)}`, { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: /^Add / }).first()
  await add.click()
  await add.click()
  await arrive()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  expect(adds).toHaveLength(1)
})

test('C06 C07: filters and the basket beside a timetable stand still until their script has come, and replay what is pressed', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const address = `${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(3)}/location`
  await page.goto(address)
  await addFirst(page)
  let letThrough = (): void => {}
  const open = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/assets\/(BasketPanel|TimetableFilters)-[^/]*\.js$/, async (route) => {
    await open
    await route.continue()
  })
  const removals: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/cart/remove')) removals.push(request.url())
  })
  await page.goto(address)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  const basket = page
    .getByRole('complementary', { name: 'Your basket' })
    .filter({ has: page.getByRole('heading') })
  const remove = basket.getByRole('button', { name: /^Remove/ })
  await expect(remove).toBeVisible()
  const before = await basket.boundingBox()
  await remove.click()
  await remove.click()
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByLabel('From').selectOption('12:00')
  await expect(page.locator('[data-late]').first()).toBeAttached()
  expect(page.url()).toBe(address)
  expect(removals).toHaveLength(0)
  expect(await basket.boundingBox()).toEqual(before)
  letThrough()
  await expect(page).toHaveURL(/from=12%3A00/)
  await expect(page.getByText(/hide/i).first()).toBeVisible()
  await expect(page.getByText('Successfully removed item from the basket.').first()).toBeVisible()
  expect(removals).toHaveLength(1)
  await expect(page.locator('[data-late]')).toHaveCount(0)
})

test('what is typed in a dialog while its page is hydrated goes on in the same field', async ({
  page,
  product,
}) => {
  const arrive = await holdScripts(page)
  await page.goto(`${product.url}/?login=1`, { waitUntil: 'commit' })
  const password = page
    .getByRole('dialog')
    .getByLabel(/password/i)
    .first()
  await password.click()
  await page.keyboard.type('onside')
  await arrive()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.type('-demo')
  await expect(password).toHaveValue('onside-demo')
})

test('F01: sends a login submitted before hydration by script, and never in the URL', async ({
  page,
  product,
}) => {
  const arrive = await holdScripts(page)
  const account = accountOf(product)
  await page.goto(`${account}/login`, { waitUntil: 'commit' })
  await page.getByLabel(/e-?mail/i).fill('maya@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByLabel('Password').press('Enter')
  await arrive()
  await expect(page).toHaveURL(`${account}/`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya')
})

test('a page whose script does not come says so at every width, and is loaded again', async ({
  page,
  product,
}) => {
  await page.route('**/assets/base-*.js', (route) => route.abort())
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(2)}`)
  const notice = page.getByRole('alert').filter({ hasText: "Part of this page couldn't load" })
  await expect(notice).toBeVisible()
  await expectAccessibleAtWidths(page, 'a page whose script did not come')
  await page.unroute('**/assets/base-*.js')
  await notice.getByRole('link', { name: 'Reload the page' }).click()
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await expect(notice).toBeHidden()
})
