import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

/** Venues of the list, top to bottom. */
const rows = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Venues' }).getByRole('listitem').getByRole('link')

const search = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('button', { name: 'Search' }).click()
}

const map = (page: Page) => page.getByRole('region', { name: 'Map of venues' })
const pins = (page: Page) => map(page).getByRole('button', { name: /^\d+\. / })

/** Counts how often the map starts to zoom or pan by itself. */
const countMapMoves = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const moving = /leaflet-(zoom|pan)-anim(?!ated)/
    new MutationObserver((changes) => {
      for (const { target, oldValue } of changes)
        if (target instanceof Element && moving.test(target.className) && !moving.test(oldValue ?? ''))
          performance.mark('map-move')
    }).observe(document, { subtree: true, attributeFilter: ['class'], attributeOldValue: true })
  })
  return () => page.evaluate(() => performance.getEntriesByName('map-move').length)
}

test('A01 C12 C14: a town or postcode finds the venues around it, nearest first', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(product.url)
  await search(page, 'ol1 1aa')
  await expect(page.getByText(/^\d+ venues within 5 miles of OL1, Oldham, nearest first$/)).toBeVisible()
  const miles = (
    await rows(page)
      .getByText(/^\d+\.\d miles?$/)
      .allInnerTexts()
  ).map(Number.parseFloat)
  expect(miles.length).toBeGreaterThanOrEqual(3)
  expect(miles).toEqual(miles.toSorted((a, b) => a - b))
  expect(Math.max(...miles)).toBeLessThanOrEqual(5)

  // More miles, more venues; each row's number is its pin's.
  await page.getByRole('combobox', { name: /miles/i }).selectOption('25')
  await expect(page.getByText(/within 25 miles of OL1/)).toBeVisible()
  const count = await rows(page).count()
  expect(count).toBeGreaterThan(miles.length)
  await expect(pins(page)).toHaveCount(count)
  const name = await rows(page).nth(1).getByRole('heading').innerText()
  await expect(pins(page).nth(1)).toHaveAccessibleName(new RegExp(`^2\\. ${name}, \\d+\\.\\d miles?$`))
})

