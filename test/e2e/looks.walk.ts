import type { Page } from '@playwright/test'
import { logInAt } from './support/account.ts'
import { deskOf, logIn as logInAtDesk } from './support/desk.ts'
import { addCourtByCall, bookCourtByCall } from './support/calls.ts'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, test } from './support/walk.ts'

/** What a person sees: the family that stands first in an element's style, its weight, and whether its file came. */
const letters = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { fontFamily, fontWeight } = getComputedStyle(element)
      const family = (fontFamily.split(',')[0] ?? '').replaceAll(/["']/g, '')
      return { family, weight: fontWeight, came: document.fonts.check(`${fontWeight} 16px "${family}"`) }
    })

/** Colours and fonts of the demo's venues (demo/themes.json). */
const venues = [
  { slug: 'fernhill-leisure-centre', heading: 'Lato', body: 'Lato', files: ['lato'] },
  { slug: 'hollin-bank-sports-village', heading: 'Oswald', body: 'Roboto', files: ['oswald', 'roboto'] },
  { slug: 'saddle-moor-pools', heading: 'Open Sans', body: 'Open Sans', files: ['open-sans'] },
]

test('B05: each venue is set in its own fonts, from our own server, and loads no other', async ({
  page,
  product,
}) => {
  let requests: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') requests.push(request.url())
  })
  for (const { slug, heading, body, files } of venues) {
    requests = []
    await page.goto(`${product.url}/location/${slug}`)
    await page.evaluate(() => document.fonts.ready)
    expect(await letters(page, 'h1')).toEqual({ family: heading, weight: '700', came: true })
    expect(await letters(page, 'main p')).toEqual({ family: body, weight: '400', came: true })
    const names = requests.map((url) => /\/assets\/fonts\/(.+)-(400|700)\.woff2$/.exec(url)?.[1])
    expect(new Set(names), slug).toEqual(new Set(files))
    for (const url of requests) expect(new URL(url).origin).toBe(new URL(product.url).origin)
  }
})

test("B05 B06: defaults are purple and dark with Roboto; the header words and the second button are the venue's", async ({
  page,
  product,
}) => {
  await page.goto(product.url)
  await page.evaluate(() => document.fonts.ready)
  expect(await letters(page, 'h1')).toEqual({ family: 'Roboto', weight: '700', came: true })
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  expect(await style('main button[type=submit]', 'background-color')).toBe('rgb(91, 42, 134)')
  expect(await style('header', 'background-color')).toBe('rgb(27, 27, 38)')

  // Of the venue a person has chosen, on every page. Hollin Bank: a solid second button, header words of cream.
  const second = 'main a:text-is("Show all venues") >> nth=-1'
  await page.goto(`${product.url}/location/hollin-bank-sports-village`)
  await page.goto(`${product.url}/?q=qwertyville`)
  expect(await style(second, 'background-color')).toBe('rgb(61, 64, 91)')
  expect(await style('header a', 'color')).toBe('rgb(255, 244, 230)')
  // Fernhill: an outlined one, in a quiet tone of its green.
  await page.goto(`${product.url}/location/fernhill-leisure-centre`)
  await page.goto(`${product.url}/?q=qwertyville`)
  expect(await style(second, 'background-color')).toBe('rgba(0, 0, 0, 0)')
  expect(await style(second, 'border-top-color')).toBe('rgb(117, 156, 137)')
})

/** How much of what a person reads moves while the page at the address loads and for a while after. */
const layoutShift = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const shifts: string[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
        shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    await new Promise((resolve) => setTimeout(resolve, 500))
    return shifts
  })
}

test('B05: nothing moves while a page loads, even when its fonts do not come', async ({ page, product }) => {
  // A font that comes within a tenth of a second of the first paint is still taken, and this machine has no Arial to
  // stand for it in the meantime.
  await page.route('**/assets/fonts/**', (route) => route.abort())
  await page.setViewportSize({ width: 375, height: 740 })
  const timetable = (activity: string) => `${product.url}/location/${venue.slug}/${activity}/${dayFromNow(2)}`
  const courts = `${timetable('badminton-60min')}/location`
  for (const address of [
    product.url,
    `${product.url}/location/hollin-bank-sports-village`,
    timetable('yoga'),
    courts,
    `${product.url}/basket`,
  ])
    expect(await layoutShift(page, address), address).toEqual([])

  await addCourtByCall(page, product.url, { day: dayFromNow(2) })
  for (const address of [courts, `${product.url}/basket`, `${product.url}/basket/checkout`])
    expect(await layoutShift(page, address), `${address} with a court in the basket`).toEqual([])
})

