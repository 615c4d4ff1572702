import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './support/walk.ts'

const onTabletAndDesktop = async (page: Page, where: string): Promise<void> => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => {
      scrollTo(0, 0)
    })
    await expectAccessible(page, `${where}, at ${width} px`)
  }
}

test('a supervisor registers a partner, replaces its key, reads what it owes and revokes it', async ({
  product,
  page,
}) => {
  await page.goto(`http://desk.onside.localhost:${product.port}/login?redirect=/partners`)
  await page.getByLabel('E-mail address or customer number').fill('supervisor@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Booking partners' })).toBeVisible()
  await expect(page.getByText('No booking partners yet')).toBeVisible()
  await onTabletAndDesktop(page, 'no partners')

  await page.getByLabel('Commission (%)').fill('120')
  await page.getByRole('button', { name: 'Register partner' }).click()
  await expect(page.getByText('Enter 100 or less.').first()).toBeVisible()
  await page.getByLabel('Company name').fill('FitFinder')
  await page.getByLabel('Agreement').fill('Contract 2026-11')
  await page.getByLabel('Commission (%)').fill('7.5')
  await page.getByRole('button', { name: 'Register partner' }).click()
  const key = page.getByRole('textbox', { name: 'Key' })
  await expect(key).toHaveValue(/^onside_bp_/)
  const first = await key.inputValue()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByText(/^(Copied\.|Selected\.)/)).toBeVisible()
  const partner = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'FitFinder' }) })
  await expect(partner).toContainText('7.5%')
  await expect(partner).toContainText('Quillmoor Leisure')
  await onTabletAndDesktop(page, 'a new key')

  await page.getByRole('button', { name: 'Replace the key of FitFinder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
  await expect(key).not.toHaveValue(first)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(key).toBeHidden()

  await page.getByRole('navigation', { name: 'About partners' }).getByRole('link', { name: 'Sales' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Partners owe you £0.00' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'FitFinder' })).toBeVisible()
  await onTabletAndDesktop(page, 'sales by partners')
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('1 January 2026 to 31 January 2026')).toBeVisible()

  await page.getByRole('link', { name: 'Due at the venue' }).click()
  await expect(page.getByText('Nothing due on these days')).toBeVisible()
  await onTabletAndDesktop(page, 'nothing due at the venue')

  await page.getByRole('link', { name: 'Partners', exact: true }).first().click()
  // The partner sends the supervisor to us, who is asked once more who they are, in a browser that we do not recognise.
  const callback = `${product.url}/api/openactive/quillmoor`
  await page.getByLabel('Company name').fill('GymApp')
  await page.getByLabel('Callback address').fill(callback)
  await page.getByRole('button', { name: 'Register partner' }).click()
  await expect(key).toHaveValue(/^onside_bp_/)
  const gymApp = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'GymApp' }) })
  const clientId = /bp_[\da-f]{32}/.exec((await gymApp.textContent()) ?? '')?.[0] ?? ''
  const visitor = await page.context().browser()?.newPage()
  if (visitor === undefined) throw new Error('There is no second browser.')
  await visitor.goto(
    `${product.url}/api/openid/auth?${new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid openactive-openbooking offline_access openactive-identity',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }).toString()}`,
  )
  await expect(visitor.getByRole('heading', { level: 1, name: 'Log in to continue' })).toBeVisible()
  await onTabletAndDesktop(visitor, 'the log-in for a partner')
  await visitor.getByLabel('E-mail address or customer number').fill('supervisor@example.test')
  await visitor.getByLabel('Password').fill('wrong-password')
  await visitor.getByRole('button', { name: 'Log in' }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await onTabletAndDesktop(visitor, 'the log-in for a partner, refused')
  await visitor.getByLabel('Password').fill('onside-demo')
  await visitor.getByRole('button', { name: 'Log in' }).click()
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Let GymApp sell your sessions?' }),
  ).toBeVisible()
  await onTabletAndDesktop(visitor, 'what a partner asks for')
  await visitor.getByRole('button', { name: 'Allow' }).click()
  await expect(visitor).toHaveURL(/\/api\/openactive\/quillmoor\?code=/)
  await visitor.close()

  await page.getByRole('button', { name: 'Revoke FitFinder' }).click()
  await expectAccessible(page, 'the question before revoking')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(partner).toContainText('Revoked')
  await expect(page.getByRole('button', { name: 'Revoke FitFinder' })).toBeHidden()
})
