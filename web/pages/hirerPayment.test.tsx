// @vitest-environment node
import { expect, it } from 'vitest'
import { createRenderer } from '#web/entry-server.tsx'

/* The page of a hirer's link as the server renders it, which is also what a browser without script shows. */

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const code = 'AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH'
const money = (raw: number) => ({ raw, currency: '', formatted: `£${(raw / 100).toFixed(2)}` })

const invoiceOwing = (owed: number, more: object = {}) => ({
  id: 12,
  number: 1,
  kind: 'invoice',
  credits_number: null,
  hire_id: 3,
  hire: 'PE lessons',
  hirer_id: 7,
  hirer: 'Park School',
  address: '1 Park Lane',
  issued_on: '2027-03-01',
  due_on: '2027-03-31',
  is_overdue: false,
  lines: [],
  total: money(12_000),
  vat: money(2000),
  is_exempt: false,
  owed: money(owed),
  payments: [],
  ...more,
})

const payment = (tender: string, amount = 12_000) => ({ on: '2027-03-05', tender, amount: money(amount) })

const prepared = {
  payment_provider: 'demo',
  session_key: 'key',
  mode: 'test',
  url: 'https://cards.test',
  payment_provider_configuration: { url: '', fields_url: '', wallets_url: null, currency: 'gbp' },
  saved_card: null,
  saved_cards: [],
  billing_address: 'postcode',
  tenders: ['card'],
  balance: 12_000,
  formatted_balance: '£120.00',
}

const config = {
  id: 1,
  name: 'Larkhaven Leisure',
  timezone: 'Europe/London',
  auth_cookie_name: 'authToken',
  currency: { symbol: '£' },
  sites: { bookings: 'https://book.town.test', my_account: 'https://account.town.test' },
  map: {},
  passes: [],
  analytics: { container_ids: [], script_url: '' },
}

const open = async (search: string, invoice: object, { cookie = '' }: { cookie?: string } = {}) => {
  const calls: string[] = []
  const defects: unknown[] = []
  const seller = { name: 'Larkhaven', legal_name: '', vat_number: '', address: '', phone: '', email: '' }
  const rendered = await render({
    site: 'account',
    url: `https://account.town.test/hires?${search}`,
    basePath: '',
    cookie,
    fetchApi: async (request) => {
      const { pathname, search: query } = new URL(request.url)
      const call = pathname.slice('/api'.length)
      calls.push(call + query)
      if (call === '/checkout/prepare') return Response.json(prepared)
      const answers: Record<string, unknown> = {
        '/frontend/theme': {},
        '/frontend/client-config': config,
        ...(query === `?code=${code}`
          ? { '/hirer-link': { hirer: 'Park School', seller, hires: [], invoices: [invoice] } }
          : {}),
      }
      const found = answers[call]
      return found === undefined
        ? Response.json({ status: 404, code: 'not_found', message: 'No such page.' }, { status: 404 })
        : Response.json({ data: found })
    },
    report: (error) => defects.push(error),
  })
  const words = rendered.html
    .replace(/<style.*?<\/style>|<script.*?<\/script>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return { ...rendered, calls, defects, words }
}

it('says what is owed and how it can be paid, with a link to pay by card', async () => {
  const { words, html, calls, defects } = await open(`code=${code}`, invoiceOwing(12_000))
  expect(words).toContain('Please pay £120.00 by')
  expect(words).toContain('Pay here by card, by transfer with the reference 1, or at reception.')
  expect(html).toContain(`href="/hires?code=${code}&amp;pay=12"`)
  expect(calls.some((call) => call.startsWith('/checkout'))).toBe(false)
  expect(defects).toEqual([])
})

it('has the form of the checkout, which asks for no e-mail address, and says how to pay without script', async () => {
  const { words, html, calls, defects } = await open(`code=${code}&pay=12`, invoiceOwing(12_000))
  for (const text of [
    'Pay invoice 1 PE lessons',
    'You can also pay by transfer with the reference 1, or at reception.',
    'Your dates and invoices',
    'Pay £120.00',
  ])
    expect(words).toContain(text)
  expect(html).toMatch(/<noscript>.*or pay by transfer or at reception\..*<\/noscript>/s)
  expect(html).toContain('name="billingPostcode"')
  expect(html).not.toContain('name="email"')
  expect(calls.find((call) => call.startsWith('/checkout/prepare'))).toBe(
    `/checkout/prepare?source=hire-invoice&invoice_id=12&hirer_code=${code}`,
  )
  expect(defects).toEqual([])
})

it('pays an amount of their choosing, up to what is owed', async () => {
  const owing = invoiceOwing(7000, { payments: [payment('cash', 5000)] })
  expect((await open(`code=${code}`, owing)).words).toContain('£50.00 paid on 5 Mar.')
  const whole = await open(`code=${code}&pay=12`, owing)
  expect(whole.html).toMatch(/<input[^>]*name="amount"[^>]*value="70\.00"|value="70\.00"[^>]*name="amount"/)
  const part = await open(`code=${code}&pay=12&amount=12.50`, owing)
  expect(part.words).toContain('Pay £12.50')
  expect(part.calls.find((call) => call.startsWith('/checkout/prepare'))).toBe(
    `/checkout/prepare?source=hire-invoice&invoice_id=12&hirer_code=${code}&invoice_amount=1250`,
  )
  for (const wrong of ['70.01', '0', 'all']) {
    const { words, calls, defects } = await open(`code=${code}&pay=12&amount=${wrong}`, owing)
    expect(words).toContain('Enter an amount up to £70.00.')
    expect(words).toContain('Pay £70.00')
    expect(calls.some((call) => call.includes('invoice_amount'))).toBe(false)
    expect(defects).toEqual([])
  }
})

it('goes on with a payment that was begun on an earlier page, and begins no other', async () => {
  const cookie = 'paying-invoice-12=5a1e0000-0000-4000-8000-000000000000'
  const { words, calls } = await open(`code=${code}&pay=12`, invoiceOwing(12_000), { cookie })
  expect(words).toContain('Checking with your bank')
  expect(calls.some((call) => call.startsWith('/checkout/prepare'))).toBe(false)
})

it('says that the invoice is paid, and how', async () => {
  const paid = invoiceOwing(0, { payments: [payment('card')] })
  const { words, calls } = await open(`code=${code}&pay=12`, paid)
  expect(words).toMatch(/Invoice 1 is paid .*£120\.00 paid by card on 5 Mar\./)
  expect(calls.some((call) => call.startsWith('/checkout'))).toBe(false)
  expect((await open(`code=${code}`, { ...paid, payments: [payment('transfer')] })).words).toMatch(
    /£120\.00 paid on 5 Mar\./,
  )
})

it('an unknown invoice shows the list, and an unknown link nothing', async () => {
  expect((await open(`code=${code}&pay=13`, invoiceOwing(12_000))).words).toContain('Hires of Park School')
  expect((await open('code=gone&pay=12', invoiceOwing(12_000))).words).toContain('This link has expired')
})
