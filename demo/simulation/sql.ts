import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { HeldRole } from '#server/platform/rights.ts'

/** The operator's customers and staff. */
export const peopleOf = async (tx: Tx, operatorId: number) => {
  const { rows } = await sql<{
    id: number
    reference: string
    email: string
    role: 'customer' | 'staff'
    roles: HeldRole[]
  }>`
    select c.id, c.reference, c.email, c.role, coalesce((
        select json_agg(json_build_object('role', r.role, 'venueId', r.venue_id, 'instructorId', r.instructor_id))
        from staff_role r where r.customer_id = c.id
      ), '[]'::json) as roles
    from customer c where c.operator_id = ${operatorId}`.execute(tx)
  return rows
}

/** Who buys has an account before: what was paid for without one is not refunded as credit. */
export const backdateAccount = async (tx: Tx, customerId: number, at: Date): Promise<void> => {
  await sql`update customer set created_at = ${at} where id = ${customerId} and created_at > ${at}`.execute(
    tx,
  )
}

/** Venues, by slug, whose tills have taken something today. */
export const venuesWithTakingsToday = async (tx: Tx, operatorId: number, now: Date): Promise<Set<string>> => {
  const { rows } = await sql<{ slug: string }>`
    select distinct v.slug from till_entry e join venue v on v.id = e.venue_id
    where v.operator_id = ${operatorId} and e.local_date = (${now}::timestamptz at time zone v.timezone)::date`.execute(
    tx,
  )
  return new Set(rows.map(({ slug }) => slug))
}

/** The occurrence of an activity on a day that begins at a time, by the venue's clock. */
export const occurrenceAt = async (
  tx: Tx,
  operatorId: number,
  { venue, activity, on, at }: { venue: string; activity: string; on: string; at: string },
): Promise<{ id: number; startsAt: Date } | undefined> => {
  const { rows } = await sql<{ id: number; startsAt: Date }>`
    select o.id, o.starts_at
    from occurrence o join activity a on a.id = o.activity_id join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and v.slug = ${venue} and a.slug = ${activity} and o.status = 'scheduled'
      and o.local_date = ${on}::date and (o.starts_at at time zone v.timezone)::time = ${at}::time
    order by o.id limit 1`.execute(tx)
  return rows[0]
}

/** Today's occurrence of an activity: the last that has begun, the next one, or the one after; full or with places left. */
export const occurrenceToday = async (
  tx: Tx,
  operatorId: number,
  { venue, activity, session }: { venue: string; activity: string; session: 'over' | 'next' | 'later' },
  now: Date,
  isFull = false,
): Promise<{ id: number; startsAt: Date } | undefined> => {
  const { rows } = await sql<{ id: number; startsAt: Date }>`
    select o.id, o.starts_at
    from occurrence o join activity a on a.id = o.activity_id join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and v.slug = ${venue} and a.slug = ${activity} and o.status = 'scheduled'
      and o.local_date = (${now}::timestamptz at time zone v.timezone)::date and (o.places_taken < o.capacity) <> ${isFull}::boolean
    order by o.starts_at, o.id`.execute(tx)
  const over = rows.filter(({ startsAt }) => startsAt <= now)
  const coming = rows.filter(({ startsAt }) => startsAt > now)
  const next = coming[0]
  if (session === 'over') return over.at(-1) ?? next
  if (session === 'next') return next
  return coming.find(({ startsAt }) => next !== undefined && startsAt > next.startsAt) ?? next
}

/** Logs staff in at a till, so that takings are counted there; the session has no token that could be used. */
export const openTillSession = async (
  tx: Tx,
  at: { customerId: number; venue: string; till: string; tokenDigest: Buffer },
  now: Date,
): Promise<void> => {
  await sql`
    insert into session (token_digest, customer_id, till_id, created_at, last_seen_at, expires_at)
    select ${at.tokenDigest}, ${at.customerId}, t.id, ${now}, ${now}, ${now}
    from till t join venue v on v.id = t.venue_id join customer c on c.id = ${at.customerId}
    where v.operator_id = c.operator_id and v.slug = ${at.venue} and t.slug = ${at.till}`.execute(tx)
}

export const deleteTillSession = async (tx: Tx, tokenDigest: Buffer): Promise<void> => {
  await tx.deleteFrom('session').where('tokenDigest', '=', tokenDigest).execute()
}

export const firstBookingOf = async (tx: Tx, orderId: number): Promise<number> => {
  const { id } = await tx
    .selectFrom('booking')
    .select('id')
    .where('orderId', '=', orderId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}
