import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { addFirst, agree, cards, dayFromNow, typeCard, typeDetails, venue } from './support/steps.ts'
import { startProduct } from './support/product.ts'
import { expect, expectAccessible, test } from './support/walk.ts'

/** A copy of the demo whose operator holds places for a minute, the shortest time that there is. */
const templateWithShortHolds = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-short-holds-'))
  await cp(process.env['WALK_TEMPLATE'] ?? '', folder, { recursive: true })
  const database = path.join(folder, 'database')
  await rm(path.join(database, 'onside.lock'), { force: true })
  const pglite = await PGlite.create({ dataDir: path.join(database, 'pg'), extensions: { btree_gist } })
  await pglite.exec('update operator set basket_hold_seconds = 60')
  await pglite.close()
  return folder
}

test('E01 D01: when the time runs out, all that was typed stays while the places are held again', async ({
  page,
  context,
}) => {
  const template = await templateWithShortHolds()
  const product = await startProduct({}, template)
  try {
    await page.goto(`${product.url}/location/${venue.slug}/badminton-60min/${dayFromNow(4)}/location`)
    await addFirst(page)
    const timetable = await context.newPage()
    await timetable.setViewportSize({ width: 375, height: 812 })
    await timetable.goto(page.url())
    await page.goto(`${product.url}/basket/checkout`)
    await expect(page.getByText('Need more time?')).toBeVisible()
    await typeDetails(page)
    await typeCard(page, cards.accepted)
    await agree(page)
    const again = page.getByRole('button', { name: 'Hold my places again' })
    await expect(again).toBeVisible({ timeout: 90_000 })
    await expectAccessible(page, 'checkout whose time ran out')
    await expect(page.getByRole('button', { name: /^Pay £/ })).toBeDisabled()
    // The timetable on a phone offers the same, where the basket is a bar.
    const inBar = timetable.getByRole('button', { name: 'Hold again' })
    await expect(inBar).toBeVisible()
    await expectAccessible(timetable, 'a timetable whose basket has run out of time')
    await timetable.screenshot({ path: 'test-results/holds-again-375.png' })
    await inBar.click()
    await expect(inBar).toBeHidden()
    await expect(again).toBeHidden()
    // The minute ends once more, and the checkout holds the places again too.
    await expect(again).toBeVisible({ timeout: 90_000 })
    await again.click()
    await expect(again).toBeHidden()
    await expect(inBar).toBeHidden()
    await expect(page.getByRole('timer')).toBeInViewport()
    await expect(page.getByLabel('Full name')).toHaveValue('Ann Example')
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText("You're booked")
  } finally {
    await product.stop()
    await rm(template, { recursive: true, force: true })
  }
})
