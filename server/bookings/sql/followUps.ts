import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { RefundDestination } from '#contract/tenders.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

export type FollowUpReason = 'called_off' | 'cancelled' | 'changed' | 'message'

/** How the buyer of a booking is reached. `email`, `phone` and `name` are '' where they are not known. */
export type ContactRow = {
  bookingId: number
  orderId: number
  occurrenceId: number
  customerId: number | null
  soldByPartner: boolean
  name: string
  firstName: string
  email: string
  phone: string
}

const contactColumns = sql`
  co.source = 'open-booking' as sold_by_partner,
  case when c.id is not null then c.first_name || ' ' || c.last_name
    else trim(co.payer_first_name || ' ' || co.payer_last_name) end as name,
  coalesce(c.first_name, co.payer_first_name) as first_name,
  coalesce(nullif(c.email, ''), co.email, '') as email, coalesce(nullif(co.payer_phone, ''), c.phone, '') as phone`

export const contactsOf = async (tx: Tx, bookingIds: readonly number[]): Promise<ContactRow[]> => {
  const { rows } = await sql<ContactRow>`
    select b.id as booking_id, b.order_id, b.occurrence_id, b.customer_id, ${contactColumns}
    from booking b
    join customer_order co on co.id = b.order_id
    left join customer c on c.id = b.customer_id
    where b.id = any(${bookingIds}::int[]) order by b.id`.execute(tx)
  return rows
}

/** @returns their ids by booking */
export const insertFollowUps = async (
  tx: Tx,
  rows: readonly { bookingId: number; reason: FollowUpReason; message: string }[],
  now: Date,
): Promise<Map<number, number>> => {
  if (rows.length === 0) return new Map()
  const inserted = await tx
    .insertInto('followUp')
    .values(rows.map((row) => ({ ...row, createdAt: now })))
    .returning(['id', 'bookingId'])
    .execute()
  return new Map(inserted.flatMap(({ id, bookingId }) => (bookingId === null ? [] : [[bookingId, id]])))
}

