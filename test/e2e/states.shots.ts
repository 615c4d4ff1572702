import type { Page } from '@playwright/test'
import { desktop, open, phone, siteOf, takeState } from './support/pictures.ts'
import { addFirst, agree, cards, dayFromNow, logIn, typeCard, typeDetails, venue } from './support/steps.ts'
import { expect, test } from './support/walk.ts'
import type { Product } from './support/product.ts'

/** `npm run screenshots`: every screen and state, in docs/screenshots/states. */
const courts = (days: number): string =>
  `/location/${venue.slug}/badminton-60min/${dayFromNow(days)}/location`

const squash = (days: number): string => `/location/${venue.slug}/squash/${dayFromNow(days)}/location?all=1`

/** Each name with its address, loaded at each size. */
const takeAll = async (
  page: Page,
  site: string,
  screens: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    for (const [name, address] of Object.entries(screens)) {
      await open(page, site + address)
      await takeState(page, name, { sizes: [size] })
    }
  }
}

test.use({ viewport: phone })

const toCheckout = async (page: Page, product: Product, days: number): Promise<void> => {
  await page.goto(product.url + courts(days))
  await addFirst(page)
  await open(page, `${product.url}/basket/checkout`)
}

const pay = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^(Pay £|Confirm|Charge)/ })
    .first()
    .click()

const logInAt = async (page: Page, site: string, email: string): Promise<void> => {
  await page.goto(`${site}/login`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

test('finding: results, none, a venue in maintenance, a page that does not exist', async ({
  page,
  product,
}) => {
  await takeAll(page, product.url, {
    home: '/',
    'home-found': '/?q=yoga',
    'home-not-found': '/?q=curling',
    'home-venue-found': '/?q=baths',
    venue: `/location/${venue.slug}`,
    'venue-maintenance': '/location/canal-street-baths',
    'venue-not-found': '/location/no-such-venue',
    activity: `/location/${venue.slug}/yoga`,
    pricing: `/pricing?venue=${venue.slug}`,
    'find-booking': '/find-booking',
    'not-found': '/no/such/page/here',
  })
})

test('the timetable: courts, classes, a day without times, a full time, offline', async ({
  page,
  product,
  context,
  browser,
}) => {
  await takeAll(page, product.url, {
    'timetable-courts': courts(2),
    'timetable-classes': `/location/${venue.slug}/yoga/${dayFromNow(2)}`,
    'timetable-swim': `/location/${venue.slug}/family-swim/${dayFromNow(2)}`,
    'timetable-not-released': courts(40),
    'timetable-past': courts(-3),
  })
  const other = await browser.newPage()
  await other.goto(product.url + squash(3))
  const name = (await addFirst(other)).replace(/^Add to basket: /, '').split(', ')
  await other.close()
  await open(page, product.url + squash(3))
  const row = page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`log in first.*${name.slice(0, 3).join(', ')}`) })
  await takeState(page, 'timetable-full', { target: row.first() })
  await open(page, product.url + courts(2))
  await addFirst(page)
  await takeState(page, 'timetable-added')
  await context.setOffline(true)
  await expect(page.getByText("You're offline.").first()).toBeVisible()
  await takeState(page, 'timetable-offline')
  await context.setOffline(false)
})

