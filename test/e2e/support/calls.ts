import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { cards, dayFromNow, venue } from './steps.ts'

/*
 * What has happened before a walk begins, done by the API in the browser that walks: a form that another walk fills in
 * need not be filled in again. Each is a second of the gate instead of five.
 */

/** Where the browser can call the API of a site before it has opened a page there. */
export const openSite = async (page: Page, url: string): Promise<void> => {
  const { origin } = new URL(url)
  if (new URL(page.url()).origin !== origin) await page.goto(`${origin}/healthz`)
}

type Call = { body?: object; headers?: Record<string, string> }

/** A GET, or a POST where there is a body. Fails with what the API says. */
export const call = async <T>(page: Page, path: string, { body, headers = {} }: Call = {}): Promise<T> => {
  const { status, text } = await page.evaluate(
    async (request) => {
      const answer = await fetch(request.path, {
        headers: { 'Content-Type': 'application/json', ...request.headers },
        ...(request.body && { method: 'POST', body: JSON.stringify(request.body) }),
      })
      return { status: answer.status, text: await answer.text() }
    },
    { path, body, headers },
  )
  expect(status, `${path}: ${text}`).toBeLessThan(300)
  return JSON.parse(text) as T
}

/** Logs the browser in on all sites. */
export const logInByCall = async (
  page: Page,
  url: string,
  email: string,
  password = 'onside-demo',
): Promise<void> => {
  await openSite(page, url)
  await call(page, '/api/auth/customer/login', { body: { username: email, password } })
}

/** Puts the first court of a day that can be booked into the basket. */
export const addCourtByCall = async (
  page: Page,
  url: string,
  { activity = 'badminton-60min', day = dayFromNow(1) }: { activity?: string; day?: string } = {},
): Promise<void> => {
  await openSite(page, url)
  type Slot = { id: string; action_to_show: { status: string | null } }
  const { data } = await call<{ data: Slot[] }>(
    page,
    `/api/activities/venue/${venue.slug}/activity/${activity}/slots?date=${day}`,
  )
  const free = data.find(({ action_to_show: { status } }) => status === 'BOOK')
  if (free === undefined) throw new Error(`No court of ${activity} is free on ${day}.`)
  await call(page, '/api/activities/cart/add', { body: { items: [{ id: free.id }] } })
}

type Prepared = { url: string; session_key: string }

/** Pays by a card that is accepted for what the parameters name. Returns what completing answers. */
export const payByCall = async <T>(
  page: Page,
  what: Record<string, string | number>,
  { name = 'Ann Example', expiry = '1230', email }: { name?: string; expiry?: string; email?: string } = {},
): Promise<T> => {
  const query = new URLSearchParams(Object.entries(what).map(([key, value]) => [key, String(value)]))
  const { url, session_key: sessionKey } = await call<Prepared>(page, `/api/checkout/prepare?${query}`)
  const { cardIdentifier } = await call<{ cardIdentifier: string }>(
    page,
    `${new URL(url).pathname}/api/v1/card-identifiers`,
    {
      body: {
        cardDetails: {
          cardholderName: name,
          cardNumber: cards.accepted.replaceAll(' ', ''),
          expiryDate: expiry,
          securityCode: '123',
        },
      },
      headers: { Authorization: `Bearer ${sessionKey}` },
    },
  )
  const [firstName, lastName] = name.split(' ')
  const payer = { ...what, terms_accepted: true, ...(email === undefined ? {} : { email }) }
  const authorised = await call<{ transaction_uuid: string }>(page, '/api/checkout/authorise', {
    body: {
      ...payer,
      session_key: sessionKey,
      card_identifier: cardIdentifier,
      billing_first_name: firstName,
      billing_last_name: lastName,
      billing_postcode: 'ZZ1 1ZZ',
      billing_address_line_one: '1 Example Road',
      billing_city: 'Exampleton',
    },
  })
  return call<T>(page, '/api/checkout/complete', {
    body: { ...payer, transaction_uuid: authorised.transaction_uuid },
  })
}

/** Books the first free court of a day and pays by card. Returns the path of its confirmation. */
export const bookCourtByCall = async (
  page: Page,
  url: string,
  { email = 'visitor@example.test', ...which }: { activity?: string; day?: string; email?: string } = {},
): Promise<string> => {
  await addCourtByCall(page, url, which)
  const order = await payByCall<{ complete_order_id: number }>(page, {}, { email })
  return `/booking-confirmed/${order.complete_order_id}`
}
