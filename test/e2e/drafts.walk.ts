import { accountOf, heading, logInAt } from './support/account.ts'
import { expect, test } from './support/walk.ts'

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
