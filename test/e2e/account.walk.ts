import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Product } from './support/product.ts'
import { addFirst, agree, cards, dayFromNow, typeCard, venue } from './support/steps.ts'
import { expect, expectAccessible, test, widths } from './support/walk.ts'

const accountOf = ({ url }: Product): string => url.replace('//bookings.', '//account.')

const logInAt = async (page: Page, product: Product, email: string, path = '/'): Promise<void> => {
  await page.goto(accountOf(product) + path)
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(accountOf(product) + path)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('A22 A27: an account page shows a login page first, then itself', async ({ page, product }) => {
  await page.goto(`${accountOf(product)}/details`)
  await expect(page).toHaveURL(`${accountOf(product)}/login?redirect=%2Fdetails`)
  await expect(heading(page)).toHaveText('Log in')
  await expectAccessible(page, 'the log-in page')
  await page.getByLabel(/e-?mail/i).fill('maya@example.test')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Invalid credentials').first()).toBeVisible()
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page)).toHaveText('My details')
  // One log-in for all sites.
  await page.goto(product.url)
  await expect(page.getByRole('banner')).toContainText('Maya')
  await page.goto(accountOf(product))
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('A30 A31: the account has its own navigation, without guest passes on narrow screens', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await logInAt(page, product, 'nell@example.test')
  const nav = page.getByRole('navigation', { name: 'Account' })
  const names = async () => (await nav.locator('li:visible').allInnerTexts()).map((name) => name.trim())
  const narrow = [
    'Dashboard',
    'My details',
    'My family',
    'Memberships',
    'Packages',
    'Bookings',
    'Payments',
    'Log out',
  ]
  await expect.poll(names).toEqual([...narrow.slice(0, 6), 'Guest passes', ...narrow.slice(6)])
  await nav.getByRole('link', { name: 'Memberships' }).click()
  await expect(heading(page)).toHaveText('Memberships')
  await expect(nav.getByRole('link', { name: 'Memberships' })).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(names).toEqual(narrow)
})

test('G01 G03 G04 G06 G07: every page of an account, at three widths', async ({ page, product }) => {
  test.slow()
  await logInAt(page, product, 'nell@example.test')
  const pages = [
    ['/', 'Hello, Nell'],
    ['/details', 'My details'],
    ['/memberships', 'Memberships'],
    ['/packages', 'Packages'],
    ['/bookings', 'Bookings'],
    ['/bookings?show=waitlists', 'Bookings'],
    ['/bookings?show=past', 'Bookings'],
    ['/guest-passes', 'Guest passes'],
    ['/payments', 'Payments'],
    ['/documents', 'Documents'],
    ['/privacy', 'Privacy and data'],
  ] as const
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, title] of pages) {
      await page.goto(accountOf(product) + path)
      await expect(heading(page)).toHaveText(title)
      await expectAccessible(page, `${path} at ${width}`)
    }
  }
  await page.goto(`${accountOf(product)}/memberships`)
  await expect(page.getByRole('article')).toContainText('Gold')
  await expect(page.getByRole('article')).toContainText('GM-2201')
  await page.goto(`${accountOf(product)}/guest-passes`)
  await page
    .getByRole('link', { name: /^Send to a guest/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/first name/i).fill('Bo')
  await dialog.getByLabel('Last name').fill('Example')
  await dialog.getByLabel('E-mail address').fill('bo@example.test')
  await dialog.getByLabel('Date of visit').fill(dayFromNow(3))
  await expectAccessible(page, 'sending a pass')
  await dialog.getByRole('button', { name: 'Send guest pass' }).click()
  await expect(page.getByRole('main')).toContainText('For Bo Example (bo@example.test)')
  await page.getByRole('button', { name: 'Withdraw pass: Bo Example' }).click()
  await expect(page.getByText('Guest pass withdrawn.').first()).toBeVisible()
})

