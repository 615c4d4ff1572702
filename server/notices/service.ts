import { calendarFile, cancellingFile } from '#server/bookings/calendar/service.ts'
import { receiptFile } from '#server/bookings/receipt/service.ts'
import { bookingsByIds, sellerOf, orderDetails } from '#server/bookings/service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/queue.ts'
import { transact } from '#server/platform/transact.ts'
import type { Mail, Message } from '#server/providers/mail/smtp.ts'
import * as present from './present.ts'
import type { Words } from './present.ts'
import * as rows from './queries.ts'

/** What we write to people about. `to` is an e-mail address. */
export type Notice = { operatorId: number; to: string } & (
  | { kind: 'booking_confirmed'; orderId: number }
  | {
      kind: 'payment_voided'
      transactionUuid: string
      /** Pence that were set aside. */
      amount: number
      /** What could not be booked. */
      items: string[]
      reason: 'place_lost' | 'refunded'
    }
  /** `request` is this asking's own: each asking is answered by a message. */
  | { kind: 'password_reset'; request: string; firstName: string; link: string; minutes: number }
  | { kind: 'welcome'; customerId: number; firstName: string; reference: string }
  /** The last one: nothing in it says whose account it was, and nothing of it is kept. */
  | { kind: 'account_closed'; customerId: number }
  | { kind: 'address_changed'; customerId: number; firstName: string; changedAt: string }
  /** `days` until the last day of a document; 0 is today. */
  | { kind: 'document_expiring'; documentId: number; firstName: string; name: string; days: number }
  | { kind: 'booking_reminder'; bookingId: number }
  | ({ kind: 'membership_joined'; orderId: number } & present.Joined)
  /** `collection` and `due` are this announcement's own: a day that moves is announced again. */
  | ({ kind: 'payment_announced'; collectionId: number } & present.Announced)
  | ({ kind: 'membership_payment_failed'; collectionId: number; tries: number } & present.PaymentFailed)
  | {
      kind: 'guest_pass'
      guestPassId: number
      firstName: string
      code: string
      name: string
      visitOn: string
      venueSlug: string
    }
  /** `refunds` is what comes back and where to; amounts are pence. */
  | { kind: 'booking_cancelled' | 'booking_called_off'; bookingId: number; refunds: NoticeRefund[] }
  /** What happened to somebody who waits. `until` is the end of the offer, `path` an address of the bookings site. */
  | ({ kind: 'waitlist_offered' | 'waitlist_lapsed' | 'waitlist_withdrawn'; eventId: number } & WaitlistNews)
)

type NoticeRefund = { destination: 'credit' | 'card' | 'account' | 'desk'; amount: number }

type WaitlistNews = {
  firstName: string
  title: string
  lines: string[]
  until: string | null
  path: string
}

/** The kind of job that sends one notice. */
export const sendNoticeJob = 'send_notice'

const aboutOf = (notice: Notice): string => {
  switch (notice.kind) {
    case 'booking_confirmed':
      return `order:${notice.orderId}`
    case 'payment_voided':
      return `payment:${notice.transactionUuid}`
    case 'password_reset':
      return `reset:${notice.request}`
    case 'membership_joined':
      return `order:${notice.orderId}`
    case 'payment_announced':
      return `collection:${notice.collectionId}:${notice.on}`
    case 'membership_payment_failed':
      return `collection:${notice.collectionId}:${notice.tries}`
    case 'welcome':
      return `customer:${notice.customerId}`
    case 'address_changed':
      return `address:${notice.customerId}:${notice.changedAt}`
    case 'account_closed':
      return `closed:${notice.customerId}`
    case 'guest_pass':
      return `guest-pass:${notice.guestPassId}`
    case 'document_expiring':
      return `document:${notice.documentId}`
    case 'booking_cancelled':
    case 'booking_called_off':
    case 'booking_reminder':
      return `booking:${notice.bookingId}`
    case 'waitlist_offered':
    case 'waitlist_lapsed':
    case 'waitlist_withdrawn':
      return `waitlist-event:${notice.eventId}`
  }
}

/**
 * Has something written to somebody, once a kind and thing however often it is asked for. Written down in the
 * transaction of the business it tells of, and sent by a job after it.
 */
export const sendNotice = async (tx: Tx, notice: Notice, now: Date): Promise<void> => {
  const { operatorId, kind, to: recipient, ...data } = notice
  const about = aboutOf(notice)
  const id = await rows.insertNotice(tx, { operatorId, kind, about, recipient, data, createdAt: now })
  if (id !== null) await enqueue(tx, sendNoticeJob, { id }, { key: String(id), dueAt: now })
}

const overdueMs = 3_600_000

/**
 * Takes up again what no job is left for: one gives up after an hour or so, and mail servers have been down for
 * longer. A notice that a job still works on is left to it.
 */
export const takeUpOverdue = async (db: Database, now: Date): Promise<void> => {
  for (const id of await rows.overdue(db, new Date(now.getTime() - overdueMs), 500)) {
    await enqueue(db, sendNoticeJob, { id }, { key: String(id), dueAt: now })
  }
}

export type NoticeServices = { db: Database; mail: Mail | null; config: Pick<Config, 'sites' | 'basePath'> }

