import * as messages from '#server/messages/en/notices.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { answerPage } from '#server/platform/page.ts'
import { escapeHtml } from '#server/platform/raw.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { isOutboxReachable } from './service.ts'
import type { OutboxAccess } from './service.ts'
import { outbox, outboxEntry } from '#server/notices/service.ts'

const style = `
*{box-sizing:border-box}
body{margin:0;background:#f4f4f6;color:#1b1b26;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px}
h1{font-size:1.5rem;margin:0 0 16px}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;background:#fff}
th,td{text-align:left;padding:10px 12px;border-bottom:1px solid #d8d8df;vertical-align:top}
a{color:#1d4ed8}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0 0 16px}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:560px;border:1px solid #c9c9d2;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #c9c9d2;padding:16px;font:14px/1.5 ui-monospace,monospace}
`

const cookieName = 'outbox'

/**
 * Shows stored messages in installations without a mail server. They include password links, so the pages open only
 * to staff and to the browser that opened the link printed at the start.
 */
export const outboxPages = (
  db: Database,
  config: Pick<Config, 'devPages' | 'sites' | 'extraOrigins' | 'basePath'>,
  access: OutboxAccess,
): RawRoute[] => {
  if (config.devPages === 'nobody') return []
  return pages(db).map((route) => ({
    ...route,
    handle: (call) => {
      if (!isOutboxReachable(call, config)) throw notFound()
      const key = new URL(call.request.url).searchParams.get('key')
      const redeemed = key === null ? null : access.redeem(key)
      if (redeemed !== null) return remembered(redeemed, config.basePath)
      if (!call.actor.isStaff && !access.isOpenTo(call.cookies[cookieName] ?? '')) return closedPage()
      return route.handle(call)
    },
  }))
}

/** Goes on to the address without the key, so that no history keeps it. */
const remembered = (cookie: string, basePath: string): Response =>
  new Response(null, {
    status: 303,
    headers: {
      Location: `${basePath === '/' ? '' : basePath}/dev/mail`,
      'Set-Cookie': `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })

const closedPage = (): Response =>
  answerPage({
    title: messages.outbox,
    style,
    status: 403,
    body: `<main><h1>${messages.outbox}</h1>
<p>${messages.closed}</p>
</main>`,
  })

const pages = (db: Database): RawRoute[] => {
  const entryOf = async ({ params }: RawCall) => {
    const id = params['id'] ?? ''
    const entry = /^\d{1,9}$/.test(id) ? await outboxEntry(db, Number(id)) : null
    if (entry === null) throw notFound()
    return entry
  }
  return [
    { method: 'GET', path: '/dev/mail', handle: async () => listPage(await outbox(db)) },
    { method: 'GET', path: '/dev/mail/{id}', handle: async (call) => entryPage(await entryOf(call)) },
    {
      method: 'GET',
      path: '/dev/mail/{id}/html',
      handle: async (call) => messageAlone((await entryOf(call)).notice.htmlBody ?? ''),
    },
    {
      method: 'GET',
      path: '/dev/mail/{id}/attachments/{position}',
      handle: async (call) => {
        const attachment = (await entryOf(call)).attachments[Number(call.params['position'])]
        if (attachment === undefined) throw notFound()
        return new Response(new Uint8Array(attachment.content), {
          headers: {
            'Content-Type': attachment.mediaType,
            'Content-Disposition': `attachment; filename="${attachment.fileName}"`,
            'X-Content-Type-Options': 'nosniff',
          },
        })
      },
    },
  ]
}

type Entry = NonNullable<Awaited<ReturnType<typeof outboxEntry>>>

const listPage = (notices: Awaited<ReturnType<typeof outbox>>): Response =>
  answerPage({
    title: messages.outbox,
    style,
    body: `<main>
<h1>${messages.outbox}</h1>
${
  notices.length === 0
    ? `<p>${messages.empty}</p>`
    : `<div class="scroll"><table>
<thead><tr>${Object.values(messages.columns)
        .map((column) => `<th scope="col">${column}</th>`)
        .join('')}</tr></thead>
<tbody>
${notices
  .map(
    (notice) => `<tr><td><a href="mail/${notice.id}">${escapeHtml(notice.subject ?? notice.kind)}</a></td>
<td>${escapeHtml(notice.recipient)}</td><td>${messages.writtenAt({ time: notice.createdAt.toISOString().slice(0, 16).replace('T', ' ') })}</td>
<td>${messages.states[notice.state]}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table></div>`
}
</main>`,
  })

const entryPage = ({ notice, attachments }: Entry): Response =>
  answerPage({
    title: notice.subject ?? messages.message,
    style,
    frames: ["'self'"],
    body: `<main>
<p><a href="../mail">${messages.outbox}</a></p>
<h1>${escapeHtml(notice.subject ?? notice.kind)}</h1>
<dl><dt>${messages.columns.to}</dt><dd>${escapeHtml(notice.recipient)}</dd><dt>${messages.columns.state}</dt><dd>${messages.states[notice.state]}</dd>
${attachments
  .map(
    ({ fileName }, index) =>
      `<dt>${messages.attached}</dt><dd><a href="${notice.id}/attachments/${index}">${escapeHtml(fileName)}</a></dd>`,
  )
  .join('\n')}</dl>
${
  notice.htmlBody === null
    ? `<p>${messages.notWritten}</p>`
    : `<iframe title="${messages.messageFrame}" src="${notice.id}/html" sandbox="allow-popups"></iframe>
<h2>${messages.asText}</h2>
<pre>${escapeHtml(notice.textBody ?? '')}</pre>`
}
</main>`,
  })

/** A message as a mail program would show it: inline styles only, everything else blocked. */
const messageAlone = (html: string): Response =>
  new Response(html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https:; frame-ancestors 'self'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })
