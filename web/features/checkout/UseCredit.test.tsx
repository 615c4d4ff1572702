import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { operator } from '#contract/operator.ts'
import type { Received } from '#contract/endpoint.ts'
import { api, createClient } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, getReadData, setReadData } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { UseCredit } from './UseCredit.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const none = { maxApplicable: 0, totalAvailable: 0 }
const basket = {
  balance: 500,
  formattedBalance: '£5.00',
  payments: [],
  credits: { general: { maxApplicable: 300, totalAvailable: 300 }, membership: none },
} as unknown as Basket

test('credit can be applied after the connection was lost for a while', async () => {
  let isConnected = false
  const context = {
    channel: { cartSource: 'activity-booking' },
    client: createClient({
      base: 'https://bookings.test/api',
      fetch: async () =>
        isConnected
          ? Response.json({ data: { balance: 200 } })
          : Response.json({ status: 503, code: 'failed', message: 'No.' }, { status: 503 }),
    }),
    queries: createQueries(),
    toasts: createToasts(),
  } as unknown as PageContext
  setReadData(context.queries, api.operator.config, {}, {
    currency: { symbol: '£' },
  } as unknown as Received<typeof operator.config>)
  const onApplying = vi.fn<(isApplying: boolean) => void>()
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => {
    root.render(
      <PageContextProvider value={context}>
        <UseCredit basket={basket} onApplying={onApplying} />
      </PageContextProvider>,
    )
  })
  const tick = async (): Promise<void> => {
    await act(async () => {
      place.querySelector('input')?.click()
    })
    await vi.waitFor(() => {
      expect(onApplying).toHaveBeenLastCalledWith(false)
    })
  }
  await tick()
  isConnected = true
  onApplying.mockClear()
  await tick()
  expect(onApplying.mock.calls).toEqual([[true], [false]])
  expect(getReadData(context.queries, api.baskets.read, {})?.balance).toBe(200)
  act(() => {
    root.unmount()
  })
})
