import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

test('the open data page links to every feed and is accessible', async ({ page, product }) => {
  await page.goto(`${product.url}/api/openactive/quillmoor`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Quillmoor Leisure: facilities and sessions',
  )
  await expectAccessibleAtWidths(page, 'the open data')
  const feeds = page.locator('dd').getByRole('link')
  await expect(feeds).toHaveCount(4)
  await feeds.last().click()
  await expect(page.locator('body')).toContainText('"next":')
})
