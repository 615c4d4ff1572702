import type { Page } from '@playwright/test'
import { accountOf, logInAt, registerCustomer } from './support/account.ts'
import type { Product } from './support/product.ts'
import { addFirst, dayFromNow, openDayToMoveTo, payByCard, venue, weekdayFromNow } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

/** Opens the move of the booking; another visitor takes the chosen time; another one is still there. */
const moveWhenFirstChoiceIsGone = async (page: Page, product: Product): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Move this booking' })
  // Those that cost more are paid for first.
  const times = dialog.getByRole('radio', { name: /^(?!.* more)/ }).and(dialog.locator(':enabled'))
  const id = await openDayToMoveTo(page, () =>
    page
      .getByRole('link', { name: /^Move booking/ })
      .first()
      .click(),
  )
  await times.first().check()

  const rival = await page.context().browser()?.newPage()
  await rival?.goto(product.url)
  const status = await rival?.evaluate(async (item) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ id: item }] }),
    }
    return (await fetch('/api/activities/cart/add', init)).status
  }, id)
  expect(status).toBe(200)
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your booking is still on' })).toBeVisible()
  await expectAccessible(page, 'a time that is gone')

  // Late enough to be cancelled with a refund, and not the day that is open: on a Friday that is Monday.
  await openDayToMoveTo(page, () =>
    dialog.getByRole('combobox', { name: 'Day' }).selectOption(weekdayFromNow(5)),
  )
  await times.first().check()
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Moved to' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await rival?.close()
}

test('G05 G07: a booking appears in the account and is cancelled there, and the payments show it', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'ravi@example.test')
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(4)}/location`)
  await addFirst(page)
  await page.goto(`${product.url}/basket/checkout`)
  await payByCard(page)
  await page.goto(`${accountOf(product)}/bookings`)
  const ticket = page.getByRole('article').filter({ hasText: 'Badminton' }).first()
  await expect(ticket).toContainText('Access code')
  await moveWhenFirstChoiceIsGone(page, product)
  await ticket.getByRole('link', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('£')
  await expectAccessible(page, 'cancelling')
  const requests = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog
    .getByRole('button', { name: /cancel/i })
    .last()
    .click()
  expect((await requests).url()).toMatch(/\/api\/activities\/bookings\/\d+\/\?source=bookings$/)
  await expect(dialog).toBeHidden()
  await page.goto(`${accountOf(product)}/payments`)
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /^.*Order / })
      .first(),
  ).toContainText('£')
  await expectAccessible(page, 'payments after one')
})

test('G05: a calendar address is made, copied, replaced and ended', async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await registerCustomer(page, product, 'wilfred@example.test')
  await page.goto(`${accountOf(product)}/bookings`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Subscribe in your calendar' }).click()
  const field = main.getByLabel('Calendar address')
  await expect(field).toHaveValue(/\/calendar\/[\w-]{32}\.ics$/)
  await expectAccessibleAtWidths(page, 'a calendar address')
  const first = await field.inputValue()
  await main.getByRole('button', { name: 'Copy' }).click()
  await expect(main).toContainText(/Copied\.|Selected/)
  const statusOf = (address: string) =>
    page.evaluate(async (path) => (await fetch(path)).status, new URL(address).pathname)
  expect(await statusOf(first)).toBe(200)
  await main.getByRole('button', { name: 'Create a new address' }).click()
  await expect(field).not.toHaveValue(first)
  expect([await statusOf(first), await statusOf(await field.inputValue())]).toEqual([404, 200])
  await page.reload()
  await expect(main).toContainText('Calendar subscription active since')
  await expect(field).toHaveCount(0)
  await main.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(main.getByRole('button', { name: 'Subscribe in your calendar' })).toBeVisible()
})
