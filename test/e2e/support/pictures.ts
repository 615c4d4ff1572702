import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { Locator, Page, ViewportSize } from '@playwright/test'
import type { Product } from './product.ts'

const folder = path.resolve(import.meta.dirname, '../../../docs/screenshots')

export const phone = { width: 375, height: 740 }
export const desktop = { width: 1280, height: 860 }

export const siteOf = ({ port }: Product, site: string): string => `http://${site}.onside.localhost:${port}`

/** Twice: a page begins with the fonts that the one before has loaded. */
export const open = async (page: Page, address: string): Promise<void> => {
  for (let times = 0; times < 2; times += 1) {
    await page.goto(address)
    await expect(page.locator('#root[data-live]')).toBeAttached()
    await page.evaluate(() => document.fonts.ready)
  }
}

/** Leaves room for the header above it. */
export const scrollTo = (target: Locator): Promise<void> =>
  target.evaluate((element) => {
    window.scrollTo(0, element.getBoundingClientRect().top - 120)
  })

/** A picture for docs/screenshots/README.md, when no message is on the screen. */
export const take = async (page: Page, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await expect(page.getByRole('status').filter({ hasText: 'Successfully' })).toHaveCount(0)
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
}

type StateOptions = {
  /** Scrolled to. */
  target?: Locator
  sizes?: readonly ViewportSize[]
}

/** A screen or state for docs/screenshots/states, on a phone and on a computer, as a small JPEG. */
export const takeState = async (
  page: Page,
  name: string,
  { target, sizes = [phone, desktop] }: StateOptions = {},
): Promise<void> => {
  const states = path.join(folder, 'states')
  await mkdir(states, { recursive: true })
  for (const size of sizes) {
    await page.setViewportSize(size)
    if (target !== undefined) await scrollTo(target)
    // What follows the scroll, such as the place of messages, settles.
    await page.waitForTimeout(400)
    await page.screenshot({
      path: path.join(states, `${name}-${size.width}.jpg`),
      type: 'jpeg',
      quality: 45,
      animations: 'disabled',
    })
  }
}
