import { renderToString } from 'react-dom/server'
import { language } from '#messages/format.ts'
import { App } from '#web/platform/App.tsx'
import { createClient } from '#web/platform/api.ts'
import { createClock } from '#web/platform/clock.ts'
import { requestCookies } from '#web/platform/cookies.ts'
import { captureScript } from '#web/platform/captureEarlyEvents.ts'
import { startScript } from '#web/platform/startAfterPaint.ts'
import { fontScript } from '#web/platform/useFontsTogether.ts'
import { createFrameMemory } from '#web/platform/frameMemory.ts'
import { kioskMode } from '#web/platform/kiosk.ts'
import { mailedLinkPath, safeRedirect, withQuery } from '#web/platform/links.ts'
import { flashes, isFlashName } from '#web/platform/messages.ts'
import { staticNavigator } from '#web/platform/navigator.ts'
import type { Screen, Site } from '#web/platform/page.ts'
import { renderWithLazy, type LateSources } from '#web/platform/lazyComponent.tsx'
import { dehydrateReads } from '#web/platform/dehydration.ts'
import { createQueries } from '#web/platform/queries.ts'
import { isRedirect, loadScreen, matchRoute } from '#web/platform/screens.ts'
import { submitForm } from '#web/platform/submitForm.ts'
import { shell, type Bootstrap } from '#web/platform/shell.ts'
import { themeCss, themeFonts } from '#web/platform/theme.ts'
import { createToasts } from '#web/platform/toasts.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'
import { builtFiles, type BuiltAssets } from './builtFiles.ts'
import { sites } from './sites.ts'

/**
 * Renders a URL to HTML. The server calls it for every URL that is neither the API's nor a file's:
 *
 *   const render = createRenderer({ manifest, readAsset })
 *   const page = await render({ site: 'bookings', url, basePath: '', cookie, fetchApi, report })
 *
 * Between calls it keeps only caches of the build's files, so that tests can call it directly.
 */
export type Render = (request: RenderRequest) => Promise<Rendered>

export type RenderRequest = {
  /** A key of sites.ts: `bookings`. */
  site: string
  /** The absolute URL in the visitor's browser. */
  url: string
  /** The path that the site is served under: `''` or `/book`, without a trailing slash. */
  basePath: string
  /** The `Cookie` header, or `''`. */
  cookie: string
  /** Calls the API in process with this visitor's cookies; requests are to `{origin}{basePath}/api/…`. */
  fetchApi: (request: Request) => Promise<Response>
  /** The fields of a form that a browser without script has posted to the URL. */
  form?: URLSearchParams
  /** Reports an unexpected error while rendering; the page then shows that it failed. */
  report: (error: unknown) => void
}

export type Rendered = {
  status: number
  /** `content-type`, `location`, `set-cookie` (several). */
  headers: [name: string, value: string][]
  /** `''` for a redirect. */
  html: string
  /** For the policy's `style-src`: `sha256-…` of each style element. */
  styleHashes: string[]
  /** For its `script-src`: the inline script. */
  scriptHashes: string[]
}

/** Built pages need the manifest; the development server provides its own head and script instead. */
export type RendererSettings = BuiltAssets | { development: { head: string; script: string } }

