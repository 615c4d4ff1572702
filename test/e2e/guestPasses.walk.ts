import type { Page } from '@playwright/test'
import { accountOf, logInAt } from './support/account.ts'
import { deskOf, logIn } from './support/desk.ts'
import type { Product } from './support/product.ts'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

const elsewhere = 'Hollin Bank Sports Village'

/** Sends the member's next pass to a guest for today. @returns its code */
const sendPass = async (
  page: Page,
  product: Product,
  { firstName, at }: { firstName: string; at: string },
): Promise<string> => {
  await page.goto(`${accountOf(product)}/guest-passes`)
  await page
    .getByRole('link', { name: /^Send to a guest/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/first name/i).fill(firstName)
  await dialog.getByLabel('Last name').fill('Example')
  await dialog.getByLabel('E-mail address').fill('guest@example.test')
  await dialog.getByLabel('Venue').selectOption({ label: at })
  await dialog.getByLabel('Date of visit').fill(dayFromNow(0))
  await dialog.getByRole('button', { name: 'Send guest pass' }).click()
  const sent = page.getByText(new RegExp(`^For ${firstName} Example .*, code `))
  return (await sent.innerText()).replace(/^.*, code /, '')
}

/** As a scanner does: it types the code and presses Enter. */
const scan = async (page: Page, code: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: 'Check in by code' })
  await expect(field).toBeFocused()
  await field.pressSequentially(code)
  await field.press('Enter')
}

test('G06: a guest pass is sent by a member, checked and used at the desk, and undone there', async ({
  page,
  product,
  browser,
}) => {
  const member = await browser.newPage()
  await logInAt(member, product, 'nell@example.test', '/guest-passes')
  const code = await sendPass(member, product, { firstName: 'Bo', at: venue.name })
  const codeElsewhere = await sendPass(member, product, { firstName: 'Una', at: elsewhere })

  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await scan(page, 'nothing')
  await expect(page.getByText('No booking or guest pass found for this code.')).toBeVisible()
  await scan(page, codeElsewhere)
  await expect(page.getByText('Guest pass: Una Example')).toBeVisible()
  await expect(page.getByText(`This pass is for ${elsewhere}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Admit guest/ })).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'a pass for another venue')

  await scan(page, code.toLowerCase().replace('-', ''))
  const admit = page.getByRole('button', { name: 'Admit guest: Bo Example' })
  await expect(page.getByText(`Valid today at ${venue.name}.`)).toBeVisible()
  await expectAccessibleAtWidths(page, 'a pass that is valid')
  await page.setViewportSize({ width: 320, height: 900 })
  await expectAccessible(page, 'a pass that is valid, at 320 px')
  await page.setViewportSize({ width: 1280, height: 900 })
  await admit.click()
  await expect(page.getByText('Guest admitted: Bo Example')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a guest who was admitted')

  // At once, from the field that has the focus again: it is used.
  await scan(page, code)
  await expect(page.getByText(/^This pass was used today at \d\d:\d\d \(admitted by .+\)\.$/)).toBeVisible()
  await member.reload()
  await expect(member.getByRole('article').filter({ hasText: 'For Bo Example' })).toContainText('Used')

  // By the customer search, in the page of the member.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('combobox', { name: 'Find a customer' }).fill(code)
  await page.getByRole('option', { name: /Nell Winterbrook/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nell Winterbrook' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the guest passes of a member')
  await page.setViewportSize({ width: 320, height: 900 })
  await expectAccessible(page, 'the guest passes of a member, at 320 px')
  await page.setViewportSize({ width: 1280, height: 900 })
  const undo = page.getByRole('button', { name: 'Undo: Bo Example' })
  await undo.click()
  await expect(admit).toBeFocused()
  await expect(page.getByText(`Valid today at ${venue.name}.`)).toBeVisible()
  await member.reload()
  await expect(member.getByRole('article').filter({ hasText: 'For Bo Example' })).toContainText('Sent')

  // The member withdraws it while the desk still has it on the screen.
  await member.getByRole('button', { name: 'Withdraw pass: Bo Example' }).click()
  await member.getByRole('dialog').getByRole('button', { name: 'Withdraw pass' }).click()
  await expect(member.getByText('Guest pass withdrawn.').first()).toBeVisible()
  await admit.click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'The member has withdrawn this pass.' }),
  ).toBeVisible()
  await expect(page.getByRole('alert').getByText('The member has withdrawn this pass.')).toBeVisible()
  await expect(admit).toHaveCount(0)
  await member.close()
})
