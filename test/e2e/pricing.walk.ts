import type { Page } from '@playwright/test'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

type Product = { url: string }
type Session = { id: string; compositeKey: string; startsAt: { format24Hour: string } }

/** Asks the API in the page, as the page itself does. */
const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => {
    const response = await fetch(address)
    return ((await response.json()) as { data: T }).data
  }, `/api${path}`)

const add = (page: Page, item: object): Promise<number> =>
  page.evaluate(async (one) => {
    const response = await fetch('/api/activities/cart/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: [one] }),
    })
    return response.status
  }, item)

/** The first session of the coming days that can be booked. */
const firstOf = async (
  page: Page,
  { venue, activity, category }: { venue: string; activity: string; category?: string },
): Promise<Session & { tickets?: { id: string; name: string }[] }> => {
  for (let days = 1; days <= 6; days += 1) {
    const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const path =
      category === undefined
        ? `/activities/venue/${venue}/activity/${activity}/v2/timetable?date=${date}`
        : `/activities/venue/${venue}/activity-category/${category}/activity/${activity}/tickets?date=${date}`
    const found = await ask<(Session & { action_to_show: { status: string | null } })[]>(page, path)
    const free = found.find((session) => session.action_to_show.status === 'BOOK')
    if (free !== undefined) return free
  }
  throw new Error(`Nothing of ${activity} is free.`)
}

/** What an earlier walk left in the person's basket. */
const clear = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/api/activities/cart', { method: 'DELETE' })
  })

const toBasket = (page: Page, product: Product) => page.goto(`${product.url}/basket`)

test("D02 G03: a member's benefit makes a class free, and can be removed and applied again", async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'nell@example.test')
  await clear(page)
  const session = await firstOf(page, { venue: 'saddle-moor-pools', activity: 'yoga' })
  expect(await add(page, { id: session.id })).toBe(200)
  await toBasket(page, product)
  const main = page.getByRole('main')
  await expect(main).toContainText('£7.40 less £7.40 Gold benefit')
  await expectAccessible(page, 'a benefit in the basket')

  await main.getByRole('button', { name: 'Remove Gold classes' }).click()
  await expect(page.getByText('Successfully removed benefit.').first()).toBeVisible()
  await expect(main).not.toContainText('less £7.40')
  const again = main.getByRole('button', { name: 'Use Gold classes' })
  await expect(again).toBeFocused()
  await expectAccessible(page, 'a benefit taken off')
  await again.press('Enter')
  await expect(page.getByText('Successfully updated item in the basket.').first()).toBeVisible()
  await expect(main).toContainText('£7.40 less £7.40 Gold benefit')
})

test('D02 G04: a package visit pays for a swim, and can be removed', async ({ page, product }) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await clear(page)
  const at = { venue: 'saddle-moor-pools', activity: 'lane-swim', category: 'swimming' }
  const session = await firstOf(page, at)
  const [adult] = session.tickets ?? []
  expect(await add(page, { id: session.id, ticket_id: adult?.id, apply_benefit: false })).toBe(200)
  await toBasket(page, product)
  const main = page.getByRole('main')
  await expect(main).toContainText('£5.40 less £5.40, one visit of Ten swims')
  await expectAccessible(page, 'a package in the basket')
  await main.getByRole('button', { name: 'Remove Ten swims' }).click()
  await expect(page.getByText('Successfully removed package usage.').first()).toBeVisible()
  await main.getByRole('button', { name: 'Use Family swims' }).click()
  await expect(main).toContainText('£5.40 less £5.40 Family benefit')
})

test('D09: the price of a line is that of the person it is for', async ({ page, product }) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await clear(page)
  const at = { venue: 'fernhill-leisure-centre', activity: 'soft-play', category: 'soft-play' }
  const session = await firstOf(page, at)
  const child = session.tickets?.find(({ name }) => name.startsWith('Child'))
  expect(await add(page, { id: session.id, ticket_id: child?.id })).toBe(200)
  await toBasket(page, product)
  const main = page.getByRole('main')
  await expect(main).toContainText('Family benefit')
  const whom = main.getByRole('combobox', { name: /^For/ })
  await whom.selectOption({ label: 'Kit' })
  await expect(main).not.toContainText('Family benefit')
  await whom.selectOption({ label: 'Anya' })
  await expect(main).toContainText('£6.50 less £1.63 Family benefit')
  await expectAccessible(page, 'a line for somebody else')
})

