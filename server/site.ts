import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { messagesIn, operatorMessages } from '#server/messages/languages.ts'
import type { Language } from '#server/messages/languages.ts'
import { addressOf, languageFor, tokenOf } from '#server/platform/caller.ts'
import { compressFor, pageEncodings } from '#server/platform/compression.ts'
import type { Compressed } from '#server/platform/compression.ts'
import { projectRoot, siteLabels } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import {
  basketCookie,
  languageCookies,
  loginCookieNames,
  missingPresentCookie,
  ordersCookie,
  presentCookie,
  sharedDomain,
  withLanguage,
  withoutLanguage,
} from '#server/platform/cookies.ts'
import { failInvariant, SetupError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { isFormOfOwnPage } from '#server/platform/origins.ts'
import { contentSecurityPolicy, textOf } from '#server/platform/raw.ts'
import { offeredLanguage } from '#server/platform/readerLanguage.ts'
import type { ResponseCache } from '#server/platform/responseCache.ts'
import { readAssets, readFonts, serveAsset } from './assets.ts'
import { embedScript } from './embed.ts'
import { followTokenLink, mountAccountSwitch } from './tokenLinks.ts'
import type { TokenLinkDeps } from './tokenLinks.ts'

export type SiteDeps = Pick<TokenLinkDeps, 'exchangeToken' | 'whyTokenLinkStops' | 'recordForeignForm'> & {
  config: Config
  log: Log
  render: RenderPage
  /** Answers an API call in process. */
  api: (request: Request) => Response | Promise<Response>
  responseCache: ResponseCache
  /** Changes whenever what a visitor's page at this URL shows may have changed on this node. */
  revision: (url: URL) => number
  frameOrigins: (request: Request) => Promise<string[]>
  /** Origins of analytics containers, if the operator has any. */
  analyticsOrigins: (request: Request) => Promise<string[]>
  /** Origins of the card form and the bank's pages. */
  cardOrigins: { scripts: string[]; frames: string[]; connections: string[] }
}

/** Bytes. */
const largestForm = 64 * 1024

/** How long an anonymous page is cached, unless its venue changes sooner. */
const pageTtlMs = 1000

/** Serves built files, fonts, the embedding script and pages. */
export const mountSite = (app: Hono, deps: SiteDeps): void => {
  const built = readAssets(path.join(projectRoot(), 'dist', 'web', 'assets'))
  const fonts = readFonts(path.join(projectRoot(), 'node_modules'))
  app.get('/assets/fonts/:file', (c) => {
    // The names have no content hash, but a font hardly changes between versions.
    const asset = fonts.get(c.req.param('file'))
    return (
      serveAsset(c, asset, 'public, max-age=31536000') ??
      c.text(messagesIn(languageFor(c, deps.config)).platform.notFound, 404)
    )
  })
  app.get('/assets/*', (c) => {
    const name = c.req.path.slice('/assets/'.length)
    return (
      serveAsset(c, built.get(name), 'public, max-age=31536000, immutable') ??
      c.text(messagesIn(languageFor(c, deps.config)).platform.notFound, 404)
    )
  })
  app.get('/embed.js', (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    c.header('Cache-Control', 'public, max-age=3600')
    // Pages of other sites load it.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(embedScript)
  })
  app.get('/robots.txt', (c) =>
    c.text('User-agent: *\nAllow: /\nAllow: /api/openactive/\nDisallow: /basket\nDisallow: /api/\n'),
  )

  const originsOf = createOrigins(deps)
  const rendering = new Map<string, Promise<RenderedPage>>()

  /** Concurrent requests share one rendering that began after the last change. */
  const renderOnce = (c: Context, url: URL, revision: number): Promise<RenderedPage> => {
    const key = `${url.href} ${languageFor(c, deps.config)} ${revision}`
    const running = rendering.get(key)
    if (running !== undefined) return running
    const making = renderFor(c, url, deps).finally(() => rendering.delete(key))
    rendering.set(key, making)
    return making
  }

  app.get('*', async (c) => {
    try {
      return await answerRequest(c)
    } catch (error) {
      deps.log.error({ err: error, path: c.req.path }, 'page failed')
      // The same page with an API that cannot answer is the full-page error, which reads nothing (B04).
      const url = publicUrl(c, deps.config)
      const page = await renderFor(c, url, {
        ...deps,
        api: () => Response.json({ status: 500 }, { status: 500 }),
      })
      return (await sendPage(c, page, deps, originsOf)).response
    }
  })

  const tokenLinks: TokenLinkDeps = {
    ...deps,
    publicUrl: (c) => publicUrl(c, deps.config),
    basePath: deps.config.basePath === '/' ? '' : deps.config.basePath,
    ownOrigins: [...Object.values(deps.config.sites), ...deps.config.extraOrigins],
  }
  mountAccountSwitch(app, tokenLinks)

  /** Forms of browsers without script. With script, the page calls the API instead. */
  app.post('*', async (c) => {
    const url = publicUrl(c, deps.config)
    const { basePath } = deps.config
    const isForm = (c.req.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded')
    if (!isForm || (basePath !== '/' && !isWithin(url.pathname, basePath)))
      return c.text(messagesIn(languageFor(c, deps.config)).platform.notFound, 404)
    if (!isFormOfOwnPage(c, url.origin)) {
      await deps.recordForeignForm(c, '/*')
      return c.text(messagesIn(languageFor(c, deps.config)).platform.foreignOrigin, 403)
    }
    const text = await textOf(c.req.raw, largestForm)
    if (text === null) return c.text(messagesIn(languageFor(c, deps.config)).platform.requestTooLarge, 413)
    const page = await renderFor(c, url, deps, new URLSearchParams(text))
    return (await sendPage(c, page, deps, originsOf)).response
  })

  const answerRequest = async (c: Context): Promise<Response> => {
    const url = publicUrl(c, deps.config)
    const { basePath } = deps.config
    if (basePath !== '/' && !isWithin(url.pathname, basePath))
      return c.redirect(`${basePath}${url.pathname.replace(/^\/+/, '/')}${url.search}`, 302)
    const token = url.searchParams.get('token')
    if (token !== null) return followTokenLink(c, url, token, tokenLinks)
    if (!isAnonymous(c) || url.searchParams.has('code'))
      return (await sendPage(c, await renderFor(c, url, deps), deps, originsOf)).response
    const madeAt = Date.now()
    const revision = deps.revision(url)
    const page = await renderOnce(c, url, revision)
    const { response, compressed } = await sendPage(c, page, deps, originsOf)
    const holds = () => deps.revision(url) === revision && Date.now() - madeAt < pageTtlMs
    const bytes = { body: page.html, encodings: pageEncodings, compressed }
    const repeatable = { ...bytes, etag: null, holds, withoutCookies: true } as const
    if (hasOnlyCachedQuery(url)) deps.responseCache.remember(c.req.raw, 'page', repeatable, response)
    return response
  }
}

/** What links of ours to timetables and to the list of venues carry. */
const cachedQuery = new Set(['embedded', 'lang', 'location', 'radius'])

/** Other queries have values without end, such as searches, or are made up by the client. */
const hasOnlyCachedQuery = ({ searchParams }: URL): boolean =>
  [...searchParams.keys()].every((name) => cachedQuery.has(name))

const isWithin = (pathname: string, basePath: string): boolean =>
  pathname === basePath || pathname.startsWith(`${basePath}/`)

type OriginsOf = (request: Request) => Promise<PageOrigins>

type PageOrigins = { frames: readonly string[]; analytics: readonly string[] }

/** The origins of a page's policy; the last known ones while they cannot be read, so that an error page is sent. */
const createOrigins = ({ log, frameOrigins, analyticsOrigins }: SiteDeps): OriginsOf => {
  const cached = new Map<string, PageOrigins>()
  return async (request: Request): Promise<PageOrigins> => {
    const { host } = new URL(request.url)
    try {
      const [frames, analytics] = await Promise.all([frameOrigins(request), analyticsOrigins(request)])
      if (cached.size > 1000) cached.clear()
      cached.set(host, { frames, analytics })
      return { frames, analytics }
    } catch (error) {
      log.error({ err: error }, 'the origins of the page could not be read')
      return cached.get(host) ?? { frames: [], analytics: [] }
    }
  }
}

/** Nothing in the request makes the page personal. */
const isAnonymous = (c: Context): boolean => {
  return withoutLanguage(c.req.header('cookie')) === '' && c.req.header('authorization') === undefined
}

/** The address as the visitor sees it, behind a proxy that ends TLS. */
const publicUrl = (c: Context, config: Config): URL => {
  const url = new URL(c.req.url)
  if (config.trustedProxies > 0 && c.req.header('x-forwarded-proto') === 'https') url.protocol = 'https:'
  return url
}

const renderFor = async (
  c: Context,
  url: URL,
  { config, api, log, render }: SiteDeps,
  form?: URLSearchParams,
): Promise<RenderedPage> => {
  const language = languageFor(c, config)
  const chosen = languageOfLink(c, url, config)
  const missing = missingCookies(c, url, config)
  const sent = withoutLanguage(c.req.header('cookie'))
  // The page is rendered as the browser will show it once it has the cookie.
  const cookie = missing.length === 0 ? sent : `${sent}; ${presentCookie}=1`
  const set = new Set<string>([...missing, ...chosen])
  const page = await render({
    site: siteOf(url),
    language,
    url: url.href,
    basePath: config.basePath === '/' ? '' : config.basePath,
    cookie,
    fetchApi: async (request) => {
      // The page and what it reads are in one language, also where an account has another.
      const cookies = config.languages.length > 1 ? withLanguage(cookie, language) : cookie
      if (cookies !== '') request.headers.set('cookie', cookies)
      request.headers.set('host', url.host)
      request.headers.set('referer', url.href)
      // The origin of the form was checked before.
      if (form !== undefined) request.headers.set('origin', url.origin)
      request.headers.set('x-rendering-for', addressOf(c, config))
      request.headers.set('user-agent', c.req.header('user-agent') ?? '')
      const response = await api(request)
      for (const line of response.headers.getSetCookie()) set.add(line)
      return response
    },
    ...(form !== undefined && { form }),
    report: (error) => log.error({ err: error, path: url.pathname }, 'page failed'),
  })
  // Cookies of API calls made while rendering: a renewed or expired login.
  return {
    ...page,
    headers: [...page.headers, ...[...set].map((line): [string, string] => ['set-cookie', line])],
  }
}

/** A link that names a language chooses it for the browser. */
const languageOfLink = (c: Context, url: URL, config: Config): string[] => {
  const language = offeredLanguage(c.req.query('lang'), config.languages)
  if (language === undefined || config.languages.length === 1) return []
  const framed = url.searchParams.get('embedded') === 'true'
  return languageCookies(language, { domain: sharedDomain(config, url.host), framed })
}

/** A login made elsewhere, such as by a program, has no cookie that script could see. */
const missingCookies = (c: Context, url: URL, config: Config): string[] => {
  const isMissing = tokenOf(c, config)?.byCookie === true && getCookie(c, presentCookie) === undefined
  const framed = url.searchParams.get('embedded') === 'true'
  return isMissing ? missingPresentCookie({ domain: sharedDomain(config, url.host), framed }) : []
}

/** The first label of the host says which site; any other host shows bookings. */
const siteOf = (url: URL): string => {
  const label = url.hostname.split('.')[0] ?? ''
  return siteLabels.has(label) ? label : 'bookings'
}

const sendPage = async (
  c: Context,
  page: RenderedPage,
  deps: SiteDeps,
  originsOf: OriginsOf,
): Promise<{ response: Response; compressed: Compressed | null }> => {
  for (const [name, value] of page.headers) c.header(name, value, { append: name === 'set-cookie' })
  const { frames, analytics: analyticsOrigins } = await originsOf(c.req.raw)
  // A one-time code in the address is no one else's business.
  const hasCode = new URL(c.req.url).searchParams.has('code')
  const analytics = hasCode ? [] : analyticsOrigins
  const { scripts, frames: cardFrames, connections } = deps.cardOrigins
  const own = page.scriptHashes.map((hash) => `'${hash}'`)
  const isDesk = siteOf(publicUrl(c, deps.config)) === 'desk'
  c.header(
    'Content-Security-Policy',
    contentSecurityPolicy({
      'default-src': ["'self'"],
      'script-src': ["'self'", ...own, ...scripts, ...analytics],
      'style-src': ["'self'", ...page.styleHashes.map((hash) => `'${hash}'`)],
      'img-src': ["'self'", 'data:', 'https:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...connections, ...analytics],
      // The bank's challenge page may be on any host.
      'frame-src': ["'self'", ...cardFrames, 'https:'],
      'form-action': ["'self'", 'https:'],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      // Another site must not frame the desk and take its staff's clicks.
      'frame-ancestors': isDesk ? ["'none'"] : ["'self'", ...frames],
    }),
  )
  c.header('Referrer-Policy', hasCode ? 'no-referrer' : 'strict-origin-when-cross-origin')
  c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(self)')
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  // Pages depend on cookies; sharing happens in the response cache alone. Those of a person, or of who holds a basket or
  // an order, are stored nowhere.
  c.header('Cache-Control', hasCode || isPersonal(c, deps.config) ? 'no-store' : 'private, no-cache')
  const choosing = deps.config.languages.length > 1 ? ', Accept-Language' : ''
  c.header('Vary', `Accept-Encoding, Cookie${choosing}`)
  const compressed = await compressFor(c.req.header('accept-encoding'), page.html, pageEncodings)
  if (compressed !== null) c.header('Content-Encoding', compressed.encoding)
  return { response: c.body(compressed?.bytes ?? page.html, page.status as 200), compressed }
}

const isPersonal = (c: Context, config: Config): boolean =>
  [...loginCookieNames(config), basketCookie, ordersCookie].some((name) => getCookie(c, name) !== undefined)

/**
 * The renderers over the files that `vite build` made, one a language. The English one is part of the program; each of the
 * others is a bundle of its own, so that it costs nobody who does not offer it.
 */
export const builtRenderer =
  (createEnglish: CreateRenderer): CreatePages =>
  async (languages) => {
    const renderers = new Map<Language, RenderPage>()
    for (const language of languages) {
      const createRenderer = language === 'en' ? createEnglish : await loadRenderer(language)
      const { manifest, folder } = readManifest(language)
      const readAsset = (file: string) => readFileSync(path.join(folder, file), 'utf8')
      renderers.set(language, createRenderer({ manifest, readAsset }))
    }
    return (request) => {
      const render = renderers.get(request.language) ?? failInvariant(`No pages in ${request.language}`)
      return render(request)
    }
  }

/** @throws SetupError where the pages were built without the language */
const loadRenderer = async (language: Language): Promise<CreateRenderer> => {
  const file = path.join(projectRoot(), 'dist', 'server', 'pages', `${language}.js`)
  if (!existsSync(file)) throw new SetupError(operatorMessages().startup.languageNotBuilt({ language }))
  const { createRenderer } = (await import(pathToFileURL(file).href)) as { createRenderer: CreateRenderer }
  return createRenderer
}

/** The files that `vite build` made of scripts that stand by themselves, such as those of the frames of card companies. */
export const builtScripts = (): ((source: string) => string) => {
  const { manifest } = readManifest('en')
  return (source) => manifest[source]?.file ?? failInvariant(`The build has no ${source}`)
}

const readManifest = (language: Language): { manifest: Manifest; folder: string } => {
  const folder = path.join(projectRoot(), 'dist', 'web')
  return {
    manifest: JSON.parse(readFileSync(path.join(folder, '.vite', `${language}.json`), 'utf8')),
    folder,
  }
}

/** The renderer in web/, with its types as the server sees them (docs/decisions/0008). */

export type PageRequest = {
  site: string
  language: Language
  url: string
  basePath: string
  cookie: string
  fetchApi: (request: Request) => Promise<Response>
  /** The fields of a form that a browser without script has posted to the URL. */
  form?: URLSearchParams
  report: (error: unknown) => void
}

type RenderedPage = {
  status: number
  headers: [name: string, value: string][]
  html: string
  styleHashes: string[]
  scriptHashes: string[]
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

/** Renders pages in these languages. */
export type CreatePages = (languages: readonly Language[]) => Promise<RenderPage>

type Manifest = Readonly<
  Record<string, { file: string; css?: readonly string[]; imports?: readonly string[]; isEntry?: boolean }>
>

type CreateRenderer = (
  settings:
    | { manifest: Manifest; readAsset: (file: string) => string }
    | { development: { head: string; script: string } },
) => RenderPage
