import type { Cookies } from './cookies.ts'

/**
 * The customer that staff at the desk act for. Each tab has its own; the cookie only initialises the next page load, so
 * that two tabs with two customers are never mixed up.
 */
export type Selection = {
  /** null for a walk-in. */
  userId: () => number | null
  choose: (userId: number | null) => void
}

const cookie = 'desk-customer'

/** In the tab's session storage: the customer its last page served. */
const storageKey = 'desk-customer'

/** @param rendered the customer that the server has rendered the page for, who may no longer be the cookie's */
export const createSelection = (cookies: Cookies, rendered?: number | null): Selection => {
  const stored = rendered === undefined ? Number(cookies.get(cookie)) : (rendered ?? 0)
  let selected = Number.isSafeInteger(stored) && stored > 0 ? stored : null
  return {
    userId: () => selected,
    choose: (userId) => {
      selected = userId
      store(userId)
      cookies.set(cookie, userId === null ? '' : String(userId), userId === null ? { maxAge: 0 } : {})
    },
  }
}

/**
 * Before a tab is reloaded, or opens another, the cookie names its own customer again: another tab may have chosen one
 * since. Returns a function that stops it.
 */
export const nameOwnCustomer = ({ userId, choose }: Selection): (() => void) => {
  const name = (): void => choose(userId())
  for (const event of events) addEventListener(event, name)
  return () => {
    for (const event of events) removeEventListener(event, name)
  }
}

const events = ['focus', 'pageshow', 'beforeunload'] as const

/**
 * The customer that this tab's last page served, null for a walk-in, undefined in a new tab. The page may have been
 * rendered for another one: the browser had thrown it away in the background, or another tab had chosen in that moment.
 */
export const customerOfTab = (): number | null | undefined => {
  try {
    const stored = sessionStorage.getItem(storageKey)
    return stored === null ? undefined : (JSON.parse(stored) as number | null)
  } catch {
    // Storage is blocked: the cookie alone counts.
    return undefined
  }
}

const store = (userId: number | null): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(userId))
  } catch {
    // The customer of the cookie is served after a reload.
  }
}

/** Throws on sites without a customer selection. */
export const requireSelection = ({ selection }: { selection?: Selection }): Selection => {
  if (selection === undefined) throw new Error('This site has no customer selection')
  return selection
}