export const createRenderer = (settings: RendererSettings): Render => {
  const filesOf = 'manifest' in settings ? builtFiles(settings) : undefined
  const withCachedFrame = createFrameMemory()
  const hashes = new Map<string, string>()
  const hashOf = async (sheet: string): Promise<string> => {
    const cache = hashes.get(sheet)
    if (cache !== undefined) return cache
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sheet))
    const hash = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
    // There are few style sheets; the limit is for themes that are edited over months.
    if (hashes.size > 500) hashes.clear()
    hashes.set(sheet, hash)
    return hash
  }

  return async (request) => {
    const { url, basePath, report } = request
    const loadSite = sites[request.site]
    if (loadSite === undefined) throw new Error(`No site is called ${request.site}`)
    const { site } = await loadSite()

    const requestUrl = new URL(url)
    const path = `${requestUrl.pathname.slice(basePath.length) || '/'}${requestUrl.search}`
    const canonicalPath = withoutTrailingSlash(path) ?? withLowerCaseSlugs(site, path)
    if (canonicalPath !== undefined) return redirectTo(basePath + canonicalPath, 301, [])

    const page = createPageContext(site, request)
    const { kiosk, responseHeaders, takeFlash, session } = page
    const submitted = request.form === undefined ? undefined : await submitForm(page.context, request.form)
    if (request.form !== undefined && submitted === undefined)
      return redirectTo(basePath + afterForm(path, page.context, request.form), 303, responseHeaders())
    const context = submitted === undefined ? page.context : { ...page.context, submitted }
    const loaded = await loadScreen(site, context, path)
    const screen = isRedirect(loaded) ? loaded : withCachedFrame(request.site, loaded)
    if (isRedirect(screen)) {
      if (screen.flash !== undefined) context.cookies.set('flash', screen.flash, { maxAge: 30 })
      const to = /^https?:/.test(screen.to) ? screen.to : basePath + keepEmbedded(screen.to, context)
      return redirectTo(to, screen.permanent === true ? 301 : 302, responseHeaders())
    }

    // F06: the page without the customer, where it failed because the session has ended.
    if (session.hasEnded && screen.status === 401 && context.cookies.get('flash') !== 'signed-out') {
      context.cookies.set('flash', 'signed-out', { maxAge: 30 })
      return redirectTo(basePath + path, 302, responseHeaders())
    }

    const flash = takeFlash()
    const rendered = await renderWithFallback(site, context, screen, report)
    const { outcome, title, frame } = rendered.screen
    const status = submitted === undefined ? rendered.screen.status : submitted.error.status || 502
    const bootstrap: Bootstrap = {
      site: request.site,
      basePath,
      embedded: context.embedded,
      ...(kiosk !== undefined && { kiosk }),
      ...(context.selection !== undefined && { served: context.selection.userId() }),
      now: context.startedAt,
      reads: dehydrateReads(context.queries),
      lazy: rendered.lazy,
      late: rendered.late,
      ...(flash !== undefined && { flash }),
      ...(outcome !== 'page' && { failed: { status, outcome, title, frame } }),
    }
    const files = filesOf?.(
      request.site,
      rendered.screen.routeName,
      rendered.lazy,
      Object.values(rendered.late).flat(),
    )
    const styles = [themeCss(frame.theme), ...(files === undefined ? [] : [files.css])]
    const html = shell({
      title,
      noIndex: status >= 400,
      bootstrap,
      body: rendered.body,
      styles,
      preload: files?.preload.map((file) => `${basePath}/${file}`) ?? [],
      fonts: themeFonts(frame.theme, basePath),
      inlined: files?.inlined.map((file) => `${basePath}/${file}`) ?? [],
      script: 'development' in settings ? settings.development.script : `${basePath}/${files?.script ?? ''}`,
      head: 'development' in settings ? settings.development.head : '',
    })
    return {
      status,
      headers: [
        ['content-type', 'text/html; charset=utf-8'],
        ['content-language', language],
        ...responseHeaders(),
      ],
      html,
      styleHashes: await Promise.all(styles.map(hashOf)),
      scriptHashes: await Promise.all([fontScript, captureScript, startScript].map(hashOf)),
    }
  }
}

/** The page context of a request, and the cookies that its response must set. */
const createPageContext = (
  site: Site,
  { url, basePath, cookie, fetchApi, report, site: name }: RenderRequest,
) => {
  const { origin, protocol, searchParams } = new URL(url)
  const cookies = requestCookies(cookie, {
    path: basePath === '' ? '/' : basePath,
    secure: protocol === 'https:',
    framed: searchParams.get('embedded') === 'true',
  })
  const kiosk = kioskMode(cookies, searchParams)
  const selection = site.channel.selection?.(cookies)
  const apiCookies: string[] = []
  const session = { hasEnded: false }
  const clock = createClock()
  const context: PageContext = {
    site: name,
    origin,
    basePath,
    embedded: searchParams.get('embedded') === 'true',
    channel: kiosk === undefined ? site.channel : (site.kiosk ?? site.channel),
    ...(kiosk?.centre !== undefined && { centre: kiosk.centre }),
    ...(selection !== undefined && { selection }),
    client: createClient({
      ...(selection !== undefined && { selectedUserId: selection.userId }),
      base: `${origin}${basePath}/api`,
      fetch: async (request) => {
        const answer = await fetchApi(request)
        apiCookies.push(...answer.headers.getSetCookie())
        return answer
      },
      onLoggedOut: () => {
        session.hasEnded = true
      },
    }),
    queries: createQueries(),
    clock,
    startedAt: clock.now(),
    cookies,
    toasts: createToasts(),
    report,
  }
  return {
    context,
    kiosk,
    /** Whether a call has been refused because the session has ended. */
    session,
    responseHeaders: (): [string, string][] =>
      [...new Set([...apiCookies, ...cookies.setCookieHeaders()])].map((value) => ['set-cookie', value]),
    /** Shows and removes the notice of a redirect. */
    takeFlash: () => {
      const flash = cookies.get('flash')
      if (flash === undefined) return undefined
      cookies.set('flash', '', { maxAge: 0 })
      if (!isFlashName(flash)) return undefined
      context.toasts.show(flashes[flash])
      return flash
    },
  }
}

