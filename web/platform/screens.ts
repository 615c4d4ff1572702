import * as errors from '#messages/shared/errors.ts'
import { ApiError, isOffline, noResponse } from './api.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'
import type { Params, Redirect, Route, Screen, Site } from './page.ts'
import { reader } from './queries.ts'
import type { PageContext } from './pageContext.tsx'

/** B14 */
const chunkTimeOutMs = 120_000

/** Loads the screen of a URL: on the server, at hydration and on each navigation. */
export const loadScreen = async (
  site: Site,
  context: PageContext,
  path: string,
  navigationId = 0,
): Promise<Screen | Redirect> => {
  const url = new URL(context.basePath + path, context.origin)
  const match = matchRoute(site.routes, path.split(/[?#]/)[0] ?? '/')
  const params = match?.params ?? {}
  const args: AnyLoaderArgs = { params, query: url.searchParams, read: reader(context), context, url }
  const [frame, content] = await Promise.all([
    site.loadFrame(args),
    match === undefined ? loadNotFound(site, args) : loadPage(site, match.route, args),
  ])
  if (frame.blocked === undefined && isRedirect(content)) return content
  const ready =
    frame.blocked === undefined && !isRedirect(content) ? content : blockedContent(frame.blocked ?? 'failed')
  return {
    ...ready,
    navigationId,
    path,
    params,
    query: url.searchParams,
    frame,
    title: frame.operatorName === '' ? ready.title : `${ready.title} – ${frame.operatorName}`,
  }
}

/** The first matching route with its parameters; `*` matches into `rest`. */
export const matchRoute = (
  routes: readonly Route[],
  pathname: string,
): { route: Route; params: Params } | undefined => {
  for (const route of routes) {
    const match = patternOf(route.pattern).exec(pathname)
    if (match === null) continue
    const parts = Object.entries(match.groups ?? {}).filter(([, part]) => part !== undefined && part !== '')
    return { route, params: Object.fromEntries(parts.map(([name, part]) => [name, decodePart(part)])) }
  }
  return undefined
}

export const isRedirect = (value: object): value is Redirect =>
  'outcome' in value && value.outcome === 'redirect'

type AnyLoaderArgs = Parameters<Site['loadFrame']>[0]

type ScreenContent = Pick<
  Screen,
  'status' | 'outcome' | 'title' | 'breadcrumbs' | 'connectionMessage' | 'routeName' | 'page' | 'data'
>

const loadPage = async (site: Site, route: Route, args: AnyLoaderArgs): Promise<ScreenContent | Redirect> => {
  let loaded
  try {
    loaded = await withTimeout(route.load())
  } catch {
    if (isOffline()) return pageFailedContent(noResponse(false))
    return { status: 500, outcome: 'chunk-failed', title: errors.chunkFailedHeading, breadcrumbs: [] }
  }
  const { page } = loaded
  try {
    const data = await page.load(args)
    if (typeof data === 'object' && data !== null && 'outcome' in data) {
      if (isRedirect(data)) return data
      if (data.outcome === 'not-found') return await loadNotFound(site, args)
    }
    return {
      status: 200,
      outcome: 'page',
      title: page.title(data),
      breadcrumbs: page.breadcrumbs?.(data) ?? [],
      routeName: route.name,
      page,
      data,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      args.context.report(error)
      return pageFailedContent(new ApiError({ status: 500, code: 'failed', message: somethingWentWrong }))
    }
    if (error.status === 404) return loadNotFound(site, args)
    if (error.code === 'maintenance') return blockedContent('maintenance')
    return pageFailedContent(error)
  }
}

/** The content of a page that does not exist. */
export const loadNotFound = async ({ notFound }: Site, args: AnyLoaderArgs): Promise<ScreenContent> => {
  const data = await notFound.load(args)
  return {
    status: 404,
    outcome: 'not-found',
    title: notFound.title(data),
    breadcrumbs: [],
    page: notFound,
    data,
  }
}

/** The page's data failed to load; the frame is displayed. */
const pageFailedContent = (error: ApiError): ScreenContent => ({
  // An unreachable API has status 0, which becomes 502.
  status: error.status >= 400 ? error.status : 502,
  outcome: 'page-failed',
  title: errors.failedTitle,
  breadcrumbs: [],
  ...(error.status === 0 && { connectionMessage: error.serverMessage }),
})

const blockedContent = (blocked: 'maintenance' | 'failed'): ScreenContent => ({
  status: blocked === 'maintenance' ? 503 : 500,
  outcome: blocked,
  title: blocked === 'maintenance' ? errors.maintenanceTitle : somethingWentWrong,
  breadcrumbs: [],
})

const withTimeout = async <T>(loading: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(errors.chunkFailedHeading))
    }, chunkTimeOutMs)
  })
  try {
    return await Promise.race([loading, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** `/location/:venueSlug/:type?/*` as a regular expression with named groups. */
const patternOf = (pattern: string): RegExp => {
  const cached = patterns.get(pattern)
  if (cached !== undefined) return cached
  const source = pattern.split('/').slice(1).map(partOf).join('')
  const expression = new RegExp(`^${source}/?$`)
  patterns.set(pattern, expression)
  return expression
}

const partOf = (part: string): string => {
  if (part === '') return ''
  if (part === '*') return '(?:/(?<rest>.*))?'
  const name = /^:(\w+)(\??)$/.exec(part)
  if (name === null) return `/${part}`
  return name[2] === '?' ? `(?:/(?<${name[1]}>[^/]+))?` : `/(?<${name[1]}>[^/]+)`
}

const patterns = new Map<string, RegExp>()

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
