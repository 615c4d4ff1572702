import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { joinGold } from './support/membership.ts'
import type { Product } from './support/product.ts'
import { addFirst, dayFromNow, payByCard, typeDetails, venue, weekdayFromNow } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { expect, test } from './support/walk.ts'

/** The most that a first page loads, in KB: our script and all libraries but React. */
const limit = 45

/** Scripts and fonts: a browser opens six connections to a host, and one file more waits for a round trip. */
const mostFiles = 6

/** The timetable, with a court in the basket. */
const addCourt = async (page: Page, product: Product, day = dayFromNow(3)): Promise<void> => {
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${day}/location`)
  await addFirst(page)
}

/** A health walk asks about those who come. */
const addWalk = async (page: Page, product: Product): Promise<void> => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await page.goto(product.url)
  const status = await page.evaluate(async (date) => {
    const list = `/api/activities/venue/tern-harbour-centre/activity/health-walk/v2/timetable?date=${date}`
    const { data } = (await (await fetch(list)).json()) as { data: { id: string }[] }
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ items: [{ id: data[0]?.id }] })
    return (await fetch('/api/activities/cart/add', { method: 'POST', headers, body })).status
  }, dayFromNow(2))
  expect(status).toBe(200)
}

const book = async (page: Page, product: Product, day?: string): Promise<string> => {
  await addCourt(page, product, day)
  await page.goto(`${product.url}/basket/checkout`)
  await typeDetails(page)
  await payByCard(page)
  return page.url()
}

const logInAsCustomer = async (page: Page, product: Product): Promise<string> => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await page.goto(product.url)
  return `${accountOf(product)}/bookings`
}

/** A membership that is chosen and not paid for yet. */
const chooseMembership = async (page: Page, product: Product): Promise<string> => {
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(product.url)
  const joiningId = await page.evaluate(
    async ({ venueSlug, startDate }) => {
      const plansOf = `/api/online-joining/venues/${venueSlug}/plans`
      const { data: plans } = (await (await fetch(plansOf)).json()) as {
        data: { id: number; name: string; terms: { id: number }[] }[]
      }
      const plan = plans.find(({ name }) => name === 'Gold')
      const body = {
        plan_id: plan?.id,
        venue_slug: venueSlug,
        start_date: startDate,
        payment_method: 'card',
        billing_day: 1,
        terms: plan?.terms.map(({ id }) => id),
        terms_accepted: true,
      }
      const answer = await fetch('/api/online-joining/join', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data?: { id: number } }).data?.id
    },
    { venueSlug: venue.slug, startDate: dayFromNow(1) },
  )
  expect(joiningId).toBeDefined()
  return `${product.url.replace('//bookings.', '//join.')}/joining/${joiningId}`
}

/** A booking that is about to move to a dearer time: the evening of a weekday is. */
const beginMove = async (page: Page, product: Product): Promise<string> => {
  const orderId = (await book(page, product, weekdayFromNow(3))).split('/').at(-1)
  const moveId = await page.evaluate(async (id) => {
    const read = async (path: string, init?: RequestInit) =>
      ((await (await fetch(path, init)).json()) as { data: unknown }).data
    type Order = { bookings: { id: number }[] }
    type Times = {
      days: string[]
      times: { id: string; price: { raw: number }; surcharge: { raw: number } }[]
    }
    const { bookings } = (await read(`/api/activities/orders/${id}`)) as Order
    const path = `/api/activities/orders/${id}/bookings/${bookings[0]?.id}`
    const { days } = (await read(`${path}/move-times`)) as Times
    for (const date of days) {
      const { times } = (await read(`${path}/move-times?date=${date}`)) as Times
      const dearer = times.find(({ surcharge }) => surcharge.raw > 0)
      if (dearer === undefined) continue
      const body = JSON.stringify({ to: dearer.id, price: dearer.price.raw })
      const headers = { 'Content-Type': 'application/json' }
      return ((await read(`${path}/move-payments`, { method: 'POST', headers, body })) as { id: number }).id
    }
    return undefined
  }, orderId)
  expect(moveId).toBeDefined()
  return `${product.url}/move-booking/${moveId}`
}

const toPaymentMethod = async (
  page: Page,
  product: Product,
  method: 'card' | 'direct_debit',
): Promise<string> => {
  await joinGold(page, product, `wilf-weighs-${method.replace('_', '-')}@example.test`, method)
  const membershipId = await page.evaluate(async () => {
    const { data } = (await (await fetch('/api/my-account/memberships')).json()) as { data: { id: number }[] }
    return data[0]?.id
  })
  return `${accountOf(product)}/memberships/${membershipId}/payment-method`
}

/** Opens the page's address, after what leads to it. */
type FirstPage = [title: string, open: (page: Page, product: Product) => string | Promise<string>]

const firstPages: readonly FirstPage[] = [
  ['home', (_, { url }) => url],
  ['a venue', (_, { url }) => `${url}/location/${venue.slug}`],
  ['an activity', (_, { url }) => `${url}/location/${venue.slug}/badminton`],
  [
    'a timetable of courts',
    (_, { url }) => `${url}/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`,
  ],
  ['a timetable of classes', (_, { url }) => `${url}/location/${venue.slug}/yoga/${dayFromNow(2)}`],
  [
    'a timetable beside a filled basket',
    async (page, product) => {
      await addCourt(page, product)
      return page.url()
    },
  ],
  ['an empty basket', (_, { url }) => `${url}/basket`],
  [
    'a filled basket',
    async (page, product) => {
      await addCourt(page, product)
      return `${product.url}/basket`
    },
  ],
  [
    'attendees',
    async (page, product) => {
      await addWalk(page, product)
      return `${product.url}/attendees`
    },
  ],
  [
    'checkout',
    async (page, product) => {
      await addCourt(page, product)
      return `${product.url}/basket/checkout`
    },
  ],
  ['a confirmed booking', (page, product) => book(page, product)],
  ['paying for a move', beginMove],
  ['paying for a membership', chooseMembership],
  ['changing the card of a membership', (page, product) => toPaymentMethod(page, product, 'card')],
  [
    'changing the bank account of a membership',
    (page, product) => toPaymentMethod(page, product, 'direct_debit'),
  ],
  ['registration', (_, { url }) => `${url}/register`],
  ['log-in', (_, product) => `${accountOf(product)}/login`],
  ['my bookings', logInAsCustomer],
]

/** Where people begin: such a page needs no more files than a browser fetches at once. */
const isBeginning = (title: string): boolean => /^(home|a venue|an activity|a timetable of .*)$/.test(title)

for (const [title, open] of firstPages) {
  const few = isBeginning(title) ? ', in few files' : ''
  test(`${title} as a first page loads at most ${limit} KB of gzipped script besides React${few}`, async ({
    page,
    product,
  }) => {
    const files = await filesUntilHydrated(page, await open(page, product))
    const scripts = scriptsOf(files)
    const list = [...scripts].map(([url, size]) => `${size} ${url}`).join('\n')
    const weigh = (isCounted: (url: string) => boolean): number =>
      [...scripts].reduce((sum, [url, size]) => sum + (isCounted(url) ? size : 0), 0)
    expect(weigh(isReact), list).toBeGreaterThan(50 * 1024)
    expect(weigh(isReact), list).toBeLessThan(70 * 1024)
    const own = weigh((url) => !isReact(url))
    test.info().annotations.push({ type: 'KB', description: (own / 1024).toFixed(1) })
    expect(own, list).toBeLessThanOrEqual(limit * 1024)
    expect(own).toBeGreaterThan(20 * 1024)
    if (!isBeginning(title)) return
    const urls = [...files.keys()]
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(mostFiles)
    // Styles are in the page.
    expect(urls.filter((url) => url.endsWith('.css'))).toEqual([])
    expect(urls.filter((url) => url.endsWith('.woff2'))).not.toEqual([])
  })
}

/** Those that are heavier, each with its own limit in KB. */
const accountPages: Readonly<Record<string, number>> = {
  '/': limit,
  '/details': limit,
  '/security': limit,
  '/family': limit,
  '/memberships': limit,
  '/packages': limit,
  '/guest-passes': limit,
  '/payments': limit,
  '/documents': limit,
  '/privacy': limit,
}

test('no page of an account loads more script as a first page than its limit', async ({ page, product }) => {
  await logInAsCustomer(page, product)
  const heavier: string[] = []
  for (const [path, most] of Object.entries(accountPages)) {
    const scripts = scriptsOf(await filesUntilHydrated(page, accountOf(product) + path))
    const own = [...scripts].filter(([url]) => !isReact(url))
    const size = own.reduce((sum, [, bytes]) => sum + bytes, 0)
    test.info().annotations.push({ type: path, description: (size / 1024).toFixed(1) })
    if (size > most * 1024) heavier.push(`${path}: ${size}`, ...own.map(([url, bytes]) => `${bytes} ${url}`))
  }
  expect(heavier).toEqual([])
})

const isReact = (url: string): boolean => /\/react-[^/]+\.js$/.test(url)

const scriptsOf = (files: Map<string, number>): Map<string, number> =>
  new Map([...files].filter(([url]) => url.endsWith('.js')))

/**
 * The scripts with their gzipped sizes, style sheets and fonts that the page asks for until it is hydrated; what comes
 * later is waited for by no first press.
 */
const filesUntilHydrated = async (
  page: Page,
  address: string,
  prepare?: () => void,
): Promise<Map<string, number>> => {
  // A page of its own, whose scripts no earlier page has loaded.
  const first = await page.context().newPage()
  const size = page.viewportSize()
  if (size !== null) await first.setViewportSize(size)
  if (prepare !== undefined) await first.addInitScript(prepare)
  await first.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('#root[data-live]') === null) return
      performance.mark('hydrated')
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-live'] })
  })
  const responses = new Map<string, Response>()
  first.on('response', (response) => {
    responses.set(response.url(), response)
  })
  await first.goto(address)
  await first.locator('#root[data-live]').waitFor({ state: 'attached' })
  await first.waitForLoadState('networkidle')
  expect(first.url()).toBe(new URL(address).href)
  const urls = await first.evaluate(() => {
    const [hydrated] = performance.getEntriesByName('hydrated')
    return performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) => /\.(js|css|woff2)$/.test(name) && startTime < (hydrated?.startTime ?? 0),
      )
      .map(({ name }) => name)
  })
  const files = new Map<string, number>()
  for (const url of urls) {
    // Only of what is counted: a body that is still on its way when the page closes cannot be read.
    const body = url.endsWith('.js') ? await responses.get(url)?.body() : undefined
    files.set(url, body === undefined ? 0 : gzipSync(body, { level: 9 }).length)
  }
  await first.close()
  return files
}

test('a map in the first view loads only when the page is hydrated', async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 3000 })
  // Hydration ends in a timer, and the map appears in a frame: late timers let the frame come first.
  const delayTimers = (): void => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0): number => later(run, ms === 0 ? 200 : ms),
    })
  }
  const files = await filesUntilHydrated(page, product.url, delayTimers)
  expect([...files.keys()].filter((url) => url.includes('leaflet'))).toEqual([])
})
