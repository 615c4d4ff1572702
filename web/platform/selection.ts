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

export const createSelection = (cookies: Cookies): Selection => {
  const stored = Number(cookies.get(cookie))
  let selected = Number.isSafeInteger(stored) && stored > 0 ? stored : null
  return {
    userId: () => selected,
    choose: (userId) => {
      selected = userId
      cookies.set(cookie, userId === null ? '' : String(userId), userId === null ? { maxAge: 0 } : {})
    },
  }
}

/** Throws on sites without a customer selection. */
export const requireSelection = ({ selection }: { selection?: Selection }): Selection => {
  if (selection === undefined) throw new Error('This site has no customer selection')
  return selection
}
