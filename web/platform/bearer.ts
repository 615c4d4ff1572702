import type { QueryClient } from '@tanstack/react-query'
import type { ClientConfig } from '#contract/operator.ts'
import { api } from './api.ts'
import type { Cookies } from './cookies.ts'
import { readKey } from './queries.ts'

/**
 * The login token out of its cookie, sent beside it (F07): only where the client config says so, which it does in
 * development and where the operator has switched it on. Elsewhere the cookie is out of the reach of script.
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