test('G02: changes details and photo, and shows errors beside the field', async ({ page, product }) => {
  await logInAt(page, product, 'maya@example.test', '/details')
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Enter a first name.')
  await expectAccessible(page, 'details with a mistake')
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Town').fill('Shaw')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Changes saved.')
  await page.reload()
  await expect(page.getByLabel('Town')).toHaveValue('Shaw')
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page
    .getByLabel('Add a photo')
    .setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByRole('main')).toContainText('Choose a JPEG, PNG or PDF file.')
  await page.getByLabel('Add a photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: dot })
  await expect(page.getByRole('img', { name: 'Photo of Maya Thornley' })).toBeVisible()
})

/** Opens the move of the booking; another visitor takes the chosen time; another one is still there. */
const moveWhenFirstChoiceIsGone = async (page: Page, product: Product): Promise<void> => {
  const readTimes = async (press: Locator): Promise<string | undefined> => {
    const answer = page.waitForResponse((response) => response.url().includes('/move-times'))
    await press.click()
    const { data } = (await (await answer).json()) as {
      data: { times: { id: string; surcharge: { raw: number } }[] }
    }
    return data.times.find(({ surcharge }) => surcharge.raw === 0)?.id
  }
  const dialog = page.getByRole('dialog', { name: 'Move this booking' })
  const open = dialog.getByRole('radio').and(dialog.locator(':enabled'))
  let id = await readTimes(page.getByRole('link', { name: /^Move booking/ }).first())
  // In the evening what is left of today costs more than the booking.
  while (id === undefined) id = await readTimes(dialog.getByRole('button', { name: 'Later day' }))
  await open.first().check()

  const rival = await page.context().browser()?.newPage()
  await rival?.goto(product.url)
  const status = await rival?.evaluate(async (item) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ id: item }] }),
    }
    return (await fetch('/api/activities/cart/add', init)).status
  }, id)
  expect(status).toBe(200)
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your booking is still on' })).toBeVisible()
  await expectAccessible(page, 'a time that is gone')
  await page.screenshot({ path: 'test-results/move-gone.png' })

  await dialog.getByRole('button', { name: 'Later day' }).click()
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  // Late enough to be cancelled with a refund.
  const loaded = page.waitForResponse((response) => response.url().includes('/move-times'))
  await dialog.getByRole('combobox', { name: 'Day' }).selectOption({ index: 3 })
  await loaded
  await open.first().check()
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Moved to' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await rival?.close()
}

test('G05 G07: a booking appears in the account and is cancelled there, and the payments show it', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'ravi@example.test')
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(4)}/location`)
  await addFirst(page)
  await page.goto(`${product.url}/basket/checkout`)
  await typeCard(page, cards.accepted)
  await agree(page)
  await page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await page.goto(`${accountOf(product)}/bookings`)
  const ticket = page.getByRole('article').filter({ hasText: 'Badminton' }).first()
  await expect(ticket).toContainText('Access code')
  await moveWhenFirstChoiceIsGone(page, product)
  await ticket.getByRole('link', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('£')
  await expectAccessible(page, 'cancelling')
  const requests = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog
    .getByRole('button', { name: /cancel/i })
    .last()
    .click()
  expect((await requests).url()).toMatch(/\/api\/activities\/bookings\/\d+\/\?source=bookings$/)
  await expect(dialog).toBeHidden()
  await page.goto(`${accountOf(product)}/payments`)
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /^.*Order / })
      .first(),
  ).toContainText('£')
  await expectAccessible(page, 'payments after one')
})

test('G07: what is charged to the account is owed there, and paid online by card', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'nell@example.test')
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(3)}/location`)
  await addFirst(page)
  await page.goto(`${product.url}/basket/checkout`)
  await page.getByRole('radio', { name: /My account/ }).check()
  await agree(page)
  await page.getByRole('button', { name: /^Charge £/ }).click()
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await page.goto(`${accountOf(product)}/payments`)
  const debt = page.getByRole('button', { name: /^Pay £.*: On your account$/ })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect(debt).toBeVisible()
    await expectAccessible(page, `a debt on the account at ${width} px`)
    await page.screenshot({ path: `test-results/account-debt-${width}.png`, fullPage: true })
  }
  await debt.click()
  await expect(page).toHaveURL(`${product.url}/basket`)
  await expect(
    page.getByRole('main').getByRole('heading', { name: /^On your account, up to / }),
  ).toBeVisible()
  await page.goto(`${product.url}/basket/checkout`)
  await typeCard(page, cards.accepted)
  await agree(page)
  await page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await page.goto(`${accountOf(product)}/payments`)
  await expect(page.getByText('You owe nothing on your account.')).toBeVisible()
})

