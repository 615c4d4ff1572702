import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accountOf, heading, logInAt, registerCustomer } from './support/account.ts'
import type { Product } from './support/product.ts'
import { bookCourtByCall, call, openSite } from './support/calls.ts'
import { chooseLastWeekday, dayFromNow, openDayToMoveTo } from './support/steps.ts'
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
  if (rival === undefined) throw new Error('There is no second browser.')
  await openSite(rival, product.url)
  await call(rival, '/api/activities/cart/add', { body: { items: [{ id }] } })
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your booking is still on' })).toBeVisible()
  await expectAccessible(page, 'a time that is gone')

  await openDayToMoveTo(page, () => chooseLastWeekday(dialog.getByRole('combobox', { name: 'Day' })))
  await times.first().check()
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Moved to' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await rival.close()
}

test('G05 G07: a booking appears in the account and is cancelled there, and the payments show it', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'ravi@example.test')
  await bookCourtByCall(page, product.url, { day: dayFromNow(4), email: 'ravi@example.test' })
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

test('privacy and data: consent, download of all data, and deleting the account', async ({
  page,
  product,
}) => {
  test.slow()
  await registerCustomer(page, product, 'wilf@example.test')
  await page.goto(`${accountOf(product)}/details`)
  await page.getByRole('main').getByRole('link', { name: 'Privacy and data' }).click()
  await expect(heading(page)).toHaveText('Privacy and data')
  const main = page.getByRole('main')
  await expectAccessibleAtWidths(page, 'privacy')
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main).toContainText('You get news and offers by e-mail.')
  await main.getByText('Consent history').click()
  await expect(main).toContainText('Subscribed in your account')

  const coming = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download my data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^my-data-.+\.json$/)
  const held = JSON.parse(readFileSync(await file.path(), 'utf8')) as Record<string, Record<string, unknown>>
  expect(held['details']).toMatchObject({ first_name: 'Wilf', email: 'wilf@example.test' })
  expect(held['consents']).toMatchObject([{ given: true, how: 'details' }])
  await expect(main).toContainText('The file is in your downloads folder.')

  await main.getByLabel('Current password').fill('not the password')
  await main.getByRole('button', { name: 'Delete my account' }).click()
  await expect(main.getByLabel('Current password')).toBeFocused()
  await expect(main).toContainText('Your current password is wrong.')
  await expectAccessible(page, 'deleting with a wrong password')
  await main.getByLabel('Current password').fill('a heron on the lock gate')
  await main.getByRole('button', { name: 'Delete my account' }).click()
  await expect(heading(page)).toHaveText('Your account has been deleted')
  await expectAccessible(page, 'the last page')
  await page.goto(`${accountOf(product)}/privacy`)
  await expect(page).toHaveURL(/\/login/)
})

test('an account with a running membership cannot be deleted, and the page links to it', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'nell@example.test', '/privacy')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your membership has to end first: Gold.')
  await expect(main.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
  await main.getByRole('link', { name: 'View memberships' }).click()
  await expect(heading(page)).toHaveText('Memberships')
})

test('what was typed and not saved survives Back and a reload, and a link opens a fresh form', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'ravi@example.test', '/details')
  const phone = page.getByLabel(/^Phone/).first()
  const before = await phone.inputValue()
  await phone.fill('01632 960999')
  await page.getByLabel('New password').fill('a heron on the lock gate')
  const nav = page.getByRole('navigation', { name: 'Account' })
  await nav.getByRole('link', { name: 'My family' }).click()
  await expect(heading(page)).toHaveText('My family')
  const notes = page.getByRole('form', { name: 'What to know about Kit' })
  await notes.getByLabel(/^Medical notes/).fill('Asthma')

  await page.goBack()
  await expect(heading(page)).toHaveText('My details')
  await expect(phone).toHaveValue('01632 960999')
  await expect(page.getByLabel('New password')).toHaveValue('')
  await page.goForward()
  await expect(notes.getByLabel(/^Medical notes/)).toHaveValue('Asthma')
  await page.reload()
  await expect(notes.getByLabel(/^Medical notes/)).toHaveValue('Asthma')

  await nav.getByRole('link', { name: 'My details' }).click()
  await expect(heading(page)).toHaveText('My details')
  await expect(phone).toHaveValue(before)

  // Saved, it is a draft no longer; nor is anything left after a logout.
  await phone.fill('01632 960998')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('saved').filter({ visible: true }).first()).toBeVisible()
  await nav.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(new RegExp(`^${accountOf(product)}/login`))
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('form-drafts'))).toBeNull()
})
