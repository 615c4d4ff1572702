import { readFileSync } from 'node:fs'
import { accountOf, heading, logInAt, registerCustomer } from './support/account.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

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
