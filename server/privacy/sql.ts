import { sql } from 'kysely'
import type { RemovedCard } from '#server/payments/cards.ts'
import type { Tx } from '#server/platform/database.ts'

/** A customer whose account is being closed, with the personal data that closing deletes. */
export type ClosingCustomer = { id: number; firstName: string; email: string }

/**
 * The customer and the linked people who are closed with them: those without a login whom no one else may
 * book for, since no one could act for them afterwards.
 */
export const household = async (tx: Tx, customerId: number): Promise<ClosingCustomer[]> => {
  const { rows } = await sql<ClosingCustomer>`
    select c.id, c.first_name, c.email from customer c
    where c.id = ${customerId}
      or (c.role = 'customer' and c.email = '' and c.password_hash is null and c.closed_at is null
        and exists (select 1 from linked_customer l where l.customer_id = ${customerId} and l.linked_id = c.id)
        and not exists (
          select 1 from linked_customer l join customer other on other.id = l.customer_id
          where l.linked_id = c.id and l.customer_id <> ${customerId} and other.closed_at is null
        ))
    order by c.id = ${customerId} desc, c.id`.execute(tx)
  return rows
}

/**
 * Locks in the global order: baskets, then people. A concurrent booking, payment or refund is either
 * committed before and counted, or finds the account closed.
 */
export const lockForClosing = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`
    select 1 from basket where customer_id = any(${[...ids]}::int[]) and status <> 'paymentComplete'
    order by id for no key update`.execute(tx)
  await sql`select 1 from customer where id = any(${[...ids]}::int[]) order by id for update`.execute(tx)
}

type MoneyBalance = { bookingsAhead: number; owed: number; onAccount: number; isPaying: boolean }

/** Upcoming bookings, debts and what is left on accounts in pence, and payments in progress of all these people together. */
export const readMoneyBalance = async (tx: Tx, ids: readonly number[], now: Date): Promise<MoneyBalance> => {
  const { rows } = await sql<MoneyBalance>`
    select
      (select count(*) from booking k join occurrence o on o.id = k.occurrence_id
        where (k.customer_id = any(${[...ids]}::int[]) or k.person_id = any(${[...ids]}::int[]))
          and k.status = 'booked' and o.starts_at > ${now}::timestamptz)::int as bookings_ahead,
      ((select coalesce(sum(p.amount), 0) from penalty p
          where p.customer_id = any(${[...ids]}::int[]) and p.status = 'outstanding' and not p.is_account_debt)
        + (select coalesce(sum(greatest(x.owed, 0)), 0) from (
            select sum(e.amount) as owed from account_entry e
              where e.customer_id = any(${[...ids]}::int[]) group by e.customer_id
          ) x))::int as owed,
      (select coalesce(sum(greatest(-x.owed, 0)), 0) from (
          select sum(e.amount) as owed from account_entry e
            where e.customer_id = any(${[...ids]}::int[]) group by e.customer_id
        ) x)::int as on_account,
      exists (select 1 from payment_transaction t
          where t.customer_id = any(${[...ids]}::int[]) and t.next_attempt_at is not null)
        or exists (select 1 from membership_collection c join membership m on m.id = c.membership_id
          where m.payer_id = any(${[...ids]}::int[])
            -- One that has failed is tried again, also after the membership has ended.
            and (c.state = 'requested' or (c.state = 'waiting' and c.tries > 0)))
        or exists (select 1 from basket b
          where b.status = 'paymentProcessing' and b.id = any(${await basketsWithLinesFor(tx, ids)}::int[])) as is_paying`.execute(
    tx,
  )
  return rows[0] ?? { bookingsAhead: 0, owed: 0, onAccount: 0, isPaying: false }
}

