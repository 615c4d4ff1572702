import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type NoticeRow = {
  id: number
  operatorId: number
  kind: string
  about: string
  recipient: string
  data: unknown
  state: 'waiting' | 'stored' | 'sent'
  subject: string | null
  textBody: string | null
  htmlBody: string | null
  createdAt: Date
}

const columns = [
  'id',
  'operatorId',
  'kind',
  'about',
  'recipient',
  'data',
  'state',
  'subject',
  'textBody',
  'htmlBody',
  'createdAt',
] as const

/** Inserts a notice. null: there is already one of this kind for this event. */
export const insertNotice = async (
  tx: Tx,
  notice: {
    operatorId: number
    kind: string
    about: string
    recipient: string
    data: object
    createdAt: Date
  },
): Promise<number | null> => {
  const row = await tx
    .insertInto('notice')
    .values({ ...notice, data: JSON.stringify(notice.data) })
    .onConflict((conflict) => conflict.columns(['kind', 'about']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const noticeById = async (tx: Tx, id: number): Promise<NoticeRow | undefined> =>
  await tx.selectFrom('notice').select(columns).where('id', '=', id).executeTakeFirst()

export type AttachmentRow = { fileName: string; mediaType: string; content: Buffer }

/** Stores a rendered message with its attachments when there is no mail server. */
export const keepMessage = async (
  tx: Tx,
  id: number,
  message: { subject: string; textBody: string; htmlBody: string },
  attachments: AttachmentRow[],
  now: Date,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('notice')
    .set({ ...message, state: 'stored', settledAt: now })
    .where('id', '=', id)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n || attachments.length === 0) return
  await tx
    .insertInto('noticeAttachment')
    .values(attachments.map((attachment, position) => ({ ...attachment, noticeId: id, position })))
    .execute()
}

/** Marks a message as sent and deletes its contents, such as the link to a new password. */
export const markSent = async (tx: Tx, id: number, subject: string, now: Date): Promise<void> => {
  await tx
    .updateTable('notice')
    .set({ subject, state: 'sent', data: '{}', textBody: null, htmlBody: null, settledAt: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes the recipient and the facts: the notice then holds no personal data. */
export const forgetRecipient = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('notice').set({ recipient: '', data: '{}' }).where('id', '=', id).execute()
}

/** Unsent notices that are overdue. */
export const overdueNotices = async (tx: Tx, before: Date, limit: number): Promise<number[]> => {
  const found = await tx
    .selectFrom('notice')
    .select('id')
    .where('state', '=', sql.lit('waiting'))
    .where('createdAt', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** The outbox, newest first. */
export const newestNotices = async (tx: Tx, limit: number): Promise<NoticeRow[]> =>
  await tx.selectFrom('notice').select(columns).orderBy('id', 'desc').limit(limit).execute()

export const attachmentsOf = (tx: Tx, noticeId: number): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('noticeAttachment')
    .select(['fileName', 'mediaType', 'content'])
    .where('noticeId', '=', noticeId)
    .orderBy('position')
    .execute()
