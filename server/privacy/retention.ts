import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'

/** Rows of one transaction, and transactions of one kind in one run: the rest is left to the next run. */
const batchSize = 200

const batchesOfRun = 25

/**
 * Deletes or makes anonymous what is older than its retention period, in small transactions. What is still needed (a
 * session to come, a refund to be paid out) stays longer.
 */
export const enforceRetention = async (
  db: Database,
  retention: Config['retention'],
  now: Date,
): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const tooOld = yearsAgo(now, retention.orderYears)
  const kinds: {
    before: Date
    remove: (tx: Tx, before: Date, most: number, now: Date) => Promise<number>
  }[] = [
    { before: daysAgo(retention.basketDays), remove: deleteAbandonedBaskets },
    { before: daysAgo(retention.visitorContactDays), remove: clearVisitorContacts },
    { before: daysAgo(retention.visitorContactDays), remove: clearGuests },
    { before: daysAgo(retention.hirerContactDays), remove: clearHirerContacts },
    { before: daysAgo(retention.messageDays), remove: deleteMessages },
    { before: daysAgo(retention.messageDays), remove: deleteBroadcasts },
    { before: daysAgo(retention.messageDays), remove: deleteCalls },
    { before: daysAgo(retention.partnerAnswerDays), remove: clearPartnerAnswers },
    { before: daysAgo(retention.auditDays), remove: deleteAuditEntries },
    { before: daysAgo(retention.securityLogDays), remove: deleteSecurityEvents },
    { before: tooOld, remove: anonymiseOrders },
    { before: tooOld, remove: forgetClosedAccounts },
  ]
  await processAll(kinds, async ({ before, remove }) => {
    for (let batch = 0; batch < batchesOfRun; batch += 1)
      if ((await transact(db, (tx) => remove(tx, before, batchSize, now))) < batchSize) break
  })
}

const yearsAgo = (now: Date, years: number): Date => {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date
}

/**
 * Deletes baskets that were last changed before `before` and never paid for. Those that a payment or reserved credit
 * refers to stay for the accounts, without personal data.
 * @returns how many; fewer than `most` when no more are left
 */
const deleteAbandonedBaskets = async (tx: Tx, before: Date, most: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: number; isReferenced: boolean }>`
    select b.id, exists (select 1 from payment_transaction t where t.basket_id = b.id)
        or exists (select 1 from credit_reservation r where r.basket_id = b.id)
        or exists (select 1 from joining j where j.basket_id = b.id)
        or exists (select 1 from partner_order p where p.basket_id = b.id and p.state <> 'quote') as is_referenced
    from basket b
    where b.status = 'open' and b.cleared_at is null and b.updated_at < ${before}
      and not exists (select 1 from hold h where h.basket_id = b.id and h.state in ('held', 'confirmed'))
      and not exists (select 1 from payment_transaction t where t.basket_id = b.id and t.next_attempt_at is not null)
      and not exists (select 1 from joining j where j.basket_id = b.id and j.status = 'awaiting_payment')
    order by b.updated_at limit ${most} for update of b skip locked`.execute(tx)
  const removable = rows.filter(({ isReferenced }) => !isReferenced).map(({ id }) => id)
  const referenced = rows.filter(({ isReferenced }) => isReferenced).map(({ id }) => id)
  if (removable.length > 0)
    await sql`select delete_baskets(${removable}::int[], ${now}::timestamptz)`.execute(tx)
  if (referenced.length > 0) await clearBaskets(tx, referenced, now)
  return rows.length
}

const clearBaskets = async (tx: Tx, ids: readonly number[], now: Date): Promise<void> => {
  for (const statement of [
    sql`select forget_lines(array(select id from basket_item where basket_id = any(${ids}::int[])), ${now}::timestamptz)`,
    sql`delete from attendee where basket_id = any(${ids}::int[]) and customer_id is null`,
    sql`update basket_item set customer_reference = null, purchased_for_id = null where basket_id = any(${ids}::int[])`,
    sql`update payment_transaction t set agreement = agreement_without_people(t.agreement) where t.basket_id = any(${ids}::int[])`,
    sql`update basket set notices = '[]', network = null, cleared_at = ${now}::timestamptz where id = any(${ids}::int[])`,
  ])
    await statement.execute(tx)
}

