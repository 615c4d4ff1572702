import type { Page, Request } from '@playwright/test'
import { blockScripts, modulesByScript, recordScripts, scriptsOf } from './support/scripts.ts'
import {
  addFirst,
  agree,
  cards,
  dayFromNow,
  payByCard,
  typeCard,
  typeDetails,
  venue,
} from './support/steps.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

/** What stands on screen is true: in every tab, after a reload and offline. */

const courts = (days: number) => `/location/${venue.slug}/badminton-60min/${dayFromNow(days)}/location`

const basketLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Basket/ })

type Box = { x: number; y: number; width: number; height: number }

const isOver = (one: Box, two: Box): boolean =>
  one.y < two.y + two.height &&
  two.y < one.y + one.height &&
  one.x < two.x + two.width &&
  two.x < one.x + one.width

const isLive = (page: Page) => expect(page.locator('#root[data-live]')).toBeAttached()

test('D01: two tabs show the same basket within a second', async ({ page, product, context }) => {
  const other = await context.newPage()
  await other.goto(`${product.url}/basket`)
  await isLive(other)
  await page.goto(product.url + courts(2))
  await addFirst(page)
  await expect(other.getByRole('main')).toContainText('Badminton 60 min')
  await expect(basketLink(other)).toHaveAccessibleName('Basket, 1 item')
  await other
    .getByRole('main')
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(other.getByText('Successfully removed item from the basket.').first()).toBeVisible()
  await expect(basketLink(page)).toHaveAccessibleName('Basket, empty')
})

test('D01: a basket is the same in two tabs when either of them connects late', async ({
  page,
  product,
  context,
}) => {
  for (const late of ['the tab that changes it', 'the other tab'] as const) {
    const [changing, other] = [
      late === 'the tab that changes it' ? page : await context.newPage(),
      await context.newPage(),
    ]
    let connect = (): void => undefined
    const isConnecting = new Promise<void>((resolve) => {
      connect = resolve
    })
    await (late === 'the other tab' ? other : changing).route('**/pageSync-*.js', async (route) => {
      await isConnecting
      await route.continue()
    })
    await other.goto(`${product.url}/basket`)
    await isLive(other)
    const items = other.getByRole('main').getByRole('button', { name: /^Remove / })
    const before = await items.count()
    await changing.goto(product.url + courts(2))
    await addFirst(changing)
    await expect(items).toHaveCount(before)
    connect()
    await expect(items).toHaveCount(before + 1)
    await expect(other.getByRole('main')).toContainText('Badminton 60 min')
    await changing.close()
    await other.close()
  }
})

test('D01: a tab whose script could not be reached at first learns what the other one changes', async ({
  page,
  product,
  context,
}) => {
  const other = await context.newPage()
  const errors: Error[] = []
  other.on('pageerror', (error) => errors.push(error))
  let requests = 0
  await other.route('**/pageSync-*.js*', async (route) => {
    requests += 1
    await (requests <= 2 ? route.abort('internetdisconnected') : route.continue())
  })
  await other.goto(`${product.url}/basket`)
  await isLive(other)
  await page.goto(product.url + courts(2))
  await addFirst(page)
  await expect(other.getByRole('main')).toContainText('Badminton 60 min')
  expect(requests).toBe(3)
  expect(errors).toEqual([])
})

test('D03: a reload right after Add finds the item in the basket', async ({ page, product }) => {
  // The answer takes as long as on a slow connection, so that the new page is there before it.
  await page.route('**/api/activities/cart/add', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => undefined)
  })
  await page.goto(product.url + courts(3))
  await isLive(page)
  const adds = page.getByRole('button', { name: /^Add / })
  let left = await adds.count()
  for (const name of ['an anonymous visitor', 'one with a basket']) {
    await adds.first().click()
    await page.waitForTimeout(200)
    await page.reload()
    const count = name === 'an anonymous visitor' ? 'Basket, 1 item' : 'Basket, 2 items'
    await expect(basketLink(page), name).toHaveAccessibleName(count, { timeout: 10_000 })
    await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
    left -= 1
    await expect(adds).toHaveCount(left)
  }
})

