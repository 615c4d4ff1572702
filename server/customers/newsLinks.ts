import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { NoticeContent } from '#server/notices/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { answerPage, escapeHtml, textOf } from '#server/platform/raw.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { transact } from '#server/platform/transact.ts'
import { recordConsent } from './details.ts'
import { changeCustomer, lockConsent, newsKeyOf } from './sql.ts'

/** The way out of news, for the mail and for the mail program (RFC 8058). It works for good, and without a log-in. */
export const wayOutOfNews = async (
  tx: Tx,
  { operatorId, customerId, site }: { operatorId: number; customerId: number; site: string },
  now: Date,
): Promise<NonNullable<NoticeContent['wayOut']>> => {
  const key = await newsKeyOf(tx, operatorId, randomBytes(32), now)
  return { href: `${site}/news-links/${customerId}.${signatureOf(key, customerId)}` }
}

const signatureOf = (key: Buffer, customerId: number): string =>
  createHmac('sha256', key).update(`news of ${customerId}`).digest('base64url')

/** @returns whose link it is; null for one that we have not signed */
const customerOf = async (tx: Tx, operatorId: number, code: string, now: Date): Promise<number | null> => {
  const [, id, signature = ''] = /^(\d{1,10})\.([\w-]{43})$/.exec(code) ?? []
  if (id === undefined) return null
  const key = await newsKeyOf(tx, operatorId, randomBytes(32), now)
  const expected = Buffer.from(signatureOf(key, Number(id)))
  return timingSafeEqual(Buffer.from(signature), expected) ? Number(id) : null
}

/** Ends the consent of whose link it is, which is recorded. @throws Refusal `not_found` for a link that is not ours */
const leaveNews = async (tx: Tx, operatorId: number, code: string, now: Date): Promise<void> => {
  const customerId = await customerOf(tx, operatorId, code, now)
  const consent = customerId === null ? undefined : await lockConsent(tx, operatorId, customerId)
  if (customerId === null || consent === undefined) throw notFound()
  await recordConsent(tx, customerId, { before: consent, after: false, how: 'link' }, now)
  await changeCustomer(tx, customerId, { marketingConsent: false })
}

/**
 * The link out of news. Opening it asks, because mail programs open links to look what is behind; its form, and the one
 * click of a mail program, end the news.
 */
export const newsLinks = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/news-links/{code}',
    handle: async ({ actor, params, now }) => {
      const customerId = await transact(db, (tx) =>
        customerOf(tx, actor.operator.id, params['code'] ?? '', now),
      )
      return page(actor, customerId === null ? 'unknown' : 'question')
    },
  },
  {
    method: 'POST',
    path: '/news-links/{code}',
    handle: async ({ actor, params, request, now }) => {
      const body = (await textOf(request)) ?? ''
      await transact(db, (tx) => leaveNews(tx, actor.operator.id, params['code'] ?? '', now))
      const isOneClick = new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click'
      return isOneClick ? new Response(null, { status: 204 }) : page(actor, 'done')
    },
  },
]

const style = `body{margin:0;background:#f4f4f8;color:#17141f;font:17px/1.5 system-ui,Arial,sans-serif}
main{max-width:32rem;margin:12vh auto 0;padding:1.5rem;background:#fff;border-radius:.75rem}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.25}
button{min-height:2.9rem;padding:.5rem 1.5rem;border:0;border-radius:1.5rem;background:#1d4ed8;color:#fff;font:inherit;font-weight:bold;cursor:pointer}
button:focus-visible{outline:3px solid #17141f;outline-offset:2px}
@media(max-width:36rem){main{margin-top:0;border-radius:0}}`

const page = ({ messages, operator }: RawCall['actor'], state: 'question' | 'done' | 'unknown'): Response => {
  const { title, text } = messages.customers.newsLink[state]({ operator: operator.name })
  const form =
    state === 'question'
      ? `<form method="post"><button>${escapeHtml(messages.customers.newsLinkButton)}</button></form>`
      : ''
  return answerPage({
    title,
    language: messages.format.language,
    style,
    body: `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main>`,
    formAction: ["'self'"],
    status: state === 'unknown' ? 404 : 200,
  })
}