/** The baskets that orders were made of, and those of moves that were paid for. */
const basketsOf = async (tx: Tx, orders: readonly { id: number; basketId: number }[]): Promise<number[]> => {
  const { rows } = await sql<{ basketId: number }>`
    select m.basket_id from booking b join booking_move m on m.booking_id = b.id
    where b.order_id = any(${orders.map(({ id }) => id)}::int[])`.execute(tx)
  return [...orders, ...rows].map(({ basketId }) => basketId)
}

/** What keeps the contact of an order: a session that has not ended long enough ago, or money still to be paid back. */
const isNeeded = (before: Date) => sql`(
  exists (select 1 from booking k join occurrence s on s.id = k.occurrence_id
    where k.order_id = o.id and s.ends_at >= ${before})
  or exists (select 1 from refund r where r.order_id = o.id and r.status = 'due')
  or exists (select 1 from failed_card_refund r where r.order_id = o.id))`

/** Deletes names and addresses from visitors' orders placed before `before`; orders and receipts stay. */
export const clearVisitorContacts = async (
  tx: Tx,
  before: Date,
  most: number,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number; basketId: number }>`
    select o.id, o.basket_id from customer_order o
    where o.customer_id is null and o.contact_cleared_at is null and o.placed_at < ${before}
      and not ${isNeeded(before)}
    order by o.placed_at limit ${most} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const baskets = await basketsOf(tx, rows)
  for (const statement of [
    sql`update customer_order o set email = null, payer_first_name = '', payer_last_name = '', payer_phone = '',
      items = items_without_people(o.items), contact_cleared_at = ${now}::timestamptz where o.id = any(${ids}::int[])`,
    sql`update payment_transaction t set agreement = agreement_without_people(t.agreement) where t.basket_id = any(${baskets}::int[])`,
    sql`update attendee set email = '' where basket_id = any(${baskets}::int[])`,
    sql`update basket_item set customer_reference = null where basket_id = any(${baskets}::int[])`,
    sql`delete from order_link where order_id = any(${ids}::int[])`,
    sql`delete from follow_up f using booking k where k.id = f.booking_id and k.order_id = any(${ids}::int[])`,
  ])
    await statement.execute(tx)
  return rows.length
}

/**
 * Makes orders placed before `before` anonymous: no person can be found from the order, its bookings and payments. The
 * ledgers of credit and of accounts stay complete.
 */
const anonymiseOrders = async (tx: Tx, before: Date, most: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: number; basketId: number }>`
    select o.id, o.basket_id from customer_order o
    where o.anonymised_at is null and o.placed_at < ${before} and not ${isNeeded(before)}
    order by o.placed_at limit ${most} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const baskets = await basketsOf(tx, rows)
  const items = sql`(select id from basket_item where basket_id = any(${baskets}::int[]))`
  for (const statement of [
    sql`select forget_lines(array${items}, ${now}::timestamptz)`,
    sql`select forget_hold_people(${ids}::int[])`,
    sql`delete from attendee where basket_id = any(${baskets}::int[]) and customer_id is null`,
    sql`delete from benefit_use where basket_item_id in ${items}`,
    sql`update package_use set basket_item_id = null, booking_id = null
      where basket_item_id in ${items} and state <> 'reserved'`,
    sql`update saved_card set transaction_id = null where transaction_id in
      (select id from payment_transaction where basket_id = any(${baskets}::int[]))`,
    sql`update payment_transaction t set agreement = agreement_without_people(t.agreement), customer_id = null
      where t.basket_id = any(${baskets}::int[])`,
    sql`update till_entry set reference = null where amount < 0 and reference is not null and order_id = any(${ids}::int[])`,
    sql`update partner_order set request_digest = null, answer = null, payment_reference = null
      where order_id = any(${ids}::int[])`,
    sql`delete from order_link where order_id = any(${ids}::int[])`,
    sql`delete from follow_up f using booking k where k.id = f.booking_id and k.order_id = any(${ids}::int[])`,
    sql`update booking set customer_id = null, person_id = null where order_id = any(${ids}::int[])`,
    sql`update basket_item set customer_reference = null, purchased_for_id = null, member_id = null
      where basket_id = any(${baskets}::int[])`,
    sql`update basket set customer_id = null, login_digest = null, priced_for_id = null, notices = '[]' where id = any(${baskets}::int[])`,
    sql`update customer_order o set customer_id = null, email = null, payer_first_name = '', payer_last_name = '', payer_phone = '',
      items = items_without_people(o.items), contact_cleared_at = ${now}::timestamptz,
      anonymised_at = ${now}::timestamptz where o.id = any(${ids}::int[])`,
  ])
    await statement.execute(tx)
  return rows.length
}

