import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startScript } from './startAfterPaint.ts'

let paint: (() => void) | undefined
let started: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    paint = callback
    return 1
  })
  started = []
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (script instanceof HTMLScriptElement) started.push(new URL(script.src).pathname)
  })
  document.head.innerHTML = '<link id="entry" rel="modulepreload" href="/assets/base.js">'
  // Run from its text, as in the browser.
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is what is tested
  new Function(startScript)()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.head.innerHTML = ''
})

test('the script starts after the first paint, once', () => {
  expect(started).toEqual([])
  paint?.()
  expect(started).toEqual([])
  vi.advanceTimersByTime(0)
  expect(started).toEqual(['/assets/base.js'])
  vi.advanceTimersByTime(5_000)
  expect(started).toEqual(['/assets/base.js'])
})

test('the script starts in a tab that is not painted', () => {
  vi.advanceTimersByTime(999)
  expect(started).toEqual([])
  vi.advanceTimersByTime(1)
  expect(started).toEqual(['/assets/base.js'])
})
