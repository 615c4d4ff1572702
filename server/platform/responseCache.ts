import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from './clock.ts'
import { authCookie, basketCookie } from './cookies.ts'
import type { Log } from './log.ts'
import { acceptsGzip, compress, compressedEtag, plainEtag } from './compression.ts'

/*
 * The short way past the binder and the renderer. When places are released everybody looks at the same few days,
 * and most bring nothing that makes their answer different. What was answered to one of them is answered to the
 * others as it is, before anything is routed, parsed or looked up, for as long as whoever made it says that it holds.
 */

/** An answer that others may get too. */
export type Repeatable = {
  body: string
  /** null: its reader does not ask whether it has changed. */
  etag: string | null
  /** Whether it is still what a reader at this instant should see. */
  holds: (now: Date) => boolean
  /**
   * Only for whoever has no cookie at all: pages are drawn for the venue a person has chosen before. What such an
   * answer sets is nobody's own either (the venue of its address), and is given again with it.
   */
  withoutCookies?: true
}

type Known = Omit<Repeatable, 'body'> & {
  route: string
  headers: Record<string, string>
  cookies: string[]
  plain: Buffer
  /** Made when somebody first takes it packed; until then they are given it as it is. */
  gzipped: Buffer | null
  isPacking: boolean
}

/** What is said to one reader. `body` is null for who has it already. */
type Said = {
  status: 200 | 304
  headers: Record<string, string>
  cookies: string[]
  body: Buffer | null
  route: string
}

/** Rather few, because each may be large; a crowd asks for few. */
const mostKnown = 200

/** Headers that may change the answer, or what stands around it: whoever sends one goes the long way. */
const ownHeaders = [
  'authorization',
  'cart-uuid',
  'client-domain-identifier',
  'origin',
  'x-request-id',
] as const

const ownCookie = new RegExp(`(?:^|;\\s*)(?:${authCookie}|${basketCookie})=`)

type Header = (name: keyof IncomingHttpHeaders & string) => string | undefined

const headersOf =
  (request: Request): Header =>
  (name) =>
    request.headers.get(name) ?? undefined

const bringsNothing = (header: Header): boolean =>
  ownHeaders.every((name) => header(name) === undefined) && !ownCookie.test(header('cookie') ?? '')

/**
 * The page a call comes from may name an operator (wire §1.1), and a proxy the scheme the visitor sees, so they are
 * part of what is asked. The address is host and path with its query.
 */
const keyOf = (address: string, header: Header): string => {
  const referer = header('referer')
  const from = referer === undefined ? '' : referer.split('/', 3).join('/')
  return `${address} ${from} ${header('x-forwarded-proto') ?? ''}`
}

/** `http://host/path?query` without its scheme, which the host of a request does not tell. */
const addressOf = (url: string): string => url.slice(url.indexOf('://') + 3)

export const createResponseCache = ({ clock, log }: { clock: Clock; log: Log }) => {
  const known = new Map<string, Known>()

  const makeRoom = (now: Date) => {
    for (const [key, { holds }] of known) if (!holds(now)) known.delete(key)
    if (known.size >= mostKnown) known.clear()
  }

  const said = (method: string | undefined, address: string, header: Header): Said | null => {
    if (known.size === 0 || method !== 'GET') return null
    const found = known.get(keyOf(address, header))
    if (found === undefined || !bringsNothing(header)) return null
    if (found.withoutCookies && header('cookie') !== undefined) return null
    if (!found.holds(clock.now())) return null
    const { route, headers, cookies } = found
    const seen = header('if-none-match')
    if (seen !== undefined) {
      if (found.etag === null || plainEtag(seen) !== found.etag) return null
      const { 'content-type': _, ...rest } = headers
      return { status: 304, headers: { ...rest, etag: seen }, cookies, body: null, route }
    }
    if (acceptsGzip(header('accept-encoding'))) {
      if (found.gzipped !== null) {
        const etag = found.etag === null ? {} : { etag: compressedEtag(found.etag) }
        return {
          status: 200,
          headers: { ...headers, ...etag, 'content-encoding': 'gzip' },
          cookies,
          body: found.gzipped,
          route,
        }
      }
      pack(found)
    }
    return { status: 200, headers, cookies, body: found.plain, route }
  }

  const pack = (found: Known): void => {
    if (found.isPacking) return
    found.isPacking = true
    compress(found.plain).then(
      (bytes) => (found.gzipped = bytes),
      (error: unknown) => log.error({ err: error, route: found.route }, 'packing failed'),
    )
  }

  const noted = ({ route, status }: Said, started: number): string => {
    const requestId = randomUUID()
    const ms = Math.round((performance.now() - started) * 10) / 10
    log.info({ requestId, method: 'GET', route, status, ms }, 'call')
    return requestId
  }

  return {
    /** The answer to a request that has been answered before, or null: then it goes the long way. */
    answer: (request: Request): Response | null => {
      const started = performance.now()
      const found = said(request.method, addressOf(request.url), headersOf(request))
      if (found === null) return null
      const { status, headers, cookies, body } = found
      const response = new Response(body === null ? null : new Uint8Array(body), { status, headers })
      response.headers.set('x-request-id', noted(found, started))
      for (const cookie of cookies) response.headers.append('set-cookie', cookie)
      return response
    },

    /** The same at Node's own door, before a request is made of what came in. false: it goes the long way. */
    serve: (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
      const started = performance.now()
      const { headers: came } = incoming
      const header: Header = (name) => came[name] as string | undefined
      const found = said(incoming.method, `${came.host ?? ''}${incoming.url ?? ''}`, header)
      if (found === null) return false
      const { status, headers, cookies, body } = found
      outgoing.writeHead(status, {
        ...headers,
        ...(body === null ? {} : { 'content-length': body.length }),
        ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
        'x-request-id': noted(found, started),
      })
      outgoing.end(body)
      return true
    },

    /** Keeps what somebody was answered who brought nothing of their own. `route` is its name in the log. */
    remember: (
      request: Request,
      route: string,
      { body, ...repeatable }: Repeatable,
      response: Response,
    ): void => {
      const header = headersOf(request)
      const cookies = response.headers.getSetCookie()
      if (cookies.length > 0 && !repeatable.withoutCookies) return
      if (response.status !== 200 || !bringsNothing(header)) return
      if (known.size >= mostKnown) makeRoom(clock.now())
      const {
        'x-request-id': _id,
        'content-encoding': _packed,
        'content-length': _length,
        'set-cookie': _cookies,
        ...headers
      } = Object.fromEntries(response.headers)
      if (repeatable.etag !== null) headers['etag'] = repeatable.etag
      known.set(keyOf(addressOf(request.url), header), {
        ...repeatable,
        route,
        headers,
        cookies,
        plain: Buffer.from(body),
        gzipped: null,
        isPacking: false,
      })
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>
