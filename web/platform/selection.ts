import type { Cookies } from './cookies.ts'

/**
 * The customer whom staff at the desk act for. Each tab keeps its own; the cookie is for the page that is loaded next,
 * so that two tabs with two customers never mix them up.
 */
export type Selection = {
  /** null: nobody, so a walk-in. */
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

/** Sites on which nobody is chosen have no business here. */
export const requireSelection = ({ selection }: { selection?: Selection }): Selection => {
  if (selection === undefined) throw new Error('Nobody is selected on this site')
  return selection
}
