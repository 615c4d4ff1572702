import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from './clock.ts'
import { authCookie, basketCookie } from './cookies.ts'
import type { Log } from './log.ts'

/*
 * The short way through the binder. When places are released everybody looks at the same few days, and most
 * bring nothing that makes their answer different. What was answered to one of them is answered to the others
 * as it is, before anything is routed, parsed or looked up, for as long as whoever made it says that it holds.
 */

/** An answer that others may get too. */
export type Repeatable = {
  body: string
  etag: string
  /** Whether it is still what a reader at this instant should see. */
  holds: (now: Date) => boolean
}

type Known = Repeatable & { route: string; headers: Record<string, string> }

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

/** Node has read the headers already; a request within the process has none but its own. */
const headersOf = (request: Request, env: unknown): Header => {
  const incoming = (env as { incoming?: { headers?: IncomingHttpHeaders } } | undefined)?.incoming?.headers
  return incoming === undefined
    ? (name) => request.headers.get(name) ?? undefined
    : (name) => incoming[name] as string | undefined
}

const bringsNothing = (header: Header): boolean =>
  ownHeaders.every((name) => header(name) === undefined) && !ownCookie.test(header('cookie') ?? '')

/** The page a call comes from may name an operator (wire §1.1), so it is part of what is asked. */
const keyOf = (url: string, header: Header): string => {
  const referer = header('referer')
  return referer === undefined ? url : `${url} ${referer.split('/', 3).join('/')}`
}

export const createAgain = ({ clock, log }: { clock: Clock; log: Log }) => {
  const known = new Map<string, Known>()

  const makeRoom = (now: Date) => {
    for (const [key, { holds }] of known) if (!holds(now)) known.delete(key)
    if (known.size >= mostKnown) known.clear()
  }

  return {
    /** The answer to a request that has been answered before, or null: then it goes the long way. */
    answer: (request: Request, env: unknown): Response | null => {
      if (known.size === 0 || request.method !== 'GET') return null
      const started = performance.now()
      const header = headersOf(request, env)
      const found = known.get(keyOf(request.url, header))
      if (found === undefined || !bringsNothing(header) || !found.holds(clock.now())) return null
      const seen = header('if-none-match')
      if (seen !== undefined && seen !== found.etag) return null
      const requestId = randomUUID()
      const { 'content-type': type = '', ...rest } = found.headers
      const response =
        seen === undefined
          ? new Response(found.body, {
              headers: { 'content-type': type, ...rest, 'x-request-id': requestId },
            })
          : new Response(null, { status: 304, headers: { ...rest, 'x-request-id': requestId } })
      const ms = Math.round((performance.now() - started) * 10) / 10
      log.info({ requestId, method: 'GET', route: found.route, status: response.status, ms }, 'call')
      return response
    },

    /** Keeps what somebody was answered who brought nothing of their own. `route` is its name in the log. */
    remember: (request: Request, route: string, answer: Repeatable, response: Response): void => {
      const header = headersOf(request, undefined)
      if (response.status !== 200 || response.headers.has('set-cookie') || !bringsNothing(header)) return
      if (known.size >= mostKnown) makeRoom(clock.now())
      const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
      known.set(keyOf(request.url, header), { ...answer, route, headers })
    },
  }
}

export type Again = ReturnType<typeof createAgain>
