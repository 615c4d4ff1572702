import type { Page } from '@playwright/test'
import { bookCourtByCall } from './support/calls.ts'
import { choose, deskOf, logIn, logInByForm, served } from './support/desk.ts'
import { agree, cards, dayFromNow, typeCard, typeDetails, venue } from './support/steps.ts'
import { createCounter } from './support/taps.ts'
import { expect, expectAccessibleAtWidths, test, widths } from './support/walk.ts'

/** Puts the first court of a day that can be had into the basket, and goes to the counter. */
const addCourt = async (page: Page, url: string, days: number): Promise<void> => {
  await page.goto(`${url}/location/${venue.slug}/squash/${dayFromNow(days)}/location?all=1`)
  await page.getByRole('main').getByRole('button', { name: /^Add / }).first().click()
  await expect(page.getByText('Successfully added item to the basket.').first()).toBeVisible()
  await page.goto(`${url}/basket/checkout`)
  await expect(page.getByRole('heading', { level: 1, name: 'Take payment' })).toBeVisible()
}

const take = async (page: Page): Promise<void> => {
  await agree(page)
  await page.getByRole('button', { name: /^(Take £|Book$)/ }).click()
  await expect(page).toHaveURL(/booking-confirmed/)
}

test('H04: staff log in, choose the customer, and take cash with change, a cheque and a voucher', async ({
  product,
  page,
}) => {
  const url = deskOf(product)
  const first = await page.goto(url)
  expect(first?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await expectAccessibleAtWidths(page, 'the log-in of staff')
  await logInByForm(page, url, 'desk@example.test')
  await expectAccessibleAtWidths(page, 'a day without bookings')
  await page.getByLabel(/^Till/).selectOption({ label: 'Reception 1' })
  await expect(page.getByText("You're using Reception 1 at").first()).toBeVisible()

  await choose(page, 'may', 'Maya Thornley')
  await addCourt(page, url, 2)
  await expect(page.getByText('From Maya Thornley')).toBeVisible()
  await expect(page.getByText(/^£\d+\.\d\d$/).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'the counter')
  await page.getByRole('textbox', { name: 'Cash received' }).fill('50')
  await expect(page.getByText('Change', { exact: true })).toBeVisible()
  await take(page)
  await expect(page.getByText(/^Change: £\d+\.\d\d$/)).toBeVisible()
  await expect(page.getByRole('main').getByText('Cash', { exact: true })).toBeVisible()
  await expectAccessibleAtWidths(page, 'an order at the desk')

  // A cheque without its number is refused beside its field, and nothing typed is lost.
  await addCourt(page, url, 3)
  await page.getByLabel('Paid with').selectOption('cheque')
  await agree(page)
  await page.getByRole('button', { name: /^Take £/ }).click()
  await expect(page.getByText('Enter the cheque number.').first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'the counter with something missing')
  await page.getByLabel('Cheque number').fill('000123')
  await page.getByLabel('Amount').fill('1')
  await expect(page.getByText(/^Still to pay: £/)).toBeVisible()
  await page.getByRole('button', { name: 'Split payment' }).click()
  await page.getByRole('group', { name: 'Payment 2' }).getByLabel('Paid with').selectOption('offline-voucher')
  await page.getByLabel('Voucher number').fill('V-7')
  await take(page)
  await expect(page.getByRole('main').getByText('Cheque', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Voucher', { exact: true })).toBeVisible()

  // By card it is the customer who pays, with their name and address.
  await addCourt(page, url, 4)
  await page.getByRole('link', { name: 'Pay by card instead' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await typeDetails(page, 'maya@example.test')
  await typeCard(page, cards.accepted)
  await agree(page)
  await page.getByRole('button', { name: /^(Pay|Confirm)/ }).click()
  await expect(page).toHaveURL(/booking-confirmed/)
  await expect(page.getByRole('main').getByText('Card', { exact: true })).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Takings' }).click()
  const sums = page.getByRole('region', { name: 'By payment type' })
  for (const tender of ['Cash', 'Cheques', 'Vouchers', 'Card'])
    await expect(sums.getByRole('rowheader', { name: tender })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the takings of a day')
})

test('H05: a booking is checked in, cancelled with its refund, paid again with the credit, and a visitor refunded', async ({
  product,
  page,
  browser,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'supervisor@example.test')
  await choose(page, 'ravi', 'Ravi Pendale')
  // No one has chosen a till: it is requested before the cash is taken, and a refused attempt forgets nothing.
  await addCourt(page, url, 5)
  await page.getByRole('button', { name: 'Exact' }).click()
  await page.getByRole('button', { name: /^Take £/ }).click()
  const till = page.getByRole('main').getByLabel('Till', { exact: true })
  await expect(page.getByText('Choose the till you put the money in.')).toBeVisible()
  await expect(till).toBeFocused()
  await expectAccessibleAtWidths(page, 'the counter without a till')
  await till.selectOption({ label: `Reception 1, ${venue.name}` })
  await page.getByRole('button', { name: /^Take £/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'terms' })).toBeVisible()
  await take(page)
  const order = page.url()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Takings' }).click()
  await expect(
    page.getByRole('row', { name: /Cash .*Ravi Pendale.*Ines Wardlow Reception 1$/ }),
  ).toBeVisible()
  await expect(page.getByRole('banner').getByLabel('Till')).toHaveValue(/\d/)

  // The till was closed: what it has taken is counted once it is opened. Cash-up is three presses besides the count.
  const cashUp = async (width: number, z: string) => {
    await page.setViewportSize({ width, height: 900 })
    await page.getByLabel('Float').fill('50')
    await page.getByRole('button', { name: 'Open till with £50.00' }).click()
    await expect(page.getByRole('heading', { name: 'Reception 1: open' })).toBeVisible()
    const { tap, counted } = createCounter()
    await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Takings' }))
    await tap(page.getByText('Close till', { exact: true }))
    const cash =
      (await page
        .getByRole('row', { name: /^Cash £/ })
        .first()
        .textContent()) ?? ''
    const expected = Number(/£([\d.]+)/.exec(cash)?.[1])
    await page.getByRole('textbox', { name: 'Cash', exact: true }).fill(String(expected - 2))
    if (width === 1280) await expectAccessibleAtWidths(page, 'closing a till')
    await tap(page.getByRole('button', { name: 'Close till: £2.00 short' }))
    // T7: the till, Close, the button.
    expect(counted.taps).toBeLessThanOrEqual(3)
    await expect(page.getByRole('heading', { name: `${z}, Reception 1` })).toBeVisible()
  }
  await cashUp(1280, 'Z 1')
  await expectAccessibleAtWidths(page, 'a till that is closed')
  await cashUp(768, 'Z 2')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Banking' }).click()
  await expect(page.getByRole('row', { name: /^1 Reception 1 .*-£2\.00/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^banking-.*\.csv$/)
  await expectAccessibleAtWidths(page, 'what was banked')

  // All reports are one page; its address has what is chosen.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Reports', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Places sold' })).toBeVisible()
  await page.getByLabel('Compare with').selectOption({ label: 'The days before' })
  await page.getByText('All venues', { exact: true }).click()
  await page.getByRole('checkbox', { name: venue.name }).check()
  await page.getByRole('checkbox', { name: 'Hollin Bank Sports Village' }).check()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/compare=before/)
  await expect(page.getByText(`Venues: ${venue.name}, Hollin Bank Sports Village`)).toBeVisible()
  await page.getByText('Figures of the chart').click()
  await expectAccessibleAtWidths(page, 'a report compared with the days before')
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Journal for the accountant' })
  await expect(page.getByRole('heading', { level: 1, name: 'Journal for the accountant' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Sales Cash / }).first()).toBeVisible()
  await page.getByLabel('E-mail address of a member of staff').fill('supervisor@example.test')
  await page.getByRole('button', { name: 'Send this report' }).click()
  await expect(page.getByText(/^Journal for the accountant, each week, to Ines Wardlow/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'a report that is sent by e-mail')

  // Prices of a group begin on a day, which is so far ahead that other walks buy nothing of it.
  const dearer = async (width: number, percent: string) => {
    await page.setViewportSize({ width, height: 900 })
    const { tap, counted } = createCounter()
    await tap(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prices', exact: true }),
    )
    await page.getByLabel('Activity', { exact: true }).selectOption({ label: 'Squash' })
    counted.taps += 1
    await expect(page).toHaveURL(/activity=Squash/)
    if (width === 1280) await expectAccessibleAtWidths(page, 'the prices of an activity')
    await tap(page.getByRole('button', { name: /^Change \d+ prices$/ }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Per cent').fill(percent)
    await dialog.getByLabel('From').fill(dayFromNow(390))
    const publish = dialog.getByRole('button', { name: /^Publish \d+ prices from / })
    await expect(publish).toBeEnabled()
    if (width === 1280) await expectAccessibleAtWidths(page, 'what new prices do')
    if (width === 1280) {
      // A jump is confirmed by typing the price; by the keyboard, too.
      await dialog.getByLabel('Per cent').fill('100')
      const jumped = dialog.getByLabel(/: Squash/).first()
      await jumped.fill('1')
      await page.keyboard.press('Enter')
      await expect(jumped).toHaveAccessibleDescription(/Type £/)
      await expectAccessibleAtWidths(page, 'new prices that are confirmed by typing')
      await dialog.getByLabel('Per cent').fill(percent)
    }
    await tap(publish)
    await expect(page.getByText(/^\d+ prices published$/)).toBeVisible()
    // The words may be those of the time before; a dialog that closes gives the focus back.
    await expect(dialog).toBeHidden()
    // T9: Prices, the filter, Change, Publish; what it is rounded to is chosen already.
    expect(counted.taps).toBeLessThanOrEqual(6)
    await expect(page.getByText(/^£\d+\.\d0 from /).first()).toBeVisible()
  }
  await dearer(768, '4')
  await dearer(1280, '+8')
  // By the keyboard alone a coming price is taken back.
  await page
    .getByRole('button', { name: /: Take back / })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Take back this price?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Price taken back')).toBeVisible()
  // A plan's price says whom it reaches before it is published.
  await page.getByRole('button', { name: 'Change the price of Gold', exact: true }).click()
  await page.getByLabel('New price').fill('43.50')
  await page.getByRole('textbox', { name: 'From' }).fill(dayFromNow(390))
  const publishPlan = page.getByRole('button', {
    name: /^Publish £\d+\.\d\d → £43\.50 from /,
  })
  await expect(publishPlan).toBeEnabled()
  await expectAccessibleAtWidths(page, 'what a new price of a plan does')
  await publishPlan.click()
  await page.getByRole('button', { name: /^Gold: Take back £43\.50 from / }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Take back £43\.50 from / })
    .click()
  await expect(page.getByRole('button', { name: /^Gold: Take back / })).toBeHidden()

  // The register of the session names them; they are checked in on the day, not before.
  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(5)}`)
  await expectAccessibleAtWidths(page, 'a day with bookings', [320, ...widths])
  // Everybody who has booked on a day is written to, and within the minute nobody is.
  const writeToDay = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/today/${venue.slug}/${dayFromNow(5)}`)
    const { tap, counted } = createCounter()
    await tap(page.getByRole('link', { name: 'Message everyone booked' }))
    const subject = `The showers are cold ${width}`
    await page.getByLabel('Subject').fill(subject)
    const words = page.getByLabel('Text', { exact: true })
    if (width === 1280) {
      // What stands for nothing is refused where it was typed.
      await words.fill('Hello {name}, bring a warm towel.')
      await page.getByRole('button', { name: 'Read it as the first person will' }).click()
      await expect(words).toHaveAccessibleDescription(/"{name}" stands for nothing/)
      await words.fill('Hello {first_name}, bring a warm towel to {session}.')
      await page.getByRole('button', { name: 'Read it as the first person will' }).click()
      await expect(page.getByText('Hello Ravi, bring a warm towel to Squash.')).toBeVisible()
      await expectAccessibleAtWidths(page, 'a message to everybody booked', [320, ...widths])
    } else await words.fill('Bring a warm towel.')
    await tap(page.getByRole('button', { name: 'Send to 1', exact: true }))
    await expect(page.getByText('Your message leaves in one minute.')).toBeVisible()
    // T8: the day, Message, Send.
    expect(counted.taps + 1).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: `Stop "${subject}"` }).click()
    await expect(page.getByText('Stopped before any e-mail left').first()).toBeVisible()
  }
  await writeToDay(768)
  await writeToDay(1280)
  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(5)}`)
  // Who was on court the day before: the day before, the session; and any other day by its date.
  await page.getByLabel('Day', { exact: true }).fill(dayFromNow(300))
  await expect(page).toHaveURL(new RegExp(`/${dayFromNow(300)}`))
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('link', { name: 'Show all sessions' }).click()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Squash/ })
      .first(),
  ).toBeVisible()
  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(6)}`)
  const board = page.getByRole('table', { name: /by place and time$/ })
  const drawer = page.getByRole('dialog', { name: 'Squash' })
  const findPlayer = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const { tap, counted } = createCounter()
    await tap(page.getByRole('link', { name: /^Previous day/ }))
    await expect(page).toHaveURL(new RegExp(`/${dayFromNow(5)}`))
    await tap(board.getByRole('link', { name: /Squash.*(Booked|In basket)/ }).first())
    await expect(drawer.getByText('Ravi Pendale')).toBeVisible()
    // T6: Today, the day before, the cell.
    expect(counted.taps + 1).toBeLessThanOrEqual(3)
  }
  await findPlayer(768)
  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(6)}`)
  await findPlayer(1280)
  await expectAccessibleAtWidths(page, 'a session beside the board')
  // One tab stop, to which closing leads back; arrow keys go on from there.
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(board.locator('[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(board.getByRole('link').and(page.locator(':focus'))).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await drawer.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Squash' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ravi Pendale' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the register of a session')
  await page.getByRole('button', { name: 'Check in Ravi Pendale' }).click()
  await expect(
    page.getByText('You can only check people in on the day of the session.').first(),
  ).toBeVisible()

  // It is played elsewhere: all who have booked get an e-mail.
  await page.getByText('Change name, time or place').click()
  await page.getByText('Send a message to everyone booked').click()
  await expectAccessibleAtWidths(page, 'changing a session')
  await page.getByLabel('Meeting point').fill('Side entrance')
  await page.getByRole('button', { name: 'Save, e-mail 1' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await expect(page.getByRole('main').getByText(/ · Side entrance · Fernhill/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Bring a torch.')
  await page.getByRole('button', { name: 'Send to 1', exact: true }).click()
  await expect(page.getByText('Sent to 1', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('')

  await page.getByRole('main').getByRole('link', { name: 'Ravi Pendale' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ravi Pendale' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a customer')
  await page.getByRole('button', { name: /^Cancel Squash/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expectAccessibleAtWidths(page, 'cancelling at the desk')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(/^Cancelled\. Refund: .+\.$/).first()).toBeVisible()
  await page.goto(order)
  await expect(page.getByRole('main').getByText('Refunded as credit', { exact: true })).toBeVisible()
  await expectAccessibleAtWidths(page, 'an order that was refunded')

  await addCourt(page, url, 5)
  await page.getByLabel('Paid with').selectOption('credit')
  await take(page)
  await expect(page.getByText('Credit').first()).toBeVisible()

  // A visitor's order is found by their e-mail address, and a part of it refunded.
  const visitor = await browser.newPage()
  await bookCourtByCall(visitor, product.url, { email: 'rowan@example.test', day: dayFromNow(2) })
  await visitor.close()
  await page.goto(`${url}/customers`)
  await page
    .getByRole('main')
    .getByRole('combobox', { name: 'Find a customer or an order' })
    .fill('rowan@example.test')
  await page.getByRole('region', { name: 'Orders' }).getByRole('link').click()
  await page.getByRole('button', { name: /^Refund Badminton/ }).click()
  const refund = page.getByRole('dialog', { name: 'Refund this booking?' })
  await refund.getByLabel('Amount').fill('2.50')
  await refund.getByLabel('Reason').fill('The light was broken')
  await expectAccessibleAtWidths(page, 'a part of a booking to be refunded')
  await refund.getByRole('button', { name: 'Refund £2.50 to the card' }).click()
  await expect(page.getByText('£2.50 refunded.').first()).toBeVisible()
})

test('the desk says when no customer is found, and registers a new one', async ({ product, page }) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('combobox', { name: 'Find a customer or an order' }).fill('zzyzx')
  await expect(page.getByText('No customers found.', { exact: false })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a search without results')
  await page.getByRole('link', { name: 'Register a new customer' }).click()
  await expectAccessibleAtWidths(page, 'a new customer')
  await page.getByRole('button', { name: 'Register customer' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
  await page.getByLabel('First name').fill('Quill')
  await page.getByLabel('Last name').fill('Newcomb')
  await page.getByLabel('Date of birth').fill('1980-02-03')
  await page.getByLabel('The customer accepts the terms').check()
  await page.getByRole('button', { name: 'Register customer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quill Newcomb' })).toBeVisible()
  await expect(served(page).getByText('Quill Newcomb')).toBeVisible()
})

test('H04: a sale on one screen: what they want, its price for the customer, the till and the cash', async ({
  product,
  page,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  // The day starts at the scanner.
  await expect(page.getByLabel('Check in by code')).toBeFocused()
  await page.goto(`${url}/basket`)
  await page.getByRole('main').getByRole('link', { name: 'Sell an activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sell' })).toBeVisible()
  await choose(page, 'SM-1187', 'Maya Thornley')
  await page.goto(`${url}/sell/${venue.slug}/${dayFromNow(1)}`)
  await expectAccessibleAtWidths(page, 'a sale without items')
  await page.getByLabel('What would they like?').fill('yoga')
  const session = page.getByRole('button', { name: /yoga.* left$/i }).first()
  await session.click()
  await expect(session).toHaveAttribute('aria-expanded', 'true')
  await page
    .getByRole('button', { name: /^Add .*yoga/i })
    .first()
    .click()
  const sale = page.getByRole('region', { name: 'Sale' })
  await expect(sale.getByText(/yoga/i).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'a sale')
  await sale.getByRole('button', { name: /^Remove .*yoga/i }).click()
  await expect(sale.getByText('Nothing added yet')).toBeVisible()

  // From what they want to the receipt.
  const { counted, tap, fill } = createCounter()
  await fill(page.getByLabel('What would they like?'), 'squash')
  await tap(page.getByRole('button', { name: /Squash.* left$/ }).first())
  await tap(page.getByRole('button', { name: /^Add .*Squash/ }).first())
  await expect(sale.getByRole('button', { name: /^Take £/ })).toBeVisible()
  await sale.getByLabel('Till', { exact: true }).selectOption({ label: `Reception 2, ${venue.name}` })
  for (const box of await page.getByRole('checkbox', { name: /agree|accept|terms/i }).all()) await tap(box)
  await tap(sale.getByRole('button', { name: /^(Take £|Book$)/ }))
  await expect(page).toHaveURL(/booking-confirmed/)
  expect(counted.taps).toBeLessThanOrEqual(4)
  expect(counted.fields).toBe(1)
})

test('H04: a booking by phone for somebody without an account is paid on arrival, and a basket left is asked about', async ({
  product,
  page,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.goto(`${url}/sell/${venue.slug}/${dayFromNow(1)}`)
  const sale = page.getByRole('region', { name: 'Sale' })
  const add = page.getByRole('button', { name: /^Add .*yoga/i }).first()
  const bookByPhone = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const { counted, tap, fill } = createCounter()
    await fill(page.getByLabel('What would they like?'), 'yoga')
    await tap(page.getByRole('button', { name: /yoga.* left$/i }).first())
    await tap(add)
    await expect(sale.getByRole('button', { name: /^Book, pay £\d+\.\d\d on arrival$/ })).toBeVisible()
    await expect(page.getByText("This can't be sold now.")).toBeHidden()
    await fill(sale.getByLabel('First name'), 'Rae')
    await fill(sale.getByLabel('Phone'), '01632 960001')
    if (width === 1280) await expectAccessibleAtWidths(page, 'a sale to somebody without an account')
    for (const box of await sale.getByRole('checkbox', { name: /agree|accept|terms/i }).all()) await tap(box)
    await tap(sale.getByRole('button', { name: /^Book, pay £/ }))
    await expect(page).toHaveURL(/booking-confirmed/)
    // T4
    expect(counted.taps).toBeLessThanOrEqual(4)
  }
  // T5: Void, why, the button.
  const voidSale = async (width: number, message: RegExp) => {
    await page.setViewportSize({ width, height: 900 })
    const { counted, tap, fill } = createCounter()
    await tap(page.getByRole('button', { name: /^Void/ }))
    const dialog = page.getByRole('dialog', { name: 'Void this sale?' })
    await fill(dialog.getByLabel('Reason'), 'Wrong class')
    if (width === 1280) await expectAccessibleAtWidths(page, 'a sale to be voided')
    await tap(dialog.getByRole('button', { name: /^Void/ }))
    await expect(page.getByText(message).first()).toBeVisible()
    expect(counted.taps).toBeLessThanOrEqual(3)
  }
  await bookByPhone(768)
  await voidSale(768, /^Sale voided/)
  await page.goto(`${url}/sell/${venue.slug}/${dayFromNow(1)}`)
  await bookByPhone(1280)
  await expect(page.getByRole('heading', { name: /^£\d+\.\d\d to pay on arrival$/ })).toBeVisible()
  await expect(page.getByText('Rae · 01632 960001')).toBeVisible()
  await expectAccessibleAtWidths(page, 'an order that is paid on arrival')
  const order = page.url()

  // Who owes what, by the day of the session.
  await page.goto(`${url}/takings/${venue.slug}/${dayFromNow(1)}`)
  const owed = page.getByRole('listitem').filter({ hasText: '01632 960001' })
  await expect(owed).toContainText('Rae · 01632 960001')
  await expectAccessibleAtWidths(page, 'takings with money owed')
  await page.goto(order)
  await page
    .getByRole('main')
    .getByLabel('Till', { exact: true })
    .selectOption({ label: `Reception 1, ${venue.name}` })
  await page.getByLabel('Paid with').selectOption({ label: 'Card terminal' })
  await page.getByLabel('Last four digits').fill('4242')
  await page.getByRole('button', { name: /^Take £/ }).click()
  await expect(page.getByText(/^£\d+\.\d\d taken\.$/).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /to pay on arrival$/ })).toBeHidden()

  // The sale was a mistake: taken back in three presses at most.
  await voidSale(1280, /^Sale voided\. Give back £\d+\.\d\d\.$/)
  await expect(page.getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()

  // Two places for one walk-in, and the next customer.
  await page.goto(`${url}/sell/${venue.slug}/${dayFromNow(1)}`)
  await page.getByLabel('What would they like?').fill('yoga')
  await page
    .getByRole('button', { name: /yoga.* left$/i })
    .first()
    .click()
  await add.click()
  await expect(sale.getByRole('button', { name: /^Remove .*yoga/i })).toHaveCount(1)
  await add.click()
  await expect(sale.getByRole('button', { name: /^Remove .*yoga/i })).toHaveCount(2)
  await page.getByRole('button', { name: 'Next customer' }).click()
  const left = page.getByRole('dialog', { name: 'The basket is not empty' })
  await expect(left).toContainText(/^.*Continue with 2 lines \(.*\d\d:\d\d, .*\d\d:\d\d\) or empty it\?/)
  await expectAccessibleAtWidths(page, 'a basket left by the customer before')
  await left.getByRole('button', { name: 'Empty the basket' }).click()
  await expect(sale.getByText('Nothing added yet')).toBeVisible()
})

test('tells a customer at the desk login that the desk is for staff', async ({ product, page }) => {
  await page.goto(deskOf(product))
  await page.getByLabel('E-mail address or customer number').fill('maya@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('This page is for staff')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a customer at the log-in of staff')
})

test('H04: two tabs serve two customers, also after a reload, and a receipt is printed once', async ({
  product,
  page,
  context,
}) => {
  const url = deskOf(product)
  await context.addInitScript(() => {
    globalThis.print = () => {
      sessionStorage.setItem('prints', String(Number(sessionStorage.getItem('prints')) + 1))
    }
  })
  await logIn(page, url, 'desk@example.test')
  await choose(page, 'may', 'Maya Thornley')
  const other = await context.newPage()
  await other.goto(url)
  await choose(other, 'ravi', 'Ravi Pendale')
  await page.bringToFront()
  await page.reload()
  await expect(served(page)).toContainText('Maya Thornley')
  await expect(served(other)).toContainText('Ravi Pendale')
  await other.bringToFront()
  await other.reload()
  await expect(served(other)).toContainText('Ravi Pendale')
  // As when the browser threw the page away in the background: it is rendered for whom the other tab serves.
  const address = page.url()
  await page.goto('about:blank')
  await other.reload()
  await expect(served(other)).toContainText('Ravi Pendale')
  await page.goto(address)
  await expect(served(page)).toContainText('Maya Thornley')
  await other.close()

  await addCourt(page, url, 6)
  await expect(page.getByText('From Maya Thornley')).toBeVisible()
  const till = page.getByRole('main').getByLabel('Till', { exact: true })
  await till.selectOption({ label: `Reception 1, ${venue.name}` })
  await page.getByRole('button', { name: 'Exact' }).click()
  await take(page)
  const order = page.url().replace(/\?.*/, '')
  await page.goto(`${order}?print=1`)
  await expect(page).toHaveURL(order)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('prints'))).toBe('1')
})
