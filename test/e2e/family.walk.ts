import type { Page } from '@playwright/test'
import { expectFocus, tabTo } from './support/keys.ts'
import { cards, dayFromNow, dayInWords } from './support/steps.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** To what is named so, and there Enter. */
const follow = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

const day = dayFromNow(4)
/** A health walk sets out from one of two venues, on each day of the week. */
const venue = [1, 3, 5].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
  ? { slug: 'old-mill-hub', name: 'Old Mill Hub' }
  : { slug: 'saddle-moor-pools', name: 'Saddle Moor Pools' }

const family = ['Ravi', 'Anya', 'Kit'] as const

test('A05 D01 E01 E09: a father and his two children, from the first page to the confirmation, by keyboard alone', async ({
  page,
  product,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(product.url)

  // Log in, in the dialog that comes over the page.
  await follow(page, /^Log in$/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, /^E-mail address/)
  await page.keyboard.type('ravi@example.test')
  await tabTo(page, /^Password/)
  await page.keyboard.type('onside-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Ravi')
  await expectFocus(page)

  // Another walk of his may have left something in the basket.
  await page.evaluate(() => fetch('/api/activities/cart', { method: 'DELETE' }))

  // The venue, the activity, the day.
  await follow(page, new RegExp(`^${venue.name}|^\\d*${venue.name} ?[A-Z]`))
  await expect(heading(page)).toHaveText(venue.name)
  await expectFocus(page)
  await follow(page, /^Health walk/)
  await expect(heading(page)).toHaveText('Health walk')
  await follow(page, new RegExp(`^${dayInWords(day)}`))
  await expect(page).toHaveURL(new RegExp(`${day}$`))
  await expectFocus(page)

  // The walk for all of them: who goes is ticked where it is told about.
  await follow(page, /^Health walk ?, \d\d:\d\d to/)
  await expect(page.getByRole('dialog')).toBeVisible()
  for (const name of family) {
    await tabTo(page, new RegExp(`^${name}`))
    if (!(await page.locator(':focus').isChecked())) await page.keyboard.press('Space')
  }
  await follow(page, /^Add to basket/)
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectFocus(page)

  // A court afterwards, which costs something.
  await page.goto(`${product.url}/location/fernhill-leisure-centre/badminton-60min/${day}/location`)
  await follow(page, /^Add /)
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  // The button that was pressed has become another, and the focus is on it.
  await expectFocus(page, /^Remove: Badminton/)

  // The basket stands beside the timetable and says who is to do what; then what is asked of those who take part.
  await expect(page.getByRole('combobox', { name: /^For Health walk/ })).toHaveCount(3)
  await expectAccessible(page, 'the basket of a family, beside the timetable')
  await follow(page, /^Go to checkout/)
  await expect(heading(page)).toHaveText('Attendees')
  await expectFocus(page, /^Attendees/)
  await expect(page.getByRole('button', { name: 'Continue to checkout' })).toBeVisible()
  for (const name of family) {
    await tabTo(page, /Whom do we ring|borrow walking poles/)
    // Anyone who has agreed to it on another walk is asked about the poles alone.
    if (await page.locator(':focus').evaluate((field) => field.tagName === 'INPUT')) {
      await page.keyboard.type('Leela, 01632 960023')
      await tabTo(page, new RegExp(`agree to it for ${name}`))
      await page.keyboard.press('Space')
      await tabTo(page, /borrow walking poles/)
    }
    await page.keyboard.type('A pair')
  }
  await expectAccessible(page, 'attendees of a family')
  await follow(page, /^Continue to checkout/)
  await expect(heading(page)).toHaveText('Checkout')
  await expectFocus(page, /^Checkout/)

  // The card company's fields are in a frame; Tab goes in and comes out again.
  const card: readonly (readonly [RegExp, string])[] = [
    [/card number/i, cards.accepted],
    [/expiry/i, '12/30'],
    [/security code/i, '123'],
  ]
  for (const [field, typed] of card) {
    await tabTo(page, field)
    await page.keyboard.type(typed)
  }
  await expectAccessible(page, 'checkout of a family')
  for (;;) {
    await tabTo(page, /agree|accept|^Pay £/i)
    const box = page.locator(':focus')
    if ((await box.getAttribute('type')) !== 'checkbox') break
    if (!(await box.isChecked())) await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await expect(heading(page)).toContainText("You're booked")
  await expectFocus(page)
  const main = page.getByRole('main')
  for (const name of family) await expect(main).toContainText(name)
  // One code for all of them, and a pass that can be added to a phone.
  const group = main.getByRole('region', { name: 'One code for everyone' })
  await expect(group.getByRole('img', { name: 'Code for everyone in this order' })).toBeVisible()
  for (const name of family) await expect(group).toContainText(name)
  const pass = await main.getByRole('link', { name: 'Add to Apple Wallet' }).getAttribute('href')
  const kind = await page.evaluate(
    async (href) => (await fetch(href)).headers.get('content-type'),
    pass ?? '',
  )
  expect(kind).toBe('application/vnd.apple.pkpass')
  await expectAccessible(page, 'the confirmation of a family')
})
