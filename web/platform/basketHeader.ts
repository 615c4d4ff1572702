import type { QueryClient } from '@tanstack/react-query'
import type { Basket } from '#contract/baskets.ts'
import { api } from './api.ts'
import type { Cookies } from './cookies.ts'
import { readKey } from './queries.ts'

/** In the storage of the tab, where there is one: a page that is loaded anew finds its basket again. */
const storageKey = 'cart-uuid'

type BasketStorage = { queries: QueryClient; cookies: Cookies }

/** For a browser that keeps nothing at all for a frame. */
const lastUuid = new WeakMap<QueryClient, string>()

/**
 * Where cookies are blocked, as in some frames, a visitor's basket is named by a header (wire §1.4): its uuid, from
 * the basket last seen. An order that was made of it is asked for by the same name.
 */
export const basketHeader = ({ queries, cookies }: BasketStorage): Record<string, string> => {
  if (cookiesWork(cookies)) return {}
  const uuid = queries.getQueryData<Basket>(readKey(api.baskets.read, {}))?.uuid ?? undefined
  const currentUuid = uuid ?? lastUuid.get(queries) ?? stored()
  if (currentUuid === undefined) return {}
  lastUuid.set(queries, currentUuid)
  store(currentUuid)
  return { 'cart-uuid': currentUuid }
}

/** Whether a basket was held before this page was loaded, which the server could not know of. */
export const holdsBasketWithoutCookies = ({ cookies }: Pick<BasketStorage, 'cookies'>): boolean =>
  stored() !== undefined && !cookiesWork(cookies)

const stored = (): string | undefined => {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    // Browsers that block cookies block this too.
    return undefined
  }
}

const store = (uuid: string): void => {
  try {
    sessionStorage.setItem(storageKey, uuid)
  } catch {
    // Then it lasts as long as the page.
  }
}

const cookiesWork = (cookies: Cookies): boolean => {
  cookies.set('cookies-work', '1')
  const work = cookies.get('cookies-work') === '1'
  cookies.set('cookies-work', '', { maxAge: 0 })
  return work
}
