import { afterEach, expect, it, vi } from 'vitest'
import { whenAllTabsIdle } from './idleTabs.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is not idle in the background while another tab is used', () => {
  vi.useFakeTimers()
  const sent: unknown[] = []
  let receive = (): void => {}
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (message: unknown) => sent.push(message)
      addEventListener = (_: string, listener: () => void) => (receive = listener)
      close = () => {}
    },
  )
  const onIdle = vi.fn<() => void>()
  const stop = whenAllTabsIdle(60_000, onIdle)
  vi.advanceTimersByTime(59_000)
  receive()
  vi.advanceTimersByTime(59_000)
  expect(onIdle).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('keydown'))
  window.dispatchEvent(new Event('keydown'))
  expect(sent).toEqual(['active'])
  vi.advanceTimersByTime(60_000)
  expect(onIdle).toHaveBeenCalledOnce()
  stop()
  vi.advanceTimersByTime(120_000)
  expect(onIdle).toHaveBeenCalledOnce()
})

it('is idle at the first activity after the device has slept', () => {
  vi.useFakeTimers()
  const onIdle = vi.fn<() => void>()
  const stop = whenAllTabsIdle(60_000, onIdle)
  window.dispatchEvent(new Event('keydown'))
  expect(onIdle).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 3_600_000)
  window.dispatchEvent(new Event('keydown'))
  expect(onIdle).toHaveBeenCalledOnce()
  stop()
})
