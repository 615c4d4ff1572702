import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceChange } from './changes.ts'
import { syncChanges } from './changeSync.ts'
import { documentCookies } from './cookies.ts'
import { createQueries } from './queries.ts'

const startedAt = Date.UTC(2027, 2, 3, 10)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  document.cookie = 'changed-at=; Max-Age=0'
  vi.useRealTimers()
})

/** A page that shows favourites; `change` is one that another page has made. */
const aPage = () => {
  const change = (at: number): void => {
    document.cookie = `changed-at=${at}`
  }
  const cookies = documentCookies({ path: '/' })
  const queries = createQueries()
  const read = vi.fn(async () => [])
  queries.set(['read', '/favourites', ['favourites'], {}], [])
  queries.observe({ key: ['read', '/favourites', ['favourites'], {}], send: read, freshForMs: Infinity })
  return { page: { queries, cookies, startedAt }, change, read }
}

test('a page that was rendered before a change reads its data again, once', async () => {
  const { page, change, read } = aPage()
  change(startedAt + 1)
  const stop = syncChanges(page)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(read).toHaveBeenCalledTimes(1)
  stop()
})

test('a change that is answered later is read after five seconds', async () => {
  const { page, change, read } = aPage()
  const stop = syncChanges(page)
  change(startedAt + 3000)
  await vi.advanceTimersByTimeAsync(5000)
  expect(read).toHaveBeenCalledTimes(1)
  stop()
})

test('nothing is read again after a change that the page was rendered with, or has made itself', async () => {
  const { page, change, read } = aPage()
  change(startedAt)
  const stop = syncChanges(page)
  change(startedAt + 2000)
  announceChange(page.queries, ['basket'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(read).not.toHaveBeenCalled()
  stop()
})
