import type { Page } from '@playwright/test'
import { toAttendees } from './support/attendees.ts'
import { dayFromNow } from './support/steps.ts'
import { logInByCall } from './support/calls.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

/** Climbing for two: the customer, who has had the induction, and another person. */
const addClimbing = async (page: Page, days: number): Promise<void> => {
  const added = await page.evaluate(async (date) => {
    const day = await fetch(
      `/api/activities/venue/hollin-bank-sports-village/activity-category/climbing/activity/climbing/tickets?date=${date}`,
    )
    type Session = { id: string; spaces: number; tickets: { id: string }[] }
    const { data } = (await day.json()) as { data: Session[] }
    const session = data.find(({ spaces }) => spaces >= 2)
    const answer = await fetch('/api/activities/cart/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: [{ id: session?.id, ticket_id: session?.tickets[0]?.id, quantity: 2 }] }),
    })
    return answer.status
  }, dayFromNow(days))
  expect(added).toBe(200)
}

test('E09 E10: suggests an earlier attendee after two letters, and clears what is typed at log-out', async ({
  page,
  product,
}) => {
  await logInByCall(page, product.url, 'ravi@example.test')
  await addClimbing(page, 4)
  await toAttendees(page, product)
  const self = page.getByRole('group', { name: 'Ravi Pendale' })
  await self.getByLabel(/How often have you climbed/).selectOption('Often')
  await self.getByRole('checkbox', { name: /agree to it for Ravi/ }).check()
  const other = page.getByRole('group', { name: 'Person 2 of 2' })
  await other.getByLabel('First name').fill('Bo')
  await other.getByLabel('Last name').fill('Example')
  await other.getByLabel('Date of birth').fill('3 April 2010')
  await other.getByLabel(/How often have you climbed/).selectOption('Never')
  await other.getByRole('checkbox', { name: /agree/ }).check()
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/basket\/checkout$/)

  // The next time: no one types a name again.
  await page.goto(`${product.url}/basket`)
  await page.getByRole('button', { name: 'Clear basket' }).click()
  await expect(
    page
      .getByRole('heading', { name: /empty/i })
      .or(page.getByText(/basket is empty/i))
      .first(),
  ).toBeVisible()
  await addClimbing(page, 5)
  await toAttendees(page, product)
  await expect(page.getByText(/Ravi Pendale has agreed to the climbing agreement, valid until/)).toBeVisible()
  const search = page.getByLabel(/Someone you brought before/)
  await search.pressSequentially('bo')
  await expect(page.getByText('1 person found')).toBeVisible()
  await expectAccessibleAtWidths(page, 'an attendee found')
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: 'Bo Example' })).toBeFocused()
  await expect(page.getByText(/Nothing to sign/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('attendees'))).toContain('Bo')

  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('attendees'))).toBeNull()
})
