import { expect, it } from 'vitest'
import type { Cookies } from './cookies.ts'
import { createSelection, customerOfTab, nameOwnCustomer } from './selection.ts'

/** The cookies that all tabs share. */
const sharedCookies = (): Cookies => {
  const jar = new Map<string, string>()
  return {
    get: (name) => jar.get(name),
    names: () => [...jar.keys()],
    set: (name, value, { maxAge } = {}) => void (maxAge === 0 ? jar.delete(name) : jar.set(name, value)),
  }
}

it.each(['focus', 'beforeunload'])('a tab that is reloaded goes on with its own customer (%s)', (event) => {
  const cookies = sharedCookies()
  const first = createSelection(cookies)
  const stop = nameOwnCustomer(first)
  first.choose(501)
  createSelection(cookies).choose(502)
  window.dispatchEvent(new Event(event))
  expect(createSelection(cookies).userId()).toBe(501)
  stop()
})

it('a page serves the customer it was rendered for, whatever another tab has chosen since', () => {
  const cookies = sharedCookies()
  createSelection(cookies).choose(502)
  expect(createSelection(cookies, 501).userId()).toBe(501)
  expect(createSelection(cookies, null).userId()).toBeNull()
})

it('the tab remembers whom its last page served, which may differ from whom this page was rendered for', () => {
  sessionStorage.clear()
  const cookies = sharedCookies()
  createSelection(cookies, 502)
  expect(customerOfTab()).toBeUndefined()
  createSelection(cookies).choose(501)
  createSelection(cookies, 502)
  expect(customerOfTab()).toBe(501)
  createSelection(cookies).choose(null)
  expect(customerOfTab()).toBeNull()
})
