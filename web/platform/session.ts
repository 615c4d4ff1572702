import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api, ApiError, type Client } from './api.ts'
import type { Cookies } from './cookies.ts'
import { readKey } from './queries.ts'
import { usePageContext, type PageContext } from './pageContext.tsx'

/**
 * The logged-in customer; null for a visitor. The token is HttpOnly, so script detects a session by the plain cookie
 * beside it (`<name>-present=1`, wire §1.3) and then reads the customer.
 */
export const useCustomer = (): LoggedInCustomer | null => {
  const { client, cookies } = usePageContext()
  return useQuery(sessionRead(client, cookies)).data ?? null
}

/**
 * For loaders: the customer, or null; a visitor causes no request. A cached null is ignored once the session cookie is
 * set, so that the page after a login shows the customer.
 */
export const readCustomer = ({ queries, client, cookies }: PageContext): Promise<LoggedInCustomer | null> => {
  const read = sessionRead(client, cookies)
  return queries.getQueryData(read.queryKey) === null && hasSessionCookie(cookies)
    ? queries.fetchQuery({ ...read, staleTime: 0 })
    : queries.ensureQueryData({ ...read, revalidateIfStale: true })
}

/** Whether the browser has a session, judged by the cookie that script can read. */
export const hasSessionCookie = (cookies: Cookies): boolean => sessionCookies(cookies).length > 0

/** After a 401: removes the readable cookies; the server has removed the token itself. */
export const removeSessionCookies = (cookies: Cookies): void => {
  for (const name of sessionCookies(cookies)) cookies.set(name, '', { maxAge: 0 })
}

/** The customer from the cache; makes no request. */
export const cachedCustomer = (queries: QueryClient): LoggedInCustomer | null =>
  queries.getQueryData<LoggedInCustomer | null>(sessionKey) ?? null

export const setCachedCustomer = (queries: QueryClient, customer: LoggedInCustomer | null): void => {
  queries.setQueryData(sessionKey, customer)
}

const sessionKey = readKey(api.sessions.user, {})

const sessionCookies = (cookies: Cookies): string[] =>
  cookies.names().filter((name) => name.endsWith('-present') && cookies.get(name) === '1')

const sessionRead = (client: Client, cookies: Cookies) =>
  queryOptions<LoggedInCustomer | null, ApiError>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      if (!hasSessionCookie(cookies)) return null
      try {
        return (await client.send(api.sessions.user, {}, { signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
