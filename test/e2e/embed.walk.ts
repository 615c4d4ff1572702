import { readFile, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import { startProductOf } from './support/files.ts'
import type { Product } from './support/product.ts'
import { cards, dayFromNow, dayInWords, venue } from './support/steps.ts'
import { expect, expectAccessible, test as base, widths } from './support/walk.ts'

/** Another site, on another origin of another registrable name, with the sample page on it. */
type Town = { url: string; product: Product }

const test = base.extend<object, { town: Town }>({
  town: [
    async ({}, use) => {
      let bookings = ''
      const sample = await readFile(path.join(import.meta.dirname, 'host/index.html'), 'utf8')
      const host = createServer((_, reply) => {
        reply.setHeader('content-type', 'text/html; charset=utf-8')
        reply.end(sample.replaceAll('BOOKINGS', bookings))
      })
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
      const url = `http://town.localhost:${(host.address() as AddressInfo).port}`
      // Under a base path, which everything here must stand (A02).
      const product = await startProductOf({ frame_origins: [url] }, { BASE_PATH: '/book' })
      bookings = product.url
      await use({ url, product })
      await product.stop()
      host.closeAllConnections()
      await new Promise<void>((resolve) => host.close(() => resolve()))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Book an activity"]')

/** The basket, card and order, all within the frame. */
const bookInFrame = async (page: Page): Promise<void> => {
  const frame = frameOf(page)
  await chooseTomorrow(frame)
  await fillBasketAndPay(frame, cards.challengedAndPassed)
  // The bank asks within the frame too.
  const bank = frame.frameLocator('iframe[title*="ank"]')
  await bank.getByRole('button', { name: 'Continue' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText("You're booked")
}

const chooseTomorrow = async (frame: FrameLocator): Promise<void> => {
  // Late in the evening nothing is left of today.
  await frame
    .getByRole('navigation', { name: 'Choose a date' })
    .locator(`a[href*="${dayFromNow(1)}"]`)
    .click()
  await expect(
    frame.getByRole('heading', { level: 2, name: new RegExp(`^${dayInWords(dayFromNow(1))}`) }),
  ).toBeVisible()
}

const fillBasketAndPay = async (frame: FrameLocator, number: string): Promise<void> => {
  const add = frame.getByRole('button', { name: /^Add / }).first()
  await expect(add).toBeVisible()
  await add.click()
  await expect(
    frame.getByText('Successfully added item to the basket.').filter({ visible: true }).first(),
  ).toBeVisible()
  await frame
    .getByRole('banner')
    .getByRole('link', { name: /^Basket/ })
    .click()
  await frame
    .getByRole('link', { name: /check ?out/i })
    .first()
    .click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await frame
    .getByLabel(/e-?mail/i)
    .first()
    .fill('visitor@example.test')
  await frame.getByLabel('Full name').fill('Ann Example')
  await frame.getByLabel('Postcode').first().fill('ZZ1 1ZZ')
  const card = frame.frameLocator('iframe[title*="ard"]')
  await card.getByLabel(/card number/i).fill(number)
  await card.getByLabel(/expiry/i).fill('12/30')
  await card.getByLabel(/security code/i).fill('123')
  for (const box of await frame.getByRole('checkbox', { name: /agree|accept|terms/i }).all())
    await box.check()
  await frame.getByRole('button', { name: /^Pay / }).click()
}

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
  } finally {
    await close()
  }
})

for (const width of widths) {
  test(`H03: in a frame at ${width} px nobody is shut out, and a dialog opens where one looks`, async ({
    page,
    town,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(town.url)
    const frame = frameOf(page)
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    await isAsHighAsItsPage(page)
    await expectAccessible(page, `the page around, at ${width} px`)
    await frame.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await frame.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    await expect(frame.getByRole('dialog', { name: 'Menu' })).toBeInViewport()
    await expect(frame.getByRole('link', { name: venue.name }).first()).toBeAttached()
  })
}
