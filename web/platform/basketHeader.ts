import { api } from './api.ts'
import type { Cookies } from './cookies.ts'
import { getReadData } from './queries.ts'
import type { ReadCache } from './readCache.ts'

/** In session storage, so that a reloaded page finds its basket. */
const storageKey = 'cart-uuid'

type BasketStorage = { queries: ReadCache; cookies: Cookies }

/** For browsers that block storage in frames. */
const lastUuid = new WeakMap<ReadCache, string>()

/**
 * Where cookies are blocked, as in some frames, a header identifies the visitor's basket (wire §1.4) by the uuid of the
 * last basket read. The order made from it is read by the same uuid.
 */
export const basketHeader = ({ queries, cookies }: BasketStorage): Record<string, string> => {
  if (cookiesWork(cookies)) return {}
  const uuid = getReadData(queries, api.baskets.read, {})?.uuid ?? undefined
  const currentUuid = uuid ?? lastUuid.get(queries) ?? stored()
  if (currentUuid === undefined) return {}
  lastUuid.set(queries, currentUuid)
  store(currentUuid)
  return { 'cart-uuid': currentUuid }
}

/** Whether there is a basket from an earlier page that the server could not see while rendering. */
export const holdsBasketWithoutCookies = ({ cookies }: Pick<BasketStorage, 'cookies'>): boolean =>
  stored() !== undefined && !cookiesWork(cookies)

const stored = (): string | undefined => {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    // Browsers that block cookies block session storage too.
    return undefined
  }
}

const store = (uuid: string): void => {
  try {
    sessionStorage.setItem(storageKey, uuid)
  } catch {
    // The uuid then lasts as long as the page.
  }
}

const cookiesWork = (cookies: Cookies): boolean => {
  cookies.set('cookies-work', '1')
  const work = cookies.get('cookies-work') === '1'
  cookies.set('cookies-work', '', { maxAge: 0 })
  return work
}
