import { sql } from 'kysely'
import type { OrderFound } from '#contract/bookings.ts'
import { isEmail, normalEmail, normalReference, normalTicketCode } from '#contract/identifiers.ts'
import { money } from '#contract/money.ts'
import { venueTender } from '#contract/tenders.ts'
import { instant, time } from '#contract/time.ts'
import { findByQuery, limitDeskSearch } from '#server/customers/desk.ts'
import { phoneDigits } from '#server/customers/rules.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'

const maxResults = 20

/**
 * Searches orders by anything that a caller can say, and audits the query.
 * @throws Refusal `invalid` for too few letters, `too_many`
 */
export const searchOrders = async (tx: Tx, actor: Actor, query: string, now: Date): Promise<OrderFound[]> => {
  const { id: actorId } = staffOf(actor)
  await limitDeskSearch(tx, actorId, now)
  const customers = await findByQuery(tx, actor, query)
  const text = query.trim()
  const found = await findOrders(
    tx,
    {
      operatorId: actor.operator.id,
      reference: normalReference(text).replace(/^#/, ''),
      accessCode: normalTicketCode(text),
      email: isEmail(normalEmail(text)) ? normalEmail(text) : null,
      phone: phoneDigits(text),
      cardLastFour: /^\d{4}$/.test(text) ? text : null,
      words: text.toLowerCase().split(/\s+/).filter(Boolean),
      customerIds: customers.map(({ id }) => id),
    },
    maxResults,
  )
  const detail = { found: found.length, orderIds: found.map(({ orderId }) => orderId) }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.ordersSearched, subject: query, detail },
    now,
  )
  return found.map((row) => presentFound(row, actor))
}

const presentFound = (
  { total, owed, placedAt, firstName, startsAt, localDate, timezone, venueName, ...row }: OrderFoundRow,
  { operator: { currencySymbol: symbol }, messages }: Actor,
): OrderFound => ({
  ...row,
  placedAt: instant(placedAt),
  total: money(total, symbol),
  toPay: owed === null ? null : money(owed, symbol),
  first:
    firstName === null || startsAt === null || localDate === null || timezone === null || venueName === null
      ? null
      : {
          name: firstName,
          starts: instant(startsAt),
          when: `${messages.format.fullDay(localDate)}, ${time(startsAt, timezone).format24Hour}`,
          venueName,
        },
})

/** What a caller may have said, each in its normal form; null for what it cannot be. */
export type OrderQuery = {
  operatorId: number
  reference: string
  accessCode: string
  email: string | null
  /** The last nine digits. */
  phone: string | null
  cardLastFour: string | null
  /** Of a name, in lower case; of more than two none. */
  words: readonly string[]
  customerIds: readonly number[]
}

export type OrderFoundRow = {
  orderId: number
  reference: string
  placedAt: Date
  status: 'confirmed' | 'partly_refunded' | 'refunded'
  total: number
  /** Pence owed on arrival. */
  owed: number | null
  customerId: number | null
  name: string
  phone: string
  email: string
  bookings: number
  firstName: string | null
  startsAt: Date | null
  localDate: string | null
  timezone: string | null
  venueName: string | null
}

/** Of each customer, and of each way to find an order, the newest. */
const mostOfEach = 20

/** Of all operators' payments by cards that end in the same digits, as one in ten thousand does. */
const mostOfDigits = 200

