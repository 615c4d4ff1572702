import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accountOf, logInAt } from './support/account.ts'
import { deskOf, logIn } from './support/desk.ts'
import type { Product } from './support/product.ts'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

test('staff see a visitor who holds many places, and give them back to others', async ({
  product,
  page,
  browser,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.getByRole('link', { name: 'People holding many places' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People holding many places')
  await expect(page.getByText('Nobody is holding many places')).toBeVisible()
  await expectAccessibleAtWidths(page, 'no held places')

  const theirs = await browser.newPage()
  await theirs.goto(`${product.url}/location/${venue.slug}/squash/${dayFromNow(3)}/location?all=1`)
  await expect(theirs.getByRole('button', { name: /^Add / }).first()).toBeVisible()
  const added = await theirs.evaluate(
    async (address) => {
      const answer = await fetch(address)
      const { data } = (await answer.json()) as { data: { id: string; action_to_show: { status: string } }[] }
      const ids = data.filter((slot) => slot.action_to_show.status === 'BOOK').map(({ id }) => id)
      const add = await fetch('/api/activities/cart/add', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ items: ids.slice(0, 6).map((id) => ({ id })) }),
      })
      return { status: add.status, text: await add.text() }
    },
    `/api/activities/venue/${venue.slug}/activity/squash/v2/timetable?date=${dayFromNow(3)}`,
  )
  expect(added.status, added.text).toBe(200)

  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'One visitor' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a visitor who holds many places')
  await page.getByText('Show all 6 sessions').click()
  await expectAccessibleAtWidths(page, 'the sessions of held places')
  await page.getByRole('button', { name: 'Free 6 places: One visitor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Free 6 places?' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessibleAtWidths(page, 'freeing held places')
  await dialog.getByLabel('Reason').fill('Held for an hour')
  await dialog.getByRole('button', { name: 'Free places' }).click()
  await expect(page.getByText('6 places are free again.').first()).toBeVisible()
  await expect(page.getByText('Nobody is holding many places')).toBeVisible()

  // The visitor's basket says what has happened, and the places can be held again.
  await theirs.goto(`${product.url}/basket`)
  await expect(theirs.getByRole('button', { name: /^Reserve again: Squash/ }).first()).toBeVisible()
  await theirs.close()
})

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

const desk = (url: string): string => url.replace('//bookings.', '//desk.')
const password = 'onside-demo'

/** A code that has not been used yet: the next step counts, too. */
const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })

