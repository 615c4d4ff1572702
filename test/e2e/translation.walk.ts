import type { Page } from '@playwright/test'
import { agree, cards, dayFromNow, logIn, typeCard, typeDetails, venue } from './support/steps.ts'
import { translatePages } from './support/translation.ts'
import { expect, test } from './support/walk.ts'

// Where the translator replaces a text in the moment in which React reads it, React renders that part anew.
test.use({ expectedFaults: /React error #418/ })

/*
 * Those who read no English let their browser translate the site. It replaces the page's text by elements of its own.
 */

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

const basketLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Basket/ })

const addFrom = async (page: Page, count: number): Promise<void> => {
  const add = page.getByRole('main').getByRole('button', { name: /^Add / }).first()
  await add.click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(basketLink(page)).toContainText(String(count))
}

const toCheckout = async (page: Page): Promise<void> => {
  await basketLink(page).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /checkout/i })
    .click()
  await expect(h1(page)).toHaveText('Checkout')
}

const pay = (page: Page) =>
  page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()

const expectTranslated = (page: Page) => expect(page.locator('h1 font').first()).toBeAttached()

test('in a translated page a class and a court are booked, after mistakes and a declined card', async ({
  page,
  product,
}) => {
  await translatePages(page)
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(2)}`)
  await expectTranslated(page)
  await addFrom(page, 1)
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`)
  await expectTranslated(page)
  await addFrom(page, 2)
  await toCheckout(page)
  await expectTranslated(page)
  await page.getByLabel('Full name').fill('Ann Example')
  await pay(page)
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Example')
  await typeDetails(page)
  await typeCard(page, cards.declined)
  await agree(page)
  await pay(page)
  await expect(page.getByText('The card was declined.').first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Example')
  await typeCard(page, cards.accepted)
  await pay(page)
  await expect(h1(page)).toHaveText("You're booked")
})

test('in a translated page tickets are chosen, counted, removed and taken to the checkout', async ({
  page,
  product,
}) => {
  await translatePages(page)
  await page.goto(`${product.url}/location/${venue.slug}/lane-swim/${dayFromNow(3)}`)
  await expectTranslated(page)
  await page.locator('main a[href*="/ticket/"]').last().click()
  const panel = page.getByRole('dialog')
  const quantity = panel.getByRole('combobox', { name: /How many/ }).first()
  await quantity.selectOption('2')
  await panel.getByRole('button', { name: /^Add/ }).first().click()
  await expect(panel.getByText('Your tickets are in your basket.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(basketLink(page)).toHaveAccessibleName('Basket, 1 item')
  await page.goto(`${product.url}/basket`)
  await expectTranslated(page)
  await page
    .getByRole('combobox', { name: /How many|Quantity/i })
    .first()
    .selectOption('1')
  await expect(page.getByText('Successfully updated item in the basket.').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.getByRole('main').getByRole('button', { name: /^Undo/ }).first().click()
  await expect(page.getByRole('combobox', { name: /How many|Quantity/i }).first()).toHaveValue('1')
  await page
    .getByRole('link', { name: /checkout/i })
    .first()
    .click()
  await expect(h1(page)).toHaveText('Checkout')
  await expectTranslated(page)
})

test('in a translated page people sign up after mistakes, join, and keep what they typed', async ({
  page,
  product,
}) => {
  await translatePages(page)
  await page.goto(`${product.url}/register`)
  await expectTranslated(page)
  const create = page.getByRole('button', { name: 'Create an account' })
  await page.getByLabel('First name').fill('Joan')
  await create.click()
  await expect(page.getByText("We've marked the ones that need changing.").first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Joan')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Date of birth').fill('1990-05-01')
  await page.getByLabel('E-mail address').fill('joan-translated@example.test')
  await page.getByLabel('Password').fill('short')
  await page.getByLabel('Postcode').fill('ZZ1 1ZZ')
  await page.getByLabel(/^I have read and accept/).check()
  await create.click()
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Last name')).toHaveValue('Example')
  await page.getByLabel('Password').fill('a-long-enough-one')
  await create.click()
  await expect(h1(page)).not.toHaveText('Sign up')

  await page.goto(product.url.replace('//bookings.', '//join.'))
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(venue.name) })
    .click()
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(h1(page)).toHaveText('Join Gold')
  const next = page.getByRole('button', { name: /^Continue/ })
  await next.click()
  await expect(page.getByText("We've marked the ones that need changing.").first()).toBeVisible()
  await page.getByLabel('Name on the account').fill('Joan Example')
  await page.getByLabel('Sort code').fill('08-99-99')
  await page.getByLabel('Account number').fill('66374958')
  await page.getByLabel('Monthly payment day').selectOption('28')
  await expect(page.getByText(/^Then £42\.00 on the 28th of each month/)).toBeVisible()
  await agree(page)
  await next.click()
  await expect(h1(page)).toHaveText(/^Pay £\d+\.\d\d today$/)
  await typeCard(page, cards.declined)
  await pay(page)
  await expect(page.getByText('The card was declined.').first()).toBeVisible()
  await typeCard(page, cards.accepted)
  await pay(page)
  await expect(h1(page)).toHaveText("You're a member")
})

test('a page that is translated before its script comes keeps what is typed meanwhile', async ({
  page,
  product,
}) => {
  await translatePages(page, 'loaded')
  let letThrough = (): void => {}
  const open = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await open
    await route.continue()
  })
  await page.goto(`${product.url}/register`, { waitUntil: 'commit' })
  await expectTranslated(page)
  await page.getByLabel('First name').fill('Joan')
  await page.getByLabel('Date of birth').fill('1990-05-01')
  letThrough()
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await expectTranslated(page)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText("We've marked the ones that need changing.").first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Joan')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-05-01')
})

test('in a translated page a customer logs in, and the other tab names them', async ({ page, product }) => {
  await translatePages(page)
  await page.goto(product.url)
  await expectTranslated(page)
  await logIn(page, 'maya@example.test')
  await expect(page.getByRole('banner')).toContainText('Maya')
  await page.getByRole('banner').getByText('Maya').click()
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})
