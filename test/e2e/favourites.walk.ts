import type { Locator, Page } from '@playwright/test'
import { tabTo } from './support/keys.ts'
import type { Product } from './support/product.ts'
import { dayFromNow, logIn, venue } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

const accountOf = ({ url }: Product): string => url.replace('bookings.', 'account.')

/** The button of a page's own venue or activity, or of a class or an instructor in a panel. */
const addButton = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name: `Save ${name} to favourites` })
const removeButton = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name: `Remove ${name} from favourites` })

const favouritesOn = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Favourites' }) })

const namesOn = (page: Page) =>
  expect.poll(async () =>
    (await favouritesOn(page).getByRole('heading', { level: 3 }).allInnerTexts()).toSorted(),
  )

const yogaTomorrow = ({ url }: Product): string => `${url}/location/${venue.slug}/yoga/${dayFromNow(1)}`

test('a visitor has favourites in this browser, which go to the account on logging in', async ({
  page,
  product,
}) => {
  test.slow()
  await page.goto(`${product.url}/location/${venue.slug}`)
  await tabTo(page, /^Save .* to favourites/)
  await page.keyboard.press('Enter')
  await expect(removeButton(page, venue.name)).toBeVisible()
  expect((await removeButton(page, venue.name).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page, 'a venue that is a favourite')

  await page.goto(yogaTomorrow(product))
  await addButton(page, 'Yoga').click()
  await expect(removeButton(page, 'Yoga')).toBeVisible()
  await page
    .getByRole('link', { name: /Sunrise yoga/ })
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await addButton(panel, 'Sunrise yoga').click()
  await addButton(panel, 'Asha Brightwell').click()
  await expect(removeButton(panel, 'Sunrise yoga')).toBeVisible()
  await expect(removeButton(panel, 'Asha Brightwell')).toBeVisible()
  await expectAccessible(page, 'the panel of a favourite class')
  // It is still there after a reload.
  await page.reload()
  await expect(removeButton(panel, 'Sunrise yoga')).toBeVisible()

  const all = ['Asha Brightwell', venue.name, 'Sunrise yoga', 'Yoga'].toSorted()
  await page.goto(product.url)
  await namesOn(page).toEqual(all)
  await expect(
    favouritesOn(page)
      .getByRole('link', { name: /^Tomorrow 07:00/ })
      .first(),
  ).toBeVisible()
  await expectAccessible(page, 'home with favourites')

  // Removed, and taken back.
  await removeButton(favouritesOn(page), 'Asha Brightwell').click()
  await expect(page.getByText('Asha Brightwell is no longer a favourite.')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo: add Asha Brightwell to favourites' })
  await expect(undo).toBeFocused()
  await expectAccessible(page, 'home after a favourite was removed')
  await undo.click()
  await namesOn(page).toEqual(all)

  // Another tab agrees.
  const other = await page.context().newPage()
  await other.goto(`${product.url}/location/${venue.slug}`)
  await removeButton(other, venue.name).click()
  await namesOn(page).toEqual(['Asha Brightwell', 'Sunrise yoga', 'Yoga'])
  await addButton(other, venue.name).click()
  await namesOn(page).toEqual(all)
  await other.close()

  await logIn(page, 'nell@example.test')
  await namesOn(page).toEqual(all)
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  await page.reload()
  await namesOn(page).toEqual(all)

  // They are in the account, from which one is removed and taken back.
  await page.goto(accountOf(product))
  await namesOn(page).toEqual(all)
  await expectAccessible(page, 'a dashboard with favourites')
  await removeButton(favouritesOn(page), 'Yoga').click()
  await page.getByRole('button', { name: 'Undo: add Yoga to favourites' }).click()
  await namesOn(page).toEqual(all)
  await removeButton(favouritesOn(page), 'Sunrise yoga').click()
  await expect(page.getByText('Sunrise yoga is no longer a favourite.')).toBeVisible()
  await page.reload()
  await namesOn(page).toEqual(['Asha Brightwell', venue.name, 'Yoga'].toSorted())
})

/** Goes to an address whose page is rendered before the change of a press takes effect, and comes after its answer. */
const gotoDuring = async (page: Page, press: () => Promise<void>, address: string): Promise<void> => {
  let onRendered = (): void => {}
  const rendered = new Promise<void>((resolve) => {
    onRendered = resolve
  })
  await page.route('**/api/**', async (route, request) => {
    if (request.method() !== 'GET') await rendered
    await route.continue()
  })
  const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
  const devTools = await page.context().newCDPSession(page)
  devTools.on('Fetch.requestPaused', ({ requestId }) => {
    onRendered()
    void answered.then(() => devTools.send('Fetch.continueResponse', { requestId }))
  })
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: address, requestStage: 'Response' }] })
  await press()
  await page.goto(address)
  await devTools.detach()
  await page.unroute('**/api/**')
}

