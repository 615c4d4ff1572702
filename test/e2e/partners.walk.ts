import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { logInByCall } from './support/calls.ts'
import { deskOf, logIn } from './support/desk.ts'
import { dayFromNow } from './support/steps.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/walk.ts'

const onTabletAndDesktop = async (page: Page, where: string): Promise<void> => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => {
      scrollTo(0, 0)
    })
    await expectAccessible(page, `${where}, at ${width} px`)
  }
}

test('a supervisor registers a partner, replaces its key, reads what it owes and revokes it', async ({
  product,
  page,
}) => {
  await logInByCall(page, deskOf(product), 'supervisor@example.test')
  await page.goto(`${deskOf(product)}/partners`)
  await expect(page.getByRole('heading', { level: 1, name: 'Booking partners' })).toBeVisible()
  await expect(page.getByText('No booking partners yet')).toBeVisible()
  await onTabletAndDesktop(page, 'no partners')

  await page.getByLabel('Commission (%)').fill('120')
  await page.getByRole('button', { name: 'Register partner' }).click()
  await expect(page.getByText('Enter 100 or less.').first()).toBeVisible()
  await page.getByLabel('Company name').fill('FitFinder')
  await page.getByLabel('Agreement').fill('Contract 2026-11')
  await page.getByLabel('Commission (%)').fill('7.5')
  await page.getByRole('button', { name: 'Register partner' }).click()
  const key = page.getByRole('textbox', { name: 'Key' })
  await expect(key).toHaveValue(/^onside_bp_/)
  const first = await key.inputValue()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByText(/^(Copied\.|Selected\.)/)).toBeVisible()
  const partner = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'FitFinder' }) })
  await expect(partner).toContainText('7.5%')
  await expect(partner).toContainText('Quillmoor Leisure')
  await onTabletAndDesktop(page, 'a new key')

  await page.getByRole('button', { name: 'Replace the key of FitFinder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
  await expect(key).not.toHaveValue(first)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(key).toBeHidden()

  await page.getByRole('navigation', { name: 'About partners' }).getByRole('link', { name: 'Sales' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Partners owe you £0.00' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'FitFinder' })).toBeVisible()
  await onTabletAndDesktop(page, 'sales by partners')
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('1 January 2026 to 31 January 2026')).toBeVisible()

  await page.getByRole('link', { name: 'Due at the venue' }).click()
  await expect(page.getByText('Nothing due on these days')).toBeVisible()
  await onTabletAndDesktop(page, 'nothing due at the venue')

  await page.getByRole('link', { name: 'Partners', exact: true }).first().click()
  // The partner sends the supervisor to us, who is asked once more who they are, in a browser that we do not recognise.
  const callback = `${product.url}/api/openactive/quillmoor`
  await page.getByLabel('Company name').fill('GymApp')
  await page.getByLabel('Callback address').fill(callback)
  await page.getByRole('button', { name: 'Register partner' }).click()
  await expect(key).toHaveValue(/^onside_bp_/)
  const gymApp = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'GymApp' }) })
  const clientId = /bp_[\da-f]{32}/.exec((await gymApp.textContent()) ?? '')?.[0] ?? ''
  const visitor = await page.context().browser()?.newPage()
  if (visitor === undefined) throw new Error('There is no second browser.')
  await visitor.goto(
    `${product.url}/api/openid/auth?${new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid openactive-openbooking offline_access openactive-identity',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }).toString()}`,
  )
  await expect(visitor.getByRole('heading', { level: 1, name: 'Log in to continue' })).toBeVisible()
  await onTabletAndDesktop(visitor, 'the log-in for a partner')
  await visitor.getByLabel('E-mail address or customer number').fill('supervisor@example.test')
  await visitor.getByLabel('Password').fill('wrong-password')
  await visitor.getByRole('button', { name: 'Log in' }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await onTabletAndDesktop(visitor, 'the log-in for a partner, refused')
  await visitor.getByLabel('Password').fill('onside-demo')
  await visitor.getByRole('button', { name: 'Log in' }).click()
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Let GymApp sell your sessions?' }),
  ).toBeVisible()
  await onTabletAndDesktop(visitor, 'what a partner asks for')
  await visitor.getByRole('button', { name: 'Allow' }).click()
  await expect(visitor).toHaveURL(/\/api\/openactive\/quillmoor\?code=/)
  await visitor.close()

  await page.getByRole('button', { name: 'Revoke FitFinder' }).click()
  await expectAccessible(page, 'the question before revoking')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(partner).toContainText('Revoked')
  await expect(page.getByRole('button', { name: 'Revoke FitFinder' })).toBeHidden()
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

test('staff accept and reject what booking partners ask for', async ({ product, page, playwright }) => {
  const url = deskOf(product)
  await logIn(page, url, 'supervisor@example.test')
  await page.goto(`${url}/booking-requests`)
  await expect(page.getByText('No booking requests to answer')).toBeVisible()
  await expectAccessibleAtWidths(page, 'no booking requests')

  const [client, key] = await page.evaluate(async () => {
    const answer = await fetch('/api/foh/booking-partners', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ClubFinder', agreement: 'of 2 March' }),
    })
    const { data } = (await answer.json()) as { data: { key: string; partner: { client_id: string } } }
    return [data.partner.client_id, data.key] as const
  })
  const granted = await playwright.request.newContext({ baseURL: product.plain }).then((server) =>
    server.post('/api/openid/token', {
      headers: { authorization: `Basic ${Buffer.from(`${client}:${key}`).toString('base64')}` },
      form: { grant_type: 'client_credentials', scope: 'openactive-openbooking' },
    }),
  )
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const partner = await playwright.request.newContext({
    baseURL: product.plain,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
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
          broker: { '@type': 'Organization', name: 'ClubFinder' },
          seller: slot?.['@id'].split('/slots/')[0],
          customer: { '@type': 'Person', email: 'a@example.test', givenName, familyName: 'Lee' },
          orderedItem: [{ position: 0, orderedItem: slot?.['@id'], acceptedOffer: slot?.offers[0]?.['@id'] }],
          totalPaymentDue: { '@type': 'PriceSpecification', price: slot?.offers[0]?.price },
          payment: { '@type': 'Payment', identifier: `clubfinder-${index}` },
        },
      },
    )
    expect(answer.status(), await answer.text()).toBe(201)
    versions.push(((await answer.json()) as { orderProposalVersion: string }).orderProposalVersion)
  }

  await page.goto(url)
  await expect(page.getByText('3 booking requests wait.')).toHaveCount(1)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Requests 3 to answer' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking requests')
  await expectAccessibleAtWidths(page, 'booking requests')
  await page.getByRole('button', { name: 'Accept: Ann Lee, through ClubFinder' }).click()
  await expect(
    page.getByText('Request accepted. ClubFinder can now complete the booking.').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reject: Ben Lee, through ClubFinder' }).click()
  await expect(page.getByText('Request rejected. ClubFinder tells the customer.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Offer another session: Cleo Lee, through ClubFinder' }).click()
  const offering = page.getByRole('dialog', { name: 'Offer another session' })
  await expect(offering.getByRole('option').first()).toBeAttached()
  await expectAccessibleAtWidths(page, 'offering another session')
  await offering.getByRole('button', { name: 'Choose this session' }).click()
  await expect(
    page.getByText('Other session offered. ClubFinder can now complete the booking.').first(),
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