test('the basket and the checkout: empty, filled, mistakes, declined, the bank asks, paid, cancelled', async ({
  page,
  product,
}) => {
  await takeAll(page, product.url, { 'basket-empty': '/basket', 'checkout-empty': '/basket/checkout' })
  await toCheckout(page, product, 3)
  await takeState(page, 'checkout')
  await pay(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await takeState(page, 'checkout-mistakes', { target: summary })
  await typeDetails(page)
  await typeCard(page, cards.declined)
  await agree(page)
  await pay(page)
  const declined = page.getByText('The card was declined.').first()
  await takeState(page, 'checkout-declined', { target: declined })
  await open(page, `${product.url}/basket`)
  await takeState(page, 'basket')
  await open(page, `${product.url}/basket/checkout`)
  await typeDetails(page)
  await typeCard(page, cards.challengedAndPassed)
  await agree(page)
  await pay(page)
  const bank = page.frameLocator('iframe[title*="ank"]').getByRole('button', { name: 'Continue' })
  await expect(bank).toBeVisible()
  await takeState(page, 'checkout-challenge')
  await bank.click()
  await expect(page).toHaveURL(/booking-confirmed/)
  await open(page, page.url())
  await takeState(page, 'confirmed')
  await page
    .getByRole('link', { name: /^Cancel booking/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await takeState(page, 'confirmed-cancel')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(dialog).toBeHidden()
  await open(page, page.url())
  await takeState(page, 'confirmed-cancelled')
})

test('a payment that is pending', async ({ page, product }) => {
  await toCheckout(page, product, 4)
  await typeDetails(page)
  await typeCard(page, cards.pending)
  await agree(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Still checking with your bank' })).toBeVisible()
  await takeState(page, 'payment-pending')
})

test('logging in and signing up', async ({ page, product }) => {
  await open(page, product.url)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takeState(page, 'log-in-dialog')
  const account = siteOf(product, 'account')
  await takeAll(page, account, {
    'log-in': '/login',
    'forgotten-password': '/forgotten-password',
    'log-in-link': '/login-link',
    'new-password-expired': '/new-password?token=expired',
    register: '/register',
  })
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Check your answers.')).toBeVisible()
  await takeState(page, 'register-mistakes')
  await open(page, `${account}/login`)
  await page.getByLabel(/e-?mail/i).fill('maya@example.test')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Invalid credentials').first()).toBeVisible()
  await takeState(page, 'log-in-refused')
})

const accountPages = {
  dashboard: '/',
  memberships: '/memberships',
  packages: '/packages',
  bookings: '/bookings',
  payments: '/payments',
  'guest-passes': '/guest-passes',
}

/** They look the same for everyone. */
const moreAccountPages = {
  details: '/details',
  family: '/family',
  documents: '/documents',
  security: '/security',
  privacy: '/privacy',
}

for (const [who, email, pages] of [
  ['family', 'ravi@example.test', { ...accountPages, ...moreAccountPages }],
  ['member', 'nell@example.test', accountPages],
  ['new', 'wren@example.test', accountPages],
] as const)
  test(`pages of the account, ${who}`, async ({ page, product }) => {
    const account = siteOf(product, 'account')
    await logInAt(page, account, email)
    const screens = Object.entries(pages).map(([name, path]) => [`account-${who}-${name}`, path])
    await takeAll(page, account, Object.fromEntries(screens) as Record<string, string>)
  })

test('tickets for a family, and who is going', async ({ page, product }) => {
  await open(page, product.url)
  await logIn(page, 'ravi@example.test')
  await takeAll(page, product.url, {
    'family-home': '/',
    'family-timetable': `/location/${venue.slug}/family-swim/${dayFromNow(2)}`,
  })
  await page
    .getByRole('link', { name: /^Choose tickets: Family swim/ })
    .first()
    .click()
  await expect(page.getByRole('checkbox', { name: 'Ravi (you)' })).toBeChecked()
  await takeState(page, 'family-tickets')
})

test('a waitlist: joined', async ({ page, product, browser }) => {
  const other = await browser.newPage()
  await other.goto(product.url + squash(5))
  const what = (await addFirst(other))
    .replace(/^Add to basket: /, '')
    .split(', ')
    .slice(0, 3)
  await other.close()
  await open(page, product.url)
  await logIn(page, 'nell@example.test')
  await open(page, product.url + squash(5))
  const join = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Join waitlist: ${what.join(', ')}`) })
  await join.click()
  await expect(page.getByText("You're first on the waitlist").first()).toBeVisible()
  await takeState(page, 'waitlist-joined', { target: page.getByText("You're first on the waitlist").first() })
})

test('joining', async ({ page, product }) => {
  const join = siteOf(product, 'join')
  await takeAll(page, join, { 'join-venues': '/', 'join-plans': `/location/${venue.slug}` })
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(page.getByRole('heading', { name: 'First, create your account' })).toBeVisible()
  await takeState(page, 'join-sign-up')
  await logInAt(page, join, 'wren@example.test')
  await open(page, `${join}/location/${venue.slug}`)
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Gold')
  await takeState(page, 'join-plan')
})

test('the front desk', async ({ page, product }) => {
  const desk = siteOf(product, 'desk')
  await open(page, `${desk}/login`)
  await takeState(page, 'desk-log-in')
  await page.getByLabel('E-mail address or customer number').fill('supervisor@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/today\//)
  const [today, tomorrow] = [dayFromNow(0), dayFromNow(1)]
  await takeAll(page, desk, {
    'desk-today': `/today/${venue.slug}/${today}`,
    'desk-tomorrow': `/today/${venue.slug}/${tomorrow}?all=1`,
    'desk-sell': `/sell/${venue.slug}/${tomorrow}`,
    'desk-held-places': `/held-places/${venue.slug}`,
    'desk-booking-requests': '/booking-requests',
    'desk-customers': '/customers',
    'desk-new-customer': '/customers/new',
    'desk-documents': '/documents',
    'desk-security': '/security',
    'desk-staff': '/staff',
    'desk-security-log': '/security-log',
    'desk-takings': `/takings/${venue.slug}/${today}`,
    'desk-partners': '/partners',
    'desk-partner-sales': '/partners/sales',
    'desk-partner-dues': '/partners/dues',
    'desk-basket-empty': '/basket',
  })
  await open(page, `${desk}/today/${venue.slug}/${tomorrow}?all=1`)
  const session = page.getByRole('main').locator('a[href*="/sessions/"]').first()
  await open(page, new URL((await session.getAttribute('href')) ?? '', desk).href)
  await takeState(page, 'desk-session')
})

test('a kiosk', async ({ page, product }) => {
  await takeAll(page, product.url, {
    'kiosk-home': `/?kiosk=true&centre=${venue.slug}`,
    'kiosk-find-booking': '/find-booking',
    'kiosk-courts': courts(1),
    'kiosk-classes': `/location/${venue.slug}/yoga/${dayFromNow(1)}`,
  })
})
