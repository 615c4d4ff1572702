import { createClient } from './api.ts'
import { basketHeader } from './basketHeader.ts'
import { bearerHeader } from './bearer.ts'
import { createClock } from './clock.ts'
import { documentCookies } from './cookies.ts'
import { flashes } from './messages.ts'
import { awaitLateParts } from './lateComponent.tsx'
import { loadRendered } from './lazyComponent.tsx'
import { createNavigator, pathWithin, type Navigator } from './navigator.ts'
import type { Screen, Site } from './page.ts'
import { hydrateReads } from './dehydration.ts'
import { createQueries, reader } from './queries.ts'
import { isRedirect, loadNotFound, loadScreen } from './screens.ts'
import type { Bootstrap } from './shell.ts'
import { createToasts } from './toasts.ts'
import { trackUnsavedInput } from './unsavedInput.ts'
import type { PageContext } from './pageContext.tsx'

type Started = {
  site: Site
  context: PageContext
  navigator: Navigator
  /** Whether every script of what the server has rendered is there; React hydrates nothing but the same page. */
  isWhole: boolean
}

/** Creates everything hydration needs from the page's bootstrap JSON. */
export const startPage = async (
  bootstrapJson: string,
  sites: Readonly<Record<string, () => Promise<{ site: Site }>>>,
): Promise<Started> => {
  const bootstrap = JSON.parse(bootstrapJson) as Bootstrap
  const loadSite = sites[bootstrap.site]
  if (loadSite === undefined) throw new Error(`No site is called ${bootstrap.site}`)
  const { site } = await loadSite()
  const context = createBrowserContext(site, bootstrap)
  hydrateReads(context.queries, bootstrap.reads)
  await nextTask()
  if (bootstrap.flash !== undefined) context.toasts.show(flashes[bootstrap.flash])
  const screen = await firstScreen(site, context, bootstrap)
  // Without one of them the rest of the page answers; in its place stands a notice.
  let isWhole = screen.outcome !== 'chunk-failed'
  await loadRendered(bootstrap.lazy).catch(() => {
    isWhole = false
  })
  awaitLateParts(bootstrap.late)
  trackUnsavedInput()
  const navigator = createNavigator(site, context, screen)
  if (context.embedded)
    void import('./embedding.ts')
      .then(({ initEmbedding }) => initEmbedding(context, navigator))
      .catch(context.report)
  return { site, context, navigator, isWhole }
}

/** Between two steps of the start: as one task they would keep a slow phone from painting and scrolling. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/**
 * Once the page is hydrated. Offline, once the connection is back, and then a few times more: browsers say `online`
 * before every address can be reached.
 */
export const syncPage = (context: PageContext, retryInMs = 1_000): void => {
  const startLater = (error: unknown): void => {
    if (!navigator.onLine) addEventListener('online', () => syncPage(context), { once: true })
    else if (retryInMs <= 64_000) setTimeout(() => syncPage(context, retryInMs * 4), retryInMs)
    else throw error
  }
  void loadSync()
    .then(({ startSync }) => startSync(context), startLater)
    .catch(context.report)
}

const loadSync = () => import('./pageSync.ts')

const createBrowserContext = (
  site: Site,
  { basePath, embedded, kiosk, now, served, site: name }: Bootstrap,
): PageContext => {
  const clock = createClock()
  clock.note(now, performance.timeOrigin)
  const cookies = documentCookies({ path: basePath === '' ? '/' : basePath, framed: embedded })
  const selection = site.channel.selection?.(cookies, served)
  const queries = createQueries()
  const context: PageContext = {
    site: name,
    origin: location.origin,
    basePath,
    embedded,
    channel: kiosk === undefined ? site.channel : (site.kiosk ?? site.channel),
    ...(kiosk?.centre !== undefined && { centre: kiosk.centre }),
    ...(selection !== undefined && { selection }),
    client: createClient({
      ...(selection !== undefined && { selectedUserId: selection.userId }),
      base: `${location.origin}${basePath}/api`,
      fetch: (request) => fetch(request),
      timeOut: { readMs: 15_000, writeMs: 30_000 },
      headers: () => ({ ...basketHeader(context), ...bearerHeader(context) }),
      onTime: clock.note,
      onLoggedOut: (refused) => {
        void loadSync()
          .then(({ endSession }) => endSession(context, refused))
          .catch(context.report)
      },
    }),
    queries,
    clock,
    startedAt: now,
    cookies,
    toasts: createToasts(),
    // `reportError` reaches the console and error collectors.
    report: (error) => {
      reportError(error)
    },
  }
  return context
}

/** The screen that the server rendered: its loaders run again on the data sent with the page. */
const firstScreen = async (site: Site, context: PageContext, { failed }: Bootstrap): Promise<Screen> => {
  const path = pathWithin(context, location.href)
  const query = new URL(location.href).searchParams
  if (failed !== undefined) {
    const args = { params: {}, query, read: reader(context), context, url: new URL(location.href) }
    const content = failed.outcome === 'not-found' ? await loadNotFound(site, args) : {}
    return { navigationId: 0, path, params: {}, query, breadcrumbs: [], ...content, ...failed }
  }
  const screen = await loadScreen(site, context, path)
  if (!isRedirect(screen)) return screen
  // The browser's state differs from the request's, so the server decides again.
  location.replace(screen.to)
  return new Promise(() => undefined)
}
