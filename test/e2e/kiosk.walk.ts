import type { Locator, Page } from '@playwright/test'
import type { Product } from './support/product.ts'
import { addFirst, cardFrame, cards, dayFromNow, dayInWords, logIn, venue } from './support/steps.ts'
import { addCourtByCall, logInByCall } from './support/calls.ts'
import { createCounter } from './support/taps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

/** An operator whose kiosk has a page of its own. */
test.use({
  differences: { change: `update operator set kiosk_home_url = 'http://localhost:1/kiosk-home'` },
})

/** The kiosk's own home is another site's page. */
const standInForHome = (page: Page) =>
  page.route('http://localhost:1/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Kiosk</title><h1>Touch to begin</h1>',
    }),
  )

const begin = async (page: Page, product: Product): Promise<void> => {
  await standInForHome(page)
  await page.goto(`${product.url}/?kiosk=true&centre=${venue.slug}`)
}

test('A26 B09 H02: kiosk and centre parameters switch to kiosk mode', async ({ page, product }) => {
  await begin(page, product)
  await expect(page.getByRole('heading', { level: 1, name: venue.name })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/location/${venue.slug}$`))
  await expect(page.getByRole('timer').getByText(/clears in \d+ s/)).toBeVisible()
  // What people come for: a code that no one has is refused where it was typed.
  const code = page.getByRole('region', { name: 'Check in' })
  await code.getByLabel('Your code').fill('NOBODY')
  await code.getByRole('button', { name: 'Check in' }).click()
  await expect(code.getByRole('alert')).toHaveText('No booking found for this code.')
  const own = page.getByRole('region', { name: 'Find my booking' })
  await expect(own.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Book now' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Buy a membership' })).toHaveCount(0)
  // Kept for the visit, though the address says nothing of it any more.
  await page.goto(`${product.url}/basket`)
  const back = page.getByRole('link', { name: 'Back to Kiosk Home' })
  await expect(back).toHaveAttribute('href', 'http://localhost:1/kiosk-home')
  await logIn(page, 'maya@example.test')
  await page.getByRole('banner').locator('summary').click()
  await expect(page.getByRole('link', { name: 'My account' })).toHaveCount(0)
  await back.click()
  await expect(page.getByRole('heading', { name: 'Touch to begin' })).toBeVisible()
  // The next person finds no one logged in.
  await page.goto(`${product.url}/`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(back).toBeVisible()
})

test('A26: a centre that does not exist is said to be missing, and the kiosk works without it', async ({
  page,
  product,
}) => {
  await standInForHome(page)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`${product.url}/?kiosk=true&centre=no-such-place`)
  await expect(page.getByText("There's no venue at this kiosk's address.")).toBeVisible()
  // Everything in the header stands in one row.
  const header = page.getByRole('banner')
  const middles = await Promise.all(
    [
      header.getByRole('link', { name: 'Menu' }),
      header.getByRole('link', { name: 'Back to Kiosk Home' }),
      header.getByRole('link', { name: 'Basket, empty' }),
    ].map(async (link) => {
      const { y, height } = (await link.boundingBox()) ?? { y: 0, height: 0 }
      return Math.round(y + height / 2)
    }),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
  const words = await header.getByText('Back to Kiosk Home').boundingBox()
  expect(words?.width ?? 0).toBeGreaterThan(60)
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(venue.name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: venue.name })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Back to Kiosk Home' })).toBeVisible()
})

test('H02: asks after 60 idle seconds, continues on a key, and logs out and resets after 90', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await begin(page, product)
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`)
  await addFirst(page)
  await page.evaluate(() => {
    sessionStorage.setItem('typed', 'somebody')
    localStorage.setItem('typed', 'somebody')
  })
  const requests = page.getByRole('dialog', { name: 'Are you still there?' })
  // The turned clock goes on by itself as well, so some seconds are left for that.
  await page.keyboard.press('Shift')
  await page.clock.runFor(50_000)
  await expect(requests).toHaveCount(0)
  await page.clock.runFor(10_500)
  await expect(requests).toBeVisible()
  await expect(requests).toContainText('in 30 seconds')
  await expectAccessible(page, 'the question')
  await page.keyboard.press('Shift')
  await expect(requests).toHaveCount(0)

  // From that key on, 90 seconds; the question stands for the last 30 of them.
  await page.clock.runFor(75_000)
  await expect(requests).toBeVisible()
  await page.clock.runFor(16_000)
  await page.waitForURL('http://localhost:1/kiosk-home')

  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Basket, empty' })).toBeVisible()
  expect(await page.evaluate(() => [sessionStorage.getItem('typed'), localStorage.getItem('typed')])).toEqual(
    [null, null],
  )
  // What she held has been let go: her basket is as empty when she comes back.
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('link', { name: 'Basket, empty' })).toBeVisible()
})