test('A14 E12: a ticket at the price of the member whose reference is entered, once a session', async ({
  page,
  product,
  browser,
}) => {
  await page.goto(product.url)
  const at = { venue: 'saddle-moor-pools', activity: 'lane-swim', category: 'swimming' }
  const session = await firstOf(page, at)
  await page.goto(`${product.url}/pricing?id=${session.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Membership pricing')
  await expectAccessible(page, 'membership pricing')
  const field = main.getByRole('textbox', { name: 'Customer number for Adult' })
  await field.fill('QM-NOBODY')
  await field.press('Enter')
  await expect(main).toContainText("This customer number doesn't give a discount on these tickets.")
  await expectAccessible(page, 'a reference refused')
  await field.fill('QM-10005')
  await field.press('Enter')
  await expect(main).toContainText('£0.00 instead of £5.40')
  // Neither beside the field nor as a message.
  await expect(page.getByText("This customer number doesn't give a discount on these tickets.")).toHaveCount(
    0,
  )
  await expect(main).not.toContainText('Nell')
  await expectAccessible(page, 'a reference known')
  await main.getByRole('button', { name: 'Add to basket: Adult, £0.00' }).click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await toBasket(page, product)
  await expect(main).toContainText('£5.40 less £5.40 Gold benefit')

  const stranger = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await stranger.goto(`${product.url}/pricing?id=${session.id}`)
  const theirs = stranger.getByRole('main')
  await theirs.getByRole('textbox', { name: 'Customer number for Adult' }).fill('QM-10005')
  await theirs.getByRole('button', { name: 'Check price' }).first().click()
  await theirs.getByRole('button', { name: 'Add to basket: Adult, £0.00' }).click()
  await expect(theirs.getByRole('alert')).toContainText(
    'This customer number has already been used for this session.',
  )
  await expectAccessible(stranger, 'a reference that is used already')
  await stranger.context().close()
  await clear(page)
})

test('A14: shows every discount of a membership by activity, with prices', async ({ page, product }) => {
  await logInByCall(page, product.url, 'nell@example.test')
  await page.goto(`${product.url}/pricing?venue=fernhill-leisure-centre`)
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { level: 2, name: 'Your prices at Fernhill Leisure Centre' }),
  ).toBeVisible()
  const courts = main.getByRole('table', { name: /Gold courts A fifth off every court/ })
  await expect(courts.getByRole('row', { name: /Badminton 60 min Standard, off-peak/ })).toContainText(
    '£9.80£7.84',
  )
  await expect(courts.getByRole('row', { name: /Standard, peak/ }).first()).toContainText('£13.45£10.76')
  await expect(
    main
      .getByRole('table', { name: /Gold gym/ })
      .getByText('Free')
      .first(),
  ).toBeVisible()
  await expectAccessibleAtWidths(page, 'the discounts')
  await main.getByLabel('Venue').selectOption({ label: 'Hollin Bank Sports Village' })
  await main.getByRole('button', { name: 'Show prices' }).click()
  await expect(
    main.getByRole('heading', { level: 2, name: 'Your prices at Hollin Bank Sports Village' }),
  ).toBeVisible()
  await expect(courts.getByRole('row', { name: /Badminton 60 min/ })).toContainText('£11.20£8.96')
})

test('A14: a visitor sees what everything costs and what members pay, without script', async ({
  browser,
  page,
  product,
}) => {
  const address = `${product.url}/pricing?venue=saddle-moor-pools`
  const withoutScript = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await withoutScript.goto(address)
  const table = withoutScript.getByRole('table', { name: 'Prices at Saddle Moor Pools' })
  const yoga = table.getByRole('rowgroup').filter({ hasText: 'Yoga' }).first()
  await expect(yoga).toContainText('£7.40')
  await expect(yoga).toContainText(/Gold.* Free/)
  await withoutScript.close()

  await page.goto(address)
  await expectAccessibleAtWidths(page, 'the prices of a venue')
  const main = page.getByRole('main')
  await main.getByLabel('Venue').selectOption({ label: 'Fernhill Leisure Centre' })
  await main.getByRole('button', { name: 'Show prices' }).click()
  const courts = main.getByRole('table', { name: 'Prices at Fernhill Leisure Centre' })
  const badminton = courts.getByRole('rowgroup').filter({ hasText: 'Badminton 60 min' })
  await expect(badminton.getByRole('row', { name: /^Standard, off-peak/ })).toContainText(
    /£9.80.*Gold.* £7.84/,
  )
  // In the order of the venue's page: its activities one after another, not the first class of each.
  const names = await courts.getByRole('rowheader').getByRole('link').allTextContents()
  expect(names.slice(0, 2).toSorted()).toEqual(['Badminton 40 min', 'Badminton 60 min'])
})
