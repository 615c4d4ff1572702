import type { Page } from '@playwright/test'
import { toAttendees } from './support/attendees.ts'
import { agree, dayFromNow, typeDetails } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

/** A health walk of the demo, every day at ten and free: it asks for a health statement and about poles. */
const walkOn = async (page: Page, days: number): Promise<string> => {
  const found: string = await page.evaluate(async (date) => {
    const answer = await fetch(
      `/api/activities/venue/tern-harbour-centre/activity/health-walk/v2/timetable?date=${date}`,
    )
    return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? ''
  }, dayFromNow(days))
  expect(found).not.toBe('')
  return found
}

/** Puts a walk into the basket for people of the family, as the timetable does. */
const addFor = async (page: Page, id: string, people: (number | null)[]): Promise<void> => {
  const { status, text } = await page.evaluate(
    async (items) => {
      const answer = await fetch('/api/activities/cart/add', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ items }),
      })
      return { status: answer.status, text: await answer.text() }
    },
    people.map((person) => ({ id, purchased_for_user_id: person })),
  )
  expect(status, text).toBe(200)
}

const linkedIds = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/auth/user')
    const { data } = (await answer.json()) as { data: { linked_users: { id: number }[] } }
    return data.linked_users.map(({ id }) => id)
  })

const expectBooked = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
}

/** Goes on with Tab until the focus is on what is looked for. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(() => {
      const element = document.activeElement
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
      return `${[...(labels ?? [])].map((label) => label.textContent).join(' ')} ${element?.textContent ?? ''}`
    })
    if (name.test(here)) return
  }
  throw new Error(`Tab never came to ${String(name)}`)
}

test('A13 E09 E10 E11: a parent and a child, by keyboard alone', async ({ page, product }) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  const [anya] = await linkedIds(page)
  await addFor(page, await walkOn(page, 2), [null, anya ?? 0])

  // Straight to the till is no way round it.
  await page.goto(`${product.url}/basket/checkout`)
  await expect(page).toHaveURL(/\/attendees$/)
  await expect(page.getByRole('navigation', { name: /breadcrumb/i })).toContainText('Attendees')
  await toAttendees(page, product)
  await expectAccessibleAtWidths(page, 'attendees')
  await expect(page.getByRole('heading', { level: 3, name: 'Ravi Pendale' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Anya Pendale' })).toBeVisible()

  await page.getByRole('heading', { level: 1 }).focus()
  for (const name of ['Ravi', 'Anya']) {
    await tabTo(page, /Whom do we ring/)
    await page.keyboard.type('Leela, 01632 960023')
    await tabTo(page, new RegExp(`agree to it for ${name}`))
    await page.keyboard.press('Space')
    await tabTo(page, /borrow walking poles/)
    await page.keyboard.type('A pair')
  }
  // The parent signs for the child under 18, by the name of the account.
  const guardian = page.getByRole('group', { name: 'Parent or guardian' })
  await expect(guardian).toContainText('Anya is under 18, so an adult signs for them.')
  await expect(guardian.getByLabel('Full name of the adult')).toHaveValue('Ravi Pendale')
  await expect(guardian.getByLabel('They are a')).toHaveValue('parent')
  // What is typed outlives a reload.
  await page.reload()
  await expect(page.getByLabel(/Whom do we ring/).first()).toHaveValue('Leela, 01632 960023')
  await expect(page.getByRole('checkbox', { name: /for Anya/ })).toBeChecked()
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, /Continue to checkout/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/basket\/checkout$/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('attendees'))).toBeNull()

  // Back shows what has been agreed to, and the way on is open.
  await page.goBack()
  await expect(page).toHaveURL(/\/attendees$/)
  await expect(page.getByText(/Anya Pendale has agreed to the health statement/)).toBeVisible()
  await expectAccessible(page, 'attendees that have been sent')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
  await agree(page)
  // What was typed since, and never sent, goes with the order.
  const saved = JSON.stringify({ who: null, typed: { 'w1-31-0.firstName': 'Tom' }, found: {} })
  await page.evaluate((text) => sessionStorage.setItem('attendees', text), saved)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expectBooked(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('attendees'))).toBeNull()

  await page.goto(`${product.url.replace('bookings.', 'account.')}/family`)
  await expect(page.getByText(/signed by Ravi Pendale \(parent\) for Anya on .*, valid until/)).toBeVisible()
  await page.goto(product.url)

  // Next time nothing is to be signed: only the question about the poles is left.
  await addFor(page, await walkOn(page, 3), [anya ?? 0])
  await toAttendees(page, product)
  await expect(page.getByText(/Anya Pendale has agreed to the health statement, valid until/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /agree/ })).toHaveCount(0)
  await page.getByLabel(/borrow walking poles/).selectOption('One')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
})

test('E09 E11: shows a visitor what is missing, field by field', async ({ page, product }) => {
  await page.goto(product.url)
  await addFor(page, await walkOn(page, 4), [null])
  await toAttendees(page, product)
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expectAccessibleAtWidths(page, 'attendees with errors')
  await summary.getByRole('link', { name: 'Enter the date of birth' }).click()
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Date of birth').fill('1960-05-01')
  await page.getByLabel(/Whom do we ring/).fill('Bo, 01632 960099')
  await page.getByRole('checkbox', { name: /agree/ }).check()
  await page.getByLabel(/borrow walking poles/).selectOption('A pair')

  // The server says no: in its words at the field, in those of the catalogue at the top and at the edge.
  await page.route('**/api/activities/question-waivers', (route) =>
    route.fulfill({
      status: 422,
      json: {
        status: 422,
        code: 'invalid',
        message: 'Enter a date in the past.',
        errors: { 'waivers.0.attendee.date_of_birth': ['Enter a date in the past.'] },
      },
    }),
  )
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  const failed = 'Error with waivers, unable to complete order, please try again'
  await expect(page.getByRole('alert').filter({ hasText: failed }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: failed })).toBeVisible()
  await expect(page.getByLabel('Date of birth')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'attendees the server refused')
  await page.unroute('**/api/activities/question-waivers')

  // E11: of a question the server's error is displayed, at the top and at the edge.
  const noPoles = 'The poles have been lent to somebody else.'
  await page.route('**/questions/answers', (route) =>
    route.fulfill({ status: 409, json: { status: 409, code: 'lent', message: noPoles } }),
  )
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page.getByRole('heading', { name: noPoles })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: noPoles })).toHaveCount(2)
  await expect(page.getByRole('heading', { name: failed })).toHaveCount(0)
  await expectAccessible(page, 'attendees whose answer the server refused')
  await page.unroute('**/questions/answers')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
  await typeDetails(page)
  await agree(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expectBooked(page)
})