test('the names of classes have room on a kiosk', async ({ page, product }) => {
  await begin(page, product)
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(1)}`)
  const name = page.getByRole('main').getByRole('link', { name: /yoga/i }).last()
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 1080 })
    await expect(name).toBeVisible()
    const box = await name.boundingBox()
    expect(box?.width ?? 0).toBeGreaterThan(90)
    expect(box?.height ?? 999).toBeLessThan(80)
  }
})

test('H02: at every width everything to be pressed is large, and nobody is shut out', async ({
  page,
  product,
}) => {
  await begin(page, product)
  await expectAccessibleAtWidths(page, "a kiosk's first page")
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const small = await page
      .getByRole('main')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .map((button) => [button.textContent, button.getBoundingClientRect().height] as const)
          .filter(([, height]) => height > 0 && height < 40),
      )
    expect(small.filter(([text]) => !/^\d*$/.test(text ?? ''))).toEqual([])
  }
  await page.goto(`${product.url}/location/${venue.slug}`)
  await expectAccessibleAtWidths(page, "a kiosk's venue")
})

/** Of a visitor who pays by card. */
const fillDetails = async (page: Page, fill: ReturnType<typeof createCounter>['fill']): Promise<void> => {
  await fill(page.getByLabel(/e-?mail/i).first(), 'visitor@example.test')
  await fill(page.getByLabel('Full name'), 'Ann Example')
  await fill(page.getByLabel('Postcode'), 'ZZ1 1ZZ')
  const card = cardFrame(page)
  await fill(card.getByLabel(/card number/i), cards.accepted)
  await fill(card.getByLabel(/expiry/i), '12/30')
  await fill(card.getByLabel(/security code/i), '123')
}

test('H02: from the first page of a kiosk to a paid class of tomorrow in eight taps', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await begin(page, product)
  const { counted, tap, fill } = createCounter()
  await tap(page.getByRole('region', { name: 'Book now' }).getByRole('link').first())
  const main = page.getByRole('main')
  await tap(main.getByRole('link', { name: /^Group exercise/ }).first())
  await tap(main.getByRole('link', { name: /^Yoga/ }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yoga')
  const day = new RegExp(`^${dayInWords(dayFromNow(1))}`)
  await tap(page.getByRole('navigation', { name: 'Choose a date' }).getByRole('link', { name: day }))
  const session = main.getByRole('link', { name: /Sunrise yoga/ }).first()
  await expect(session).toBeVisible()
  await expectAccessibleAtWidths(page, 'the classes of a kiosk')
  await tap(session)
  await tap(page.getByRole('dialog').getByRole('button', { name: /^Book now/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await expectAccessibleAtWidths(page, 'the checkout of a kiosk')
  await fillDetails(page, fill)
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all()) await tap(box)
  await tap(page.getByRole('button', { name: /^Pay £/ }).first())
  await expect(page).toHaveURL(/booking-confirmed/)
  await expectAccessibleAtWidths(page, 'the confirmation of a kiosk')
  // A file or a map would stay open for the next person, and nothing would log this one out.
  await expect(main.getByRole('link', { name: /calendar|wallet|receipt|directions/i })).toHaveCount(0)
  expect(counted.taps).toBeLessThanOrEqual(8)
  expect(counted.fields).toBe(6)
})

test("H02: from a kiosk's home to a place of today that is held in three taps, and paid in five", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await begin(page, product)
  const { counted, tap, fill } = createCounter()
  const book = page.getByRole('region', { name: 'Book now' })
  const times = book.getByRole('list').getByRole('link')
  const nothingToday = book.getByText("See what's on here and book a place.")
  await expect(times.first().or(nothingToday)).toBeVisible()
  // Late in the evening nothing is left of today.
  if (await nothingToday.isVisible()) return
  await tap(times.first())
  const panel = page.getByRole('dialog')
  const bookNow = panel.getByRole('button', { name: /^Book (.+ )?now/ })
  const tickets = panel.getByRole('combobox', { name: /^How many/ })
  await expect(bookNow.or(tickets).first()).toBeVisible()
  // Of what is sold by tickets, how many.
  if ((await tickets.count()) > 0) {
    counted.taps += 1
    await tickets.first().selectOption('1')
  }
  await tap(bookNow)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await expect(page.getByRole('region', { name: 'Time left' })).toBeVisible()
  expect(counted.taps).toBeLessThanOrEqual(3)
  await fillDetails(page, fill)
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all()) await tap(box)
  await tap(page.getByRole('button', { name: /^(Pay £|Confirm|Book)/ }).first())
  await expect(page).toHaveURL(/booking-confirmed/)
  expect(counted.taps).toBeLessThanOrEqual(5)
})

test('H02: the bar that counts down covers neither the way to the checkout nor the payment', async ({
  page,
  product,
}) => {
  await begin(page, product)
  await addCourtByCall(page, product.url, { day: dayFromNow(4) })
  const bar = page.getByRole('region', { name: 'Time left' })
  const expectAbove = async (button: Locator): Promise<void> => {
    await expect(bar).toBeVisible()
    const [above, below] = [await button.boundingBox(), await bar.boundingBox()]
    if (above === null || below === null) throw new Error('They are not on the page')
    expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  }
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`${product.url}/basket`)
    await expectAbove(page.getByRole('main').getByRole('link', { name: 'Go to checkout' }))
  }
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`${product.url}/basket/checkout`)
  await expectAbove(page.getByRole('button', { name: /^Pay £/ }).last())
})

test('H02: a kiosk shows no saved card and keeps none', async ({ page, product }) => {
  await begin(page, product)
  await logInByCall(page, product.url, 'maya@example.test')
  await addCourtByCall(page, product.url, { day: dayFromNow(3) })
  // Pressed before the page has its script, the link opens a page that the server has prepared: then once more.
  await expect(async () => {
    await page.goto(`${product.url}/basket`)
    const prepared = page.waitForRequest((request) => request.url().includes('/checkout/prepare'), {
      timeout: 3000,
    })
    const pressed = page
      .getByRole('link', { name: /Check ?out/i })
      .first()
      .click()
    const [request] = await Promise.all([prepared, pressed])
    expect(new URL(request.url()).searchParams.get('kiosk')).toBe('true')
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await expect(page.getByLabel('Save this card for next time')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Card' })).toHaveCount(0)
})
