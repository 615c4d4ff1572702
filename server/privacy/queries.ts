import { sql } from 'kysely'
import type { GuardianRelation } from '#contract/waivers.ts'
import type { Tx } from '#server/platform/database.ts'

/** Columns of a customer that no other part of the answer has. */
export type AboutCustomer = {
  registeredAt: Date
  registeredVia: string
  accountLimit: number | null
  marketingConsent: boolean
  role: string
}

export const aboutCustomer = async (tx: Tx, customerId: number): Promise<AboutCustomer> =>
  tx
    .selectFrom('customer')
    .select([
      'createdAt as registeredAt',
      'source as registeredVia',
      'accountLimit',
      'marketingConsent',
      'role',
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

export type LinkedRow = {
  id: number
  firstName: string
  lastName: string
  dateOfBirth: string | null
  relation: string
  direction: 'books_for' | 'booked_by'
}

export const linkedOf = async (tx: Tx, customerId: number): Promise<LinkedRow[]> => {
  const { rows } = await sql<LinkedRow>`
    select c.id, c.first_name, c.last_name, case when l.linked_id = c.id then c.date_of_birth end as date_of_birth,
      l.relation, case when l.linked_id = c.id then 'books_for' else 'booked_by' end as direction
    from linked_customer l
    join customer c on c.id = case when l.customer_id = ${customerId} then l.linked_id else l.customer_id end
    where l.customer_id = ${customerId} or l.linked_id = ${customerId}
    order by direction, c.id`.execute(tx)
  return rows
}

export type OrderRecord = {
  reference: string
  placedAt: string
  status: string
  email: string | null
  firstName: string
  lastName: string
  total: number
  taxTotal: number
  lines: { name: string; quantity: number; price: number }[]
  payments: { tenderType: string; amount: number; status: string; paidAt: string }[]
  refunds: { destination: string; amount: number; status: string; at: string }[]
}

export const ordersOf = async (tx: Tx, customerId: number): Promise<OrderRecord[]> => {
  const { rows } = await sql<OrderRecord>`
    select o.reference, o.placed_at, o.status, o.email, o.payer_first_name as first_name,
      o.payer_last_name as last_name, o.total, o.tax_total,
      (select coalesce(json_agg(json_build_object('name', i.value->>'name',
          'quantity', coalesce((i.value->>'quantity')::int, 1),
          'price', coalesce((i.value->'price'->>'raw')::int, 0)) order by i.ordinality), '[]'::json)
        from jsonb_array_elements(o.items) with ordinality i) as lines,
      (select coalesce(json_agg(json_build_object('tenderType', p.tender_type, 'amount', p.amount, 'status', p.status,
          'paidAt', p.paid_at) order by p.id), '[]'::json) from order_payment p where p.order_id = o.id) as payments,
      (select coalesce(json_agg(json_build_object('destination', r.destination, 'amount', r.amount, 'status', r.status,
          'at', r.created_at) order by r.id), '[]'::json) from refund r where r.order_id = o.id) as refunds
    from customer_order o where o.customer_id = ${customerId} order by o.placed_at desc, o.id desc`.execute(
    tx,
  )
  return rows
}

export const accountOf = (
  tx: Tx,
  customerId: number,
): Promise<{ at: Date; amount: number; description: string }[]> =>
  tx
    .selectFrom('accountEntry')
    .select(['at', 'amount', 'description'])
    .where('customerId', '=', customerId)
    .orderBy('id', 'desc')
    .execute()

export const documentsOf = (tx: Tx, customerId: number) =>
  tx
    .selectFrom('document')
    .select([
      'id',
      'documentType',
      'fileName',
      'mediaType',
      'size',
      'status',
      'message',
      'uploadedAt',
      'expiresOn',
    ])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()

export type AttendeeRecord = {
  firstName: string
  lastName: string
  dateOfBirth: string
  email: string
  waivers: {
    name: string
    agreedAt: string
    validUntil: string | null
    signedBy: string | null
    signedByRelation: GuardianRelation | null
    answers: { question: string; answer: string }[]
  }[]
}

export const attendeesOf = async (tx: Tx, customerId: number): Promise<AttendeeRecord[]> => {
  const { rows } = await sql<AttendeeRecord>`
    select t.first_name, t.last_name, t.date_of_birth, t.email,
      (select coalesce(json_agg(json_build_object('name', r.name, 'agreedAt', w.agreed_at, 'validUntil', w.valid_until,
          'signedBy', nullif(w.signed_by_name, ''), 'signedByRelation', nullif(w.signed_by_relation, ''),
          'answers', (select coalesce(json_agg(json_build_object('question', a.text, 'answer', a.value)
              order by a.question_id), '[]'::json) from waiver_answer a where a.waiver_id = w.id)) order by w.id), '[]'::json)
        from waiver w join restriction r on r.id = w.restriction_id where w.attendee_id = t.id) as waivers
    from attendee t where t.customer_id = ${customerId} order by t.id`.execute(tx)
  return rows
}

export const answersOf = async (
  tx: Tx,
  customerId: number,
): Promise<{ question: string; answer: string; at: Date }[]> => {
  const { rows } = await sql<{ question: string; answer: string; at: Date }>`
    select a.text as question, a.value as answer, a.answered_at as at
    from booking_answer a
    join basket_item bi on bi.id = a.basket_item_id
    join basket b on b.id = bi.basket_id
    left join customer_order o on o.basket_id = b.id
    where coalesce(o.customer_id, b.customer_id) = ${customerId}
    order by a.answered_at desc, a.question_id`.execute(tx)
  return rows
}

export const inductionsOf = (tx: Tx, customerId: number): Promise<{ name: string; givenOn: string }[]> =>
  tx
    .selectFrom('induction as i')
    .innerJoin('restriction as r', 'r.id', 'i.restrictionId')
    .select(['r.name', 'i.givenOn'])
    .where('i.customerId', '=', customerId)
    .orderBy('i.givenOn')
    .execute()

export type MessageRecord = {
  kind: string
  to: string
  subject: string | null
  writtenAt: Date
  state: string
}

/**
 * Messages about the customer's own account and purchases, found by id: an address may be typed by anybody. Those that
 * went to another person about them are the recipient's.
 */
export const messagesOf = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
): Promise<MessageRecord[]> => {
  const { rows } = await sql<MessageRecord>`
    with about as (
      select 'order:' || o.id as thing from customer_order o where o.customer_id = ${customerId}
      union select 'booking:' || k.id from booking k where k.customer_id = ${customerId}
      union select 'payment:' || t.uuid from payment_transaction t where t.customer_id = ${customerId}
      union select 'document:' || d.id from document d where d.customer_id = ${customerId}
      union select 'guest-pass:' || g.id from guest_pass g where g.customer_id = ${customerId}
      union select 'waitlist-event:' || e.id from waitlist_event e join waitlist_entry w on w.id = e.entry_id
        where w.person_id = ${customerId}
      union select 'waitlist-entry:' || w.id from waitlist_entry w where w.person_id = ${customerId}
      union select 'customer:' || ${customerId}::int
    ), begins as (
      select unnest(array['address:', 'reset:', 'login:', 'login-link:']) || ${customerId}::int as thing
      union all select 'collection:' || c.id from membership_collection c
        join membership m on m.id = c.membership_id where m.payer_id = ${customerId}
      union all select 'membership:' || m.id from membership m where m.payer_id = ${customerId}
    ), found as (
      -- One by one, each by the index: together the planner reads all messages.
      select n.id from about a cross join lateral (
        select m.id from notice m where split_part(m.about, ' ', 1) collate "C" = a.thing offset 0
      ) n
      -- In the order of bytes the semicolon follows the colon.
      union select n.id from begins b cross join lateral (
        select m.id from notice m where split_part(m.about, ' ', 1) collate "C" >= b.thing || ':'
          and split_part(m.about, ' ', 1) collate "C" < b.thing || ';' offset 0
      ) n
    )
    select n.kind, n.recipient as "to", n.subject, n.created_at as written_at, n.state from notice n
    where n.operator_id = ${operatorId} and n.id = any(array(select id from found))
    order by n.id desc`.execute(tx)
  return rows
}

export const staffActsFor = (
  tx: Tx,
  customerId: number,
): Promise<{ at: Date; act: string; subject: string }[]> =>
  tx
    .selectFrom('auditEntry')
    .select(['at', 'act', 'subject'])
    .where('forCustomerId', '=', customerId)
    .orderBy('id', 'desc')
    .execute()

export const sessionsOf = (
  tx: Tx,
  customerId: number,
): Promise<{ startedAt: Date; lastSeenAt: Date; expiresAt: Date }[]> =>
  tx
    .selectFrom('session')
    .select(['createdAt as startedAt', 'lastSeenAt', 'expiresAt'])
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .execute()
