import { sql } from 'kysely'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

export type NoticeRow = {
  id: number
  operatorId: number
  kind: string
  about: string
  recipient: string
  data: unknown
  state: 'waiting' | 'stored' | 'sent' | 'dropped'
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

type NewNotice = {
  operatorId: number
  kind: string
  about: string
  recipient: string
  data: object
  /** Whether its job goes after customers' calls. */
  afterCalls: boolean
}

/** A notice to be sent, in which language its recipient reads, and whether they have said that they do without it. */
type DueNotice = NoticeRow & { language: string | null; isUnwanted: boolean }

/** Inserts notices, each with the job that sends it; not a second one of the same kind for the same event. */
export const insertNotices = async (
  tx: Tx,
  notices: readonly NewNotice[],
  jobKind: string,
  now: Date,
): Promise<void> => {
  await sql`select queue_notices(${JSON.stringify(notices)}::jsonb, ${jobKind}, ${now})`.execute(tx)
}

export const noticesByIds = async (tx: Tx, ids: readonly number[]): Promise<DueNotice[]> =>
  tx
    .selectFrom('notice')
    .select(columns)
    .select(
      // Of an address without an account, that of its latest order.
      sql<string | null>`coalesce((
        select c.language from customer c
        where c.operator_id = notice.operator_id and c.email = notice.recipient and c.email <> ''
      ), (
        select o.language from customer_order o
        where o.operator_id = notice.operator_id and o.email = notice.recipient and o.customer_id is null
        order by o.placed_at desc limit 1
      ))`.as('language'),
    )
    .select(
      sql<boolean>`exists (
        select 1 from customer c
        where c.operator_id = notice.operator_id and c.email = notice.recipient and c.email <> ''
          and notice.kind = any(c.unwanted_messages)
      )`.as('isUnwanted'),
    )
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()

/** A member of staff with their operator. */
export type Reader = { id: number; operatorId: number }

/** What they may see: what their operator wrote, but not to colleagues. */
const readableBy = (reader: Reader | null) =>
  reader === null
    ? sql<boolean>`true`
    : sql<boolean>`operator_id = ${reader.operatorId} and not exists (
        select 1 from customer c
        where c.operator_id = notice.operator_id and lower(c.email) = lower(notice.recipient)
          and c.role = 'staff' and c.id <> ${reader.id}
      )`

export const noticeById = async (tx: Tx, reader: Reader | null, id: number): Promise<NoticeRow | undefined> =>
  await tx
    .selectFrom('notice')
    .select(columns)
    .where('id', '=', id)
    .where(readableBy(reader))
    .executeTakeFirst()

export type AttachmentRow = { fileName: string; mediaType: string; content: Buffer }

export type RenderedMessage = {
  id: number
  subject: string
  textBody: string
  htmlBody: string
  attachments: AttachmentRow[]
  at: Date
}

/**
 * Stores rendered messages with their attachments when there is no mail server, and deletes their facts, such as the
 * link to a new password. One stored before stays as it is.
 */
export const storeMessages = async (tx: Tx, messages: readonly RenderedMessage[]): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    update notice n
    set subject = m.subject, text_body = m.text_body, html_body = m.html_body, state = 'stored', data = '{}',
      settled_at = m.at
    from unnest(${messages.map(({ id }) => id)}::int[], ${messages.map(({ subject }) => subject)}::text[],
      ${messages.map(({ textBody }) => textBody)}::text[], ${messages.map(({ htmlBody }) => htmlBody)}::text[],
      ${messages.map(({ at }) => at)}::timestamptz[]) as m(id, subject, text_body, html_body, at)
    where n.id = m.id and n.state = 'waiting'
    returning n.id`.execute(tx)
  const stored = messages.filter(({ id }) => rows.some((row) => row.id === id))
  const attachments = stored.flatMap(({ id: noticeId, attachments: files }) =>
    files.map((file, position) => ({ ...file, noticeId, position })),
  )
  if (attachments.length > 0) await tx.insertInto('noticeAttachment').values(attachments).execute()
}

/** Marks a message as sent and deletes its contents, such as the link to a new password. */
export const markSent = async (tx: Tx, id: number, subject: string, now: Date): Promise<void> => {
  await tx
    .updateTable('notice')
    .set({ subject, state: 'sent', data: '{}', textBody: null, htmlBody: null, settledAt: now })
    .where('id', '=', id)
    .execute()
}

/** Marks a message as never to be sent, and deletes its facts. */
export const markDropped = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('notice')
    .set({ state: 'dropped', data: '{}', settledAt: now })
    .where('id', '=', id)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}

/** Deletes the recipient and the facts: the notice then holds no personal data. */
export const forgetRecipient = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('notice').set({ recipient: '', data: '{}' }).where('id', '=', id).execute()
}

/**
 * Unsent notices that are overdue and that no job of a kind is about to send, by id. Some that fail again and again keep
 * their jobs for hours, and do not stand before the others meanwhile.
 */
export const overdueNotices = async (
  tx: Tx,
  jobKind: string,
  before: Date,
  limit: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select n.id from notice n
    where n.state = 'waiting' and n.created_at < ${before}
      and not exists (
        select 1 from job j where j.kind = ${jobKind} and j.unique_key = n.id::text
          and j.done_at is null and j.failed_at is null
      )
    order by n.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The outbox, newest first. */
export const newestNotices = async (tx: Tx, reader: Reader | null, limit: number): Promise<NoticeRow[]> =>
  await tx
    .selectFrom('notice')
    .select(columns)
    .where(readableBy(reader))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const attachmentsOf = (tx: Tx, noticeId: number): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('noticeAttachment')
    .select(['fileName', 'mediaType', 'content'])
    .where('noticeId', '=', noticeId)
    .orderBy('position')
    .execute()

/** A venue as messages about it show it. Colours and logo are null where they are the operator's. */
export type VenueLook = {
  id: number
  name: string
  address: string
  phone: string
  email: string
  primaryColour: string | null
  headerBgColour: string | null
  headerPrimaryColour: string | null
  logo: string | null
}

export const venueLook = createBatchedStatement(
  async (tx, venueIds: number[]): Promise<(VenueLook | undefined)[]> => {
    const { rows } = await sql<VenueLook>`
      select v.id, v.name, v.phone, v.email, t.primary_colour, t.header_bg_colour, t.header_primary_colour,
        concat_ws(', ', nullif(v.address_line_one, ''), nullif(v.town, ''), nullif(v.postcode, '')) as address,
        coalesce(t.mail_logo, t.app_logo) as logo
      from venue v left join theme t on t.id = v.theme_id
      where v.id = any(${venueIds}::int[])`.execute(tx)
    return venueIds.map((id) => rows.find((row) => row.id === id))
  },
  { name: 'venue_looks', batchSize: 64, inFlight: 1 },
)

/** The picture for messages of an operator, else the logo of its pages; null without. */
export const logoOfOperator = createBatchedStatement(
  async (tx, operatorIds: number[]): Promise<(string | null)[]> => {
    const { rows } = await sql<{ id: number; logo: string | null }>`
      select o.id, coalesce(t.mail_logo, t.app_logo) as logo from operator o join theme t on t.id = o.theme_id
      where o.id = any(${operatorIds}::int[])`.execute(tx)
    const logos = new Map(rows.map(({ id, logo }) => [id, logo]))
    return operatorIds.map((id) => logos.get(id) ?? null)
  },
  { name: 'mail_logos', batchSize: 64, inFlight: 1 },
)
