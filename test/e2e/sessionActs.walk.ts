import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { choose, deskOf, logIn } from './support/desk.ts'
import type { Product } from './support/product.ts'
import { agree, cards, dayFromNow, typeCard, typeDetails, venue } from './support/steps.ts'
import { createCounter } from './support/taps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

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
  // And one in the evening of what is closed below.
  await page.goto(`${url}/location/${venue.slug}/yoga/${dayFromNow(3)}`)
  await page.getByRole('main').getByRole('button', { name: /^Add / }).last().click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await page.goto(`${url}/basket/checkout`)
  await page.getByRole('textbox', { name: 'Cash received' }).fill('50')
  await agree(page)
  await page.getByRole('button', { name: /^(Take £|Book$)/ }).click()
  await expect(page).toHaveURL(/booking-confirmed/)

  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(2)}`)
  // The class is open beside the board, and what is done with it in a dialog within.
  const dialog = page.getByRole('dialog').last()
  const cover = async (width: number, whom: string) => {
    await page.setViewportSize({ width, height: 900 })
    const { tap, counted } = createCounter()
    await tap(page.getByRole('main').getByRole('link', { name: /Yoga/i }).first())
    await tap(page.getByRole('button', { name: 'Change instructor' }))
    await dialog.getByLabel('Instructor').selectOption({ label: whom })
    counted.taps += 1
    if (width === 1280) await expectAccessibleAtWidths(page, 'who takes a class')
    await tap(dialog.getByRole('button', { name: /^Cover with .+, write to \d+/ }))
    await expect(page.getByText(`${whom} takes it now.`).first()).toBeVisible()
    // T1: to the class, Cover, whom, the button.
    expect(counted.taps).toBeLessThanOrEqual(4)
  }
  await cover(768, 'Ewa Larksson')
  await page.keyboard.press('Escape')
  await cover(1280, 'Dot Quillan')

  await page.getByRole('button', { name: 'Change places' }).click()
  await dialog.getByLabel('Places').fill('1')
  await expectAccessibleAtWidths(page, 'the places of a class')
  await dialog.getByRole('button', { name: 'Set to 1 place' }).click()
  await expect(page.getByText(/^It has \d+ places? now\.$/).first()).toBeVisible()

  const callOff = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const { tap, counted } = createCounter()
    // To the class, which is open here.
    counted.taps += 1
    await tap(page.getByRole('button', { name: 'Call off' }))
    await dialog.getByLabel('Reason').fill('The instructor is ill')
    counted.taps += 1
    await tap(dialog.getByRole('group', { name: 'Offer instead' }).getByRole('checkbox').first())
    if (width === 1280)
      await expectAccessibleAtWidths(page, 'a class before it is called off, with another offered')
    await tap(dialog.getByRole('button', { name: /^Call off, refund £\d+\.\d\d, write to \d+/ }))
    // T2: to the class, Call off, why, what instead, the button.
    expect(counted.taps).toBeLessThanOrEqual(5)
  }
  await callOff(768)
  await expect(page.getByRole('main')).toContainText('Reason given: The instructor is ill')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText(/ takes place\. Nobody was told\.$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Call off' })).toBeVisible()

  await callOff(1280)
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a class that was called off')

  // Who did all that stands below.
  await page.getByText('History', { exact: true }).click()
  const acts = page.getByRole('listitem').filter({ hasText: 'Ines Wardlow:' })
  await expect(acts.first()).toContainText('Called off: “The instructor is ill”')
  await expect(acts.last()).toContainText('Now taken by Ewa Larksson')
  await expectAccessibleAtWidths(page, 'the history of a class')

  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(3)}`)
  const close = async (width: number, offer: () => Promise<void>) => {
    await page.setViewportSize({ width, height: 900 })
    const closing = createCounter()
    await closing.tap(page.getByRole('button', { name: 'Close…' }))
    await closing.tap(dialog.getByLabel('The whole venue'))
    await dialog.getByLabel('From').fill(`${dayFromNow(3)}T14:00`)
    await dialog.getByLabel('Until', { exact: true }).fill(`${dayFromNow(5)}T12:00`)
    await dialog.getByLabel('Reason for customers').fill('The boiler has failed')
    closing.counted.taps += 3
    await expect(dialog.getByRole('status').first()).toContainText('no longer offered')
    await expect(dialog.getByRole('status').first()).toContainText('calls off')
    await offer()
    await closing.tap(dialog.getByRole('button', { name: /^Close, call off \d+, refund £/ }))
    await expect(page.getByText('Closed: the whole venue')).toBeVisible()
    // T3: Close, what, from, until, why, the button.
    expect(closing.counted.taps).toBeLessThanOrEqual(6)
  }
  const takeBack = async () => {
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText('The closure is taken back. Nobody was told.').first()).toBeVisible()
  }
  await close(768, async () => {})
  await takeBack()
  await close(1280, async () => {
    await dialog.getByText('Offer other sessions instead (1)').click()
    await dialog
      .getByRole('group', { name: /^Instead of Candlelit yoga/ })
      .getByRole('checkbox')
      .first()
      .check()
    await expectAccessibleAtWidths(page, 'places before they are closed, with another session offered')
  })
  await expectAccessibleAtWidths(page, 'a day that is closed')

  // Customers read it above the day's times.
  await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(4)}`)
  const notice = page.getByRole('main').getByText(/^Closed from .+ until /)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The boiler has failed')
  await expectAccessibleAtWidths(page, 'a day of the timetable that is closed')
  await page.goBack()
  await takeBack()
})

/** Imports the demo in which the free cancellation of Yoga is so many minutes. @returns what is printed */
const importYogaWith = async ({ database }: Product, minutes: number): Promise<string> => {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-files-'))
  try {
    await cp(path.join(root, 'demo'), folder, {
      recursive: true,
      filter: (file) => !/simulation|\.[mc]?ts$|README/.test(file),
    })
    const file = path.join(folder, 'activities.json')
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      text.replace('"slug": "yoga",', `"slug": "yoga", "free_cancel_minutes": ${minutes},`),
    )
    const program = path.join(root, 'dist', 'server', 'import.js')
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        DATABASE_URL: database,
        DATA_DIR: folder,
      },
    })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What customers read of how long Yoga can be cancelled free of charge, once it is something else than before. */
const cancellationTermsOf = async (page: Page, product: Product, before = ''): Promise<string> => {
  let terms = before
  await expect(async () => {
    await page.goto(`${product.url}/location/${venue.slug}/yoga/${dayFromNow(3)}`)
    await page.locator('main a[href*="/class/"]').first().click()
    terms = await page
      .getByRole('dialog')
      .getByText(/^Free cancellation until /)
      .innerText()
    expect(terms).not.toBe(before)
  }).toPass({ timeout: 30_000 })
  return terms
}

test('a hall is let to a school on every Tuesday of a term but half-term, and a date that is taken is decided', async ({
  product,
  page,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'supervisor@example.test')
  await page.goto(`${url}/office/hirers`)
  await expectAccessibleAtWidths(page, 'no hirers')
  await page.getByRole('button', { name: 'Add hirer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Park School')
  await page.getByLabel('VAT').selectOption({ label: 'Series of ten or more lets are exempt' })
  await page.getByRole('button', { name: 'Add hirer' }).click()
  await expect(page.getByText('Say why their series are exempt.').first()).toBeVisible()
  await page.getByLabel('Why they are exempt').fill('A school')
  await page.getByLabel(/^Phone/).fill('020 7946 0100')
  await page.getByLabel(/^E-mail/).fill('bursar@school.example.test')
  await page.getByLabel('Invoice address').fill('1 Park Lane\nFernhill')
  await page.getByRole('button', { name: 'Add hirer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Park School' })).toBeVisible()

  // T10: from the hirer's page. The studio has classes on some of the days, which the programme will have later, too.
  const from = dayFromNow(3)
  const weekday = new Date(`${from}T12:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  })
  const { tap, counted } = createCounter()
  await tap(page.getByRole('button', { name: 'Hire', exact: true }))
  await page.getByLabel('What for').fill('PE lessons')
  await tap(page.getByLabel('Main Hall', { exact: true }))
  await tap(page.getByLabel(weekday))
  await page.getByLabel('Starts').fill('06:00')
  await page.getByLabel('Ends').fill('07:00')
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(dayFromNow(3 + 11 * 7))
  await page.getByLabel('Price', { exact: true }).fill('24')
  await tap(page.getByRole('button', { name: 'Leave days out' }))
  await page.getByLabel('Leave out 1: first day').fill(dayFromNow(3 + 5 * 7))
  await page.getByLabel('Leave out 1: last day').fill(dayFromNow(3 + 5 * 7 + 4))
  await tap(page.getByRole('button', { name: 'Confirm 11 dates' }))
  await expect(page.getByText('11 dates are let.').first()).toBeVisible()
  expect(counted.taps).toBeLessThanOrEqual(7)
  await expectAccessibleAtWidths(page, 'a hirer with a hire')

  // The same again: each date is taken, and one of them is let elsewhere.
  await page.getByRole('button', { name: 'Hire', exact: true }).click()
  await page.getByLabel('What for').fill('Netball')
  await page.getByLabel('Main Hall', { exact: true }).click()
  await page.getByLabel(weekday).click()
  await page.getByLabel('Starts').fill('06:30')
  await page.getByLabel('Ends').fill('07:30')
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(dayFromNow(10))
  await page.getByLabel('Price', { exact: true }).fill('24')
  await expect(page.getByText('2 dates are taken. Decide what becomes of each.')).toBeVisible()
  await expect(page.getByText('Hired: PE lessons, Park School').first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'a hire whose dates are taken')
  const decisions = page.getByLabel(/^What becomes of/)
  await decisions.first().selectOption({ label: 'Leave it out' })
  await expect(page.getByText('1 date is taken. Decide what becomes of it.')).toBeVisible()
  await decisions.last().selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Confirm 1 date' }).click()
  await expect(page.getByRole('heading', { name: 'Netball' })).toBeVisible()
  await page.getByRole('button', { name: 'End: Netball' }).click()
  await page.getByRole('dialog').getByLabel('Last day of the hire').fill(dayFromNow(0))
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('The hire ends on that day.').first()).toBeVisible()
  // Whoever opens the day sees whose the hall is.
  await page.goto(`${url}/today/${venue.slug}/${from}`)
  await expect(page.getByText('PE lessons (hire)').first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'a day with a hire')
  await page.goto(`${url}/today/${venue.slug}/${from}/sheet`)
  await expect(page.getByText(/Main Hall · Park School · PE lessons \(hire\) · 020 7946 0100/)).toBeVisible()

  // It is invoiced for the term. The school reads it by the link of its e-mail, and pays by card.
  await page.goto(`${url}/office/hirers/invoices?until=${dayFromNow(100)}`)
  await page.getByRole('button', { name: 'Invoice £264.00: Park School, PE lessons' }).click()
  await expect(page.getByText('Invoice 1 is written.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Record payment: Invoice 1' }).click()
  await expectAccessible(page, 'a payment of an invoice')
  await page.getByRole('dialog').getByLabel('Amount').fill('64')
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText(/^£64\.00 paid /)).toBeVisible()
  await expectAccessibleAtWidths(page, 'an invoice that is paid in part')
  const hirer = await page.context().newPage()
  await hirer.goto(product.outbox)
  const mails = hirer.url()
  let address = ''
  await expect(async () => {
    await hirer.goto(mails)
    await hirer.getByRole('link', { name: /^Invoice 1/ }).click({ timeout: 5000 })
    address = /http[^"\s<]+\/hires\?code=[\w-]+/.exec(await hirer.content())?.[0] ?? ''
    expect(address).not.toBe('')
  }).toPass()
  await hirer.goto(address)
  await expect(hirer.getByRole('heading', { name: 'Hires of Park School' })).toBeVisible()
  await expect(hirer.getByText('£200.00').first()).toBeVisible()
  await hirer.getByText(/^Written on/).click()
  await expectAccessibleAtWidths(hirer, 'the dates and invoices of a hirer')
  await hirer.getByRole('link', { name: /^Pay £200\.00 by card/ }).click()
  await expect(hirer.getByRole('heading', { level: 1, name: 'Pay invoice 1' })).toBeVisible()
  await hirer.getByLabel('Amount to pay').fill('300')
  await hirer.getByRole('button', { name: 'Change amount' }).click()
  await expect(hirer.getByText('Enter an amount up to £200.00.')).toBeVisible()
  await hirer.getByLabel('Amount to pay').fill('50')
  await hirer.getByRole('button', { name: 'Change amount' }).click()
  await expect(hirer.getByRole('button', { name: 'Pay £50.00' })).toBeVisible()
  await typeDetails(hirer)
  await typeCard(hirer, cards.accepted)
  await expectAccessibleAtWidths(hirer, 'an invoice that is paid by card')
  await hirer.getByRole('button', { name: 'Pay £50.00' }).click()
  await expect(hirer.getByRole('heading', { level: 1, name: 'Invoice 1 is paid in part' })).toBeVisible()
  await expect(hirer.getByText("We've e-mailed the receipt.")).toBeVisible()
  await expectAccessibleAtWidths(hirer, 'an invoice that was paid in part by card')
  await hirer.close()
  await page.goto(`${url}/office/hirers/invoices`)
  await expect(page.getByText('£150.00')).toBeVisible()
  await expect(page.getByText(/^£50\.00 paid /)).toBeVisible()
})