/** Baskets of any owner with a place held for one of these people or with their credit reserved. */
export const basketsWithLinesFor = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select h.basket_id as id from hold h
      where h.person_id = any(${[...ids]}::int[]) and h.state = 'held' and h.basket_id is not null
    union select r.basket_id from credit_reservation r
      where r.customer_id = any(${[...ids]}::int[]) and r.state = 'reserved'
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What jobs delete afterwards: files, and saved cards and payers at the providers. */
type RemainingHoldings = {
  files: string[]
  cards: { provider: string; externalIdentifier: string }[]
  payers: RemovedCard[]
}

/**
 * Deletes personal data from every table and keeps the accounts without names: orders, payments, credit,
 * bookings, memberships. It is one list, so that it can be reviewed; close.test.ts searches every
 * text column for what it misses.
 */
export const anonymise = async (
  tx: Tx,
  people: readonly ClosingCustomer[],
  now: Date,
): Promise<RemainingHoldings> => {
  const ids = people.map(({ id }) => id)

  await deleteMessages(tx, ids)
  const files = await dropRows<{ fileKey: string }>(
    tx,
    sql`delete from document where customer_id = any(${ids}::int[]) returning file_key`,
  )
  const cards = await dropRows<{ id: number; provider: string; externalIdentifier: string }>(
    tx,
    sql`select id, provider, external_identifier from saved_card
      where customer_id = any(${ids}::int[]) and removed_at is null`,
  )
  const payers = await payersOf(tx, ids)

  const mine = basketsOf(ids)
  // By id alone: what others have written with the same address, as visitors or for their guests, is theirs.
  const ordered = sql`(select o.id from customer_order o where o.customer_id = any(${ids}::int[]))`

  for (const statement of [
    // Their answers, and the attendees they named, which include themselves.
    sql`delete from booking_answer a using basket_item bi
      where bi.id = a.basket_item_id and (bi.basket_id in ${mine} or bi.purchased_for_id = any(${ids}::int[]))`,
    sql`delete from attendee t where t.customer_id = any(${ids}::int[]) or t.person_id = any(${ids}::int[])
      or t.basket_id in ${mine}`,
    sql`delete from follow_up f using booking k
      where k.id = f.booking_id and (k.customer_id = any(${ids}::int[]) or k.person_id = any(${ids}::int[]))`,
    sql`delete from follow_up where customer_id = any(${ids}::int[])`,
    sql`delete from induction where customer_id = any(${ids}::int[])`,
    sql`delete from guest_pass where customer_id = any(${ids}::int[])`,

    sql`select detach_waitlist_holds(${ids}::int[])`,
    sql`delete from waitlist_entry where person_id = any(${ids}::int[])`,
    sql`update waitlist_entry set joined_by_id = person_id where joined_by_id = any(${ids}::int[])`,
    sql`delete from waitlist_range where person_id = any(${ids}::int[])`,
    sql`update waitlist_range set joined_by_id = person_id where joined_by_id = any(${ids}::int[])`,

    sql`update customer_order o set email = null, payer_first_name = '', payer_last_name = '', payer_phone = '',
      items = items_without_people(o.items) where o.id in ${ordered}`,
    sql`update payment_transaction t set agreement = agreement_without_people(t.agreement)
      where t.customer_id = any(${ids}::int[]) or t.basket_id in ${mine}`,
    sql`update basket b set notices = '[]' where b.id in ${mine}`,
    sql`update basket_item bi set customer_reference = null where bi.basket_id in ${mine}`,
    sql`update saved_card set removed_at = coalesce(removed_at, ${now}::timestamptz), card_holder_name = '', brand = '',
      last_four = '0000', expiry = '0000', external_identifier = 'forgotten:' || id
      where customer_id = any(${ids}::int[])`,
    sql`delete from card_change where customer_id = any(${ids}::int[])`,
    sql`delete from provider_customer where customer_id = any(${ids}::int[])`,

    // Free text and search queries written by staff.
    sql`update penalty set waive_reason = '' where customer_id = any(${ids}::int[]) and waive_reason is not null`,
    sql`update till_entry set reference = null
      where amount < 0 and reference is not null and order_id in ${ordered}`,
    sql`update audit_entry set detail = detail - 'reason' where for_customer_id = any(${ids}::int[])`,
    // Searches that found them. What resembles their name may be another's.
    sql`update audit_entry a set subject = '' where a.act = 'customers searched'
      and exists (select 1 from jsonb_array_elements_text(a.detail->'customerIds') found
        where found::int = any(${ids}::int[]))`,

    sql`delete from idempotent_answer i using unnest(${ids}::int[]) as gone(id)
      where i.caller like 'customer:' || gone.id || ':%' or i.caller like 'customer:%:' || gone.id`,
    sql`delete from job where kind in ('sessions.sendResetLink', 'sessions.sendLoginLink') and (payload->>'customerId')::int = any(${ids}::int[])`,
    sql`delete from consent_event where customer_id = any(${ids}::int[])`,
    sql`delete from terms_acceptance where customer_id = any(${ids}::int[])`,
    sql`delete from order_link where order_id in (select id from customer_order where customer_id = any(${ids}::int[]))`,
    sql`delete from calendar_feed where customer_id = any(${ids}::int[])`,
    sql`delete from email_change where customer_id = any(${ids}::int[])`,
    sql`delete from one_time_code where customer_id = any(${ids}::int[])`,
    sql`delete from favourite where customer_id = any(${ids}::int[])`,
    sql`delete from passkey where customer_id = any(${ids}::int[])`,
    sql`delete from recovery_code where customer_id = any(${ids}::int[])`,
    sql`delete from second_factor where customer_id = any(${ids}::int[])`,
    sql`delete from trusted_device where customer_id = any(${ids}::int[])`,
    sql`delete from session where customer_id = any(${ids}::int[])`,
    sql`update waiver set signed_by_id = null, signed_by_name = '', signed_by_relation = '' where signed_by_id = any(${ids}::int[])`,
    sql`delete from family_invitation where inviter_id = any(${ids}::int[]) or person_id = any(${ids}::int[])`,
    sql`delete from linked_customer where customer_id = any(${ids}::int[]) or linked_id = any(${ids}::int[])`,
    sql`update customer set closed_at = ${now}::timestamptz, email = '',
      email_verified_at = null, password_hash = null, first_name = 'Former',
      last_name = 'customer', date_of_birth = null, phone = '', address_line_one = '', address_line_two = '', city = '',
      postcode = '', home_venue_id = null, emergency_contact_name = '', emergency_contact_phone = '',
      medical_notes = '',
      marketing_consent = false, source = '', account_limit = null
      where id = any(${ids}::int[])`,
  ]) {
    await statement.execute(tx)
  }
  return {
    files: files.map(({ fileKey }) => fileKey),
    cards: cards.map(({ provider, externalIdentifier }) => ({ provider, externalIdentifier })),
    payers,
  }
}

