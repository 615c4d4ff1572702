import { expect, test } from './support/walk.ts'

test('without script a mailed link is requested, logs in, and asks before it does so in another browser or for another person', async ({
  product,
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  const outbox = await (await browser.newContext()).newPage()
  const second = await browser.newContext({ javaScriptEnabled: false })
  const other = await second.newPage()
  await page.goto(`${product.url}/login-link?redirect=/basket`)
  await page.getByLabel('E-mail address or customer number').fill('')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Enter your e-mail address or customer number.')).toBeVisible()
  await page.getByLabel('E-mail address or customer number').fill('nell@example.test')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('main').getByText("If there's an account with this address")).toBeVisible()

  await outbox.goto(product.outbox)
  const letter = outbox.getByRole('link', { name: 'Your link to log in' }).first()
  await expect(async () => {
    await outbox.reload()
    expect(await letter.count()).toBeGreaterThan(0)
  }).toPass()
  await letter.click()
  await expect(outbox.getByRole('heading', { name: 'Your link to log in' }).first()).toBeVisible()
  const link = /http[^"\s<]+\/login-link\?code=[\w-]+/.exec(await outbox.content())?.[0] ?? ''

  await other.goto(link)
  await other.getByRole('button', { name: 'Log in' }).click()
  await expect(other.getByRole('main').getByText('It logs you in as nell@example.test.')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('banner')).toContainText('Nell')
  expect(page.url()).not.toContain('code=')
  // Used once, it is used up in the other browser.
  await other.getByRole('button', { name: 'Log in here' }).click()
  await expect(other.getByRole('main').getByText('This link has been used or has expired.')).toBeVisible()

  // A link of a program in use that names another person: the question is a plain form, too.
  const token = (await plain.cookies()).find(({ name }) => name === 'authToken')?.value ?? ''
  const third = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await third.goto(`${product.url}/login?redirect=/basket`)
  await third.getByLabel('E-mail address or customer number').fill('ravi@example.test')
  await third.getByLabel('Password', { exact: true }).fill('onside-demo')
  await third.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(third.getByRole('banner')).toContainText('Ravi')
  await third.goto(`${product.url}/basket?token=${token}`)
  await third.getByRole('button', { name: /Nell/ }).click()
  await expect(third.getByRole('banner')).toContainText('Nell')
  for (const context of [plain, second, outbox.context(), third.context()]) await context.close()
})
