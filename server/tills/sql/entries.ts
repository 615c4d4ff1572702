import { venueTender } from '#contract/tenders.ts'
import type { TenderId } from '#contract/tenders.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * The member of staff who sold an order: the owner of the basket, or who began the joining, if it was for a customer.
 * undefined: it was not sold at the desk.
 */
export const sellerOfOrder = async (
  tx: Tx,
  orderId: number,
): Promise<{ actorId: number; operatorId: number } | undefined> => {
  const { rows } = await sql<{ actorId: number; operatorId: number }>`
    select s.id as actor_id, s.operator_id
    from customer_order o join basket b on b.id = o.basket_id
    left join joining j on j.basket_id = b.id
    join customer s on s.id = coalesce(j.sold_by, b.customer_id)
    where o.id = ${orderId} and s.role = 'staff' and o.customer_id is distinct from s.id`.execute(tx)
  return rows[0]
}

/**
 * Where a member of staff works: the till of this login (null: of their newest), else their own venue, else the order's.
 * One person may be logged in at two desks.
 */
export const tillLocation = async (
  tx: Tx,
  actorId: number,
  tokenDigest: Buffer | null,
  orderId: number | null,
): Promise<{ tillId: number | null; venueId: number; timezone: string } | undefined> => {
  const { rows } = await sql<{ tillId: number | null; venueId: number; timezone: string }>`
    select t.id as till_id, v.id as venue_id, v.timezone
    from customer c
    left join lateral (
      select s.till_id from session s where s.customer_id = c.id
        order by s.token_digest is not distinct from ${tokenDigest}::bytea desc, s.last_seen_at desc limit 1
    ) s on true
    left join till t on t.id = s.till_id and not t.withdrawn
    left join lateral (
      select oc.venue_id from booking b join occurrence oc on oc.id = b.occurrence_id
      where b.order_id = ${orderId}::int order by b.position limit 1
    ) o on true
    join venue v on v.id = coalesce(t.venue_id, c.home_venue_id, o.venue_id,
      (select f.id from venue f where f.operator_id = c.operator_id order by f.position, f.id limit 1))
    where c.id = ${actorId}`.execute(tx)
  return rows[0]
}

export type NewEntry = {
  operatorId: number
  venueId: number
  localDate: string
  tillId: number | null
  actorId: number
  at: Date
  tenderType: TenderId
  creditType: 'general' | 'membership' | null
  amount: number
  tendered: number | null
  reference: string | null
  /** Of what is sold; null for an invoice. */
  orderId: number | null
  /** Of a hire. */
  invoiceId: number | null
  paymentId: number | null
  bookingId: number | null
}

/**
 * Enters what was taken or given back, into the open session of its till. Whoever closes the till meanwhile waits, or has
 * closed it before: then the entry is for the next session.
 */
export const addEntries = async (tx: Tx, entries: NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const tillIds = [...new Set(entries.flatMap(({ tillId }) => tillId ?? []))]
  const { rows } = await sql<{ id: number; tillId: number }>`
    select id, till_id from till_session where till_id = any(${tillIds}::int[]) and closed_at is null
    order by till_id for share`.execute(tx)
  const sessions = new Map(rows.map(({ id, tillId }) => [tillId, id]))
  await tx
    .insertInto('tillEntry')
    .values(
      entries.map((entry) => ({
        ...entry,
        tillSessionId: entry.tillId === null ? null : (sessions.get(entry.tillId) ?? null),
      })),
    )
    .execute()
}

export type EntryRow = {
  id: number
  at: Date
  actorId: number
  name: string
  tillId: number | null
  till: string | null
  tenderType: TenderId
  creditType: 'general' | 'membership' | null
  amount: number
  tendered: number | null
  reference: string | null
  orderId: number | null
  /** Of its order, or the number of its invoice. */
  orderReference: string
  customer: string | null
}

/**
 * The desk's entries of a venue on a day, in order. Payments that the bank released were never taken, and refunds that the
 * card company has not paid were never given back: both are left out.
 */
