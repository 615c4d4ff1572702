import { accountOf, heading, logInAt } from './support/account.ts'
import { addCourtByCall, logInByCall } from './support/calls.ts'
import { agree, dayFromNow, payByCard } from './support/steps.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtWidths,
  expectLargeTextReadable,
  test,
  widths,
} from './support/walk.ts'

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
  for (const [path, title] of pages) {
    await page.goto(accountOf(product) + path)
    await expect(heading(page)).toHaveText(title)
    await expectAccessibleAtWidths(page, path, [320, ...widths])
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectLargeTextReadable(page, `${path} at ${width} px and 200 % text`)
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
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw pass' }).click()
  await expect(page.getByText('Guest pass withdrawn.').first()).toBeVisible()
})

test('G02: changes details and photo, and shows errors beside the field', async ({ page, product }) => {
  await logInAt(page, product, 'maya@example.test', '/details')
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main')).toContainText('Enter a first name.')
  await expectAccessible(page, 'details with a mistake')
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Town').fill('Shaw')
  await page.getByRole('button', { name: 'Save changes' }).click()
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

test('G07: what is charged to the account is owed there, and paid online by card', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'nell@example.test')
  await addCourtByCall(page, product.url, { day: dayFromNow(3) })
  await page.goto(`${product.url}/basket/checkout`)
  await page.getByRole('radio', { name: /My account/ }).check()
  await agree(page)
  await page.getByRole('button', { name: /^Charge £/ }).click()
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  await page.goto(`${accountOf(product)}/payments`)
  const debt = page.getByRole('button', { name: /^Pay £.*: On your account$/ })
  await expect(debt).toBeVisible()
  await expectAccessibleAtWidths(page, 'a debt on the account')
  await debt.click()
  await expect(page).toHaveURL(`${product.url}/basket`)
  await expect(
    page.getByRole('main').getByRole('heading', { name: /^On your account, up to / }),
  ).toBeVisible()
  await page.goto(`${product.url}/basket/checkout`)
  await payByCard(page)
  await page.goto(`${accountOf(product)}/payments`)
  await expect(page.getByText('You owe nothing on your account.')).toBeVisible()
})
