import net from 'node:net'
import type { Page } from '@playwright/test'
import { embedded, startProduct } from './support/product.ts'
import { addFirst, dayFromNow, logIn, venue } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, expectLargeTextReadable, test, widths } from './support/walk.ts'

/** Below it, on the smallest phones that are common, nothing is seen without scrolling. */
const expectTimeOnFirstScreen = async (page: Page, screen: string): Promise<void> => {
  const first = page.locator('main table td, main li[data-state]').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.y, `the first time of ${screen}`).toBeLessThanOrEqual(520)
}

test('A01 A10 A11 A12 A19 B03 B13: every screen of the way to a session can be used, at every width', async ({
  page,
  product,
}) => {
  const screens: Readonly<Record<string, number>> = {
    '/': 200,
    [`/location/${venue.slug}`]: 200,
    [`/location/${venue.slug}/badminton`]: 200,
    [`/location/${venue.slug}/badminton-60min/${dayFromNow(1)}/time`]: 200,
    [`/location/${venue.slug}/badminton-60min/${dayFromNow(1)}/location`]: 200,
    '/basket': 200,
    '/register': 200,
    '/pricing': 200,
    '/nowhere/at/all/of/this': 404,
    // Under maintenance.
    '/location/canal-street-baths': 503,
  }
  await page.setViewportSize({ width: 375, height: 740 })
  for (const activity of ['yoga', 'family-swim']) {
    await page.goto(`${product.url}/location/${venue.slug}/${activity}/${dayFromNow(1)}`)
    await expectTimeOnFirstScreen(page, activity)
  }
  for (const [screen, status] of Object.entries(screens)) {
    const answer = await page.goto(product.url + screen)
    expect([screen, answer?.status()]).toEqual([screen, status])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleAtWidths(page, screen)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 375 && screen.includes('60min')) await expectTimeOnFirstScreen(page, screen)
      if (width !== 768) await expectLargeTextReadable(page, `${screen} at ${width} px and 200 % text`)
      const container = await page.evaluate(() => {
        const main = document.querySelector('main')
        return Math.max(
          ...[...(main?.children ?? [])].map((child) => (child.firstElementChild ?? child).clientWidth),
        )
      })
      expect(container).toBeLessThanOrEqual(1280)
    }
  }
})

/** The token that logging out sends beside the cookie. */
const bearerOfLogOut = async (page: Page, url: string): Promise<string | undefined> => {
  await page.goto(url)
  await logIn(page, 'maya@example.test')
  const requests = page.waitForRequest('**/api/auth/logout')
  await page.getByRole('banner').getByText('Maya').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  const { authorization } = (await requests).headers()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  return authorization
}

test('F07: sends no bearer token where the setting is off', async ({ page, product }) => {
  expect(await bearerOfLogOut(page, product.url)).toBeUndefined()
})

test('A02 F07: the whole way works under another base path, with the bearer token where the setting is on', async ({
  page,
}) => {
  const product = await startProduct({ BASE_PATH: '/book', BEARER_TOKEN_ENABLED: 'true', ...embedded })
  try {
    // Addresses outside the base path lead into it.
    const outside = product.url.replace(/\/book$/, '')
    await page.goto(`${outside}/`)
    await expect(page).toHaveURL(/\/book\/?$/)
    await page.goto(`${outside}/pricing`)
    await expect(page).toHaveURL(`${product.url}/pricing`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Membership pricing')
    await page.goto(`${product.url}/`)
    await page
      .getByRole('link', { name: new RegExp(venue.name) })
      .first()
      .click()
    await expect(page).toHaveURL(`${product.url}/location/${venue.slug}`)
    await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(1)}/location`)
    await addFirst(page)
    await page.goto(`${product.url}/basket/checkout`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
    expect(await bearerOfLogOut(page, product.url)).toMatch(/^Bearer [\w-]{43}$/)
  } finally {
    await product.stop()
  }
})

test('I07: asks nothing where the operator has no containers, and loads no third-party script', async ({
  page,
  product,
}) => {
  const answer = await page.goto(product.url)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  expect(answer?.headers()['content-security-policy']).not.toContain('googletagmanager')
  await expect(page.getByRole('region', { name: 'Can we use analytics cookies?' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cookie settings' })).toHaveCount(0)
})

test('the open data page links to every feed and is accessible', async ({ page, product }) => {
  await page.goto(`${product.url}/api/openactive/quillmoor`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Quillmoor Leisure: facilities and sessions',
  )
  await expectAccessibleAtWidths(page, 'the open data')
  const feeds = page.locator('dd').getByRole('link')
  await expect(feeds).toHaveCount(4)
  await feeds.last().click()
  await expect(page.locator('body')).toContainText('"next":')
})

test('a request that names two hosts is refused', async ({ product }) => {
  const { host, port } = new URL(product.url)
  const statusFor = (hosts: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const lines = ['GET /healthz HTTP/1.1', ...hosts.map((name) => `Host: ${name}`), 'Connection: close']
      const socket = net.connect(Number(port), '127.0.0.1', () =>
        socket.write(`${lines.join('\r\n')}\r\n\r\n`),
      )
      socket.once('data', (answer) => resolve(answer.toString().slice(9, 12)))
      socket.once('error', reject)
    })
  expect(await statusFor([host])).toBe('200')
  expect(await statusFor([host, 'evil.example'])).toBe('400')
})
