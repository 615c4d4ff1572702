import { api } from './api.ts'
import type { Cookies } from './cookies.ts'
import { getReadData } from './queries.ts'
import type { ReadCache } from './readCache.ts'

/**
 * The login token as an Authorization header (F07), only when the client config enables it: in development, or when the
 * operator has switched it on. Otherwise the cookie is HttpOnly.
 */
export const bearerHeader = ({
  queries,
  cookies,
}: {
  queries: ReadCache
  cookies: Cookies
}): Record<string, string> => {
  const config = getReadData(queries, api.operator.config, {})
  if (config?.bearerTokenEnabled !== true) return {}
  const token = cookies.get(config.authCookieName) ?? ''
  return token === '' ? {} : { authorization: `Bearer ${token}` }
}
