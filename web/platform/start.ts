import { createClient } from './api.ts'
import { basketHeader } from './basketHeader.ts'
import { bearerHeader } from './bearer.ts'
import { createClock } from './clock.ts'
import { documentCookies } from './cookies.ts'
import { flashes } from './messages.ts'
import { loadRendered } from './lazyComponent.tsx'
import { createNavigator, pathWithin, type Navigator } from './navigator.ts'
import type { Screen, Site } from './page.ts'
import { createQueries, restoreReads } from './queries.ts'
import { isRedirect, prepare } from './screens.ts'
import { createSelection } from './selection.ts'
import { sessionEnded, syncSession } from './sessionSync.ts'
import type { Bootstrap } from './shell.ts'
import { createToasts } from './toasts.ts'
import { watchTyping } from './typing.ts'
import type { Visit } from './visit.tsx'

type Started = { site: Site; visit: Visit; navigator: Navigator }

/** The browser's visit, from what the server's page carries. */
export const startVisit = async (
  written: string,
  sites: Readonly<Record<string, () => Promise<{ site: Site }>>>,
): Promise<Started> => {
  const bootstrap = JSON.parse(written) as Bootstrap
  const loadSite = sites[bootstrap.site]
  if (loadSite === undefined) throw new Error(`No site is called ${bootstrap.site}`)
  const { site } = await loadSite()
  const visit = browserVisit(site, bootstrap)
  restoreReads(visit.queries, bootstrap.reads)
  if (bootstrap.flash !== undefined) visit.toasts.show(flashes[bootstrap.flash])
  const screen = await firstScreen(site, visit, bootstrap)
  await loadRendered(bootstrap.lazy)
  syncSession(visit)
  watchTyping()
  const navigator = createNavigator(site, visit, screen)
  if (visit.embedded)
    void import('./embedding.ts')
      .then(({ initEmbedding }) => initEmbedding(visit, navigator))
      .catch(visit.report)
  return { site, visit, navigator }
}

const browserVisit = (site: Site, { basePath, embedded, kiosk, now, site: name }: Bootstrap): Visit => {
  const clock = createClock()
  clock.note(now, performance.timeOrigin)
  const cookies = documentCookies({ path: basePath === '' ? '/' : basePath, framed: embedded })
  const selection = site.channel.selects === true ? createSelection(cookies) : undefined
  const queries = createQueries()
  const visit: Visit = {
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
      headers: () => ({ ...basketHeader(visit), ...bearerHeader(visit) }),
      onTime: clock.note,
      onLoggedOut: () => {
        sessionEnded(visit)
      },
    }),
    queries,
    clock,
    startedAt: now,
    cookies,
    toasts: createToasts(),
    // A defect of ours belongs where developers and error collectors look.
    report: (error) => {
      reportError(error)
    },
  }
  return visit
}

/** The screen the server showed: its loaders run again on the answers that came with the page. */
const firstScreen = async (site: Site, visit: Visit, { failed }: Bootstrap): Promise<Screen> => {
  const path = pathWithin(visit, location.href)
  const query = new URL(location.href).searchParams
  if (failed !== undefined) return { turn: 0, path, params: {}, query, breadcrumbs: [], ...failed }
  const screen = await prepare(site, visit, path)
  if (!isRedirect(screen)) return screen
  // What the server could show but this browser may not: let the server decide again.
  location.replace(screen.to)
  return new Promise(() => undefined)
}
