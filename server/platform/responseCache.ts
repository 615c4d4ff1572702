import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import { acceptedEncoding, compress, compressedEtag, plainEtag } from './compression.ts'
import type { Compressed, Encodings } from './compression.ts'
import type { Config } from './config.ts'
import { basketCookie, chosenLanguage, loginCookieNames, withoutLanguage } from './cookies.ts'
import type { Log } from './log.ts'
import { measureCall } from './metrics.ts'
import { readerLanguage } from './readerLanguage.ts'
import { atMost } from './ttlCache.ts'

/*
 * Answers repeated anonymous GET requests from memory, before routing and rendering (decision 0014). Under load most
 * visitors ask for the same few days, and nothing in their requests changes the response.
 */

/** A response that other anonymous callers may receive, too. */
export type CacheableResponse = {
  body: string
  encodings: Encodings
  /** The body as the response at hand has it; other encodings are made when they are first requested. */
  compressed: Compressed | null
  /** null: no conditional requests. */
  etag: string | null
  /** Whether the response is still correct at this instant. */
  holds: (now: Date) => boolean
  /**
   * Only for requests without any cookie but that of the language: pages are drawn for the venue that a cookie remembers. The cookies that such
   * a response sets come from its address alone, so they are sent with the copy.
   */
  withoutCookies?: true
}

type Entry = Omit<CacheableResponse, 'body' | 'compressed'> & {
  route: string
  headers: Record<string, string>
  cookies: string[]
  plain: Buffer
  /** null while it is made; until it is there the plain body is sent. */
  compressed: Map<Compressed['encoding'], Buffer | null>
}

/** `body` is null for a 304. */
type Hit = {
  status: 200 | 304
  headers: Record<string, string>
  cookies: string[]
  body: Buffer | null
  route: string
}

/** What all bodies together may take, and the largest one that is kept, in bytes with its compressed copy. */
const maxBytes = 64 * 1024 * 1024
const maxEntryBytes = 8 * 1024 * 1024
/** How many requested addresses are remembered. */
const maxAddresses = 5000
/** Only probes use longer addresses. */
const maxKeyLength = 1000

/** A request with one of these headers may get another response, or other headers around it. */
const varyingHeaders = [
  'authorization',
  'cart-uuid',
  'client-domain-identifier',
  'origin',
  'x-request-id',
] as const

type Header = (name: keyof IncomingHttpHeaders & string) => string | undefined

const headersOf =
  (request: Request): Header =>
  (name) =>
    request.headers.get(name) ?? undefined

const identityPattern = (config: Config): RegExp =>
  new RegExp(`(?:^|;\\s*)(?:${[...loginCookieNames(config), basketCookie].join('|')})=`)

/**
 * The referring page may name an operator (wire §1.1), a proxy names the scheme the visitor sees, and the answer is in
 * their language, so all three are part of the key. The address is host and path with its query.
 */
const keyOf = (address: string, header: Header, { languages }: Pick<Config, 'languages'>): string => {
  const referer = header('referer')
  const from = referer === undefined ? '' : referer.split('/', 3).join('/')
  const language = readerLanguage(
    { link: null, cookie: chosenLanguage(header('cookie')), accepted: header('accept-language') },
    languages,
  )
  return `${address} ${from} ${header('x-forwarded-proto') ?? ''} ${language}`
}

/** `http://host/path?query` without its scheme: Node's request does not have one. */
const addressOf = (url: string): string => url.slice(url.indexOf('://') + 3)

