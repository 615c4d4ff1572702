import { deskOf, logInByForm } from './support/desk.ts'
import { test } from './support/walk.ts'
test('shots of reports', async ({ product, page }) => {
  test.setTimeout(300_000)
  const url = deskOf(product)
  await logInByForm(page, url, 'supervisor@example.test')
  for (const id of [
    'fullness',
    'income',
    'vat',
    'banking',
    'absences',
    'members',
    'refunds',
    'demand',
    'journal',
    'concessions',
    'hirers',
  ]) {
    await page.goto(`${url}/office/reports/${id}?compare=before`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.screenshot({ path: `/tmp/shots/${id}-1280.png`, fullPage: true })
    await page.setViewportSize({ width: 375, height: 800 })
    await page.screenshot({ path: `/tmp/shots/${id}-375.png`, fullPage: true })
  }
  for (const q of [
    'fullness?by=class',
    'fullness?by=each',
    'fullness?by=hour',
    'vat?from=2027-01-02&until=2020-01-01',
    'income?basis=cash',
  ]) {
    await page.goto(`${url}/office/reports/${q}`)
    await page.setViewportSize({ width: 768, height: 900 })
    await page.screenshot({ path: `/tmp/shots/${q.replaceAll(/\W/g, '_')}-768.png`, fullPage: true })
  }
})
