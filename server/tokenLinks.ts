import { messagesIn } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Context, Hono } from 'hono'
import { deviceOf, languageFor, tokenOf } from '#server/platform/caller.ts'
import type { Config } from '#server/platform/config.ts'
import { isFormOfOwnPage } from '#server/platform/origins.ts'
import { answerPage, escapeHtml, textOf } from '#server/platform/raw.ts'
import type { TokenLinkStop } from '#server/sessions/handover.ts'

/* `?token=` in the address of a page: it logs in, and leaves the address. */

export type TokenLinkDeps = {
  config: Config
  /** Exchanges the token for cookies; none when it is invalid. */
  exchangeToken: (token: string, device: string | null, request: Request) => Promise<string[]>
  /** Why the link does not log in at once; null when it does. */
  whyTokenLinkStops: (
    token: string,
    visit: { token: string | null; device: string | null; isForeign: boolean },
  ) => Promise<TokenLinkStop | null>
  frameOrigins: (request: Request) => Promise<string[]>
  /** Records that a form came from a page that is not ours. */
  recordForeignForm: (c: Context, path: string) => Promise<void>
  /** The address as the visitor sees it. */
  publicUrl: (c: Context) => URL
  /** Pages whose links are not asked about, besides those that embed the site. */
  ownOrigins: readonly string[]
  /** Empty, or `/book`. */
  basePath: string
}

const switchPath = '/switch-account'

/**
 * Answers a page's address that has a token: logs in and redirects without it, so that no history, log or referrer
 * keeps it. Asks first when another person is logged in, or when a page of another company led here; refuses a code of
 * another browser, which stays valid there.
 */
export const followTokenLink = async (
  c: Context,
  url: URL,
  token: string,
  deps: TokenLinkDeps,
): Promise<Response> => {
  url.searchParams.delete('token')
  // A path with two leading slashes would redirect to another host.
  const page = `${url.pathname.replace(/^\/+/, '/')}${url.search}`
  const frameOrigins = await deps.frameOrigins(c.req.raw)
  const stop = await deps.whyTokenLinkStops(token, {
    token: tokenOf(c, deps.config)?.token ?? null,
    device: deviceOf(c),
    isForeign: isForeignLink(c, [...deps.ownOrigins, ...frameOrigins]),
  })
  if (stop !== null)
    return stopPage(messagesIn(languageFor(c, deps.config)), stop, { token, page }, deps, frameOrigins)
  return exchange(c, token, page, deps)
}

/**
 * Whether a link on a page of another company was followed. A frame is not asked about: only pages that the operator
 * lists may embed the site.
 */
const isForeignLink = (c: Context, trusted: readonly string[]): boolean => {
  if (c.req.header('sec-fetch-site') !== 'cross-site' || c.req.header('sec-fetch-dest') === 'iframe')
    return false
  const referrer = c.req.header('referer') ?? ''
  return !URL.canParse(referrer) || !trusted.includes(new URL(referrer).origin)
}

/** Takes the answer to the question, from our own page only. */
export const mountAccountSwitch = (app: Hono, deps: TokenLinkDeps): void => {
  app.post(switchPath, async (c) => {
    const { origin } = deps.publicUrl(c)
    if (!isFormOfOwnPage(c, origin)) {
      await deps.recordForeignForm(c, switchPath)
      return c.text(messagesIn(languageFor(c, deps.config)).platform.foreignOrigin, 403)
    }
    const form = new URLSearchParams((await textOf(c.req.raw)) ?? '')
    const page = form.get('page') ?? '/'
    const isOwnPage = /^\/(?![/\\])/.test(page) && new URL(page, origin).origin === origin
    return exchange(c, form.get('token') ?? '', isOwnPage ? page : '/', deps)
  })
}

const exchange = async (c: Context, token: string, page: string, deps: TokenLinkDeps): Promise<Response> => {
  for (const cookie of await deps.exchangeToken(token, deviceOf(c), c.req.raw)) {
    c.header('Set-Cookie', cookie, { append: true })
  }
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.redirect(page, c.req.method === 'POST' ? 303 : 302)
}

const style = `
body{margin:0;min-height:100vh;display:grid;place-items:center;color:#1b1b26;background:#fff;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:28rem;margin:1rem;text-align:center;overflow-wrap:anywhere}
h1{font-size:1.5rem;margin:0 0 .5rem}
p{margin:0 0 1rem}
a,button{box-sizing:border-box;display:block;width:100%;min-height:44px;padding:.6rem 1rem;margin:0 0 .75rem;border:1px solid #1b1b26;border-radius:8px;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:#1b1b26;background:#fff;cursor:pointer;overflow-wrap:anywhere}
a{color:#fff;background:#1b1b26}
a:focus-visible,button:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
`

/** Staying is the first choice: who did not expect the question should not switch. */
const stopPage = (
  messages: Messages,
  stop: TokenLinkStop,
  { token, page }: { token: string; page: string },
  { basePath }: TokenLinkDeps,
  frameAncestors: readonly string[],
): Response => {
  const { title, text, stay, confirm } = wordsOf(messages, stop)
  const form = `<form method="post" action="${escapeHtml(basePath + switchPath)}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="page" value="${escapeHtml(page)}">
<button>${escapeHtml(confirm ?? '')}</button>
</form>`
  return answerPage({
    language: messages.format.language,
    title,
    style,
    status: confirm === null ? 403 : 200,
    body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="${escapeHtml(page)}">${escapeHtml(stay)}</a>
${confirm === null ? '' : form}
</main>`,
    formAction: ["'self'"],
    frameAncestors,
  })
}

/** `confirm` is null where there is nothing to agree to. */
const wordsOf = (
  messages: Messages,
  stop: TokenLinkStop,
): { title: string; text: string; stay: string; confirm: string | null } => {
  if (stop.reason === 'other_browser')
    return {
      title: messages.sessions.otherBrowserTitle,
      text: messages.sessions.otherBrowserText,
      stay: messages.sessions.otherBrowserContinue,
      confirm: null,
    }
  if (stop.reason === 'foreign_page')
    return {
      title: messages.sessions.foreignLinkTitle,
      text: messages.sessions.foreignLinkText(stop),
      stay: messages.sessions.foreignLinkRefuse,
      confirm: messages.sessions.foreignLinkConfirm(stop),
    }
  return {
    title: messages.sessions.switchTitle,
    text: messages.sessions.switchText(stop),
    stay: messages.sessions.switchRefuse(stop),
    confirm: messages.sessions.switchConfirm(stop),
  }
}
