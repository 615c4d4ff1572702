import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import { api } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, getReadData, setReadData } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { HoldAnnouncer } from './HoldAnnouncer.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: 100_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('D01: a basket whose hold has ended is read again, also where an answer takes longer than the next attempt', async () => {
  const queries = createQueries()
  const basket = (expiresAt: string | null): Basket =>
    ({ id: 1, items: [], notices: [], expiresAt }) as unknown as Basket
  setReadData(queries, api.baskets.read, {}, basket(new Date(101_000).toISOString()))
  const send = vi.fn<(call: unknown, args: unknown, options: { signal: AbortSignal }) => Promise<Basket>>(
    (_call, _args, { signal }) =>
      new Promise((resolve, reject) => {
        setTimeout(resolve, 5000, basket(null))
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'))
        })
      }),
  )
  const context = {
    queries,
    client: { send },
    clock: { now: () => Date.now() },
    startedAt: 100_000,
    toasts: createToasts(),
  } as unknown as PageContext
  const root = createRoot(document.createElement('div'))
  act(() => {
    root.render(
      <PageContextProvider value={context}>
        <HoldAnnouncer />
      </PageContextProvider>,
    )
  })
  for (let second = 0; second < 12; second += 1)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1000)
    })
  expect(getReadData(queries, api.baskets.read, {})?.expiresAt).toBeNull()
  act(() => {
    root.unmount()
  })
})