const renderScreen = (site: Site, context: PageContext, screen: Screen): ReturnType<typeof renderWithLazy> =>
  renderWithLazy(() =>
    renderToString(<App site={site} context={context} navigator={staticNavigator(screen)} />),
  )

/** Renders the screen; if that throws, the frame with an error; if that throws too, the error alone (B04). */
const renderWithFallback = async (
  site: Site,
  context: PageContext,
  screen: Screen,
  report: RenderRequest['report'],
): Promise<{ screen: Screen; body: string; lazy: readonly string[]; late: LateSources }> => {
  const failed = { ...screen, status: 500, breadcrumbs: [] }
  for (const attempt of [screen, { ...failed, outcome: 'page-failed' as const }]) {
    try {
      const { html, rendered, late } = await renderScreen(site, context, attempt)
      return { screen: attempt, body: html, lazy: rendered, late }
    } catch (error) {
      report(error)
    }
  }
  const last: Screen = { ...failed, outcome: 'failed' }
  const { html, rendered, late } = await renderScreen(site, context, last)
  return { screen: last, body: html, lazy: rendered, late }
}

/** Where a form leads that succeeded: the page itself, which redirects if it is only for visitors, without the log-in dialog. */
const afterForm = (path: string, context: PageContext, form: URLSearchParams): string => {
  const { searchParams } = new URL(path, context.origin)
  if (form.get('call') === 'request-login-link')
    return keepEmbedded(withQuery(path, { requested: 'true' }), context)
  const isMailedLink = path.startsWith(mailedLinkPath)
  if (!searchParams.has('login') && !isMailedLink) return keepEmbedded(path, context)
  const wanted = safeRedirect(searchParams.get('redirect'), context)
  const isOwnPath = wanted?.startsWith('/') === true
  return keepEmbedded(
    isOwnPath
      ? wanted
      : isMailedLink
        ? '/'
        : withQuery(path, { login: null, forgotten: null, redirect: null }),
    context,
  )
}

const redirectTo = (to: string, status: number, headers: [string, string][]): Rendered => ({
  status,
  headers: [['location', to], ...headers],
  html: '',
  styleHashes: [],
  scriptHashes: [],
})

/** Redirects keep `embedded=true` (A25). */
const keepEmbedded = (path: string, { embedded }: PageContext): string =>
  embedded ? withQuery(path, { embedded: 'true' }) : path

/** The path without its trailing slash, with its query (A20); undefined when it has none. */
const withoutTrailingSlash = (path: string): string | undefined => {
  const [pathname = '/', ...query] = path.split('?')
  if (pathname === '/' || !pathname.endsWith('/')) return undefined
  // Exactly one leading slash, because `//elsewhere/` would lead to another host. By hand: a regular expression takes
  // quadratic time for many slashes.
  let [start, end] = [0, pathname.length]
  while (pathname[start] === '/') start += 1
  while (end > start && pathname[end - 1] === '/') end -= 1
  return [`/${pathname.slice(start, end)}`, ...query].join('?')
}

/** Slugs are in lower case: the path with those that are not, as they are; undefined where all are. */
const withLowerCaseSlugs = ({ routes }: Site, path: string): string | undefined => {
  let canonical = path
  for (const [name, slug] of Object.entries(matchRoute(routes, path.split('?')[0] ?? '/')?.params ?? {}))
    if (name.endsWith('Slug') && slug) canonical = canonical.replace(`/${slug}`, `/${slug.toLowerCase()}`)
  return canonical === path ? undefined : canonical
}
