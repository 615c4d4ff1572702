import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { api, createClient } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, setReadData } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { DeskCancel } from './DeskCancel.tsx'

const money = (raw: number) => ({ raw, currency: '', formatted: `€${(raw / 100).toFixed(2)}` })

const missed = {
  id: 7,
  simpleName: 'Yoga',
  status: 'not_attended',
  canBeCancelled: false,
  price: '€8.45',
  fullRefund: money(845),
  item: {
    date: { raw: '2027-03-04', dayPretty: 'Thu', datePretty: '4 Mar', fullDatePretty: 'Thu 4 March' },
    startsAt: { format24Hour: '10:00' },
    endsAt: { format24Hour: '11:00' },
    location: { id: '1', name: 'Studio 1', type: 'resource' },
  },
} as unknown as Booking

const page = reactRoot()

/** The dialog of a supervisor. @returns what the toasts say */
const open = async (booking: Booking, answer: object = {}): Promise<() => string[]> => {
  const toasts = createToasts()
  const queries = createQueries()
  setReadData(queries, api.operator.config, {}, { currency: { symbol: '€' } } as never)
  const context = {
    client: createClient({
      base: 'https://desk.test/api',
      fetch: async () => Response.json({ data: answer }),
    }),
    queries,
    toasts,
    report: () => undefined,
  } as unknown as PageContext
  await act(async () => {
    page.render(
      <PageContextProvider value={context}>
        <DeskCancel booking={booking} mayRefund onClose={() => undefined} />
      </PageContextProvider>,
    )
  })
  return () => toasts.list().map(({ content }) => content)
}

const text = (): string => document.body.textContent

test('says before that the penalty for a missed booking comes back, too, and afterwards what goes which way', async () => {
  const toasts = await open(missed, {
    id: 7,
    status: 'cancelled',
    refund: { ...money(845), to: 'card' },
    penalty_refund: money(300),
    hand_out: money(600),
  })
  expect(text()).toContain('Refund of €8.45 in full. A penalty for missing it is waived, or refunded')
  await act(async () => {
    document.querySelector<HTMLButtonElement>('form[method=post] button[type=submit]')?.click()
  })
  await vi.waitFor(() => {
    expect(toasts()).toEqual([
      'Cancelled. Hand out €6.00 in cash. Refund: €5.45. This includes the penalty of €3.00.',
    ])
  })
})

test('promises no refund of what was never paid', async () => {
  await open({ ...missed, status: 'booked', fullRefund: money(0) } as unknown as Booking)
  expect(text()).toContain('No money was paid for this.')
  expect(text()).not.toContain('8.45')
})
