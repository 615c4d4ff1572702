import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import type { NewToast } from '#web/platform/toasts.ts'
import { UnfinishedCalls } from './UnfinishedCalls.tsx'

const place = document.createElement('div')
const root = createRoot(place)
const toasts: NewToast[] = []

const storedKeys = (): string[] =>
  (JSON.parse(sessionStorage.getItem('unfinished-calls') ?? '[]') as { key: string }[]).map(({ key }) => key)

/** One call that an earlier page was left in, and one that waits for its customer to log in. */
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const call = { call: {}, args: {}, customerId: null, madeAt: Date.now(), pageId: 'an earlier one' }
  const calls = [
    { ...call, key: 'cut off', needsLogin: false },
    { ...call, key: 'waits', needsLogin: true },
  ]
  sessionStorage.setItem('unfinished-calls', JSON.stringify(calls))
})
afterEach(() => {
  act(() => root.render(null))
  sessionStorage.clear()
  toasts.length = 0
  vi.unstubAllGlobals()
})

const renderWithoutScript = async (): Promise<void> => {
  const context = { toasts: { show: (toast: NewToast) => toasts.push(toast) } } as unknown as PageContext
  await act(async () => {
    root.render(
      <PageContextProvider value={context}>
        <UnfinishedCalls load={() => Promise.reject(new Error('blocked'))} Resume={() => null} />
      </PageContextProvider>,
    )
  })
}

test('a press whose script is blocked on the next page, too, is not made later, and says so', async () => {
  await renderWithoutScript()
  expect(toasts).toMatchObject([
    { content: expect.stringContaining('so nothing has changed. Reload the page'), colour: 'danger' },
  ])
  expect(storedKeys()).toEqual(['waits'])
})

test('offline it waits for the connection', async () => {
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  await renderWithoutScript()
  expect(toasts).toEqual([])
  expect(storedKeys()).toEqual(['cut off', 'waits'])
})