/**
 * Writes a notice and gives it to the mail server, or keeps it in the outbox where none is set. One that has
 * gone already is passed over. A throw of the mail server's means: again later; the message keeps its id, so
 * that one which had gone after all is known again where it arrives.
 */
export const deliverNotice = async (
  { db, mail, config }: NoticeServices,
  id: number,
  now: Date,
): Promise<void> => {
  const row = await rows.noticeById(db, id)
  if (row === undefined || row.state !== 'waiting') return
  const written = await write(db, row, config)
  if (mail !== null) {
    await mail.send({ ...written, id: `notice-${id}`, to: row.recipient })
    await rows.markSent(db, id, written.subject, now)
    if (row.kind === 'account_closed') await rows.forgetRecipient(db, id)
    return
  }
  const message = { subject: written.subject, textBody: written.text, htmlBody: written.html }
  const attachments = written.attachments.map(({ name, mediaType, content }) => ({
    fileName: name,
    mediaType,
    content,
  }))
  await transact(db, (tx) => rows.keepMessage(tx, id, message, attachments, now))
  if (row.kind === 'account_closed') await rows.forgetRecipient(db, id)
}

type Written = Words & Pick<Message, 'attachments'>

const write = async (db: Tx, row: rows.NoticeRow, config: NoticeServices['config']): Promise<Written> => {
  const home = config.sites.bookings + (config.basePath === '/' ? '' : config.basePath)
  const seller = await sellerOf(db, row.operatorId)
  const notice = {
    ...(row.data as object),
    kind: row.kind,
    operatorId: row.operatorId,
    to: row.recipient,
  } as Notice
  switch (notice.kind) {
    case 'booking_confirmed': {
      const whole = await orderDetails(db, notice.orderId)
      if (whole === null) throw new Error('A notice tells of an order that is not there.')
      const receipt = await receiptFile(whole)
      return {
        ...present.bookingConfirmed(whole, `${home}/booking-confirmed/${whole.order.id}`),
        attachments: [calendarFile(whole), ...(receipt === null ? [] : [receipt])],
      }
    }
    case 'payment_voided':
      return { ...present.paymentVoided(notice, seller), attachments: [] }
    case 'password_reset':
      return { ...present.passwordReset(notice, seller), attachments: [] }
    case 'membership_joined': {
      const whole = await orderDetails(db, notice.orderId)
      const receipt = whole === null ? null : await receiptFile(whole)
      const attachments = receipt === null ? [] : [receipt]
      return { ...present.membershipJoined(notice, seller), attachments }
    }
    case 'payment_announced':
      return { ...present.paymentAnnounced(notice, seller), attachments: [] }
    case 'membership_payment_failed':
      return { ...present.membershipPaymentFailed(notice, seller), attachments: [] }
    case 'welcome':
      return { ...present.welcome({ ...notice, home }, seller), attachments: [] }
    case 'address_changed':
      return { ...present.addressChanged(notice, seller), attachments: [] }
    case 'document_expiring': {
      const link = `${config.sites.account}${config.basePath === '/' ? '' : config.basePath}/documents`
      return { ...present.documentExpiring({ ...notice, link }, seller), attachments: [] }
    }
    case 'account_closed':
      return { ...present.accountClosed(seller), attachments: [] }
    case 'guest_pass':
      return {
        ...present.guestPass({ ...notice, link: `${home}/location/${notice.venueSlug}` }, seller),
        attachments: [],
      }
    case 'booking_reminder': {
      const [booking] = await bookingsByIds(db, [notice.bookingId])
      if (booking === undefined) throw new Error('A notice tells of a booking that is not there.')
      const link = `${home}/booking-confirmed/${booking.orderId}`
      return { ...present.bookingReminder({ booking, link }, seller), attachments: [] }
    }
    case 'booking_cancelled':
    case 'booking_called_off': {
      const [booking] = await bookingsByIds(db, [notice.bookingId])
      if (booking === undefined) throw new Error('A notice tells of a booking that is not there.')
      const link = `${home}/location/${booking.venueSlug}/${booking.activitySlug}`
      const sent = { booking, refunds: notice.refunds, isByVenue: notice.kind === 'booking_called_off', link }
      return { ...present.bookingCancelled(sent, seller), attachments: [cancellingFile(booking, seller)] }
    }
    case 'waitlist_offered':
      return { ...present.waitlistOffered({ ...notice, link: home + notice.path }, seller), attachments: [] }
    case 'waitlist_lapsed':
      return { ...present.waitlistLapsed({ ...notice, link: home + notice.path }, seller), attachments: [] }
    case 'waitlist_withdrawn':
      return { ...present.waitlistWithdrawn(notice, seller), attachments: [] }
  }
}

/** The newest notices, for the page that shows the outbox. */
export const outbox = (db: Tx): Promise<rows.NoticeRow[]> => rows.newestNotices(db, 200)

/** One notice of the outbox with what came along with it. */
export const outboxEntry = async (
  db: Tx,
  id: number,
): Promise<{ notice: rows.NoticeRow; attachments: rows.AttachmentRow[] } | null> => {
  const notice = await rows.noticeById(db, id)
  return notice === undefined ? null : { notice, attachments: await rows.attachmentsOf(db, id) }
}
