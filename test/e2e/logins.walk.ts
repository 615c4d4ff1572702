import type { Browser, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accountOf } from './support/account.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { logInByCall } from './support/calls.ts'
import type { Product } from './support/product.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

/** The outbox in a browser of its own, which alone may use its link. The tests of this file share a server. */
let outbox: { page: Page; url: string } | undefined
const openOutbox = async (browser: Browser, product: Product): Promise<{ page: Page; url: string }> => {
  if (outbox === undefined) {
    const page = await browser.newPage()
    await page.goto(product.outbox)
    outbox = { page, url: page.url() }
  }
  return outbox
}

test('a link in an e-mail logs in: where it was requested by one press, elsewhere once the person agrees', async ({
  page,
  product,
  browser,
}) => {
  const account = accountOf(product)
  const { page: mails, url: list } = await openOutbox(browser, product)
  const linkTo = async (requesting: Page, redirect: string): Promise<string> => {
    await mails.goto(list)
    await expect(mails.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    const first = mails.getByRole('link', { name: 'Your link to log in' }).first()
    const newest = async () => ((await first.count()) === 0 ? null : await first.getAttribute('href'))
    const before = await newest()
    await requesting.getByRole('link', { name: 'E-mail me a link to log in' }).click()
    await expect(requesting).toHaveURL(new RegExp(`/login-link\\?redirect=${encodeURIComponent(redirect)}`))
    if (requesting === page) await expectAccessibleAtWidths(requesting, 'requesting a link')
    await requesting.getByLabel('E-mail address or customer number').fill('ravi@example.test')
    await requesting.getByRole('button', { name: 'Send link' }).click()
    await expect(
      requesting.getByRole('main').getByText("If there's an account with this address"),
    ).toBeVisible()
    if (requesting === page) await expectAccessible(requesting, 'a link requested')
    await expect(async () => {
      await mails.reload()
      expect(await newest()).not.toBe(before)
    }).toPass()
    await first.click()
    await expect(mails.getByRole('heading', { name: 'Your link to log in' }).first()).toBeVisible()
    return /http[^"\s<]+\/login-link\?code=[\w-]+/.exec(await mails.content())?.[0] ?? ''
  }

  await page.goto(`${product.url}/basket?login=1`)
  const link = await linkTo(page, '/basket')
  const tab = await page.context().newPage()
  const requests: string[] = []
  tab.on('request', (request) => requests.push(request.url()))
  await tab.goto(link)
  await expect(tab).not.toHaveURL(/code=/)
  await expectAccessible(tab, 'a link to log in')
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByRole('banner')).toContainText('Ravi')
  const host = new URL(product.url).host.split('.').slice(1).join('.')
  expect(requests.filter((url) => url.startsWith('http') && !new URL(url).host.endsWith(host))).toEqual([])
  // The tab that requested it leads on.
  await expect(page).toHaveURL(`${product.url}/basket`)
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByRole('main').getByText('This link has been used or has expired.')).toBeVisible()
  await expectAccessible(tab, 'a link that has been used')
  await tab.close()

  const desktop = await (await browser.newContext()).newPage()
  await desktop.goto(`${account}/login?redirect=/details`)
  const second = await linkTo(desktop, '/details')
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(second)
  await phone.getByRole('button', { name: 'Log in' }).click()
  await expect(phone.getByRole('main').getByText('It logs you in as ravi@example.test.')).toBeVisible()
  await expectAccessible(phone, 'a link of another browser')
  await phone.getByRole('button', { name: 'Log in here' }).click()
  await expect(phone.getByRole('banner')).toContainText('Ravi')
  await phone.context().close()
  await desktop.context().close()
})

test('a passkey is added in the account, logs in without a password, and is removed', async ({
  page,
  product,
}) => {
  const account = accountOf(product)
  await addAuthenticator(page)
  await logInByCall(page, account, 'maya@example.test')
  await page.goto(`${account}/security`)
  const passkeys = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  await expect(passkeys.getByText("You don't have a passkey yet.")).toBeVisible()
  await passkeys.getByLabel('Name').fill('My phone')
  await passkeys.getByLabel('Current password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Your current password is wrong.')).toBeVisible()
  await passkeys.getByLabel('Current password').fill('onside-demo')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Not used yet.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'passkeys')
  // One passkey is good on all sites under one domain.
  await page.context().clearCookies({ name: /^authToken/ })
  await page.goto(`${product.url}/?login=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Maya')

  await page.goto(`${account}/security`)
  await expect(passkeys.getByText(/^Added on .* Last used on /)).toBeVisible()
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click()
  await expectAccessible(page, 'removing a passkey')
  await dialog.getByLabel('Current password').fill('onside-demo')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByText("You don't have a passkey yet.")).toBeVisible()

  await page.context().clearCookies({ name: /^authToken/ })
  await page.goto(`${account}/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText('log in with your password')
  await expectAccessible(page, 'a log-in page with a refused passkey')
})

