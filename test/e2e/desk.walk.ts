import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { agree, cards, dayFromNow, typeCard, typeDetails, venue } from './support/steps.ts'
import { createCounter } from './support/taps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'
import type { Product } from './support/product.ts'

const deskOf = ({ port }: Product): string => `http://desk.onside.localhost:${port}`

const logIn = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(url)
  await page.getByLabel('E-mail address or customer number').fill(email)
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(new RegExp(`/today/${venue.slug}/`))
}

const served = (page: Page) => page.getByRole('region', { name: 'Customer being served' })

/** Chooses a customer without a mouse. */
const choose = async (page: Page, typed: string, name: string): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Find a customer' }).fill(typed)
  await expect(page.getByRole('option', { name: new RegExp(name) })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(served(page).getByText(name)).toBeVisible()
}

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
  await logIn(page, url, 'desk@example.test')
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

test('H05: a booking is checked in, cancelled with its refund, and paid again with the credit', async ({
  product,
  page,
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
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Takings' }).click()
  await expect(
    page.getByRole('row', { name: /Cash .*Ravi Pendale.*Ines Wardlow Reception 1$/ }),
  ).toBeVisible()
  await expect(page.getByRole('banner').getByLabel('Till')).toHaveValue(/\d/)

  // The register of the session names them; they are checked in on the day, not before.
  await page.goto(`${url}/today/${venue.slug}/${dayFromNow(5)}`)
  await expectAccessibleAtWidths(page, 'a day with bookings')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Squash/ })
    .first()
    .click()
  await expect(page.getByText('Ravi Pendale')).toBeVisible()
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
  await page.getByRole('button', { name: 'Save and e-mail everyone booked' }).click()
  await expect(page.getByText('Saved. 1 booking has changed.').first()).toBeVisible()
  await expect(page.getByRole('main').getByText(/ · Side entrance$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Bring a torch.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent for 1 booking.').first()).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Ravi Pendale' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ravi Pendale' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'a customer')
  await page.getByRole('button', { name: /^Cancel Squash/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expectAccessibleAtWidths(page, 'cancelling at the desk')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(/^Cancelled\. Refund: .+\.$/).first()).toBeVisible()

  await addCourt(page, url, 5)
  await page.getByLabel('Paid with').selectOption('credit')
  await take(page)
  await expect(page.getByText('Credit').first()).toBeVisible()
})

test('the desk says when no customer is found, and registers a new one', async ({ product, page }) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('combobox', { name: 'Find a customer' }).fill('zzyzx')
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

test('tells a customer at the desk login that the desk is for staff', async ({ product, page }) => {
  await page.goto(deskOf(product))
  await page.getByLabel('E-mail address or customer number').fill('maya@example.test')
  await page.getByLabel('Password').fill('onside-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('This page is for staff')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a customer at the log-in of staff')
})

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

test('staff see a visitor who holds many places, and give them back to others', async ({
  product,
  page,
  browser,
}) => {
  const url = deskOf(product)
  await logIn(page, url, 'desk@example.test')
  await page.getByRole('link', { name: 'Visitors holding many places' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visitors holding many places')
  await expect(page.getByText('No visitor is holding many places')).toBeVisible()
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
  await expect(page.getByText('No visitor is holding many places')).toBeVisible()

  // The visitor's basket says what has happened, and the places can be held again.
  await theirs.goto(`${product.url}/basket`)
  await expect(theirs.getByRole('button', { name: /^Reserve again: Squash/ }).first()).toBeVisible()
  await theirs.close()
})

test('staff accept and reject what booking partners ask for', async ({ product, page, playwright }) => {
  const url = deskOf(product)
  await logIn(page, url, 'supervisor@example.test')
  await page.goto(`${url}/booking-requests`)
  await expect(page.getByText('No booking requests to answer')).toBeVisible()
  await expectAccessibleAtWidths(page, 'no booking requests')

  const key = await page.evaluate(async () => {
    const answer = await fetch('/api/foh/booking-partners', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'FitFinder', agreement: 'of 2 March' }),
    })
    const { data } = (await answer.json()) as { data: { key: string } }
    return data.key
  })
  const partner = await playwright.request.newContext({
    baseURL: product.plain,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  const wanted = await toApprove(partner)
  const uuid = randomUUID()
  const versions: unknown[] = []
  const names = ['Ann', 'Ben', 'Cleo']
  for (const [index, givenName] of names.entries()) {
    const slot = wanted[index]
    const answer = await partner.put(
      `/api/open-booking/order-proposals/${givenName === 'Ann' ? uuid : randomUUID()}`,
      {
        data: {
          '@context': 'https://openactive.io/',
          '@type': 'OrderProposal',
          brokerRole: 'https://openactive.io/AgentBroker',
          broker: { '@type': 'Organization', name: 'FitFinder' },
          seller: slot?.['@id'].split('/slots/')[0],
          customer: { '@type': 'Person', email: 'a@example.test', givenName, familyName: 'Lee' },
          orderedItem: [{ position: 0, orderedItem: slot?.['@id'], acceptedOffer: slot?.offers[0]?.['@id'] }],
          totalPaymentDue: { '@type': 'PriceSpecification', price: slot?.offers[0]?.price },
        },
      },
    )
    expect(answer.status(), await answer.text()).toBe(201)
    versions.push(((await answer.json()) as { orderProposalVersion: string }).orderProposalVersion)
  }

  await page.goto(url)
  await expect(page.getByRole('link', { name: '3 booking requests to answer' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Requests 3 to answer' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking requests')
  await expectAccessibleAtWidths(page, 'booking requests')
  await page.getByRole('button', { name: 'Accept: Ann Lee, through FitFinder' }).click()
  await expect(
    page.getByText('Request accepted. FitFinder can now complete the booking.').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reject: Ben Lee, through FitFinder' }).click()
  await expect(page.getByText('Request rejected. FitFinder tells the customer.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Offer another session: Cleo Lee, through FitFinder' }).click()
  const offering = page.getByRole('dialog', { name: 'Offer another session' })
  await expect(offering.getByRole('option').first()).toBeAttached()
  await expectAccessibleAtWidths(page, 'offering another session')
  await offering.getByRole('button', { name: 'Choose this session' }).click()
  await expect(
    page.getByText('Other session offered. FitFinder can now complete the booking.').first(),
  ).toBeVisible()
  await expect(page.getByText('No booking requests to answer')).toBeVisible()

  // The customer pays when they arrive.
  const order = { '@context': 'https://openactive.io/', '@type': 'Order', orderProposalVersion: versions[0] }
  const booked = await partner.put(`/api/open-booking/orders/${uuid}`, { data: order })
  expect(booked.status(), await booked.text()).toBe(201)
  await partner.dispose()

  // Staff put her into another session.
  await page.goto(`${url}/sessions/${wanted[0]?.['@id'].split('/').at(-1) ?? ''}`)
  await page.getByRole('button', { name: 'Other session for Ann Lee' }).click()
  const replacing = page.getByRole('dialog', { name: 'Another session for Ann Lee' })
  await expect(replacing.getByRole('option').first()).toBeAttached()
  await expectAccessibleAtWidths(page, 'another session for a customer')
  await replacing.getByLabel('Message').fill('This court is being repaired.')
  await replacing.getByRole('button', { name: 'Choose this session' }).click()
  await expect(page.getByText('Ann Lee has another session.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Other session for Ann Lee' })).toHaveCount(0)

  await page.goto(`${url}/partners/dues?from=${dayFromNow(0)}&to=${dayFromNow(60)}`)
  await page.getByRole('button', { name: /^Take £.* from Ann Lee$/ }).click()
  await expectAccessibleAtWidths(page, 'taking what is due')
  await page.getByRole('dialog').getByRole('button', { name: 'Paid in cash' }).click()
  await expect(page.getByText(/taken from Ann Lee\.$/).first()).toBeVisible()
  await expect(page.getByText('Nothing due on these days')).toBeVisible()
})

type Slot = {
  '@id': string
  startDate: string
  remainingUses: number
  offers: { '@id': string; price: number; openBookingFlowRequirement?: string[] }[]
}

const aDay = 86_400_000

/** Courts of an activity that the desk accepts first, none of them soon, once the feed has them. */
const toApprove = async (partner: APIRequestContext): Promise<Slot[]> => {
  let found: Slot[] = []
  await expect(async () => {
    for (let next = '/api/openactive/quillmoor/slots'; found.length < 3;) {
      const feed = (await (await partner.get(next)).json()) as { next: string; items: { data?: Slot }[] }
      expect(feed.items.length).toBeGreaterThan(0)
      const slots = feed.items.flatMap(({ data }) => data ?? [])
      found = [
        ...found,
        ...slots.filter(
          ({ startDate, remainingUses, offers }) =>
            remainingUses > 0 &&
            new Date(startDate).getTime() > Date.now() + aDay &&
            offers[0]?.openBookingFlowRequirement?.includes('https://openactive.io/OpenBookingApproval'),
        ),
      ]
      const { pathname, search } = new URL(feed.next)
      next = `${pathname}${search}`
    }
  }).toPass()
  return found
}
