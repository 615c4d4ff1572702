import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { deskOf, logIn } from './support/desk.ts'
import { dayFromNow } from './support/steps.ts'
import { expect, expectAccessibleAtWidths, test } from './support/walk.ts'

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
      body: JSON.stringify({ name: 'FitFinder', agreement: 'of 2 March' }),
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
          broker: { '@type': 'Organization', name: 'FitFinder' },
          seller: slot?.['@id'].split('/slots/')[0],
          customer: { '@type': 'Person', email: 'a@example.test', givenName, familyName: 'Lee' },
          orderedItem: [{ position: 0, orderedItem: slot?.['@id'], acceptedOffer: slot?.offers[0]?.['@id'] }],
          totalPaymentDue: { '@type': 'PriceSpecification', price: slot?.offers[0]?.price },
          payment: { '@type': 'Payment', identifier: `fitfinder-${index}` },
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
