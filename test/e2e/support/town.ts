import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { startProduct, templateWith } from './product.ts'
import type { Product } from './product.ts'
import { cards, dayFromNow, dayInWords } from './steps.ts'
import { expect, test as base } from './walk.ts'

/** Another site, on another origin of another registrable name, with the sample page on it. */
type Town = { url: string; product: Product }

export const test = base.extend<object, { town: Town }>({
  town: [
    async ({}, use) => {
      let bookings = ''
      const sample = await readFile(path.join(import.meta.dirname, '../host/index.html'), 'utf8')
      const host = createServer((_, reply) => {
        reply.setHeader('content-type', 'text/html; charset=utf-8')
        reply.end(sample.replaceAll('BOOKINGS', bookings))
      })
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
      const url = `http://town.localhost:${(host.address() as AddressInfo).port}`
      const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-wallet-'))
      const key = path.join(folder, 'key.pem')
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
      // Under a base path, which everything here must stand (A02).
      const product = await startProduct(
        {
          BASE_PATH: '/book',
          GOOGLE_WALLET_ISSUER: '1',
          GOOGLE_WALLET_ACCOUNT: 'wallet@example.test',
          GOOGLE_WALLET_KEY: key,
        },
        await templateWith(
          `update operator set frame_origins = array['${url}'], staff_need_second_factor = true`,
        ),
      )
      bookings = product.url
      await use({ url, product })
      await product.stop()
      await rm(folder, { recursive: true, force: true })
      host.closeAllConnections()
      await new Promise<void>((resolve) => host.close(() => resolve()))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** The bookings site in the page of the town. */
export const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Book an activity"]')

/** The basket, card and order, all within the frame. */
export const bookInFrame = async (page: Page): Promise<void> => {
  const frame = frameOf(page)
  await chooseTomorrow(frame)
  await fillBasketAndPay(frame, cards.challengedAndPassed)
  // The bank asks within the frame too.
  const bank = frame.frameLocator('iframe[title*="ank"]')
  await bank.getByRole('button', { name: 'Continue' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText("You're booked")
}

export const chooseTomorrow = async (frame: FrameLocator): Promise<void> => {
  // Late in the evening nothing is left of today.
  await frame
    .getByRole('navigation', { name: 'Choose a date' })
    .locator(`a[href*="${dayFromNow(1)}"]`)
    .click()
  await expect(
    frame.getByRole('heading', { level: 2, name: new RegExp(`^${dayInWords(dayFromNow(1))}`) }),
  ).toBeVisible()
}

export const fillBasketAndPay = async (frame: FrameLocator, number: string): Promise<void> => {
  const add = frame.getByRole('button', { name: /^Add / }).first()
  await expect(add).toBeVisible()
  await add.click()
  await expect(
    frame.getByText('Successfully added item to the basket.').filter({ visible: true }).first(),
  ).toBeVisible()
  await frame
    .getByRole('banner')
    .getByRole('link', { name: /^Basket/ })
    .click()
  await frame
    .getByRole('link', { name: /check ?out/i })
    .first()
    .click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await frame
    .getByLabel(/e-?mail/i)
    .first()
    .fill('visitor@example.test')
  await frame.getByLabel('Full name').fill('Ann Example')
  await frame.getByLabel('Postcode').first().fill('ZZ1 1ZZ')
  const card = frame.frameLocator('iframe[title*="ard"]')
  await card.getByLabel(/card number/i).fill(number)
  await card.getByLabel(/expiry/i).fill('12/30')
  await card.getByLabel(/security code/i).fill('123')
  for (const box of await frame.getByRole('checkbox', { name: /agree|accept|terms/i }).all())
    await box.check()
  await frame.getByRole('button', { name: /^Pay / }).click()
}
