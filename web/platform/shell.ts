import { language } from '#messages/format.ts'
import * as errors from '#messages/shared/errors.ts'
import { captureScript } from './captureEarlyEvents.ts'
import type { KioskMode } from './kiosk.ts'
import type { FlashName } from './messages.ts'
import type { Screen } from './page.ts'
import { startScript } from './startAfterPaint.ts'
import type { FontFile } from './fonts.ts'
import { fontScript } from './useFontsTogether.ts'
import type { DehydratedRead } from './dehydration.ts'
import type { LateSources } from './lazyComponent.tsx'

/** The data sent with the HTML, so that hydration needs no request. */
export type Bootstrap = {
  site: string
  basePath: string
  embedded: boolean
  /** Set on a kiosk. */
  kiosk?: KioskMode
  /** Whom the desk serves, null for a walk-in; not on other sites. */
  served?: number | null
  /** The server's clock when it rendered the page, ms. */
  now: number
  reads: DehydratedRead[]
  /** The lazy components in the HTML, which must be loaded before hydration. */
  lazy: readonly string[]
  /** Those in its late parts, which are loaded after it. */
  late: LateSources
  flash?: FlashName
  /** A screen that is not the page's: its loaders would not reproduce it in the browser, or only by asking again. */
  failed?: Pick<Screen, 'status' | 'outcome' | 'title' | 'frame'>
}

export type ShellParts = {
  title: string
  /** Excludes the page from search engines. */
  noIndex: boolean
  bootstrap: Bootstrap
  body: string
  /** Two style sheets: the theme, and the styles of the page. */
  styles: readonly string[]
  /** Modules of the page, fetched in parallel. */
  preload: readonly string[]
  /** Font files needed for the first render. */
  fonts: readonly FontFile[]
  /** Style sheets inlined in the page; listed so that the script does not fetch them again. */
  inlined: readonly string[]
  /** The module that hydrates the page. */
  script: string
  /** Markup that the development server adds to the head. */
  head: string
}

/** The whole document. Inline scripts and styles are allowed by hash in the content security policy. */
export const shell = (parts: ShellParts): string => `<!doctype html>
<html lang="${language}"${htmlAttributes(parts.bootstrap)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
<link rel="icon" href="${faviconUrl}">
${parts.fonts
  .map(
    ({ family, weight, url }) =>
      `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(url)}" crossorigin data-font="${family}" data-weight="${weight}">\n`,
  )
  .join('')}<script>${fontScript}</script>
${
  // Requested at once: on a slow connection what they ask for comes long after the HTML, which has been sent by then.
  [`<link id="entry" rel="modulepreload" href="${escapeHtml(parts.script)}">\n`]
    .concat(
      parts.preload
        .filter((href) => href !== parts.script)
        .map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">\n`),
    )
    .join('')
}${parts.noIndex ? '<meta name="robots" content="noindex">\n' : ''}${parts.head}${parts.styles
  .map((sheet) => `<style>${sheet}</style>\n`)
  .join('')}${parts.inlined
  // Found by the script by its address. Chromium fetches a disabled one too unless its medium matches nothing.
  .map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" media="not all" disabled>\n`)
  .join('')}<script>${captureScript}</script>
</head>
<body>
<div id="root">${parts.body}</div>
<p id="unheard" role="alert" hidden>${escapeHtml(errors.scriptFailed)} <a href="">${escapeHtml(errors.reloadPage)}</a></p>
<script type="application/json" id="bootstrap">${serialiseJson(parts.bootstrap)}</script>
<script>${startScript}</script>
</body>
</html>
`

/** Attributes that styles depend on: kiosk (touch screen) and embedded. */
const htmlAttributes = ({ kiosk, embedded }: Bootstrap): string =>
  `${kiosk === undefined ? '' : ' data-kiosk'}${embedded ? ' data-embedded' : ''}`

const faviconUrl =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%236b2fb3'/%3E%3Cpath d='M16 9l7 5-2.7 8h-8.6L9 14z' fill='%23fff'/%3E%3C/svg%3E"

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** JSON that cannot close its script element. */
const serialiseJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