test('a rule changed in the settings is what customers read, and stays at an import until the files are to hold', async ({
  product,
  page,
  browser,
}) => {
  test.slow()
  const customer = await browser.newPage()
  const atFirst = await cancellationTermsOf(customer, product)
  const url = deskOf(product)
  await logIn(page, url, 'supervisor@example.test')
  await page.getByText('Ines', { exact: true }).click({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expectAccessibleAtWidths(page, 'the settings of a venue', [320, ...widths])
  await page.getByRole('button', { name: 'Change: Opening hours' }).click()
  await expectAccessibleAtWidths(page, 'changing opening hours')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()

  await page.getByRole('link', { name: 'Activities', exact: true }).click()
  await page.getByLabel('Activity', { exact: true }).selectOption({ label: 'Yoga' })
  const rule = page.getByRole('main').locator('dl > div').filter({ hasText: 'Free cancellation' })
  await expect(rule).toContainText('Until 4 hours before the start')
  await expect(rule).toContainText(/From your files \(activities\.json, line \d+\)/)
  await expectAccessibleAtWidths(page, 'the settings of an activity')
  await page.getByRole('button', { name: 'Change: Free cancellation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Free cancellation').fill('-5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Should be at least 0.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a rule that cannot be')
  await dialog.getByLabel('Free cancellation').fill('1440')
  await dialog.getByLabel('Reason').fill('Too many late ones')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Free cancellation has been saved.').first()).toBeVisible()
  await expect(rule).toContainText('Until 1 day before the start')
  await expect(rule).toContainText(
    /Your files say \(activities\.json, line \d+\): Until 4 hours before the start/,
  )
  const ours = await cancellationTermsOf(customer, product, atFirst)

  expect(await importYogaWith(product, 120)).toContain(
    'free cancellation, minutes before 1440 → 120 in the files. What Ines',
  )
  await page.getByRole('link', { name: 'From files' }).click()
  const difference = page.getByRole('article').filter({ hasText: 'Free cancellation: Yoga' })
  await expect(difference).toContainText('Your files have changed')
  await expect(difference).toContainText('Until 2 hours before the start')
  await expectAccessibleAtWidths(page, 'what differs from the files')
  await difference.getByRole('button', { name: /^Take the files' value/ }).click()
  await expect(page.getByText('Nothing differs from your files')).toBeVisible()
  await expectAccessibleAtWidths(page, 'nothing that differs from the files')
  expect(await cancellationTermsOf(customer, product, ours)).not.toBe(atFirst)
  await customer.close()

  // The files are uploaded here, too: what is wrong with them is said as the command says it.
  const chooseFiles = page.locator('input[type="file"]')
  await chooseFiles.setInputFiles([
    { name: 'operator.json', mimeType: 'application/json', buffer: Buffer.from('{"slug":"elsewhere"}') },
  ])
  await expect(page.getByRole('alert').filter({ hasText: "These files can't be used" })).toBeVisible()
  await expectAccessibleAtWidths(page, 'files that cannot be used')
  // What is exported here is imported here, and changes nothing.
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export files' }).click()
  const exported = await readFile(await (await saving).path())
  await chooseFiles.setInputFiles([{ name: 'files.zip', mimeType: 'application/zip', buffer: exported }])
  await page.getByRole('button', { name: 'Import, nothing changes' }).click()
  await expect(
    page
      .getByRole('heading', { name: 'Imported' })
      .or(page.getByText('Imported', { exact: true }))
      .first(),
  ).toBeVisible()
  await expectAccessibleAtWidths(page, 'files that are imported')
})
