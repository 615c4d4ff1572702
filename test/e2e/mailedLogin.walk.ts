import type { Page } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

test('a link in an e-mail logs in: where it was requested by one press, elsewhere once the person agrees', async ({
  page,
  product,
  browser,
}) => {
  const account = accountOf(product)
  const outbox = await (await browser.newContext()).newPage()
  await outbox.goto(product.outbox)
  const list = outbox.url()
  const linkTo = async (requesting: Page, redirect: string): Promise<string> => {
    await outbox.goto(list)
    await expect(outbox.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    const first = outbox.getByRole('link', { name: 'Your link to log in' }).first()
    const newest = async () => ((await first.count()) === 0 ? null : await first.getAttribute('href'))
    const before = await newest()
    await requesting.getByRole('link', { name: 'E-mail me a link to log in' }).click()
    await expect(requesting).toHaveURL(new RegExp(`/login-link\\?redirect=${encodeURIComponent(redirect)}`))
    await expectAccessibleAtWidths(requesting, 'requesting a link')
    await requesting.getByLabel('E-mail address or customer number').fill('ravi@example.test')
    await requesting.getByRole('button', { name: 'Send link' }).click()
    await expect(
      requesting.getByRole('main').getByText("If there's an account with this address"),
    ).toBeVisible()
    await expectAccessible(requesting, 'a link requested')
    await expect(async () => {
      await outbox.reload()
      expect(await newest()).not.toBe(before)
    }).toPass()
    await first.click()
    await expect(outbox.getByRole('heading', { name: 'Your link to log in' }).first()).toBeVisible()
    return /http[^"\s<]+\/login-link\?code=[\w-]+/.exec(await outbox.content())?.[0] ?? ''
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
