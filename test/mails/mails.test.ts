import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeKinds } from '#server/noticeKinds.ts'
import { mailsFolder } from '#test/support/mails.ts'
import type { CausedMail } from '#test/support/mails.ts'

/*
 * A mail of each kind and form that the endpoint tests have caused, as its recipient sees it on a phone and on a computer.
 * `TEST_ENGINE=postgres npx vitest run --project endpoint --project mails` runs both.
 */

const widths = [375, 700]

/** `SHOTS=folder` keeps a picture of each, for looking at it. */
const pictures = process.env['SHOTS']

let browser: Browser
let page: Page
let mails: (CausedMail & { name: string })[]

beforeAll(async () => {
  mails = readdirSync(mailsFolder)
    .toSorted()
    .map((file) => ({
      name: path.basename(file, '.json'),
      ...(JSON.parse(readFileSync(path.join(mailsFolder, file), 'utf8')) as CausedMail),
    }))
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  // No picture comes from elsewhere.
  page = await browser.newPage({ offline: true })
})

afterAll(() => browser.close())

test('the tests of endpoints cause a mail of every kind', () => {
  const met = new Set(mails.map(({ kind }) => kind))
  expect(noticeKinds.map(({ kind }) => kind).filter((kind) => !met.has(kind))).toEqual([])
})

test('no mail has a word that was to be replaced', () => {
  for (const { name, subject, text, html } of mails)
    for (const words of [subject, text, html])
      expect({ name, found: /undefined|\bnull\b|NaN|Invalid|\{\w+\}|\[object/.exec(words)?.[0] }).toEqual({
        name,
      })
})

test('each fits a phone and a computer: nothing is cut or lies beside the screen, and buttons have one line or a margin', async () => {
  const wrong: string[] = []
  for (const { name, html } of mails) {
    await page.setContent(html, { waitUntil: 'domcontentloaded' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const fault of await faultsOf(page)) wrong.push(`${name} at ${width} px: ${fault}`)
      if (pictures !== undefined)
        await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`), fullPage: true })
    }
  }
  expect(wrong).toEqual([])
})

const faultsOf = (on: Page): Promise<string[]> =>
  on.evaluate(() => {
    const root = document.documentElement
    const found: string[] = []
    if (root.scrollWidth > root.clientWidth) found.push(`is ${root.scrollWidth} px wide`)
    const isForPreview = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).display === 'none' || isForPreview(element.parentElement))
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (isForPreview(element)) continue
      const own = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent ?? '')
        .join('')
        .trim()
      if (own === '') continue
      const words = `"${own.slice(0, 40)}"`
      const range = document.createRange()
      range.selectNodeContents(element)
      for (const { left, right } of range.getClientRects())
        if (left < 0 || right > root.clientWidth) {
          found.push(`${words} lies beside the screen`)
          break
        }
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const isCut =
          (overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1) ||
          (overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1)
        if (isCut && box !== root && box !== document.body) found.push(`${words} is cut`)
      }
      // A link with a colour behind it is a button.
      const { backgroundColor } = getComputedStyle(element)
      if (element.localName !== 'a' || backgroundColor === 'rgba(0, 0, 0, 0)') continue
      const { width, height, left, right } = element.getBoundingClientRect()
      const text = range.getBoundingClientRect()
      if (left < 8 || right > root.clientWidth - 8) found.push(`button ${words} touches the edge`)
      if (height < 40 || width < 40) found.push(`button ${words} is ${width} by ${height} px`)
      if (text.left < left + 8 || text.right > right - 8) found.push(`button ${words} is too narrow for it`)
    }
    return found
  })
