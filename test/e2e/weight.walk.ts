import { gzipSync } from 'node:zlib'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, test } from './support/walk.ts'

/** The most that a first page loads, in KB: our script and all libraries but React. */
const aim = 45
/** A timetable loads 54.6 KB so far; the aim is 45 there too. */
const timetable = 56

const pages: readonly [path: string, limit: number][] = [
  ['/', aim],
  [`/location/${venue.slug}`, aim],
  [`/location/${venue.slug}/badminton`, aim],
  [`/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`, timetable],
  [`/location/${venue.slug}/yoga/${dayFromNow(2)}`, timetable],
  ['/basket', aim],
  ['/register', aim],
]

for (const [path, limit] of pages) {
  test(`${path} as a first page loads at most ${limit} KB of gzipped script besides React`, async ({
    page,
    product,
  }) => {
    // What the page loads until it is hydrated; what comes later, when idle, keeps nobody waiting.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('#root[data-live]') === null) return
        performance.mark('hydrated')
        observer.disconnect()
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-live'] })
    })
    const bodies = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') bodies.set(response.url(), response.body())
    })
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
    const urls = await page.evaluate(() => {
      const [hydrated] = performance.getEntriesByName('hydrated')
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (hydrated?.startTime ?? 0))
        .map(({ name }) => name)
    })
    const scripts = new Map<string, number>()
    for (const url of urls) {
      const body = await bodies.get(url)
      if (body !== undefined) scripts.set(url, gzipSync(body, { level: 9 }).length)
    }
    const list = [...scripts].map(([url, size]) => `${size} ${url}`).join('\n')
    const weigh = (isCounted: (url: string) => boolean): number =>
      [...scripts].reduce((sum, [url, size]) => sum + (isCounted(url) ? size : 0), 0)
    const isReact = (url: string): boolean => /\/react-[^/]+\.js$/.test(url)
    expect(weigh(isReact), list).toBeGreaterThan(50 * 1024)
    expect(weigh(isReact), list).toBeLessThan(70 * 1024)
    const own = weigh((url) => !isReact(url))
    expect(own, list).toBeLessThanOrEqual(limit * 1024)
    expect(own).toBeGreaterThan(20 * 1024)
  })
}