/** Deletes names and addresses of guests from passes for visits before a day; the passes stay. */
const clearGuests = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    update guest_pass set guest_first_name = null, guest_last_name = null, guest_email = '' where id in (
      select id from guest_pass where guest_email <> '' and visit_on < (${before}::timestamptz)::date
      order by visit_on limit ${most} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}

/**
 * Deletes who speaks for a hirer whose last date, invoice and payment were before `before`. Their name, hires and invoices
 * stay. Where money is owed either way, the contact stays as well.
 */
const clearHirerContacts = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    update hirer set contact = '', phone = '', email = '', note = '' where id in (
      select r.id from hirer r
      where r.created_at < ${before} and concat(r.contact, r.phone, r.email, r.note) <> ''
        and not exists (
          select 1 from hire h left join hire_date d on d.hire_id = h.id
          where h.hirer_id = r.id and greatest(h.created_at, d.ends_at) >= ${before}
        ) and not exists (
          select 1 from hire h join hire_invoice i on i.hire_id = h.id left join hire_payment p on p.invoice_id = i.id
          where h.hirer_id = r.id and greatest(i.issued_at, p.paid_at) >= ${before}
        ) and not exists (
          select 1 from hire h join hire_invoice i on i.hire_id = h.id
          join hire_invoice_line n on n.invoice_id = i.id
          left join lateral (
            select sum(s.amount) as paid from hire_payment_share s
            where s.invoice_id = n.invoice_id and s.position = n.position
          ) s on true
          where h.hirer_id = r.id
          group by coalesce(i.credits_id, i.id) having sum(n.amount - coalesce(s.paid, 0)) <> 0
        )
      order by r.id limit ${most} for update skip locked
    ) returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update hire set note = '' where note <> '' and hirer_id = any(${ids}::int[])`.execute(tx)
  await sql`delete from hirer_link where hirer_id = any(${ids}::int[])`.execute(tx)
  return ids.length
}

/** Deletes messages written before `before`, with their attachments. */
const deleteMessages = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    delete from notice where id in (
      select id from notice where created_at < ${before} order by created_at limit ${most} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}

/** Deletes messages to many that ended before `before`, with whom they went to. */
const deleteBroadcasts = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    delete from broadcast where id in (
      select id from broadcast where ended_at < ${before} order by id limit ${most} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}

/** Deletes calls about no booking that were made before `before`. Those about bookings go with their orders. */
const deleteCalls = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    delete from follow_up where id in (
      select id from follow_up where booking_id is null and done_at < ${before}
      order by id limit ${most} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}

/**
 * Deletes what booking partners' orders were answered with, some time after the last session has ended. The partner is
 * then answered that the order is unknown; the order itself stays.
 */
const clearPartnerAnswers = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select o.id from partner_order o
    where o.answer is not null and o.created_at < ${before}
      and not exists (select 1 from booking k join occurrence s on s.id = k.occurrence_id
        where k.order_id = o.order_id and s.ends_at >= ${before})
    order by o.created_at limit ${most} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await sql`update partner_order set answer = null, request_digest = null where id = any(${ids}::int[])`.execute(
    tx,
  )
  await sql`update partner_order_item set item = null, cancellation_message = null, customer_notice = null
    where partner_order_id = any(${ids}::int[])`.execute(tx)
  return rows.length
}

/** Deletes entries of the audit log made before `before`. */
const deleteAuditEntries = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    delete from audit_entry where id in (
      select id from audit_entry where at < ${before} order by at limit ${most} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}

/** Deletes entries of the security log made before `before`. */
const deleteSecurityEvents = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    delete from security_event where id in (
      select id from security_event where at < ${before} order by at limit ${most} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}

/** Replaces the account number of accounts closed before `before`, the last that leads to the person. */
const forgetClosedAccounts = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql`
    update customer set reference = 'CLOSED-' || id::text where id in (
      select id from customer
      where closed_at is not null and reference <> 'CLOSED-' || id::text and closed_at < ${before}
      order by closed_at limit ${most} for no key update skip locked
    ) returning id`.execute(tx)
  return rows.length
}
