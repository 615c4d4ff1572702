import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api, ApiError, type Client } from './api.ts'
import type { Cookies } from './cookies.ts'
import { readKey, useCachedRead } from './queries.ts'
import type { ReadCache, ReadRequest } from './readCache.ts'
import { usePageContext, type PageContext } from './pageContext.tsx'

/**
 * The logged-in customer; null for a visitor. The token is HttpOnly, so script detects a session by the plain cookie
 * beside it (`<name>-present=1`, wire §1.3) and then reads the customer.
 */
export const useCustomer = (): LoggedInCustomer | null => {
  const { client, cookies } = usePageContext()
  return useCachedRead(sessionRead(client, cookies), { when: true }).data ?? null
}

/**
 * For loaders: the customer, or null; a visitor causes no request. A cached null is ignored once the session cookie is
 * set, so that the page after a login shows the customer.
 */
export const readCustomer = ({ queries, client, cookies }: PageContext): Promise<LoggedInCustomer | null> => {
  const read = sessionRead(client, cookies)
  return queries.data(read.key) === null && hasSessionCookie(cookies)
    ? queries.load(read)
    : queries.ensure(read)
}

/** Reads the customer again; after a failure the one from before stays. */
export const reloadCustomer = async ({ queries, client, cookies }: PageContext): Promise<void> => {
  await queries.load(sessionRead(client, cookies)).catch(() => undefined)
}

/** Whether the browser has a session, judged by the cookie that script can read. */
export const hasSessionCookie = (cookies: Cookies): boolean => sessionCookies(cookies).length > 0

/** After a 401: removes the readable cookies; the server has removed the token itself. */
export const removeSessionCookies = (cookies: Cookies): void => {
  for (const name of sessionCookies(cookies)) cookies.set(name, '', { maxAge: 0 })
}

/** The customer from the cache; makes no request. */
export const cachedCustomer = (queries: ReadCache): LoggedInCustomer | null =>
  (queries.data(sessionKey) as LoggedInCustomer | null | undefined) ?? null

export const setCachedCustomer = (queries: ReadCache, customer: LoggedInCustomer | null): void => {
  queries.set(sessionKey, customer)
}

const sessionKey = readKey(api.sessions.user, {})

const sessionCookies = (cookies: Cookies): string[] =>
  cookies.names().filter((name) => name.endsWith('-present') && cookies.get(name) === '1')

const sessionRead = (client: Client, cookies: Cookies): ReadRequest<LoggedInCustomer | null> => ({
  key: sessionKey,
  send: async (signal) => {
    if (!hasSessionCookie(cookies)) return null
    try {
      return (await client.send(api.sessions.user, {}, { signal })).data
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  freshForMs: 60_000,
})
