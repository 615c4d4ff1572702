import type { Browser, Page } from '@playwright/test'
import { agree, cards, dayFromNow, logIn, typeCard, typeDetails, venue } from './support/steps.ts'
import { expect, expectAccessible, test, widths } from './support/walk.ts'

const courts = (days: number) => `/location/${venue.slug}/squash/${dayFromNow(days)}/location?all=1`

const as = async (browser: Browser, url: string, email: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(url)
  await logIn(page, email)
  return page
}

/** Books the first court that can be had and answers with its name in the row, without the verb. */
const bookFirst = async (page: Page, url: string): Promise<string> => {
  await page.goto(url + courts(3))
  const button = page.getByRole('main').getByRole('button', { name: /^Add / }).first()
  const label = (await button.getAttribute('aria-label')) ?? ''
  await button.click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await page.goto(`${url}/basket/checkout`)
  await typeDetails(page, 'maya@example.test')
  await typeCard(page, cards.accepted)
  await agree(page)
  await page.getByRole('button', { name: /^(Pay|Confirm)/ }).click()
  await expect(page).toHaveURL(/booking-confirmed/)
  // "Add to basket: Squash, Court 1, 09:00 to 09:40, Thursday 26 November, £9.80, Available"
  return label
    .replace(/^Add to basket: /, '')
    .split(', ')
    .slice(0, 3)
    .join(', ')
}

test('C08 F08 F10: a freed court is offered to the next on the waitlist, who books it', async ({
  product,
  browser,
}) => {
  const maya = await as(browser, product.url, 'maya@example.test')
  const what = await bookFirst(maya, product.url)

  const ravi = await as(browser, product.url, 'ravi@example.test')
  await ravi.goto(product.url + courts(3))
  const row = (page: Page, verb: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(`^${verb}: ${what}`) })
  await row(ravi, 'Join waitlist').click()
  await expect(ravi.getByText('Successfully joined the waitlist.').first()).toBeVisible()
  await expect(ravi.getByText("You're first on the waitlist").first()).toBeVisible()
  for (const width of widths) {
    await ravi.setViewportSize({ width, height: 900 })
    await expectAccessible(ravi, `a timetable on whose waitlist one stands, at ${width} px`)
  }
  // The place in the queue is not given up by one press.
  await row(ravi, 'Leave waitlist').click()
  await ravi.getByRole('button', { name: 'Stay' }).click()
  await row(ravi, 'Leave waitlist').click()
  await expectAccessible(ravi, 'the question before leaving a waitlist')
  await ravi.getByRole('button', { name: 'Yes, leave' }).click()
  await expect(ravi.getByText('Successfully removed from the waitlist.').first()).toBeVisible()
  await row(ravi, 'Join waitlist').click()
  await expect(row(ravi, 'Leave waitlist')).toBeVisible()

  // The booking is given up, and what comes back is told before.
  await maya.goto(product.url + courts(3))
  await row(maya, 'Cancel booking').click()
  const dialog = maya.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(dialog.getByText(/^You get £\d+\.\d\d as credit\.$/)).toBeVisible()
  for (const width of widths) {
    await maya.setViewportSize({ width, height: 900 })
    await expectAccessible(maya, `the question before cancelling, at ${width} px`)
  }
  await dialog.getByRole('button', { name: 'Keep booking' }).click()
  await expect(dialog).toBeHidden()
  await row(maya, 'Cancel booking').click()
  const answer = maya.waitForRequest(
    (request) => request.method() === 'DELETE' && /\/api\/activities\/bookings\/\d+/.test(request.url()),
  )
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  expect((await answer).url()).toContain('source=bookings')
  await expect(
    maya.getByText(/^Your booking is cancelled\. You get £\d+\.\d\d as credit\.$/).first(),
  ).toBeVisible()
  // The place is not hers to have again: a person waits for it.
  await expect(row(maya, 'Join waitlist')).toBeVisible()

  await ravi.reload()
  await expect(ravi.getByText(/^Place reserved for you until/).first()).toBeVisible()
  for (const width of widths) {
    await ravi.setViewportSize({ width, height: 900 })
    await expectAccessible(ravi, `a place that is kept, at ${width} px`)
  }
  await row(ravi, 'Add to basket').click()
  await expect(ravi.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(row(ravi, 'Remove')).toBeVisible()
  await maya.context().close()
  await ravi.context().close()
})

test('F08: shows errors in a toast and beside the button', async ({ product, browser }) => {
  const maya = await as(browser, product.url, 'maya@example.test')
  const what = await bookFirst(maya, product.url)
  const nell = await as(browser, product.url, 'nell@example.test')
  await nell.goto(product.url + courts(3))
  await nell.route('**/api/**/waitlist/**', (route) => route.abort())
  await nell
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Join waitlist: ${what}`) })
    .click()
  await expect(nell.getByText('Something went wrong, please try again.')).toHaveCount(2)
  await maya.context().close()
  await nell.context().close()
})

test('C08: asks a visitor to log in before joining the waitlist', async ({ page, product, browser }) => {
  const maya = await as(browser, product.url, 'maya@example.test')
  const what = await bookFirst(maya, product.url)
  await page.goto(product.url + courts(3))
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(String.raw`^Join waitlist \(log in first\): ${what}`) })
    .click()
  await expect(page.getByRole('dialog').getByLabel(/e-?mail/i)).toBeVisible()
  await maya.context().close()
})
