// @vitest-environment node
import { permissionsOf } from '#contract/permissions.ts'
import { expect, it } from 'vitest'
import { createRenderer } from '#web/entry-server.tsx'

/* The page of an order at the desk as the server renders it, with a fake API. */

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const sam = {
  id: 7,
  first_name: 'Sam',
  membership_user: null,
  role: 'staff',
  rights: { permissions: permissionsOf.desk, venues: null, own_sessions_only: false },
}

const yoga = {
  id: 1,
  order_id: 70991,
  can_be_cancelled: false,
  can_be_moved: false,
  status: 'cancelled',
  cancellation_cutoff: { is_after_cutoff: false, cutoff_action: null, cutoff_message: null },
  cancellation_refund: { raw: 0, currency: '0.00', formatted: '€0.00', to: 'none', parts: [] },
  full_refund: { raw: 845, currency: '8.45', formatted: '€8.45' },
  is_buyer: true,
  refunds: [],
  refundable: { raw: 0, currency: '0.00', formatted: '€0.00', parts: [] },
  item: {
    id: 'AQL1',
    composite_key: 'a',
    date: {
      raw: '2027-02-04',
      day_pretty: 'Thu',
      date_pretty: '4 Feb',
      full_date_pretty: 'Thu 04 February 2027',
    },
    starts_at: { format_12_hour: '1:30pm', format_24_hour: '13:30' },
    ends_at: { format_12_hour: '2:30pm', format_24_hour: '14:30' },
    duration: '60min',
    location: { id: '1', name: 'Studio 1', type: 'resource', slug: 'studio-1' },
  },
  venue_name: 'Demo Centre',
  venue_slug: 'demo-centre',
  simple_name: 'Yoga',
  price: '€8.45',
  booked_for: { user_id: 501, first_name: 'Ann', last_name: 'Ash' },
  access_code: '7K2Q9X',
}

const order = {
  id: 70991,
  reference: 'ONS-7K2Q9X',
  status: 'partly_refunded',
  placed_at: '2027-02-01T10:00:00Z',
  formatted_total: '€11.45',
  total: 1145,
  tax_total: 141,
  net_tax_total: 0,
  items: [
    { id: 1, type: 'activity', name: 'Yoga', price: { formatted: '€8.45' } },
    { id: 2, type: 'penalty', name: 'Missed: Swim, Thu 1 Jan', price: { formatted: '€3.00' } },
  ],
  bookings: [yoga],
  contact: null,
  voidable_until: null,
  payments: [
    { id: 1, tender_type: 'card', type: null, amount: 1145, formatted_amount: '€11.45', status: 'paid' },
  ],
  refunds: [
    { to: 'credit', amount: 100, formatted: '€1.00', status: 'done' },
    { to: 'card', amount: 745, formatted: '€7.45', status: 'failed' },
  ],
  seller: {
    name: 'Larkhaven Leisure Trust Ltd',
    address: ['Demo Centre, 1 Example Road, Exampleton, ZZ1 1ZZ'],
    phone: '01632 960000',
    email: '',
    vat_number: 'GB000000000',
  },
}

const requestPage = async (changes: object = {}) => {
  const answers: Record<string, unknown> = {
    '/frontend/theme': {},
    '/activities/venues': [],
    '/foh/tills': { current: null, tills: [] },
    '/frontend/client-config': {
      id: 1,
      name: 'Larkhaven Leisure',
      timezone: 'Europe/London',
      auth_cookie_name: 'authToken',
      currency: { symbol: '€' },
      sites: {},
      map: {},
      analytics: { container_ids: [], script_url: '' },
    },
    '/activities/orders/70991': { ...order, ...changes },
  }
  const { html } = await render({
    site: 'desk',
    url: 'https://desk.town.test/booking-confirmed/70991',
    basePath: '',
    cookie: 'authToken-present=1',
    fetchApi: async (request) => {
      const call = new URL(request.url).pathname.slice('/api'.length)
      if (call === '/auth/user') return Response.json({ data: sam, result: sam })
      const data = answers[call]
      return data === undefined
        ? Response.json({ status: 404, code: 'not_found', message: `No ${call}.` }, { status: 404 })
        : Response.json({ data })
    },
    report: () => undefined,
  })
  return html
}

/** The amounts of an order, each after its name. */
const linesOf = (html: string): string[] =>
  [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(
    ([, name = '', amount = '']) => `${name} ${amount}`,
  )

it('prints who sold it, where, and their VAT number', async () => {
  const html = await requestPage()
  for (const expected of [
    'Larkhaven Leisure Trust Ltd',
    'Demo Centre, 1 Example Road, Exampleton, ZZ1 1ZZ',
    '01632 960000',
    'VAT number GB000000000',
  ])
    expect(html).toContain(expected)
})

it('lists a penalty that was paid with a booking, and what has come back, with the tax that is left', async () => {
  const html = await requestPage()
  expect(linesOf(html)).toEqual([
    'Missed: Swim, Thu 1 Jan €3.00',
    'Card €11.45',
    'Total €11.45',
    'Refunded as credit €1.00',
    'Refund to card failed €7.45',
    'Includes VAT €0.00',
  ])
  expect(html).toContain('The card company hasn&#x27;t paid this refund')
})

it('does not call a payment made that the card company could not take', async () => {
  const failed = { ...order.payments[0], status: 'failed' }
  const html = await requestPage({ payments: [failed], refunds: [] })
  expect(linesOf(html)).toContain('Card payment failed €11.45')
  expect(html).not.toContain('paid this refund')
})