export const entriesOf = async (
  tx: Tx,
  which: { venueId: number; day: string; actorId: number | null },
): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.actor_id, s.first_name || ' ' || s.last_name as name, e.till_id, t.name as till,
      e.tender_type, e.credit_type, e.amount, e.tendered, e.reference, e.order_id,
      coalesce(o.reference, i.number::text) as order_reference,
      nullif(trim(coalesce(c.first_name || ' ' || c.last_name, o.payer_first_name || ' ' || o.payer_last_name,
        i.hirer_name)), '') as customer
    from till_entry e
    join customer s on s.id = e.actor_id
    left join customer_order o on o.id = e.order_id
    left join hire_invoice i on i.id = e.invoice_id
    left join customer c on c.id = o.customer_id
    left join till t on t.id = e.till_id
    left join order_payment p on p.id = e.payment_id
    where e.venue_id = ${which.venueId} and e.local_date = ${which.day}
      and (${which.actorId}::int is null or e.actor_id = ${which.actorId})
      and p.status is distinct from 'failed'
      and (e.amount > 0 or e.tender_type <> 'card' or exists (
        select 1 from refund r
        where r.booking_id = e.booking_id and r.order_id = e.order_id and r.amount = -e.amount
          and r.destination = 'card' and r.status <> 'failed'
      ))
    order by e.at, e.id`.execute(tx)
  return rows
}

/** The tills of a venue that were opened before an instant and are open still. */
export const tillsOpenSince = async (
  tx: Tx,
  venueId: number,
  before: Date,
): Promise<{ id: number; name: string; openedAt: Date }[]> =>
  tx
    .selectFrom('tillSession as s')
    .innerJoin('till as t', 't.id', 's.tillId')
    .select(['t.id', 't.name', 's.openedAt'])
    .where('t.venueId', '=', venueId)
    .where('s.closedAt', 'is', null)
    .where('s.openedAt', '<', before)
    .orderBy('s.openedAt')
    .execute()

export type DueRow = {
  refundId: number
  amount: number
  what: string
  name: string
  phone: string
  orderId: number
  orderReference: string
  isFailedCardRefund: boolean
}

/** Refunds still due at the desk of a venue, and those of money that the card company has taken and not paid back. */
export const dueAt = async (tx: Tx, venueId: number): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select r.id as refund_id, r.amount, oc.name as what, ${payer}, o.id as order_id, o.reference as order_reference,
      r.is_failed_card_refund
    from (
      -- Each by an index of its own.
      select id, order_id, booking_id, amount, created_at, false as is_failed_card_refund
        from refund where destination = 'desk' and status = 'due'
      union all select id, order_id, booking_id, amount, created_at, true from failed_card_refund
    ) r
    join customer_order o on o.id = r.order_id
    left join customer c on c.id = o.customer_id
    join booking b on b.id = r.booking_id
    join occurrence oc on oc.id = b.occurrence_id
    where oc.venue_id = ${venueId}
    order by r.created_at, r.id`.execute(tx)
  return rows
}

/** Who placed an order: the customer, or what a visitor or walk-in has left of themselves. */
const payer = sql`
  trim(coalesce(c.first_name || ' ' || c.last_name, o.payer_first_name || ' ' || o.payer_last_name)) as name,
  coalesce(nullif(o.payer_phone, ''), c.phone, '') as phone`

export type OwedRow = {
  bookingId: number
  amount: number
  what: string
  startsAt: Date
  localDate: string
  name: string
  phone: string
  orderId: number
  orderReference: string
}

/** What is paid on arrival and has not been, by the first place of each order: sessions of a venue until a day. */
export const owedAt = async (tx: Tx, venueId: number, until: string): Promise<OwedRow[]> => {
  const { rows } = await sql<OwedRow>`
    select first.*, ${payer}, o.id as order_id, o.reference as order_reference
    from order_payment y
    join customer_order o on o.id = y.order_id
    left join customer c on c.id = o.customer_id
    join lateral (
      select b.id as booking_id, oc.name as what, oc.starts_at, oc.local_date, oc.venue_id,
        (sum(b.price) over ())::int as amount
      from booking b join occurrence oc on oc.id = b.occurrence_id
      where b.order_id = o.id and b.status not in ('cancelled', 'cancelled_by_venue')
      order by oc.starts_at, b.id limit 1
    ) first on true
    where y.tender_type = ${sql.lit(venueTender)} and first.venue_id = ${venueId} and first.amount > 0
      and first.local_date between ${until}::date - 28 and ${until}::date
    order by first.starts_at, o.id`.execute(tx)
  return rows
}

export type DisputeRow = {
  id: number
  amount: number
  status: 'open' | 'won' | 'lost'
  openedAt: Date
  frozen: number
  orderId: number
  orderReference: string
}

/** Disputes of orders with bookings at a venue: those that are open, and those closed lately; the newest first. */
export const disputesAt = async (tx: Tx, venueId: number, closedAfter: Date): Promise<DisputeRow[]> => {
  const { rows } = await sql<DisputeRow>`
    select d.id, d.amount, d.status, d.opened_at, o.id as order_id, o.reference as order_reference,
      coalesce((select sum(e.amount) from credit_movement m
        join credit_entry e on e.movement_id = m.id and e.account = 'frozen' where m.order_id = o.id), 0)::int as frozen
    from dispute d join customer_order o on o.id = d.order_id
    where (d.status = 'open' or d.closed_at > ${closedAfter}) and exists (
      select 1 from booking b join occurrence oc on oc.id = b.occurrence_id
      where b.order_id = o.id and oc.venue_id = ${venueId})
    order by d.opened_at desc, d.id desc`.execute(tx)
  return rows
}
