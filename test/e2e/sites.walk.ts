import net from 'node:net'
import { embedded, startProduct } from './support/product.ts'
import { addFirst, dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessible, expectLargeTextReadable, test, widths } from './support/walk.ts'

test('A01 C11 B01: home lists the venues and searches them by part of the name', async ({
  page,
  product,
}) => {
  await page.goto(product.url)
  const venues = page
    .getByRole('main')
    .getByRole('link', { name: /Leisure Centre|Sports|Pools|Hub|Arena|Baths|Centre/ })
  expect(await venues.count()).toBeGreaterThanOrEqual(5)
  await page.getByRole('searchbox').fill('fERN')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: new RegExp(venue.name) })).toBeVisible()
  await expect(page.getByRole('link', { name: /Hollin Bank/ })).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]q=fERN/i)
})

for (const width of widths) {
  test(`A01 A10 A11 A12 B13: every screen of the way to a session can be used at ${width} px`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const screens = [
      '/',
      `/location/${venue.slug}`,
      `/location/${venue.slug}/badminton`,
      `/location/${venue.slug}/badminton-60min/${dayFromNow(1)}/time`,
      `/location/${venue.slug}/badminton-60min/${dayFromNow(1)}/location`,
      '/basket',
      '/register',
      '/pricing',
      '/nowhere/at/all/of/this',
    ]
    for (const screen of screens) {
      await page.goto(product.url + screen)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessible(page, `${screen} at ${width} px`)
      if (width === 375 && screen.includes('60min')) {
        // Below it, on the smallest phones that are common, nothing is seen without scrolling.
        const first = page.locator('main table td, main li[data-state]').first()
        expect((await first.boundingBox())?.y, `the first time of ${screen}`).toBeLessThanOrEqual(520)
      }
      if (width !== 768) await expectLargeTextReadable(page, `${screen} at ${width} px and 200 % text`)
      const container = await page.evaluate(() => {
        const main = document.querySelector('main')
        return Math.max(
          ...[...(main?.children ?? [])].map((child) => (child.firstElementChild ?? child).clientWidth),
        )
      })
      expect(container).toBeLessThanOrEqual(1280)
    }
  })
}

test('A15 A16 A17 A18 A20: short addresses redirect, and a wrong one shows a notice on home', async ({
  page,
  product,
}) => {
  const day = dayFromNow(1)
  await page.goto(`${product.url}/${venue.slug}`)
  await expect(page).toHaveURL(`${product.url}/location/${venue.slug}`)
  await page.goto(`${product.url}/${venue.slug}/badminton`)
  await expect(page).toHaveURL(`${product.url}/location/${venue.slug}/badminton`)
  await page.goto(`${product.url}/${venue.slug}/badminton-60min/${day}`)
  await expect(page).toHaveURL(new RegExp(`/location/${venue.slug}/badminton-60min/${day}`))
  await page.goto(`${product.url}/location/${venue.slug}/?from=poster`)
  await expect(page).toHaveURL(`${product.url}/location/${venue.slug}?from=poster`)

  await page.goto(`${product.url}/${venue.slug}/no-such-thing`)
  await expect(page).toHaveURL(`${product.url}/`)
  await expect(page.getByText("We couldn't find the activity you are looking for").first()).toBeVisible()
})

test('B03: a venue under maintenance shows the maintenance page', async ({ page, product }) => {
  const closed = await page.request.get(`${product.plain}/api/activities/venues`)
  const { data } = (await closed.json()) as { data: { slug: string }[] }
  let slug = ''
  for (const one of data) {
    const theme = await page.request.get(`${product.plain}/api/frontend/theme?venue=${one.slug}`)
    if (theme.status() === 503) slug = one.slug
  }
  expect(slug, 'the demo has one').not.toBe('')
  const answer = await page.goto(`${product.url}/location/${slug}`)
  expect(answer?.status()).toBe(503)
  await expect(page.getByText('Unable to access the site due to planned maintenance.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Service disruption')
  await expectAccessible(page, 'the maintenance page')
  // It leaves the way to the others, which say of it that it is closed, and it is not remembered.
  await page.getByRole('link', { name: 'See other venues' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Closed for maintenance' })).toHaveCount(1)
  await page.getByRole('banner').getByRole('link', { name: 'Book an activity' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
})

test('A02: the whole way works under another base path', async ({ page }) => {
  const product = await startProduct({ BASE_PATH: '/book', ...embedded })
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
  } finally {
    await product.stop()
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('B01 A12: every page arrives complete, in the colours of its venue', async ({ page, product }) => {
    await page.goto(product.url)
    await page
      .getByRole('link', { name: new RegExp(venue.name) })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(venue.name)
    await expect(page.getByRole('img', { name: `${venue.name}, home` })).toBeVisible()
    // The menu lies over the header, where it can be closed.
    await page.goto(`${product.url}/location/${venue.slug}?menu=1`)
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close menu' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const header = await page
      .getByRole('banner')
      .evaluate((element) => getComputedStyle(element).backgroundColor)
    // Fernhill's green, not the operator's near-black.
    expect(header).toMatch(/^rgb\(15, 61, 4\d\)$/)
    await page
      .getByRole('link', { name: /Badminton/ })
      .first()
      .click()
    await page.getByRole('link', { name: /60/ }).first().click()
    // Late in the evening little is left of today.
    await page
      .getByRole('navigation', { name: 'Choose a date' })
      .locator(`a[href*="${dayFromNow(1)}"]`)
      .click()
    await expect(page).toHaveURL(new RegExp(dayFromNow(1)))
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(await page.getByText(/£\d/).count()).toBeGreaterThan(3)
  })
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
