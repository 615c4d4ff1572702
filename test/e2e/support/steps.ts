import { expect } from '@playwright/test'
import type { FrameLocator, Locator, Page } from '@playwright/test'

/** What people do in many walks, in their words. */

/** A venue of the demo where most things are free. */
export const venue = { slug: 'fernhill-leisure-centre', name: 'Fernhill Leisure Centre' }

/** The day so many days from today in the venue's zone, `2027-03-04`. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(
    new Date(Date.now() + days * 86_400_000),
  )

/** The first Monday to Friday so many days from today or later: courts have peak prices in its evening only. */
export const weekdayFromNow = (days: number): string => {
  const day = dayFromNow(days)
  return new Date(day).getUTCDay() % 6 === 0 ? weekdayFromNow(days + 1) : day
}

/**
 * Chooses the last Monday to Friday that a dialog offers: late enough to be cancelled with a refund, open to whoever asks
 * on any day of the week, and not the day that it begins with.
 */
export const chooseLastWeekday = async (select: Locator): Promise<void> => {
  const days = await select
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const day = days.findLast((one) => new Date(one).getUTCDay() % 6 !== 0)
  if (day === undefined) throw new Error('No weekday is offered.')
  await select.selectOption(day)
}

/**
 * Opens a day in the dialog that moves a booking, and goes on to the first later one that has a time at no extra cost:
 * weekends and evenings cost more. Returns the first such time.
 */
export const openDayToMoveTo = async (page: Page, open: () => Promise<unknown>): Promise<string> => {
  const answer = page.waitForResponse((response) => response.url().includes('/move-times'))
  await open()
  const { data } = (await (await answer).json()) as {
    data: { times: { id: string; surcharge: { raw: number } }[] }
  }
  const time = data.times.find(({ surcharge }) => surcharge.raw === 0)
  const openLaterDay = () => page.getByRole('dialog').getByRole('button', { name: 'Later day' }).click()
  return time?.id ?? openDayToMoveTo(page, openLaterDay)
}

/** `Sunday 22 November`, as the strip of days says it. */
export const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(new Date(`${day}T12:00:00Z`))
    .replace(',', '')

export const cards = {
  accepted: '4000 0000 0000 0006',
  declined: '4000 0000 0000 0002',
  challengedAndPassed: '4000 0000 0000 0003',
  challengedAndFailed: '4000 0000 0000 0004',
  pending: '4000 0000 0000 0005',
} as const

/** Adds the first thing that can be added without a further choice, and waits until the basket has it. */
export const addFirst = async (page: Page, name: RegExp = /^Add /): Promise<string> => {
  const button = page.getByRole('button', { name }).first()
  await expect(button).toBeVisible()
  const label = (await button.getAttribute('aria-label')) ?? (await button.innerText())
  // The words of an earlier one may still be on the screen.
  const answered = page.waitForResponse('**/api/activities/cart/add')
  await button.click()
  await answered
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  return label
}

export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title*="ard"]')

/** Fills the card company's own fields, which stand in its frame. */
export const typeCard = async (page: Page, number: string): Promise<void> => {
  const frame = cardFrame(page)
  await frame.getByLabel(/card number/i).fill(number)
  await frame.getByLabel(/expiry/i).fill('12/30')
  await frame.getByLabel(/security code/i).fill('123')
}

/** Fills what a visitor must tell, and agrees to the terms. */
export const typeDetails = async (page: Page, email = 'visitor@example.test'): Promise<void> => {
  const fill = async (field: Locator, value: string) => {
    // What is known of a customer stands folded away.
    if (await field.first().isVisible()) await field.first().fill(value)
  }
  await fill(page.getByLabel(/e-?mail/i), email)
  await fill(page.getByLabel('Full name'), 'Ann Example')
  await fill(page.getByLabel('Postcode'), 'ZZ1 1ZZ')
}

export const agree = async (page: Page): Promise<void> => {
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all()) await box.check()
}

/** Pays at checkout with a card that is accepted, and waits for the confirmation. */
export const payByCard = async (page: Page): Promise<void> => {
  await typeCard(page, cards.accepted)
  await agree(page)
  await page
    .getByRole('button', { name: /^Pay £/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/booking-confirmed\/\d+$/)
}

/** Logs in through the modal of the bookings site. */
export const logIn = async (page: Page, email: string, password = 'onside-demo'): Promise<void> => {
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/e-?mail/i).fill(email)
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill(password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
}
