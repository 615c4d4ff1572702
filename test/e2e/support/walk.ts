import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findViolations, markVisible, removeMarks } from './axe.ts'
import { moveClock } from './moveClock.mjs'
import { demoTemplate, runningProduct, startProduct, templateWith } from './product.ts'
import type { Product } from './product.ts'

/** Phone, tablet, desktop. */
export const widths = [375, 768, 1280] as const

/** How the server of a file of walks differs from the demo: its environment, and SQL that changes its data before. */
type Differences = { settings?: Record<string, string>; change?: string }

type StoredResult = { productOf: (file: string, differences: Differences) => Promise<Product> }

const openProduct = async ({ settings = {}, change }: Differences): Promise<Product> => {
  const running = process.env['WALK_PORT']
  if (running !== undefined) return runningProduct(Number(running))
  return startProduct(settings, change === undefined ? demoTemplate() : await templateWith(change))
}

/**
 * `SLOWER=6 npm test -- walks` walks in a browser six times slower than this machine, as a cheap phone is: what only
 * holds because scripts come quickly shows itself.
 */
const slowDown = async (page: Page): Promise<void> => {
  const rate = Number(process.env['SLOWER'] ?? 1)
  if (rate <= 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

const hoursLater = Number(process.env['HOURS_LATER'] ?? 0)

/**
 * A walk through the product. Each file of walks has a server and a database of its own, so that what one leaves
 * behind (credit, a place on a waitlist, a filled basket) is never met by another.
 */
export const test = base.extend<
  { product: Product; differences: Differences; expectedFaults: RegExp | null },
  StoredResult
>({
  // For a whole file. A server in a fixture of the file's own would need a worker and a browser of its own.
  differences: [{}, { option: true }],
  // What a walk provokes in the browser itself.
  expectedFaults: [null, { option: true }],
  productOf: [
    async ({}, use) => {
      let stored: { file: string; product: Product } | undefined
      await use(async (file, differences) => {
        if (stored?.file !== file) {
          await stored?.product.stop()
          stored = undefined
          stored = { file, product: await openProduct(differences) }
        }
        return stored.product
      })
      await stored?.product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (hoursLater > 0) await context.addInitScript(moveClock, hoursLater * 3_600_000)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  product: async ({ productOf, differences }, use, { file }) => {
    await use(await productOf(file, differences))
  },
  page: async ({ page, expectedFaults }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    page.on('console', (message) => {
      // What the policy blocks and what hydration mends is a fault of ours even when the page looks right.
      if (
        message.type() === 'error' &&
        /Content.Security.Policy|hydrat|did not match/i.test(message.text())
      ) {
        faults.push(`console: ${message.text()}`)
      }
    })
    await slowDown(page)
    await use(page)
    // The context is used again, and keeps these alone: with the address of a proxy the next server has no outbox.
    await page.context().setExtraHTTPHeaders({})
    const unexpected = faults.filter((fault) => expectedFaults?.test(fault) !== true)
    expect(unexpected, 'faults the browser saw').toEqual([])
  },
})

export { expect }

/**
 * Waits until the page has come to rest: words that fade in are not yet as dark as they will be. A panel fades in once it
 * is hydrated, for which a page whose script is held back is not waited for.
 */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isHydrating = () =>
      window.onsideEarlyEvents !== undefined && document.querySelector('#root:not([data-live])') !== null
    const waitsUntil = performance.now() + 3_000
    while (isHydrating() && performance.now() < waitsUntil) await nextFrame()
    await nextFrame()
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    )
  })

/** `npm run test:all`. */
const isWhole = process.env['TEST_ALL'] !== undefined

/** `SHOTS=folder npm test -- walks` keeps a picture of every screen that is checked, for looking at it. */
const pictures = process.env['SHOTS']

const expectAccessibleAt = async (
  page: Page,
  sizes: readonly { width: number; where: string }[],
): Promise<void> => {
  const before = page.viewportSize()
  for (const [place, { width, where }] of sizes.entries()) {
    // A width between two others shows the parts of one of them: axe, which takes a second, looks there in `test:all`.
    const isBetween = place > 0 && place < sizes.length - 1
    // Where axe looks, the window is high enough for all of it: what lies under a sticky bar can be scrolled to, which
    // axe cannot know. Elsewhere nothing that need not be drawn is.
    await page.setViewportSize({ width, height: isBetween && !isWhole ? 400 : 3000 })
    await settle(page)
    if (isWhole) expect(await findViolations(page, 'whole'), `axe on ${where}`).toEqual([])
    else if (!isBetween) {
      expect(await findViolations(page, place === 0 ? 'looks' : 'new'), `axe on ${where}`).toEqual([])
      if (sizes.length > 1 && place === 0) await markVisible(page)
    }
    // Asked again for a while: a frame takes its new size after the page has.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        { message: `${where} is wider than its window` },
      )
      .toBeLessThanOrEqual(0)
    if (pictures !== undefined) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${pictures}/${where.replaceAll(/[ /,]+/g, '-')}.png`, fullPage: true })
    }
  }
  await removeMarks(page)
  if (before !== null) await page.setViewportSize(before)
}

/** No one is shut out: axe finds nothing of WCAG 2.2 A and AA, and nothing lies beside the screen. */
export const expectAccessible = (page: Page, where = 'this screen'): Promise<void> =>
  expectAccessibleAt(page, [{ width: page.viewportSize()?.width ?? 1280, where }])

/**
 * `expectAccessible` on a phone, a tablet and a computer; the window is then as it was. The gate runs axe at the first and
 * the last of the widths, at the last on what the first does not show, and holds that nothing lies beside the screen at
 * each.
 */
export const expectAccessibleAtWidths = (
  page: Page,
  where: string,
  at: readonly number[] = widths,
): Promise<void> =>
  expectAccessibleAt(
    page,
    at.map((width) => ({ width, where: `${where}, at ${width} px` })),
  )

/**
 * WCAG 1.4.4: with text twice as large nothing is clipped, lies beside the screen or stands a letter or two a line. The
 * text is then as it was.
 */
export const expectLargeTextReadable = async (page: Page, where: string): Promise<void> => {
  const unreadable = await page.evaluate(async () => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const found: string[] = []
    const isForListeners = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isForListeners(element.parentElement))
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const text = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim() ?? '')
        .join('')
      if (text.length < 4 || !element.checkVisibility({ visibilityProperty: true })) continue
      if (isForListeners(element)) continue
      const name = `${element.localName} "${text.slice(0, 30)}"`
      // Its own text alone: what stands beside it in an element of its own begins a line elsewhere.
      const tops = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .flatMap((node) => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return [...range.getClientRects()].map(({ top }) => Math.round(top))
        })
      const lines = new Set(tops).size
      if (lines > 2 && text.length / lines < 2.5) found.push(`${name} in ${lines} lines`)
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut`)
    }
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`)
    root.style.fontSize = ''
    return found
  })
  expect(unreadable, where).toEqual([])
}
