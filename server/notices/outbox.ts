import { LRUCache } from 'lru-cache'
import { randomBytes } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database.ts'
import type { RawCall } from '#server/platform/raw.ts'
import { attachmentsOf, newestNotices, noticeById } from './sql.ts'
import type { AttachmentRow, NoticeRow, Reader } from './sql.ts'

/** Who may look at the outbox, besides staff: the browser that opened the link printed at the start of the server, once. */
export type OutboxAccess = {
  /** Opens the outbox for one browser, once. */
  linkKey: string
  /** @returns the cookie's value, or null when the link was used before or is not ours */
  redeem: (key: string) => string | null
  isOpenTo: (cookie: string) => boolean
  /** The newest messages as their recipients read them, by notice: the database holds them without secrets. */
  messages: LRUCache<number, { textBody: string; htmlBody: string }>
}

/** So many of the newest notices are listed. */
const outboxSize = 200

/** The keys live as long as the process: this is for trying Onside out, not for running it. */
export const createOutboxAccess = (): OutboxAccess => {
  const cookies = new Set<string>()
  const linkKey = randomKey()
  let isUsed = false
  return {
    linkKey,
    redeem: (key) => {
      if (isUsed || key !== linkKey) return null
      isUsed = true
      const cookie = randomKey()
      cookies.add(cookie)
      return cookie
    },
    isOpenTo: (cookie) => cookies.has(cookie),
    messages: new LRUCache({ max: outboxSize }),
  }
}

const randomKey = (): string => randomBytes(24).toString('base64url')

/** Proxies add these; behind one the whole internet may look like this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const loopback = /^(?:127\.\d+\.\d+\.\d+|0:0:0:0::\/64|in-process)$/

/**
 * Whether the outbox may exist for a request at all: not through a proxy, not requested by a page of another origin,
 * not under a foreign name (which a hostile DNS answer can point at this machine), and only from this machine unless
 * the settings say otherwise.
 */
export const isOutboxReachable = (
  { actor, request }: Pick<RawCall, 'actor' | 'request'>,
  { devPages, sites, extraOrigins }: Pick<Config, 'devPages' | 'sites' | 'extraOrigins'>,
): boolean => {
  if (devPages === 'nobody') return false
  if (devPages === 'this machine' && !loopback.test(actor.address)) return false
  if (proxyHeaders.some((name) => request.headers.has(name))) return false
  const host = request.headers.get('host') ?? new URL(request.url).host
  const origin = request.headers.get('origin')
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)) return false
  const ownHosts = [...Object.values(sites), ...extraOrigins].map((site) => new URL(site).host)
  return ownHosts.includes(host) || isLocalName(host)
}

/** `localhost`, names below it, and bare addresses, none of which another's DNS can answer for. */
const isLocalName = (host: string): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)

/** The newest notices, for the outbox page. @param reader a member of staff; null: whoever runs the server */
export const outbox = (db: Tx, reader: Reader | null): Promise<NoticeRow[]> =>
  newestNotices(db, reader, outboxSize)

/** A notice of the outbox with its attachments. @param reader as above */
export const outboxEntry = async (
  db: Tx,
  reader: Reader | null,
  id: number,
): Promise<{ notice: NoticeRow; attachments: AttachmentRow[] } | null> => {
  const notice = await noticeById(db, reader, id)
  return notice === undefined ? null : { notice, attachments: await attachmentsOf(db, id) }
}
