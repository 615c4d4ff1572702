import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { joinGold } from './support/membership.ts'
import type { Product } from './support/product.ts'
import { addCourtByCall, call, logInByCall, payByCall } from './support/calls.ts'
import { dayFromNow, venue, weekdayFromNow } from './support/steps.ts'
import { expect, test } from './support/walk.ts'

/** The most that a first page loads, in KB: our script and all libraries but React. */
const limit = 45

/** Scripts and fonts: a browser opens six connections to a host, and one file more waits for a round trip. */
const mostFiles = 6

/** A health walk asks about those who come. */
const addWalk = async (page: Page): Promise<void> => {
  const list = `/api/activities/venue/tern-harbour-centre/activity/health-walk/v2/timetable?date=${dayFromNow(2)}`
  const { data } = await call<{ data: { id: string }[] }>(page, list)
  await call(page, '/api/activities/cart/add', { body: { items: [{ id: data[0]?.id }] } })
}

/** A membership that is chosen and not paid for yet. */
const chooseMembership = async (page: Page, product: Product): Promise<string> => {
  const { data: plans } = await call<{ data: { id: number; name: string; terms: { id: number }[] }[] }>(
    page,
    `/api/online-joining/venues/${venue.slug}/plans`,
  )
  const plan = plans.find(({ name }) => name === 'Gold')
  const { data: joining } = await call<{ data: { id: number } }>(page, '/api/online-joining/join', {
    body: {
      plan_id: plan?.id,
      venue_slug: venue.slug,
      start_date: dayFromNow(1),
      payment_method: 'card',
      billing_day: 1,
      terms: plan?.terms.map(({ id }) => id),
      terms_accepted: true,
    },
  })
  return `${product.url.replace('//bookings.', '//join.')}/joining/${joining.id}`
}

/** A booking that is about to move to a dearer time: the evening of a weekday is. */
const beginMove = async (page: Page, product: Product, confirmation: string): Promise<string> => {
  const id = confirmation.split('/').at(-1)
  type Order = { data: { bookings: { id: number }[] } }
  type Times = {
    data: {
      days: string[]
      times: { id: string; price: { raw: number }; surcharge: { raw: number } }[]
    }
  }
  const { data: order } = await call<Order>(page, `/api/activities/orders/${id}`)
  const path = `/api/activities/orders/${id}/bookings/${order.bookings[0]?.id}`
  const { data: first } = await call<Times>(page, `${path}/move-times`)
  for (const date of first.days) {
    const { data } = await call<Times>(page, `${path}/move-times?date=${date}`)
    const dearer = data.times.find(({ surcharge }) => surcharge.raw > 0)
    if (dearer === undefined) continue
    const { data: move } = await call<{ data: { id: number } }>(page, `${path}/move-payments`, {
      body: { to: dearer.id, price: dearer.price.raw },
    })
    return `${product.url}/move-booking/${move.id}`
  }
  throw new Error('There is no dearer time.')
}

const toPaymentMethod = async (
  page: Page,
  product: Product,
  method: 'card' | 'direct_debit',
): Promise<string> => {
  // A member for each way of paying.
  await page.context().clearCookies()
  await joinGold(page, product, `wilf-weighs-${method.replace('_', '-')}@example.test`, method)
  const { data } = await call<{ data: { id: number }[] }>(page, '/api/my-account/memberships')
  return `${accountOf(product)}/memberships/${data[0]?.id}/payment-method`
}

/** Weighs a page of the address. */
type Weigh = (title: string, address: string) => Promise<void>

