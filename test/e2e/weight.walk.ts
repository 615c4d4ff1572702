import { gzipSync } from 'node:zlib'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, test } from './support/walk.ts'

const pages = [
  '/',
  `/location/${venue.slug}`,
  `/location/${venue.slug}/badminton`,
  `/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`,
  `/location/${venue.slug}/yoga/${dayFromNow(2)}`,
  '/basket',
  '/register',
]

/** Our script and all libraries but React. */
const limit = 66 * 1024

for (const path of pages) {
  test(`${path} as a first page loads at most 66 KB of gzipped script besides React`, async ({
    page,
    product,
  }) => {
    const scripts = new Map<string, number>()
    page.on('response', (response) => {
      // The map loads by itself after the page, where there is room for it; all else counts.
      if (response.request().resourceType() !== 'script' || /leaflet|VenueMap/.test(response.url())) return
      void response.body().then((body) => scripts.set(response.url(), gzipSync(body, { level: 9 }).length))
    })
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
    const list = [...scripts].map(([url, size]) => `${size} ${url}`).join('\n')
    const weigh = (isCounted: (url: string) => boolean): number =>
      [...scripts].reduce((sum, [url, size]) => sum + (isCounted(url) ? size : 0), 0)
    const isReact = (url: string): boolean => /\/react-[^/]+\.js$/.test(url)
    expect(weigh(isReact), list).toBeGreaterThan(50 * 1024)
    expect(weigh(isReact), list).toBeLessThan(70 * 1024)
    const own = weigh((url) => !isReact(url))
    expect(own, list).toBeLessThanOrEqual(limit)
    expect(own).toBeGreaterThan(20 * 1024)
  })
}
