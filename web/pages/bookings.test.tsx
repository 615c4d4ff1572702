// @vitest-environment node
import { expect, it } from 'vitest'
import { createRenderer } from '#web/entry-server.tsx'

/* The customer's bookings as the server renders them, with a fake API that has fifty. */

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const ann = { id: 501, first_name: 'Ann', membership_user: null, role: 'customer', staff_level: null }

const bookingOf = (id: number) => {
  const when = {
    date: {
      raw: '2027-02-04',
      day_pretty: 'Thu',
      date_pretty: '4 Feb',
      full_date_pretty: 'Thu 04 February 2027',
      tz: 'Europe/London',
    },
    starts_at: { format_12_hour: '1:30pm', format_24_hour: '13:30' },
    ends_at: { format_12_hour: '2:30pm', format_24_hour: '14:30' },
    duration: '60min',
    location: { id: '1', name: 'Studio 1', type: 'resource', slug: 'studio-1' },
  }
  return {
    id,
    order_id: id,
    can_be_cancelled: false,
    can_be_moved: false,
    status: 'attended',
    cancellation_cutoff: { is_after_cutoff: true, cutoff_action: null, cutoff_message: null },
    cancellation_refund: { raw: 0, currency: '0.00', formatted: '£0.00', to: 'none', parts: [] },
    full_refund: { raw: 845, currency: '8.45', formatted: '£8.45' },
    is_buyer: true,
    refunds: [],
    item: { id: `AQL${id}`, composite_key: 'a', ...when },
    category: 'Yoga',
    category_slug: 'yoga',
    venue_name: 'Demo Centre',
    venue_slug: 'demo-centre',
    simple_name: `Yoga ${id}`,
    price: '£8.45',
    date: 'Thu 04 February 2027',
    time: '13:30 - 14:30 (60min)',
    booked_for: { user_id: 501, first_name: 'Ann', last_name: 'Ash' },
    access_code: '7K2Q9X',
  }
}

const answers: Record<string, unknown> = {
  '/frontend/theme': {},
  '/frontend/client-config': {
    id: 1,
    name: 'Larkhaven Leisure',
    timezone: 'Europe/London',
    auth_cookie_name: 'authToken',
    currency: { symbol: '£' },
    sites: { bookings: 'https://book.town.test' },
    map: {},
    analytics: { container_ids: [], script_url: '' },
  },
  '/my-account/calendar-feed': { made_at: null },
}

const requestPage = async (path: string) => {
  const calls: string[] = []
  const defects: unknown[] = []
  const { html } = await render({
    site: 'account',
    url: `https://account.town.test${path}`,
    basePath: '',
    cookie: 'authToken-present=1',
    fetchApi: async (request) => {
      const { pathname, search, searchParams } = new URL(request.url)
      const call = pathname.slice('/api'.length)
      calls.push(call + search)
      if (call === '/auth/user') return Response.json({ data: ann, result: ann })
      const limit = Number(searchParams.get('limit') ?? Infinity)
      const data =
        call === '/my-account/bookings'
          ? Array.from({ length: Math.min(50, limit) }, (_, n) => bookingOf(n + 1))
          : answers[call]
      return data === undefined
        ? Response.json({ status: 404, code: 'not_found', message: 'No such page.' }, { status: 404 })
        : Response.json({ data })
    },
    report: (error) => defects.push(error),
  })
  return {
    html,
    calls,
    defects,
    displayed: [...html.matchAll(/>: Yoga (\d+)</g)].map(([, id]) => Number(id)),
  }
}

it('G05: past bookings come twenty at a time', async () => {
  const first = await requestPage('/bookings?show=past')
  expect(first.calls).toContain('/my-account/bookings?filter=past&limit=21')
  expect(first.displayed).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(first.html).toMatch(/href="\/bookings\?show=past&amp;count=40"[^>]*>Show more bookings</)
  expect(first.defects).toEqual([])

  const last = await requestPage('/bookings?show=past&count=60')
  expect(last.displayed).toHaveLength(50)
  expect(last.html).not.toContain('Show more bookings')
})

it('a number in the address that no link gives is read as the first page', async () => {
  for (const count of ['x', '-5', '1.5', '3', '1000000'])
    expect((await requestPage(`/bookings?show=past&count=${count}`)).calls).toContain(
      '/my-account/bookings?filter=past&limit=21',
    )
})