const visits: readonly [who: string, visit: (page: Page, product: Product, weigh: Weigh) => Promise<void>][] =
  [
    [
      'a visitor',
      async (page, product, weigh) => {
        const { url } = product
        const courts = `${url}/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`
        await weigh('home', url)
        await weigh('a venue', `${url}/location/${venue.slug}`)
        await weigh('an activity', `${url}/location/${venue.slug}/badminton`)
        await weigh('a timetable of courts', courts)
        await weigh('a timetable of classes', `${url}/location/${venue.slug}/yoga/${dayFromNow(2)}`)
        await weigh('an empty basket', `${url}/basket`)
        await weigh('registration', `${url}/register`)
        await weigh('log-in', `${accountOf(product)}/login`)
        await addCourtByCall(page, url, { day: weekdayFromNow(3) })
        await weigh('a timetable beside a filled basket', courts)
        await weigh('a filled basket', `${url}/basket`)
        await weigh('checkout', `${url}/basket/checkout`)
        const order = await payByCall<{ complete_order_id: number }>(
          page,
          {},
          { email: 'visitor@example.test' },
        )
        const confirmation = `${url}/booking-confirmed/${order.complete_order_id}`
        await weigh('a confirmed booking', confirmation)
        await weigh('paying for a move', await beginMove(page, product, confirmation))
      },
    ],
    [
      'a customer',
      async (page, product, weigh) => {
        await logInByCall(page, product.url, 'ravi@example.test')
        await addWalk(page)
        await weigh('attendees', `${product.url}/attendees`)
        await weigh('my bookings', `${accountOf(product)}/bookings`)
        for (const path of accountPages) await weigh(`account ${path}`, accountOf(product) + path)
      },
    ],
    [
      'a member',
      async (page, product, weigh) => {
        await logInByCall(page, product.url, 'maya@example.test')
        await weigh('paying for a membership', await chooseMembership(page, product))
        await weigh('changing the card of a membership', await toPaymentMethod(page, product, 'card'))
        await weigh(
          'changing the bank account of a membership',
          await toPaymentMethod(page, product, 'direct_debit'),
        )
      },
    ],
  ]

const accountPages = [
  '/',
  '/details',
  '/security',
  '/family',
  '/memberships',
  '/packages',
  '/guest-passes',
  '/payments',
  '/documents',
  '/privacy',
]

/** Where people begin: such a page needs no more files than a browser fetches at once. */
const isBeginning = (title: string): boolean => /^(home|a venue|an activity|a timetable of .*)$/.test(title)

for (const [who, visit] of visits)
  test(`a first page of ${who} loads at most ${limit} KB of gzipped script besides React, where people begin in few files`, async ({
    page,
    product,
  }) => {
    await visit(page, product, async (title, address) => {
      const files = await filesUntilHydrated(page, address)
      const scripts = scriptsOf(files)
      const list = `${title}\n${[...scripts].map(([url, size]) => `${size} ${url}`).join('\n')}`
      const sum = (isCounted: (url: string) => boolean): number =>
        [...scripts].reduce((all, [url, size]) => all + (isCounted(url) ? size : 0), 0)
      expect.soft(sum(isReact), list).toBeGreaterThan(50 * 1024)
      expect.soft(sum(isReact), list).toBeLessThan(70 * 1024)
      const own = sum((url) => !isReact(url))
      test.info().annotations.push({ type: title, description: (own / 1024).toFixed(1) })
      expect.soft(own, list).toBeLessThanOrEqual(limit * 1024)
      expect.soft(own, list).toBeGreaterThan(20 * 1024)
      if (!isBeginning(title)) return
      const urls = [...files.keys()]
      expect.soft(urls.length, urls.join('\n')).toBeLessThanOrEqual(mostFiles)
      // Styles are in the page.
      expect
        .soft(
          urls.filter((url) => url.endsWith('.css')),
          title,
        )
        .toEqual([])
      expect
        .soft(
          urls.filter((url) => url.endsWith('.woff2')),
          title,
        )
        .not.toEqual([])
    })
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
  const session = await page.context().newCDPSession(first)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
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
  // A file is in the list once it has come.
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

test('a map outside the first view is not loaded, and one within only when the page is hydrated', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const urls: string[] = []
  page.on('response', (response) => urls.push(response.url()))
  await page.goto(product.url)
  await page.waitForLoadState('networkidle')
  expect(urls.filter((url) => url.includes('leaflet'))).toEqual([])
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