/** Their baskets, with those of orders that they claimed later and of moves of their bookings. */
const basketsOf = (ids: readonly number[]) => sql`(
  select b.id from basket b where b.customer_id = any(${[...ids]}::int[])
  union select o.basket_id from customer_order o where o.customer_id = any(${[...ids]}::int[])
  union select m.basket_id from booking_move m join booking k on k.id = m.booking_id
    join customer_order o on o.id = k.order_id where o.customer_id = any(${[...ids]}::int[]))`

const dropRows = async <T>(tx: Tx, statement: ReturnType<typeof sql>): Promise<T[]> =>
  (await statement.execute(tx)).rows as T[]

/**
 * Deletes messages about their accounts and records, with attachments, and the jobs that would send them.
 */
const deleteMessages = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`
    with about as (
      select 'order:' || o.id as thing from customer_order o where o.customer_id = any(${[...ids]}::int[])
      union select 'booking:' || k.id from booking k
        where k.customer_id = any(${[...ids]}::int[]) or k.person_id = any(${[...ids]}::int[])
      union select 'payment:' || t.uuid from payment_transaction t
        where t.customer_id = any(${[...ids]}::int[]) or t.basket_id in ${basketsOf(ids)}
      union select 'customer:' || id from unnest(${[...ids]}::int[]) id
      union select 'document:' || d.id from document d where d.customer_id = any(${[...ids]}::int[])
      union select 'guest-pass:' || g.id from guest_pass g where g.customer_id = any(${[...ids]}::int[])
      union select 'waitlist-event:' || e.id from waitlist_event e join waitlist_entry w on w.id = e.entry_id
        where w.person_id = any(${[...ids]}::int[]) or w.joined_by_id = any(${[...ids]}::int[])
      union select 'waitlist-entry:' || w.id from waitlist_entry w
        where w.person_id = any(${[...ids]}::int[]) or w.joined_by_id = any(${[...ids]}::int[])
      union select 'family-invitation:' || i.id from family_invitation i
        where i.inviter_id = any(${[...ids]}::int[]) or i.person_id = any(${[...ids]}::int[])
    ), gone as (
      delete from notice n
        where split_part(n.about, ' ', 1) in (select thing from about)
          or n.about like any(select kind || ':' || id || ':%'
            from unnest(${[...ids]}::int[]) id, (values ('address'), ('reset'), ('login'), ('login-link')) kinds (kind))
          or n.about like any(
            select 'collection:' || c.id || ':%' from membership_collection c
            join membership m on m.id = c.membership_id where m.payer_id = any(${[...ids]}::int[])
            union all select 'membership:' || m.id || ':%' from membership m
            where m.payer_id = any(${[...ids]}::int[])
          )
          -- About the documents of a child whom others look after, too.
          or (n.kind in ('document_expiring', 'document_refused') and exists (
            select 1 from customer c
            join linked_customer l on l.customer_id = c.id
            join document d on d.customer_id = l.linked_id and n.about = 'document:' || d.id
            where c.id = any(${[...ids]}::int[]) and c.operator_id = n.operator_id and n.recipient = c.email))
        returning n.id
    )
    delete from job j using gone where j.kind = 'send_notice' and (j.payload->>'id')::int = gone.id`.execute(
    tx,
  )
}

