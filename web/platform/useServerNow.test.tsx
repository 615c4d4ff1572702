import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageContextProvider, type PageContext } from './pageContext.tsx'
import { useServerNow } from './useServerNow.ts'

const rendered = vi.fn<(now: number) => void>()

const Clock = () => {
  rendered(useServerNow(15_000))
  return null
}

let root: Root

const show = (startedAt: number): void => {
  const context = { clock: { now: () => Date.now() }, startedAt } as unknown as PageContext
  act(() => {
    root.render(
      <PageContextProvider value={context}>
        <Clock />
      </PageContextProvider>,
    )
  })
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: 100_000 })
  rendered.mockClear()
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const times = (): number[] => rendered.mock.calls.map(([now]) => now)

test('a page that was just rendered is not rendered again before the time has come', () => {
  show(98_000)
  expect(times()).toEqual([98_000])
  act(() => {
    vi.advanceTimersByTime(15_000)
  })
  expect(times()).toEqual([98_000, 115_000])
})

test('a page that took long to come, or the next page of a visit, has the time at once', () => {
  show(60_000)
  expect(times()).toEqual([60_000, 100_000])
})