/** Registers a customer of this walk's own and logs the browser in. */
const registerCustomer = async (page: Page, product: Product, email: string): Promise<void> => {
  await page.goto(product.url)
  const status = await page.evaluate(
    async (address) =>
      (
        await fetch('/api/auth/customer/register', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            first_name: 'Wilf',
            last_name: 'Thrushgrove',
            email: address,
            password: 'a heron on the lock gate',
            date_of_birth: '1990-05-01',
            terms_accepted: true,
            client_id: 'quillmoor',
            source: 'bookings',
          }),
        })
      ).status,
    email,
  )
  expect(status).toBe(200)
}

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
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `privacy at ${width}`)
  }
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

test('G05: a calendar address is made, copied, replaced and ended', async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await registerCustomer(page, product, 'wilfred@example.test')
  await page.goto(`${accountOf(product)}/bookings`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Subscribe in your calendar' }).click()
  const field = main.getByLabel('Calendar address')
  await expect(field).toHaveValue(/\/calendar\/[\w-]{32}\.ics$/)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `a calendar address at ${width}`)
  }
  const first = await field.inputValue()
  await main.getByRole('button', { name: 'Copy' }).click()
  await expect(main).toContainText(/Copied\.|Selected/)
  const statusOf = (address: string) =>
    page.evaluate(async (path) => (await fetch(path)).status, new URL(address).pathname)
  expect(await statusOf(first)).toBe(200)
  await main.getByRole('button', { name: 'Create a new address' }).click()
  await expect(field).not.toHaveValue(first)
  expect([await statusOf(first), await statusOf(await field.inputValue())]).toEqual([404, 200])
  await page.reload()
  await expect(main).toContainText('Calendar subscription active since')
  await expect(field).toHaveCount(0)
  await main.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(main.getByRole('button', { name: 'Subscribe in your calendar' })).toBeVisible()
})

test('G08: a customer whose membership needs a document is asked for it, uploads it and sees its status', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'otis@example.test')
  const main = page.getByRole('main')
  await expect(main).toContainText('We need your student card. Please upload it.')
  await expect(page.getByText('We need a document for your membership.')).toBeVisible()
  await page.goto(`${accountOf(product)}/payments`)
  await page.getByRole('link', { name: 'Upload it now' }).click()
  await expect(heading(page)).toHaveText('Documents')
  const card = page.getByRole('article').filter({ hasText: 'Student card' })
  await expect(card).toContainText('Needed')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `a document that is needed at ${width}`)
  }
  const text = { name: 'card.txt', mimeType: 'text/plain', buffer: Buffer.from('I am a student.') }
  await card.getByLabel(/^Upload your student card/).setInputFiles(text)
  await expect(card).toContainText('Choose a JPEG, PNG or PDF file.')
  await expectAccessible(page, 'a file that will not do')
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const picture = { name: 'card.png', mimeType: 'image/png', buffer: dot }
  await card.getByLabel(/^Upload your student card/).setInputFiles(picture)
  await expect(card).toContainText('In review')
  await expect(card.getByRole('link', { name: /^View upload/ })).toBeVisible()
  await expectAccessible(page, 'a document in review')
  await page.goto(`${accountOf(product)}/details`)
  await expect(main.getByRole('article').filter({ hasText: 'Student card' })).toContainText('In review')
})
