import { createHash } from 'node:crypto'
import type { Actor } from './actor.ts'

/** What a raw handler receives. */
export type RawCall = {
  request: Request
  params: Readonly<Record<string, string>>
  /** For reading only: the origin of a cookie has not been checked. */
  actor: Actor
  cookies: Readonly<Record<string, string>>
  /** What the browser was given at an earlier log-in. */
  device: string | null
  now: Date
}

/**
 * A route outside our JSON API: a page, a file, a webhook. It answers a Response of its own; a Refusal it throws becomes
 * the usual failure.
 */
export type RawRoute = {
  method: 'GET' | 'POST'
  /** From the root: `/api/activities/orders/{completeOrderId}/calendar`, `/dev/mail`. */
  path: string
  /** Pages of any origin may read the answer. Without it none but our own may. */
  anyOrigin?: true
  /** Its bearer token is no session of ours: nobody is looked up. */
  hasOwnTokens?: true
  handle: (call: RawCall) => Promise<Response> | Response
}

/** Limit for forms and webhooks, in bytes. */
const maximumText = 64 * 1024

/**
 * The body of a request as text, or null when it is larger than so many bytes or the client ended before its end.
 * Nothing beyond the limit is read, whether or not the request says how large it is.
 */
export const textOf = async (request: Request, maximum = maximumText): Promise<string | null> => {
  const length = request.headers.get('content-length')
  if (length !== null && !(Number(length) <= maximum)) return null
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of (request.body as AsyncIterable<Uint8Array> | null) ?? []) {
      size += piece.length
      if (size > maximum) return null
      pieces.push(piece)
    }
  } catch {
    // The client is gone, and nothing else makes a body unreadable.
    return null
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A small page that stands by itself: no file beside it, nothing from elsewhere but what it names. */
export type Page = {
  title: string
  /** As `lang` names it. */
  language: string
  /** HTML; anyone who writes it escapes what it did not write itself. */
  body: string
  style: string
  /** Read by the script as `document.body.dataset`, so that the script itself stays the same for everybody. */
  data?: Readonly<Record<string, string>>
  script?: string
  /** Of our own built files, by its address: a module that runs when the page is there. */
  module?: string
  status?: number
  /** Origins that may show the page in a frame besides its own. None: no frame at all. */
  frameAncestors?: readonly string[]
  /** Where its forms may lead, redirects included. */
  formAction?: readonly string[]
  /** Whom its script may call. */
  connect?: readonly string[]
  /** Script and frames from elsewhere, where another company's card fields need them. */
  scripts?: readonly string[]
  frames?: readonly string[]
  /** Where its script may load fonts from. */
  fonts?: readonly string[]
}

/** The address of a script of the browser by its source: `web/frames/demoCard.ts`. */
export type ScriptUrl = (source: string) => string

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const sourcesOrNone = (sources: readonly string[] = []): readonly string[] =>
  sources.length === 0 ? ["'none'"] : sources

/** The page with headers under which its own script and style run and no others. */
export const answerPage = (page: Page): Response => {
  const script = page.script ?? ''
  const data = Object.entries(page.data ?? {}).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  const policy = contentSecurityPolicy({
    'default-src': ["'none'"],
    'style-src': [hashed(page.style)],
    'script-src': sourcesOrNone([
      ...(script === '' ? [] : [hashed(script)]),
      ...(page.module === undefined ? [] : ["'self'"]),
      ...(page.scripts ?? []),
    ]),
    'connect-src': sourcesOrNone(page.connect),
    'frame-src': sourcesOrNone(page.frames),
    ...(page.fonts === undefined ? {} : { 'font-src': page.fonts }),
    'form-action': sourcesOrNone(page.formAction),
    'frame-ancestors': page.frameAncestors === undefined ? ["'none'"] : ["'self'", ...page.frameAncestors],
    'base-uri': ["'none'"],
  })
  const html = `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<style>${page.style}</style>
</head>
<body${data.join('')}>
${page.body}
${script === '' ? '' : `<script>${script}</script>`}
${page.module === undefined ? '' : `<script type="module" src="${escapeHtml(page.module)}"></script>`}
</body>
</html>
`
  return new Response(html, {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
/** The value of a Content-Security-Policy header. A directive without sources is left out. */
export const contentSecurityPolicy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