/** Those of a message that is about no booking. A message that was not delivered leads to one entry. */
export const insertPeopleToRing = async (
  tx: Tx,
  rows: readonly Omit<Insertable<Tables['followUp']>, 'doneAt' | 'doneBy'>[],
): Promise<void> => {
  await tx
    .insertInto('followUp')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The kinds of message whose end without delivery is somebody to ring. */
const reasons = {
  booking_called_off: 'called_off',
  session_changed: 'changed',
  session_notice: 'message',
  broadcast: 'message',
} as const satisfies Readonly<Record<string, FollowUpReason>>

export const insertUndeliveredFollowUps = async (
  tx: Tx,
  since: Date,
  most: number,
  now: Date,
): Promise<void> => {
  const kinds = sql.join(
    Object.entries(reasons).map(([kind, reason]) => sql`(${kind}::text, ${reason}::text)`),
  )
  await sql`
    insert into follow_up (booking_id, reason, message, notice_id, created_at)
    select b.id, k.reason, case when k.reason = 'message' then coalesce(b.customer_notice, '') else '' end, n.id, ${now}
    from notice n
    join (values ${kinds}) k (kind, reason) on k.kind = n.kind
    join booking b on b.id = substring(n.about from '^booking:([0-9]+)')::int
    where n.state = 'dropped' and n.settled_at > ${since}
      -- Whoever has cancelled meanwhile was not written to for that.
      and (n.kind <> 'broadcast' or b.status in ('booked', 'attended', 'not_attended'))
      and not exists (select 1 from follow_up f where f.notice_id = n.id)
    order by n.id limit ${most}
    on conflict do nothing`.execute(tx)
}

export type FollowUpRow = {
  id: number
  reason: FollowUpReason
  message: string
  name: string
  phone: string
  customerId: number | null
  timezone: string
  createdAt: Date
  /** Of what they have booked; null of a message that is about no booking. */
  booking: {
    id: number
    orderId: number
    sessionId: number
    sessionName: string
    localDate: string
    startsAt: string
  } | null
}

/** An entry with its person and its venue, of a booking or not. */
const withPeople = sql`
  from follow_up f
  left join booking b on b.id = f.booking_id
  left join customer_order co on co.id = b.order_id
  left join customer c on c.id = coalesce(b.customer_id, f.customer_id)
  left join hirer h on h.id = f.hirer_id
  left join occurrence o on o.id = b.occurrence_id
  join venue v on v.id = coalesce(o.venue_id, f.venue_id)`

const isOf = (operatorId: number) => sql`coalesce(co.operator_id, v.operator_id) = ${operatorId}`

export const openFollowUps = async (
  tx: Tx,
  operatorId: number,
  venueSlug: string,
): Promise<FollowUpRow[]> => {
  const { rows } = await sql<FollowUpRow>`
    select f.id, f.reason, f.message, f.created_at, v.timezone, c.id as customer_id,
      case when c.id is not null then c.first_name || ' ' || c.last_name
        when h.id is not null then coalesce(nullif(h.contact, ''), h.name)
        else trim(co.payer_first_name || ' ' || co.payer_last_name) end as name,
      coalesce(nullif(co.payer_phone, ''), c.phone, h.phone, '') as phone,
      case when b.id is not null then json_build_object('id', b.id, 'orderId', b.order_id, 'sessionId', o.id,
        'sessionName', o.name, 'localDate', o.local_date, 'startsAt', o.starts_at) end as booking
    ${withPeople}
    where f.done_at is null and v.operator_id = ${operatorId} and v.slug = ${venueSlug}
    order by o.starts_at nulls last, f.id`.execute(tx)
  return rows
}

/** @returns false where the operator has no such entry, or it is ticked off */
export const closeFollowUp = async (
  tx: Tx,
  operatorId: number,
  id: number,
  actorId: number,
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update follow_up set done_at = ${now}, done_by = ${actorId}
    where id = ${id} and done_at is null
      and exists (select 1 ${withPeople} where f.id = follow_up.id and ${isOf(operatorId)})`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

type FoundFollowUp = {
  customerId: number | null
  bookingId: number | null
  doneAt: Date | null
  doneBy: string | null
  timezone: string
}

export const followUpById = async (
  tx: Tx,
  operatorId: number,
  id: number,
): Promise<FoundFollowUp | undefined> => {
  const { rows } = await sql<FoundFollowUp>`
    select b.id as booking_id, c.id as customer_id, f.done_at, s.first_name as done_by, v.timezone
    ${withPeople}
    left join customer s on s.id = f.done_by
    where f.id = ${id} and ${isOf(operatorId)}`.execute(tx)
  return rows[0]
}

export type CalledOffRow = {
  bookingId: number
  orderId: number
  orderReference: string
  customerId: number | null
  name: string
  phone: string
  email: string
  soldByPartner: boolean
  quantity: number
  price: number
  /** The job has yet to cancel it, which refunds and writes. */
  isPending: boolean
  noticeState: 'waiting' | 'stored' | 'sent' | 'dropped' | null
  followUpId: number | null
  isRung: boolean
  refunds: readonly { destination: RefundDestination; amount: number; status: 'due' | 'done' | 'failed' }[]
}

/** Whoever had booked a session that the venue has called off, with what each was told and got back. */
export const calledOffBookings = async (tx: Tx, occurrenceId: number): Promise<CalledOffRow[]> => {
  const { rows } = await sql<CalledOffRow>`
    select b.id as booking_id, b.order_id, co.reference as order_reference, b.customer_id, b.quantity, b.price,
      ${contactColumns}, b.status <> 'cancelled_by_venue' as is_pending, n.state as notice_state, f.id as follow_up_id,
      f.done_at is not null as is_rung,
      (select coalesce(json_agg(json_build_object('destination', r.destination, 'amount', r.amount, 'status', r.status)
          order by r.id), '[]'::json)
        from refund r where r.booking_id = b.id and r.penalty_id is null) as refunds
    from booking b
    join customer_order co on co.id = b.order_id
    left join customer c on c.id = b.customer_id
    left join notice n on n.kind = 'booking_called_off' and n.about = 'booking:' || b.id
    left join lateral (
      select f.id, f.done_at from follow_up f
      where f.booking_id in (
          select k.id from booking k where k.order_id = b.order_id and k.occurrence_id = b.occurrence_id
        ) and f.reason = 'called_off'
      order by f.id desc limit 1
    ) f on true
    where b.occurrence_id = ${occurrenceId} and b.status in ('booked', 'attended', 'not_attended', 'cancelled_by_venue')
    order by b.id`.execute(tx)
  return rows
}
