import type { Page } from '@playwright/test'
import { addFirst, agree, cards, dayFromNow, typeCard, typeDetails, venue } from './support/steps.ts'
import { changeData } from './support/product.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

/** Behind a proxy, so that it knows networks. */
test.use({ differences: { settings: { TRUSTED_PROXIES: '1' } } })

/** How long a basket is held. */
const heldForMs = 600_000

/** The time of every hold runs out, on the server and on the pages' clock. */
const runOut = async (page: Page, product: Product): Promise<void> => {
  await changeData(
    product.database,
    `begin;
    select open_reservation_guard();
    update hold set held_until = now() - interval '1 second' where state = 'held';
    commit;`,
  )
  await page.clock.fastForward(heldForMs)
}

test('E01 D01: when the time runs out, all that was typed stays while the places are held again', async ({
  page,
  context,
  product,
}) => {
  await page.clock.install()
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(4)}/location`)
  await addFirst(page)
  const timetable = await context.newPage()
  await timetable.setViewportSize({ width: 375, height: 812 })
  await timetable.goto(page.url())
  await expect(timetable.locator('#root[data-live]')).toBeAttached()
  await page.goto(`${product.url}/basket/checkout`)
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await agree(page)
  // The last two minutes.
  await page.clock.fastForward(heldForMs - 115_000)
  await expect(page.getByText('Need more time?')).toBeVisible()
  const again = page.getByRole('button', { name: 'Hold my places again' })
  await expect(again).toBeHidden()
  await runOut(page, product)
  await expect(again).toBeVisible()
  await expectAccessible(page, 'checkout whose time ran out')
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeDisabled()
  // The timetable on a phone offers the same, where the basket is a bar. It is opened anew: the server's own clock has not
  // moved, and any answer would have corrected the page's.
  await timetable.reload()
  const inBar = timetable.getByRole('button', { name: 'Hold again' })
  await expect(inBar).toBeVisible()
  await expectAccessible(timetable, 'a timetable whose basket has run out of time')
  await inBar.click()
  await expect(inBar).toBeHidden()
  await expect(again).toBeHidden()
  // The time ends once more, and the checkout holds the places again too.
  await runOut(page, product)
  await expect(again).toBeVisible()
  await again.click()
  await expect(again).toBeHidden()
  await expect(inBar).toBeHidden()
  await expect(page.getByRole('timer')).toBeInViewport()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Example')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText("You're booked")
})

/** Visitors have held every court of the coming days for most of two hours, and booked none. */
const hoarded = `
  begin;
  select open_reservation_guard();
  with visitor as (
    insert into basket (operator_id, created_at, updated_at)
    select id, now(), now() from operator order by id limit 1 returning id
  )
  insert into hold (occurrence_id, basket_id, places, state, held_until, created_at, ended_at)
  select o.id, v.id, 1, 'expired', now() - interval '5 minutes', now() - interval '100 minutes', now() - interval '5 minutes'
  from occurrence o, visitor v where o.capacity = 1 and o.starts_at > now();
  commit;`

test('a court that visitors hold in vain is for people who log in, and what was chosen is added then', async ({
  page,
  product,
}) => {
  await changeData(product.database, hoarded)
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(4)}/location`)
  const answered = page.waitForResponse('**/api/activities/cart/add')
  await page.getByRole('button', { name: /^Add / }).first().click()
  expect((await answered).status()).toBe(403)
  const login = page.getByRole('dialog', { name: 'Log in' })
  await expect(login).toBeVisible()
  await expect(page.getByText('Many people hold these places without booking them.').first()).toBeVisible()
  await expectAccessible(page, 'a court that needs a log-in')
  await page.setViewportSize({ width: 1280, height: 900 })
  await login.getByLabel(/e-?mail/i).fill('ravi@example.test')
  await login
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(login).toBeHidden()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('main').getByText('Badminton').first()).toBeVisible()
})