export const createResponseCache = ({ clock, log, config }: { clock: Clock; log: Log; config: Config }) => {
  const identityCookie = identityPattern(config)
  const isAnonymous = (header: Header): boolean =>
    varyingHeaders.every((name) => header(name) === undefined) && !identityCookie.test(header('cookie') ?? '')
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    // A compressed copy joins later; it is a fifth of the text or less.
    sizeCalculation: ({ plain }) => Math.ceil(plain.length * 1.25) + 1000,
  })
  /**
   * An answer is kept from the second request for its address on. Addresses that are requested once, such as those
   * with made-up query values, would fill the memory and push out the ones that everybody asks for.
   */
  const addresses = new LRUCache<string, true>(atMost(maxAddresses))

  const lookup = (method: string | undefined, address: string, header: Header): Hit | null => {
    if (entries.size === 0 || method !== 'GET') return null
    const entry = entries.get(keyOf(address, header, config))
    if (entry === undefined || !isAnonymous(header)) return null
    if (entry.withoutCookies && withoutLanguage(header('cookie')) !== '') return null
    if (!entry.holds(clock.now())) return null
    const { route, headers, cookies } = entry
    const clientEtag = header('if-none-match')
    if (clientEtag !== undefined) {
      if (entry.etag === null || plainEtag(clientEtag) !== entry.etag) return null
      const { 'content-type': _, ...rest } = headers
      return { status: 304, headers: { ...rest, etag: clientEtag }, cookies, body: null, route }
    }
    const encoding = acceptedEncoding(header('accept-encoding'), entry.encodings)
    const body = encoding === undefined ? undefined : entry.compressed.get(encoding)
    if (encoding === undefined || body === null || body === undefined) {
      if (encoding !== undefined && body === undefined) startCompressing(entry, encoding)
      return { status: 200, headers, cookies, body: entry.plain, route }
    }
    const etag = entry.etag === null ? {} : { etag: compressedEtag(entry.etag, encoding) }
    return {
      status: 200,
      headers: { ...headers, ...etag, 'content-encoding': encoding },
      cookies,
      body,
      route,
    }
  }

  const startCompressing = (entry: Entry, encoding: Compressed['encoding']): void => {
    entry.compressed.set(encoding, null)
    compress(entry.plain, encoding).then(
      ({ bytes }) => entry.compressed.set(encoding, bytes),
      (error: unknown) => log.error({ err: error, route: entry.route }, 'compression failed'),
    )
  }

  /** @returns the request id */
  const logCall = ({ route, status }: Hit, started: number): string => {
    const requestId = randomUUID()
    const ms = Math.round((performance.now() - started) * 10) / 10
    log.info({ requestId, method: 'GET', route, status, ms }, 'call')
    measureCall({ method: 'GET', route, status, ms })
    return requestId
  }

  return {
    /** The cached response, or null when the request has to be handled. */
    answer: (request: Request): Response | null => {
      const started = performance.now()
      const hit = lookup(request.method, addressOf(request.url), headersOf(request))
      if (hit === null) return null
      const { status, headers, cookies, body } = hit
      const response = new Response(body === null ? null : new Uint8Array(body), { status, headers })
      response.headers.set('x-request-id', logCall(hit, started))
      for (const cookie of cookies) response.headers.append('set-cookie', cookie)
      return response
    },

    /** The same on Node's own request, before a Request is made of it. false: the request has to be handled. */
    serve: (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
      const started = performance.now()
      const header: Header = (name) => incoming.headers[name] as string | undefined
      const hit = lookup(incoming.method, `${incoming.headers.host ?? ''}${incoming.url ?? ''}`, header)
      if (hit === null) return false
      const { status, headers, cookies, body } = hit
      outgoing.writeHead(status, {
        ...headers,
        ...(body === null ? {} : { 'content-length': body.length }),
        ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
        'x-request-id': logCall(hit, started),
      })
      outgoing.end(body)
      return true
    },

    /** Caches the response to an anonymous request. `route` is its name in the log. */
    remember: (
      request: Request,
      route: string,
      { body, compressed, ...cacheable }: CacheableResponse,
      response: Response,
    ): void => {
      const header = headersOf(request)
      const cookies = response.headers.getSetCookie()
      if (cookies.length > 0 && !cacheable.withoutCookies) return
      if (response.status !== 200 || !isAnonymous(header)) return
      const key = keyOf(addressOf(request.url), header, config)
      if (key.length > maxKeyLength) return
      if (!addresses.has(key)) {
        addresses.set(key, true)
        return
      }
      const {
        'x-request-id': _id,
        'content-encoding': _encoding,
        'content-length': _length,
        'set-cookie': _cookies,
        ...headers
      } = Object.fromEntries(response.headers)
      if (cacheable.etag !== null) headers['etag'] = cacheable.etag
      // The same answer, found to hold for longer: its compressed copy stays.
      if (entries.get(key)?.holds === cacheable.holds) return
      entries.set(key, {
        ...cacheable,
        route,
        headers,
        cookies,
        plain: Buffer.from(body),
        compressed: new Map(compressed === null ? [] : [[compressed.encoding, compressed.bytes]]),
      })
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>
