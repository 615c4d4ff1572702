import { createHash } from 'node:crypto'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWire } from '#contract/wire.ts'
import type { Language } from '#server/messages/languages.ts'
import { basketOf, isFramed, orderSecretsOf } from './caller.ts'
import { compressedEtag, compressFor, jsonEncodings, plainEtag } from './compression.ts'
import type { Compressed } from './compression.ts'
import {
  accountLanguageCookies,
  basketCookies,
  changedAtCookies,
  deviceCookies,
  languageCookies,
  loginCookieNames,
  loginCookies,
  logoutCookies,
  noBasketCookies,
  noOrderCookies,
  orderCookies,
  sharedDomain,
} from './cookies.ts'
import type { Where } from './cookies.ts'
import { sayLanguage } from './requestContext.ts'
import type { IncomingRequest, RequestContext } from './requestContext.ts'

/** A checked and serialised response, sent as it is while it is current. */
export class CachedResponse {
  readonly body: string
  readonly etag: string
  /** Whether it is still correct for a visitor at this instant. Without it the response cache does not take it. */
  readonly holds: ((now: Date) => boolean) | undefined
  /** `max-age` of a public response. */
  readonly maxAgeSeconds: number
  constructor(body: string, holds?: (now: Date) => boolean, maxAgeSeconds = 60) {
    this.body = body
    this.etag = etagOf(body)
    this.holds = holds
    this.maxAgeSeconds = maxAgeSeconds
  }
}

const jsonType = 'application/json'

/** The strong ETag of a response. `now` is left out of it (wire §1.7). */
export const etagOf = (body: string): string =>
  `"${createHash('sha1')
    .update(body.replace(/"now":"[^"]*"/g, ''))
    .digest('base64url')}"`

/** Checks an answer against the contract and serialises it. Fields that the contract does not name are dropped. */
export const serialiseAnswer = (endpoint: Endpoint, answer: unknown): string => {
  const checked = endpoint.returns.safeParse(answer)
  if (!checked.success) {
    const fields = checked.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(
      `The answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${fields.join('; ')}`,
    )
  }
  const whole = endpoint.bare ? checked.data : { data: checked.data }
  return JSON.stringify(endpoint.ownNames ? whole : toWire(whole))
}

/**
 * 304 where the caller has the response already; compressed where accepted and worth it (wire §1.7).
 * @param isPersonal whether the caller is more to us than any visitor: no cache stores the answer, on their own disk either
 */
export const sendIfChanged = async (
  context: IncomingRequest,
  endpoint: Endpoint,
  { body, etag, maxAgeSeconds }: CachedResponse,
  { isPersonal, cookies }: { isPersonal: boolean; cookies: string[] },
): Promise<{ response: Response; compressed: Compressed | null }> => {
  const { c } = context
  // A shared cache must not give one person's cookie to another.
  const isPublic = endpoint.cache === 'public' && cookies.length === 0
  c.header('ETag', etag)
  const privately = isPersonal && endpoint.cache !== 'public' ? 'no-store' : 'private, no-cache'
  c.header('Cache-Control', isPublic ? `public, max-age=${maxAgeSeconds}` : privately)
  // All of a visitor's headers that name the operator (wire §1.1), whose answer it is.
  const whose = isPublic ? 'Client-Domain-Identifier, Referer' : 'Authorization, Cookie, Cart-Uuid, Referer'
  c.header('Vary', `Accept-Encoding, Origin, ${whose}`)
  // What every cache may keep is data, the same in each language.
  if (endpoint.cache !== 'public') sayLanguage(context)
  if (isUnmodified(c.req.header('if-none-match'), etag)) {
    setCookies(context, cookies)
    return { response: c.body(null, 304), compressed: null }
  }
  const compressed = await compressFor(c.req.header('accept-encoding'), body, jsonEncodings)
  if (compressed !== null) {
    c.header('ETag', compressedEtag(etag, compressed.encoding))
    c.header('Content-Encoding', compressed.encoding)
  }
  return { response: send(context, 200, compressed?.bytes ?? body, cookies), compressed }
}

const isUnmodified = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((clientEtag) => plainEtag(clientEtag) === etag)

export const send = (
  context: IncomingRequest,
  status: number,
  body: string | Buffer,
  cookies: readonly string[],
): Response => {
  context.c.header('Content-Type', jsonType)
  setCookies(context, cookies)
  return context.c.body(body as string | Uint8Array<ArrayBuffer>, status as ContentfulStatusCode)
}

/** No cookies for pages of other origins: they could log their visitor in as another person, or out. */
const setCookies = ({ c, isOurs }: IncomingRequest, cookies: readonly string[]): void => {
  const isForeign = c.req.header('origin') === undefined && c.req.header('sec-fetch-site') === 'cross-site'
  if (isForeign || (c.req.header('origin') !== undefined && !isOurs)) return
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

/** Cookies that a handler may set. */
export type Reply = {
  logIn: (session: { token: string; expiresAt: Date; language: string | null }) => void
  logOut: () => void
  /** Recognises the browser at the next log-in. */
  rememberDevice: (token: string) => void
  holdBasket: (uuid: string) => void
  dropBasket: () => void
  chooseLanguage: (language: Language) => void
  /** Lets the browser see the visitor's order of this secret. */
  openOrder: (secret: string) => void
}

/** Tells the browser of a change, once that is committed; other programs keep no cookies. */
export const cookiesOfChange = (context: IncomingRequest, { changes = [] }: Endpoint): string[] =>
  changes.length === 0 || context.c.req.header('origin') === undefined
    ? []
    : changedAtCookies(context.deps.clock.now(), cookiePlace(context))

const cookiePlace = ({ c, deps: { config } }: IncomingRequest): Where => ({
  domain: sharedDomain(config, c.req.header('host') ?? ''),
  framed: isFramed(c),
})

export const replyInto = (cookies: string[], context: RequestContext): Reply => {
  const {
    c,
    deps: { config },
    operator,
  } = context
  const where = cookiePlace(context)
  const readable = config.bearerTokenEnabled || operator.bearerTokenEnabled
  return {
    logIn: ({ token, expiresAt, language }) =>
      cookies.push(
        ...loginCookies(token, expiresAt, { ...where, readable }),
        ...accountLanguageCookies(config, { language, cookies: c.req.header('cookie'), where }),
      ),
    chooseLanguage: (language) => cookies.push(...languageCookies(language, where)),
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