/** The font files in which the browser has set the headings, the regular and the bold text of a page; none: system fonts. */
const filesInUse = async (page: Page): Promise<string[]> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'h1, main p, main a, main button, main strong, footer a',
  })
  const found = new Set<string>()
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
    for (const { postScriptName, isCustomFont } of fonts) found.add(isCustomFont ? postScriptName : 'system')
  }
  await devtools.detach()
  return [...found].toSorted()
}

test('B05: a page is in the fonts of its venue or, where one of them comes late, wholly in system fonts', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  // Headings in one family, text in another.
  const address = `${product.url}/location/hollin-bank-sports-village`
  const late = '**/assets/fonts/roboto-700.woff2'
  await page.route(late, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  const file = page.waitForResponse(late)
  expect(await layoutShift(page, address)).toEqual([])
  await file
  expect(await filesInUse(page)).toEqual(['system'])

  // From the cache, which a route passes by.
  await page.unroute(late)
  expect(await layoutShift(page, address)).toEqual([])
  expect(await filesInUse(page)).toEqual(['Oswald-Bold', 'Roboto-Bold', 'Roboto-Regular'])

  // A venue of another theme, reached without loading a page: its fonts, too, together.
  await page.goto(`${product.url}/?q=Fernhill`)
  await page.evaluate(() => {
    document.body.dataset['same'] = 'page'
  })
  await page.locator('main a[href*="/location/fernhill"]').first().click()
  await expect(page).toHaveURL(/location\/fernhill/)
  await expect.poll(() => filesInUse(page)).toEqual(['Lato-Bold', 'Lato-Regular'])
  await expect(page.locator('body')).toHaveAttribute('data-same', 'page')
})

test('A17: a wrong address shows a message on home; nothing moves when it comes or goes', async ({
  page,
  product,
}) => {
  const top = () =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.getBoundingClientRect().top)
  await page.goto(product.url)
  const before = await top()
  await page.goto(`${product.url}/no/such/page/here`)
  const message = page.getByText("We couldn't find the activity").last()
  await expect(message).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/`)
  expect(await top()).toBe(before)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(message).toBeHidden()
  expect(await top()).toBe(before)
})

test('forced colours mark the day that is selected, and leave the logo on the colour it is drawn for', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(2)}`)
  const header = await page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).backgroundColor)
  await page.emulateMedia({ forcedColors: 'active' })
  const logo = page.getByRole('banner').locator('img')
  expect(await logo.evaluate((picture) => getComputedStyle(picture).backgroundColor)).toBe(header)
  const strip = page.getByRole('navigation', { name: 'Choose a date' })
  const borders = await strip
    .getByRole('link')
    .evaluateAll((days) =>
      days.map((day) => [day.getAttribute('aria-current'), getComputedStyle(day).borderTopWidth]),
    )
  expect(borders.filter(([current]) => current === 'true')).toEqual([['true', '4px']])
  expect(borders.filter(([current]) => current !== 'true' && current !== null).flat()).not.toContain('4px')
  const fill = (selector: string) =>
    strip.locator(selector).evaluateAll((days) => days.map((day) => getComputedStyle(day).backgroundColor))
  const [today] = await fill('[aria-current=date]')
  expect(await fill('a:not([aria-current])')).toContain(today)
  expect(await fill('[aria-current=true]')).not.toContain(today)
})

test('amounts of credit stay on one line on a tablet', async ({ page, product }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await logInAt(page, product, 'nell@example.test', '/payments')
  const lines = await page
    .getByRole('table')
    .first()
    .locator('tr > :last-child')
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        const lines = new Set(Array.from(text.getClientRects(), ({ bottom }) => Math.round(bottom)))
        return [cell.textContent, lines.size]
      }),
    )
  expect(lines).toContainEqual(['+£12.00', 1])
  expect(lines.filter(([, count]) => count !== 1)).toEqual([])
})

