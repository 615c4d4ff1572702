import { messagesIn } from '#server/messages/languages.ts'
import { sellerOf } from '#server/operator/find.ts'
import type { Seller } from '#server/operator/find.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { offeredLanguage } from '#server/platform/readerLanguage.ts'
import { enqueue } from '#server/platform/queue.ts'
import { transact } from '#server/platform/transact.ts'
import type { Mail } from '#server/providers/mail/smtp.ts'
import type { PassProvider } from '#server/providers/passes/port.ts'
import type { OutboxAccess } from './outbox.ts'
import { layOutNotice, mailLogo, picturesOf, withoutSecrets, withPictures } from './present.ts'
import type { LogoOwner, Sender } from './present.ts'
import { factsWithPlainNames } from './rules.ts'
import type { AnyNoticeKind, NoticeContext, NoticeKind } from './rules.ts'
import {
  forgetRecipient,
  insertNotices,
  logoOfOperator,
  markDropped,
  markSent,
  noticesByIds,
  overdueNotices,
  storeMessages,
  venueLook,
} from './sql.ts'
import type { RenderedMessage } from './sql.ts'

/** The kind of job that sends one notice. */
export const sendNoticeJob = 'send_notice'

/**
 * Sends a message to an e-mail address, once for each kind and event. It is stored in the caller's transaction and
 * sent by a job after the commit.
 */
export const sendNotice = <Facts extends object>(
  tx: Tx,
  kind: EventKind<Facts>,
  recipient: Recipient,
  facts: Facts,
  now: Date,
): Promise<void> => sendNotices(tx, kind, [{ ...recipient, facts }], now)

type EventKind<Facts extends object> = Pick<NoticeKind<Facts>, 'kind' | 'about' | 'goesAfterCalls'>

type Recipient = { operatorId: number; to: string }

/** The same for several messages of one kind. */
export const sendNotices = async <Facts extends object>(
  tx: Tx,
  { kind, about, goesAfterCalls }: EventKind<Facts>,
  notices: readonly (Recipient & { facts: Facts })[],
  now: Date,
): Promise<void> => {
  const rows = notices.map(({ operatorId, to: recipient, facts }) => ({
    operatorId,
    kind,
    about: about(facts),
    recipient,
    data: facts,
    afterCalls: goesAfterCalls === true,
  }))
  if (rows.length > 0) await insertNotices(tx, rows, sendNoticeJob, now)
}

const remindersAtATime = 500

/**
 * Sends reminders of one kind to all whom it is time to remind, so many in a transaction.
 * @param find those who have not been reminded, at most so many: the address, and the facts of the notice
 */
export const remindAll = async <Row extends { operatorId: number; email: string }>(
  db: Database,
  kind: EventKind<Omit<Row, 'operatorId' | 'email'>>,
  find: (tx: Tx, limit: number) => Promise<readonly Row[]>,
  now: Date,
): Promise<void> => {
  let count
  do {
    count = await transact(db, async (tx) => {
      const due = await find(tx, remindersAtATime)
      const notices = due.map(({ operatorId, email: to, ...facts }) => ({ operatorId, to, facts }))
      await sendNotices(tx, kind, notices, now)
      return due.length
    })
  } while (count === remindersAtATime)
}

const overdueMs = 3_600_000

const overdueAtATime = 500

/**
 * Enqueues unsent notices without a job: a job fails for good after about an hour, and a mail server may be down for
 * longer.
 */
export const retryOverdueNotices = async (db: Database, now: Date): Promise<void> => {
  for (const id of await overdueNotices(
    db,
    sendNoticeJob,
    new Date(now.getTime() - overdueMs),
    overdueAtATime,
  )) {
    await enqueue(db, sendNoticeJob, { id }, { key: String(id), dueAt: now })
  }
}

export type NoticeServices = {
  db: Database
  mail: Mail | null
  config: Pick<Config, 'sites' | 'basePath' | 'languages'>
  passes: PassProvider
  outboxAccess: Pick<OutboxAccess, 'messages'>
  /** Every kind of notice; see server/noticeKinds.ts. */
  kinds: readonly AnyNoticeKind[]
}

const batches = (name: string) => ({ name, batchSize: 32, inFlight: 1 })