test('D03: shows offline at once, and adding fails with a message', async ({ page, product, context }) => {
  await page.goto(product.url + courts(4))
  await isLive(page)
  await context.setOffline(true)
  const strip = page.getByText("You're offline. What you see may be out of date.")
  await expect(strip).toBeVisible()
  const add = page.getByRole('button', { name: /^Add / }).first()
  const words = await add.innerText()
  await add.click()
  const toast = page
    .getByRole('alert')
    .filter({ hasText: "You're offline. Check your connection and try again." })
  await expect(toast).toBeVisible()
  await expect(add).toHaveText(words)
  await expectAccessible(page, 'the timetable offline')
  await context.setOffline(false)
  await expect(strip).toBeHidden()
  await expect(toast).toBeHidden()
  await addFirst(page)
})

test('D03: adding works again after its script could not be fetched offline', async ({
  page,
  product,
  context,
}) => {
  const isScript = (url: URL) => /\/basketQueue-[^/]+\.js$/.test(url.pathname)
  // Nothing comes before the page is offline, as on a slow connection.
  await page.route(isScript, (route) => route.abort('internetdisconnected'))
  await page.goto(product.url + courts(4))
  await isLive(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Add / }).first().click()
  const toast = page
    .getByRole('alert')
    .filter({ hasText: "You're offline. Check your connection and try again." })
  await expect(toast).toBeVisible()
  await page.unroute(isScript)
  await context.setOffline(false)
  await addFirst(page)
  await expect(toast).toBeHidden()
})

/** What the journey of a buyer needs. Everything else that it loads may be blocked. */
const neededModules = [
  'web/entry-client.tsx',
  ...['TimeSlotPage', 'BasketPage', 'CheckoutPage', 'BookingConfirmedPage'].map(
    (name) => `web/pages/${name}.tsx`,
  ),
  'web/features/baskets/basketQueue.ts',
  'web/features/checkout/CardFields.tsx',
  'web/features/checkout/paymentFlow.ts',
  'web/frames/demoCard.ts',
]

/** A visitor's way from the timetable to the confirmation, by the links of the pages. Each step can be made again. */
const purchase = (page: Page, timetable: string): (() => Promise<void>)[] => [
  async () => {
    if (!page.url().startsWith(timetable)) await page.goto(timetable)
    await page.getByRole('button', { name: /^Add / }).first().click()
    await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  },
  async () => {
    if (!page.url().includes('basket=1')) await basketLink(page).click()
    // Without its script the link opens the page of the basket.
    const basketPage = page
      .getByRole('main')
      .filter({ has: page.getByRole('heading', { name: 'Shopping basket' }) })
    await page.getByRole('dialog').or(basketPage).getByRole('link', { name: 'Go to checkout' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  },
  async () => {
    await typeDetails(page)
    await payByCard(page)
  },
  () => expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked"),
]

/** Nothing that people do may wait for these: test/contract/optionalScripts.test.ts. */
const optional =
  /AskConsent|BasketClock|HoldAnnouncer|FavouriteToggle|embedding|favouriteSync|formDrafts|pageSync|pageTranslation|theme|placeToasts/

/** What says that a script is missing, and how to go on. */
const notice = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: words }).first()

const couldNotLoad = "Part of this page couldn't load"

/** Presses what stands beside it. */
const reload = async (page: Page): Promise<void> => {
  const answered = page.waitForEvent('load')
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Reload' })
    .or(page.getByRole('link', { name: 'Reload' }))
    .first()
    .click()
  await answered
  await isLive(page)
}

