import { dayFromNow, venue, weekdayFromNow } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

const at = (activity: string, days: number, more = '') =>
  `/location/${venue.slug}/${activity}/${dayFromNow(days)}${more}`

test('A12 C01 C02 C03: an hour, a class and a ticket open in a panel of their own address, at every width', async ({
  page,
  product,
}) => {
  for (const [activity, path] of [
    ['badminton-60min', /\/time\//],
    ['yoga', /\/class\//],
    ['lane-swim', /\/ticket\//],
  ] as const) {
    await page.goto(product.url + at(activity, 1, activity === 'badminton-60min' ? '/time' : ''))
    await page
      .locator(`main a[href*="${path.source.replaceAll('\\', '')}"]`)
      .first()
      .click()
    await expect(page).toHaveURL(path)
    const panel = page.getByRole('dialog')
    await expect(panel).toBeVisible()
    await expect(panel.getByText(/£\d/).first()).toBeVisible()
    await expectAccessibleAtWidths(page, `the panel of ${activity}`)
    await page.goBack()
    await expect(panel).toBeHidden()
  }
})

test('C03: adds several tickets of one type', async ({ page, product }) => {
  await page.goto(product.url + at('lane-swim', 2))
  await page.locator('main a[href*="/ticket/"]').last().click()
  const panel = page.getByRole('dialog')
  await panel
    .getByRole('combobox', { name: /How many/ })
    .first()
    .selectOption('2')
  await panel.getByRole('button', { name: /^Add/ }).first().click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(panel.getByText('Your tickets are in your basket.')).toBeVisible()
  await expect(panel.getByText('No tickets chosen')).toHaveCount(0)
  await page.goto(`${product.url}/basket`)
  await expect(page.getByRole('combobox', { name: /How many|Quantity/i }).first()).toHaveValue('2')
})

test('a page that stays open over midnight says that its day is over, and leads to today', async ({
  page,
  product,
}) => {
  await page.clock.install()
  for (const [activity, view, call] of [
    ['badminton-60min', '/time', 'times'],
    ['badminton-60min', '/location', 'slots'],
    ['yoga', '', 'timetable'],
    ['lane-swim', '', 'tickets'],
  ] as const) {
    await page.goto(product.url + at(activity, 1, view))
    await expect(page.locator('#root[data-live]')).toBeAttached()
    // As the server answers from midnight on.
    await page.route(new RegExp(`/${call}\\?`), (route) =>
      route.fulfill({ status: 422, json: { message: 'Not offered', errors: { date: ['Not offered'] } } }),
    )
    await page.clock.runFor(31_000)
    await expect(page.getByText("You can't book this day any more."), call).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.unroute(new RegExp(`/${call}\\?`))
    await page.getByRole('link', { name: 'See today' }).click()
    await expect(page).toHaveURL(new RegExp(dayFromNow(0)))
    await expect(page.getByText("You can't book this day any more.")).toHaveCount(0)
  }
})

test('A12: a link of a program in use opens that hour with that court selected', async ({
  page,
  product,
}) => {
  const day = dayFromNow(3)
  const times = await page.request.get(
    `${product.plain}/api/activities/venue/${venue.slug}/activity/badminton-60min/v2/slots?date=${day}`,
  )
  const { data: slots } = (await times.json()) as {
    data: {
      composite_key: string
      starts_at: { format_24_hour: string }
      ends_at: { format_24_hour: string }
      location: { slug: string; name: string }
    }[]
  }
  const slot = slots.at(-1)
  if (slot === undefined) throw new Error('There is no court that day.')
  const { composite_key: key, location, starts_at: start, ends_at: end } = slot
  const hours = `${start.format_24_hour}-${end.format_24_hour}`
  await page.goto(`${product.url}${at('badminton-60min', 3)}/by-time/slot/${hours}/${key}/${location.slug}`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('heading', { level: 2 })).toContainText(start.format_24_hour)
  const selected = panel.getByRole('listitem').filter({ hasText: 'Selected' })
  await expect(selected).toHaveCount(1)
  await expect(selected).toContainText(location.name)
  await expectAccessible(page, 'the hour with a court selected')
  await panel.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(new RegExp(`${day}/time`))
})

test('A12: a link to a class that is gone says so and offers the nearest', async ({ page, product }) => {
  await page.goto(product.url + at('yoga', 2, '/by-time/class/AQGnolonger'))
  const notice = page.getByText('This is no longer in the timetable').locator('..')
  await expect(notice).toContainText('The nearest one you can book:')
  const nearest = notice.getByRole('link', { name: / to \d\d:\d\d$/ })
  const [name = ''] = ((await nearest.textContent()) ?? '').split(',')
  await expectAccessible(page, 'a class that is gone, with the nearest')
  await nearest.click()
  await expect(page.getByRole('dialog')).toContainText(name)
})

test('C05: a day that is open for customers alone leads through the login to it', async ({
  page,
  product,
}) => {
  await page.goto(product.url + at('yoga', 1))
  const early = page.getByRole('navigation', { name: 'Choose a date' }).getByRole('link', {
    name: /log in to book now$/,
  })
  // Days open at ten in the evening, so which day it is depends on the hour.
  const { searchParams } = new URL((await early.getAttribute('href')) ?? '', product.url)
  const [, day = ''] = /(\d{4}-\d\d-\d\d)/.exec(searchParams.get('redirect') ?? '') ?? []
  expect([dayFromNow(6), dayFromNow(7)]).toContain(day)
  await early.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill('maya@example.test')
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill('onside-demo')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(day))
  await expect(page.getByRole('button', { name: /^Add/ }).first()).toBeVisible()
})

test('C02: courts are a grid of time and court, whose evening is one press away on a phone', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const day = weekdayFromNow(2)
  await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${day}/location`)
  const evening = page.getByRole('table', { name: /^Evening/ })
  await expect(evening.getByRole('columnheader', { name: 'Court 4' })).toBeVisible()
  await expect(evening.getByRole('rowheader', { name: /^18:00 to 19:00.*Peak/ })).toBeVisible()
  await expect(evening).not.toBeInViewport()
  await page.getByRole('link', { name: 'Evening', exact: true }).click()
  await expect(evening).toBeInViewport()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThan(3000)

  const cell = evening.getByRole('button', { name: /^Add to basket: .*£13\.45/ }).first()
  const name = (await cell.getAttribute('aria-label')) ?? ''
  const box = await cell.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await cell.focus()
  await page.keyboard.press('Enter')
  const court = /Court \d, \d\d:00 to \d\d:00/.exec(name)?.[0] ?? ''
  await expect(evening.getByRole('button', { name: new RegExp(`^Remove: .*${court}`) })).toBeVisible()
  await expectAccessible(page, 'the grid of courts at 375 px')

  await page.getByRole('navigation', { name: 'Length' }).getByRole('link', { name: '40 min' }).click()
  await expect(page).toHaveURL(new RegExp(`badminton-40min/${day}/location`))
})

test('C01: today begins with what is to come; what has finished is folded', async ({ page, product }) => {
  const classes = await page.request.get(
    `${product.plain}/api/activities/venue/${venue.slug}/activity/yoga/v2/timetable?date=${dayFromNow(0)}`,
  )
  const { data } = (await classes.json()) as { data: { timestamp: number; duration: string }[] }
  const finished = data.filter(
    ({ timestamp, duration }) => (timestamp + Number.parseInt(duration, 10) * 60) * 1000 < Date.now(),
  ).length
  await page.goto(product.url + at('yoga', 0))
  await expect(page.getByText(/^\d+ finished sessions?$/)).toHaveCount(finished > 0 ? 1 : 0)
  await expect(page.getByText('Finished', { exact: true }).locator('visible=true')).toHaveCount(0)
})

test('C02 C08: a court that the desk keeps says so and has no waitlist; a full time offers the nearest of the day', async ({
  page,
  product,
}) => {
  // The desk keeps court 4 at six.
  await page.goto(product.url + at('badminton-60min', 3, '/time/18:00'))
  const panel = page.getByRole('dialog')
  const court = panel.getByRole('listitem').filter({ hasText: 'Court 4' })
  await expect(court).toContainText('Only bookable at reception')
  await expect(court.getByRole('button')).toHaveCount(0)
  await expect(court.getByRole('link')).toHaveCount(0)
  await page.goto(product.url + at('badminton-60min', 3, '/location'))
  await page.getByRole('link', { name: /^Desk: .*Court 4, 18:00 to 19:00/ }).click()
  await expect(panel).toContainText('Only bookable at reception')
  await expect(panel.getByRole('heading', { name: 'Other times that day' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Nearby at about this time' })).toBeVisible()
  await expectAccessible(page, 'the panel of a full time')
  await panel
    .getByRole('region', { name: 'Other times that day' })
    .getByRole('link', { name: /£13\.45/ })
    .last()
    .click()
  await expect(panel.getByRole('button', { name: /^Add/ })).toBeVisible()
})
