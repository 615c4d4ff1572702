import type { Browser, Page } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { call, logInByCall, openSite, payByCall } from './support/calls.ts'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

const courts = (days: number) => `/location/${venue.slug}/squash/${dayFromNow(days)}/location?all=1`

const as = async (browser: Browser, url: string, email: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await logInByCall(page, url, email)
  return page
}

type Slot = {
  id: string | number
  location: { name: string }
  starts_at: { format_24_hour: string }
  ends_at: { format_24_hour: string }
  action_to_show: { status: string | null }
}

/** The courts of a day that can be booked, by the time at which they start. */
const freeCourts = async (page: Page, days: number): Promise<Map<string, Slot[]>> => {
  const { data } = await call<{ data: Slot[] }>(
    page,
    `/api/activities/venue/${venue.slug}/activity/squash/slots?date=${dayFromNow(days)}`,
  )
  const byTime = new Map<string, Slot[]>()
  for (const slot of data) {
    if (slot.action_to_show.status !== 'BOOK') continue
    const start = slot.starts_at.format_24_hour
    byTime.set(start, [...(byTime.get(start) ?? []), slot])
  }
  return byTime
}

/** As the row of a court is named, without the verb: `Squash, Court 1, 09:00 to 09:40`. */
const nameOf = ({ location, starts_at: start, ends_at: end }: Slot): string =>
  `Squash, ${location.name}, ${start.format_24_hour} to ${end.format_24_hour}`

const addByCall = (page: Page, { id }: Slot): Promise<unknown> =>
  call(page, '/api/activities/cart/add', { body: { items: [{ id, type: 'activity' }] } })

/** Visitors hold these courts, each one. */
const hold = async (browser: Browser, url: string, slots: readonly Slot[]): Promise<Page[]> => {
  const visitors: Page[] = []
  for (const slot of slots) {
    const visitor = await (await browser.newContext()).newPage()
    await openSite(visitor, url)
    await addByCall(visitor, slot)
    visitors.push(visitor)
  }
  return visitors
}

test('C08 F08 F10: a freed court is offered to the next on the waitlist, who books it', async ({
  product,
  browser,
}) => {
  const maya = await as(browser, product.url, 'maya@example.test')
  const [court] = [...(await freeCourts(maya, 3)).values()].flat()
  if (court === undefined) throw new Error('No court is free')
  await addByCall(maya, court)
  await payByCall(maya, {})
  const what = nameOf(court)

  const ravi = await as(browser, product.url, 'ravi@example.test')
  await ravi.goto(product.url + courts(3))
  const row = (page: Page, verb: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(`^${verb}: ${what}`) })
  await row(ravi, 'Join waitlist').click()
  await expect(ravi.getByText('Successfully joined the waitlist.').first()).toBeVisible()
  await expect(ravi.getByText("You're first on the waitlist").first()).toBeVisible()
  await expectAccessibleAtWidths(ravi, 'a timetable on whose waitlist one stands')
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
  await expectAccessibleAtWidths(maya, 'the question before cancelling')
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
  await expectAccessibleAtWidths(ravi, 'a place that is kept')
  await row(ravi, 'Add to basket').click()
  await expect(ravi.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(row(ravi, 'Remove')).toBeVisible()
  await maya.context().close()
  await ravi.context().close()
})

