import type { Browser, Page } from '@playwright/test'
import type { Product } from './support/product.ts'
import {
  agree,
  cardFrame,
  cards,
  chooseLastWeekday,
  dayFromNow,
  openDayToMoveTo,
  payByCard,
  typeCard,
  typeDetails,
  venue,
  weekdayFromNow,
} from './support/steps.ts'
import { logInByCall, addCourtByCall } from './support/calls.ts'
import { expectFocus, tabTo } from './support/keys.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

/* People without an account: the fields they fill in, and the order that stays theirs. */

const toCheckout = async (page: Page, product: Product, days: number): Promise<void> => {
  await addCourtByCall(page, product.url, { day: dayFromNow(days) })
  await page.goto(`${product.url}/basket/checkout`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The outbox in a browser of its own, which alone may use its link. The tests of this file share a server. */
let outbox: Page | undefined
const openOutbox = async (browser: Browser, product: Product): Promise<Page> => {
  if (outbox !== undefined) return outbox
  outbox = await browser.newPage()
  await outbox.goto(product.outbox)
  return outbox
}

/** The newest link to an order in the outbox. */
const linkInMail = async (browser: Browser, product: Product): Promise<string> => {
  const page = await openOutbox(browser, product)
  let link: string | undefined
  await expect(async () => {
    const list = await (await page.request.get(page.url())).text()
    // Other people get mail too.
    for (const [, id] of [...list.matchAll(/href="mail\/(\d+)"/g)].slice(0, 10)) {
      const message = await (await page.request.get(`${page.url()}/${id}/html`)).text()
      link ??= /\/order-links\/[\w-]+/.exec(message)?.[0]
    }
    expect(link).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return product.url + (link ?? '')
}

/** Moves the booking of an order by the keyboard, to the first time that costs no more. */
const moveToAnotherTime = async (page: Page): Promise<void> => {
  const ticket = page.getByRole('article').first()
  const before = await ticket.textContent()
  await page.getByRole('link', { name: /^Move booking/ }).focus()
  await openDayToMoveTo(page, () => page.keyboard.press('Enter'))
  const dialog = page.getByRole('dialog', { name: 'Move this booking' })
  const times = dialog.getByRole('radio')
  await expect(times.first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'the times to move to')
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose a new time first.' })).toBeVisible()
  // Late enough to be cancelled with a refund.
  await openDayToMoveTo(page, () => chooseLastWeekday(dialog.getByRole('combobox', { name: 'Day' })))
  await times.and(dialog.locator(':enabled')).first().focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText(/^(No charge|You get £[\d.]+ to your card\.)$/).last()).toBeVisible()
  await tabTo(page, /^Move booking$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'Moved to' })).toBeVisible()
  await expectFocus(page, /Moved to/)
  await expectAccessible(page, 'a booking that has moved')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(ticket).not.toHaveText(before ?? '')
}

test('E01 E14 A09: a guest fills in four fields, and the link in the mail opens the order anywhere', async ({
  page,
  product,
  browser,
}) => {
  await toCheckout(page, product, 4)
  const fields = page.getByRole('main').locator('form').getByRole('textbox')
  await expect(fields).toHaveCount(3)
  await expect(cardFrame(page).getByRole('textbox').filter({ visible: true })).toHaveCount(3)
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await agree(page)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(heading(page)).toContainText("You're booked")
  const order = page.url()

  // The next thing in the basket does not take the order away.
  await addCourtByCall(page, product.url, { day: dayFromNow(2) })
  await page.goto(order)
  await expect(heading(page)).toContainText("You're booked")

  const elsewhere = await (await browser.newContext()).newPage()
  const refused = await elsewhere.goto(order)
  expect(refused?.status()).toBe(404)
  await elsewhere.goto(await linkInMail(browser, product))
  await expect(elsewhere).toHaveURL(order)
  await expect(heading(elsewhere)).toContainText("You're booked")
  await expect(elsewhere.getByRole('link', { name: /directions/i }).first()).toHaveAttribute(
    'target',
    '_blank',
  )
  await elsewhere.getByRole('button', { name: /Enlarge/ }).click()
  await expectAccessible(elsewhere, 'a code to show')
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectAccessibleAtWidths(elsewhere, 'an order opened by its link')

  await moveToAnotherTime(elsewhere)

  await elsewhere.getByRole('link', { name: /^Cancel booking/ }).click()
  const dialog = elsewhere.getByRole('dialog')
  await expect(dialog.getByText(/to your card/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(elsewhere.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your booking is cancelled')
  await expect(elsewhere.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0)
  await expectAccessible(elsewhere, 'an order whose booking is cancelled')

  await elsewhere.goto(`${product.url}/find-booking?expired=1`)
  await expect(elsewhere.getByText('That link no longer works.')).toBeVisible()
  await expectAccessible(elsewhere, 'finding a booking')

  // A link asked for just now proves the address to be theirs: a password makes the order their account's.
  await elsewhere.goto(order)
  await elsewhere.getByRole('button', { name: 'Send a new link' }).click()
  await expect(elsewhere.getByText(/^We've sent a new link to/).first()).toBeVisible()
  await expect(async () => {
    await elsewhere.goto(await linkInMail(browser, product))
    await expect(elsewhere.getByRole('form', { name: 'Create an account' })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  const account = elsewhere.getByRole('form', { name: 'Create an account' })
  await account.getByLabel('Password').fill('otter')
  await account.getByLabel('Date of birth').fill('1 May 1990')
  // The terms come with their own script.
  await account.getByRole('checkbox').first().check()
  await account.getByRole('button', { name: 'Create an account' }).click()
  await expect(account.getByRole('alert')).toBeVisible()
  await elsewhere.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expectAccessible(elsewhere, 'an account made out of an order, with an error')
  await account.getByLabel('Password').fill('crimson-otter-42')
  await account.getByRole('button', { name: 'Create an account' }).click()
  await expect(elsewhere.getByText('Your account is ready. This booking is in it.').first()).toBeVisible()
  await expect(account).toBeHidden()
  const owner = await elsewhere.evaluate(async () => {
    const { data } = (await (await fetch('/api/my-account/bookings?filter=all')).json()) as {
      data: unknown[]
    }
    return data.length
  })
  expect(owner).toBe(1)
  await elsewhere.close()
})

test('E01 I03: one summary names every mistake, in the card form too, and each goes when it is mended', async ({
  page,
  product,
}) => {
  await toCheckout(page, product, 3)
  const pay = page.getByRole('button', { name: /^Pay £/ })
  await expect(cardFrame(page).getByLabel(/card number/i)).toBeVisible()
  await pay.click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  for (const mistake of [
    /e-mail/,
    /your name/,
    /postcode/,
    /number on the front/,
    /digits of the security code/,
  ])
    await expect(summary.getByRole('link', { name: mistake })).toBeVisible()
  await expectAccessible(page, 'checkout with every mistake listed')
  await summary.getByRole('link', { name: /number on the front/ }).click()
  await expect(cardFrame(page).getByLabel(/card number/i)).toBeFocused()
  await typeCard(page, cards.accepted)
  await expect(summary.getByRole('link', { name: /number on the front/ })).toBeHidden()
  await typeDetails(page)
  await expect(summary.getByRole('link', { name: /your name/ })).toBeHidden()
  await agree(page)
  await expect(summary).toBeHidden()
})

test("E14 A22: the link in a customer's mail leads to the order through the login", async ({
  page,
  product,
  browser,
}) => {
  await logInByCall(page, product.url, 'nell@example.test')
  await page.goto(product.url)
  await toCheckout(page, product, 5)
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await agree(page)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(heading(page)).toContainText("You're booked")
  const { pathname } = new URL(page.url())

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${product.url}${pathname}?login=1&redirect=${encodeURIComponent(pathname)}`)
  const dialog = elsewhere.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill('nell@example.test')
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(elsewhere)).toContainText("You're booked")
  await elsewhere.close()
})

/** What a person gets who comes to a booking that another bought: only the buyer pays for a dearer time. */
const asAttendee = (page: Page): Promise<unknown> =>
  page.route('**/move-times?*', async (route) => {
    // Node resolves no hosts under localhost, as the browser does.
    const address = new URL(route.request().url())
    const headers = { ...(await route.request().allHeaders()), host: address.host }
    address.hostname = '127.0.0.1'
    const response = await route.fetch({ url: address.href, headers })
    const { data } = (await response.json()) as { data: { can_pay: boolean } }
    expect(data.can_pay).toBe(true)
    await route.fulfill({ response, json: { data: { ...data, can_pay: false } } })
  })

test('a move leads to the times that cost more, each a booking of its own', async ({ page, product }) => {
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${weekdayFromNow(2)}/location`)
  const offPeak = page.getByRole('button', { name: /^Add to basket: .*£9\.80/ })
  const added = page.waitForResponse('**/api/activities/cart/add')
  await offPeak.last().click()
  await added
  await page.goto(`${product.url}/basket/checkout`)
  await typeDetails(page)
  await payByCard(page)
  await asAttendee(page)
  await page.getByRole('link', { name: /^Move booking/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Move this booking' })
  const loaded = page.waitForResponse((response) => response.url().includes('/move-times'))
  await dialog.getByRole('combobox', { name: 'Day' }).selectOption({ index: 3 })
  await loaded
  const dearer = dialog.getByRole('region', { name: 'Times that cost more' })
  await expect(dearer).toContainText('Book one first, then come back and cancel this booking.')
  await expect(dearer).toContainText('You get £9.80 to your card.')
  const first = dearer.getByRole('link', { name: /^Book for £13\.45 \d\d:\d\d to \d\d:\d\d$/ }).first()
  await expectAccessibleAtWidths(page, 'times that cost more')
  const time = /\d\d:\d\d/.exec((await first.innerText()).replace(/^.*£[\d.]+/, ''))?.[0] ?? ''
  await first.click()
  await expect(page).toHaveURL(new RegExp(`/badminton-60min/[\\d-]+/time/${time.replace(':', '(:|%3A|-)?')}`))
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Book Court .* now$/ })
      .first(),
  ).toBeVisible()
})
