import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { createClient } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { MoveBooking } from './MoveBooking.tsx'

const at = (day: string, from: string, to: string) => ({
  date: { raw: day, dayPretty: 'Thu', datePretty: '4 Mar', fullDatePretty: `Day ${day}` },
  startsAt: { format24Hour: from },
  endsAt: { format24Hour: to },
  location: { id: '1', name: 'Studio 1', type: 'resource' },
})

const booking = {
  id: 7,
  orderId: 3,
  simpleName: 'Yoga',
  isBuyer: true,
  item: at('2027-03-04', '10:00', '11:00'),
  cancellationRefund: { to: 'credit', parts: [{ to: 'credit', amount: 845, formatted: '£8.45' }] },
} as unknown as Booking

const money = (raw: number) => ({ raw, currency: '', formatted: `£${(raw / 100).toFixed(2)}` })
const time = (id: string, from: string, to: string, back = 0, more = 0) => ({
  id,
  ...at('2027-03-04', from, to),
  spaces: 3,
  price: money(845 - back + more),
  refund: {
    ...money(back),
    parts: back === 0 ? [] : [{ to: 'credit', amount: back, formatted: money(back).formatted }],
  },
  surcharge: money(more),
  isAfterCutoff: false,
})
const found = (times: object[], days = ['2027-03-04', '2027-03-05'], more: object = {}) => ({
  data: {
    canPay: false,
    days,
    day: days.length === 0 ? null : at('2027-03-04', '', '').date,
    v2Type: 'classes',
    ...more,
    times,
    reason: null,
  },
})

type Answer = { status?: number; json: unknown }

const page = reactRoot()
let requests: Request[]
/** The moves whose payment has been opened. */
let toPay: number[]
beforeEach(() => {
  requests = []
  toPay = []
})

/** The dialog with a server that answers reads and moves in turn; the last answer is repeated. */
const open = async (
  reads: Answer[],
  moves: Answer[] = [],
  isByOrder = false,
  moving: Booking = booking,
  atDesk = false,
): Promise<void> => {
  const context = {
    client: createClient({
      base: 'https://bookings.test/api',
      fetch: async (request) => {
        requests.push(request)
        const answers = request.method === 'GET' ? reads : moves
        const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, json: {} }
        return new Response(JSON.stringify(answer.json), { status: answer.status ?? 200 })
      },
    }),
    queries: createQueries(),
    toasts: createToasts(),
    report: () => undefined,
  } as unknown as PageContext
  await act(async () => {
    page.render(
      <PageContextProvider value={context}>
        <MoveBooking
          booking={moving}
          urlOf={({ id }, v2Type) => `https://bookings.test/${v2Type}/${id}`}
          isByOrder={isByOrder}
          atDesk={atDesk}
          onToPay={({ id }) => toPay.push(id)}
          onClose={() => undefined}
        />
      </PageContextProvider>,
    )
  })
  await vi.waitFor(() => {
    expect(requests.length).toBeGreaterThan(0)
  })
  await act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
}

const text = (): string => page.element.textContent ?? ''
const radios = (): HTMLInputElement[] => [
  ...page.element.querySelectorAll<HTMLInputElement>('input[type=radio]'),
]
const press = async (label: string): Promise<void> => {
  await act(async () => {
    const button = [...page.element.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    )
    if (button === undefined) throw new Error(`There is no button ${label}.`)
    button.click()
  })
  await act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
}
const choose = (index: number): Promise<void> =>
  act(async () => {
    radios()[index]?.click()
  })

test('shows the times of a day with what each pays back, and those that cost more as bookings of their own', async () => {
  await open([
    {
      json: found([
        time('a', '07:00', '08:00', 150),
        time('d', '10:30', '11:30', 0, 100),
        time('b', '12:00', '13:00'),
        time('c', '18:00', '19:00', 0, 100),
      ]),
    },
  ])
  expect(text()).toContain('Now: Thu 4 March 2027, 10:00 to 11:00')
  for (const words of [
    '£1.50 back',
    'No charge',
    '£1.00 more',
    'Book one first, then come back and cancel this booking. You get £8.45 as credit.',
  ])
    expect(text()).toContain(words)
  expect(radios()).toHaveLength(2)
  // One that is at the same time as the booking cannot be booked beside it.
  expect([...page.element.querySelectorAll('a')].map((link) => [link.textContent, link.href])).toEqual([
    ['Book for £9.45 18:00 to 19:00', 'https://bookings.test/classes/c'],
  ])
  expect(text()).toContain('10:30 to 11:30£1.00 more · 3 places leftAt the same time as this booking')
  await press('Move booking')
  expect(page.element.querySelector('[role=alert]')?.textContent).toBe('Choose a new time first.')
  await choose(0)
  expect(text()).toContain('You get £1.50 as credit.')
  expect(page.element.querySelector('[role=alert]')).toBeNull()
})

test('warns of a time at which the booking can no longer be cancelled free of charge', async () => {
  await open([
    { json: found([time('a', '07:00', '08:00'), { ...time('b', '12:00', '13:00'), isAfterCutoff: true }]) },
  ])
  const warning = "you can't cancel or move this booking free of charge"
  await choose(0)
  expect(text()).not.toContain(warning)
  await choose(1)
  expect(text()).toContain(warning)
})

test('has nothing to move to where every time costs more', async () => {
  await open([{ json: found([time('c', '18:00', '19:00', 0, 100)]) }])
  expect(text()).toContain('No time on this day costs the same or less.')
  expect([...page.element.querySelectorAll('button')].map((button) => button.textContent)).not.toContain(
    'Move booking',
  )
})