/** The newest orders that any of it finds, each way by an index of its own. */
export const findOrders = async (tx: Tx, query: OrderQuery, limit: number): Promise<OrderFoundRow[]> => {
  const { operatorId, reference, accessCode, email, phone, cardLastFour, customerIds } = query
  const newest = sql`order by o.placed_at desc limit ${mostOfEach}`
  const ways = [
    sql`select o.id from customer_order o where o.operator_id = ${operatorId} and o.reference = ${reference}`,
    sql`select o.id from booking b join customer_order o on o.id = b.order_id
      where b.access_code = ${accessCode} and o.operator_id = ${operatorId} ${newest}`,
    ...(customerIds.length === 0
      ? []
      : [
          sql`select o.id from unnest(${[...customerIds]}::int[]) c(id) cross join lateral (
            select o.id, o.placed_at from customer_order o
            where o.customer_id = c.id and o.operator_id = ${operatorId} ${newest}) o`,
        ]),
    ...(email === null
      ? []
      : [
          sql`select o.id from customer_order o
            where o.operator_id = ${operatorId} and o.customer_id is null and o.email = ${email} ${newest}`,
        ]),
    ...(phone === null
      ? []
      : [
          sql`select o.id from customer_order o
            where o.operator_id = ${operatorId} and o.customer_id is null and o.payer_phone <> ''
              and right(regexp_replace(o.payer_phone, '\\D', '', 'g'), 9) = ${phone} ${newest}`,
        ]),
    ...(cardLastFour === null
      ? []
      : [
          sql`select o.id from (
              select order_id from order_payment
              where card_last_four = ${cardLastFour} order by id desc limit ${mostOfDigits}
            ) y cross join lateral (
              select o.id, o.placed_at from customer_order o
              where o.id = y.order_id and o.operator_id = ${operatorId} offset 0
            ) o ${newest}`,
          // Of a saved card alone the digits of a payment online are known.
          sql`select o.id from (
              select customer_id from saved_card
              where last_four = ${cardLastFour} and removed_at is null order by id desc limit ${mostOfEach}
            ) s cross join lateral (
              select o.id from customer_order o
              where o.customer_id = s.customer_id and o.operator_id = ${operatorId}
                and exists (select from order_payment y where y.order_id = o.id and y.tender_type = 'card') ${newest}
            ) o`,
        ]),
    ...namedWays(query, newest),
  ]
  const { rows } = await sql<OrderFoundRow>`
    select o.id as order_id, o.reference, o.placed_at, o.status, o.total, o.customer_id,
      (select y.amount from order_payment y where y.order_id = o.id and y.tender_type = ${sql.lit(venueTender)}) as owed,
      trim(coalesce(c.first_name || ' ' || c.last_name, o.payer_first_name || ' ' || o.payer_last_name)) as name,
      coalesce(nullif(o.payer_phone, ''), c.phone, '') as phone, coalesce(o.email, '') as email,
      coalesce(first.bookings, 0)::int as bookings, first.name as first_name, first.starts_at, first.local_date,
      first.timezone, first.venue_name
    from customer_order o
    left join customer c on c.id = o.customer_id
    left join lateral (
      select oc.name, oc.starts_at, oc.local_date, v.timezone, v.name as venue_name, count(*) over () as bookings
      from booking b join occurrence oc on oc.id = b.occurrence_id join venue v on v.id = oc.venue_id
      where b.order_id = o.id order by oc.starts_at, b.id limit 1
    ) first on true
    where o.id = any(array(${sql.join(
      ways.map((way) => sql`(${way})`),
      sql` union all `,
    )}))
    order by o.reference = ${reference} desc, o.placed_at desc, o.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Visitors by the names they have left: a last name, a first name, or one after the other. */
const namedWays = (
  { operatorId, words: [word, other, ...more] }: OrderQuery,
  newest: ReturnType<typeof sql>,
) => {
  if (word === undefined || more.length > 0) return []
  const named = (column: 'payer_last_name' | 'payer_first_name', is: string, first?: string) => sql`
    select o.id from customer_order o
    where o.operator_id = ${operatorId} and o.customer_id is null and o.${sql.ref(column)} <> ''
      and lower(o.${sql.ref(column)}) collate "C" = ${is}
      ${first === undefined ? sql`` : sql`and lower(o.payer_first_name) like ${`${first.replaceAll(/[%_\\]/g, '')}%`}`} ${newest}`
  return other === undefined
    ? [named('payer_last_name', word), named('payer_first_name', word)]
    : [named('payer_last_name', other, word), named('payer_last_name', word, other)]
}