test('a favourite is removed though the page is left before the answer', async ({ page, product }) => {
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(yogaTomorrow(product))
  const add = () => addButton(page, 'Yoga').click()
  await gotoDuring(page, add, `${accountOf(product)}/`)
  await namesOn(page).toEqual(['Yoga'])

  await page.route('**/api/my-account/favourites/*', () => undefined, { times: 1 })
  await removeButton(favouritesOn(page), 'Yoga').click()
  await expect(page.getByText('Yoga is no longer a favourite.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No favourites yet')).toBeVisible()
})

test('a favourite that could not be stored is taken back, and the reason is given', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'maya@example.test')
  await page.goto(accountOf(product))
  await expect(page.getByText('No favourites yet')).toBeVisible()
  await expectAccessible(page, 'a dashboard without favourites')
  await page.goto(yogaTomorrow(product))
  await page.route('**/api/my-account/favourites', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: JSON.stringify({ status: 409, code: 'favourite_limit', message: 'You have 50 favourites.' }),
        })
      : route.continue(),
  )
  await addButton(page, 'Yoga').click()
  await expect(page.getByText('You have 50 favourites.')).toBeVisible()
  await expect(addButton(page, 'Yoga')).toBeVisible()
  await page.unroute('**/api/my-account/favourites')
  await addButton(page, 'Yoga').click()
  await expect(removeButton(page, 'Yoga')).toBeVisible()
  await page.goto(product.url)
  await namesOn(page).toEqual(['Yoga'])
})

test('F06: a favourite is saved after logging in again when the session has ended', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await page.goto(`${product.url}/location/${venue.slug}`)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await expect(addButton(page, venue.name)).toBeVisible()
  const token = (await page.context().cookies()).find(({ name }) => /token$/i.test(name))
  expect(token).toBeDefined()
  // A read that comes late would notice the end first and reload the page.
  await page.waitForLoadState('networkidle')
  await page.context().addCookies([{ ...token!, value: 'x'.repeat(43) }])
  await addButton(page, venue.name).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(
    page.getByText("You've been logged out. Log in and we'll finish what you started."),
  ).toBeVisible()
  await dialog.getByLabel(/e-?mail/i).fill('ravi@example.test')
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Saved to your favourites.').first()).toBeVisible()
  await expect(removeButton(page, venue.name)).toBeVisible()
})

test('a visitor whose storage is damaged or of no use can still use the pages', async ({ page, product }) => {
  await page.goto(`${product.url}/location/${venue.slug}`)
  await page.evaluate((gone) => {
    localStorage.setItem('favourites:demo', '[{"key":1},{"key":"nonsense","name":"","venueName":""},7')
    localStorage.setItem(
      'favourites:another',
      JSON.stringify([{ key: gone, name: 'Elsewhere', venueName: '' }]),
    )
  }, `venue/elsewhere`)
  await page.reload()
  await addButton(page, venue.name).click()
  await expect(removeButton(page, venue.name)).toBeVisible()
  // What the operator does not offer any more is listed as such, and can be removed.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (!name.endsWith('another'))
        localStorage.setItem(
          name,
          JSON.stringify([{ key: 'venue/gone-centre', name: 'Gone Centre', venueName: 'Gone Centre' }]),
        )
  })
  await page.goto(product.url)
  await namesOn(page).toEqual(['Gone Centre'])
  await expect(favouritesOn(page).getByText('No longer offered')).toBeVisible()
  await removeButton(favouritesOn(page), 'Gone Centre').click()
  await expect(page.getByText('Gone Centre is no longer a favourite.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(favouritesOn(page)).toHaveCount(0)

  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('Storage is off.', 'SecurityError')
      },
    })
  })
  await page.goto(`${product.url}/location/${venue.slug}`)
  await addButton(page, venue.name).click()
  await expect(page.getByText(/^This browser does not let us store favourites/)).toBeVisible()
  await expect(addButton(page, venue.name)).toBeVisible()
})