test.describe('without its optional scripts', () => {
  test.use({ expectedFaults: /Failed to fetch dynamically imported module/ })

  test('a court is booked without any script but what adding and paying need', async ({ page, product }) => {
    const needed = scriptsOf(neededModules)
    await blockScripts(page, (script) => !needed.has(script))
    await page.goto(product.url + courts(5))
    await addFirst(page)
    // What the server has rendered of the basket has no script.
    await page.goto(`${product.url}/basket`)
    await expect(
      page.getByRole('alert').filter({ hasText: "Part of this page couldn't load" }).first(),
    ).toBeVisible()
    await page.goto(`${product.url}/basket/checkout`)
    await typeDetails(page)
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked")
  })

  test('a script that booking needs is missed in words, one after another, and nothing is lost or paid', async ({
    page,
    product,
  }) => {
    // What the page itself needs comes, unless it is the page that is blocked.
    const checkout = 'web/pages/CheckoutPage.tsx'
    const block = (module: string, from: string) => {
      const others = scriptsOf(['web/entry-client.tsx', ...(from === module ? [] : [from])])
      const own = scriptsOf([module])
      return blockScripts(page, (script) => own.has(script) && !others.has(script))
    }
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    const added = () => sent.filter((path) => path.endsWith('/cart/add')).length
    const paid = () => sent.filter((path) => /\/checkout\/(authorise|complete)$/.test(path)).length

    let unblock = await block('web/features/baskets/basketQueue.ts', 'web/pages/TimeSlotPage.tsx')
    await page.goto(product.url + courts(6))
    for (const attempt of [1, 2]) {
      // The page is loaded again, to make the call there: what is said then is of this attempt.
      const loaded = page.waitForEvent('load')
      await page.getByRole('button', { name: /^Add / }).first().click()
      await loaded
      await expect(
        notice(page, `${couldNotLoad}, so nothing has changed. Reload the page and try again.`),
        `attempt ${attempt}`,
      ).toBeVisible()
    }
    expect(added()).toBe(0)
    await unblock()
    await page.reload()
    await isLive(page)
    await expect(basketLink(page)).toHaveAccessibleName('Basket, empty')
    await addFirst(page)
    expect(added()).toBe(1)

    unblock = await block(checkout, checkout)
    await basketLink(page).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Go to checkout' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading chunk failed')
    await unblock()
    const unblockCard = await block('web/features/checkout/CardFields.tsx', checkout)
    await reload(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
    await expect(notice(page, couldNotLoad)).toBeVisible()
    await typeDetails(page)
    await agree(page)
    await page
      .getByRole('button', { name: /^Pay £/ })
      .first()
      .click()
    await expect(notice(page, "The card form isn't ready")).toBeVisible()
    await unblockCard()

    unblock = await block('web/features/checkout/paymentFlow.ts', checkout)
    await reload(page)
    await typeDetails(page)
    await typeCard(page, cards.accepted)
    await agree(page)
    await page
      .getByRole('button', { name: /^Pay £/ })
      .first()
      .click()
    await expect(notice(page, couldNotLoad)).toBeVisible()
    await expect(basketLink(page)).toHaveAccessibleName('Basket, 1 item')
    expect(paid()).toBe(0)
    await unblock()
    await page
      .getByRole('button', { name: /^Pay £/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked")
  })

  test('each script that a purchase loads is blocked in turn: it goes through, or a page says why not', async ({
    page,
    product,
    context,
  }) => {
    test.skip(process.env['TEST_ALL'] === undefined, 'a purchase for each of some fifty scripts')
    test.setTimeout(1_800_000)
    page.setDefaultTimeout(15_000)
    const isFound = (step: Promise<void>) =>
      step.then(
        () => true,
        () => false,
      )
    const always = scriptsOf(['web/entry-client.tsx'])
    const scripts = recordScripts(page)
    for (const step of purchase(page, product.url + courts(2))) await step()
    const names = modulesByScript()
    const missed: string[] = []
    const wrong: string[] = []
    for (const [place, script] of [...scripts].filter((one) => !always.has(one)).entries()) {
      const name = names.get(script) ?? script
      await context.clearCookies()
      await page.goto(`${product.url}/healthz`)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      const unblock = await blockScripts(page, (one) => one === script)
      let paid = 0
      const count = (request: Request) => {
        if (/\/checkout\/(authorise|complete)$/.test(new URL(request.url()).pathname)) paid += 1
      }
      page.on('request', count)
      for (const [index, step] of purchase(page, product.url + courts(2 + (place % 5))).entries()) {
        if (await isFound(step())) continue
        missed.push(name)
        const says = notice(page, couldNotLoad).or(
          page.getByRole('heading', { name: 'Loading chunk failed' }),
        )
        const hasNotice = await says
          .or(page.getByRole('button', { name: 'Try again' }))
          .first()
          .isVisible()
        if (!hasNotice) wrong.push(`${name}: step ${index} fails without a word`)
        if (paid > 0 && index < 3) wrong.push(`${name}: paid before step ${index} has failed`)
        await unblock()
        await page.reload()
        await isLive(page)
        await step()
      }
      page.off('request', count)
      await unblock()
    }
    expect(wrong).toEqual([])
    expect(missed.filter((name) => optional.test(name))).toEqual([])
  })
})

test('times out a hanging call, which can be retried', async ({ page, product }) => {
  await page.clock.install()
  await page.goto(`${product.url}/location/${venue.slug}/badminton`)
  await isLive(page)
  await page.route('**/api/activities/**', () => undefined)
  await page.getByRole('link', { name: /60/ }).first().click()
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We may have dropped the ball on this one.',
      { timeout: 2000 },
    )
  }).toPass()
  await expect(page.getByRole('main')).toContainText(
    'This is taking too long. Check your connection and try again.',
  )
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Badminton')
})