test('fields beside each other are level, whether or not they have a hint', async ({ page, product }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`${product.url}/register`)
  const topOf = (label: RegExp) =>
    page.getByLabel(label).evaluate((field) => field.getBoundingClientRect().top)
  expect(await topOf(/^Phone/)).toBe(await topOf(/^Date of birth/))
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Check your answers.')).toBeVisible()
  expect(await topOf(/^Last name/)).toBe(await topOf(/^First name/))
})

test('the day of a move is not cut off on a narrow phone', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await logInAt(page, product, 'wren@example.test', '/bookings')
  await page
    .getByRole('link', { name: /^Move booking/ })
    .first()
    .click()
  const spare = await page.getByRole('combobox', { name: 'Day' }).evaluate((field: HTMLSelectElement) => {
    const style = getComputedStyle(field)
    const words = document.createElement('canvas').getContext('2d')
    if (words === null) return -1
    words.font = style.font
    const { width } = words.measureText(field.selectedOptions[0]?.text ?? '')
    return field.clientWidth - width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  })
  expect(spare).toBeGreaterThanOrEqual(0)
  // At one moment, as the dialog is still sliding in.
  const tops = await page
    .getByRole('button', { name: /^(Earlier|Later) day$/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(tops).toHaveLength(2)
  expect(tops[0]).toBe(tops[1])
})

const widthBeyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('letters of twice the size fit a phone', async ({ page, product, browser }) => {
  const large = async (target: Page) => {
    await target.setViewportSize({ width: 375, height: 800 })
    await target.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
  }
  const expectToFit = async (target: Page, addresses: readonly string[]) => {
    for (const address of addresses) {
      await target.goto(address)
      await expect(target.locator('#root[data-live]')).toBeAttached()
      // Asked again for a while: the frame of the card takes its size after the page has.
      await expect.poll(() => widthBeyond(target), { message: address }).toBeLessThanOrEqual(0)
    }
  }
  await large(page)
  const courts = `${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`
  await expectToFit(page, [product.url, `${product.url}/pricing?venue=${venue.slug}`, courts])
  await addCourtByCall(page, product.url, { day: dayFromNow(2) })
  await expectToFit(page, [`${product.url}/basket/checkout`])
  const order = await page.getByText('Your order (1 item)').boundingBox()
  expect(order?.width).toBeGreaterThan(100)

  await logInAt(page, product, 'wren@example.test', '/family')
  await expectToFit(page, [page.url()])
  await page.getByRole('banner').locator('summary').click()
  const logOut = await page.getByRole('banner').getByRole('button', { name: 'Log out' }).boundingBox()
  expect(logOut?.x).toBeGreaterThanOrEqual(0)

  const staff = await browser.newPage()
  await large(staff)
  const desk = deskOf(product)
  await logInAtDesk(staff, desk, 'supervisor@example.test')
  const day = `${venue.slug}/${dayFromNow(0)}`
  await expectToFit(staff, [`${desk}/today/${day}`, `${desk}/customers`, `${desk}/takings/${day}`])
  await staff.close()
})

test('long names of activities neither widen the timetable nor squeeze its buttons', async ({
  page,
  product,
}) => {
  const long = 'Badmintonanfängertrainingsveranstaltung with coaching and equipment, 60 min'
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  const save = page.getByRole('button', { name: /to favourites$/ }).first()
  const other = page.getByRole('main').locator('a[href*="/badminton-40min/"]').first()
  const write = (element: Element, words: string) => {
    element.textContent = words
  }
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const before = await save.boundingBox()
    await page.getByRole('heading', { level: 1 }).evaluate(write, long)
    await other.evaluate(write, long)
    expect(await widthBeyond(page), `at ${width} px`).toBeLessThanOrEqual(0)
    const after = await save.boundingBox()
    expect(after?.width).toBe(before?.width)
    await other.evaluate(write, '40 min')
    await page.getByRole('heading', { level: 1 }).evaluate(write, 'Badminton')
  }
})

test('the words of a confirmation are as wide as a narrow phone', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const confirmation = await bookCourtByCall(page, product.url, {
    email: 'maximiliane.wolfeschlegelsteinhausen@subdomain.example.test',
  })
  await page.goto(product.url + confirmation)
  const words = await page.getByText("We've sent the details to").boundingBox()
  expect(words?.width).toBeGreaterThan(220)
  expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
})
