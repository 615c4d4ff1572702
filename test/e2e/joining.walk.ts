import type { Page } from '@playwright/test'
import { logInAt, registerCustomer } from './support/account.ts'
import { logInByCall } from './support/calls.ts'
import type { Product } from './support/product.ts'
import { cards, typeCard, typeDetails } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

const centre = 'Fernhill Leisure Centre'

const joinSite = ({ port }: Product): string => `http://join.onside.localhost:${port}`

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs up on the way to a membership, as the site leads there. */
const signUp = async (page: Page): Promise<void> => {
  await expect(h1(page)).toHaveText(/^Join /)
  await expect(page.getByRole('heading', { name: 'First, create your account' })).toBeVisible()
  // The plan stays beside it.
  await expect(page.getByRole('complementary', { name: 'Your membership' })).toBeVisible()
  await page.getByLabel('First name').fill('Joan')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Date of birth').fill('1990-05-01')
  await page.getByLabel('E-mail address').fill('joan@example.test')
  await page.getByLabel('Password').fill('a-long-enough-one')
  await page.getByLabel('Address (optional)').fill('1 Example Road')
  await page.getByLabel('Town').fill('Exampleton')
  await page.getByLabel('Postcode').fill('ZZ1 1ZZ')
  await page.getByLabel(/^I have read and accept/).check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'First, create your account' })).toHaveCount(0)
}

/** The form of a plan, for somebody who has just signed up. */
const toPlan = async (page: Page, product: Product, plan: string, email: string): Promise<void> => {
  await registerCustomer(page, product, email)
  await page.goto(`${joinSite(product)}/location/fernhill-leisure-centre`)
  await page.getByRole('link', { name: `Choose ${plan}` }).click()
  await expect(h1(page)).toHaveText(`Join ${plan}`)
}

const typeAccount = async (page: Page, sortCode = '08-99-99', number = '66374958'): Promise<void> => {
  await page.getByLabel('Name on the account').fill('Joan Example')
  await page.getByLabel('Sort code').fill(sortCode)
  await page.getByLabel('Account number').fill(number)
}

const agree = (page: Page) => page.getByLabel(/I have read and accept/).check()

const continueToPayment = (page: Page) => page.getByRole('button', { name: /^Continue/ }).click()