/** Their payer and payment references at the card providers. */
const payersOf = async (tx: Tx, ids: readonly number[]): Promise<RemovedCard[]> => {
  const { rows } = await sql<RemovedCard>`
    select coalesce(p.provider, t.provider) as provider, p.reference as payer_reference,
      coalesce(t.payments, '{}') as payments
    from (select provider, max(reference) as reference from provider_customer
        where customer_id = any(${[...ids]}::int[]) group by provider) p
    full join (
      select provider, array_agg(reference) as payments from (
        select provider, provider_reference as reference from payment_transaction
          where customer_id = any(${[...ids]}::int[]) and provider_reference is not null
        union select provider, reference from card_change
          where customer_id = any(${[...ids]}::int[]) and reference is not null
      ) asked group by provider
    ) t on t.provider = p.provider`.execute(tx)
  return rows
}

type MessageRecord = {
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

export type FollowUpRecord = {
  sessionName: string | null
  reason: string
  message: string
  createdAt: Date
  doneAt: Date | null
}

export const followUpsOf = (tx: Tx, customerId: number): Promise<FollowUpRecord[]> =>
  tx
    .selectFrom('followUp as f')
    .leftJoin('booking as k', 'k.id', 'f.bookingId')
    .leftJoin('occurrence as o', 'o.id', 'k.occurrenceId')
    .select(['o.name as sessionName', 'f.reason', 'f.message', 'f.createdAt', 'f.doneAt'])
    .where((where) =>
      where.or([
        where('k.customerId', '=', customerId),
        where('k.personId', '=', customerId),
        where('f.customerId', '=', customerId),
      ]),
    )
    .orderBy('f.id', 'desc')
    .execute()

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
