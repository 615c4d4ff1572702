import type { Call } from './call.ts'

/**
 * Calls whose answer the page did not live to see: it was left within the debounce time or before the answer, or its
 * session had ended. The next page of the tab makes them again with the same idempotency key, so that each counts once.
 */
export type UnfinishedCall = {
  key: string
  call: Call
  args: object
  /** Who made it; only the same person's page makes it again. */
  customerId: number | null
  /** By the device's clock, ms. */
  madeAt: number
  /** Identifies the page that made it. */
  pageId: string
  /** Refused because the session had ended; made again after the same customer has logged in. */
  needsLogin: boolean
}

const storageKey = 'unfinished-calls'

/** A call that was cut off matters to the page right after it; one that needs a login waits for that. */
const cutOffForMs = 60_000
const waitsForLoginMs = 30 * 60_000

/** Changes of places and favourites: they hold nothing secret, and an idempotency key makes them safe to repeat. */
const repeatable =
  /^\/(v1\/)?activities\/(cart|cart\/(add|remove|renew|\{cartItemId\})|occurrences\/.*waitlist.*)$|^\/waitlist\/|favourites(\/\{|$)/

export const isRepeatable = ({ method, path }: Call): boolean => method !== 'GET' && repeatable.test(path)

const pageId = Math.random().toString(36).slice(2)

const listeners = new Set<() => void>()

export const subscribeToUnfinishedCalls = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const rememberCall = (call: Omit<UnfinishedCall, 'madeAt' | 'pageId'>): void => {
  const others = storedCalls().filter(({ key }) => key !== call.key)
  store([...others, { ...call, madeAt: Date.now(), pageId }])
}

export const forgetCall = (key: string): void => {
  const calls = storedCalls()
  const others = calls.filter((call) => call.key !== key)
  if (others.length < calls.length) store(others)
}

/** Those that this page has to make again, as JSON: the same text while nothing has changed. */
export const unfinishedCalls = (now = Date.now()): string => {
  const due = storedCalls().filter(
    (call) =>
      (call.needsLogin || call.pageId !== pageId) &&
      now - call.madeAt < (call.needsLogin ? waitsForLoginMs : cutOffForMs),
  )
  return due.length === 0 ? '' : JSON.stringify(due)
}

const storedCalls = (): UnfinishedCall[] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as UnfinishedCall[]
  } catch {
    // Blocked in some frames; then a call lasts as long as its page.
    return []
  }
}

const store = (calls: readonly UnfinishedCall[]): void => {
  try {
    if (calls.length === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(calls))
  } catch {
    // See storedCalls.
  }
  for (const listener of listeners) listener()
}
