import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { AudiencePeople, MessageKind } from '#contract/audiences.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

export const insertBroadcast = async (
  tx: Tx,
  row: Omit<Insertable<Tables['broadcast']>, 'endedAt' | 'approvedBy' | 'approvedAt'>,
): Promise<number> => {
  const { id } = await tx.insertInto('broadcast').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** By what a recipient is known: a booking of theirs, the customer, or the hirer. */
export type RecipientOf = Pick<
  Selectable<Tables['broadcastRecipient']>,
  'bookingIds' | 'customerId' | 'entryIds' | 'hirerId' | 'reachedBy'
>

export const insertRecipients = async (
  tx: Tx,
  broadcastId: number,
  readers: readonly RecipientOf[],
): Promise<void> => {
  const recipients = readers.map(({ bookingIds, customerId, entryIds, hirerId, reachedBy }) => ({
    bookingIds,
    customerId,
    entryIds,
    hirerId,
    reachedBy,
  }))
  await sql`
    insert into broadcast_recipient (broadcast_id, booking_id, booking_ids, customer_id, entry_ids, hirer_id, reached_by)
    select ${broadcastId}, (r -> 'bookingIds' ->> 0)::int,
      array(select e::int from jsonb_array_elements_text(r -> 'bookingIds') e), (r ->> 'customerId')::int,
      array(select e::int from jsonb_array_elements_text(r -> 'entryIds') e), (r ->> 'hirerId')::int,
      r ->> 'reachedBy'
    from jsonb_array_elements(${JSON.stringify(recipients)}::jsonb) with ordinality x (r, position)
    order by position`.execute(tx)
}

export type DueBroadcast = {
  id: number
  operatorId: number
  venueId: number
  kind: MessageKind
  people: AudiencePeople
  subject: string
  text: string
}

/** Messages that may leave by now. Another node that looks at the same time leaves them alone. */
export const lockDue = async (tx: Tx, now: Date): Promise<DueBroadcast[]> => {
  const { rows } = await sql<DueBroadcast>`
    update broadcast set state = 'sending'
    where id in (
      select id from broadcast where state in ('queued', 'sending') and due_at <= ${now}
      order by id for update skip locked
    )
    returning id, operator_id, venue_id, kind, people, subject, text`.execute(tx)
  return rows
}

export type Recipient = RecipientOf & { id: number }

const recipientColumns = sql`id, booking_ids, customer_id, entry_ids, hirer_id, reached_by`

/** Everybody whom no mail reaches, and so many of the others. */
export const waitingRecipients = async (tx: Tx, broadcastId: number, mails: number): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    (select ${recipientColumns} from broadcast_recipient
      where broadcast_id = ${broadcastId} and not is_sent and reached_by <> 'email' order by id)
    union all
    (select ${recipientColumns} from broadcast_recipient
      where broadcast_id = ${broadcastId} and not is_sent and reached_by = 'email' order by id limit ${mails})`.execute(
    tx,
  )
  return rows
}

export const markSent = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`update broadcast_recipient set is_sent = true where id = any(${ids}::int[])`.execute(tx)
}

/** What a notice of `broadcast m` to `broadcast_recipient r` says that it is about. */
const aboutRecipient = sql`case
    when r.booking_id is not null then 'booking:' || r.booking_id
    when r.customer_id is not null then 'customer:' || r.customer_id
    else 'hirer:' || r.hirer_id
  end || ' broadcast:' || m.id`

export type Returned = Pick<DueBroadcast, 'venueId' | 'text'> & Omit<Recipient, 'id'> & { noticeId: number }

/** Those without a booking whose mail was given up, and who are not on the list to ring for that. */
export const returnedMails = async (tx: Tx, since: Date, most: number): Promise<Returned[]> => {
  const { rows } = await sql<Returned>`
    select m.venue_id, m.text, n.id as notice_id, r.booking_ids, r.customer_id, r.entry_ids, r.hirer_id, r.reached_by
    from notice n
    join broadcast m on m.id = substring(n.about from ' broadcast:([0-9]+)$')::int
      and m.people in ('waiting', 'members', 'hirers')
    join broadcast_recipient r on r.broadcast_id = m.id and n.about = ${aboutRecipient}
    where n.kind = 'broadcast' and n.state = 'dropped' and n.settled_at > ${since}
      and not exists (select 1 from follow_up f where f.notice_id = n.id)
    order by n.id limit ${most}`.execute(tx)
  return rows
}

/** @returns false where it had ended before */
export const endBroadcast = async (
  tx: Tx,
  { id, state }: { id: number; state: 'sent' | 'stopped' },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('broadcast')
    .set({ state, endedAt: now })
    .where('id', '=', id)
    .where('state', 'in', ['awaiting_approval', 'queued', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false where it does not wait for a second person, or this is not one */
export const approveBroadcast = async (
  tx: Tx,
  { id, approvedBy, dueAt }: { id: number; approvedBy: number; dueAt: Date },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('broadcast')
    .set({ state: 'queued', dueAt, approvedBy, approvedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'awaiting_approval')
    .where('sentBy', 'is distinct from', approvedBy)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type BroadcastRow = {
  id: number
  kind: MessageKind
  isOwn: boolean
  subject: string
  text: string
  people: AudiencePeople
  from: string
  until: string
  narrowedTo: string[]
  sentBy: string
  state: 'awaiting_approval' | 'queued' | 'sending' | 'sent' | 'stopped'
  dueAt: Date
  emailed: number
  byPartner: number
  toRing: number
  handedOver: number
  undelivered: number
}

const mostListed = 50

/** The newest first. */
export const broadcastsWhere = async (
  tx: Tx,
  {
    operatorId,
    readerId,
    venueId,
    id,
  }: { operatorId: number; readerId: number; venueId?: number; id?: number },
): Promise<BroadcastRow[]> => {
  const { rows } = await sql<BroadcastRow>`
    select m.id, m.kind, m.subject, m.text, m.people, m.sent_by is not distinct from ${readerId}::int as is_own, m.from_day::text as "from", m.until_day::text as "until",
      array_remove(array[a.name, l.name, o.name, p.name, h.name], null) as narrowed_to,
      coalesce(s.first_name || ' ' || s.last_name, '') as sent_by, m.state, m.due_at, r.*
    from broadcast m
    left join activity a on a.id = m.activity_id
    left join location l on l.id = m.location_id
    left join occurrence o on o.id = m.occurrence_id
    left join membership_plan p on p.id = m.plan_id
    left join hirer h on h.id = m.hirer_id
    left join customer s on s.id = m.sent_by
    cross join lateral (
      select count(*) filter (where r.reached_by = 'email')::int as emailed,
        count(*) filter (where r.reached_by = 'partner')::int as by_partner,
        count(*) filter (where r.reached_by = 'phone')::int as to_ring,
        count(*) filter (where r.reached_by = 'email' and r.is_sent)::int as handed_over,
        count(*) filter (where n.state = 'dropped')::int as undelivered
      from broadcast_recipient r
      left join notice n on n.kind = case m.kind when 'news' then 'news' else 'broadcast' end and r.reached_by = 'email'
        and n.about = ${aboutRecipient}
      where r.broadcast_id = m.id
    ) r
    where m.operator_id = ${operatorId} and (${venueId ?? null}::int is null or m.venue_id = ${venueId ?? null}::int)
      and (${id ?? null}::int is null or m.id = ${id ?? null}::int)
    order by m.id desc limit ${mostListed}`.execute(tx)
  return rows
}
