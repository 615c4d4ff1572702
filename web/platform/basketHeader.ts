import type { QueryClient } from '@tanstack/react-query'
import type { Basket } from '#contract/baskets.ts'
import { api } from './api.ts'
import type { Cookies } from './cookies.ts'
import { readKey } from './queries.ts'

/**
 * Where cookies are blocked, as in some frames, a visitor's basket is named by a header (wire §1.4): its uuid, from
 * the basket last seen.
 */
export const basketHeader = ({
  queries,
  cookies,
}: {
  queries: QueryClient
  cookies: Cookies
}): Record<string, string> => {
  const uuid = queries.getQueryData<Basket>(readKey(api.baskets.read, {}))?.uuid
  if (uuid === null || uuid === undefined || cookiesWork(cookies)) return {}
  return { 'cart-uuid': uuid }
}

const cookiesWork = (cookies: Cookies): boolean => {
  cookies.set('cookies-work', '1')
  const work = cookies.get('cookies-work') === '1'
  cookies.set('cookies-work', '', { maxAge: 0 })
  return work
}
