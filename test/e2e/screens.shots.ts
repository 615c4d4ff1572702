import {
  addFirst,
  agree,
  cards,
  dayFromNow,
  dayInWords,
  logIn,
  typeCard,
  typeDetails,
  venue,
} from './support/steps.ts'
import { desktop, open, phone, scrollTo, siteOf, take } from './support/pictures.ts'
import { expect, test } from './support/walk.ts'

/** `npm run screenshots`: the pictures of docs/screenshots, of the demo as it is on that day. */
test('what visitors see', async ({ page, product }) => {
  const day = dayFromNow(2)
  await page.setViewportSize(desktop)
  await open(page, product.url)
  await take(page, 'home-1280')
  await open(page, `${product.url}/location/${venue.slug}`)
  await take(page, 'venue-1280')
  await open(page, `${product.url}/location/${venue.slug}/badminton-60min/${day}/location`)
  await scrollTo(page.getByRole('heading', { level: 2, name: dayInWords(day) }))
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
  await page.getByRole('link', { name: /^Move booking/ }).click()
  await expect(page.getByRole('radio').first()).toBeVisible()
  await take(page, 'move-375')
})

test('what a family sees', async ({ page, product }) => {
  await page.setViewportSize(phone)
  await open(page, product.url)
  await logIn(page, 'ravi@example.test')
  await open(page, `${product.url}/location/${venue.slug}/family-swim/${dayFromNow(2)}`)
  await page
    .getByRole('link', { name: /^Choose tickets: Family swim/ })
    .first()
    .click()
  await expect(page.getByRole('checkbox', { name: 'Ravi (you)' })).toBeChecked()
  await take(page, 'family-375')
  await open(page, `${product.url}/location/${venue.slug}`)
  await page
    .getByRole('button', { name: / to favourites$/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: / from favourites$/ }).first()).toBeVisible()
  await open(page, siteOf(product, 'account'))
  await scrollTo(page.getByRole('heading', { name: 'Favourites' }))
  await take(page, 'dashboard-375')
})

test('what a member sees', async ({ page, product }) => {
  await page.setViewportSize(desktop)
  await open(page, product.url)
  await logIn(page, 'nell@example.test')
  await open(page, `${siteOf(product, 'account')}/memberships`)
  await take(page, 'account-1280')
  await page.setViewportSize(phone)
  await open(page, `${product.url}/pricing?venue=${venue.slug}`)
  await scrollTo(page.getByRole('heading', { level: 3 }))
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