test('H01 A22: venue, plan, sign-up, Direct Debit, payment: a member at once', async ({ page, product }) => {
  await page.goto(product.url)
  await page
    .getByRole('navigation', { name: /main/i })
    .or(page.getByRole('banner'))
    .getByRole('link', { name: 'Buy a membership' })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`^${joinSite(product)}`))
  await expect(h1(page)).toHaveText('Become a member')
  await expect(page).toHaveTitle(/^Buy a membership/)
  await expectAccessible(page, 'the venues')
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(centre) })
    .click()
  await expect(h1(page)).toHaveText(`Memberships at ${centre}`)
  await expect(page.getByText(/^Then £42\.00 on the 1st of each month/)).toBeVisible()
  await expect(page.getByText("To cancel, give 30 days' notice in your account.").first()).toBeVisible()
  await expect(page.getByText(/^Freeze it for up to \d+ months, once in 12 months\.$/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(page).toHaveURL(new RegExp(`/location/fernhill-leisure-centre/\\d+$`))
  const themeOf = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  const theme = await themeOf()
  await expectAccessibleAtWidths(page, 'signing up beside the plan')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).first().click()
  await expect(page.getByRole('heading', { name: 'First, log in' })).toBeVisible()
  await expectAccessible(page, 'logging in beside the plan')
  await page.getByRole('main').getByRole('button', { name: 'Create an account' }).click()
  await signUp(page)
  expect(await themeOf()).toBe(theme)
  await expect(h1(page)).toHaveText('Join Gold')
  await expectAccessible(page, 'the form')

  await continueToPayment(page)
  await expect(page.getByText("We've marked the ones that need changing.").first()).toBeVisible()
  await expect(page.getByLabel('Name on the account')).toBeFocused()
  await expectAccessible(page, 'the form with mistakes')
  await typeAccount(page, '08-99-99', '66374959')
  await agree(page)
  await continueToPayment(page)
  await expect(
    page.getByText("This account number doesn't match the sort code. Check both.").first(),
  ).toBeVisible()
  await page.getByLabel('Account number').fill('66374958')
  await page.getByLabel('Monthly payment day').selectOption('28')
  await expect(page.getByText(/^Then £42\.00 on the 28th of each month/)).toBeVisible()
  await continueToPayment(page)

  await expect(h1(page)).toHaveText(/^Pay £\d+\.\d\d today$/)
  expect(await themeOf()).toBe(theme)
  const due = ((await h1(page).innerText()).match(/£[\d.]+/) ?? [''])[0]
  await expect(page.getByRole('button', { name: `Pay ${due}` })).toBeVisible()
  await expectAccessible(page, 'the payment')
  await typeCard(page, cards.declined)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('The card was declined.').first()).toBeVisible()
  await typeCard(page, cards.accepted)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(h1(page)).toHaveText("You're a member")
  await expect(page.getByText('is active now')).toBeVisible()
  await expect(page.getByText(/^£42\.00 on .+, by Direct Debit$/)).toBeVisible()
  await expectAccessible(page, 'the welcome')

  await page.getByRole('link', { name: 'View your membership' }).click()
  await expect(h1(page)).toHaveText('Memberships')
  await expect(page.getByText('Gold', { exact: true }).first()).toBeVisible()
  // Gold can be frozen after its minimum term, and cancelled with 30 days of notice.
  await page.getByRole('button', { name: 'Freeze membership: Gold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('For how long').selectOption('2')
  await expect(dialog.getByText(/^It starts again on /)).toBeVisible()
  await expect(dialog.getByText(/because its minimum term runs until/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'freezing a membership')
  await dialog.getByRole('button', { name: 'Freeze membership' }).click()
  await expect(page.getByText(/^Frozen from .* Nothing is collected in that time\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Take back freeze: Gold' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back freeze' }).click()
  await expect(page.getByText("We've taken back the freeze.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Freeze membership: Gold' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel membership: Gold' }).click()
  const ends = page.getByRole('dialog').getByText(/^Your membership ends on /)
  await expect(ends).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/^Its minimum term runs until /)).toBeVisible()
  await expect(
    page.getByRole('dialog').getByText(/We collect \d+ more payments, £[\d.]+ in all/),
  ).toBeVisible()
  await expectAccessible(page, 'cancelling a membership')
  const day = (await ends.innerText()).replace('Your membership ends on ', '')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel membership' }).click()
  await expect(page.getByText(`Cancelled. You can use it until ${day}`)).toBeVisible()
  await expectAccessible(page, 'a cancelled membership')
  await page.getByRole('button', { name: 'Keep membership: Gold' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep membership' }).click()
  await expect(page.getByRole('button', { name: 'Cancel membership: Gold' })).toBeVisible()
  // Within 14 days it can be withdrawn from, for all that was paid.
  await page.getByRole('button', { name: 'Withdraw and get a refund: Gold' }).click()
  await expect(
    page.getByRole('dialog').getByText(`We pay ${due} back to the card you paid with.`),
  ).toBeVisible()
  await expectAccessibleAtWidths(page, 'withdrawing from a membership')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw and get a refund' }).click()
  await expect(page.getByText("You've withdrawn. Your membership has ended.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel membership: Gold' })).toHaveCount(0)
})

test('H01: a family joins by card, with the bank asking', async ({ page, product }) => {
  await toPlan(page, product, 'Family', 'wilf-family@example.test')
  const who = page.getByRole('group', { name: 'Who belongs to it?' })
  await expect(who.getByRole('checkbox', { name: 'Wilf Thrushgrove (you)' })).toBeChecked()
  await who.getByRole('button', { name: 'Add a child' }).click()
  await who.getByLabel('First name').fill('Tom')
  await who.getByLabel('Date of birth').fill('2018-05-01')
  await expectAccessibleAtWidths(page, 'who belongs to a membership')
  await who.getByRole('button', { name: 'Add child' }).click()
  await expect(who.getByRole('checkbox', { name: 'Tom Thrushgrove' })).toBeChecked()
  await page.getByRole('radio', { name: /^Card/ }).check()
  await expect(page.getByLabel('Sort code')).toHaveCount(0)
  await agree(page)
  await continueToPayment(page)
  await expect(h1(page)).toHaveText(/^Pay £/)
  await typeDetails(page)
  await typeCard(page, cards.challengedAndPassed)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.frameLocator('iframe[title*="ank"]').getByRole('button', { name: 'Continue' }).click()
  await expect(h1(page)).toHaveText("You're a member")
  await page.getByRole('link', { name: 'View your membership' }).click()
  await expect(page.getByText('Wilf Thrushgrove and Tom Thrushgrove')).toBeVisible()
  await page.getByRole('button', { name: 'Change who belongs to it: Family' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who belongs to Family?' })
  await dialog.getByRole('checkbox', { name: 'Tom Thrushgrove' }).uncheck()
  await expectAccessibleAtWidths(page, 'changing who belongs to a membership')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Wilf Thrushgrove and Tom Thrushgrove')).toHaveCount(0)
})

test('H01: nothing to pay today, and no card requested', async ({ page, product }) => {
  await toPlan(page, product, 'Swim', 'wilf-swims@example.test')
  await typeAccount(page)
  await agree(page)
  await continueToPayment(page)
  await expect(h1(page)).toHaveText('Become a member')
  await expect(page.getByText('Nothing to pay today').first()).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page, 'joining for nothing today')
  await page.getByRole('button', { name: 'Become a member' }).click()
  await expect(h1(page)).toHaveText("You're a member")
})

test('H01: a plan that requires a document takes its upload', async ({ page, product }) => {
  await toPlan(page, product, 'Student', 'wilf-studies@example.test')
  await typeAccount(page)
  await agree(page)
  await continueToPayment(page)
  await expect(page.getByText(/We need to see your student card first/).first()).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'card.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]),
  })
  await expect(page.getByText('In review')).toBeVisible()
  await expectAccessible(page, 'the form with a document')
  await continueToPayment(page)
  await expect(h1(page)).toHaveText(/^Pay £/)
})

test('H01: plans are readable at every width, logged in or not', async ({ page, product }) => {
  const plans = `${joinSite(product)}/location/fernhill-leisure-centre`
  await page.goto(plans)
  await expect(page.getByRole('link', { name: /^Choose / })).toHaveCount(5)
  await expectAccessibleAtWidths(page, 'the plans')
  await logInByCall(page, joinSite(product), 'nell@example.test')
  await page.goto(plans)
  // Delayed, so that the page is checked while the sums load.
  await page.route('**/online-joining/venues/*/plans**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(h1(page)).toHaveText('Join Gold')
  await expectAccessibleAtWidths(page, 'the form')
  await typeAccount(page)
  await agree(page)
  await continueToPayment(page)
  await expect(page.getByText('You already have this membership.').first()).toBeVisible()
})

test('G03: a member whom another system bills sets up a Direct Debit once, and changes to a cheaper and a dearer plan', async ({
  page,
  product,
}) => {
  test.slow()
  await logInAt(page, product, 'nell@example.test', '/memberships')
  await expect(page.getByText(/set up your Direct Debit with us once/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel membership: Gold' })).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'a membership that another system bills')
  await page.getByRole('link', { name: 'Set up Direct Debit: Gold' }).click()
  await expect(h1(page)).toHaveText('Set up Direct Debit for Gold')
  await expectAccessibleAtWidths(page, 'setting up a Direct Debit')
  await typeAccount(page)
  await page.getByRole('button', { name: 'Save bank account' }).click()
  await expect(page.getByText('Your Direct Debit is set up.').first()).toBeVisible()
  for (const name of ['Freeze membership: Gold', 'Cancel membership: Gold'])
    await expect(page.getByRole('button', { name })).toBeVisible()

  // A cheaper one applies from the next payment on.
  const change = page.getByRole('link', { name: 'Change membership: Gold' })
  await change.click()
  await expect(h1(page)).toHaveText('Change your Gold membership')
  const main = page.getByRole('main')
  await expect(main.getByText('Nothing to pay today.', { exact: false }).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'the plans to change to')
  await page.getByRole('button', { name: 'Change to Swim' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessibleAtWidths(page, 'changing to a cheaper plan')
  await dialog.getByRole('button', { name: 'Change membership' }).click()
  await expect(dialog.getByRole('checkbox')).toBeFocused()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Change membership' }).click()
  await expect(h1(page)).toHaveText('Memberships')
  await expect(main.getByText(/^Changes to Swim on .* You pay £24\.50 a month from then on\.$/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'a membership whose plan changes')
  await expect(change).toHaveCount(0)
  await page.getByRole('button', { name: 'Take back the change: Gold' }).click()
  await dialog.getByRole('button', { name: 'Take back the change' }).click()
  await expect(page.getByText("We've taken back the change.", { exact: false }).first()).toBeVisible()

  // A dearer one applies as soon as the difference is paid.
  await change.click()
  await page.getByRole('button', { name: 'Change to Family' }).click()
  await dialog.getByRole('checkbox').check()
  await expectAccessibleAtWidths(page, 'changing to a dearer plan')
  const pay = dialog.getByRole('button', { name: /^Continue to pay £/ })
  const difference = /£[\d.]+/.exec(await pay.innerText())?.[0] ?? ''
  await pay.click()
  await expect(h1(page)).toHaveText(`Pay ${difference} today`)
  await expect(page.getByText('Joining fee')).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'paying the difference')
  await typeCard(page, cards.accepted)
  await page.getByRole('button', { name: `Pay ${difference}` }).click()
  await expect(h1(page)).toHaveText("You've changed your membership")
  await expect(page).toHaveTitle(/^You've changed your membership/)
  await expectAccessibleAtWidths(page, 'a changed plan')
  await page.getByRole('link', { name: 'View your membership' }).click()
  await expect(main.getByText('£68.00').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel membership: Family' })).toBeVisible()
})
