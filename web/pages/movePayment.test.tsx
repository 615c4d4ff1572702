// @vitest-environment node
import { expect, it } from 'vitest'
import { createRenderer } from '#web/entry-server.tsx'

/* The payment of a move as the server renders it in each of its states. */

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const ann = { id: 501, first_name: 'Ann', last_name: 'Ash', email: 'ann@example.test', role: 'customer' }

const at = (day: string, from: string, to: string) => ({
  date: {
    raw: day,
    day_pretty: 'Thu',
    date_pretty: '4 Mar',
    full_date_pretty: 'Thu 04 March 2027',
    tz: 'Europe/London',
  },
  starts_at: { format_24_hour: from },
  ends_at: { format_24_hour: to },
  duration: '60min',
  location: { id: '1', name: 'Studio 1', type: 'resource', slug: 'studio-1' },
})
const money = (raw: number) => ({ raw, currency: '', formatted: `£${(raw / 100).toFixed(2)}` })

const later = new Date(Date.now() + 600_000).toISOString()
const moveIn = (status: string, heldUntil: string | null = null, more: object = {}) => ({
  id: 9901,
  status,
  booking: {
    id: 7,
    order_id: 70991,
    simple_name: 'Yoga',
    status: 'booked',
    price: status === 'moved' ? '£9.45' : '£8.45',
    item: {
      id: 'a',
      ...(status === 'moved' ? at('2027-03-04', '18:00', '19:00') : at('2027-03-04', '10:00', '11:00')),
    },
  },
  to: at('2027-03-04', '18:00', '19:00'),
  price: money(945),
  surcharge: money(100),
  held_until: heldUntil,
  is_after_cutoff: false,
  ...more,
})

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
  balance: 100,
  formatted_balance: '£1.00',
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

type Opening = { site?: 'account' | 'bookings'; isLoggedIn?: boolean; refuses?: object | null }

const open = async (
  move: object | null,
  { site = 'account', isLoggedIn = true, refuses = null }: Opening = {},
) => {
  const calls: string[] = []
  const defects: unknown[] = []
  const rendered = await render({
    site,
    url: `https://${site}.town.test/move-booking/9901`,
    basePath: '',
    cookie: isLoggedIn ? 'authToken-present=1' : '',
    fetchApi: async (request) => {
      const { pathname, search } = new URL(request.url)
      const call = pathname.slice('/api'.length)
      calls.push(call + search)
      if (call === '/auth/user') return Response.json({ data: ann, result: ann })
      if (call === '/checkout/prepare')
        return refuses === null ? Response.json(prepared) : Response.json(refuses, { status: 409 })
      const answers: Record<string, unknown> = {
        '/frontend/theme': {},
        '/frontend/client-config': config,
        '/my-account/details': { ...ann, postcode: 'AB1 2CD' },
        ...(move === null ? {} : { '/move-payments/9901': move }),
      }
      const data = answers[call]
      return data === undefined
        ? Response.json({ status: 404, code: 'not_found', message: 'No such page.' }, { status: 404 })
        : Response.json({ data })
    },
    report: (error) => defects.push(error),
  })
  return { ...rendered, calls, defects, words: rendered.html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

it('says what moves where, what is paid, and until when the new time is held', async () => {
  const { words, calls, defects } = await open(moveIn('held', later, { is_after_cutoff: true }))
  for (const text of [
    'Pay £1.00 to move your booking',
    'Your booking stays at its old time until you have paid.',
    'Now Thu 4 March 2027, 10:00 to 11:00',
    'New time Thu 4 March 2027, 18:00 to 19:00',
    'New price £9.45',
    'Already paid £8.45',
    'To pay now £1.00',
    'holding the new time for you until',
    'Keep my old time',
    'Ann Ash',
  ])
    expect(words).toContain(text)
  expect(words).toContain('cancel or move this booking free of charge')
  expect(calls.find((call) => call.startsWith('/checkout/prepare'))).toBe(
    '/checkout/prepare?source=booking-move&move_id=9901',
  )
  expect(defects).toEqual([])
})

it('is for a visitor with the order on the bookings site, and asks for nothing but the card and the address', async () => {
  const { words, calls, defects } = await open(moveIn('held', later), { site: 'bookings', isLoggedIn: false })
  expect(words).toContain('Pay £1.00 to move your booking')
  expect(calls).not.toContain('/my-account/details')
  expect(words).not.toContain('Terms')
  expect(defects).toEqual([])
})

it('sends a visitor of the account to log in', async () => {
  const { status, headers } = await open(moveIn('held', later), { isLoggedIn: false })
  expect(status).toBe(302)
  expect(JSON.stringify(headers)).toContain('/login?redirect=')
})

it('says that the new time is no longer held, and takes no payment', async () => {
  const { words, calls, html } = await open(moveIn('held'))
  expect(words).toContain('The new time is no longer held for you')
  expect(words).toContain('your booking is still on Thu 4 March 2027, 10:00 to 11:00')
  expect(html).toContain('href="/bookings"')
  expect(html).toMatch(/<button[^>]*disabled/)
  expect(calls.some((call) => call.startsWith('/checkout/prepare'))).toBe(false)
})

it('says that the booking has moved, or that the move has ended', async () => {
  const moved = await open(moveIn('moved'))
  expect(moved.words).toContain('Your booking has moved')
  expect(moved.words).toContain('Yoga: Thu 4 March 2027, 18:00 to 19:00')
  expect(moved.words).toContain('You paid £1.00.')
  const ended = await open(moveIn('ended'), { site: 'bookings' })
  expect(ended.words).toContain('This move has ended')
  expect(ended.html).toContain('href="/booking-confirmed/70991"')
  expect(ended.words).toContain('Your booking is on Thu 4 March 2027, 10:00 to 11:00.')
})

it('says that the booking was cancelled, and not that it is still on', async () => {
  const { booking } = moveIn('ended')
  const { words } = await open(moveIn('ended', null, { booking: { ...booking, status: 'cancelled' } }))
  expect(words).toContain('This move has ended')
  expect(words).toContain('This booking has been cancelled')
  expect(words).not.toContain('Your booking is on')
})

it('says in words of the move why there is no payment', async () => {
  const { words } = await open(moveIn('held', later), {
    refuses: {
      status: 409,
      code: 'basket_changed',
      message: 'The venue has changed the new time since you chose it.',
    },
  })
  expect(words).toContain('The venue has changed the new time since you chose it.')
  expect(words).toContain('Go back and choose the new time again.')
  expect(words).not.toContain('View basket')
})

it('is not there for others', async () => {
  expect((await open(null)).words).not.toContain('Pay £1.00')
})
