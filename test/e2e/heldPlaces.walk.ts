import { deskOf, logIn } from './support/desk.ts'
import { dayFromNow, venue } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

test('staff see a visitor who holds many places, and give them back to others', async ({
  product,
  page,
  browser,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.getByRole('link', { name: 'People holding many places' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People holding many places')
  await expect(page.getByText('Nobody is holding many places')).toBeVisible()
  await expectAccessibleAtWidths(page, 'no held places')

  const theirs = await browser.newPage()
  await theirs.goto(`${product.url}/location/${venue.slug}/squash/${dayFromNow(3)}/location?all=1`)
  await expect(theirs.getByRole('button', { name: /^Add / }).first()).toBeVisible()
  const added = await theirs.evaluate(
    async (address) => {
      const answer = await fetch(address)
      const { data } = (await answer.json()) as { data: { id: string; action_to_show: { status: string } }[] }
      const ids = data.filter((slot) => slot.action_to_show.status === 'BOOK').map(({ id }) => id)
      const add = await fetch('/api/activities/cart/add', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ items: ids.slice(0, 6).map((id) => ({ id })) }),
      })
      return { status: add.status, text: await add.text() }
    },
    `/api/activities/venue/${venue.slug}/activity/squash/v2/timetable?date=${dayFromNow(3)}`,
  )
  expect(added.status, added.text).toBe(200)

  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'One visitor' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a visitor who holds many places')
  await page.getByText('Show all 6 sessions').click()
  await expectAccessibleAtWidths(page, 'the sessions of held places')
  await page.getByRole('button', { name: 'Free 6 places: One visitor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Free 6 places?' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessibleAtWidths(page, 'freeing held places')
  await dialog.getByLabel('Reason').fill('Held for an hour')
  await dialog.getByRole('button', { name: 'Free places' }).click()
  await expect(page.getByText('6 places are free again.').first()).toBeVisible()
  await expect(page.getByText('Nobody is holding many places')).toBeVisible()

  // The visitor's basket says what has happened, and the places can be held again.
  await theirs.goto(`${product.url}/basket`)
  await expect(theirs.getByRole('button', { name: /^Reserve again: Squash/ }).first()).toBeVisible()
  await theirs.close()
})