test('C09: a row goes from Adding to Remove and back without showing its earlier button', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(3)}`)
  await isLive(page)
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Add / }) })
    .first()
  const handle = await row.elementHandle()
  await handle?.evaluate((element) => {
    const seen: string[] = []
    ;(window as unknown as { seen: string[] }).seen = seen
    const note = () => {
      const text = element.querySelector('button')?.textContent ?? ''
      if (seen.at(-1) !== text) seen.push(text)
    }
    note()
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
  })
  await row.getByRole('button').click()
  await expect
    .poll(() => handle?.evaluate((element) => element.querySelector('button')?.textContent))
    .toBe('Remove')
  await handle?.evaluate((element) => element.querySelector('button')?.click())
  await expect
    .poll(() => handle?.evaluate((element) => element.querySelector('button')?.textContent))
    .toBe('Add to basket')
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
    'Add to basket',
    'Adding…',
    'Remove',
    'Removing…',
    'Add to basket',
  ])
})

for (const width of [375, 1280]) {
  test(`I04: toasts at ${width} px do not cover controls and can be reopened`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.clock.install()
    await page.goto(product.url + courts(2))
    await isLive(page)
    for (const position of ['end', 'start'] as const) {
      const add = page.getByRole('button', { name: /^Add / }).first()
      // Pressed at the lower edge and at the upper one.
      const label = (await add.getAttribute('aria-label')) ?? ''
      await add.evaluate((button, block) => button.scrollIntoView({ block }), position)
      const answered = page.waitForResponse('**/api/activities/cart/add')
      await add.click()
      await answered
      const toast = page
        .locator('[role=status] p', { hasText: 'Successfully added item to the basket.' })
        .last()
      await expect(toast).toBeInViewport({ ratio: 1 })
      // It stays for as long as it is pointed at.
      await toast.hover()
      // What was pressed is a button to remove it now.
      const pressed = page.getByRole('button', {
        name: label.replace(/^Add to basket: (.*?), £.*$/, 'Remove: $1'),
      })
      const [button, message] = [await pressed.boundingBox(), await toast.boundingBox()]
      expect(button !== null && message !== null && isOver(message, button), `at the ${position}`).toBe(false)
      for (const bar of await page.locator('[data-edge]').all()) {
        const [one, two] = [await bar.boundingBox(), await toast.boundingBox()]
        if (one === null || two === null || one.height === 0) continue
        expect(isOver(one, two), 'the toast lies over a bar').toBe(false)
      }
      // The one message is nowhere else on the page.
      await expect(page.getByText('Successfully added item to the basket.')).toHaveCount(1)
      await page.clock.runFor(6000)
      await expect(toast).toBeVisible()
      await page.mouse.move(2, 400)
      await page.clock.runFor(8000)
      await expect(toast).toBeHidden({ timeout: 2000 })
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Recent messages' }).click()
    const list = page.getByRole('dialog', { name: 'Recent messages' })
    await expect(list.getByText('Successfully added item to the basket.')).toHaveCount(2)
    await expectAccessible(page, `recent messages at ${width} px`)
  })
}
