import { accountOf, heading, logInAt } from './support/account.ts'
import { deskOf, logIn } from './support/desk.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

/** One white point, as a picture. */
const aPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

test("H04: staff reject a customer's document with a reason, which the customer reads", async ({
  product,
  page,
  browser,
}) => {
  const theirs = await browser.newPage()
  await theirs.goto(`http://account.onside.localhost:${product.port}/login`)
  await theirs.getByLabel(/e-?mail/i).fill('maya@example.test')
  await theirs.getByLabel('Password').fill('onside-demo')
  await theirs.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Hello, Maya')
  const sent = await theirs.evaluate(
    async (content) =>
      (
        await fetch('/api/my-account/documents', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({
            document_type: 'student_card',
            file_name: 'card.png',
            media_type: 'image/png',
            content_base64: content,
          }),
        })
      ).status,
    aPicture,
  )
  expect(sent).toBe(200)

  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
  const document = page.getByRole('article', { name: 'Student card from Maya Thornley' })
  await expect(document.getByRole('img')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a document to look at')
  await document.getByRole('button', { name: 'Reject: Student card from Maya Thornley' }).click()
  await expect(document.getByLabel('Reason')).toBeFocused()
  await document.getByRole('button', { name: 'Reject document' }).click()
  await expect(
    document.getByText('Give a reason, so the customer knows what to upload instead.'),
  ).toBeVisible()
  await expectAccessibleAtWidths(page, 'a rejection without a reason')
  await document.getByLabel('Reason').fill('The name cannot be read.')
  await document.getByRole('button', { name: 'Reject document' }).click()
  await expect(document).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'documents that are left')

  await theirs.goto(`http://account.onside.localhost:${product.port}/documents`)
  await expect(theirs.getByText('The name cannot be read.')).toBeVisible()
  await theirs.close()
})

test('G08: a customer whose membership needs a document is asked for it, uploads it and sees its status', async ({
  page,
  product,
}) => {
  await logInAt(page, product, 'otis@example.test')
  const main = page.getByRole('main')
  await expect(main).toContainText('We need your student card. Please upload it.')
  await expect(page.getByText('We need a document for your membership.')).toBeVisible()
  await page.goto(`${accountOf(product)}/memberships`)
  await expect(page.getByRole('link', { name: 'Upload it now' })).toHaveCount(1)
  await page.goto(`${accountOf(product)}/payments`)
  await page.getByRole('link', { name: 'Upload it now' }).click()
  await expect(heading(page)).toHaveText('Documents')
  const card = page.getByRole('article').filter({ hasText: 'Student card' })
  await expect(card).toContainText('Needed')
  await expectAccessibleAtWidths(page, 'a document that is needed')
  const text = { name: 'card.txt', mimeType: 'text/plain', buffer: Buffer.from('I am a student.') }
  await card.getByLabel(/^Upload your student card/).setInputFiles(text)
  await expect(card).toContainText('Choose a JPEG, PNG or PDF file.')
  await expectAccessible(page, 'a file that will not do')
  // As large as a phone takes it: more than may be uploaded.
  const photo = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 1800
    canvas.height = 1400
    const context = canvas.getContext('2d')
    const noise = new ImageData(canvas.width, canvas.height)
    for (let at = 0; at < noise.data.length; at += 65_536)
      crypto.getRandomValues(noise.data.subarray(at, at + 65_536))
    context?.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const large = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(photo, 'base64') }
  expect(large.buffer.length).toBeGreaterThan(5 * 1024 * 1024)
  await card.getByLabel(/^Upload your student card/).setInputFiles(large)
  await expect(card).toContainText('In review')
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const picture = { name: 'card.png', mimeType: 'image/png', buffer: dot }
  const again = page.waitForResponse(
    (response) => response.url().endsWith('/documents') && response.request().method() === 'POST',
  )
  await card.getByLabel(/^Upload new/).setInputFiles(picture)
  expect((await again).status()).toBe(200)
  await expect(card).toContainText('In review')
  await expect(card.getByRole('link', { name: /^View upload/ })).toBeVisible()
  await expectAccessible(page, 'a document in review')
  await page.goto(`${accountOf(product)}/details`)
  await expect(main.getByRole('article').filter({ hasText: 'Student card' })).toContainText('In review')
})
