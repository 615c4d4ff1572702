import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { createClient } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { CancelOrderBooking } from './CancelBooking.tsx'

const booking = {
  id: 7,
  orderId: 3,
  simpleName: 'Yoga',
  venueName: 'Demo Centre',
  status: 'booked',
  canBeCancelled: true,
  bookedFor: { firstName: 'Ann', lastName: 'Ash' },
  cancellationCutoff: { isAfterCutoff: false, cutoffAction: null, cutoffAt: null, cutoffMessage: null },
  cancellationRefund: { to: 'card', parts: [{ to: 'card', amount: 845, formatted: '£8.45' }] },
  item: {
    date: { raw: '2027-03-04', dayPretty: 'Thu', datePretty: '4 Mar', fullDatePretty: 'Thu 4 March' },
    startsAt: { format24Hour: '10:00' },
    endsAt: { format24Hour: '11:00' },
    location: { id: '1', name: 'Studio 1', type: 'resource' },
  },
} as unknown as Booking

const page = reactRoot()

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

test('F10: a refusal keeps the dialog with its reason, and the same button cancels afterwards', async () => {
  const toasts = createToasts()
  const onClose = vi.fn<() => void>()
  const answers = [
    Response.json(
      { status: 409, code: 'not_cancellable', message: 'Somebody else is changing it.' },
      { status: 409 },
    ),
    Response.json({ data: [{ ...booking, status: 'cancelled', refund: { raw: 845 } }] }),
  ]
  const context = {
    client: createClient({
      base: 'https://bookings.test/api',
      // The order is read as well.
      fetch: async (request) =>
        new Request(request).method === 'GET'
          ? Response.json({ data: { bookings: [booking] } })
          : (answers.shift() ?? Response.error()),
    }),
    queries: createQueries(),
    toasts,
    report: () => undefined,
  } as unknown as PageContext
  await act(async () => {
    page.render(
      <PageContextProvider value={context}>
        <CancelOrderBooking booking={booking} onClose={onClose} />
      </PageContextProvider>,
    )
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  const press = () =>
    act(async () => {
      await settle()
      button('Cancel booking')?.click()
      await settle()
    })
  await press()
  await vi.waitFor(() => {
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Somebody else is changing it.')
  })
  expect(onClose).not.toHaveBeenCalled()
  await press()
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce()
  })
  expect(toasts.list().map(({ content }) => content)).toContainEqual(expect.stringContaining('£8.45'))
})

test('all of a family are cancelled with one press, and the refund is that of all', async () => {
  const sent: unknown[] = []
  const others = [8, 9].map((id) => ({ ...booking, id, bookedFor: { firstName: `Kit ${id}`, lastName: '' } }))
  const context = {
    client: createClient({
      base: 'https://bookings.test/api',
      fetch: async (request) => {
        if (request.method === 'GET') return Response.json({ data: { bookings: [booking, ...others] } })
        sent.push(await request.json())
        return Response.json({
          data: [7, 8, 9].map((id) => ({ id, status: 'cancelled', refund: { raw: 845 } })),
        })
      },
    }),
    queries: createQueries(),
    toasts: createToasts(),
    report: () => undefined,
  } as unknown as PageContext
  await act(async () => {
    page.render(
      <PageContextProvider value={context}>
        <CancelOrderBooking booking={booking} onClose={() => undefined} />
      </PageContextProvider>,
    )
  })
  const press = (name: string) =>
    act(async () => {
      button(name)?.click()
      await new Promise((resolve) => setTimeout(resolve, 0))
    })
  await vi.waitFor(() => {
    expect(button('Choose all')).toBeDefined()
  })
  expect(document.body.textContent).toContain('gets £8.45 to their card.')
  await press('Choose all')
  expect(document.body.textContent).toContain('gets £25.35 to their card.')
  await press('Cancel 3 bookings')
  expect(sent).toEqual([{ booking_ids: [7, 8, 9] }])
})
