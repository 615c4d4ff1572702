import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accountOf } from './support/account.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { cards, venue } from './support/steps.ts'
import { bookInFrame, chooseTomorrow, fillBasketAndPay, frameOf, test } from './support/town.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, widths } from './support/walk.ts'

const isAsHighAsItsPage = async (page: Page): Promise<void> => {
  await expect
    .poll(async () => {
      const outside = await page
        .locator('iframe')
        .first()
        .evaluate((frame) => frame.clientHeight)
      const inside = await frameOf(page)
        .locator('body')
        .evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
      return Math.abs(outside - Math.max(inside, 640))
    })
    .toBeLessThanOrEqual(2)
}

test('H03 A25 A02: books and pays in an embedding site, and resizes the frame to its page', async ({
  page,
  town,
}) => {
  await page.goto(town.url)
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await isAsHighAsItsPage(page)
  await bookInFrame(page)
  await isAsHighAsItsPage(page)
  // What links there lead on carries that it is embedded.
  const links = await frame
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const pages = links.filter((href) => href.startsWith(town.product.url) && !/\/api\/|#/.test(href))
  expect(pages.length).toBeGreaterThan(1)
  for (const href of pages) expect(new URL(href).searchParams.get('embedded')).toBe('true')
  // Cookies of ours that the browser keeps are kept apart for this page.
  const saved = (await page.context().cookies()).filter(({ name }) => name === 'basket')
  expect(saved.length).toBeGreaterThan(0)
  const file = page.waitForEvent('download')
  await frame.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.ics$/)
  // It leads to no wallet that a tab of its own could not open; those who book on our own site are offered both.
  const own = await page.request.get(`${town.product.plain}/`)
  expect(await own.text()).toMatch(/"passes":\[[^\]]*"google"/)
  await expect(frame.getByRole('link', { name: 'Add to Apple Wallet' })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Add to Google Wallet' })).toHaveCount(0)
})

test('H03: only allowed pages may embed it', async ({ page, town }) => {
  const answer = await page.request.get(`${town.product.plain}/`)
  expect(answer.headers()['content-security-policy']).toContain(`frame-ancestors 'self' ${town.url}`)
  // A page of a third site, which is not among them.
  await page.route('http://stranger.localhost:1/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${town.product.url}/?embedded=true"></iframe>`,
    }),
  )
  await page.goto('http://stranger.localhost:1/')
  await page.waitForTimeout(1500)
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0)
})

test('H03: links to a part of the page and a payment under way move the page around the frame', async ({
  page,
  town,
}) => {
  await page.setViewportSize({ width: 375, height: 640 })
  await page.goto(town.url)
  const frame = frameOf(page)
  await chooseTomorrow(frame)
  await frame.getByRole('link', { name: 'Choose another date' }).click()
  await expect(frame.getByRole('navigation', { name: 'Choose a date' })).toBeInViewport()
  await fillBasketAndPay(frame, cards.pending)
  await expect(frame.getByRole('heading', { name: 'Checking with your bank' })).toBeInViewport()
})

