import { newKey } from './api.ts'
import { withQuery } from './links.ts'
import { flashes } from './messages.ts'
import type { Screen, Site } from './page.ts'
import { isRedirect, matchRoute, loadScreen } from './screens.ts'
import type { PageContext } from './pageContext.tsx'

/**
 * Moves the browser from screen to screen. The address changes once the page asked for is ready, so the old one stays
 * usable until then; the last click wins. (That is why no router library stands here: theirs follow the address at once.)
 */
export type Navigator = {
  screen: () => Screen
  /** The address asked for while its page is being made ready. */
  pending: () => string | undefined
  /** How the screen now shown was come by. */
  arrival: () => Arrival
  subscribe: (listener: () => void) => () => void
  navigate: (to: string, options?: GoOptions) => Promise<void>
  /** Fetches a page's script ahead of the click. */
  preload: (to: string) => void
}

export type GoOptions = {
  /** Takes the place of the present entry in the history. */
  replace?: boolean
  /** Keeps scroll position and focus: a filter, a panel, another day. The default where only the query changes. */
  stay?: boolean
}

/** What to do with focus and scroll position: nothing on the page that came from the server. */
export type Arrival = { stay: boolean; scrollTo: number | undefined }

/** A screen that never moves: the server's. */
export const staticNavigator = (screen: Screen): Navigator => ({
  screen: () => screen,
  pending: () => undefined,
  arrival: () => ({ stay: true, scrollTo: undefined }),
  subscribe: () => () => undefined,
  navigate: async () => undefined,
  preload: () => undefined,
})

type Move = { history: 'push' | 'replace' | 'none'; stay: boolean; scrollTo?: number }

export const createNavigator = (site: Site, context: PageContext, first: Screen): Navigator => {
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
  // In a frame the address says so: the server sets cookies there that the frame can keep (A25).
  const withEmbedded = (path: string): string =>
    context.embedded ? withQuery(path, { embedded: 'true' }) : path

  const navigate = async (requestedPath: string, move: Move): Promise<void> => {
    const path = withEmbedded(requestedPath)
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
          stay: false,
          history: move.history === 'none' ? 'replace' : move.history,
        })
      return
    }
    pending = undefined
    const entry = move.history === 'none' ? entryNow() : newKey()
    // A panel, a filter, another day stand on the page one was on, so that Back leaves focus and scroll alone too.
    if (move.history === 'none') page = pageNow()
    else if (!move.stay) page = entry
    if (move.history === 'push') history.pushState({ entry, page }, '', context.basePath + path)
    if (move.history === 'replace') history.replaceState({ entry, page }, '', context.basePath + path)
    scrolls.setEntry(entry)
    arrival = { stay: move.stay, scrollTo: move.scrollTo ?? (move.stay ? undefined : 0) }
    if (!isSamePathname(path, screen.path)) context.toasts.dismissClosed()
    screen = next
    notifyListeners()
  }

  addEventListener('popstate', () => {
    const path = pathWithin(context, location.href)
    // A link to a part of this page moves within it.
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
      // A failure here is told when the person really goes there.
      void matchRoute(site.routes, pathnameOf(to))
        ?.route.load()
        .catch(() => undefined)
    },
  }
}

/** The path and query of a whole address, without the base path. */
export const pathWithin = ({ basePath }: Pick<PageContext, 'basePath'>, href: string): string => {
  const { pathname, search } = new URL(href)
  const path = basePath !== '' && pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname
  return (path === '' ? '/' : path) + search
}

const pathnameOf = (path: string): string => path.split(/[?#]/)[0] ?? '/'

const isSamePathname = (one: string, other: string): boolean => pathnameOf(one) === pathnameOf(other)

const entryNow = (): string => (history.state as { entry?: string } | null)?.entry ?? 'first'

/** Entries that one got to without leaving a page share its name. */
const pageNow = (): string => (history.state as { page?: string } | null)?.page ?? entryNow()

/** How far down each entry of the history had been read; the browser itself would restore before the page is there. */
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