const password = 'onside-demo'

/** A code that has not been used yet: the next step counts, too. */
const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })

const secretOn = async (page: Page): Promise<string> =>
  (await page.locator('form code').innerText()).replaceAll(' ', '')

test('two-step verification is set up in the account and then needed at log-in', async ({
  page,
  product,
  browser,
}) => {
  await logInByCall(page, accountOf(product), 'maya@example.test')
  await page.goto(`${accountOf(product)}/security`)
  const twoStep = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-step verification', exact: true }) })
  await expect(page.getByRole('heading', { name: 'Log-in and security' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'security')
  await twoStep.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'connecting the app')
  const secret = await secretOn(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('alert').getByText("This code isn't right.")).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await page
    .locator('ul')
    .filter({ hasText: /^(\w{4}-\w{4}-\w{4}){10}$/ })
    .locator('li')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page, 'the recovery codes')
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()
  await expectAccessible(page, 'two-step verification turned on')

  // In the dialog of the bookings site and by keyboard alone.
  const scripted = await browser.newContext()
  const third = await scripted.newPage()
  await third.goto(`${product.url}/?login=1`)
  const dialog = third.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill('maya@example.test')
  await dialog.getByLabel('Password').fill(password)
  await third.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  // Back to the password, the address is still there.
  await dialog.getByRole('button', { name: 'Start again' }).click()
  await expect(dialog.getByLabel(/e-?mail/i)).toHaveValue('maya@example.test')
  await dialog.getByLabel('Password').fill(password)
  await third.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessibleAtWidths(third, 'the second step')
  await third.keyboard.type('000000')
  await third.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'let your phone set its time automatically',
  )
  await dialog.getByRole('textbox', { name: 'Code' }).fill('')
  await third.keyboard.type(codeOf(secret, 1))
  await third.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(third.getByRole('banner')).toContainText('Maya')
  await scripted.close()

  // Turned off with the password and a recovery code.
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('heading', { name: 'Turn off two-step verification' })).toBeFocused()
  await twoStep.getByLabel('Current password').fill(password)
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '')
  await expectAccessible(page, 'turning two-step verification off')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(twoStep.getByLabel('Current password')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Two-step verification is off.')
})

test('a changed e-mail address is proved by links to both ends, which leave the address bar at once', async ({
  page,
  product,
  browser,
}) => {
  await logInByCall(page, accountOf(product), 'maya@example.test')
  await page.goto(`${accountOf(product)}/details`)
  const form = page.locator('form').filter({ has: page.getByLabel('Current password') })
  await form.getByLabel('E-mail address').fill('maya.new@example.test')
  await form.getByLabel('Current password').fill('onside-demo')
  await form.getByRole('button', { name: 'Update login details' }).click()
  await expect(page.getByText(/You asked to change your address to maya\.new@/)).toBeVisible()
  await expectAccessible(page, 'details with a change of address')

  const { page: mails, url: outboxUrl } = await openOutbox(browser, product)
  let links: string[] = []
  await expect(async () => {
    const list = await (await mails.request.get(outboxUrl)).text()
    links = []
    for (const [, id] of [...list.matchAll(/href="mail\/(\d+)"/g)].slice(0, 6)) {
      const message = await (await mails.request.get(`${outboxUrl}/${id}/html`)).text()
      const link = /\/confirm-email\?code=[\w-]+(?:&amp;change=old)?/.exec(
        message.replaceAll('&#38;', '&amp;'),
      )?.[0]
      if (link !== undefined) links.push(link.replace('&amp;', '&'))
    }
    expect(links).toHaveLength(2)
  }).toPass({ timeout: 60_000 })

  const mail = await (await browser.newContext()).newPage()
  for (const link of links.toSorted((one, other) => one.length - other.length)) {
    const isOld = link.includes('change=old')
    await mail.goto(product.url + link)
    await expect(mail).not.toHaveURL(/code=/)
    await expectAccessible(mail, isOld ? 'allowing a change of address' : 'confirming an address')
    await mail.getByRole('button', { name: isOld ? 'Yes, change it' : 'Confirm e-mail address' }).click()
    await expect(mail.getByRole('status').filter({ hasText: 'maya.new@example.test' })).toBeVisible()
  }
  await mail.close()
})
