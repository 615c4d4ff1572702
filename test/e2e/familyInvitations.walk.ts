import type { Browser, Page } from '@playwright/test'
import { accountOf, logInAt } from './support/account.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

/** The outbox in a browser of its own, which alone may use its link. The tests of this file share a server. */
let outbox: Page | undefined
const openOutbox = async (browser: Browser, product: Product): Promise<Page> => {
  if (outbox !== undefined) return outbox
  outbox = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await outbox.goto(product.outbox)
  return outbox
}

/** The link of the newest invitation with this subject. */
const invitationIn = async (page: Page, subject: RegExp): Promise<string> => {
  let address = ''
  const list = page.url()
  await expect(async () => {
    await page.goto(list)
    await page.getByRole('link', { name: subject }).first().click({ timeout: 5000 })
    address = /http[^"\s<]+\/family\/invitation\?code=[\w-]+/.exec(await page.content())?.[0] ?? ''
    expect(address).not.toBe('')
  }).toPass()
  await page.goto(list)
  return address
}

test('a child who has turned 16 takes over their account by invitation', async ({
  page,
  product,
  browser,
}) => {
  const family = `${accountOf(product)}/family`
  await logInAt(page, product, 'owen@example.test', '/family')
  const handOver = page.getByRole('form', { name: 'Hand over to Robin' })
  await handOver.getByLabel("Robin's e-mail address").fill('robin@example.test')
  await handOver.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText("We've sent a link to robin@example.test.")).toBeVisible()
  await expectAccessible(page, 'a child of 16 in the family')

  const address = await invitationIn(await openOutbox(browser, product), /hands your account over to you/)
  const child = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await child.goto(address)
  await expect(child.getByRole('heading', { level: 1 })).toHaveText('Your own account, Robin')
  await expect(child.getByRole('main')).toContainText('You log in with robin@example.test.')
  await child.getByLabel('Password').fill('short')
  await child.getByRole('button', { name: 'Save and log in' }).click()
  await expect(child.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(child, 'taking over, with an error')
  await child.getByLabel('Password').fill('crimson-otter-42')
  await child.getByRole('button', { name: 'Save and log in' }).click()
  await expect(child.getByRole('banner')).toContainText('Robin')
  await child.goto(family)
  await expect(child.getByRole('heading', { name: 'Robin Hartshead' })).toBeVisible()
  await expect(child.getByRole('heading', { name: 'Owen Hartshead' })).toHaveCount(0)
  await child.goto(address)
  await expect(child.getByRole('main')).toContainText("This invitation can't be used")
  await child.close()

  // Only Robin sees it now.
  await page.goto(family)
  await expect(page.getByRole('heading', { name: 'Owen Hartshead' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Robin Hartshead' })).toHaveCount(0)
})

test('a partner joins the family by invitation, sees the children, and either can end it', async ({
  page,
  product,
  browser,
}) => {
  const family = `${accountOf(product)}/family`
  await logInAt(page, product, 'ravi@example.test', '/family')
  const share = page.getByRole('form', { name: 'Share your family' })
  await share.getByRole('button', { name: 'Send invitation' }).click()
  await expect(share.getByLabel('Their e-mail address')).toBeFocused()
  await share.getByLabel('Their e-mail address').fill('maya@example.test')
  await share.getByRole('button', { name: 'Send invitation' }).click()
  await expect(share.getByText("We've sent a link to maya@example.test.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back: maya@example.test' })).toBeVisible()
  // The form is ready for the next, also on a page that is loaded anew.
  await expect(share.getByLabel('Their e-mail address')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Take back: maya@example.test' })).toBeVisible()
  await expect(share.getByLabel('Their e-mail address')).toHaveValue('')
  await expectAccessibleAtWidths(page, 'my family with an open invitation')

  const address = await invitationIn(await openOutbox(browser, product), /invites you to their family/)
  const partner = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await partner.goto(address)
  await expect(partner.getByRole('main')).toContainText(
    'Ravi Pendale would like to share their family with you.',
  )
  await expectAccessible(partner, 'an invitation to a visitor')
  await partner.getByRole('link', { name: 'Log in to join' }).click()
  await partner.getByLabel(/e-?mail/i).fill('maya@example.test')
  await partner
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await partner.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await partner.getByRole('button', { name: 'Join the family' }).click()
  await expect(partner.getByRole('heading', { level: 1 })).toHaveText('My family')
  await expect(partner.getByRole('heading', { name: 'Anya Pendale' })).toBeVisible()
  await expectAccessible(partner, 'the family of a partner')
  await partner.goto(address)
  await expect(partner.getByRole('main')).toContainText("This invitation can't be used")
  await expectAccessible(partner, 'an invitation that has been used')

  // Neither sees what the venue knows of the other's family before the inviter has confirmed who it is.
  const notes = (of: Page) => of.getByRole('form', { name: 'What to know about Anya' })
  const waiting = /appear here once the family invitation is confirmed/
  await partner.goto(family)
  await expect(partner.getByText(waiting).first()).toBeVisible()
  await expect(notes(partner)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Did you invite Maya Thornley?')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('has accepted your invitation with maya@example.test.')
  await expectAccessibleAtWidths(page, 'somebody to confirm')
  await expect(page.getByRole('button', { name: 'Not this person: Maya Thornley' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm: Maya Thornley' }).click()
  await expect(page.getByText('You and Maya now share your families.')).toBeVisible()
  await expect(page.getByText('Did you invite Maya Thornley?')).toHaveCount(0)
  await partner.reload()
  await expect(notes(partner).getByLabel('Medical notes')).toBeVisible()
  await expect(partner.getByText(waiting)).toHaveCount(0)

  await page.getByRole('button', { name: /^Stop sharing with Maya/ }).click()
  await page.getByRole('button', { name: 'Stop sharing now' }).click()
  await expect(page.getByRole('heading', { name: /^Maya/ })).toHaveCount(0)
  await partner.reload()
  await expect(partner.getByRole('heading', { name: /^Maya/ })).toBeVisible()
  await expect(partner.getByRole('heading', { name: 'Anya Pendale' })).toHaveCount(0)
  await partner.close()
})