test('A01 C11 C14: searches names first, and says when neither a name nor a place matches', async ({
  page,
  product,
}) => {
  await page.goto(product.url)
  expect(await rows(page).count()).toBeGreaterThanOrEqual(5)
  await search(page, 'mOOr')
  await expect(page).toHaveURL(/[?&]q=mOOr/)
  await expect(page.getByRole('link', { name: /Hollin Bank/ })).toHaveCount(0)
  await expect(page.getByText(/with “mOOr” in the name$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Search near “mOOr” instead' })).toBeVisible()
  await search(page, 'Qwertyville')
  await expect(page.getByRole('main').getByText('No results for “Qwertyville”').last()).toBeVisible()
  await expectAccessible(page, 'nothing found')
  // While typing, names are looked through as one goes, and no place is requested.
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('searchbox').fill('hollin')
  await expect(rows(page)).toHaveCount(1)
  // What matches nothing filters to nothing, is in the address, and leads on.
  await page.getByRole('searchbox').fill('hollinx')
  await expect(
    page.getByText('No activity, venue or place is called “hollinx”.', { exact: false }),
  ).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]q=hollinx/)
  await page.getByRole('link', { name: 'hollin', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(requests.filter((url) => url.includes('/geocoding'))).toEqual([])
})

test('a link pressed just after typing is followed, and miles chosen then are searched with the words', async ({
  page,
  product,
}) => {
  await page.route('**/api/activities/venues/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto(`${product.url}/?q=moor`)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('searchbox').fill('hollin')
  await page.getByRole('combobox', { name: /miles/i }).selectOption('25')
  await expect(page).toHaveURL(/[?&]q=hollin&.*radius=25/)
  await page.getByRole('searchbox').fill('moo')
  await rows(page).first().click()
  await expect(page).toHaveURL(/\/location\//)
})

test('C12: asks for the location only on pressing the button', async ({ browser, product }) => {
  const context = await browser.newContext({
    geolocation: { latitude: 53.5455, longitude: -2.1132 },
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByText(/venues within 5 miles of you, nearest first/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]at=53\.54\d%2C-2\.113/)
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Tonight near me' }).click()
  await expect(page).toHaveURL(/[?&]at=53\.54\d%2C-2\.113/)
  await expect(page).toHaveURL(/[?&]q=tonight/)
  await expect(page.getByRole('searchbox')).toHaveValue('tonight')
  await context.close()

  const refusing = await browser.newContext({ permissions: [] })
  const other = await refusing.newPage()
  await other.goto(product.url)
  await expect(other.getByText("We couldn't get your location.", { exact: false })).toHaveCount(0)
  await other.getByRole('button', { name: 'Use my location' }).click()
  await expect(other.getByText("We couldn't get your location.", { exact: false })).toBeVisible()
  await refusing.close()
})

test('C12: the map works by keyboard, and Escape leaves it', async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(product.url)
  await page.getByRole('heading', { name: 'Venues', exact: true }).scrollIntoViewIfNeeded()
  await expect(pins(page).first()).toBeAttached()
  // It begins near 53.59, -2: what lies there lies in the middle. A pin moved aside for another would mislead.
  const middle = await map(page)
    .getByRole('group', { name: /arrow keys/ })
    .evaluate((element) => {
      const box = element.getBoundingClientRect()
      return [...element.querySelectorAll<HTMLElement>('.map-pin')].map((pin) => {
        const at = pin.getBoundingClientRect()
        const [lat = 0, lng = 0] = (pin.querySelector('button')?.dataset['at'] ?? '').split(',').map(Number)
        return { lat, lng, right: at.x - box.x - box.width / 2, down: at.y - box.y - box.height / 2 }
      })
    })
  const [one, two] = [middle[0], middle[1]]
  expect(one).toBeDefined()
  expect(two).toBeDefined()
  if (one === undefined || two === undefined) return
  const perDegree = (two.right - one.right) / (two.lng - one.lng)
  expect(Math.abs(one.lng - one.right / perDegree - -2)).toBeLessThan(0.02)
  const mercator = (lat: number) => (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI
  expect(Math.abs(mercator(one.lat) + one.down / perDegree - mercator(53.59))).toBeLessThan(0.02)

  await pins(page).first().focus()
  await page.keyboard.press('Enter')
  const choose = page.getByRole('link', { name: /^Choose this venue: / })
  await expect(choose).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(choose).toHaveCount(0)
  await expect(pins(page).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(map(page).locator(':focus')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('ol')))).toBe(true)

  const where = () => pins(page).first().boundingBox()
  for (const name of ['Zoom in', 'Zoom out', 'Move left', 'Move right', 'Move up', 'Move down', 'Show all']) {
    const before = await where()
    await map(page).getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(where, { message: `${name} moves the map` }).not.toEqual(before)
    await page.waitForTimeout(400)
  }
  // A pin out of sight comes into view when the focus reaches it.
  for (let times = 0; times < 3; times += 1) {
    await map(page).getByRole('button', { name: 'Move left' }).click()
    await page.waitForTimeout(400)
  }
  await map(page)
    .getByRole('group', { name: /arrow keys/ })
    .focus()
  await page.keyboard.press('Tab')
  await expect(pins(page).first()).toBeFocused()
  const isInside = () =>
    pins(page)
      .first()
      .evaluate((pin) => {
        const [at, ground] = [
          pin.getBoundingClientRect(),
          pin.closest('.leaflet-container')!.getBoundingClientRect(),
        ]
        return (
          at.left >= ground.left &&
          at.right <= ground.right &&
          at.top >= ground.top &&
          at.bottom <= ground.bottom
        )
      })
  await expect.poll(isInside).toBe(true)
  // A press on a pin that still moves may end beside it.
  await page.waitForTimeout(400)
  await pins(page).first().click()
  await choose.click()
  await expect(page).toHaveURL(/\/location\//)
})

test('A01 B13 C12: list and map can be used at every width', async ({ page, product }) => {
  const moves = await countMapMoves(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${product.url}/?near=Oldham`)
    await expect(rows(page).first()).toBeVisible()
    if (width <= 950) {
      await expect(map(page)).toBeHidden()
      await page.getByRole('link', { name: 'Map', exact: true }).click()
      await expect(rows(page).first()).toBeHidden()
    }
    await expect(pins(page).first()).toBeVisible()
    expect(await moves(), 'the map moved under its pins').toBe(0)
    await pins(page).first().click()
    await expect(page.getByRole('link', { name: /^Choose this venue: / })).toBeVisible()
    // Half under the header, where the press has scrolled to, a button counts as a small one.
    await page.evaluate(() => {
      scrollTo(0, 0)
    })
    // On a tablet it is chosen as on a phone.
    if (width !== 768) await expectAccessibleAtWidths(page, 'the map', width === 375 ? [375, 768] : [width])
    // The heights the venue map stands under: 10.3 or 10.9 rem above it, 4.4 or 5.5 its own bar.
    const heights = await map(page).evaluate((element) => ({
      above: (innerHeight - element.getBoundingClientRect().height) / 16,
      head: (element.firstElementChild?.getBoundingClientRect().height ?? 0) / 16,
    }))
    expect(heights.above).toBeCloseTo(width <= 575 ? 10.9 : 10.3, 1)
    expect(heights.head).toBeCloseTo(width <= 575 ? 5.5 : 4.4, 1)
  }
  await page.goto(`${product.url}/?near=Oldham`)
  await expectAccessibleAtWidths(page, 'venues near a town')
})