const typePassword = async (page: Page, email: string, typed = password): Promise<void> => {
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('staff set up two-step verification at the desk, a supervisor resets it and manages staff, and the log has it all', async ({
  page,
  product,
  browser,
}) => {
  // Sam, at the desk.
  const own = await browser.newContext()
  const sam = await own.newPage()
  await sam.goto(`${desk(product.url)}/login?redirect=/security`)
  await typePassword(sam, 'desk@example.test', 'a wrong password')
  await expect(sam.getByText('Invalid credentials')).toBeVisible()
  await typePassword(sam, 'desk@example.test')
  await expect(sam.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
  const twoStep = sam
    .locator('section')
    .filter({ has: sam.getByRole('heading', { name: 'Two-step verification', exact: true }) })
  await twoStep.getByLabel('Current password').fill(password)
  await sam.keyboard.press('Enter')
  await expect(sam.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await sam.locator('form code').innerText()).replaceAll(' ', '')
  await sam.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await sam.getByRole('button', { name: 'Turn on' }).click()
  await expect(sam.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await sam
    .locator('ul')
    .filter({ hasText: /^(\w{4}-\w{4}-\w{4}){10}$/ })
    .locator('li')
    .allInnerTexts()
  await sam.getByRole('button', { name: "I've saved them" }).click()
  await expect(sam.getByText('10 recovery codes left.')).toBeVisible()

  // In two other browsers: a code of the app, and a recovery code.
  const logInElsewhere = async (code: string): Promise<Page> => {
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${desk(product.url)}/login?redirect=/security`)
    await typePassword(elsewhere, 'desk@example.test')
    await expect(elsewhere.getByRole('textbox', { name: 'Code' })).toBeVisible()
    if (code === codes[0]) {
      await elsewhere.getByRole('textbox', { name: 'Code' }).fill('000000')
      await elsewhere.getByRole('button', { name: 'Log in' }).click()
      await expect(elsewhere.getByRole('alert').getByText("This code isn't right.")).toBeVisible()
    }
    await elsewhere.getByRole('textbox', { name: 'Code' }).fill(code)
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await expect(elsewhere.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
    return elsewhere
  }
  const second = await logInElsewhere(codeOf(secret, 1))
  const third = await logInElsewhere(codes[0] ?? '')

  // The list of log-ins, and out everywhere.
  const devices = second
    .locator('section')
    .filter({ has: second.getByRole('heading', { name: "Where you're logged in" }) })
  await second.reload()
  await expect(devices.getByRole('listitem').nth(2)).toBeVisible()
  await expectAccessibleAtWidths(second, 'log-in and security of staff')
  await devices.getByRole('button', { name: /log out everywhere else/i }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  for (const gone of [sam, third]) {
    await gone.goto(`${desk(product.url)}/security`)
    await expect(gone.getByLabel('Password')).toBeVisible()
  }
  await second.context().close()
  await third.context().close()

  // An administrator resets, renames and gives roles.
  await page.goto(`${desk(product.url)}/login?redirect=/staff`)
  await typePassword(page, 'supervisor@example.test')
  await expect(page.getByRole('heading', { name: 'Staff', exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sam Deskford' })).toContainText(
    'desk@example.test',
  )
  await expectAccessibleAtWidths(page, 'staff')
  await page.getByRole('button', { name: 'Reset two-step verification for Sam Deskford' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Two-step verification for Sam Deskford has been reset.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Sam Deskford' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Last name').fill('')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByLabel('Last name')).toBeFocused()
  await expectAccessibleAtWidths(page, 'editing a member of staff')
  await dialog.getByLabel('Last name').fill('Marlow')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const marlow = page.getByRole('listitem').filter({ hasText: 'Sam Marlow' })
  await expect(marlow).toContainText('Desk')

  // Sam logs in with the password alone. A page that Desk does not have says so.
  await typePassword(sam, 'desk@example.test')
  await expect(sam.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
  const samsPages = sam.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(samsPages.filter({ hasText: 'Sell' })).toBeVisible()
  await sam.goto(`${desk(product.url)}/staff`)
  await expect(sam.getByRole('heading', { name: "You can't open this page" })).toBeVisible()
  await expectAccessibleAtWidths(sam, 'a page without the right')

  // Finance at every venue and instructor at one, with the keyboard.
  await page.getByRole('button', { name: 'Roles and last day of Sam Marlow' }).press('Enter')
  await dialog.getByLabel('Role', { exact: true }).selectOption({ label: 'Finance' })
  await dialog.getByRole('button', { name: 'Add a role' }).press('Enter')
  const added = dialog.getByLabel('Role', { exact: true }).nth(1)
  await added.selectOption({ label: 'Instructor' })
  await dialog.getByLabel('Where').nth(1).selectOption({ label: venue.name })
  await dialog.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(dialog.getByText('Choose who they are in the timetable.')).toBeVisible()
  await dialog.getByLabel('In the timetable').selectOption({ index: 1 })
  await dialog.getByLabel('Last day').fill(dayFromNow(30))
  await expectAccessibleAtWidths(page, 'the roles of a member of staff')
  await dialog.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(marlow).toContainText('Finance')
  await expect(marlow).toContainText(`Instructor, ${venue.name}`)
  await expect(marlow).toContainText('Leaves after')
  await expectAccessibleAtWidths(page, 'staff with roles')

  // The role needs a second factor from now on: Sam logs in anew, and has the pages of finance.
  await sam.goto(`${desk(product.url)}/login`)
  await typePassword(sam, 'desk@example.test')
  await expect(samsPages.filter({ hasText: 'Reports' })).toBeVisible()
  await expect(samsPages.filter({ hasText: 'Takings' })).toBeVisible()
  await expect(samsPages.filter({ hasText: 'Sell' })).toHaveCount(0)
  await sam.goto(`${desk(product.url)}/customers`)
  await expect(sam.getByRole('heading', { name: "You can't open this page" })).toBeVisible()

  await page.getByRole('button', { name: 'Roles and last day of Sam Marlow' }).click()
  await dialog.getByRole('button', { name: 'End now' }).click()
  await expect(dialog.getByText('End the rights of Sam Marlow now?')).toBeVisible()
  await expectAccessibleAtWidths(page, 'ending a member of staff')
  await dialog.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('Sam Marlow is no longer staff.')).toBeVisible()
  await expect(marlow).toHaveCount(0)
  await sam.goto(`${desk(product.url)}/staff`)
  await expect(sam.getByLabel('Password')).toBeVisible()

  // A new colleague has a log-in in four fields, and chooses the password by the link sent to her.
  await page.getByRole('button', { name: 'Add a member of staff' }).click()
  await dialog.getByLabel('First name').fill('Cleo')
  await dialog.getByLabel('Last name').fill('Marsh')
  await dialog.getByLabel('E-mail').fill('member@example.test')
  await expectAccessibleAtWidths(page, 'adding a member of staff')
  await dialog.getByLabel('E-mail').fill('supervisor@example.test')
  await dialog.getByRole('button', { name: 'Add and write to them' }).click()
  await expect(dialog.getByText('supervisor@example.test is staff already.')).toBeVisible()
  await dialog.getByLabel('E-mail').fill('cleo@example.test')
  await dialog.getByRole('button', { name: 'Add and write to them' }).click()
  await expect(page.getByText("They're staff now. We've written to them.")).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cleo Marsh' })).toContainText(
    'cleo@example.test',
  )
  const outbox = await (await browser.newContext()).newPage()
  await outbox.goto(product.outbox)
  const mails = outbox.url()
  let address = ''
  await expect(async () => {
    await outbox.goto(mails)
    await outbox.getByRole('link', { name: /^You work at / }).click({ timeout: 5000 })
    address = /http[^"\s<]+\/new-password\?code=[\w-]+/.exec(await outbox.content())?.[0] ?? ''
    expect(address).not.toBe('')
  }).toPass()
  await outbox.goto(address)
  await outbox.getByLabel('New password').fill('crimson-otter-42')
  await outbox.getByRole('button', { name: 'Save and log in' }).click()
  await expect(outbox.getByRole('banner')).toContainText('Cleo')
  await outbox.context().close()
  await own.close()

  // A key for a program, which is shown once, and revoked.
  await page.goto(`${desk(product.url)}/office/settings/connections`)
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.getByLabel('Name').fill('Website')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByText('Choose what the key may do.')).toBeVisible()
  await page.getByLabel('Registers and check-in').selectOption({ label: 'Read' })
  await page.getByRole('checkbox', { name: venue.name }).check()
  await expectAccessibleAtWidths(page, 'making a key')
  await page.getByRole('button', { name: 'Make a key' }).press('Enter')
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue(/^onside_k_/)
  await expectAccessibleAtWidths(page, 'a key that was made')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Website' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The key "Website" has been revoked.')).toBeVisible()

  // A webhook, whose secret is shown once. The test goes nowhere: the name stands for nothing.
  await page.getByLabel('Web address').fill('https://hooks.example.test/onside')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(page.getByText('Choose what it is told.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Order paid' }).check()
  await page.getByRole('checkbox', { name: 'Booking moved' }).check()
  await page.getByRole('button', { name: 'Add a webhook' }).press('Enter')
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^onside_s_/)
  await page.getByRole('button', { name: /^Send a test/ }).click()
  await expect(page.getByText('No connection')).toBeVisible({ timeout: 30_000 })
  await page.getByText('What we sent').click()
  await expectAccessibleAtWidths(page, 'a webhook')
  await page.getByRole('button', { name: /^Switch off/ }).click()
  await expect(page.getByRole('button', { name: /^Switch on/ })).toBeVisible()
  await page.goto(`${desk(product.url)}/staff`)

  // The log: by kind, by person, by day, and with the keyboard's way back.
  await page
    .getByRole('navigation', { name: 'Staff and security' })
    .getByRole('link', { name: 'Security log' })
    .click()
  await expect(page.getByRole('heading', { name: 'Security log' })).toBeVisible()
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(entries.filter({ hasText: 'Staff details or rights changed' }).first()).toBeVisible({
      timeout: 5000,
    })
  }).toPass()
  for (const event of [
    'Logged in',
    'Wrong password or account',
    'Two-step verification turned on',
    'Wrong code',
    'Logged out elsewhere',
    'Two-step verification reset',
  ])
    await expect(entries.filter({ hasText: event }).first()).toBeVisible()
  await expect(entries.first()).toContainText('127.0.0.0/24')
  await expectAccessibleAtWidths(page, 'the security log')
  await page.getByLabel('What happened').selectOption({ label: 'Wrong code' })
  await page.getByLabel('Person').fill('marlow')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/event=second_factor_failed&person=marlow/)
  await expect(entries).toHaveCount(1)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expectAccessibleAtWidths(page, 'an empty security log')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(entries.nth(5)).toBeVisible()

  // The other log says what staff did, with what was before.
  await page
    .getByRole('navigation', { name: 'Staff and security' })
    .getByRole('link', { name: 'What staff did' })
    .click()
  await expect(page.getByRole('heading', { name: 'What staff did' })).toBeVisible()
  await page.getByLabel('What was done').selectOption({ label: 'Staff changed' })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/act=staff(\+|%20)changed/)
  await expect(entries.first()).toContainText(/Staff changed.*→/s)
  await expectAccessibleAtWidths(page, 'what staff did')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file).toContain('at,person,customer,act,subject,details\r\n')
  expect(
    file
      .trim()
      .split('\r\n')
      .slice(1)
      .every((line) => line.includes('Staff changed')),
  ).toBe(true)
})