/** A browser whose owner lets our site keep nothing: no cookie, no storage, partitioned or not. */
const withoutCookies = async (launch: (folder: string) => Promise<BrowserContext>) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-browser-'))
  await mkdir(path.join(folder, 'Default'))
  const preferences = {
    profile: {
      block_third_party_cookies: true,
      cookie_controls_mode: 1,
      content_settings: { exceptions: { cookies: { '[*.]onside.localhost,*': { setting: 2 } } } },
    },
  }
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await launch(folder)
  return {
    context,
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('H03: books and pays where the browser stores none of our cookies', async ({
  playwright,
  town,
  launchOptions,
}) => {
  const { context, close } = await withoutCookies((folder) =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      // The headless shell reads no settings of a profile.
      executablePath: '/usr/bin/chromium',
      headless: true,
      locale: 'en-GB',
    }),
  )
  try {
    const page = await context.newPage()
    await page.goto(town.url)
    await bookInFrame(page)
    expect((await context.cookies()).filter(({ domain }) => domain.includes('onside'))).toEqual([])
    const file = page.waitForEvent('download')
    await frameOf(page).getByRole('link', { name: 'Add to calendar' }).click()
    expect((await file).suggestedFilename()).toMatch(/\.ics$/)
    // Nobody can be logged in here; it says so, and leads to where it works.
    const frame = frameOf(page)
    await frame.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    const dialog = frame.getByRole('dialog')
    await dialog.getByLabel(/e-?mail/i).fill('maya@example.test')
    await dialog.getByLabel('Password').fill('onside-demo')
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await expect(dialog.getByText('your browser blocks cookies')).toBeVisible()
    const way = dialog.getByRole('link', { name: 'Open this page on our own site' })
    await expect(way).toHaveAttribute('target', '_blank')
    await expect(way).not.toHaveAttribute('href', /embedded/)
    // Nor who registers, on our own site.
    const own = await context.newPage()
    await own.goto(`${town.product.url}/register`)
    await own.getByLabel('First name').fill('Wanda')
    await own.getByLabel('Last name').fill('Walker')
    await own.getByRole('textbox', { name: /e-?mail/i }).fill('wanda@example.test')
    await own
      .getByLabel(/password/i)
      .first()
      .fill('a long enough phrase')
    await own
      .getByLabel(/date of birth/i)
      .first()
      .fill('1 May 1990')
    for (const box of await own.getByRole('checkbox', { name: /terms|agree/i }).all()) await box.check()
    await own
      .getByRole('main')
      .getByRole('button', { name: /sign up|create/i })
      .first()
      .click()
    await expect(own.getByRole('alert').filter({ hasText: 'your browser blocks cookies' })).toContainText(
      'Allow cookies for this site in your browser, then log in again.',
    )
  } finally {
    await close()
  }
})

test('H03: in a frame of any width nobody is shut out, and a dialog opens where one looks', async ({
  page,
  town,
}) => {
  await page.goto(town.url)
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the page around')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await isAsHighAsItsPage(page)
    await frame.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await frame.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    const menu = frame.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeInViewport()
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await expect(frame.getByRole('link', { name: venue.name }).first()).toBeAttached()
  }
})

const logInWithPassword = async (at: Page | Locator, email: string): Promise<void> => {
  await at.getByLabel(/e-?mail/i).fill(email)
  await at.getByLabel('Password').fill('onside-demo')
  await at.getByRole('button', { name: 'Log in' }).click()
}

/** Connects an app, as staff have to at their next log-in. @returns the secret of its codes */
const connectApp = async (at: Page | Locator): Promise<string> => {
  await at.getByRole('button', { name: 'Set up' }).click()
  const secret = (await at.locator('form code').innerText()).replaceAll(' ', '')
  await at.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await at.getByRole('button', { name: 'Turn on' }).click()
  await expect(at.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  return secret
}

test('H03: in a frame staff set up their second step, and copy their recovery codes', async ({
  page,
  town,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(town.url)
  const frame = frameOf(page)
  await frame.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = frame.getByRole('dialog')
  await logInWithPassword(dialog, 'desk@example.test')
  await connectApp(dialog)
  await dialog.getByRole('button', { name: 'Copy codes' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toEqual(await dialog.locator('ul li').allInnerTexts())
  await dialog.getByRole('button', { name: /saved/ }).click()
  await expect(dialog).toBeHidden()
  await expect(frame.getByRole('banner')).toContainText('Sam')
})

test('H03: who has nothing but a passkey for the second step is led from the frame to our own site', async ({
  page,
  town,
}) => {
  await addAuthenticator(page)
  await page.goto(`${accountOf(town.product)}/login?redirect=/security`)
  await logInWithPassword(page, 'supervisor@example.test')
  const secret = await connectApp(page)
  await page.getByRole('button', { name: /saved/ }).click()
  const passkeys = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  await passkeys.getByLabel('Name').fill('My phone')
  await passkeys.getByLabel('Current password').fill('onside-demo')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Not used yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const twoStep = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-step verification', exact: true }) })
  await twoStep.getByLabel('Current password').fill('onside-demo')
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('main')).toContainText('Two-step verification is off.')

  await page.goto(town.url)
  const frame = frameOf(page)
  await frame.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = frame.getByRole('dialog')
  await logInWithPassword(dialog, 'supervisor@example.test')
  await expect(dialog.getByText('Use your passkey to log in.')).toBeVisible()
  await expect(dialog.getByText("Passkeys don't work inside another website.")).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Open this page on our own site' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectAccessible(page, 'a passkey as the only second step, in a frame')
})
