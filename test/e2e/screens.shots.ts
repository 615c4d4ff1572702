import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { addFirst, agree, cards, dayFromNow, logIn, typeCard, typeDetails, venue } from './support/steps.ts'
import { expect, test } from './support/walk.ts'
import type { Product } from './support/product.ts'

/** `npm run screenshots`: the pictures of docs/screenshots, of the demo as it is on that day. */
const folder = path.resolve(import.meta.dirname, '../../docs/screenshots')

const phone = { width: 375, height: 740 }
const desktop = { width: 1280, height: 860 }

const siteOf = ({ port }: Product, site: string): string => `http://${site}.onside.localhost:${port}`

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await page.evaluate(() => document.fonts.ready)
}

const take = async (page: Page, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await expect(page.getByRole('status').filter({ hasText: 'Successfully' })).toHaveCount(0)
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
}

test('what visitors see', async ({ page, product }) => {
  const day = dayFromNow(2)
  await page.setViewportSize(desktop)
  await open(page, product.url)
  await take(page, 'home-1280')
  await open(page, `${product.url}/location/${venue.slug}`)
  await take(page, 'venue-1280')
  await open(page, `${product.url}/location/${venue.slug}/badminton-60min/${day}/location`)
  await take(page, 'time-slot-1280')
  await page.setViewportSize(phone)
  await open(page, `${product.url}/?q=badminton`)
  await take(page, 'search-375')
  await open(page, `${product.url}/location/saddle-moor-pools`)
  await take(page, 'venue-375')
  await open(page, `${product.url}/location/${venue.slug}/yoga/${day}`)
  await take(page, 'classes-375')
  await open(page, `${siteOf(product, 'join')}/location/${venue.slug}`)
  await take(page, 'joining-375')
  await page.setViewportSize(desktop)
  await open(page, `${siteOf(product, 'join')}/location/${venue.slug}`)
  await take(page, 'joining-1280')
})

test('from the timetable to the confirmation', async ({ page, product }) => {
  await page.setViewportSize(phone)
  await open(page, `${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(3)}/location`)
  await addFirst(page)
  await open(page, `${product.url}/basket/checkout`)
  await typeDetails(page)
  await typeCard(page, cards.accepted)
  await page.evaluate(() => {
    window.scrollTo(0, 0)
  })
  await take(page, 'checkout-375')
  await agree(page)
  await page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()
  await expect(page).toHaveURL(/booking-confirmed/)
  await open(page, page.url())
  await take(page, 'confirmed-375')
})

test('what a member sees', async ({ page, product }) => {
  await page.setViewportSize(desktop)
  await open(page, product.url)
  await logIn(page, 'nell@example.test')
  await open(page, `${siteOf(product, 'account')}/memberships`)
  await take(page, 'account-1280')
  await page.setViewportSize(phone)
  await open(page, `${product.url}/pricing?venue=${venue.slug}`)
  await page.getByRole('heading', { level: 3 }).evaluate((heading) => {
    window.scrollTo(0, heading.getBoundingClientRect().top - 120)
  })
  await take(page, 'member-prices-375')
})

test('the desk and the kiosk', async ({ page, product, browser }) => {
  await page.setViewportSize(desktop)
  await open(page, siteOf(product, 'desk'))
  await page.getByLabel('E-mail address or customer number').fill('desk@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/today\//)
  await open(page, `${siteOf(product, 'desk')}/today/${venue.slug}/${dayFromNow(1)}?all=1`)
  await take(page, 'desk-day-1280')
  await open(page, `${siteOf(product, 'desk')}/sell/${venue.slug}/${dayFromNow(1)}`)
  await take(page, 'desk-sale-1280')
  const device = await browser.newPage({ viewport: desktop })
  await open(device, `${product.url}/?kiosk=true&centre=${venue.slug}`)
  await take(device, 'kiosk-1280')
  await device.close()
})
