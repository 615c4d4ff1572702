import type { Locator } from '@playwright/test'
import { addFirst, dayFromNow, logIn, venue } from './support/steps.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

const courts = (days: number) => `/location/${venue.slug}/badminton-60min/${dayFromNow(days)}/location`

/** "Add to basket: Badminton 60 min, 07:00 to 08:00, …, £9.80, Available" names its price. */
const penceIn = (label: string): number => Math.round(Number(/£(\d+\.\d\d)/.exec(label)?.[1]) * 100)
const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

test('D01 D02 D05 C09: adds and removes items, and the timetable and totals follow', async ({
  page,
  product,
}) => {
  await page.goto(product.url + courts(2))
  const label = await addFirst(page)
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0)
  // D03: gone within the quarter of a second in which clicks are gathered, it is in the basket all the same.
  const next = page.getByRole('button', { name: /^Add / }).first()
  const other = (await next.getAttribute('aria-label')) ?? ''
  await next.click()
  await page.goto(`${product.url}/basket`)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText(pounds(penceIn(label) + penceIn(other)), {
      timeout: 5000,
    })
  }).toPass()
  await expectAccessible(page, 'a basket of two')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(page.getByText('Successfully removed item from the basket.').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText(pounds(penceIn(other)))
  await page
    .getByRole('button', { name: /clear|empty/i })
    .first()
    .click()
  await expect(page.getByText('Successfully cleared order.').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your basket is empty')
})

/** Whether a press in the middle of an element reaches it, and nothing that lies over it. */
const isReachable = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && element.contains(top)
  })

test('D06 D01: changes the price option of an item in the basket; the message covers nothing of its line', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(product.url + courts(3))
  await addFirst(page)
  await page.goto(`${product.url}/basket`)
  const before = await page.getByRole('main').innerText()
  const price = page.getByRole('main').getByRole('combobox').first()
  const options = await price.locator('option').count()
  expect(options).toBeGreaterThan(1)
  await price.selectOption({ index: 1 })
  const message = page.getByText('Successfully updated item in the basket.').first()
  await expect(message).toBeVisible()
  await expect.poll(() => page.getByRole('main').innerText()).not.toBe(before)
  const remove = page.getByRole('main').getByRole('button', { name: /^Remove / })
  const undo = page.getByRole('main').getByRole('button', { name: /^Undo/ })
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await price.selectOption({ index: width === 375 ? 0 : 1 })
    await expect(message).toBeVisible()
    for (const target of [price, remove]) expect(await isReachable(target), `at ${width} px`).toBe(true)
    await expect(message).toBeVisible()
    await remove.click()
    await expect(undo).toBeVisible()
    expect(await isReachable(undo), `at ${width} px`).toBe(true)
    await undo.click()
    await expect(remove).toBeVisible()
  }
})

test('D08 D10 F01 F04: keeps the basket through log-in, and empties it at log-out', async ({
  page,
  product,
  browser,
}) => {
  await page.goto(product.url + courts(4))
  await addFirst(page)
  await logIn(page, 'maya@example.test')
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('main')).toContainText('Badminton 60 min')

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${product.url}/basket`)
  await expect(stranger.getByRole('main')).toContainText('Your basket is empty')
  await stranger.context().close()

  // What this person has removed is not offered to the next.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  const undo = page.getByRole('main').getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeVisible()
  const header = page.getByRole('banner')
  await header.locator('summary').first().click()
  await header.getByRole('button', { name: 'Log out' }).click()
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(undo).toHaveCount(0)
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('main')).toContainText('Your basket is empty')
})

test('C09 D05: a row of several tickets is removed as a whole, and Undo brings every line back', async ({
  page,
  product,
}) => {
  const address = `${product.url}/location/${venue.slug}/family-swim/${dayFromNow(3)}`
  await page.goto(address)
  await page
    .getByRole('link', { name: /^Choose tickets/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /Adult/ }).selectOption('1')
  await dialog.getByRole('combobox', { name: /Junior/ }).selectOption('2')
  await dialog.getByRole('button', { name: /^Add / }).click()
  await dialog.getByRole('link', { name: 'View basket' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  const total = main.getByRole('definition').last()
  await main.getByRole('button', { name: 'Add another: Family swim, Adult' }).click()
  await expect(main.getByRole('heading', { name: '2 × Family swim, Adult' })).toBeVisible()
  const before = await total.innerText()
  await main.getByRole('button', { name: 'Clear basket' }).click()
  await expect(main.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await main.getByRole('button', { name: /^Undo/ }).click()
  await expect(main.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await expect(total).toHaveText(before)

  await page.goto(address)
  const remove = page.getByRole('button', { name: /^Remove all 2/ })
  await remove.click()
  await expect(remove).toBeHidden()
  await expect(page.getByRole('link', { name: /^Choose tickets/ }).first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Basket/ })).toHaveAccessibleName(
    'Basket, empty',
  )
})
