import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Buyer } from '#server/bookings/followUps.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

type AudienceAt = { venueId: number; from: string; until: string }

/** Rows of `booking b` and `occurrence o` that count: people come to them, or have come. */
const areBooked = ({ venueId, from, until }: AudienceAt) => sql`
  o.venue_id = ${venueId} and o.local_date between ${from}::date and ${until}::date
  and o.status = 'scheduled' and b.status in ('booked', 'attended', 'not_attended')`

/** The bookings of an audience, the next first. */
export const bookingsOfAudience = async (
  tx: Tx,
  { venueId, from, until, activityId }: AudienceAt & { activityId?: number | undefined },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b join occurrence o on o.id = b.occurrence_id
    where ${areBooked({ venueId, from, until })}
      and (${activityId ?? null}::int is null or o.activity_id = ${activityId ?? null}::int)
    order by o.starts_at, b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The activities that people have booked on those days. */
export const activitiesBooked = async (
  tx: Tx,
  { venueId, from, until }: AudienceAt,
): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, a.name from activity a
    where a.id in (
      select o.activity_id from occurrence o join booking b on b.occurrence_id = o.id
      where ${areBooked({ venueId, from, until })})
    order by a.name, a.id`.execute(tx)
  return rows
}

export const insertBroadcast = async (
  tx: Tx,
  row: Omit<Insertable<Tables['broadcast']>, 'state' | 'endedAt'>,
): Promise<number> => {
  const { id } = await tx.insertInto('broadcast').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const insertRecipients = async (
  tx: Tx,
  broadcastId: number,
  buyers: readonly Pick<Buyer, 'bookingIds' | 'reachedBy'>[],
): Promise<void> => {
  const recipients = buyers.map(({ bookingIds, reachedBy }) => ({ bookingIds, reachedBy }))
  await sql`
    insert into broadcast_recipient (broadcast_id, booking_id, booking_ids, reached_by)
    select ${broadcastId}, (r -> 'bookingIds' ->> 0)::int,
      array(select e::int from jsonb_array_elements_text(r -> 'bookingIds') e), r ->> 'reachedBy'
    from jsonb_array_elements(${JSON.stringify(recipients)}::jsonb) r`.execute(tx)
}

export type DueBroadcast = { id: number; operatorId: number; subject: string; text: string }

/** Messages that may leave by now. Another node that looks at the same time leaves them alone. */
export const lockDue = async (tx: Tx, now: Date): Promise<DueBroadcast[]> => {
  const { rows } = await sql<DueBroadcast>`
    update broadcast set state = 'sending'
    where id in (
      select id from broadcast where state in ('queued', 'sending') and due_at <= ${now}
      order by id for update skip locked
    )
    returning id, operator_id, subject, text`.execute(tx)
  return rows
}

export type Recipient = Pick<Buyer, 'bookingIds' | 'reachedBy'>

/** Everybody whom no mail reaches, and so many of the others. */
export const waitingRecipients = async (tx: Tx, broadcastId: number, mails: number): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    (select booking_ids, reached_by from broadcast_recipient
      where broadcast_id = ${broadcastId} and not is_sent and reached_by <> 'email' order by booking_id)
    union all
    (select booking_ids, reached_by from broadcast_recipient
      where broadcast_id = ${broadcastId} and not is_sent and reached_by = 'email' order by booking_id limit ${mails})`.execute(
    tx,
  )
  return rows
}

export const markSent = async (tx: Tx, broadcastId: number, bookingIds: readonly number[]): Promise<void> => {
  await sql`
    update broadcast_recipient set is_sent = true
    where broadcast_id = ${broadcastId} and booking_id = any(${bookingIds}::int[])`.execute(tx)
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
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type BroadcastRow = {
  id: number
  subject: string
  text: string
  from: string
  until: string
  activity: string | null
  sentBy: string
  state: 'queued' | 'sending' | 'sent' | 'stopped'
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
  { operatorId, venueId, id }: { operatorId: number; venueId?: number; id?: number },
): Promise<BroadcastRow[]> => {
  const { rows } = await sql<BroadcastRow>`
    select m.id, m.subject, m.text, m.from_day::text as "from", m.until_day::text as "until", a.name as activity,
      coalesce(s.first_name || ' ' || s.last_name, '') as sent_by, m.state, m.due_at, r.*
    from broadcast m
    left join activity a on a.id = m.activity_id
    left join customer s on s.id = m.sent_by
    cross join lateral (
      select count(*) filter (where r.reached_by = 'email')::int as emailed,
        count(*) filter (where r.reached_by = 'partner')::int as by_partner,
        count(*) filter (where r.reached_by = 'phone')::int as to_ring,
        count(*) filter (where r.reached_by = 'email' and r.is_sent)::int as handed_over,
        count(*) filter (where n.state = 'dropped')::int as undelivered
      from broadcast_recipient r
      left join notice n on n.kind = 'broadcast' and r.reached_by = 'email'
        and n.about = 'booking:' || r.booking_id || ' broadcast:' || m.id
      where r.broadcast_id = m.id
    ) r
    where m.operator_id = ${operatorId} and (${venueId ?? null}::int is null or m.venue_id = ${venueId ?? null}::int)
      and (${id ?? null}::int is null or m.id = ${id ?? null}::int)
    order by m.id desc limit ${mostListed}`.execute(tx)
  return rows
}
