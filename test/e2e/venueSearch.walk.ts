import type { Page } from '@playwright/test'
import { accountOf, heading } from './support/account.ts'
import { deskOf, logIn } from './support/desk.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

/** More venues than a list has, all of them after those of the demo. */
const swimmingPools = `
  insert into venue (operator_id, slug, name, venue_type, address_line_one, town, postcode, lat, lng, timezone,
    online_joining_enabled, position)
  select o.id, 'pool-' || n, 'Pool ' || n, 'Swimming pool', n || ' Weir Lane',
    case n when 59 then 'Ébenfurth' else 'Thornwick' end, 'TW' || n || ' 4QZ', 54.1, -1.2, 'Europe/London', true, 100 + n
  from operator o, generate_series(1, 60) n`

test.use({ differences: { change: swimmingPools } })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find a venue' })
const status = (page: Page) => page.getByRole('status').filter({ hasText: /venue/ })

test('a customer of a chain finds their home venue by typing, and changes it later', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/register`)
  const homeVenue = page.getByLabel('Home venue')
  await expect(homeVenue.getByRole('option')).toHaveCount(51)
  await expect(status(page)).toHaveText(/^The list has the first 50 of \d+ venues\.$/)
  await expectAccessibleAtWidths(page, 'registration with many venues')

  await search(page).fill('nowhere')
  await expect(status(page)).toHaveText('No venues found. Check the spelling, or try a postcode.')
  await search(page).fill('pool 5')
  await expect(status(page)).toHaveText('11 venues found.')
  await homeVenue.selectOption('Pool 57, Thornwick')
  // What was chosen stays chosen while the list changes.
  await search(page).fill('ebenfurth')
  await expect(status(page)).toHaveText('1 venue found.')
  await expect(homeVenue).toHaveValue('pool-57')
  // Enter chooses the only one and does not send the form.
  await search(page).press('Enter')
  await expect(homeVenue).toHaveValue('pool-59')
  await expect(page.getByText(/check your answers/i)).toHaveCount(0)

  await page.getByLabel('First name').fill('Odile')
  await page.getByLabel('Last name').fill('Marlpit')
  await page.getByLabel('Date of birth').fill('1/5/1990')
  await page.getByLabel('E-mail address').fill('odile@example.test')
  await page.getByLabel('Password', { exact: true }).fill('a heron on the lock gate')
  for (const box of await page.getByRole('checkbox', { name: /accept/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`${product.url}/`)

  await page.goto(`${accountOf(product)}/details`)
  await expect(page.getByLabel('Home venue')).toHaveValue('pool-59')
  await search(page).fill('tw58')
  await page.getByLabel('Home venue').selectOption('Pool 58, Thornwick')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved.').first()).toBeVisible()
  await page.goto(`${accountOf(product)}/details`)
  await expect(page.getByLabel('Home venue')).toHaveValue('pool-58')
})

test('the desk of a chain goes to a venue that its list did not have', async ({ page, product }) => {
  await logIn(page, deskOf(product), 'supervisor@example.test')
  await search(page).fill('pool 60')
  await page.getByLabel('Venue', { exact: true }).selectOption('Pool 60, Thornwick')
  await expect(page).toHaveURL(/\/today\/pool-60\//)
  await expect(heading(page)).toHaveText('Pool 60')
  await expect(page.getByLabel('Venue', { exact: true })).toHaveValue('pool-60')
  await expectAccessibleAtWidths(page, 'a day at the desk with many venues')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('prices of a venue that was chosen are in the list, and joining searches venues', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/pricing?venue=pool-60`)
    await expect(page.getByLabel('Venue', { exact: true })).toHaveValue('pool-60')
    await expect(search(page)).toBeHidden()

    await page.goto(product.url.replace('//bookings.', '//join.'))
    await expect(page.getByRole('list', { name: 'Venues' }).getByRole('listitem')).toHaveCount(50)
    await search(page).fill('pool 60')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(status(page)).toHaveText('1 venue found.')
    await page.getByRole('link', { name: /Pool 60/ }).click()
    await expect(page).toHaveURL(/pool-60/)
  })
})