test('an adult without an account signs for two children in one visit of the form', async ({
  page,
  product,
}) => {
  await page.goto(product.url)
  // Each day has two places left of a block booking, and the walks above take some.
  await addFor(page, await walkOn(page, 4), [null])
  await addFor(page, await walkOn(page, 5), [null])
  await toAttendees(page, product)
  for (const [index, name] of ['Kit', 'Bo'].entries()) {
    const person = page.getByRole('group', { name: 'Attendee', exact: true }).nth(index)
    await expect(person).toContainText('Ticket: Health walk')
    await person.getByLabel('First name').fill(name)
    await person.getByLabel('Last name').fill('Example')
    await person.getByLabel('Date of birth').fill(`3 April ${2015 + index}`)
    await person.getByLabel(/Whom do we ring/).fill('Ann, 01632 960099')
    await person.getByRole('checkbox', { name: /agree/ }).check()
    await page
      .getByLabel(/borrow walking poles/)
      .nth(index)
      .selectOption('A pair')
  }
  const guardian = page.getByRole('group', { name: 'Parent or guardian' })
  await expect(guardian).toContainText('Kit and Bo are under 18, so an adult signs for them.')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await summary.getByRole('link', { name: 'Enter the full name of the adult who signs' }).click()
  await expect(guardian.getByLabel('Full name of the adult')).toBeFocused()
  await expectAccessibleAtWidths(page, 'the adult who signs')
  await guardian.getByLabel('Full name of the adult').fill('Ann Example')
  await guardian.getByLabel('They are a').selectOption('Parent')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
})

test('E11: offers optional questions, and Continue skips them', async ({ page, product }) => {
  await page.goto(product.url)
  const slot: string = await page.evaluate(async (date) => {
    const answer = await fetch(
      `/api/activities/venue/tern-harbour-centre/activity/five-a-side/v2/slots?date=${date}`,
    )
    const { data } = (await answer.json()) as {
      data: { id: string; action_to_show: { status: string; reason: string | null } }[]
    }
    return (
      data.find(({ action_to_show: { status, reason } }) => status === 'BOOK' && reason === null)?.id ?? ''
    )
  }, dayFromNow(3))
  expect(slot).not.toBe('')
  await addFor(page, slot, [null])
  await toAttendees(page, product)
  await expect(page.getByText('These questions are optional.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'questions that may be left out')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
  // They stand in no one's way.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')

  // They can still be answered later; answered ones are not asked again.
  await toAttendees(page, product)
  await page.getByLabel('What is your team called?').fill('The Late Runners')
  await page.getByRole('checkbox', { name: 'We would like the small goals' }).check()
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
  await page.goto(`${product.url}/basket`)
  await page.getByRole('link', { name: 'Go to checkout' }).first().click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)
})
