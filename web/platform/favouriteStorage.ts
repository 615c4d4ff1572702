import { readFavouriteKey } from '#contract/favouriteKeys.ts'
import type { Cookies } from './cookies.ts'

/*
 * The favourites of a visitor, which no server has: they are in this browser, and go to the account of a customer who
 * logs in. What was stored may be of another release or damaged, and a browser may refuse to store anything.
 */

export type StoredFavourite = { key: string; name: string; venueName: string }

const storageName = (operator: string): string => `favourites:${operator}`

/** How many there are, for the server, which makes room for them on home. */
const countCookie = 'favourites'
const aYear = 31_536_000

const empty: readonly StoredFavourite[] = []
let latest: { raw: string | null; list: readonly StoredFavourite[] } = { raw: null, list: empty }

/** The same list until it changes. Empty where nothing can be stored. */
export const readStored = (operator: string): readonly StoredFavourite[] => {
  const raw = readText(operator)
  if (raw !== latest.raw) latest = { raw, list: raw === null ? empty : parse(raw) }
  return latest.list
}

const readText = (operator: string): string | null => {
  try {
    return localStorage.getItem(storageName(operator))
  } catch {
    return null
  }
}

const parse = (raw: string): readonly StoredFavourite[] => {
  try {
    const stored: unknown = JSON.parse(raw)
    return Array.isArray(stored) ? stored.filter(isStored) : empty
  } catch {
    return empty
  }
}

const isStored = (one: unknown): one is StoredFavourite =>
  typeof one === 'object' &&
  one !== null &&
  'key' in one &&
  typeof one.key === 'string' &&
  readFavouriteKey(one.key) !== null &&
  'name' in one &&
  typeof one.name === 'string' &&
  'venueName' in one &&
  typeof one.venueName === 'string'

const listeners = new Set<() => void>()

/** @returns false when the browser refuses to store it */
export const writeStored = (
  operator: string,
  cookies: Cookies,
  list: readonly StoredFavourite[],
): boolean => {
  try {
    if (list.length === 0) localStorage.removeItem(storageName(operator))
    else localStorage.setItem(storageName(operator), JSON.stringify(list))
  } catch {
    return false
  }
  cookies.set(countCookie, String(list.length), { maxAge: list.length === 0 ? 0 : aYear })
  for (const listener of listeners) listener()
  return true
}

/** Changes here and in the browser's other tabs. */
export const subscribeStored = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
