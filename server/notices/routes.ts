import type { Messages } from '#server/messages/languages.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { isOutboxReachable, outbox, outboxEntry } from './outbox.ts'
import type { OutboxAccess } from './outbox.ts'
import { mailLogo } from './present.ts'
import { logoOfOperator, venueLook } from './sql.ts'
import type { Reader } from './sql.ts'

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
 * Shows stored messages in installations without a mail server. The browser that opened the link printed at the start
 * sees all of them, with the links to new passwords. Staff see those of their operator, without what is secret.
 */
export const outboxPages = (
  db: Database,
  config: Pick<Config, 'devPages' | 'sites' | 'extraOrigins' | 'basePath'>,
  access: OutboxAccess,
): RawRoute[] => {
  if (config.devPages === 'nobody') return []
  return pages(db, access.messages).map(({ method, path, handle }) => ({
    method,
    path,
    handle: (call) => {
      if (!isOutboxReachable(call, config)) throw notFound()
      const key = new URL(call.request.url).searchParams.get('key')
      const redeemed = key === null ? null : access.redeem(key)
      if (redeemed !== null) return remembered(redeemed, config.basePath)
      if (access.isOpenTo(call.cookies[cookieName] ?? '')) return handle(call, null)
      const { person } = call.actor
      return person?.role === 'staff' ? handle(call, person) : closedPage(call.actor.messages)
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

const closedPage = (messages: Messages): Response =>
  answerPage({
    language: messages.format.language,
    title: messages.notices.outbox,
    style,
    status: 403,
    body: `<main><h1>${messages.notices.outbox}</h1>
<p>${messages.notices.closed}</p>
</main>`,
  })

/** A page for a member of staff, or for whoever runs the server (null). */
type Page = Pick<RawRoute, 'method' | 'path'> & {
  handle: (call: RawCall, reader: Reader | null) => Promise<Response> | Response
}

const pages = (db: Database, complete: OutboxAccess['messages']): Page[] => {
  const entryOf = async ({ params }: RawCall, reader: Reader | null) => {
    const id = params['id'] ?? ''
    const entry = /^\d{1,9}$/.test(id) ? await outboxEntry(db, reader, Number(id)) : null
    if (entry === null) throw notFound()
    if (reader !== null) return entry
    return { ...entry, notice: { ...entry.notice, ...complete.get(entry.notice.id) } }
  }
  return [
    {
      method: 'GET',
      path: '/dev/mail',
      handle: async ({ actor }, reader) => listPage(actor.messages, await outbox(db, reader)),
    },
    {
      method: 'GET',
      path: '/dev/mail/{id}',
      handle: async (call, reader) => entryPage(call.actor.messages, await entryOf(call, reader)),
    },
    {
      method: 'GET',
      path: '/dev/mail/{id}/html',
      handle: async (call, reader) => messageAlone((await entryOf(call, reader)).notice.htmlBody ?? ''),
    },
    {
      method: 'GET',
      path: '/dev/mail/{id}/attachments/{position}',
      handle: async (call, reader) => {
        const attachment = (await entryOf(call, reader)).attachments[Number(call.params['position'])]
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

const listPage = (messages: Messages, notices: Awaited<ReturnType<typeof outbox>>): Response =>
  answerPage({
    language: messages.format.language,
    title: messages.notices.outbox,
    style,
    body: `<main>
<h1>${messages.notices.outbox}</h1>
${
  notices.length === 0
    ? `<p>${messages.notices.empty}</p>`
    : `<div class="scroll"><table>
<thead><tr>${Object.values(messages.notices.columns)
        .map((column) => `<th scope="col">${column}</th>`)
        .join('')}</tr></thead>
<tbody>
${notices
  .map(
    (notice) => `<tr><td><a href="mail/${notice.id}">${escapeHtml(notice.subject ?? notice.kind)}</a></td>
<td>${escapeHtml(notice.recipient)}</td><td>${messages.notices.writtenAt({ time: notice.createdAt.toISOString().slice(0, 16).replace('T', ' ') })}</td>
<td>${messages.notices.states[notice.state]}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table></div>`
}
</main>`,
  })

const entryPage = (messages: Messages, { notice, attachments }: Entry): Response =>
  answerPage({
    language: messages.format.language,
    title: notice.subject ?? messages.notices.message,
    style,
    frames: ["'self'"],
    body: `<main>
<p><a href="../mail">${messages.notices.outbox}</a></p>
<h1>${escapeHtml(notice.subject ?? notice.kind)}</h1>
<dl><dt>${messages.notices.columns.to}</dt><dd>${escapeHtml(notice.recipient)}</dd><dt>${messages.notices.columns.state}</dt><dd>${messages.notices.states[notice.state]}</dd>
${attachments
  .map(
    ({ fileName }, index) =>
      `<dt>${messages.notices.attached}</dt><dd><a href="${notice.id}/attachments/${index}">${escapeHtml(fileName)}</a></dd>`,
  )
  .join('\n')}</dl>
${
  notice.htmlBody === null
    ? `<p>${messages.notices.notWritten}</p>`
    : `<iframe title="${messages.notices.messageFrame}" src="${notice.id}/html" sandbox="allow-popups"></iframe>
<h2>${messages.notices.asText}</h2>
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
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; frame-ancestors 'self'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })

/** The pictures at the head of messages. The address of an earlier logo shows the present one. */
export const mailLogos = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/mail-logos/{file}',
    handle: async ({ params }) => {
      const file = params['file'] ?? ''
      const [, kind, digits] = /^(v?)(\d{1,9})-[0-9a-f]{12}\.png$/.exec(file) ?? []
      const id = Number(digits)
      const logo =
        kind === undefined
          ? null
          : kind === 'v'
            ? mailLogo(`v${id}`, (await venueLook(db, id))?.logo ?? null)
            : mailLogo(id, await logoOfOperator(db, id))
      if (logo === null || !('bytes' in logo)) throw notFound()
      return new Response(logo.bytes, {
        headers: {
          'Content-Type': 'image/png',
          'Cache-Control': `public, max-age=${logo.path.endsWith(file) ? 31_536_000 : 3600}`,
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },
  },
]
