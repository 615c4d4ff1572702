import type { Page } from '@playwright/test'
import { addFirst, dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

const stats = 'http://stats.localhost:1'

test.use({
  differences: {
    settings: { ANALYTICS_SCRIPT_URL: `${stats}/container.js`, ANALYTICS_ORIGINS: stats },
    change: `update operator set analytics_container_ids = '{TOWN-1,TOWN-2}'`,
  },
})

/** The service, which says in the page that it runs. Returns what it was asked. */
const serveStats = async (page: Page): Promise<string[]> => {
  const requests: string[] = []
  await page.route(`${stats}/**`, async (route) => {
    requests.push(new URL(route.request().url()).searchParams.get('id') ?? '')
    await route.fulfill({ contentType: 'text/javascript', body: 'document.cookie = "_ga=1; Path=/"' })
  })
  return requests
}

const question = (page: Page) => page.getByRole('region', { name: 'Can we use analytics cookies?' })

test('a blocker of the question leaves the page without it, and all else works at every width', async ({
  page,
  product,
}) => {
  await page.route('**/assets/AskConsent-*.js*', (route) => route.abort('blockedbyclient'))
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(2)}`)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await addFirst(page)
    await expect(question(page)).toHaveCount(0)
    await expect(page.getByText("Part of this page couldn't load").filter({ visible: true })).toHaveCount(0)
  }
})

test('I07: loads no container before consent or after a refusal, and asks once, what anybody can answer', async ({
  page,
  product,
}) => {
  const requests = await serveStats(page)
  await page.goto(product.url)
  await expect(question(page)).toBeVisible()
  await expectAccessibleAtWidths(page, 'the question about visits')
  const [yes, no] = [
    question(page).getByRole('button', { name: 'Accept' }),
    question(page).getByRole('button', { name: 'Reject' }),
  ]
  // Neither answer is made easier than the other.
  const look = (button: typeof yes) =>
    button.evaluate((element) => {
      const { backgroundColor, color, fontSize, fontWeight, borderTopColor } = getComputedStyle(element)
      return { backgroundColor, color, fontSize, fontWeight, borderTopColor, height: element.clientHeight }
    })
  expect(await look(yes)).toEqual(await look(no))
  await page.getByRole('searchbox').fill('fern')
  await page.waitForTimeout(800)
  expect(requests).toEqual([])
  await no.click()
  await expect(question(page)).toHaveCount(0)
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(requests).toEqual([])
})

test('I07: loads each container after consent, on later visits too, until it is withdrawn in the footer', async ({
  page,
  product,
}) => {
  const requests = await serveStats(page)
  await page.goto(product.url)
  await question(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => requests.toSorted((a, b) => a.localeCompare(b))).toEqual(['TOWN-1', 'TOWN-2'])
  await page.goto(`${product.url}/basket`)
  await expect.poll(() => requests.length).toBe(4)
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('_ga=1')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
  await expect(question(page)).toContainText("You've accepted them.")
  const reloaded = page.waitForEvent('load')
  await question(page).getByRole('button', { name: 'Reject' }).click()
  await reloaded
  await expect(question(page)).toHaveCount(0)
  await page.waitForTimeout(800)
  expect(requests).toHaveLength(4)
  expect(await page.evaluate(() => document.cookie)).not.toContain('_ga')
})
