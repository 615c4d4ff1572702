import type { Context, Hono } from 'hono'
import * as platform from '#server/messages/en/platform.ts'
import * as messages from '#server/messages/en/sessions.ts'
import { tokenOf } from '#server/platform/caller.ts'
import { answerPage } from '#server/platform/page.ts'
import { escapeHtml, textOf } from '#server/platform/raw.ts'

/* `?token=` in the address of a page: it logs in, and leaves the address. */

export type TokenLinkDeps = {
  /** Exchanges the token for cookies; none when it is invalid. */
  exchangeToken: (token: string, request: Request) => Promise<string[]>
  /** Who is logged in and whom the token would log in instead; null when no other person is logged in. */
  accountSwitch: (token: string, current: string | null) => Promise<{ from: string; to: string } | null>
  frameOrigins: (request: Request) => Promise<string[]>
  /** The address as the visitor sees it. */
  publicUrl: (c: Context) => URL
  /** Empty, or `/book`. */
  basePath: string
}

const switchPath = '/switch-account'

/**
 * Answers a page's address that has a token: logs in and redirects without it, so that no history, log or referrer
 * keeps it. Asks first when another person is logged in.
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
  const change = await deps.accountSwitch(token, tokenOf(c)?.token ?? null)
  if (change !== null) return questionPage(change, { token, page }, deps, await deps.frameOrigins(c.req.raw))
  return exchange(c, token, page, deps)
}

/** Takes the answer to the question, from our own page only. */
export const mountAccountSwitch = (app: Hono, deps: TokenLinkDeps): void => {
  app.post(switchPath, async (c) => {
    const { origin } = deps.publicUrl(c)
    if (c.req.header('origin') !== origin) return c.text(platform.foreignOrigin, 403)
    const form = new URLSearchParams((await textOf(c.req.raw)) ?? '')
    const page = form.get('page') ?? '/'
    const isOwnPage = /^\/(?![/\\])/.test(page) && new URL(page, origin).origin === origin
    return exchange(c, form.get('token') ?? '', isOwnPage ? page : '/', deps)
  })
}

const exchange = async (c: Context, token: string, page: string, deps: TokenLinkDeps): Promise<Response> => {
  for (const cookie of await deps.exchangeToken(token, c.req.raw)) {
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
const questionPage = (
  change: { from: string; to: string },
  { token, page }: { token: string; page: string },
  { basePath }: TokenLinkDeps,
  frameAncestors: readonly string[],
): Response =>
  answerPage({
    title: messages.switchTitle,
    style,
    body: `<main>
<h1>${escapeHtml(messages.switchTitle)}</h1>
<p>${escapeHtml(messages.switchText(change))}</p>
<a href="${escapeHtml(page)}">${escapeHtml(messages.switchRefuse(change))}</a>
<form method="post" action="${escapeHtml(basePath + switchPath)}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="page" value="${escapeHtml(page)}">
<button>${escapeHtml(messages.switchConfirm(change))}</button>
</form>
</main>`,
    formAction: ["'self'"],
    frameAncestors,
  })