test('C08: the question before leaving the waitlist of a class has a row of its own', async ({
  product,
  browser,
}) => {
  const nell = await as(browser, product.url, 'nell@example.test')
  await nell.goto(`${product.url}/location/${venue.slug}/pilates/${dayFromNow(2)}`)
  const main = nell.getByRole('main')
  await main
    .getByRole('button', { name: /^Join waitlist: / })
    .first()
    .click()
  await main.getByRole('button', { name: /^Leave waitlist: / }).click()
  const question = nell.getByRole('group', { name: 'Give up your place in the queue?' })
  const row = main.getByRole('listitem').filter({ has: question })
  for (const width of widths) {
    await nell.setViewportSize({ width, height: 900 })
    const [box, whole] = [await question.boundingBox(), await row.boundingBox()]
    const state = await row.getByText(/^You're .* on the waitlist$/).boundingBox()
    if (box === null || whole === null || state === null) throw new Error('The row is not on the page')
    expect(box.y).toBeGreaterThanOrEqual(state.y + state.height)
    expect(box.x).toBeGreaterThanOrEqual(whole.x)
    expect(box.x + box.width).toBeLessThanOrEqual(whole.x + whole.width)
    expect(state.width).toBeGreaterThan(80)
    expect(await question.evaluate((group) => group.scrollWidth - group.clientWidth)).toBeLessThanOrEqual(1)
  }
  await nell.context().close()
})

test('C08 F08: asks a visitor to log in before joining the waitlist, and joins after it; an error shows in a toast and beside the button', async ({
  page,
  product,
  browser,
}) => {
  await openSite(page, product.url)
  const [one, two] = [...(await freeCourts(page, 3)).values()].flat()
  if (one === undefined || two === undefined) throw new Error('No two courts are free')
  const visitors = await hold(browser, product.url, [one, two])
  await page.goto(product.url + courts(3))
  const main = page.getByRole('main')
  await main
    .getByRole('link', { name: new RegExp(String.raw`^Join waitlist \(log in first\): ${nameOf(one)}`) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill('nell@example.test')
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Successfully joined the waitlist.').first()).toBeVisible()

  await page.route('**/api/**/waitlist/**', (route) => route.abort())
  await main.getByRole('button', { name: new RegExp(`^Join waitlist: ${nameOf(two)}`) }).click()
  await expect(page.getByText('Something went wrong, please try again.')).toHaveCount(2)
  for (const visitor of visitors) await visitor.context().close()
})

test('C08: one waitlist for any court between two times, left and joined again, and the offer booked', async ({
  product,
  browser,
}) => {
  const path = `/location/${venue.slug}/squash/${dayFromNow(4)}/time`
  const ravi = await as(browser, product.url, 'ravi@example.test')
  // Visitors hold both courts at two times in a row.
  const [one, two] = [...(await freeCourts(ravi, 4))].filter(([, slots]) => slots.length === 2).slice(-2)
  if (one === undefined || two === undefined) throw new Error('No two times are free')
  const times = [one[0], two[0]]
  const visitors = await hold(browser, product.url, [...one[1], ...two[1]])
  await ravi.goto(product.url + path)
  const box = ravi.getByRole('region', { name: 'Any court will do?' })
  await box.getByLabel('From').selectOption(times[0] ?? '')
  await expectAccessibleAtWidths(ravi, 'the way to join for any court')
  await box.getByRole('button', { name: 'Join waitlist' }).click()
  await expect(ravi.getByText('Successfully joined the waitlist.').first()).toBeVisible()
  const range = ravi.getByRole('article').filter({ hasText: `Any court from ${times[0]}` })
  await expect(range.getByText('Waiting for 4 places')).toBeVisible()
  await expect(box).toBeHidden()
  await expectAccessibleAtWidths(ravi, 'a waitlist for any court')

  await range.getByRole('button', { name: /^Leave waitlist/ }).click()
  await expect(range.getByText('You left this waitlist.')).toBeVisible()
  await range.getByRole('button', { name: /^Undo/ }).click()
  await expect(range.getByText('Waiting for 4 places')).toBeVisible()

  await ravi.goto(`${accountOf(product)}/bookings?show=waitlists`)
  await expect(range.getByText('Waiting for 4 places')).toBeVisible()
  await expectAccessibleAtWidths(ravi, 'a waitlist for any court in the account')

  const [, , visitor] = visitors
  if (visitor === undefined) throw new Error('No visitor holds a court')
  expect(
    await visitor.evaluate(async () => (await fetch('/api/activities/cart', { method: 'DELETE' })).status),
  ).toBe(200)
  await ravi.reload()
  await expect(range.getByText(/is reserved for you until/)).toBeVisible()
  await range.getByRole('link', { name: /^Book/ }).click()
  await ravi.getByRole('dialog').getByRole('button', { name: /^Add/ }).first().click()
  await expect(ravi.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(range).toBeHidden()
  for (const page of [ravi, ...visitors]) await page.context().close()
})
