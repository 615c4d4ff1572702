import type { Locator, Page } from '@playwright/test'
import { accountOf } from './support/account.ts'
import { agree, dayFromNow, dayInWords, typeCard } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

const emptyBasket = (page: Page) =>
  page.evaluate(() => fetch('/api/activities/cart', { method: 'DELETE' }).then(() => undefined))

test('a father books the family swim for himself and two children: each by name, at the price shown, in six taps', async ({
  page,
  product,
  browser,
}) => {
  test.slow()
  await page.setViewportSize({ width: 375, height: 812 })
  await logInByCall(page, product.url, 'ravi@example.test')
  await emptyBasket(page)
  await page.goto(product.url)

  let taps = 0
  const tap = async (target: Locator): Promise<void> => {
    taps += 1
    await target.click()
  }
  await tap(page.getByRole('link', { name: /Fernhill Leisure Centre/ }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fernhill Leisure Centre')
  await tap(page.getByRole('link', { name: /^Swimming/ }).first())
  await tap(page.getByRole('link', { name: /^Family swim/ }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Family swim')
  const session = page.getByRole('link', { name: /^Choose tickets: Family swim/ }).first()
  // In the evening nothing is left of today, and choosing tomorrow is a tap that is not counted.
  if (!(await session.isVisible()))
    await page
      .getByRole('navigation', { name: 'Choose a date' })
      .getByRole('link', { name: new RegExp(`^${dayInWords(dayFromNow(1))}`) })
      .click()
  await tap(session)
  const panel = page.getByRole('dialog')
  const who = panel.getByRole('group', { name: 'Who is going?' })
  for (const name of ['Ravi (you)', /^Anya, \d+/, /^Kit, \d+/])
    await expect(who.getByRole('checkbox', { name })).toBeChecked()
  await expect(who.getByText('Adult')).toBeVisible()
  await expect(who.getByText('Junior (3 to 15)').first()).toBeVisible()
  await expect(who.getByText(/Family covers this/).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'who is going')
  const bookNow = panel.getByRole('button', { name: /^Book now/ })
  const displayedPrice = /£\d+\.\d\d/.exec((await bookNow.getAttribute('aria-label')) ?? '')?.[0]
  expect(displayedPrice).toBeDefined()
  await tap(bookNow)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await expect(
    page
      .getByRole('main')
      .getByText(displayedPrice ?? '')
      .first(),
  ).toBeVisible()
  const basket = await page.evaluate(async () => {
    const { data } = (await (await fetch('/api/activities/cart')).json()) as {
      data: {
        formattedTotal: string
        items: { attendee: { first_name: string } | null; quantity: number; applied_package: unknown }[]
      }
    }
    return data
  })
  expect(basket.formattedTotal).toBe(displayedPrice)
  expect(basket.items.map(({ attendee, quantity }) => [attendee?.first_name, quantity])).toEqual([
    ['Ravi', 1],
    ['Anya', 1],
    ['Kit', 1],
  ])
  expect(basket.items.map((item) => item.applied_package)).toEqual([null, null, null])

  const people = ['Ravi Pendale', 'Anya Pendale', 'Kit Pendale']
  for (const name of people) await expect(page.getByRole('main')).toContainText(`For ${name}`)
  await page.goto(`${product.url}/basket`)
  for (const name of people)
    await expect(
      page
        .getByRole('main')
        .getByText(new RegExp(`For:? ${name}`))
        .first(),
    ).toBeVisible()
  await expectAccessibleAtWidths(page, 'the basket of a family')
  await page.goto(`${product.url}/basket/checkout`)
  await typeCard(page, '4000 0000 0000 0006')
  await agree(page)
  await expectAccessibleAtWidths(page, 'the checkout of a family')
  await tap(page.getByRole('button', { name: /^Pay £/ }))
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
  expect(taps).toBeLessThanOrEqual(6)
  await expectAccessibleAtWidths(page, 'the confirmation for a family')
  for (const name of people) await expect(page.getByRole('main')).toContainText(name)

  // The register at the desk names all three.
  const [, orderId = ''] = /\/booking-confirmed\/(\d+)$/.exec(page.url()) ?? []
  const { day, time } = await page.evaluate(async (id) => {
    const { data } = (await (await fetch(`/api/activities/orders/${id}`)).json()) as {
      data: { bookings: { item: { date: { raw: string }; starts_at: { format_24_hour: string } } }[] }
    }
    const item = data.bookings[0]?.item
    return { day: item?.date.raw ?? '', time: item?.starts_at.format_24_hour ?? '' }
  }, orderId)
  const deskUrl = `http://desk.onside.localhost:${product.port}`
  const desk = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await desk.goto(deskUrl)
  await desk.getByLabel('E-mail address or customer number').fill('desk@example.test')
  await desk.getByLabel('Password').fill('onside-demo')
  await desk.getByRole('button', { name: 'Log in' }).click()
  await expect(desk).toHaveURL(/\/today\//)
  await desk.goto(`${deskUrl}/today/fernhill-leisure-centre/${day}?all=1`)
  await desk
    .getByRole('link', { name: new RegExp(`^${time}.*Family swim`) })
    .first()
    .click()
  for (const name of people) await expect(desk.getByRole('main')).toContainText(name)
  await expectAccessible(desk, 'the register of a family swim')
  await desk.close()
})

test('a class for children can be booked for a child, who may be added on the spot; the parent reads why not', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await emptyBasket(page)
  // Booking opens at seven the morning before; on Tuesdays and Thursdays it is at another venue.
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit' }).format(new Date()),
  )
  const day = dayFromNow(hour >= 7 ? 1 : 0)
  const isElsewhere = [2, 4].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
  const place = isElsewhere ? 'hollin-bank-sports-village' : 'fernhill-leisure-centre'
  await page.goto(`${product.url}/location/${place}/multi-sport/${day}`)
  const row = page
    .getByRole('listitem')
    .filter({ hasText: /multi-sport/i })
    .last()
  await expect(row).toContainText(/places? left/)
  await expect(page.getByText('No spaces left')).toHaveCount(0)
  await row.getByRole('link', { name: /^Choose who's going/ }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('checkbox', { name: 'Ravi (you)' })).toBeDisabled()
  await expect(panel.getByText("You are too old for this. It's for ages 5 to 11.")).toBeVisible()

  await panel.getByRole('button', { name: 'Add a child' }).click()
  await panel.getByLabel('First name').fill('Juno')
  await expect(panel.getByLabel('Last name')).toHaveValue('Pendale')
  await panel.getByRole('button', { name: 'Add child' }).click()
  await expect(panel.getByLabel('Date of birth')).toBeFocused()
  await expectAccessible(page, 'a child who is being added, with an error')
  await panel.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 8}-01-01`)
  await panel.getByRole('button', { name: 'Add child' }).click()
  const juno = panel.getByRole('checkbox', { name: /^Juno, [78]/ })
  await expect(juno).toBeVisible()
  await juno.check()
  await panel.getByRole('button', { name: /^Add to basket/ }).click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await expect(panel.getByText('In your basket').first()).toBeVisible()
})

test('the family page shows people, what to know of them, and who sees it; what is saved stays', async ({
  page,
  product,
}) => {
  const account = accountOf(product)
  await logInByCall(page, product.url, 'ravi@example.test')
  await page.goto(`${account}/details`)
  await page.getByRole('link', { name: 'Manage your family' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My family')
  const notes = page.getByRole('form', { name: 'What to know about Anya' })
  await expect(notes.getByText(/Staff and instructors see this/)).toBeVisible()
  await notes.getByLabel(/^Medical notes/).fill('Asthma: blue inhaler in her bag')
  await notes.getByRole('button', { name: 'Save changes' }).click()
  await expect(notes.getByText('Saved.')).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // Where the page happens to be scrolled to, its header may lie over half a field.
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expectAccessible(page, `my family at ${width}`)
  }
  await page.reload()
  await expect(notes.getByLabel(/^Medical notes/)).toHaveValue('Asthma: blue inhaler in her bag')
})
