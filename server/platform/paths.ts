import type { Endpoint } from '#contract/endpoint.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Operator, Person } from './actor.ts'
import type { RawRoute } from './raw.ts'

export const verbsByPath = (
  ordered: readonly { endpoint: Endpoint }[],
  rawRoutes: readonly RawRoute[],
): Map<string, string[]> => {
  const verbs = new Map<string, string[]>()
  const all = [
    ...ordered.map(({ endpoint }) => ({ path: honoPath(endpoint.path), method: endpoint.method })),
    ...rawRoutes.map(({ path, method }) => ({ path: bracesToColons(path), method })),
  ]
  for (const { path, method } of all) verbs.set(path, [...(verbs.get(path) ?? []), method])
  return verbs
}

/** The path below the base path, without a trailing slash: one is accepted everywhere. */
export const pathWithin = (basePath: string, pathname: string): string => {
  const inside = basePath !== '/' && (pathname === basePath || pathname.startsWith(`${basePath}/`))
  const path = inside ? pathname.slice(basePath.length) : pathname
  return withoutTrailingSlashes(path) || '/'
}

/** By hand: a regular expression takes quadratic time for a path of many slashes. */
export const withoutTrailingSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

export const honoPath = (path: string): string => `/api${bracesToColons(path).replace(/\/$/, '')}`

export const bracesToColons = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Fixed segments weigh more, the earlier the more, so that `/cart/add` is tried before `/cart/{id}`. */
export const specificity = (path: string): number =>
  path
    .split('/')
    .filter(Boolean)
    .reduce((sum, segment, index) => sum + (segment.startsWith('{') ? 0 : 2 ** (20 - index)), 0)

/** A call of an API of another standard that is mounted below ours. */
export type MountedCall = {
  request: Request
  /** Below its base: `/order-quotes/3f0c8f2e…`; `''` for the base itself. */
  path: string
  /** The operator by the request's origin, as of any call. */
  operator: Operator
  /** Where the call comes from, for rate limits only. Never logged. */
  address: string
  /** Where the caller reaches this server. */
  site: string
  requestId: string
  /** What we write, in the caller's language. */
  messages: Messages
  /** Who is logged in by the request's cookie; its origin has not been checked. */
  identify: () => Promise<Person | null>
  now: Date
}

/** Answers every verb and path below its base in its own form, failures included. */
export type MountedApi = {
  /** From the root: `/api/open-booking`. */
  base: string
  answer: (call: MountedCall) => Promise<Response>
}
