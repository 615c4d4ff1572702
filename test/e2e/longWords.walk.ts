import type { Page } from '@playwright/test'
import { opening } from '#test/pseudoWords.ts'
import { buildInPseudoLanguage, pseudoCode } from './support/pseudoBuild.ts'
import { demoTemplate, startProduct } from './support/product.ts'
import { addFirst, dayFromNow, venue } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { logIn as logInAtDesk } from './support/desk.ts'
import { expect, test } from './support/walk.ts'

test.skip(
  process.env['TEST_ALL'] === undefined,
  'It builds the product once more: `npm run test:all` walks it.',
)

/** What of our texts is cut off, or lies beside the window. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate((start) => {
    const found: string[] = []
    const name = (element: Element): string =>
      `${element.localName}.${element.className} "${(element.textContent ?? '').trim().slice(0, 40)}"`
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    /** Texts for those who only listen are clipped away, or all that stands around them is. */
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement))
    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isClipped(element)
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').includes(start),
      )
      if (!own || !isVisible(element) || scrolls(element)) continue
      const { overflowX } = getComputedStyle(element)
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${name(element)}`)
      const { left, right } = element.getBoundingClientRect()
      if (right > innerWidth + 1 || left < -1) found.push(`beside the window: ${name(element)}`)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`)
    return found
  }, opening)

test('no text is cut off or lies beside a phone in a language whose words are longer', async ({ page }) => {
  const { home, remove } = await buildInPseudoLanguage()
  const product = await startProduct({ LANGUAGES: `en,${pseudoCode}` }, demoTemplate(), undefined, home)
  try {
    await page.setViewportSize({ width: 375, height: 812 })
    const found: string[] = []
    const look = async (site: string, paths: readonly string[]): Promise<void> => {
      for (const path of paths) {
        const address = product.url.replace('//bookings.', `//${site}.`) + path
        const query = path.includes('?') ? '&' : '?'
        await page.goto(`${address}${query}lang=${pseudoCode}`)
        await expect(page.locator('#root[data-live]')).toBeAttached()
        await expect(page.locator('body')).toContainText(opening)
        found.push(...(await misfits(page)).map((one) => `${site}${path} ${one}`))
      }
    }
    await logInByCall(page, product.url, 'ravi@example.test')
    await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(3)}/location`)
    await addFirst(page)
    await look('bookings', [
      '/',
      `/location/${venue.slug}`,
      `/location/${venue.slug}/badminton`,
      `/location/${venue.slug}/badminton-60min/${dayFromNow(2)}/location`,
      `/location/${venue.slug}/yoga/${dayFromNow(2)}`,
      '/basket',
      '/basket/checkout',
      '/find-booking',
    ])
    await look('account', [
      '/',
      '/bookings',
      '/details',
      '/security',
      '/family',
      '/memberships',
      '/packages',
      '/guest-passes',
      '/payments',
      '/documents',
      '/privacy',
    ])
    await look('join', [`/location/${venue.slug}`])
    await page.context().clearCookies()
    await look('bookings', ['/register'])
    await page.context().clearCookies()
    await logInAtDesk(page, product.url.replace('//bookings.', '//desk.'), 'supervisor@example.test')
    const day = dayFromNow(0)
    await look('desk', [
      `/today/${venue.slug}/${day}`,
      `/sell/${venue.slug}/${day}`,
      `/takings/${venue.slug}/${day}`,
      '/customers',
      '/documents',
      '/staff',
    ])
    expect(found).toEqual([])
    // A check that finds nothing on a page whose lines do not wrap would prove nothing.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *'))
        element.style.setProperty('white-space', 'nowrap', 'important')
    })
    expect(await misfits(page)).not.toEqual([])
  } finally {
    await product.stop()
    await remove()
  }
})
