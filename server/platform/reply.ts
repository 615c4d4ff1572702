import { basketOf, isFramed, orderSecretsOf } from './caller.ts'
import {
  basketCookies,
  deviceCookies,
  loginCookieNames,
  loginCookies,
  logoutCookies,
  noBasketCookies,
  noOrderCookies,
  orderCookies,
  sharedDomain,
} from './cookies.ts'
import type { RequestContext } from './requestContext.ts'

/** Cookies that a handler may set. */
export type Reply = {
  logIn: (token: string, expiresAt: Date) => void
  logOut: () => void
  /** Recognises the browser at the next log-in. */
  rememberDevice: (token: string) => void
  holdBasket: (uuid: string) => void
  dropBasket: () => void
  /** Lets the browser see the visitor's order of this secret. */
  openOrder: (secret: string) => void
}

export const replyInto = (cookies: string[], { c, deps: { config }, operator }: RequestContext): Reply => {
  const where = { domain: sharedDomain(config, c.req.header('host') ?? ''), framed: isFramed(c) }
  const readable = config.bearerTokenEnabled || operator.bearerTokenEnabled
  return {
    logIn: (token, expires) => cookies.push(...loginCookies(token, expires, { ...where, readable })),
    logOut: () => cookies.push(...logoutCookies(loginCookieNames(config), where), ...noOrderCookies(where)),
    rememberDevice: (token) => cookies.push(...deviceCookies(token, where)),
    holdBasket: (uuid) => {
      const before = basketOf(c)
      cookies.push(...basketCookies(uuid, where))
      // The basket before may have become an order, which stays the visitor's.
      if (before?.byCookie === true && before.uuid !== uuid)
        cookies.push(...orderCookies(before.uuid, orderSecretsOf(c), where))
    },
    dropBasket: () => cookies.push(...noBasketCookies(where)),
    openOrder: (secret) => cookies.push(...orderCookies(secret, orderSecretsOf(c), where)),
  }
}
