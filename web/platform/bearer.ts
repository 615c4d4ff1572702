import type { QueryClient } from '@tanstack/react-query'
import type { ClientConfig } from '#contract/operator.ts'
import { api } from './api.ts'
import type { Cookies } from './cookies.ts'
import { readKey } from './queries.ts'

/**
 * The login token as an Authorization header (F07), only when the client config enables it: in development, or when the
 * operator has switched it on. Otherwise the cookie is HttpOnly.
 */
export const bearerHeader = ({
  queries,
  cookies,
}: {
  queries: QueryClient
  cookies: Cookies
}): Record<string, string> => {
  const config = queries.getQueryData<ClientConfig>(readKey(api.operator.config, {}))
  if (config?.bearerTokenEnabled !== true) return {}
  const token = cookies.get(config.authCookieName) ?? ''
  return token === '' ? {} : { authorization: `Bearer ${token}` }
}