test('says nothing of a refund beside times that cost more than a free booking', async () => {
  const free = { ...booking, cancellationRefund: { to: 'none', parts: [] } } as unknown as Booking
  await open([{ json: found([time('c', '18:00', '19:00', 0, 100)]) }], [], false, free)
  expect(text()).toContain('then come back and cancel this booking.')
  expect(text()).not.toContain("can't be refunded")
})

test('goes to another day, and says when a day has no times', async () => {
  await open([{ json: found([time('b', '12:00', '13:00')]) }, { json: found([]) }])
  await press('Later day')
  expect(new URL(requests.at(-1)?.url ?? '').searchParams.get('date')).toBe('2027-03-05')
  expect(text()).toContain('No other times on this day.')
})

test('shows the result in its place, with the focus on it', async () => {
  const moved = { ...booking, item: at('2027-03-04', '12:00', '13:00') }
  await open(
    [{ json: found([time('b', '12:00', '13:00')]) }],
    [{ json: { data: { booking: moved, refund: { ...money(0), parts: [] } } } }],
    true,
  )
  expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/activities/orders/3/bookings/7/move-times')
  await choose(0)
  await press('Move booking')
  const sent = requests.find(({ method }) => method === 'POST')
  expect(new URL(sent?.url ?? '').pathname).toBe('/api/activities/orders/3/bookings/7/move')
  expect(await sent?.json()).toEqual({ to: 'b', price: 845 })
  const result = page.element.querySelector('[role=status]')
  expect(result?.textContent).toContain('Moved to Thu 4 March 2027, 12:00 to 13:00')
  expect(document.activeElement).toBe(result)
})

test('says why when the place has gone meanwhile, and reads the times again', async () => {
  const full = { status: 409, code: 'full', message: 'This is already full.' }
  await open(
    [{ json: found([time('b', '12:00', '13:00')]) }, { json: found([time('d', '16:00', '17:00')]) }],
    [{ status: 409, json: full }],
  )
  await choose(0)
  await press('Move booking')
  expect(page.element.querySelector('[role=alert]')?.textContent).toBe(
    'This is already full. Your booking is still on Thu 4 March 2027, 10:00 to 11:00.',
  )
  await vi.waitFor(() => {
    expect(text()).toContain('16:00 to 17:00')
  })
  expect(radios().some(({ checked }) => checked)).toBe(false)
})

test('says that there are no other times, and why a booking stays', async () => {
  await open([{ json: found([], []) }])
  expect(text()).toContain('No other times are open')
  await act(async () => {
    page.render(null)
  })
  const late = { status: 410, code: 'past_cutoff', message: "It's too late to move this booking." }
  await open([{ status: 410, json: late }])
  expect(text()).toContain("It's too late to move this booking.")
})

test('a buyer chooses a dearer time, which is held before its payment is opened', async () => {
  const times = [time('b', '12:00', '13:00'), time('c', '18:00', '19:00', 0, 100)]
  await open([{ json: found(times, undefined, { canPay: true }) }], [{ json: { data: { id: 9901 } } }])
  expect(text()).toContain('18:00 to 19:003 places left£1.00 more')
  expect(text()).not.toContain('Times that cost more')
  await choose(0)
  expect(text()).toContain('Move booking')
  await choose(1)
  expect(text()).toContain('£1.00 to pay now by card. Your booking stays where it is until you have paid.')
  await press('Continue to payment')
  const sent = requests.find(({ method }) => method === 'POST')
  expect(new URL(sent?.url ?? '').pathname).toBe('/api/bookings/7/move-payments')
  expect(await sent?.json()).toEqual({ to: 'c', price: 945 })
  expect(toPay).toEqual([9901])
})

test('of an order, the payment belongs to the order; a refusal says that the booking stays', async () => {
  const full = { status: 409, code: 'full', message: 'This is already full.' }
  const times = found([time('c', '18:00', '19:00', 0, 100)], undefined, { canPay: true })
  await open([{ json: times }], [{ status: 409, json: full }], true)
  await choose(0)
  await press('Continue to payment')
  const sent = requests.find(({ method }) => method === 'POST')
  expect(new URL(sent?.url ?? '').pathname).toBe('/api/activities/orders/3/bookings/7/move-payments')
  expect(text()).toContain('This is already full. Your booking is still on Thu 4 March 2027, 10:00 to 11:00.')
  expect(toPay).toEqual([])
})

test('the floor of a court cannot be held while the booking is on it', async () => {
  const times = [time('d', '10:30', '11:30', 0, 100), time('c', '18:00', '19:00', 0, 100)]
  await open([{ json: found(times, undefined, { canPay: true, v2Type: 'resources' }) }])
  expect(radios()).toHaveLength(1)
  expect(text()).toContain('At the same time as this booking: cancel this one first.')
  expect(text()).not.toContain('Book one first')
})

test('the desk takes the difference in cash or at the terminal, also on the floor of the booking', async () => {
  const times = [time('d', '10:30', '11:30', 0, 100), time('b', '12:00', '13:00')]
  const moved = { ...booking, item: at('2027-03-04', '10:30', '11:30') }
  await open(
    [{ json: found(times, undefined, { v2Type: 'resources' }) }],
    [{ json: { data: { booking: moved, paid: money(100) } } }],
    false,
    booking,
    true,
  )
  expect(radios()).toHaveLength(2)
  await choose(0)
  expect(text()).toContain('The customer pays £1.00 more.')
  expect(text()).toContain('£1.00 paid in cash')
  await press('£1.00 paid by card')
  const sent = requests.find(({ method }) => method === 'POST')
  expect(new URL(sent?.url ?? '').pathname).toBe('/api/foh/bookings/7/move')
  expect(await sent?.json()).toEqual({ to: 'd', price: 945, tender_type: 'card_terminal' })
  expect(page.element.querySelector('[role=status]')?.textContent).toContain('£1.00 taken')
})
