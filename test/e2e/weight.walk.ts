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

for (const path of pages) {
  test(`${path} as a first page brings at most 75 KB of packed script`, async ({ page, product }) => {
    const scripts = new Map<string, number>()
    page.on('response', (response) => {
      // The map comes by itself once the page stands, where there is room for it; all else counts.
      if (response.request().resourceType() !== 'script' || /leaflet|VenueMap/.test(response.url())) return
      void response.body().then((body) => scripts.set(response.url(), gzipSync(body, { level: 9 }).length))
    })
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
    const weight = [...scripts.values()].reduce((sum, one) => sum + one, 0)
    expect(weight, [...scripts].map(([url, size]) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(
      75 * 1024,
    )
    expect(weight).toBeGreaterThan(20 * 1024)
  })
}
