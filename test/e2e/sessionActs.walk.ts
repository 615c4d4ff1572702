import { choose, deskOf, logIn } from './support/desk.ts'
import { agree, dayFromNow, venue } from './support/steps.ts'
import { createCounter } from './support/taps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

test('a class is covered, made smaller, called off and taken back, each with its effect on the button', async ({
  product,
  page,
}) => {
  test.slow()
  const url = deskOf(product)
  await logIn(page, url, 'supervisor@example.test')
  await page.getByLabel(/^Till/).selectOption({ label: 'Reception 1' })
  await expect(page.getByText("You're using Reception 1 at").first()).toBeVisible()
  // Maya has a place in it.
  await choose(page, 'may', 'Maya Thornley')
  await page.goto(`${url}/location/${venue.slug}/yoga/${dayFromNow(2)}`)
  await page.getByRole('main').getByRole('button', { name: /^Add / }).first().click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await page.goto(`${url}/basket/checkout`)
  await page.getByRole('textbox', { name: 'Cash received' }).fill('50')
  await agree(page)
  await page.getByRole('button', { name: /^(Take £|Book$)/ }).click()
  await expect(page).toHaveURL(/booking-confirmed/)

  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(2)}`)
  const { tap, counted } = createCounter()
  // The class is open beside the board, and what is done with it in a dialog within.
  const dialog = page.getByRole('dialog').last()
  await tap(page.getByRole('main').getByRole('link', { name: /Yoga/i }).first())
  await tap(page.getByRole('button', { name: 'Change instructor' }))
  await dialog.getByLabel('Instructor').selectOption({ label: 'Dot Quillan' })
  counted.taps += 1
  await expectAccessibleAtWidths(page, 'who takes a class')
  await tap(dialog.getByRole('button', { name: /^Cover with .+, write to \d+/ }))
  await expect(page.getByText(/ takes it now\.$/).first()).toBeVisible()
  // T1: to the class, Cover, whom, the button.
  expect(counted.taps).toBeLessThanOrEqual(4)

  await page.getByRole('button', { name: 'Change places' }).click()
  await dialog.getByLabel('Places').fill('1')
  await expectAccessibleAtWidths(page, 'the places of a class')
  await dialog.getByRole('button', { name: 'Set to 1 place' }).click()
  await expect(page.getByText(/^It has \d+ places? now\.$/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Call off' }).click()
  await dialog.getByLabel('Reason').fill('The instructor is ill')
  const now = dialog.getByRole('button', { name: /^Call off, refund £\d+\.\d\d, write to \d+/ })
  await now.click()
  await expect(page.getByRole('main')).toContainText('Reason given: The instructor is ill')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText(/ takes place\. Nobody was told\.$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Call off' })).toBeVisible()

  const callingOff = createCounter()
  // To the class, which is open here.
  callingOff.counted.taps += 1
  await callingOff.tap(page.getByRole('button', { name: 'Call off' }))
  await dialog.getByLabel('Reason').fill('The instructor is ill')
  callingOff.counted.taps += 1
  await callingOff.tap(dialog.getByRole('group', { name: 'Offer instead' }).getByRole('checkbox').first())
  await expectAccessibleAtWidths(page, 'a class before it is called off, with another offered')
  await callingOff.tap(now)
  // T2: to the class, Call off, why, what instead, the button.
  expect(callingOff.counted.taps).toBeLessThanOrEqual(5)
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a class that was called off')

  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(3)}`)
  const closing = createCounter()
  await closing.tap(page.getByRole('button', { name: 'Close…' }))
  await closing.tap(dialog.getByLabel('The whole venue'))
  await dialog.getByLabel('From').fill(`${dayFromNow(3)}T14:00`)
  await dialog.getByLabel('Until', { exact: true }).fill(`${dayFromNow(5)}T12:00`)
  await dialog.getByLabel('Reason for customers').fill('The boiler has failed')
  closing.counted.taps += 3
  await expect(dialog.getByRole('status').first()).toContainText('no longer offered')
  await expectAccessibleAtWidths(page, 'places before they are closed')
  await closing.tap(dialog.getByRole('button', { name: /^Close/ }))
  await expect(page.getByText('Closed: the whole venue')).toBeVisible()
  // T3: Close, what, from, until, why, the button.
  expect(closing.counted.taps).toBeLessThanOrEqual(6)
  await expectAccessibleAtWidths(page, 'a day that is closed')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('The closure is taken back. Nobody was told.').first()).toBeVisible()
})
