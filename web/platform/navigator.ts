import { newKey } from './api.ts'
import { withQuery } from './links.ts'
import { flashes } from './messages.ts'
import type { Screen, Site } from './page.ts'
import { isRedirect, matchRoute, loadScreen } from './screens.ts'
import type { PageContext } from './pageContext.tsx'

/**
 * Client-side navigation. The URL changes once the next page has loaded, so the current one stays usable until then;
 * the last click wins. (Router libraries change the URL first, so none is used.)
 */
export type Navigator = {
  screen: () => Screen
  /** The URL of a navigation whose page is still loading. */
  pending: () => string | undefined
  /** How the current screen was reached. */
  arrival: () => Arrival
  subscribe: (listener: () => void) => () => void
  navigate: (to: string, options?: GoOptions) => Promise<void>
  /** Fetches a page's script before the click. */
  preload: (to: string) => void
}

export type GoOptions = {
  /** Replaces the current history entry. */
  replace?: boolean
  /** Keeps scroll position and focus, for a filter, a panel or another day. The default when only the query changes. */
  stay?: boolean
}

/** What to do with focus and scroll position; nothing on the server-rendered page. */
export type Arrival = { stay: boolean; scrollTo: number | undefined }

/** The navigator for server rendering: one screen, no navigation. */
export const staticNavigator = (screen: Screen): Navigator => ({
  screen: () => screen,
  pending: () => undefined,
  arrival: () => ({ stay: true, scrollTo: undefined }),
  subscribe: () => () => undefined,
  navigate: async () => undefined,
  preload: () => undefined,
})

type Move = {
  history: 'push' | 'replace' | 'none'
  stay: boolean
  scrollTo?: number
  /** When it began, through all its redirects, ms. */
  startedAt?: number
}

export const createNavigator = (site: Site, context: PageContext, first: Screen): Navigator => {
  // The first entry too, so that drafts of forms are told apart by theirs (formDrafts.ts).
  if (entryNow() === firstEntry) history.replaceState({ entry: newKey() }, '')
  let screen = first
  let page = pageNow()
  let pending: string | undefined
  let arrival: Arrival = { stay: true, scrollTo: undefined }
  let navigationId = first.navigationId
  const listeners = new Set<() => void>()
  const notifyListeners = (): void => {
    for (const listener of listeners) listener()
  }
  const scrolls = trackScrollPositions()
  // In a frame every URL has `embedded=true`, for which the server sets cookies that a frame can store (A25).
  const withEmbedded = (path: string): string =>
    context.embedded ? withQuery(path, { embedded: 'true' }) : path

  const navigate = async (requestedPath: string, move: Move): Promise<void> => {
    const path = withEmbedded(requestedPath)
    const { startedAt = Date.now() } = move
    navigationId += 1
    const current = navigationId
    pending = path
    notifyListeners()
    const next = await loadScreen(site, context, path, current)
    if (current !== navigationId) return
    if (isRedirect(next)) {
      if (next.flash !== undefined) context.toasts.show(flashes[next.flash])
      if (/^https?:/.test(next.to)) location.assign(next.to)
      else
        await navigate(next.to, {
          ...move,
          startedAt,
          stay: false,
          history: move.history === 'none' ? 'replace' : move.history,
        })
      return
    }
    pending = undefined
    const entry = move.history === 'none' ? entryNow() : newKey()
    // A panel, a filter or another day belongs to the same page, so that Back keeps focus and scroll position too.
    if (move.history === 'none') page = pageNow()
    else if (!move.stay) page = entry
    if (move.history === 'push') history.pushState({ entry, page }, '', context.basePath + path)
    if (move.history === 'replace') history.replaceState({ entry, page }, '', context.basePath + path)
    scrolls.setEntry(entry)
    arrival = { stay: move.stay, scrollTo: move.scrollTo ?? (move.stay ? undefined : 0) }
    if (!isSamePathname(path, screen.path)) context.toasts.closeFailures(startedAt)
    screen = next
    notifyListeners()
  }

  addEventListener('popstate', () => {
    const path = pathWithin(context, location.href)
    // A link to an anchor on this page.
    if (path === screen.path && pending === undefined) return
    const stay = isSamePathname(path, screen.path) || pageNow() === page
    const scrollTo = stay ? undefined : scrolls.of(entryNow())
    void navigate(path, { history: 'none', stay, ...(scrollTo === undefined ? {} : { scrollTo }) })
  })

  return {
    screen: () => screen,
    pending: () => pending,
    arrival: () => arrival,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate: (to, { replace = false, stay = isSamePathname(to, screen.path) } = {}) =>
      navigate(to, { stay, history: replace || withEmbedded(to) === screen.path ? 'replace' : 'push' }),
    preload: (to) => {
      // Ignored, because the navigation itself reports a failure.
      void matchRoute(site.routes, pathnameOf(to))
        ?.route.load()
        .catch(() => undefined)
    },
  }
}

/** The path and query of an absolute URL, without the base path. */
export const pathWithin = ({ basePath }: Pick<PageContext, 'basePath'>, href: string): string => {
  const { pathname, search } = new URL(href)
  const path = basePath !== '' && pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname
  return (path === '' ? '/' : path) + search
}

const pathnameOf = (path: string): string => path.split(/[?#]/)[0] ?? '/'

const isSamePathname = (one: string, other: string): boolean => pathnameOf(one) === pathnameOf(other)

const firstEntry = 'first'

const entryNow = (): string => (history.state as { entry?: string } | null)?.entry ?? firstEntry

/** History entries of one page share its key. */
const pageNow = (): string => (history.state as { page?: string } | null)?.page ?? entryNow()

/** Scroll positions by history entry. The browser's own restoration would run before the page is rendered. */
const trackScrollPositions = () => {
  history.scrollRestoration = 'manual'
  const scrolls = new Map<string, number>()
  let entry = entryNow()
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => scrolls.set(entry, window.scrollY), 100)
    },
    { passive: true },
  )
  return {
    of: (wanted: string): number => scrolls.get(wanted) ?? 0,
    setEntry: (next: string): void => {
      clearTimeout(timer)
      entry = next
    },
  }
}
