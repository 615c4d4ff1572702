import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Subject } from '#server/platform/rights.ts'

/*
 * What the calls of staff are about, by the names of their parameters. A new endpoint that names its parameter as the
 * others do is limited to the venues of its caller; a test names those that are about no venue.
 */

/** Selects the rows that a parameter names: `venue_id` and `instructor_ids`. */
const selections: Readonly<Record<string, (value: string) => RawBuilder<unknown>>> = {
  venue: (slug) =>
    sql`select v.id as venue_id, null::int[] as instructor_ids from venue v where v.slug = ${slug}`,
  sessionId: (id) => sql`select o.venue_id, o.instructor_ids from occurrence o where o.id = ${id}::int`,
  bookingId: (id) => sql`
    select o.venue_id, o.instructor_ids from booking b join occurrence o on o.id = b.occurrence_id
    where b.id = ${id}::int`,
  waitlistId: (id) => sql`
    select o.venue_id, o.instructor_ids from waitlist_entry w join occurrence o on o.id = w.occurrence_id
    where w.id = ${id}::int`,
  completeOrderId: (id) => ofOrder(sql`${id}::int`),
  orderId: (id) => ofOrder(sql`${id}::int`),
  refundId: (id) => ofOrder(sql`(select r.order_id from refund r where r.id = ${id}::int)`),
  followUpId: (id) => sql`
    select coalesce(o.venue_id, f.venue_id) as venue_id, o.instructor_ids from follow_up f
    left join booking b on b.id = f.booking_id left join occurrence o on o.id = b.occurrence_id
    where f.id = ${id}::int`,
  proposalId: (id) => sql`
    select o.venue_id, o.instructor_ids from partner_order_item i join basket_item bi on bi.id = i.basket_item_id
    join occurrence o on o.id = bi.occurrence_id
    where i.partner_order_id = ${id}::int`,
  missedPaymentId: (id) => sql`
    select m.venue_id, null::int[] as instructor_ids from membership_collection c
    join membership m on m.id = c.membership_id where c.id = ${id}::int`,
  tillId: (id) => sql`select t.venue_id, null::int[] as instructor_ids from till t where t.id = ${id}::int`,
  closureId: (id) =>
    sql`select c.venue_id, null::int[] as instructor_ids from venue_closing c where c.id = ${id}::int`,
  fileClosureId: (id) =>
    sql`select c.venue_id, null::int[] as instructor_ids from closure c where c.id = ${id}::int`,
  hireId: (id) => sql`select h.venue_id, null::int[] as instructor_ids from hire h where h.id = ${id}::int`,
  invoiceId: (id) => sql`
    select h.venue_id, null::int[] as instructor_ids from hire_invoice i join hire h on h.id = i.hire_id
    where i.id = ${id}::int`,
  broadcastId: (id) =>
    sql`select m.venue_id, null::int[] as instructor_ids from broadcast m where m.id = ${id}::int`,
  audienceId: (id) =>
    sql`select a.venue_id, null::int[] as instructor_ids from saved_audience a where a.id = ${id}::int`,
  rehearsalId: (id) =>
    sql`select r.venue_id, null::int[] as instructor_ids from rehearsal r where r.id = ${id}::int`,
  activityId: (id) =>
    sql`select a.venue_id, null::int[] as instructor_ids from activity a where a.id = ${id}::int`,
}

const ofOrder = (orderId: RawBuilder<unknown>) => sql`
  select o.venue_id, o.instructor_ids from booking b join occurrence o on o.id = b.occurrence_id
  where b.order_id = ${orderId}
  union all
  select j.venue_id, null::int[] from joining j where j.order_id = ${orderId}`

export const subjectParameters: readonly string[] = Object.keys(selections)

/** The venues, and instructors, of what a call names. What is not there is left out: the call answers so itself. */
export const findSubjects = async (
  tx: Tx,
  operatorId: number,
  named: Readonly<Record<string, unknown>>,
): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const [name, selection] of Object.entries(selections)) {
    const value = named[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const { rows } = await sql<Subject>`
      select s.venue_id, s.instructor_ids from (${selection(String(value))}) s
      join venue v on v.id = s.venue_id and v.operator_id = ${operatorId}`.execute(tx)
    subjects.push(...rows)
  }
  return subjects
}
