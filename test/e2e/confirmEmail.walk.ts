import { accountOf } from './support/account.ts'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

test('a changed e-mail address is proved by links to both ends, which leave the address bar at once', async ({
  page,
  product,
  browser,
}) => {
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(`${accountOf(product)}/details`)
  const form = page.locator('form').filter({ has: page.getByLabel('Current password') })
  await form.getByLabel('E-mail address').fill('maya.new@example.test')
  await form.getByLabel('Current password').fill('onside-demo')
  await form.getByRole('button', { name: 'Update login details' }).click()
  await expect(page.getByText(/You asked to change your address to maya\.new@/)).toBeVisible()
  await expectAccessible(page, 'details with a change of address')

  const outbox = await browser.newPage()
  await outbox.goto(product.outbox)
  let links: string[] = []
  await expect(async () => {
    const list = await (await outbox.request.get(outbox.url())).text()
    links = []
    for (const [, id] of [...list.matchAll(/href="mail\/(\d+)"/g)].slice(0, 6)) {
      const message = await (await outbox.request.get(`${outbox.url()}/${id}/html`)).text()
      const link = /\/confirm-email\?code=[\w-]+(?:&amp;change=old)?/.exec(
        message.replaceAll('&#38;', '&amp;'),
      )?.[0]
      if (link !== undefined) links.push(link.replace('&amp;', '&'))
    }
    expect(links).toHaveLength(2)
  }).toPass({ timeout: 60_000 })
  await outbox.close()

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