/** Messages that are sent together are read and stored together. */
const findNotice = createBatchers(async (db, ids: number[]) => {
  const found = new Map((await noticesByIds(db, ids)).map((notice) => [notice.id, notice]))
  return ids.map((id) => found.get(id))
}, batches('notices'))

const storeMessage = createBatchers(async (db, messages: RenderedMessage[]) => {
  await transact(db, (tx) => storeMessages(tx, messages))
  return messages.map(() => undefined)
}, batches('notices_stored'))

/**
 * Renders a notice and passes it to the mail server, or stores it in the outbox where there is none. A notice that
 * was sent is skipped; one to an address that does not exist, or that is out of date by now, is given up. Throws when the mail server fails, and the job tries again; the message keeps its id, so that
 * the server can detect a duplicate.
 */
export const deliverNotice = async (
  { db, mail, config, kinds, passes, outboxAccess }: NoticeServices,
  id: number,
  now: Date,
): Promise<void> => {
  const notice = await findNotice(db, id)
  if (notice === undefined || notice.state !== 'waiting') return
  const kind = kinds.find((one) => one.kind === notice.kind)
  if (kind === undefined) throw new Error(`There is no kind of notice called ${notice.kind}.`)
  const seller = await sellerOf(db, notice.operatorId)
  const facts = factsWithPlainNames(notice.data) as never
  const messages = messagesIn(offeredLanguage(notice.language, config.languages) ?? config.languages[0])
  const context = {
    tx: db,
    seller,
    sites: sitesOf(config),
    messages,
    passes,
    now,
  }
  if (notice.isUnwanted || (await kind.isOutdated?.(facts, context)) === true) return markDropped(db, id, now)
  const message = await kind.write(facts, context)
  const sender = await senderOf(db, seller, notice.operatorId, message.venueId, sitesOf(config).bookings)
  const { subject, text, html } = layOutNotice(message, sender, messages)
  const attachments = message.attachments ?? []
  const pictures = picturesOf(message)
  if (mail !== null) {
    const taken = await mail.send({
      subject,
      text,
      html,
      attachments: [...pictures, ...attachments],
      id: `notice-${id}`,
      to: notice.recipient,
      ...(message.wayOut === undefined ? {} : { unsubscribeAt: message.wayOut.href }),
    })
    if (taken === 'no_such_address') await markDropped(db, id, now)
    else await markSent(db, id, subject, now)
  } else {
    const files = attachments.map(({ name: fileName, ...file }) => ({ fileName, ...file }))
    const stored = layOutNotice(withoutSecrets(message, messages), sender, messages)
    await storeMessage(db, {
      id,
      subject,
      textBody: stored.text,
      htmlBody: withPictures(stored.html, pictures),
      attachments: files,
      at: now,
    })
    outboxAccess.messages.set(id, { textBody: text, htmlBody: withPictures(html, pictures) })
  }
  if (kind.forgetsRecipient === true) await forgetRecipient(db, id)
}

/** The operator, in the look of the venue that a message is about. */
const senderOf = async (
  db: Tx,
  seller: Seller,
  operatorId: number,
  venueId: number | undefined,
  site: string,
): Promise<Sender> => {
  const venue = venueId === undefined ? undefined : await venueLook(db, venueId)
  if (venue === undefined || venue.headerBgColour === null) {
    const logo = logoOf(operatorId, seller.name, await logoOfOperator(db, operatorId), site)
    return { ...seller, logo, venue: venue ?? null }
  }
  const { primaryColour, headerBgColour, headerPrimaryColour } = venue
  const logo = logoOf(`v${venue.id}`, venue.name, venue.logo, site)
  return { ...seller, primaryColour, headerBgColour, headerPrimaryColour, logo, venue }
}

const logoOf = (owner: LogoOwner, name: string, logo: string | null, site: string): Sender['logo'] => {
  const found = mailLogo(owner, logo)
  if (found === null) return null
  const { height } = found
  return 'address' in found
    ? { src: found.address, name, width: null, height }
    : { src: site + found.path, name, width: found.width, height }
}

const sitesOf = ({ sites, basePath }: NoticeServices['config']): NoticeContext['sites'] => {
  const base = basePath === '/' ? '' : basePath
  return { bookings: sites.bookings + base, account: sites.account + base, desk: sites.desk + base }
}
