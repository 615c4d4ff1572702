import * as errors from '#messages/shared/errors.ts'
import { captureScript } from './captureEarlyEvents.ts'
import type { KioskMode } from './kiosk.ts'
import type { FlashName } from './messages.ts'
import type { Screen } from './page.ts'
import type { DehydratedRead } from './queries.ts'

/** What the page carries to the browser beside its HTML, so that no request is left to make. */
export type Bootstrap = {
  site: string
  basePath: string
  embedded: boolean
  /** Set on a device of the venue. */
  kiosk?: KioskMode
  /** The server's clock when it made the page, ms. */
  now: number
  reads: DehydratedRead[]
  /** The lazy components in the HTML, which the script must have before it hydrates. */
  lazy: readonly string[]
  flash?: FlashName
  /** A screen that its loaders would not make again: something had failed. */
  failed?: Pick<Screen, 'status' | 'outcome' | 'title' | 'frame'>
}

export type ShellParts = {
  title: string
  /** Not for search machines. */
  noIndex: boolean
  bootstrap: Bootstrap
  body: string
  /** Two sheets: the venue's colours, and all the page needs. */
  styles: readonly string[]
  /** Modules of the page, fetched beside one another. */
  preload: readonly string[]
  /** Files of fonts that the page begins with. */
  fonts: readonly string[]
  /** Styles that stand in the page already; named so that script does not fetch them again. */
  inlined: readonly string[]
  script: string
  /** What a development server wants in the head. */
  head: string
}

/** The whole document. What stands in it of script and style is known by its hash, so that a policy can list it. */
export const shell = (parts: ShellParts): string => `<!doctype html>
<html lang="en-GB"${htmlAttributes(parts.bootstrap)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
<link rel="icon" href="${faviconUrl}">
${parts.fonts
  .map((href) => `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(href)}" crossorigin>\n`)
  .join('')}${parts.noIndex ? '<meta name="robots" content="noindex">\n' : ''}${parts.head}${parts.styles
  .map((sheet) => `<style>${sheet}</style>\n`)
  .join('')}${parts.inlined
  .map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" disabled>\n`)
  .join('')}<script>${captureScript}</script>
</head>
<body>
<div id="root">${parts.body}</div>
<p id="unheard" role="alert" hidden>${escapeHtml(errors.scriptFailed)} <a href="">${escapeHtml(errors.reloadPage)}</a></p>
${
  // Below what is seen: on a slow line they would be fetched at its expense.
  parts.preload.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">\n`).join('')
}<script type="application/json" id="bootstrap">${serialiseJson(parts.bootstrap)}</script>
<script type="module" src="${escapeHtml(parts.script)}"></script>
</body>
</html>
`

/** What styles must know from the first moment: fingers of many, or a page around ours. */
const htmlAttributes = ({ kiosk, embedded }: Bootstrap): string =>
  `${kiosk === undefined ? '' : ' data-kiosk'}${embedded ? ' data-embedded' : ''}`

/** A ball, for the browser's tab. */
const faviconUrl =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%236b2fb3'/%3E%3Cpath d='M16 9l7 5-2.7 8h-8.6L9 14z' fill='%23fff'/%3E%3C/svg%3E"

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** JSON that cannot end its script element. */
const serialiseJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
