import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Marked } from '#contract/attendance.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { GroupCheckIn } from './GroupCheckIn.tsx'

const person = (bookingId: number, firstName: string, status: 'booked' | 'attended' = 'booked'): Marked =>
  ({
    expected: {
      bookingId,
      firstName,
      lastName: 'Example',
      status,
      orderReference: 'ONS-7K2Q9X',
      title: 'Yoga',
      quantity: 1,
      profilePhoto: null,
    },
    session: { id: 1, name: 'Yoga', startsAt: { format24Hour: '18:00' }, locationName: 'Studio 1' },
    penaltyRefund: null,
  }) as Marked

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.unstubAllGlobals()
})

const press = (text: string): Promise<void> =>
  act(async () => {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

test('H04: the desk sees the people of an order and ticks them, all at once or one by one', async () => {
  const send = vi.fn<(call: unknown, args: { bookingId: number; status: 'booked' | 'attended' }) => unknown>(
    (_call, { bookingId, status }) =>
      Promise.resolve(person(bookingId, bookingId === 1 ? 'Ravi' : 'Anya', status)),
  )
  const context = { queries: createQueries(), client: { send }, toasts: createToasts() }
  act(() => {
    root.render(
      <PageContextProvider value={context as unknown as PageContext}>
        <GroupCheckIn group={[person(1, 'Ravi'), person(2, 'Anya')]} />
      </PageContextProvider>,
    )
  })
  expect(place.textContent).toContain('Order ONS-7K2Q9X')
  await press('Check in all 2')
  expect(send.mock.calls.map(([, { bookingId, status }]) => [bookingId, status])).toEqual([
    [1, 'attended'],
    [2, 'attended'],
  ])
  expect(place.textContent).not.toContain('Check in all')
  await press('Undo')
  expect(send).toHaveBeenLastCalledWith(
    expect.anything(),
    { bookingId: 1, status: 'booked', from: 'attended' },
    expect.anything(),
  )
})

test('says that the paid penalty of a person who has come after all is refunded', async () => {
  const send = () =>
    Promise.resolve({
      ...person(1, 'Ravi', 'attended'),
      penaltyRefund: { raw: 300, currency: '3.00', formatted: '£3.00' },
    })
  const toasts = createToasts()
  const context = { queries: createQueries(), client: { send }, toasts }
  act(() => {
    root.render(
      <PageContextProvider value={context as unknown as PageContext}>
        <GroupCheckIn group={[person(1, 'Ravi')]} />
      </PageContextProvider>,
    )
  })
  await press('Check in')
  expect(toasts.list().map(({ content }) => content)).toEqual([
    "Ravi Example: the £3.00 penalty for missing it was paid. We're refunding it.",
  ])
})
